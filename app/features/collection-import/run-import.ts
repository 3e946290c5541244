import { forgetImport, keepImport, type KeptImport } from "../../browser/kept-import.ts";
import type { Client } from "../../data/client.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { BATCH, beginImport, sendBatch } from "../../data/exchange/imports.ts";
import type { SentLine } from "../../domain/exchange/dry-run.ts";

export type Running = KeptImport<SentLine>;

/**
 * Sends the lines that are left, batch by batch. What is left is kept in the browser after each, so
 * that it can be resumed. A batch whose answer was lost is sent again: its keys add nothing twice.
 * @param isStopped asked between two batches
 */
export async function runImport(
  client: Client,
  userId: string,
  start: Running,
  onProgress: (running: Running) => void,
  isStopped: () => boolean,
): Promise<Running> {
  let running = start;
  await keepImport(userId, running);
  if (running.done === 0) await begin(client, running);
  while (running.done < running.lines.length && !isStopped()) {
    const batch = running.lines.slice(running.done, running.done + BATCH);
    const done = running.done + batch.length;
    const { refused } = await sendBatch(client, running.id, batch, done === running.lines.length);
    running = { ...running, done, refused: [...running.refused, ...refused] };
    await keepImport(userId, running);
    onProgress(running);
  }
  if (running.done === running.lines.length) await forgetImport(userId);
  return running;
}

async function begin(client: Client, { id, fileName, lines }: Running): Promise<void> {
  try {
    await beginImport(client, { id, file_name: fileName, line_count: lines.length });
  } catch (error) {
    // It was begun before, and the answer was lost.
    if (databaseProblem(error).kind !== "duplicate") throw error;
  }
}
