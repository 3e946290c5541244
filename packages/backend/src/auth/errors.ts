import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

import { isUnreachable } from "../database/unreachable.ts";
import type { Logger } from "../logger.ts";

const API_VERSION_HEADER = "x-supabase-api-version";

/** From this API version on, clients read the error code from `code`; before, from `error_code`. */
const API_VERSION = "2024-01-01";

/** An error in the hosted service's terms. Clients see exactly its members. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Further members of the body, such as `weak_password`. */
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }
}

export const validationFailed = (message: string) =>
  new AuthError(400, "validation_failed", message);

export const invalidCredentials = () =>
  new AuthError(400, "invalid_credentials", "Invalid login credentials");

export const signUpDisabled = () =>
  new AuthError(422, "signup_disabled", "Signups not allowed for this instance");

export const userBanned = () => new AuthError(403, "user_banned", "User is banned");

export const sessionNotFound = () =>
  new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");

export const codeExpired = () =>
  new AuthError(403, "otp_expired", "Token has expired or is invalid");

export const linkExpired = () =>
  new AuthError(403, "otp_expired", "Email link is invalid or has expired");

/** Known only to who has the link or the code, which have confirmed the address. Not hosted. */
export const alreadyConfirmed = () =>
  new AuthError(403, "email_already_confirmed", "This email address is already confirmed");

/** Creates the error response in the shape of the client's API version. */
export function errorResponse(c: Context, error: AuthError): Response {
  const requestedVersion = c.req.header(API_VERSION_HEADER) ?? "";
  const current = /^\d{4}-\d\d-\d\d$/.test(requestedVersion) && requestedVersion >= API_VERSION;
  if (current) c.header(API_VERSION_HEADER, API_VERSION);
  c.header("x-sb-error-code", error.code);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const { status, code, message, details } = error;
  return c.json(
    current
      ? { code, message, ...details }
      : { code: status, error_code: code, msg: message, ...details },
    status,
  );
}

/**
 * Converts a thrown value to an `AuthError`. Unexpected errors are logged, and answered without
 * details.
 */
export function asAuthError(error: unknown, log: Logger): AuthError {
  if (error instanceof AuthError) return error;
  if (isUnreachable(error)) {
    log.warn({ err: error }, "database not reachable");
    return new AuthError(503, "unexpected_failure", "The service is not available right now", {
      headers: { "retry-after": "5" },
    });
  }
  log.error({ err: error }, "request to the auth service failed");
  return new AuthError(500, "unexpected_failure", "Unexpected failure, please try again later");
}

/**
 * Returns the name of the unique constraint that an insert or update violated, or undefined for
 * other errors.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" ? constraint : undefined;
}

/** OAuth's error name for each status. Clients read `error` first. */
const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  422: "invalid_request",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Returns an error as URL parameters, for browsers that follow a link. */
export function errorParameters({ status, code, message }: AuthError): Record<string, string> {
  return {
    error: OAUTH_ERRORS[status] ?? "invalid_request",
    error_code: code,
    error_description: message,
  };
}
