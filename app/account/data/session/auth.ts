import type { Provider } from "@supabase/supabase-js";

import type { Language } from "../../../shared/i18n/languages.ts";
import { clearDrafts } from "../../../shared/browser/tab-draft.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { WrongCodeError } from "./auth-problem.ts";
import { noteBegunFlow } from "./begun-flow.ts";
import { leaveSession } from "../../../shared/session/use-session.ts";

/** The captcha's token, if the site uses a captcha; valid once. */
export type Proof = string | undefined;

/** How long the requests of a page that has just left the screen take to be sent, in milliseconds. */
const LAST_REQUESTS_MS = 100;

/** Without a captcha the option is left out. */
const proof = (captchaToken: Proof) => (captchaToken ? { captchaToken } : {});

/** An account to be made by a mailed code, without a password. */
export interface SignUpByCode {
  email: string;
  /** Empty if none was chosen, as is the username. */
  displayName: string;
  username: string;
  lang: Language;
  /** The target of the link in the mail. */
  returnTo: string;
}

export interface SignUp extends SignUpByCode {
  password: string;
  captchaToken: Proof;
}

/** What a new account stores as its metadata, from which its profile gets the names. */
const metadata = ({ lang, displayName, username }: SignUpByCode) => ({
  lang,
  display_name: displayName || undefined,
  username: username || undefined,
});

/**
 * Creates an account. Returns whether the member is signed in at once, which is the case only if
 * the backend confirms addresses itself.
 * @throws {AuthError}
 */
export async function signUp(client: Client, account: SignUp): Promise<boolean> {
  const { email, password, returnTo, captchaToken } = account;
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: {
      ...proof(captchaToken),
      emailRedirectTo: returnTo,
      data: metadata(account),
    },
  });
  if (error) throw error;
  noteBegunFlow(email);
  return data.session !== null;
}

/** @throws {AuthError} */
export async function signIn(
  client: Client,
  email: string,
  password: string,
  captchaToken: Proof,
): Promise<void> {
  const options = proof(captchaToken);
  const { error } = await client.auth.signInWithPassword({ email, password, options });
  if (error) throw error;
}

/**
 * Ends the session of this browser, or all sessions of the account. This tab is a visitor's at once.
 * @throws {AuthError}
 */
export async function signOut(scope: "local" | "global" = "local"): Promise<void> {
  const resume = leaveSession();
  try {
    const { auth } = await browserClient();
    // A request that waits for the session while it ends would be sent as a visitor's, and refused.
    await new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS));
    const { error } = await auth.signOut({ scope });
    if (error) throw error;
    clearDrafts();
    // On demand, as it is needed here only.
    await import("../../../shared/browser/offline-store.ts")
      .then(({ forgetOwn }) => forgetOwn())
      .catch(() => undefined);
    await import("../../../shared/browser/submission-drafts.ts")
      .then(({ forgetSubmissions }) => forgetSubmissions())
      .catch(() => undefined);
    // On demand: few have begun an import.
    await import("../../../shared/browser/stored-import.ts")
      .then(({ forgetImports }) => forgetImports())
      .catch(() => undefined);
  } catch (error) {
    resume();
    throw error;
  }
}

/** @throws {AuthError} */
export async function resendConfirmation(
  client: Client,
  email: string,
  returnTo: string,
  captchaToken: Proof,
): Promise<void> {
  const { error } = await client.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: returnTo, ...proof(captchaToken) },
  });
  if (error) throw error;
  noteBegunFlow(email);
}

/** Sends a link that signs in to set a new password. @throws {AuthError} */
export async function recoverPassword(
  client: Client,
  email: string,
  returnTo: string,
  captchaToken: Proof,
): Promise<void> {
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: returnTo,
    ...proof(captchaToken),
  });
  if (error) throw error;
  noteBegunFlow(email);
}

/** @throws {AuthError} */
export async function changePassword(client: Client, password: string): Promise<void> {
  const { error } = await client.auth.updateUser({ password });
  if (error) throw error;
}

/** Stores the language of the mails to the member. @throws {AuthError} */
export async function saveLanguage(client: Client, lang: Language): Promise<void> {
  const { error } = await client.auth.updateUser({ data: { lang } });
  if (error) throw error;
}

/**
 * Sends a sign-in link and code to an existing account.
 * @throws {AuthError}
 */
export async function sendMagicLink(
  client: Client,
  email: string,
  returnTo: string,
  captchaToken: Proof,
): Promise<void> {
  const options = { emailRedirectTo: returnTo, shouldCreateUser: false, ...proof(captchaToken) };
  const { error } = await client.auth.signInWithOtp({ email, options });
  // Some backends report a missing account; we don't reveal it.
  if (error && error.code !== "otp_disabled") throw error;
  noteBegunFlow(email);
}

/** Sends a code and a link, which make an account without a password, or sign in to the one that there is. @throws {AuthError} */
export async function sendSignUpCode(
  client: Client,
  account: SignUpByCode,
  captchaToken: Proof,
): Promise<void> {
  const { email, returnTo } = account;
  const options = { emailRedirectTo: returnTo, data: metadata(account), ...proof(captchaToken) };
  const { error } = await client.auth.signInWithOtp({ email, options });
  if (error) throw error;
  noteBegunFlow(email);
}

/** Sends a code by SMS, and creates the account if there is none. @throws {AuthError} */
export async function sendSmsCode(
  client: Client,
  phone: string,
  lang: Language,
  captchaToken: Proof,
): Promise<void> {
  const options = { data: { lang }, ...proof(captchaToken) };
  const { error } = await client.auth.signInWithOtp({ phone, options });
  if (error) throw error;
}

/** Where a code was sent, and for what. */
export type SentCode = { email: string; isForPassword?: boolean } | { phone: string };

/**
 * Signs in with a code from a mail or an SMS.
 * @throws {AuthError}
 * @throws {WrongCodeError}
 */
export async function signInWithCode(client: Client, sent: SentCode, token: string): Promise<void> {
  const { error } = await client.auth.verifyOtp(
    "email" in sent
      ? { type: sent.isForPassword ? "recovery" : "email", email: sent.email, token }
      : { type: "sms", phone: sent.phone, token },
  );
  // Of a link the same code of the error says that the link has expired.
  if (error?.code === "otp_expired") throw new WrongCodeError(error);
  if (error) throw error;
}

/** Redirects to a provider, which redirects back to `returnTo`. @throws {AuthError} */
export async function signInAt(client: Client, provider: string, returnTo: string): Promise<void> {
  const { error } = await client.auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: returnTo },
  });
  if (error) throw error;
}

/** Redirects to an organisation's sign-in page, found by mail domain. @throws {AuthError} */
export async function signInBySso(
  client: Client,
  domain: string,
  returnTo: string,
  captchaToken: Proof,
): Promise<void> {
  const { data, error } = await client.auth.signInWithSSO({
    domain,
    options: { redirectTo: returnTo, ...proof(captchaToken) },
  });
  if (error) throw error;
  location.assign(data.url);
}
