import { createHash } from "node:crypto";

import { AuthError } from "./errors.ts";
import type { AuthService } from "./service.ts";

/** Time limit for the query during sign-up, in milliseconds. */
const TIMEOUT_MS = 3_000;

/**
 * Refuses a leaked password, if the settings name a list. The list gets five of the digest's forty
 * characters, so it can't identify the password. If the list doesn't answer, every password is
 * accepted.
 * @throws {AuthError} weak_password
 */
export async function requireUnbreached(
  { settings, log }: Pick<AuthService, "settings" | "log">,
  password: string,
): Promise<void> {
  const list = settings.auth?.breachedPasswordsUrl;
  if (!list) return;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const answer = await fetch(`${list.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
      headers: { "add-padding": "true" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`list answered ${answer.status}`);
    // The list adds padding entries with a count of 0.
    const found = (await answer.text())
      .split(/\r?\n/)
      .some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(":0"));
    if (!found) return;
  } catch (error) {
    log.warn({ err: error }, "list of breached passwords not reachable");
    return;
  }
  throw new AuthError(
    422,
    "weak_password",
    "Password is known to be weak and easy to guess, please choose a different one.",
    { details: { weak_password: { reasons: ["pwned"] } } },
  );
}
