import type { Statement } from "../../database/pipeline.ts";
import { notSingular } from "../errors.ts";
import { isBounded, type Operation, type RestRequest, type Result } from "./operation.ts";
import { MAX_ROWS, parseRangeHeader, type Slice } from "../parse/range.ts";
import type { Preferences } from "../parse/preferences.ts";
import { boundRead } from "../plan/bounds.ts";
import { findTable } from "../plan/find-table.ts";
import { planRead, type ReadNode } from "../plan/read.ts";
import { contentRange, listStatus, preferenceApplied, respond } from "../respond.ts";
import type { Schema } from "../schema/types.ts";
import { Parameters } from "../sql/parameters.ts";
import { ReadWriter } from "../sql/read.ts";
import { countSql, resultSql, totalSql } from "../sql/result.ts";

/** Plans GET and HEAD of a table or view. */
export function readTable(schema: Schema, request: RestRequest): Operation {
  const { query, format, preferences } = request;
  const node = planRead(schema, findTable(schema, request), query, undefined, rangeOf(request));
  const isHeavy = isBounded(request) && boundRead(node);
  const { offset = 0 } = node.slice;
  const counted = counting(node, request);
  const { count, handling, timezone } = preferences;
  const applied = preferenceApplied({ count, handling, timezone });
  const headers = { "content-type": format.contentType, ...applied };
  return {
    statement: readStatement(schema, node, request, counted),
    ...((counted === "planned" || counted === "estimated") && { estimate: estimate(schema, node) }),
    readOnly: true,
    isHeavy,
    timezone,
    reply(result) {
      const { rows, body } = result;
      if (format.kind === "object" && rows !== 1) throw notSingular(rows);
      const total = totalOf(result);
      const range = contentRange(offset, rows, total);
      return respond(result, listStatus(rows, total, offset), body, {
        ...headers,
        "content-range": range,
      });
    },
  };
}

/**
 * Returns how to count. The planner's estimate is about all rows, hidden ones included, so the
 * conditions of a caller could ask for their statistics. Without the service key an estimate is used
 * only where there are none, and for more rows than the caller could count anyway.
 */
function counting(node: ReadNode, request: RestRequest): Preferences["count"] {
  const { count } = request.preferences;
  if (!isBounded(request) || !count || count === "exact") return count;
  const { conditions, embeds } = node;
  return conditions.length === 0 && !embeds.some(({ inner }) => inner) ? "estimated" : "exact";
}

/** Returns the rows that the `Range` header asks for. Only GET has ranges. */
export function rangeOf({ method, range }: RestRequest): Slice | undefined {
  return method === "GET" && range !== null ? parseRangeHeader(range) : undefined;
}

function readStatement(
  schema: Schema,
  node: ReadNode,
  { method, format }: RestRequest,
  count: Preferences["count"],
): Statement {
  const { limit = MAX_ROWS, offset = 0 } = node.slice;
  const parameters = new Parameters();
  const writer = new ReadWriter(schema, parameters);
  if (method === "HEAD" && count === "exact") {
    const text = countSql(writer.from(node), limit, offset);
    return { text, values: parameters.values };
  }
  const text = resultSql(writer.select(node), {
    ...(method !== "HEAD" && { format }),
    countsRows: node.countsRows,
    ...(count === "exact" && { total: exactTotal(writer, node) }),
    ...(count === "estimated" && { total: boundedTotal(writer.from(node)) }),
  });
  return { text, values: parameters.values };
}

function exactTotal(writer: ReadWriter, node: ReadNode): string {
  const { limit = MAX_ROWS, offset = 0 } = node.slice;
  const from = writer.from(node);
  // The one row of a count says nothing about the rows counted.
  return node.columns.some(({ aggregate }) => aggregate)
    ? `(select count(*) ${from})`
    : totalSql(from, limit, offset);
}

/** Counts exactly up to the size of one answer. Beyond, the planner's estimate is used. */
function boundedTotal(from: string): string {
  return `(select count(*) from (select ${from} limit ${MAX_ROWS + 1}) c)`;
}

/**
 * Uses an estimate only if the client requested it and there are more rows than are counted
 * exactly.
 */
function totalOf({ total, estimate }: Result): number | null {
  if (estimate === null) return total;
  if (total === null) return estimate;
  return total > MAX_ROWS ? Math.max(total, estimate) : total;
}

/** Plans the rows that would be counted, for PostgreSQL's estimate. */
function estimate(schema: Schema, node: ReadNode): Statement {
  const parameters = new Parameters();
  const from = new ReadWriter(schema, parameters).from(node);
  return { text: `explain (format json) select ${from}`, values: parameters.values };
}
