import { queryOptions } from "@tanstack/react-query";

import type { Match, SentLine } from "../../domain/exchange/dry-run.ts";
import type { Line } from "../../domain/exchange/read-line.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import type { Json } from "../database.types.ts";
import { databaseProblem } from "../database-error.ts";
import { importKeys } from "./keys.ts";

/** Lines of a call; the database takes no more. */
export const BATCH = 200;

/** A member's imports, newest first. */
export function importsOf(userId: string) {
  return queryOptions({
    queryKey: importKeys.list(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("collection_imports")
        .select("id, file_name, line_count, added, changed, created_at, finished_at, undone_at")
        .eq("owner_id", userId)
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(20)
        .throwOnError();
      return data;
    },
  });
}

/** What the database knows of each line. Lines about the same jersey are asked for once, unless they have copies. */
export async function matchLines(
  client: Client,
  lines: readonly Line[],
  onProgress: (done: number) => void,
): Promise<Match[]> {
  const answers: Match[] = [];
  for (let from = 0; from < lines.length; from += BATCH) {
    const asked = lines
      .slice(from, from + BATCH)
      .map(({ key, id, jersey }) => ({ key, id, jersey }));
    const { data } = await client
      .rpc("match_copies", { lines: asked as unknown as Json })
      .throwOnError();
    answers.push(...(data as unknown as Match[]));
    onProgress(answers.length);
  }
  return answers;
}

export async function beginImport(
  client: Client,
  row: { id: string; file_name: string; line_count: number },
): Promise<void> {
  await client
    .from("collection_imports")
    .insert({ ...row, file_name: row.file_name.slice(0, 200) })
    .throwOnError();
}

/** Lines that the database refused: their jersey is gone, or they break a rule. */
export async function sendBatch(
  client: Client,
  id: string,
  lines: readonly SentLine[],
  isLast: boolean,
): Promise<{ refused: string[] }> {
  try {
    const { data } = await client
      .rpc("import_copies", { import: id, lines: lines as unknown as Json, is_last: isLast })
      .throwOnError();
    return { refused: (data as { gone: string[] }).gone };
  } catch (error) {
    if (databaseProblem(error).kind !== "constraint" || lines.length === 0) throw error;
    // One line breaks a rule, so nothing of the batch was imported: the others are, one by one.
    if (lines.length === 1) return { refused: [lines[0]!.key] };
    const refused: string[] = [];
    for (const [n, line] of lines.entries()) {
      const one = await sendBatch(client, id, [line], isLast && n === lines.length - 1);
      refused.push(...one.refused);
    }
    return { refused };
  }
}

export interface Undone {
  removed: number;
  restored: number;
  /** Copies that were changed since and stay. */
  kept: { id: string; title: string | null }[];
}

export async function undoImport(client: Client, id: string): Promise<Undone> {
  const { data } = await client.rpc("undo_import", { import: id }).throwOnError();
  return data as unknown as Undone;
}
