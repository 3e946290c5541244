import { hash, verify } from "@node-rs/bcrypt";
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";

import { requireUnbreached } from "./breached-passwords.ts";
import { isCommon } from "./common-passwords.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { BCRYPT_COST, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "./policy.ts";
import type { AuthService } from "./service.ts";

/** One core is left for everything else; the thread pool's other users must not starve. */
const MAX_RUNNING = Math.min(3, Math.max(1, availableParallelism() - 1));

/** More than a few seconds of work waiting is a flood; refusing is kinder than a time-out. */
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
    // The place goes straight to the next in line, so that nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The bcrypt hash to store. @throws {AuthError} when too many are under way */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, BCRYPT_COST));
}

/** Takes as long as a real hash to check, and fits no password. */
const dummyHash = await hash(randomBytes(32), BCRYPT_COST);

/**
 * Whether the password fits the stored hash. An account without one, or no account at all,
 * takes the same time to say no.
 */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const tooLong = Buffer.byteLength(password) > PASSWORD_MAX_BYTES;
  const fits = await inTurn(() => verify(password, stored || dummyHash));
  return fits && !tooLong && Boolean(stored);
}

/** @throws {AuthError} weak_password with the reasons, or validation_failed when too long */
export async function requireNewPassword(
  service: Pick<AuthService, "settings" | "log">,
  password: string,
): Promise<void> {
  requireStrong(password);
  await requireUnbreached(service, password);
}

function requireStrong(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    const message = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
    throw new AuthError(422, "weak_password", message, {
      details: { weak_password: { reasons: ["length"] } },
    });
  }
  if (isCommon(password)) {
    const message =
      "Password is known to be weak and easy to guess, please choose a different one.";
    throw new AuthError(422, "weak_password", message, {
      details: { weak_password: { reasons: ["pwned"] } },
    });
  }
}
