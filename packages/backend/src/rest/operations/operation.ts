import type { Row, Statement } from "../../database/pipeline.ts";
import type { Format } from "../parse/media.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { Query } from "../parse/query.ts";

/** A request to a table or a function, parsed. */
export interface RestRequest {
  method: string;
  /** The name of the table or function. */
  name: string;
  query: Query;
  format: Format;
  preferences: Preferences;
  /** The `Range` header. */
  range: string | null;
  body: string;
  /** True if the body is a text, for a function with a single unnamed parameter. */
  isTextBody: boolean;
  /** The role of the caller. */
  role: string;
}

/** Returns true for callers whose requests are bounded: all without the service key. */
export function isBounded({ role }: Pick<RestRequest, "role">): boolean {
  return role !== "service_role";
}

/** A planned request: one statement, and the answer for its result. */
export interface Operation {
  statement: Statement;
  /** A statement whose plan contains the estimated number of rows. */
  estimate?: Statement;
  readOnly: boolean;
  /** True if it may take much memory or time; few of these run at once. */
  isHeavy: boolean;
  timezone?: string;
  /** Checks the result before the commit; an `ApiError` rolls back. */
  check?: (result: Result) => void;
  reply: (result: Result) => Response;
}

/** The one row of `resultSql`. */
export interface Result {
  rows: number;
  total: number | null;
  /** The planner's estimate of `total`. */
  estimate: number | null;
  body: string | null;
  /**
   * Response headers that a function has set by `response.headers`; its status by
   * `response.status`.
   */
  headers: string | null;
  status: string | null;
  inserted: number | null;
  location: string | null;
}

/**
 * Converts the row of `resultSql` to a result.
 * @param estimate the row of the operation's `estimate`
 */
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
