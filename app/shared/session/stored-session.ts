import type { Session } from "@supabase/supabase-js";

import { SESSION_KEY } from "../data/browser.ts";

/** Stores which session was ended on purpose, for other tabs too. */
const LEFT_KEY = "maillotheque.left";

/** The session stored in this browser, valid or not. */
export function storedSession(): Session | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null") as Session | null;
    return session?.user?.id ? session : undefined;
  } catch {
    return undefined;
  }
}

/** The session's id, which stays the same when tokens are renewed. */
export function idOf({ access_token: token }: Session): string | undefined {
  return claimsOf(token).session_id;
}

/** Call before ending the session on purpose: then its end isn't reported as an expiry. */
export function markLeaving(): void {
  const session = storedSession();
  if (session) localStorage.setItem(LEFT_KEY, idOf(session) ?? "");
}

/** Undoes `markLeaving` if the session could not be ended. */
export function unmarkLeaving(): void {
  localStorage.removeItem(LEFT_KEY);
}

/** Whether exactly this session was ended on purpose. */
export function wasLeft(sessionId: string | undefined): boolean {
  return localStorage.getItem(LEFT_KEY) === (sessionId ?? "");
}

/**
 * Whether the account has a second factor and this session hasn't verified it. Reads the token
 * without verifying it: the database does that.
 */
export function lacksSecondFactor({ access_token: token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  return claimsOf(token).aal !== "aal2";
}

interface Claims {
  sub?: string;
  aal?: string;
  session_id?: string;
}

/** The claims of a token, not verified; empty if the token can't be read. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
