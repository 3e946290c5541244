import pg from "pg";

import { InvalidToken } from "../tokens/jwt.ts";
import { FileMissing } from "./store/store.ts";

/** An answer the caller may see, in the words of the hosted service. */
export class StorageError extends Error {
  /** What the body says; the response line says 400 for most of them, as the hosted service does. */
  readonly status: number;
  /** Stable name, which supabase-js reads. */
  readonly code: string;
  /** The older name beside it. */
  readonly error: string;
  /** Sent along with the answer. */
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
export const noSuchBucket = () =>
  new StorageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
export const noSuchKey = () => new StorageError(404, "NoSuchKey", "Object not found", "not_found");
export const duplicate = () =>
  new StorageError(409, "ResourceAlreadyExists", "The resource already exists", "Duplicate");
export const invalidKey = (key: string) =>
  new StorageError(400, "InvalidKey", `Invalid key: ${key.slice(0, 200)}`);
export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", message);
export const invalidToken = (message: string) => new StorageError(400, "InvalidJWT", message);
export const invalidMimeType = (type: string) =>
  unsupportedType(`mime type ${type} is not supported`);
export const unsupportedType = (message: string) =>
  new StorageError(415, "InvalidMimeType", message, "invalid_mime_type");
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
/** Says how long the file is, so that the caller can ask again. */
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

/** The answer to any failure. What isn't foreseen is `InternalError` and says nothing more. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof FileMissing) return noSuchKey();
  if (error instanceof InvalidToken) return accessDenied(error.message);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error instanceof Error) return fromSystem(error);
  return internal();
}

function fromDatabase({ code = "", message }: pg.DatabaseError): StorageError {
  switch (code) {
    case "42501":
      return accessDenied(
        message.includes("row-level security")
          ? "new row violates row-level security policy"
          : message,
      );
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
  // Connection lost, too many connections, shutting down.
  if (/^(08|53|57P)/.test(code)) return unavailable();
  // Values PostgreSQL can't take: null bytes, numbers out of range, broken constraints.
  if (/^2[23]/.test(code)) return invalidRequest("The request holds a value that can't be stored");
  return internal();
}

const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i;
const CONNECTION_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);

function fromSystem(error: Error & { code?: string; syscall?: string }): StorageError {
  if (error.code === "ENOSPC" || error.code === "EDQUOT") return insufficientStorage();
  if (CONNECTION_CODES.has(error.code ?? "") || error.syscall === "connect") return unavailable();
  // The library's, for a store that takes a connection and then says nothing.
  if (error.name === "TimeoutError") return unavailable();
  return CONNECTION_LOST.test(error.message) ? unavailable() : internal();
}

/** Statuses the response line carries itself; the hosted service says 400 for all others below 500. */
const PLAIN_STATUSES = new Set([416, 429]);

/** The response to a failed request. Never stored by a cache: what is missing may come. */
export function errorResponse(error: StorageError): Response {
  const { status, code, error: name, message, headers } = error;
  const line = status >= 500 || PLAIN_STATUSES.has(status) ? status : 400;
  return Response.json(
    { statusCode: String(status), code, error: name, message },
    { status: line, headers: { ...headers, "cache-control": "no-store" } },
  );
}
