import type { Statement } from "../../database/pipeline.ts";
import { notSingular, unknownTable } from "../errors.ts";
import type { Operation, RestRequest, Result } from "./operation.ts";
import { MAX_ROWS, intersection, parseRangeHeader } from "../parse/range.ts";
import { planRead, type ReadNode } from "../plan/read.ts";
import { contentRange, listStatus, preferenceApplied, respond } from "../respond.ts";
import type { Schema } from "../schema/types.ts";
import { Parameters } from "../sql/parameters.ts";
import { ReadWriter } from "../sql/read.ts";
import { countSql, resultSql, totalSql } from "../sql/result.ts";

/** Plans GET and HEAD of a table or view. */
export function readTable(schema: Schema, request: RestRequest): Operation {
  const { name, query, format, preferences } = request;
  const table = schema.tables.get(name);
  if (!table) throw unknownTable(name);
  const node = planRead(schema, table, query);
  slice(node, request);
  const { offset = 0 } = node.slice;
  const { count, handling, timezone } = preferences;
  const applied = preferenceApplied({ count, handling, timezone });
  const headers = { "content-type": format.contentType, ...applied };
  return {
    statement: readStatement(schema, node, request),
    ...((count === "planned" || count === "estimated") && { estimate: estimate(schema, node) }),
    readOnly: true,
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

/** Applies the `Range` header within `limit` and `offset`. Only GET has ranges. */
export function slice(node: ReadNode, { method, range }: RestRequest): void {
  if (method !== "GET" || range === null) return;
  const { limit, offset } = intersection(parseRangeHeader(range), node.slice);
  node.slice = { offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS) };
}

function readStatement(schema: Schema, node: ReadNode, request: RestRequest): Statement {
  const { method, format, preferences } = request;
  const { limit = MAX_ROWS, offset = 0 } = node.slice;
  const parameters = new Parameters();
  const writer = new ReadWriter(schema, parameters);
  const counted = preferences.count === "exact";
  if (method === "HEAD" && counted) {
    const text = countSql(writer.from(node), limit, offset);
    return { text, values: parameters.values };
  }
  const text = resultSql(writer.select(node), {
    ...(method !== "HEAD" && { format }),
    ...(counted && { total: totalSql(writer.from(node), limit, offset) }),
    ...(preferences.count === "estimated" && { total: boundedTotal(writer.from(node)) }),
  });
  return { text, values: parameters.values };
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
