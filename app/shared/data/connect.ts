import { createClient } from "@supabase/supabase-js";

import { fetchWithLiveToken } from "../session/live-token.ts";
import { withLocalExpiry } from "../session/local-expiry.ts";
import { backend, browserClient, SESSION_KEY } from "./browser.ts";
import type { Client } from "./client.ts";
import { FACTOR_NEEDED } from "./factor-needed.ts";
import { noteWrite } from "./writes.ts";

/** The member's client; `browserClient()` has one for the page. */
export function connect(): Client {
  const { url, key } = backend();
  const connected: Client = createClient(url, key, {
    // We handle the parameters of sign-in links ourselves: the address is clean at once, and errors
    // are shown.
    auth: { storageKey: SESSION_KEY, flowType: "pkce", detectSessionInUrl: false },
    global: {
      async fetch(...request) {
        const [input] = request;
        const url = input instanceof Request ? input.url : String(input);
        const method = request[1]?.method ?? "GET";
        const isWrite = method !== "GET" && method !== "HEAD" && !url.includes("/rpc/");
        if (isWrite) noteWrite();
        const response = await withLocalExpiry(url, await fetchWithLiveToken(...request));
        if (isWrite) noteWrite();
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
