import type { User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";

import { browserClient, hasStoredSession } from "../browser.ts";

/**
 * Who is signed in, as far as this browser knows. `unknown` on the server, during hydration
 * and while a stored session is being read: show neither the visitor's nor the member's view.
 */
export type Session =
  | { status: "unknown" }
  | { status: "visitor" }
  | { status: "member"; user: User };

const UNKNOWN: Session = { status: "unknown" };
const VISITOR: Session = { status: "visitor" };

let session: Session = UNKNOWN;
let watching = false;
const listeners = new Set<() => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Loads the client and follows its session, across tabs too. Runs once. */
async function watch(): Promise<void> {
  if (watching) return;
  watching = true;
  try {
    const { auth } = await browserClient();
    auth.onAuthStateChange((_event, current) => {
      publish(current ? { status: "member", user: current.user } : VISITOR);
    });
  } catch {
    watching = false;
    publish(VISITOR);
  }
}

/** Where another tab signs in, this one has no client yet that could notice. */
function onStorage(): void {
  if (hasStoredSession()) void watch();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener("storage", onStorage);
  if (session.status === "unknown") {
    if (hasStoredSession() || location.search.includes("code=")) void watch();
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
