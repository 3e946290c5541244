import type { Client } from "./client.ts";

/** The key of the session in local storage (docs/product/account.md 14.8). */
export const SESSION_KEY = "maillotheque.session";

let client: Promise<Client> | undefined;

/**
 * The member's client. Its library is loaded on first use, so pages that are only read never load
 * it (docs/decisions/003-anonymous-rendering.md).
 */
export function browserClient(): Promise<Client> {
  client ??= import("./connect.ts").then(({ connect }) => connect());
  // A failed download (offline) must not be cached.
  client.catch(() => (client = undefined));
  return client;
}

/** Whether this browser has a stored session, valid or not. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false; // storage is forbidden: nobody can be signed in
  }
}

/** The backend's address, and the anonymous key that every request needs. */
export function backend(): { url: string; key: string } {
  return { url: meta("backend-url") || location.origin, key: meta("backend-key") };
}

/** A value that `root.tsx` wrote into the page's head. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
