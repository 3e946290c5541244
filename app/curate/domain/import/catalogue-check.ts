import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { CatalogueColumn } from "./catalogue-columns.ts";
import type { CatalogueLine, LineChoices, ReadCatalogueLine } from "./catalogue-line.ts";

/** A row of the catalogue that a name may mean. */
interface NameCandidate {
  id: string;
  name: string;
  /** What tells it apart from others of the same name: a team's home competition. */
  hint?: string;
}

/** Why a line is refused; a text under `reasons` in the namespace `catalogueImport`. */
const REASONS = [
  "missing",
  "unknown",
  "ambiguous",
  "too_short",
  "too_long",
  "hidden",
  "link",
  "choice",
  "year",
  "price",
  "too_precise",
  "time",
  "too_many",
  "likeness",
  "rule",
  "repeated",
  // Of an image's file.
  "no_file",
  "type",
  "heic",
  "empty",
  "tooLarge",
  "tooManyPixels",
  "tooSmall",
  "unreadable",
  "corrupted",
  "timeout",
  "upload",
] as const;

export type Reason = (typeof REASONS)[number];

export interface CatalogueRefusal {
  field: CatalogueColumn;
  reason: Reason;
  value?: string | null;
  candidates?: NameCandidate[];
}

/** A jersey that a line may be about. */
export interface Twin {
  id: string;
  title: string;
  team: string;
  season: string;
  year: number | null;
  kit_type: KitType | null;
  status: string;
  has_same_picture?: boolean;
}

export const CATALOGUE_VERDICTS = ["new", "refused", "duplicate", "there"] as const;
type CatalogueVerdict = (typeof CATALOGUE_VERDICTS)[number];

/** What the database says of a line (`match_jerseys`). */
export interface Judged {
  verdict: CatalogueVerdict;
  known: Twin | null;
  refusals: CatalogueRefusal[];
  candidates: Twin[];
}

/** What became of a line (`import_jerseys`). */
export interface LineOutcome {
  key: string;
  outcome: "added" | "there" | "duplicate" | "refused";
  known?: Twin;
  refusals?: CatalogueRefusal[];
  candidates?: Twin[];
}

export interface BatchResult {
  added: number;
  there: number;
  duplicate: number;
  refused: number;
  outcomes: LineOutcome[];
}

/** The refusal of a line that says the same as an earlier one of its file. */
export function repeated(line: number): Judged {
  return refusedBy({ field: "title", reason: "repeated", value: String(line) });
}

export function refusedBy(...refusals: CatalogueRefusal[]): Judged {
  return { verdict: "refused", known: null, refusals, candidates: [] };
}

/** A line of a dry run, with what was chosen for it. */
export interface CheckedJersey {
  read: ReadCatalogueLine;
  choices: LineChoices;
  judged: Judged;
}

/** A line with what was chosen for it. */
export function chosenLine({ read, choices }: Pick<CheckedJersey, "read" | "choices">) {
  const asWritten = [...(read.line.as_written ?? []), ...(choices.as_written ?? [])];
  return {
    ...read.line,
    ...choices,
    ...(asWritten.length > 0 && { as_written: asWritten }),
  } satisfies CatalogueLine;
}

/** Whether a line would be imported: it is new, or no duplicate after all. */
export function isImported({ judged, choices }: CheckedJersey): boolean {
  return (
    judged.verdict === "new" || (judged.verdict === "duplicate" && choices.may_repeat === true)
  );
}

const ID_OF = {
  competition: "competition_id",
  season: "season_id",
  team: "team_id",
  brand: "brand_id",
} as const;

/** Columns that name a row of the catalogue. */
export type NameColumn = keyof typeof ID_OF;

export function isNameColumn(column: CatalogueColumn): column is NameColumn {
  return column in ID_OF;
}

/** The choices with one more: the row that a name means, or the name as it is written. */
export function withName(
  choices: LineChoices,
  column: NameColumn,
  choice: { id: string } | "asWritten",
): LineChoices {
  if (choice !== "asWritten") return { ...choices, [ID_OF[column]]: choice.id };
  if (column !== "team" && column !== "brand") return choices;
  return { ...choices, as_written: [...(choices.as_written ?? []), column] };
}
