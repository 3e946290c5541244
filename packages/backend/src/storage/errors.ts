import pg from "pg";

import { retryAfter } from "../http/retry-after.ts";
import { InvalidToken } from "../tokens/jwt.ts";
import { FileMissing } from "./store/store.ts";

/** An error that clients can see, in the words of the hosted service. */
export class StorageError extends Error {
  /**
   * The status in the body. The response line has 400 for most of them, as in the hosted service.
   */
  readonly status: number;
  /** A stable name, which supabase-js reads. */
  readonly code: string;
  /** The older name, for older clients. */
  readonly error: string;
  /** Additional headers of the response. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    error = code,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
    this.headers = headers;
  }
}

export const accessDenied = (message = "Access denied") =>
  new StorageError(403, "AccessDenied", message, "Unauthorized");
/** What the policies of `storage.objects` refuse. */
export const notPermitted = () => accessDenied("new row violates row-level security policy");
export const noSuchBucket = () =>
  new StorageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
export const noSuchKey = () => new StorageError(404, "NoSuchKey", "Object not found", "not_found");
const duplicate = () =>
  new StorageError(409, "ResourceAlreadyExists", "The resource already exists", "Duplicate");
export const invalidKey = (key: string) =>
  new StorageError(400, "InvalidKey", `Invalid key: ${key.slice(0, 200)}`);
export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", message);
export const invalidToken = (message: string) => new StorageError(400, "InvalidJWT", message);
export const invalidMimeType = (type: string) =>
  unsupportedType(`mime type ${type} is not supported`);
export const unsupportedType = (message: string) =>
  new StorageError(415, "InvalidMimeType", message, "invalid_mime_type");
export const imageTooSmall = (leastSide: number) =>
  new StorageError(
    422,
    "ImageTooSmall",
    `The image's shorter side has less than ${leastSide} pixels`,
    "image_too_small",
  );
export const entityTooLarge = (entity = "object") =>
  new StorageError(
    413,
    "EntityTooLarge",
    `The ${entity} exceeded the maximum allowed size`,
    "Payload too large",
  );
export const tooManyRequests = (message: string, seconds = 1) =>
  new StorageError(429, "SlowDown", message, "too_many_requests", {
    "retry-after": String(seconds),
  });
/** The answer contains the file's size, so that the client can retry. */
export const rangeNotSatisfiable = (size: number) =>
  new StorageError(416, "InvalidRange", "The requested range is not satisfiable", "invalid_range", {
    "content-range": `bytes */${size}`,
  });

const insufficientStorage = () =>
  new StorageError(507, "InsufficientStorage", "Insufficient storage: the file was not kept");
const unavailable = () =>
  new StorageError(
    503,
    "ServiceUnavailable",
    "The service is not available. Try again later.",
    undefined,
    { "retry-after": "5" },
  );
const internal = () => new StorageError(500, "InternalError", "Internal server error", "Internal");

/** Converts any failure to an answer. Unexpected errors become `InternalError` without details. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof FileMissing) return noSuchKey();
  if (error instanceof InvalidToken) return accessDenied(tokenProblem(error));
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error instanceof Error) return fromSystem(error);
  return internal();
}

/** The hosted service reads a missing token as an empty one. */
function tokenProblem({ message }: InvalidToken): string {
  return message.startsWith("No API key") ? "Invalid Compact JWS" : message;
}

function fromDatabase(error: pg.DatabaseError): StorageError {
  const { code = "", message } = error;
  switch (code) {
    case "42501":
      return message.includes("row-level security") ? notPermitted() : accessDenied(message);
    case "23505":
      return duplicate();
    case "23503":
      return new StorageError(404, "InvalidRequest", "The related resource does not exist");
    case "25006":
      return new StorageError(503, "DatabaseReadOnly", "The database is in read-only mode.");
    case "57014":
      return new StorageError(544, "DatabaseTimeout", "The database took too long to answer");
    case "53100":
      return insufficientStorage();
  }
  const refusal = raised(error);
  if (refusal) return refusal;
  // Connection lost, too many connections, shutting down.
  if (/^(08|53|57P)/.test(code)) return unavailable();
  // Values that PostgreSQL refuses: null bytes, numbers out of range, broken constraints.
  if (/^2[23]/.test(code)) return invalidRequest("The request holds a value that can't be stored");
  return internal();
}

/** A refusal by the project's own policies, raised as for the REST service: `PT429` is 429. */
function raised({ code, message, detail, hint }: pg.DatabaseError): StorageError | undefined {
  const [, status] = /^PT(4\d\d)$/.exec(code ?? "") ?? [];
  if (!status) return undefined;
  if (status === "429") return tooManyRequests(message, Number(retryAfter(hint) ?? 60));
  return new StorageError(Number(status), message, detail ?? message);
}

const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i;
const CONNECTION_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);

function fromSystem(error: Error & { code?: string; syscall?: string }): StorageError {
  if (error.code === "ENOSPC" || error.code === "EDQUOT") return insufficientStorage();
  if (CONNECTION_CODES.has(error.code ?? "") || error.syscall === "connect") return unavailable();
  // The S3 library's error for a store that accepts a connection and doesn't answer.
  if (error.name === "TimeoutError") return unavailable();
  return CONNECTION_LOST.test(error.message) ? unavailable() : internal();
}

/**
 * Statuses that the response line has too. The hosted service answers 400 for all others below 500.
 */
const PLAIN_STATUSES = new Set([416, 429]);

/**
 * Creates the response to a failed request. Caches must not store it, because a missing object may
 * be uploaded later.
 */
export function errorResponse(error: StorageError): Response {
  const { status, code, error: name, message, headers } = error;
  const line = status >= 500 || PLAIN_STATUSES.has(status) ? status : 400;
  return Response.json(
    { statusCode: String(status), code, error: name, message },
    { status: line, headers: { ...headers, "cache-control": "no-store" } },
  );
}
