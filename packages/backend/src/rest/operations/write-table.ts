import { invalidFilters, keyMismatchOnPut, limitOnPut, missingWhere } from "../errors.ts";
import { isBounded, type Operation, type RestRequest, type Result } from "./operation.ts";
import { parseBody } from "../parse/body.ts";
import type { Condition } from "../parse/logic.ts";
import type { Query } from "../parse/query.ts";
import { boundRead } from "../plan/bounds.ts";
import { findTable } from "../plan/find-table.ts";
import { neededColumns } from "../plan/needed.ts";
import { planRead, RETURNED } from "../plan/read.ts";
import {
  checkRows,
  contentRange,
  isChecked,
  preferenceApplied,
  respond,
  type HeaderFields,
} from "../respond.ts";
import type { Schema, Table } from "../schema/types.ts";
import { INSERTED_ROWS, MutationWriter, type Conflict } from "../sql/mutate.ts";
import { Parameters } from "../sql/parameters.ts";
import { ReadWriter } from "../sql/read.ts";
import { resultSql, type ResultShape } from "../sql/result.ts";

/** Plans POST, PATCH, PUT and DELETE of a table or view. */
export function writeTable(schema: Schema, request: RestRequest): Operation {
  const table = findTable(schema, request);
  switch (request.method) {
    case "POST":
      return insert(schema, table, request);
    case "PUT":
      return put(schema, table, request);
    case "PATCH":
      return update(schema, table, request);
    default:
      return remove(schema, table, request);
  }
}

function insert(schema: Schema, table: Table, request: RestRequest): Operation {
  const { query, preferences } = request;
  const { resolution, missing } = preferences;
  const body = parseBody(request.body, query.columns);
  const key = query.onConflict ?? table.primaryKey;
  // Without a key, rows can't be duplicates.
  const conflict: Conflict | undefined =
    resolution && key.length > 0 ? { columns: key, resolution } : undefined;
  const merging = conflict?.resolution === "merge-duplicates";
  return operation(schema, table, request, {
    write: (writer) => writer.insert(body, missing === "default", conflict),
    shape: {
      ...(merging && { inserted: INSERTED_ROWS }),
      ...(preferences.return === "headers-only" && { key: table.primaryKey }),
    },
    applied: { resolution: conflict?.resolution, missing },
    status: ({ inserted }) => (merging && !inserted ? 200 : 201),
    headers: (result) => ({
      ...location(table, result),
      "content-range": `*/${preferences.count ? result.rows : "*"}`,
    }),
  });
}

/** Creates or replaces one row, named by its primary key. */
function put(schema: Schema, table: Table, request: RestRequest): Operation {
  const { query } = request;
  if (query.slices.some(({ path }) => path.length === 0)) throw limitOnPut();
  const where = rootConditions(query);
  const named = where.map(keyEquality);
  if (
    table.primaryKey.length === 0 ||
    named.length !== table.primaryKey.length ||
    !table.primaryKey.every((column) => named.includes(column))
  ) {
    throw invalidFilters();
  }
  const body = parseBody(request.body, query.columns);
  return operation(schema, table, request, {
    write: (writer) =>
      writer.insert(
        body,
        false,
        { columns: table.primaryKey, resolution: "merge-duplicates" },
        where,
      ),
    shape: { inserted: INSERTED_ROWS },
    applied: {},
    check({ rows }) {
      if (rows !== 1) throw keyMismatchOnPut();
    },
    status({ inserted }) {
      if (request.preferences.return !== "representation") return 204;
      return inserted ? 201 : 200;
    },
    headers: () => ({}),
  });
}

/** Returns the column if the condition only compares it with a value. */
function keyEquality(condition: Condition): string | undefined {
  if (condition.kind !== "filter" || condition.not || condition.field.path.length > 0) return;
  const { test, field } = condition;
  return test.kind === "compare" && test.operator === "=" && !test.quantifier
    ? field.name
    : undefined;
}

function update(schema: Schema, table: Table, request: RestRequest): Operation {
  const { query, preferences } = request;
  const body = parseBody(request.body, query.columns);
  const where = rootConditions(query);
  if (where.length === 0) throw missingWhere("UPDATE");
  const { missing, maxAffected } = preferences;
  return operation(schema, table, request, {
    write: (writer) => writer.update(body, missing === "default", where),
    shape: {},
    applied: { missing, maxAffected },
    status: () => (preferences.return === "representation" ? 200 : 204),
    headers: ({ rows }) => ({
      "content-range": contentRange(0, rows, preferences.count ? rows : null),
    }),
  });
}

function remove(schema: Schema, table: Table, request: RestRequest): Operation {
  const { query, preferences } = request;
  const where = rootConditions(query);
  if (where.length === 0) throw missingWhere("DELETE");
  return operation(schema, table, request, {
    write: (writer) => writer.delete(where),
    shape: {},
    applied: { maxAffected: preferences.maxAffected },
    status: () => (preferences.return === "representation" ? 200 : 204),
    headers: ({ rows }) => ({ "content-range": `*/${preferences.count ? rows : "*"}` }),
  });
}

interface Change {
  write: (writer: MutationWriter) => string;
  shape: ResultShape;
  /** The preferences that were applied for this kind of change. */
  applied: RestRequest["preferences"];
  check?: (result: Result) => void;
  status: (result: Result) => number;
  headers: (result: Result) => HeaderFields;
}

function operation(schema: Schema, table: Table, request: RestRequest, change: Change): Operation {
  const { query, format, preferences } = request;
  const { return: representation, count, handling, timezone } = preferences;
  const full = representation === "representation";
  // The conditions of the request choose the rows to change; here only those of embeds apply.
  const read = planRead(
    schema,
    table,
    { ...query, conditions: embedded(query.conditions), slices: embedded(query.slices) },
    RETURNED,
  );
  read.slice = {};
  const isHeavy = isBounded(request) && boundRead(read);
  const returned = full ? neededColumns(read) : new Set(change.shape.key);
  const parameters = new Parameters();
  const writer = new MutationWriter(schema, table, parameters, returned);
  const written = change.write(writer);
  const rows = full ? new ReadWriter(schema, parameters).select(read) : `select 1 from ${RETURNED}`;
  // A change has no limit, so any number of rows may come back.
  const countsRows = full && isBounded(request);
  const text = resultSql(rows, { ...change.shape, countsRows, ...(full && { format }) }, written);
  const headers = {
    ...preferenceApplied({ ...change.applied, return: representation, count, handling, timezone }),
    ...(full && { "content-type": format.contentType }),
  };
  return {
    statement: { text, values: parameters.values },
    readOnly: false,
    isHeavy,
    timezone,
    ...((change.check || isChecked(request)) && {
      check(result: Result) {
        change.check?.(result);
        checkRows(request, result);
      },
    }),
    reply: (result) =>
      respond(result, change.status(result), full ? result.body : null, {
        ...headers,
        ...change.headers(result),
      }),
  };
}

function rootConditions({ conditions }: Query): Condition[] {
  return conditions.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

function embedded<T extends { path: string[] }>(all: T[]): T[] {
  return all.filter(({ path }) => path.length > 0);
}

function location({ name }: Table, { location: key, rows }: Result): HeaderFields {
  if (key === null || rows !== 1) return {};
  const pairs = Object.entries(JSON.parse(key) as Record<string, string | null>);
  const filters = pairs.map(([column, value]) => [
    column,
    value === null ? "is.null" : `eq.${value}`,
  ]);
  return { location: `/${encodeURIComponent(name)}?${new URLSearchParams(filters)}` };
}
