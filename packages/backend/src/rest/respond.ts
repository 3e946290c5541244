import { retryAfter } from "../http/retry-after.ts";
import { ApiError, notSingular, offsetBeyond, tooManyAffected } from "./errors.ts";
import type { RestRequest, Result } from "./operations/operation.ts";
import { appliedPreferences, type Preferences } from "./parse/preferences.ts";

export type HeaderFields = Record<string, string>;

/** Statuses without a body; a function may set one. */
const BODILESS = new Set([204, 205, 304]);

/** Delay before a retry of a temporary error, in seconds. supabase-js retries three times. */
const RETRY_SECONDS = "2";

/** Creates the response to a request that succeeded. */
export function respond(
  result: Result,
  status: number,
  body: string | null,
  headers: HeaderFields,
): Response {
  const finalStatus = result.status === null ? status : statusOf(result.status);
  return new Response(BODILESS.has(finalStatus) ? null : body, {
    status: finalStatus,
    headers: result.headers === null ? headers : { ...headers, ...headersOf(result.headers) },
  });
}

/** Creates the response to a refused request. HEAD gets no body. */
export function respondError(error: ApiError, method = "GET"): Response {
  const headers: HeaderFields = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "proxy-status": `PostgREST; error=${error.code}`,
    ...error.headers,
  };
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  if (error.status === 503) headers["retry-after"] = RETRY_SECONDS;
  const seconds = error.status === 429 && retryAfter(error.hint);
  if (seconds) headers["retry-after"] = seconds;
  const empty = method === "HEAD" || BODILESS.has(error.status);
  return new Response(empty ? null : JSON.stringify(error), { status: error.status, headers });
}

/** Returns `Content-Range`, such as `0-23/140`: the answered rows and the total. */
export function contentRange(first: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : "*";
  return `${range}/${total ?? "*"}`;
}

/**
 * Returns the status of a list that starts at `offset`.
 * @throws {ApiError} PGRST103 if the offset is beyond the total
 */
export function listStatus(rows: number, total: number | null, offset: number): number {
  if (total === null) return 200;
  if (offset > total) throw offsetBeyond(offset, total);
  return rows < total ? 206 : 200;
}

/** Returns true if a result must be checked before the commit. */
export function isChecked({ format, preferences }: RestRequest): boolean {
  return format.kind === "object" || strictMaximum(preferences) !== undefined;
}

/**
 * Checks the number of rows against the request's conditions.
 * @throws {ApiError} if a single object was requested and there isn't exactly one, or if there are
 *   more rows than allowed
 */
export function checkRows({ format, preferences }: RestRequest, { rows }: Result): void {
  const most = strictMaximum(preferences);
  if (format.kind === "object" && rows !== 1) throw notSingular(rows);
  if (most !== undefined && rows > most) throw tooManyAffected(rows);
}

/** Returns `max-affected`, which counts only together with `handling=strict`. */
export function strictMaximum({ handling, maxAffected }: Preferences): number | undefined {
  return handling === "strict" ? maxAffected : undefined;
}

/** Returns the header `Preference-Applied`, or none if no preference was applied. */
export function preferenceApplied(applied: Preferences): HeaderFields {
  const headerValue = appliedPreferences(applied);
  return headerValue === undefined ? {} : { "preference-applied": headerValue };
}

function statusOf(text: string): number {
  const status = Number(text);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new ApiError(500, "PGRST112", "response.status guc must be a valid status code");
}

function headersOf(json: string): HeaderFields {
  try {
    const headers = JSON.parse(json) as HeaderFields[];
    // Invalid header values must fail here, not when the response is sent.
    return Object.fromEntries(new Headers(Object.assign({}, ...headers)));
  } catch {
    const message =
      "response.headers guc must be a JSON array composed of objects with a single key and a string value";
    throw new ApiError(500, "PGRST111", message);
  }
}
