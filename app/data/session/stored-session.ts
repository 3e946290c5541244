import type { Session } from "@supabase/supabase-js";

import { SESSION_KEY } from "../browser.ts";

/** Says that the session was ended on purpose, to the other tabs too. */
const LEFT_KEY = "maillotheque.left";

/** The session in this browser, whether or not it still holds. */
export function storedSession(): Session | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null") as Session | null;
    return session?.user?.id ? session : undefined;
  } catch {
    return undefined;
  }
}

/** Call before a session is ended on purpose: what follows is no loss to tell about. */
export function markLeaving(): void {
  localStorage.setItem(LEFT_KEY, "1");
}

export function isLeaving(): boolean {
  return localStorage.getItem(LEFT_KEY) !== null;
}

export function clearLeaving(): void {
  localStorage.removeItem(LEFT_KEY);
}

/**
 * Whether the account has a second factor that this session has not shown yet. The token is only
 * read here, not checked: the database does that.
 */
export function lacksSecondFactor({ access_token: token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  return claimsOf(token).aal !== "aal2";
}

/** What a token says; only read, not checked. Nothing where it can't be read. */
export function claimsOf(token: string): { sub?: string; aal?: string } {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as { sub?: string; aal?: string };
  } catch {
    return {};
  }
}
