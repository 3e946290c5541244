import type { Session as AuthSession, User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";

import { clearDrafts } from "../../browser/session-draft.ts";
import { browserClient, hasStoredSession } from "../browser.ts";
import { isReturningWithSession } from "./initial-return.ts";
import { idOf, lacksSecondFactor, storedSession, wasLeft } from "./stored-session.ts";

/**
 * Who is signed in, as far as this browser knows. `unknown` on the server, during hydration
 * and while a stored session is being read: show neither the visitor's nor the member's view.
 */
export type Session =
  | { status: "unknown" }
  /** `ended`: there was a session in this tab, and how it came to its end. */
  | { status: "visitor"; ended?: "left" | "expired" }
  /** The second factor is still to be shown: not yet a member. */
  | { status: "challenge"; user: User }
  | { status: "member"; user: User };

const UNKNOWN: Session = { status: "unknown" };
const VISITOR: Session = { status: "visitor" };

/** Milliseconds after which a stored session is shown though it has not been renewed yet. */
const PATIENCE = 3000;

let session: Session = UNKNOWN;
let watching = false;
/** The session this tab has known until it ended, and whose it was. */
let known: { member: string; id: string | undefined } | undefined;
const listeners = new Set<() => void>();
const memberListeners = new Set<() => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Shows what is held: the session at hand, or the stored one that could not be renewed just now. */
function show(current: AuthSession | null): void {
  // Offline, a session whose token has run out can't be read, but neither is it lost.
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

function know(held: AuthSession | undefined): void {
  known = held && { member: held.user.id, id: idOf(held) };
}

function forgetMember(): void {
  for (const listener of memberListeners) listener();
}

/** Loads the client and follows its session, across tabs too. Runs once. */
async function watch(): Promise<void> {
  if (watching) return;
  watching = true;
  know(storedSession());
  try {
    const { auth } = await browserClient();
    // Every event says what is now so; what the client stores with it is shown.
    auth.onAuthStateChange((_event, current) => show(current));
    // Offline, the client tries for half a minute to renew a session before it tells of it.
    setTimeout(() => session.status === "unknown" && show(null), PATIENCE);
  } catch {
    // The library could not be fetched. Who was signed in is not signed out by that.
    watching = false;
    show(null);
    window.addEventListener("online", () => void watch(), { once: true });
  }
}

/**
 * Another tab signed in, and this one has no client yet that could notice; or it signed out, and
 * the client's own news of it came before the change of the storage, which has been waited for.
 */
function onStorage(): void {
  if (hasStoredSession()) void watch();
  else if (watching) show(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener("storage", onStorage);
  // Who comes by a link is received first; `followSession` follows.
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

/** Call before signing in, so that the change is noticed. */
export function followSession(): Promise<void> {
  return watch();
}

/** Calls back when somebody else, or nobody, is signed in from now on. */
export function onMemberChange(listener: () => void): void {
  memberListeners.add(listener);
}
