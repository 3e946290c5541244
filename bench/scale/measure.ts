import { readFileSync } from "node:fs";

import { flush } from "../../packages/backend/src/database/flush.ts";
import type { Client } from "../../packages/backend/src/database/pool.ts";
import type { Sent } from "./capture.ts";

/** Milliseconds below which so many parts of the values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Milliseconds: until the answer was there, and for which the database's process had a processor. */
export interface Time {
  wall: number;
  busy: number;
  /** That were answered. */
  rows: number;
}

/** How long a request takes, as sent by the REST interface. */
export async function timeOf(client: Client, role: string, statements: Sent): Promise<Time> {
  const busyBefore = busySince(client);
  const began = performance.now();
  const results = await flush(client, role, statements);
  const wall = performance.now() - began;
  return {
    wall,
    busy: busyBefore === undefined ? wall : busySince(client)! - busyBefore,
    rows: Number(results[1]?.[0]?.[0] ?? 0),
  };
}

/** What else a busy machine does is no matter to this. Only Linux tells it. */
function busySince(client: Client): number | undefined {
  try {
    const { processID } = client as unknown as { processID: number };
    return Number(readFileSync(`/proc/${processID}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}

export interface Plan {
  buffers: number;
  /** The indexes it reads, and the tables that it reads without one. */
  ways: string[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

/** How PostgreSQL goes about a request, and how many pages it looks at. */
export async function planOf(client: Client, role: string, request: Sent): Promise<Plan> {
  const explained = request.map(({ text, values }, index) => {
    const prefix =
      index === 0 || text.startsWith("explain") ? "" : "explain (analyze, buffers, format json) ";
    return { text: prefix + text, ...(values && { values }) };
  });
  const results = await flush(client, `${role} explained`, explained);
  const json = results.at(1)?.[0]?.[0] ?? "[]";
  const [{ Plan: root }] = JSON.parse(json) as [{ Plan: PlanNode }];
  const ways = new Set<string>();
  visit(root, ({ "Node Type": type, "Relation Name": table, "Index Name": index }) => {
    if (index) ways.add(index);
    if (type === "Seq Scan" && table) ways.add(`all of ${table}`);
    if (type === "Function Scan") ways.add("function");
  });
  const buffers = (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0);
  return { buffers, ways: [...ways] };
}

function visit(node: PlanNode, look: (node: PlanNode) => void): void {
  look(node);
  for (const child of node.Plans ?? []) visit(child, look);
}
