import type { Json } from "../../shared/data/database.types.ts";

export interface Difference {
  field: string;
  before: string;
  after: string;
}

/** Columns that triggers maintain: they show nothing about a person's change. */
const BOOKKEEPING = new Set(["search_text", "folded", "telling", "updated_at"]);

/**
 * The columns of an entry before and after the change. Columns that are empty in both are left out.
 */
export function differences(before: Json, after: Json): Difference[] {
  const [was, is] = [columns(before), columns(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !BOOKKEEPING.has(field))
    .map((field) => ({ field, before: text(was[field]), after: text(is[field]) }))
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

function text(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
