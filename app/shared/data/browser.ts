import type { Client } from "./client.ts";
import { FACTOR_NEEDED } from "./database-error.ts";

/** The key of the session in local storage (docs/product/account.md 14.8). */
export const SESSION_KEY = "maillotheque.session";

let client: Promise<Client> | undefined;

/**
 * The member's client. Its library is loaded on first use, so pages that are only read never load
 * it (docs/decisions/003-anonymous-rendering.md).
 */
export function browserClient(): Promise<Client> {
  client ??= connect();
  // A failed download (offline) must not be cached.
  client.catch(() => (client = undefined));
  return client;
}

async function connect(): Promise<Client> {
  const [{ createClient }, { fetchWithLiveToken }] = await Promise.all([
    import("@supabase/supabase-js"),
    import("../session/live-token.ts"),
  ]);
  const { url, key } = backend();
  const connected: Client = createClient(url, key, {
    // We handle the parameters of sign-in links ourselves: the address is clean at once, and errors
    // are shown.
    auth: { storageKey: SESSION_KEY, flowType: "pkce", detectSessionInUrl: false },
    global: {
      async fetch(...request) {
        const response = await fetchWithLiveToken(...request);
        const refusal = await refusalOf(response);
        if (refusal === "ended") await connected.auth.signOut({ scope: "local" });
        // Not awaited: the answer to this refresh passes here too.
        if (refusal === "factor") void renewSession();
        return response;
      },
    },
  });
  return connected;
}

/**
 * Reads the account again: it has got a second factor since this session began, for example in
 * another browser. The site then asks for the factor, or to sign in again if the new factor has
 * ended this session. Drafts stay.
 */
export async function renewSession(): Promise<void> {
  const { auth } = await browserClient();
  const { error } = await auth.refreshSession();
  const isEnded = error && error.name !== "AuthRetryableFetchError";
  if (isEnded) await auth.signOut({ scope: "local" });
}

/**
 * Whether the database refuses this session. "ended": its token is invalid (PGRST3…), or its member
 * is suspended although the token is still valid; the client then signs out, so every open form
 * asks to sign in again. "factor": the second factor is missing; the client reads the account again,
 * so every open form asks for it.
 */
async function refusalOf(response: Response): Promise<"ended" | "factor" | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  if (message === FACTOR_NEEDED) return "factor";
  const isEnded = message === "member_suspended" || String(code).startsWith("PGRST3");
  return isEnded ? "ended" : undefined;
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
