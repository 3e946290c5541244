import type { Json } from "../../shared/data/database.types.ts";

export interface Difference {
  /** The name of the column. */
  field: string;
  before: string;
  after: string;
}

/** Columns that triggers maintain, or that only the database needs: they show nothing about a person's change. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...["id", "created_at", "updated_at", "edited_at", "search_text", "folded", "telling"],
  ...["team_slug", "kit_type_slug", "upvotes", "downvotes", "score", "moderated_by", "resolved_by"],
  ...["path", "version", "likeness", "file_key", "batches"],
  // Of a suggestion: `words` says the same to people.
  ...["changes", "was"],
  // Of an import: the list of imports counts them.
  ...["added", "already_there", "duplicates", "kept", "line_count", "refused", "removed"],
  // Clubs of a member's page, by their ids.
  "teams",
]);

/** False also for identifiers, which say nothing to a reader. */
export const isShown = (field: string): boolean =>
  !BOOKKEEPING.has(field) && !field.endsWith("_id");

/**
 * The columns of an entry before and after the change. Columns that are empty in both are left out.
 * @param inWords a value of a column in the reader's words
 */
export function differences(
  before: Json,
  after: Json,
  inWords: (field: string, value: Json | undefined) => string,
): Difference[] {
  const [was, is] = [columns(before), columns(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter(isShown)
    .map((field) => ({
      field,
      before: inWords(field, was[field]),
      after: inWords(field, is[field]),
    }))
    .filter((difference) => difference.before !== "" || difference.after !== "");
}

/** The name of the entry's row, if it has one. */
export function nameOf(before: Json, after: Json): string | undefined {
  const row = { ...columns(before), ...columns(after) };
  const name = row.title ?? row.name ?? row.username;
  return typeof name === "string" ? name : undefined;
}

function columns(json: Json): Record<string, Json | undefined> {
  return json !== null && typeof json === "object" && !Array.isArray(json) ? json : {};
}
