import type { Format } from "../parse/media.ts";
import { RETURNED } from "../plan/read.ts";
import { SCALAR } from "./call.ts";
import { countRow } from "./size.ts";

/** The values that a result needs besides its rows. */
export interface ResultShape {
  /** The format of the rows; undefined for a result without rows. */
  format?: Format;
  /** Rows with a single column, one such row, or one row of columns. */
  only?: "values" | "value" | "row";
  /** SQL of the number of rows before limits. */
  total?: string;
  /** SQL of the number of rows that an upsert inserted. */
  inserted?: string;
  /** Columns that identify the first row in `Location`. */
  key?: string[];
  /** True if the bytes of each row are counted. */
  countsRows?: boolean;
}

/** Settings by which a function may set response headers and status. */
const SET_HEADERS = "nullif(current_setting('response.headers', true), '')";
const SET_STATUS = "nullif(current_setting('response.status', true), '')";

/** Alias of the rows of a CSV, which is written from the rows and the keys of the first one. */
const LISTED = "listed";

/**
 * Writes one statement whose one row is the whole result of a request: number of rows, total before
 * limits, body, headers, status, inserted rows, and location of the first row. PostgreSQL writes
 * the body, so the server passes it on unparsed.
 * @param rows the statement that selects the answered rows
 * @param first a statement whose rows `rows` reads as `source`
 */
export function resultSql(rows: string, shape: ResultShape, first?: string): string {
  const { format, only, total = "null", inserted = "null", key, countsRows } = shape;
  const csv = format?.kind === "csv";
  const withs = [
    ...(first === undefined ? [] : [`${RETURNED} as (${first})`]),
    ...(csv ? [`${LISTED} as materialized (${rows})`] : []),
  ];
  const counted = countsRows ? ` filter (where ${countRow("t")})` : "";
  const body = format ? bodySql(format, only, counted) : "null";
  const location = key ? locationSql(key) : "null";
  return [
    withs.length > 0 ? `with ${withs.join(", ")}` : "",
    `select count(*), ${total}, ${body}, ${SET_HEADERS}, ${SET_STATUS}, ${inserted}, ${location}`,
    `from ${csv ? LISTED : `(${rows})`} t`,
  ]
    .filter((clause) => clause !== "")
    .join(" ");
}

/** Writes the result of a request for the number of rows only. */
export function countSql(from: string, limit: number, offset: number): string {
  return [
    `select greatest(least(c.total - ${offset}, ${limit}), 0), c.total, null, null, null, null, null`,
    `from (select count(*) as total ${from}) c`,
  ].join(" ");
}

/**
 * Writes the number of rows before limits. A page that is not full is the last one, so the total is
 * its rows plus the skipped ones, without counting.
 */
export function totalSql(from: string, limit: number, offset: number): string {
  const last = `count(*) < ${limit}${offset > 0 ? " and count(*) > 0" : ""}`;
  return `case when ${last} then ${offset} + count(*) else (select count(*) ${from}) end`;
}

/** `t.*` and not `t`, which would mean a column if the client names one so. */
function bodySql({ kind, stripNulls }: Format, only: ResultShape["only"], counted: string): string {
  if (kind === "csv") return csvSql(counted);
  const row = only === "value" || only === "values" ? `t.${SCALAR}` : "t.*";
  const list = `json_agg(${row})${counted}`;
  const rows = stripNulls ? `json_strip_nulls(${list})` : list;
  return kind === "object" || only === "value" || only === "row"
    ? `coalesce((${rows} -> 0)::text, 'null')`
    : `coalesce(${rows}::text, '[]')`;
}

function csvSql(counted: string): string {
  const first = `(select row_to_json(l.*) from ${LISTED} l limit 1)`;
  const header = `(select string_agg(key, ',') from json_object_keys(${first}) key)`;
  // A row as text is its values in parentheses, quoted as in CSV.
  const lines = "string_agg(substring((t.*)::text, 2, length((t.*)::text) - 2), E'\\n')";
  return `coalesce(${header} || E'\\n' || ${lines}${counted}, '')`;
}

/** Writes the first row's key as an object of texts. */
function locationSql(key: string[]): string {
  const names = key.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ");
  const first = `(select row_to_json(s.*) from ${RETURNED} s limit 1)`;
  return `(select json_object_agg(key, value) from json_each_text(${first}) where key in (${names}))`;
}
