import type { TFunction } from "i18next";
import { z } from "zod";

import { suggestTitle } from "../../../shared/domain/suggested-title.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { CATALOGUE_COLUMNS, type CatalogueColumn } from "./catalogue-columns.ts";
import type { CatalogueLine, LineChoices, ReadCatalogueLine } from "./catalogue-line.ts";

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

const refusal = z.object({
  field: z.enum(CATALOGUE_COLUMNS),
  reason: z.enum(REASONS),
  value: z.string().nullish(),
  /** The rows of the catalogue that a name may mean; of a team, `hint` is its home competition. */
  candidates: z
    .array(z.object({ id: z.string(), name: z.string(), hint: z.string().optional() }))
    .optional(),
});

export type CatalogueRefusal = z.infer<typeof refusal>;

/** A jersey that a line may be about. */
const twin = z.object({
  id: z.string(),
  title: z.string(),
  team: z.string(),
  season: z.string(),
  // An outcome leaves out what is null.
  year: z.number().nullable().default(null),
  kit_type: z.enum(KIT_TYPES).nullable().default(null),
  status: z.string(),
  has_same_picture: z.boolean().optional(),
});

export type Twin = z.infer<typeof twin>;

export const CATALOGUE_VERDICTS = ["new", "refused", "duplicate", "there"] as const;

/** What the database says of a line (`match_jerseys`). */
export const judgedLine = z.object({
  verdict: z.enum(CATALOGUE_VERDICTS),
  known: twin.nullable(),
  refusals: z.array(refusal),
  candidates: z.array(twin),
  /** Of a line without a title, once its team and season are known. */
  names: z.object({ team: z.string(), season: z.string() }).nullish(),
});

export type Judged = z.infer<typeof judgedLine>;

/** What became of a line. */
const outcome = z.object({
  key: z.string(),
  outcome: z.enum(["added", "there", "duplicate", "refused"]),
  known: twin.optional(),
  refusals: z.array(refusal).optional(),
  candidates: z.array(twin).optional(),
});

export type LineOutcome = z.infer<typeof outcome>;

/** What became of a batch (`import_jerseys`). */
export const batchResult = z.object({
  added: z.number(),
  there: z.number(),
  duplicate: z.number(),
  refused: z.number(),
  outcomes: z.array(outcome),
});

export type BatchResult = z.infer<typeof batchResult>;

/** The refusal of a line that says the same as an earlier one of its file. */
export function repeated(line: number): Judged {
  return refusedBy({ field: "title", reason: "repeated", value: String(line) });
}

export function refusedBy(...refusals: CatalogueRefusal[]): Judged {
  return { verdict: "refused", known: null, refusals, candidates: [] };
}

/** The line with the title that the form of a submission suggests; undefined if it has one, or can't have one yet. */
export function titled<Line extends Pick<CatalogueLine, "title" | "kit_type">>(
  line: Line,
  { names }: Judged,
  t: TFunction<"submit">,
): Line | undefined {
  if (line.title || !names) return undefined;
  return { ...line, title: suggestTitle({ ...names, kitType: line.kit_type ?? "" }, t) };
}

/** A line that lacks more than its title gets one as soon as the rest is there. */
export function withoutMissingTitle(judged: Judged): Judged {
  const others = judged.refusals.filter(
    ({ field, reason }) => field !== "title" || reason !== "missing",
  );
  return others.length > 0 ? { ...judged, refusals: others } : judged;
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
