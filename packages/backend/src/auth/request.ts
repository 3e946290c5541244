import type { Context } from "hono";
import { isIP } from "node:net";
import * as z from "zod";

import { HEADERS } from "../http/headers.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { METADATA_MAX_BYTES } from "./policy.ts";

/** The origin of a request, as sessions and the audit log record it. */
export interface RequestOrigin {
  address: string | undefined;
  userAgent: string;
}

/**
 * Returns the request's origin: the HTTP server's address header, and at most 512 characters of the
 * user agent.
 */
export function originOf(c: Context): RequestOrigin {
  const address = c.req.header(HEADERS.clientAddress);
  return {
    address: address && isIP(address) ? address : undefined,
    userAgent: (c.req.header("user-agent") ?? "").slice(0, 512),
  };
}

/**
 * More levels than any form's data. Far deeper values would fail in PostgreSQL or overflow the
 * stack.
 */
const MAX_DEPTH = 16;

/**
 * Reads the JSON body and validates it with `schema`.
 * @throws {AuthError} bad_json if it isn't JSON, has other types, or can't be stored
 */
export async function jsonBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  let body: unknown;
  try {
    body = JSON.parse(await c.req.text());
  } catch {
    throw badJson("not valid JSON");
  }
  requireStorable(body, 0);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badJson(`${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`);
}

function badJson(reason: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${reason}`);
}

/** Refuses NUL and lone surrogates early, because PostgreSQL can't store them. */
function requireStorable(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw badJson("nested too deeply");
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) throw badJson("contains invalid characters");
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      requireStorable(name, depth);
      requireStorable(member, depth + 1);
    }
  }
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Members of several endpoints. An absent or null text equals an empty one. */
export const fields = {
  text,
  data: z.record(z.string(), z.unknown()).nullish(),
  pkce: { code_challenge: text, code_challenge_method: text },
};

/** The pattern of the HTML standard's `input type=email`, so that browser and server agree. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * Validates an address and returns it in lower case, as accounts store it.
 * @throws {AuthError} validation_failed
 */
export function requireEmail(address: string): string {
  if (address === "") throw validationFailed("An email address is required");
  if (address.length > 255) throw validationFailed("An email address is too long");
  // Checked before lower-casing: some letters of other scripts become Latin in lower case.
  if (!EMAIL.test(address)) {
    throw validationFailed("Unable to validate email address: invalid format");
  }
  return address.toLowerCase();
}

/**
 * Returns `user_metadata` if it fits the limit.
 * @throws {AuthError} validation_failed if the data is too large for a token
 */
export function requireSmall(data: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data)) > METADATA_MAX_BYTES) {
    throw validationFailed(`User data cannot be larger than ${METADATA_MAX_BYTES} bytes`);
  }
  return data;
}
