import { hash, verify } from "@node-rs/bcrypt";
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";

import { requireUnbreached } from "./breached-passwords.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { BCRYPT_COST, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "./policy.ts";
import type { AuthService } from "./service.ts";

/** One core stays free for other work, and the thread pool's other users must not starve. */
const MAX_RUNNING = Math.min(3, Math.max(1, availableParallelism() - 1));

/**
 * A longer queue means several seconds of work, so a flood. An immediate refusal is better than a
 * time-out.
 */
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running++;
  else if (waiting.length >= MAX_WAITING) {
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
  } else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The slot goes directly to the next in the queue, so that no new request can take it in
    // between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Returns the bcrypt hash to store. @throws {AuthError} if too many hashes are being computed */
export function hashPassword(
  { settings }: Pick<AuthService, "settings">,
  password: string,
): Promise<string> {
  return inTurn(() => hash(password, settings.auth?.bcryptCost ?? BCRYPT_COST));
}

/** A hash that no password matches. Checking it takes as long as checking a real one. */
const dummyHash = await hash(randomBytes(32), BCRYPT_COST);

/**
 * Returns true if the password matches the stored hash. Without a hash or an account, the refusal
 * takes the same time.
 */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const tooLong = Buffer.byteLength(password) > PASSWORD_MAX_BYTES;
  const fits = await inTurn(() => verify(password, stored || dummyHash));
  return fits && !tooLong && Boolean(stored);
}

/**
 * Validates a new password.
 * @throws {AuthError} weak_password with the reasons, or validation_failed when too long
 */
export async function requireNewPassword(
  service: Pick<AuthService, "settings" | "log">,
  password: string,
): Promise<void> {
  requireLength(password);
  if (service.settings.auth?.isCommonPassword?.(password)) {
    const message =
      "Password is known to be weak and easy to guess, please choose a different one.";
    throw new AuthError(422, "weak_password", message, {
      details: { weak_password: { reasons: ["pwned"] } },
    });
  }
  await requireUnbreached(service, password);
}

/**
 * Requires a password that is long enough, and not cut by the hash.
 * @throws {AuthError} weak_password, validation_failed
 */
export function requireLength(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    const message = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
    throw new AuthError(422, "weak_password", message, {
      details: { weak_password: { reasons: ["length"] } },
    });
  }
}
