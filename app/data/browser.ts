import type { Client } from "./client.ts";

/** The key of the session in local storage (docs/product.md 14.8). */
export const SESSION_KEY = "maillotheque.session";

let client: Promise<Client> | undefined;

/**
 * The member's client. The library behind it is fetched on first need, so that a page which is
 * only read never pays for it (docs/decisions/003-anonymous-rendering.md).
 */
export function browserClient(): Promise<Client> {
  client ??= connect();
  // A failed download (offline) must not be remembered as the answer.
  client.catch(() => (client = undefined));
  return client;
}

async function connect(): Promise<Client> {
  const { createClient } = await import("@supabase/supabase-js");
  const { url, key } = backend();
  const connected: Client = createClient(url, key, {
    // What links bring is received by ourselves: the address is clean at once, errors are told.
    auth: { storageKey: SESSION_KEY, flowType: "pkce", detectSessionInUrl: false },
    global: {
      async fetch(...request) {
        const response = await fetch(...request);
        if (await endsSession(response)) await connected.auth.signOut({ scope: "local" });
        return response;
      },
    },
  });
  return connected;
}

/**
 * Whether the database will not hear of this session any more: its token is no good (PGRST3…), or
 * its member is suspended, though the token would go on for a while. Made known everywhere by
 * signing out, so that whatever form is open asks to sign in again.
 */
async function endsSession(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  return message === "member_suspended" || String(code).startsWith("PGRST3");
}

/** Whether a session was left in this browser; says nothing about whether it still holds. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false; // storage forbidden: nobody can be signed in
  }
}

/** Where the backend answers, and the anonymous key it wants with every request. */
export function backend(): { url: string; key: string } {
  return { url: meta("backend-url") || location.origin, key: meta("backend-key") };
}

/** What `root.tsx` wrote into the page's head. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
