import { ApiError } from "./errors.ts";

/** The members that `pg` adds to an error of PostgreSQL. */
interface DatabaseError extends Error {
  severity: string;
  code: string;
  detail?: string;
  hint?: string;
}

/** SQLSTATEs whose status differs from that of their class. */
const STATUS_OF_CODE: Record<string, number> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42P01": 404,
  "42883": 404,
  "42P17": 500,
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  P0001: 400,
  // Statement time-out: 500 in PostgREST, but nothing is broken.
  "57014": 504,
  // Writing to a read-only view: 500 in PostgREST, but the request is wrong.
  "55000": 400,
};

/**
 * Statuses by the first two characters of an SQLSTATE. Classes that are not listed are client
 * errors. Unlike in PostgREST, these include 21 (one row upserted twice) and 54 (nested beyond the
 * limits).
 */
const STATUS_OF_CLASS: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** SQLSTATEs that may disappear when the schema is read again. */
const STALE = new Set(["42P01", "42703", "42883", "42704", "42P02"]);

/** Serialization failure and deadlock: the same request can succeed a moment later. */
const TRANSIENT = new Set(["40001", "40P01"]);

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "severity" in error && "code" in error;
}

/** Returns true if the transaction lost a race and should be run again. */
export function isTransient(error: unknown): boolean {
  return isDatabaseError(error) && TRANSIENT.has(error.code);
}

/**
 * Converts an error of PostgreSQL or of the connection to an answer. Clients get PostgreSQL's
 * message about their request. Returns undefined for other errors.
 * @param readOnly whether the transaction was one for reading
 */
export function databaseError(error: unknown, role: string, readOnly = true): ApiError | undefined {
  // FATAL ends the connection: it is about the server's state, not about this request.
  if (!isDatabaseError(error) || error.severity === "FATAL") return connectionError(error);
  const { code, message, detail, hint } = error;
  return (
    raised(error) ??
    new ApiError(statusOf(code, message, role, readOnly), code, message, {
      details: detail,
      hint,
      stale: STALE.has(code),
      cause: error,
    })
  );
}

/** The request itself needs an object beyond a gigabyte, which PostgreSQL reports as its own error. */
const TOO_MUCH_MEMORY = /^invalid memory alloc request size/;

function statusOf(code: string, message: string, role: string, readOnly: boolean): number {
  // A standby that isn't the primary yet, or no longer.
  if (code === "25006" && !readOnly) return 503;
  if (code === "42501") return role === "anon" ? 401 : 403;
  if (code === "22023" && /^role ".*" does not exist$/.test(message)) return 401;
  if (code === "XX000" && TOO_MUCH_MEMORY.test(message)) return 400;
  return STATUS_OF_CODE[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400;
}

/**
 * Reads `raise sqlstate 'PT404'`, which sets the status, and `raise sqlstate 'PGRST'`, which sets
 * the whole answer.
 */
function raised({ code, message, detail, hint }: DatabaseError): ApiError | undefined {
  const [, status] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  // A status below 200 isn't final: the client would wait for another answer.
  if (status && Number(status) >= 200) {
    return new ApiError(Number(status), code, message, { details: detail, hint });
  }
  if (code !== "PGRST") return undefined;
  const body = jsonObject(message);
  const reply = jsonObject(detail);
  if (typeof body?.code !== "string" || typeof body.message !== "string") return unreadable();
  if (!Number.isInteger(reply?.status)) return unreadable();
  return new ApiError(
    Math.min(Math.max(Number(reply?.status), 200), 599),
    body.code,
    body.message,
    {
      details: body.details,
      hint: typeof body.hint === "string" ? body.hint : null,
    },
  );
}

function unreadable(): ApiError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new ApiError(500, "PGRST121", message);
}

function jsonObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Messages of `pg` for a connection that can't be opened or is lost. */
const CONNECTION_GONE =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after)/;

function connectionError(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === "timeout exceeded when trying to connect") {
    const message = "Timed out acquiring connection from connection pool.";
    return new ApiError(504, "PGRST003", message, { cause: error });
  }
  if (!CONNECTION_GONE.test(error.message) && !("syscall" in error) && !isDatabaseError(error)) {
    return undefined;
  }
  return new ApiError(503, "PGRST000", "Database connection error.", { cause: error });
}
