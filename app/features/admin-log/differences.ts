import type { Json } from "../../data/database.types.ts";

export interface Difference {
  field: string;
  before: string;
  after: string;
}

/** Kept by the database itself: they say nothing of what somebody did. */
const BOOKKEEPING = new Set(["search_text", "updated_at"]);

/** The columns of an entry, before and after; those that were and are empty are left out. */
export function differences(before: Json, after: Json): Difference[] {
  const [was, is] = [columns(before), columns(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !BOOKKEEPING.has(field))
    .map((field) => ({ field, before: text(was[field]), after: text(is[field]) }))
    .filter((difference) => difference.before !== "" || difference.after !== "");
}

/** How an entry calls its row, where it says so. */
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
