import type { Limits, OwnFormat } from "../../../shared/domain/import/read-table.ts";
import { seasonName } from "../../../shared/domain/season.ts";
import type { JerseyFields, PlainFact } from "../../../shared/domain/facts/jersey.ts";
import {
  CATALOGUE_COLUMNS,
  type CatalogueColumn,
  guessCatalogueColumns,
  LINE_FACTS,
  type LineFact,
} from "./catalogue-columns.ts";
import { type Cell, csv } from "../../../shared/domain/write-csv.ts";

/** The documented format of an exported catalogue: docs/exchange.md. */
const CATALOGUE_FORMAT = "maillotheque-catalogue";
const CATALOGUE_VERSION = 1;

/** An image of a jersey: its file in bucket `jerseys`. */
interface ExchangedImage {
  path: string;
  alt: string | null;
  licence: string;
}

/** A jersey of the catalogue as the database exports it (`export_jerseys`). */
export interface CatalogueJersey extends Pick<JerseyFields, PlainFact["name"]> {
  id: string;
  team: string;
  team_competition: string | null;
  league: string;
  competition: string;
  season: string;
  brand: string | null;
  created_at: string;
  /** Names that the catalogue has no row for. */
  as_written: ("team" | "brand")[];
  images: ExchangedImage[];
}

interface CatalogueFile {
  format: typeof CATALOGUE_FORMAT;
  version: typeof CATALOGUE_VERSION;
  exported_at: string;
  jerseys: CatalogueJersey[];
}

/** A fact that is a list, and one cell in a file. */
type ListFact = Extract<LineFact, { kind: "colors" | "codes" }>["name"];

/** A jersey as a row of the CSV. */
function catalogueRow(jersey: CatalogueJersey): Record<CatalogueColumn, Cell> {
  const { images, as_written, ...facts } = jersey;
  const lists = Object.entries(facts).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, joined(value)]] : [],
  );
  const alts = images.map(({ alt }) => alt ?? "");
  return {
    ...facts,
    // Spreadsheets take `2011-12` for December 2011.
    season: seasonName(facts.season) ?? facts.season,
    ...(Object.fromEntries(lists) as Record<ListFact, string>),
    as_written: joined(as_written),
    images: joined(images.map(({ path }) => path)),
    alt: alts.some(Boolean) ? joined(alts) : "",
    licence: joined(allSame(images.map(({ licence }) => licence))),
  };
}

/** An exported catalogue as JSON. */
export function catalogueJson(jerseys: CatalogueJersey[]): string {
  const content: CatalogueFile = {
    format: CATALOGUE_FORMAT,
    version: CATALOGUE_VERSION,
    exported_at: new Date().toISOString(),
    jerseys,
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

/** An exported catalogue as CSV. */
export function catalogueCsv(jerseys: readonly CatalogueJersey[]): string {
  return csv(jerseys.map(catalogueRow), CATALOGUE_COLUMNS);
}

/** One value where all are the same. */
function allSame(values: string[]): string[] {
  return values.every((value) => value === values[0]) ? values.slice(0, 1) : values;
}

/** A list in one cell: values with a bar between, a backslash before a bar or backslash of a value. */
export function joined(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, "\\$&")).join("|");
}

/** The inverse of `joined`; no text is no list. */
export function parted(text: string): string[] {
  if (text === "") return [];
  const values: string[] = [];
  let value = "";
  for (const [part] of text.matchAll(/\\[\\|]|[^]/gu)) {
    if (part === "|") {
      values.push(value);
      value = "";
    } else value += part.length === 2 && part.startsWith("\\") ? part.slice(1) : part;
  }
  return [...values, value];
}

/** What an administrator imports into the catalogue at once. */
export const CATALOGUE_LIMITS: Limits = { bytes: 40_000_000, rows: 20_000 };

/** An exported catalogue as JSON, for `readTable`. */
export const CATALOGUE: OwnFormat = {
  format: CATALOGUE_FORMAT,
  version: CATALOGUE_VERSION,
  list: "jerseys",
  columns: CATALOGUE_COLUMNS,
  isHeading: (name) => guessCatalogueColumns([name])[0] !== null,
  valuesOf(row) {
    const images = list(row["images"]).filter(
      (image): image is Record<string, unknown> => typeof image === "object" && image !== null,
    );
    const texts = (values: unknown[]) => joined(values.map((value) => String(value ?? "")));
    return {
      ...row,
      ...Object.fromEntries(
        LINE_FACTS.filter(({ name }) => Array.isArray(row[name])).map(({ name }) => [
          name,
          texts(list(row[name])),
        ]),
      ),
      as_written: texts(list(row["as_written"])),
      images: texts(images.map(({ path }) => path)),
      alt: texts(images.map(({ alt }) => alt)),
      licence: texts(images.map(({ licence }) => licence)),
    };
  },
};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
