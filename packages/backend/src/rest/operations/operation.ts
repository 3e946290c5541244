import type { Row, Statement } from "../../database/flush.ts";
import type { Format } from "../parse/media.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { Query } from "../parse/query.ts";

/** A request to a table or a function, with everything that was parsed of it. */
export interface RestRequest {
  method: string;
  /** Of the table or function. */
  name: string;
  query: Query;
  format: Format;
  preferences: Preferences;
  /** The `Range` header. */
  range: string | null;
  body: string;
}

/** What a request comes to: one statement, and how its result is answered. */
export interface Job {
  statement: Statement;
  /** Whose plan tells about how many rows there are. */
  estimate?: Statement;
  readOnly: boolean;
  timezone?: string;
  /** Looks at the result before it is kept; if it throws an `ApiError` nothing is. */
  check?: (result: Result) => void;
  reply: (result: Result) => Response;
}

/** The row that `resultSql` answers. */
export interface Result {
  rows: number;
  total: number | null;
  /** The planner's guess of `total`. */
  estimate: number | null;
  body: string | null;
  /** What a function set by `response.headers` and `response.status`. */
  headers: string | null;
  status: string | null;
  inserted: number | null;
  location: string | null;
}

/** @param estimate the answer to the job's `estimate` */
export function readResult(row: Row, estimate?: Row): Result {
  const [rows, total, body, headers, status, inserted, location] = row;
  return {
    rows: Number(rows),
    total: numberOrNull(total),
    estimate: estimate ? plannedRows(estimate) : null,
    body: body ?? null,
    headers: headers ?? null,
    status: status ?? null,
    inserted: numberOrNull(inserted),
    location: location ?? null,
  };
}

function numberOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function plannedRows([json]: Row): number {
  const [{ Plan: plan }] = JSON.parse(json ?? "") as [{ Plan: { "Plan Rows": number } }];
  return plan["Plan Rows"];
}
