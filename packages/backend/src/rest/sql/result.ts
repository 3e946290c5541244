import type { Format } from "../parse/media.ts";
import { RETURNED } from "../plan/read.ts";
import { SCALAR } from "./call.ts";

/** What is to be known of a result besides its rows. */
export interface ResultShape {
  /** How the rows are written; undefined to write none. */
  format?: Format;
  /** Rows that are a single column, the only such row, or the only row of columns. */
  only?: "values" | "value" | "row";
  /** SQL of the number of rows before limits. */
  total?: string;
  /** SQL of the number of rows that an upsert inserted. */
  inserted?: string;
  /** Columns that name the first row in `Location`. */
  key?: string[];
}

/** Settings in which a function may have left headers and a status for the answer. */
const SET_HEADERS = "nullif(current_setting('response.headers', true), '')";
const SET_STATUS = "nullif(current_setting('response.status', true), '')";

/** The rows of a CSV, which is made of them and of their first one's keys. */
const LISTED = "listed";

/**
 * One statement whose one row tells everything about a request's result: how many rows, how
 * many before limits, the body, headers, status, rows inserted, and where the first row is. The
 * body is written by PostgreSQL; the server passes on text without looking into it.
 * @param rows the statement that selects what is answered
 * @param first a statement whose rows `rows` reads as `source`
 */
export function resultSql(rows: string, shape: ResultShape, first?: string): string {
  const { format, only, total = "null", inserted = "null", key } = shape;
  const csv = format?.kind === "csv";
  const withs = [
    ...(first === undefined ? [] : [`${RETURNED} as (${first})`]),
    ...(csv ? [`${LISTED} as materialized (${rows})`] : []),
  ];
  const body = format ? bodySql(format, only) : "null";
  const location = key ? locationSql(key) : "null";
  return [
    withs.length > 0 ? `with ${withs.join(", ")}` : "",
    `select count(*), ${total}, ${body}, ${SET_HEADERS}, ${SET_STATUS}, ${inserted}, ${location}`,
    `from ${csv ? LISTED : `(${rows})`} t`,
  ]
    .filter((clause) => clause !== "")
    .join(" ");
}

/** The result of a request that asks only how many rows there are. */
export function countSql(from: string, limit: number, offset: number): string {
  return [
    `select greatest(least(c.total - ${offset}, ${limit}), 0), c.total, null, null, null, null, null`,
    `from (select count(*) as total ${from}) c`,
  ].join(" ");
}

/**
 * The number of rows before limits. A page that is not full is the last one: its rows and those
 * skipped are all there are, and nothing has to be counted.
 */
export function totalSql(from: string, limit: number, offset: number): string {
  const last = `count(*) < ${limit}${offset > 0 ? " and count(*) > 0" : ""}`;
  return `case when ${last} then ${offset} + count(*) else (select count(*) ${from}) end`;
}

/** `t.*` and not `t`, which would be a column of that name if the client calls one so. */
function bodySql({ kind, stripNulls }: Format, only: ResultShape["only"]): string {
  if (kind === "csv") return csvSql();
  const row = only === "value" || only === "values" ? `t.${SCALAR}` : "t.*";
  const rows = stripNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  return kind === "object" || only === "value" || only === "row"
    ? `coalesce((${rows} -> 0)::text, 'null')`
    : `coalesce(${rows}::text, '[]')`;
}

function csvSql(): string {
  const first = `(select row_to_json(l.*) from ${LISTED} l limit 1)`;
  const header = `(select string_agg(key, ',') from json_object_keys(${first}) key)`;
  // A row as text is its values, quoted as in a CSV, between parentheses.
  const lines = "string_agg(substring((t.*)::text, 2, length((t.*)::text) - 2), E'\\n')";
  return `coalesce(${header} || E'\\n' || ${lines}, '')`;
}

/** The first row's key as an object of texts. */
function locationSql(key: string[]): string {
  const names = key.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ");
  const first = `(select row_to_json(s.*) from ${RETURNED} s limit 1)`;
  return `(select json_object_agg(key, value) from json_each_text(${first}) where key in (${names}))`;
}
