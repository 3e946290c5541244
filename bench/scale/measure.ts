import type { Client } from "@maillotheque/backend";
import { runPipeline, type Statements } from "@maillotheque/backend/testing";
import { readFileSync } from "node:fs";

/** Of a request as the REST interface sends it. */
export interface Time {
  /** Milliseconds of processor time of the database's process; other load doesn't count. */
  busy: number;
  /** Rows in the answer. */
  rows: number;
}

export async function timeOf(client: Client, role: string, statements: Statements): Promise<Time> {
  const began = busySince(client);
  const results = await runPipeline(client, role, statements);
  return { busy: busySince(client) - began, rows: Number(results[1]?.[0]?.[0] ?? 0) };
}

/** Processor time of a connection's process so far, in milliseconds. Linux only. */
export function busySince(client: unknown): number {
  const { processID } = client as { processID: number };
  return Number(readFileSync(`/proc/${processID}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
