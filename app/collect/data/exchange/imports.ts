import { queryOptions } from "@tanstack/react-query";
import type { z, ZodType } from "zod";

import type { Match } from "../../domain/exchange/dry-run.ts";
import type { Mark, MarkMatch, Sent } from "../../domain/exchange/marks.ts";
import { isReadable, questionOf, type ReadLine } from "../../domain/exchange/read-line.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { databaseProblem } from "../../../shared/data/database-error.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { askInBatches, BATCH, inBatches } from "../../../shared/domain/import/batches.ts";
import { imported, markMatches, matches, undoEffects, undone } from "./answers.ts";
import { importKeys } from "./keys.ts";

/** Lines of a collection have no texts that would make a batch too large. */
export const collectionBatches = <Line>(lines: readonly Line[]) =>
  inBatches(lines, BATCH, Infinity);
/** Lines that are asked about in a call: the database searches by words for no more of them. */
const MATCHED = 50;
/** Batches that are matched at once: the database reads one while the other is on its way. */
const MATCHED_AT_ONCE = 2;

/** A member's imports, newest first. */
export function importsOf(userId: string) {
  return queryOptions({
    queryKey: importKeys.list(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("collection_imports")
        .select(
          "id, file_name, line_count, added, changed, wishes, votes, photos, created_at, finished_at, undone_at",
        )
        .eq("owner_id", userId)
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(20)
        .throwOnError();
      return data;
    },
  });
}

/** What the database knows of each line, by its place; nothing of one that can't be read. */
export async function matchLines(
  client: Client,
  lines: readonly ReadLine[],
  onProgress: (done: number) => void = () => {},
): Promise<(Match | undefined)[]> {
  const readable = lines.filter(isReadable);
  const answers = await match(client, readable.map(questionOf), matches, onProgress);
  const matchOf = new Map(readable.map((read, n) => [read, answers[n]]));
  return lines.map((read) => (isReadable(read) ? matchOf.get(read) : undefined));
}

/** What the database knows of each wish or vote. */
export async function matchMarks(
  client: Client,
  marks: readonly Mark[],
  onProgress: (done: number) => void,
): Promise<MarkMatch[]> {
  const requested = marks.map(({ kind, key, jersey }) => ({ kind, key, jersey }));
  return match(client, requested, markMatches, onProgress);
}

function match<Answer>(
  client: Client,
  requested: readonly object[],
  schema: ZodType<Answer[]>,
  onProgress: (done: number) => void,
): Promise<Answer[]> {
  const ask = async (lines: object[]) => {
    const { data } = await client.rpc("match_copies", { lines }).throwOnError();
    return parseAnswer(schema, data);
  };
  return askInBatches(inBatches(requested, MATCHED, Infinity), ask, onProgress, MATCHED_AT_ONCE);
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

/** What the database made of a batch. */
export interface BatchAnswer {
  /** Lines that it refused: their jersey is gone, their copy was changed since, or they break a rule. */
  refused: string[];
  /** Those of them that break a rule. */
  broken: string[];
  /** The copies of lines, by their keys. */
  done: Record<string, string>;
}

export async function sendBatch(
  client: Client,
  id: string,
  lines: Sent[],
  isLast: boolean,
): Promise<BatchAnswer> {
  try {
    const { data } = await client
      .rpc("import_copies", { import: id, lines, is_last: isLast })
      .throwOnError();
    const { gone, done } = parseAnswer(imported, data);
    return { refused: gone, broken: [], done };
  } catch (error) {
    if (databaseProblem(error).kind !== "constraint" || lines.length === 0) throw error;
    // One line breaks a rule, so nothing of the batch was imported: the others are, one by one.
    if (lines.length === 1) {
      if (isLast) await finishImport(client, id);
      return { refused: [lines[0]!.key], broken: [lines[0]!.key], done: {} };
    }
    const all: BatchAnswer = { refused: [], broken: [], done: {} };
    for (const [n, line] of lines.entries()) {
      const one = await sendBatch(client, id, [line], isLast && n === lines.length - 1);
      all.refused.push(...one.refused);
      all.broken.push(...one.broken);
      Object.assign(all.done, one.done);
    }
    return all;
  }
}

/** Ends an import whose last lines were sent before its photos. */
export async function finishImport(client: Client, id: string): Promise<void> {
  await client.rpc("import_copies", { import: id, lines: [], is_last: true }).throwOnError();
}

/** How many of the copies that an undo would delete others see. */
export function effectsOfUndo(id: string) {
  return queryOptions({
    queryKey: importKeys.effects(id),
    // Copies are changed and shown meanwhile.
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("undo_import_effects", { import: id }).throwOnError();
      return parseAnswer(undoEffects, data);
    },
  });
}

export type Undone = z.infer<typeof undone>;

export async function undoImport(client: Client, id: string): Promise<Undone> {
  const { data } = await client.rpc("undo_import", { import: id }).throwOnError();
  return parseAnswer(undone, data);
}
