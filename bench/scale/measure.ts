import type { Client } from "@maillotheque/backend";
import { runPipeline, type Statements } from "@maillotheque/backend/testing";
import { readFileSync } from "node:fs";

/**
 * The value below which the given share (0 to 1) of the values lies.
 * @throws if there are none: a bench that measures nothing fails
 */
export function percentile(values: number[], share: number): number {
  if (values.length === 0) throw new Error("nothing was measured");
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/**
 * Milliseconds until the answer arrived (`wall`), and of processor time of the database's process
 * (`busy`).
 */
export interface Time {
  wall: number;
  busy: number;
  /** Rows in the answer. */
  rows: number;
}

/** Measures a request as the REST interface sends it. */
export async function timeOf(client: Client, role: string, statements: Statements): Promise<Time> {
  const busyBefore = busySince(client);
  const began = performance.now();
  const results = await runPipeline(client, role, statements);
  const wall = performance.now() - began;
  return {
    wall,
    busy: busyBefore === undefined ? wall : busySince(client)! - busyBefore,
    rows: Number(results[1]?.[0]?.[0] ?? 0),
  };
}

/**
 * Processor time of the connection's process, in milliseconds; other load doesn't count. Linux
 * only, undefined elsewhere.
 */
export function busySince(client: unknown): number | undefined {
  try {
    const { processID } = client as { processID: number };
    return Number(readFileSync(`/proc/${processID}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}

export interface Plan {
  buffers: number;
  /** The indexes in the plan, and the tables that it reads without one. */
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

/** The plan of a request, and the number of pages that it reads. */
export async function planOf(client: Client, role: string, request: Statements): Promise<Plan> {
  const explained = request.map(({ text, values }, index) => {
    const prefix =
      index === 0 || text.startsWith("explain") ? "" : "explain (analyze, buffers, format json) ";
    return { text: prefix + text, ...(values && { values }) };
  });
  const results = await runPipeline(client, `${role} explained`, explained);
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
