import { browserClient } from "../../shared/data/browser.ts";
import { saveLanguage } from "../data/session/auth.ts";
import { type AuthProblem, authProblem } from "../data/session/auth-problem.ts";
import { forgetBegunFlow, hasBegunFlow } from "../data/session/begun-flow.ts";
import type { ReturnedTokens, ReturnParams } from "../../shared/session/return-params.ts";
import { forgetSentAddress } from "../data/session/sent-address.ts";
import { claimsOf } from "../../shared/session/stored-session.ts";
import { followSession } from "../../shared/session/use-session.ts";
import type { Language } from "../../shared/i18n/languages.ts";

export type ReturnResult =
  /** The link signed the visitor in. */
  | { outcome: "welcome" }
  /** Signed in by a link that leads to the form for a new password. */
  | { outcome: "recovery" }
  /**
   * The link is valid, but another browser requested it. It can't sign in here (docs/product/account.md
   * 14.7).
   */
  | { outcome: "elsewhere" }
  /** One of the two confirmations that a change of address needs. */
  | { outcome: "halfway" }
  /** The link would sign in to an account, and nothing in this browser has asked for it. */
  | { outcome: "asked"; account: string; accept: () => Promise<ReturnResult> }
  | { outcome: "failed"; problem: AuthProblem | "unknown" };

/**
 * Completes a sign-in return: turns the code or tokens of the link into this browser's session.
 * Errors become the outcome `failed`.
 */
export async function completeReturn(params: ReturnParams, lang: Language): Promise<ReturnResult> {
  const received = await exchange(params, lang);
  if (received.outcome === "welcome" || received.outcome === "recovery") {
    forgetSentAddress();
    await storeLanguage(lang);
  }
  return received;
}

async function exchange(params: ReturnParams, lang: Language): Promise<ReturnResult> {
  try {
    if (params.error) return failed(params.error);
    if (params.isHalfConfirmed) return { outcome: "halfway" };
    if (params.tokens) return await takeTokens(params.tokens, lang);
    const { auth } = await browserClient();
    let isRecovery = false;
    const { data } = auth.onAuthStateChange((event) => {
      if (event === "PASSWORD_RECOVERY") isRecovery = true;
    });
    const { error } = await auth.exchangeCodeForSession(params.code!);
    data.subscription.unsubscribe();
    if (error) return failed(error);
    forgetBegunFlow();
    return { outcome: isRecovery ? "recovery" : "welcome" };
  } catch (failure) {
    return failed(failure);
  } finally {
    // Only now: the session is unknown until the exchange has ended.
    if (params.code || params.tokens) await followSession();
  }
}

/** Kinds of links whose user has no password or has forgotten it. */
const FOR_PASSWORD = new Set(["invite", "recovery"]);

/**
 * Tokens in an address that are older than this are logged, in seconds.
 */
const FRESH = 120;

async function takeTokens(tokens: ReturnedTokens, lang: Language): Promise<ReturnResult> {
  const { auth } = await browserClient();
  const { data } = await auth.getSession();
  // Protects against session fixation: a link from someone else must not replace the current
  // account.
  if (data.session && data.session.user.id !== claimsOf(tokens.accessToken).sub) {
    return { outcome: "failed", problem: "another_account" };
  }
  // The service says whose session it is: the text of a token can be forged.
  const { data: shown, error } = await auth.getUser(tokens.accessToken);
  if (error) return failed(error);
  const { user } = shown;
  if (data.session || hasBegunFlow(user.email)) return storeTokens(tokens);
  // Somebody else may have sent the link, with a session of their own account.
  return {
    outcome: "asked",
    account: user.email || (user.phone ? `+${user.phone}` : user.id),
    accept: async () => {
      const accepted = await storeTokens(tokens).catch(failed);
      if (accepted.outcome !== "failed") await storeLanguage(lang);
      return accepted;
    },
  };
}

async function storeTokens(tokens: ReturnedTokens): Promise<ReturnResult> {
  const { accessToken, refreshToken, issuedAt, type } = tokens;
  const { auth } = await browserClient();
  const { error } = await auth.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return failed(error);
  forgetBegunFlow();
  const age = Math.round(Date.now() / 1000 - issuedAt);
  if (age > FRESH) console.warn(`the session in the address was made ${age} seconds ago`);
  return { outcome: FOR_PASSWORD.has(type ?? "") ? "recovery" : "welcome" };
}

/** Accounts from providers have no stored language. Their mails use the language of this page. */
async function storeLanguage(lang: Language): Promise<void> {
  try {
    const client = await browserClient();
    const { data } = await client.auth.getSession();
    if (data.session && !data.session.user.user_metadata.lang) await saveLanguage(client, lang);
  } catch (error) {
    console.warn("language of mails not saved", error);
  }
}

function failed(error: unknown): ReturnResult {
  const problem = authProblem(error) ?? "unknown";
  return problem === "other_browser" ? { outcome: "elsewhere" } : { outcome: "failed", problem };
}
