import { JERSEY_FACTS } from "../../shared/domain/facts/jersey.ts";

/** What a column holds: a text, a whole number, a number, or a list of texts. */
type ColumnKind = "text" | "integer" | "decimal" | "texts";

export interface Column {
  name: string;
  kind: ColumnKind;
  /** True if no row is without it. A list is empty instead. */
  isRequired?: true;
}

/** A value of a row: null where nothing is known. */
export type Value = string | number | string[] | null;

/** A row, its columns in their order. */
export type Row = Record<string, Value>;

/**
 * The version of the files' form. It grows when a column changes its name or meaning, or goes; new
 * columns come without notice.
 */
export const SCHEMA_VERSION = 1;

const KINDS = { year: "integer", price: "decimal", colors: "texts", codes: "texts" } as const;

/** The facts of a jersey; descriptions belong to their authors. */
const FACTS: readonly Column[] = JERSEY_FACTS.filter(({ kind }) => kind !== "text").map((fact) => ({
  name: fact.name,
  kind: KINDS[fact.kind as keyof typeof KINDS] ?? "text",
  ...("isRequired" in fact && { isRequired: true }),
}));

const required = (...names: string[]): Column[] =>
  names.map((name) => ({ name, kind: "text", isRequired: true }));
const optional = (...names: string[]): Column[] => names.map((name) => ({ name, kind: "text" }));

/** The files of a dump, with the columns of their views (`supabase/schemas/open/rows.sql`). */
const DUMP_FILES = {
  jerseys: [...required("id"), ...FACTS, ...required("created_at")],
  teams: [
    ...required("id", "competition_id", "name"),
    ...optional("short_name"),
    ...required("slug"),
    ...optional("city", "country"),
    { name: "founded_year", kind: "integer" },
    { name: "colors", kind: "texts" },
    { name: "aliases", kind: "texts" },
  ],
  competitions: [...required("id", "league", "sport", "name", "slug"), ...optional("country")],
  seasons: required("id", "code", "name"),
  brands: required("id", "name"),
  line_ups: required("competition_id", "season_id", "team_id"),
  photos: [
    ...required("id", "jersey_id"),
    { name: "position", kind: "integer", isRequired: true },
    ...optional("kind"),
    ...required("licence"),
    ...optional("credit"),
    ...required("url"),
  ],
  redirects: required("kind", "from_id", "into_id"),
} as const satisfies Record<string, readonly Column[]>;

export type DumpFile = keyof typeof DUMP_FILES;

export const DUMP_FILE_NAMES = Object.keys(DUMP_FILES) as DumpFile[];

export const columnsOf = (file: DumpFile): readonly Column[] => DUMP_FILES[file];

/** The columns by which rows are in order, and each row is one. */
export const KEYS: Record<DumpFile, readonly string[]> = {
  jerseys: ["id"],
  teams: ["id"],
  competitions: ["id"],
  seasons: ["id"],
  brands: ["id"],
  line_ups: ["competition_id", "season_id", "team_id"],
  photos: ["id"],
  redirects: ["kind", "from_id"],
};

/** The address of a photo in the files: the site sends it on to the file, which may move. */
export const openPhotoPath = (id: string) => `/data/photos/${id}`;
