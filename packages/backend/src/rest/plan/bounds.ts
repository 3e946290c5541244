import { ancestorEmbedded, tooComplex } from "../errors.ts";
import { MAX_ROWS } from "../parse/range.ts";
import { isToOne } from "../schema/types.ts";
import type { EmbedNode, ReadNode } from "./read.ts";

/** Bounds of one request without the service key. Screens need a third of them. */
const MAX_DEPTH = 5;
const MOST_EMBEDS = 20;
const MOST_COLUMNS = 200;

/**
 * Embedded rows, by the limits of the request, up to which an answer is small enough to be written
 * without counting its bytes. Counting takes a microsecond per list.
 */
const MOST_UNCOUNTED_ROWS = 5_000;

/** Values of an answer, by the limits of the request, from which it takes long to write. */
const MANY_VALUES = 100_000;

/**
 * Types without a length of their own. Two selections of such a column double the answer, whatever
 * its row contains.
 */
const FIXED_SIZE =
  /^(boolean|smallint|integer|bigint|real|double precision|uuid|date|time|timestamp|interval)\b/;

/**
 * Refuses what only an attack asks for, and marks the lists and rows whose bytes PostgreSQL must
 * count while it writes them.
 * @returns true if the request may be expensive
 * @throws {ApiError} PGRST100 for a request beyond the bounds
 */
export function boundRead(root: ReadNode): boolean {
  const nodes: ReadNode[] = [];
  const most = { listed: 0, values: 0 };
  visit(root, [], rowsOf(root), nodes, most);
  const embeds = nodes.length - 1;
  if (embeds > MOST_EMBEDS) throw tooComplex("embedded resources");
  const columns = nodes.reduce((sum, node) => sum + node.columns.length, 0);
  if (columns > MOST_COLUMNS) throw tooComplex("selected columns");
  for (const node of nodes) {
    node.countsRows = hasRepeatedColumns(node);
    node.countsLists = most.listed > MOST_UNCOUNTED_ROWS;
  }
  return (
    most.listed > MOST_UNCOUNTED_ROWS ||
    most.values > MANY_VALUES ||
    nodes.some(({ countsRows }) => countsRows)
  );
}

/** Collects the nodes, and adds up the rows of lists and the values that they can have at most. */
function visit(
  node: ReadNode,
  ancestors: string[],
  rows: number,
  nodes: ReadNode[],
  most: { listed: number; values: number },
): void {
  nodes.push(node);
  const stars = node.columns.filter(({ field }) => field.name === "*").length;
  most.values += rows * (node.columns.length + stars * node.table.columns.size);
  const path = [...ancestors, node.table.name];
  for (const embed of node.embeds) {
    if (path.length > MAX_DEPTH) throw tooComplex("levels of embedding");
    const toOne = isToOne(embed.relationship);
    if (!toOne && returnsTo(embed, path)) throw ancestorEmbedded(embed.target);
    const each = rows * (toOne ? 1 : rowsOf(embed));
    if (!toOne) most.listed += each;
    visit(embed, path, each, nodes, most);
  }
}

/**
 * Returns true if a list leads back to a table above it, which multiplies the rows of that table by
 * themselves. The rows of a table that refers to itself are allowed once, below their own row.
 */
function returnsTo({ table }: EmbedNode, path: string[]): boolean {
  const above = path.at(-1) === table.name ? path.slice(0, -1) : path;
  return above.includes(table.name);
}

/** Returns the largest number of rows of a node by its limit and the key in its conditions. */
function rowsOf(node: ReadNode): number {
  const { columns, table, conditions, slice } = node;
  if (columns.some(({ aggregate }) => aggregate)) return 1;
  const limit = slice.limit ?? MAX_ROWS;
  const [key, ...more] = table.primaryKey;
  if (key === undefined || more.length > 0) return limit;
  const named = conditions.flatMap((condition) => {
    if (condition.kind !== "filter" || condition.not) return [];
    const { field, test } = condition;
    if (field.name !== key || field.path.length > 0) return [];
    if (test.kind === "in") return [test.values.length];
    return test.kind === "compare" && test.operator === "=" && !test.quantifier ? [1] : [];
  });
  return Math.min(limit, ...named);
}

function hasRepeatedColumns({ columns, table }: ReadNode): boolean {
  const seen = new Set<string>();
  for (const { field } of columns) {
    if (FIXED_SIZE.test(table.columns.get(field.name)?.type ?? "") && field.path.length === 0) {
      continue;
    }
    if (seen.has(field.name)) return true;
    seen.add(field.name);
  }
  return seen.has("*") && seen.size > 1;
}
