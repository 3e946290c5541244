import { HEADERS } from "../../http/headers.ts";
import { maxAffectedOnScalar } from "../errors.ts";
import type { Operation, RestRequest, Result } from "./operation.ts";
import { parseArguments, type Body } from "../parse/body.ts";
import { MAX_ROWS } from "../parse/range.ts";
import { findFunction } from "../plan/call.ts";
import { neededColumns } from "../plan/needed.ts";
import { planRead, RETURNED } from "../plan/read.ts";
import {
  checkRows,
  contentRange,
  isChecked,
  listStatus,
  preferenceApplied,
  respond,
  strictMaximum,
} from "../respond.ts";
import type { Routine, Schema, Table } from "../schema/types.ts";
import { callWithBody, callWithValues } from "../sql/call.ts";
import { Parameters } from "../sql/parameters.ts";
import { ReadWriter } from "../sql/read.ts";
import { resultSql, totalSql, type ResultShape } from "../sql/result.ts";
import { slice } from "./read-table.ts";

/** Plans GET, HEAD and POST of a function. */
export function callFunction(schema: Schema, request: RestRequest): Operation {
  const { method, name, query, format, preferences } = request;
  const body = method === "POST" ? parseArguments(request.body, query.columns) : undefined;
  const given = body?.keys ?? [...new Set(query.arguments.map(([argument]) => argument))];
  const routine = findFunction(schema, name, given, body !== undefined);
  const { kind, set } = routine.returns;
  if (strictMaximum(preferences) !== undefined && !set) throw maxAffectedOnScalar();
  const { statement, offset } = write(schema, routine, request, body);
  const { count, handling, timezone, maxAffected } = preferences;
  // A function declared as stable or immutable runs in a read-only transaction.
  const readOnly = method !== "POST" || routine.volatility !== "volatile";
  const headers = {
    ...preferenceApplied({ count, handling, timezone, maxAffected }),
    ...(readOnly && { [HEADERS.readOnly]: "true" }),
    ...(kind !== "void" && { "content-type": format.contentType }),
  };
  const checked = set && isChecked(request);
  return {
    statement,
    readOnly,
    timezone,
    ...(checked && { check: (result: Result) => checkRows(request, result) }),
    reply(result) {
      const { rows, total, body: text } = result;
      const range = { ...headers, "content-range": contentRange(offset, rows, total) };
      if (kind === "void") return respond(result, 204, null, range);
      return respond(result, listStatus(rows, total, offset), text, range);
    },
  };
}

function write(
  schema: Schema,
  routine: Routine,
  request: RestRequest,
  body: Body | undefined,
): { statement: Operation["statement"]; offset: number } {
  const { method, query, format, preferences } = request;
  const { kind, set, row } = routine.returns;
  const parameters = new Parameters();
  const call = (computed: string[]) =>
    body
      ? callWithBody(routine, body, parameters, computed)
      : callWithValues(routine, query.arguments, parameters, computed);
  const minimal = method === "HEAD" || kind === "void" || preferences.return === "minimal";
  const written = minimal ? {} : { format };
  if (!row) {
    const shape: ResultShape = { ...written, only: set ? "values" : "value" };
    const total = preferences.count ? "count(*)" : undefined;
    const text = resultSql(`select * from ${RETURNED}`, { ...shape, total }, call([]));
    return { statement: { text, values: parameters.values }, offset: 0 };
  }
  const node = planRead(schema, row, query, RETURNED);
  slice(node, request);
  const { limit = MAX_ROWS, offset = 0 } = node.slice;
  const first = call(computedColumns(row, neededColumns(node)));
  const writer = new ReadWriter(schema, parameters);
  const rows = writer.select(node);
  const shape: ResultShape = {
    ...written,
    ...(!set && { only: "row" }),
    ...(preferences.count && { total: totalSql(writer.from(node), limit, offset) }),
  };
  return { statement: { text: resultSql(rows, shape, first), values: parameters.values }, offset };
}

function computedColumns({ columns, computed }: Table, needed: Set<string>): string[] {
  return [...needed].filter((name) => computed.has(name) && !columns.has(name));
}
