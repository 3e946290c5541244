import type { Client } from "../../../shared/data/client.ts";

/** Undone in all of its fields, or in some. */
export type Undone = "whole" | "part";

/** Which of these versions were undone: the undoing may be on another page, of the history or of the site. */
export async function readUndone(client: Client, ids: number[]): Promise<Map<number, Undone>> {
  if (ids.length === 0) return new Map();
  const { data } = await client.rpc("undone_revisions", { revision_ids: ids }).throwOnError();
  // The schema doesn't declare a function's columns as not null.
  return new Map(data.map(({ id, is_whole }) => [id!, is_whole ? "whole" : "part"]));
}
