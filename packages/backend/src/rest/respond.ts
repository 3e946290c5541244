import { ApiError, invalidRange, notSingular, tooManyAffected } from "./errors.ts";
import type { RestRequest, Result } from "./operations/operation.ts";
import { appliedPreferences, type Preferences } from "./parse/preferences.ts";

export type HeaderFields = Record<string, string>;

/** Statuses whose answers have no body; a function may choose one. */
const BODILESS = new Set([204, 205, 304]);

/** What passes by itself is worth asking again; supabase-js does so three times. */
const RETRY_SECONDS = "2";

/** The answer to a request that succeeded. */
export function respond(
  result: Result,
  status: number,
  body: string | null,
  headers: HeaderFields,
): Response {
  const told = result.status === null ? status : statusOf(result.status);
  return new Response(BODILESS.has(told) ? null : body, {
    status: told,
    headers: result.headers === null ? headers : { ...headers, ...headersOf(result.headers) },
  });
}

export function respondError(error: ApiError, method = "GET"): Response {
  const headers: HeaderFields = {
    "content-type": "application/json; charset=utf-8",
    "proxy-status": `PostgREST; error=${error.code}`,
  };
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  if (error.status === 503) headers["retry-after"] = RETRY_SECONDS;
  const empty = method === "HEAD" || BODILESS.has(error.status);
  return new Response(empty ? null : JSON.stringify(error), { status: error.status, headers });
}

/** `0-23/140`: which rows of how many are answered. */
export function contentRange(first: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : "*";
  return `${range}/${total ?? "*"}`;
}

/** The status of a list that starts at `offset`. */
export function listStatus(rows: number, total: number | null, offset: number): number {
  if (total === null) return 200;
  if (offset > total) {
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  return rows < total ? 206 : 200;
}

/** Whether a result is to be looked at before it is kept. */
export function isChecked({ format, preferences }: RestRequest): boolean {
  return format.kind === "object" || strictMaximum(preferences) !== undefined;
}

/** @throws {ApiError} for a single object that isn't single, and for more rows than allowed */
export function checkRows({ format, preferences }: RestRequest, { rows }: Result): void {
  const most = strictMaximum(preferences);
  if (format.kind === "object" && rows !== 1) throw notSingular(rows);
  if (most !== undefined && rows > most) throw tooManyAffected(rows);
}

/** `max-affected` means something only together with `handling=strict`. */
export function strictMaximum({ handling, maxAffected }: Preferences): number | undefined {
  return handling === "strict" ? maxAffected : undefined;
}

export function preferenceApplied(applied: Preferences): HeaderFields {
  const said = appliedPreferences(applied);
  return said === undefined ? {} : { "preference-applied": said };
}

function statusOf(text: string): number {
  const status = Number(text);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new ApiError(500, "PGRST112", "response.status guc must be a valid status code");
}

function headersOf(json: string): HeaderFields {
  try {
    const headers = JSON.parse(json) as HeaderFields[];
    // What a header can't hold is found out here, not when the answer is on its way.
    return Object.fromEntries(new Headers(Object.assign({}, ...headers)));
  } catch {
    const message =
      "response.headers guc must be a JSON array composed of objects with a single key and a string value";
    throw new ApiError(500, "PGRST111", message);
  }
}
