import type { Session as AuthSession, User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";

import { clearDrafts } from "../browser/tab-draft.ts";
import { browserClient, hasStoredSession, SESSION_KEY } from "../data/browser.ts";
import { isReturningWithSession } from "./initial-return.ts";
import {
  idOf,
  lacksSecondFactor,
  markLeaving,
  storedSession,
  unmarkLeaving,
  wasLeft,
} from "./stored-session.ts";

/**
 * The signed-in member, as far as this browser can tell. `unknown` on the server, during hydration
 * and while a stored session is being read: show neither the visitor's nor the member's view then.
 */
export type Session =
  | { status: "unknown" }
  /** `ended`: how this tab's session ended. */
  | { status: "visitor"; ended?: "left" | "expired" }
  /** The second factor is still missing: not yet a member. */
  | { status: "challenge"; user: User }
  | { status: "member"; user: User };

const UNKNOWN: Session = { status: "unknown" };
const VISITOR: Session = { status: "visitor" };

/** Milliseconds after which a stored session is shown even if it has not been renewed. */
const PATIENCE = 3000;

let session: Session = UNKNOWN;
let watching = false;
/** This tab's last known session and its member. */
let known: { member: string; id: string | undefined } | undefined;
const listeners = new Set<() => void>();
const memberListeners = new Set<() => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Publishes the current session, or the stored one if it can't be renewed at the moment. */
function show(current: AuthSession | null): void {
  // Offline, an expired session can't be read, but it isn't lost.
  const held = current ?? storedSession();
  if (held) {
    if (known?.member !== held.user.id) forgetMember();
    know(held);
    publish({ status: lacksSecondFactor(held) ? "challenge" : "member", user: held.user });
  } else if (known) {
    const isLeft = wasLeft(known.id);
    known = undefined;
    forgetMember();
    if (isLeft) clearDrafts();
    publish({ status: "visitor", ended: isLeft ? "left" : "expired" });
  } else if (session.status !== "visitor") {
    publish(VISITOR);
  }
}

/**
 * Shows this tab as a visitor's before the session ends: nothing is asked for the member any more.
 * Returns a function for a sign-out that failed.
 */
export function leaveSession(): () => void {
  const left = session;
  markLeaving();
  known = undefined;
  forgetMember();
  publish({ status: "visitor", ended: "left" });
  return () => {
    unmarkLeaving();
    know(storedSession());
    publish(left);
  };
}

function know(held: AuthSession | undefined): void {
  known = held && { member: held.user.id, id: idOf(held) };
}

function forgetMember(): void {
  for (const listener of memberListeners) listener();
}

/** Loads the client and follows its session across tabs. Runs once. */
async function watch(): Promise<void> {
  if (watching) return;
  watching = true;
  know(storedSession());
  try {
    const { auth } = await browserClient();
    // Every event carries the current session; show that one.
    auth.onAuthStateChange((_event, current) => show(current));
    // Offline, the client retries for half a minute before it reports the session.
    setTimeout(() => session.status === "unknown" && show(null), PATIENCE);
  } catch {
    // The library could not be loaded. A signed-in member stays signed in.
    watching = false;
    show(null);
    window.addEventListener("online", () => void watch(), { once: true });
  }
}

/**
 * Handles two cases. Another tab signed in, and this tab has no client yet to notice it. Or another
 * tab signed out, and the client's event came before the storage changed, when the stored session
 * still counted.
 */
function onStorage({ key }: StorageEvent): void {
  // Other entries change around a sign-in of another tab, before this tab can read its session.
  if (key !== SESSION_KEY && key !== null) return;
  if (hasStoredSession()) void watch();
  else if (watching) show(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener("storage", onStorage);
  // A sign-in link is handled first; `followSession` runs afterwards.
  if (session.status === "unknown" && !isReturningWithSession) {
    if (hasStoredSession()) void watch();
    else publish(VISITOR);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", onStorage);
  };
}

/** The session of this browser; re-renders when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN,
  );
}

/** Call before signing in, so that the change is published. */
export function followSession(): Promise<void> {
  return watch();
}

/** Calls back when the signed-in member changes, also at sign-out. */
export function onMemberChange(listener: () => void): void {
  memberListeners.add(listener);
}
