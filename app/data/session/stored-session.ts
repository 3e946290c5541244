import type { Session } from "@supabase/supabase-js";

import { SESSION_KEY } from "../browser.ts";

/** Says which session was ended on purpose, to the other tabs too. */
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

/** The same from one renewal of its tokens to the next. */
export function idOf({ access_token: token }: Session): string | undefined {
  return claimsOf(token).session_id;
}

/** Call before the session is ended on purpose: what follows is no loss to tell about. */
export function markLeaving(): void {
  const session = storedSession();
  if (session) localStorage.setItem(LEFT_KEY, idOf(session) ?? "");
}

/** It could not be ended. */
export function unmarkLeaving(): void {
  localStorage.removeItem(LEFT_KEY);
}

/** Whether it was this session that was ended on purpose, and not an earlier one. */
export function wasLeft(sessionId: string | undefined): boolean {
  return localStorage.getItem(LEFT_KEY) === (sessionId ?? "");
}

/**
 * Whether the account has a second factor that this session has not shown yet. The token is only
 * read here, not checked: the database does that.
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

/** What a token says; only read, not checked. Nothing where it can't be read. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
