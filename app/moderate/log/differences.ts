import type { Json } from "../../shared/data/database.types.ts";

const IDENTIFIER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Difference {
  /** The name of the column. */
  field: string;
  before: string;
  after: string;
}

/** Columns that triggers maintain, or that only the database needs: they show nothing about a person's change. */
export const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...[
    "id",
    "batch_id",
    "created_at",
    "updated_at",
    "edited_at",
    "search_text",
    "folded",
    "telling",
  ],
  ...["team_slug", "kit_type_slug", "upvotes", "downvotes", "score", "moderated_by", "resolved_by"],
  ...["path", "version", "likeness", "file_key", "batches", "copy_id"],
]);

/**
 * The columns of an entry before and after the change. Columns that are empty in both are left out.
 * @param yesOrNo true and false in the reader's words
 * @param inWords a value of a column in the reader's words
 */
export function differences(
  before: Json,
  after: Json,
  yesOrNo: (value: boolean) => string,
  inWords: (field: string, value: string) => string,
): Difference[] {
  const [was, is] = [columns(before), columns(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !BOOKKEEPING.has(field))
    .map((field) => {
      const side = (value: Json | undefined) => {
        const said = text(value, yesOrNo);
        return said && inWords(field, said);
      };
      return { field, before: side(was[field]), after: side(is[field]) };
    })
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

function text(value: Json | undefined, yesOrNo: (value: boolean) => string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return yesOrNo(value);
  // An identifier says nothing to a reader.
  if (typeof value === "string") return IDENTIFIER.test(value) ? "" : value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.filter((one) => !IDENTIFIER.test(one)).join(", ");
  }
  return JSON.stringify(value, (_, one: Json) =>
    typeof one === "string" && IDENTIFIER.test(one) ? undefined : one,
  );
}
