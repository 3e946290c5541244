import { HEADERS } from "../../http/headers.ts";
import { maxAffectedOnScalar } from "../errors.ts";
import { isBounded, type Operation, type RestRequest, type Result } from "./operation.ts";
import { parseArguments, type Body } from "../parse/body.ts";
import { MAX_ROWS } from "../parse/range.ts";
import { boundRead } from "../plan/bounds.ts";
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
import { rangeOf } from "./read-table.ts";

/** Plans GET, HEAD and POST of a function. */
export function callFunction(schema: Schema, request: RestRequest): Operation {
  const { method, name, query, format, preferences, isTextBody, role } = request;
  const body = method === "POST" ? bodyOf(request) : undefined;
  const names = body?.keys ?? [...new Set(query.arguments.map(([argument]) => argument))];
  const kindOfBody = isTextBody ? "text" : "json";
  const given = body ? ({ names, body: kindOfBody } as const) : { names };
  const routine = findFunction(schema, name, given, role);
  const { kind, set } = routine.returns;
  if (strictMaximum(preferences) !== undefined && !set) throw maxAffectedOnScalar();
  const { statement, offset, isHeavy } = write(schema, routine, request, body);
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
    isHeavy,
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
): Pick<Operation, "statement" | "isHeavy"> & { offset: number } {
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
    return { statement: { text, values: parameters.values }, offset: 0, isHeavy: false };
  }
  const node = planRead(schema, row, query, RETURNED, rangeOf(request));
  const isHeavy = isBounded(request) && boundRead(node);
  const { limit = MAX_ROWS, offset = 0 } = node.slice;
  const first = call(computedColumns(row, neededColumns(node)));
  const writer = new ReadWriter(schema, parameters);
  const rows = writer.select(node);
  const shape: ResultShape = {
    ...written,
    countsRows: node.countsRows,
    ...(!set && { only: "row" }),
    ...(preferences.count && { total: totalSql(writer.from(node), limit, offset) }),
  };
  const text = resultSql(rows, shape, first);
  return { statement: { text, values: parameters.values }, offset, isHeavy };
}

function bodyOf({ body, isTextBody, query }: RestRequest): Body {
  return isTextBody
    ? { json: body, isArray: false, keys: [] }
    : parseArguments(body, query.columns);
}

function computedColumns({ columns, computed }: Table, needed: Set<string>): string[] {
  return [...needed].filter((name) => computed.has(name) && !columns.has(name));
}
