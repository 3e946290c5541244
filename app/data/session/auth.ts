import type { Provider } from "@supabase/supabase-js";

import type { Language } from "../../i18n/languages.ts";
import type { Client } from "../client.ts";
import { markLeaving, unmarkLeaving } from "./stored-session.ts";

/** That a person is there, where the site asks for it; counts once. */
export type Proof = string | undefined;

/** An absent proof is not sent at all. */
const proof = (captchaToken: Proof) => (captchaToken ? { captchaToken } : {});

export interface SignUp {
  email: string;
  password: string;
  displayName: string;
  username: string;
  lang: Language;
  /** Where the link in the message leads. */
  returnTo: string;
  captchaToken: Proof;
}

/**
 * Makes an account. Says whether the member is signed in at once, which is so only where the
 * backend confirms addresses by itself.
 * @throws {AuthError}
 */
export async function signUp(client: Client, account: SignUp): Promise<boolean> {
  const { email, password, displayName, username, lang, returnTo, captchaToken } = account;
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: {
      ...proof(captchaToken),
      emailRedirectTo: returnTo,
      data: { display_name: displayName || undefined, username: username || undefined, lang },
    },
  });
  if (error) throw error;
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
 * Ends the session of this browser, or all of the account, wherever they are.
 * @throws {AuthError}
 */
export async function signOut(client: Client, scope: "local" | "global" = "local"): Promise<void> {
  markLeaving();
  const { error } = await client.auth.signOut({ scope });
  if (error) {
    unmarkLeaving();
    throw error;
  }
}

/** Forgets a session that is over; unlike {@link signOut}, nobody meant to leave. */
export async function dropSession(client: Client): Promise<void> {
  await client.auth.signOut({ scope: "local" }).catch(() => undefined);
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
}

/** Sends a link that signs in to choose another password. @throws {AuthError} */
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
}

/** @throws {AuthError} */
export async function changePassword(client: Client, password: string): Promise<void> {
  const { error } = await client.auth.updateUser({ password });
  if (error) throw error;
}

/** In which language the member is written to. @throws {AuthError} */
export async function saveLanguage(client: Client, lang: Language): Promise<void> {
  const { error } = await client.auth.updateUser({ data: { lang } });
  if (error) throw error;
}

/**
 * Sends a link and a code that sign in, to an account that exists.
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
  // Where there is no account, some backends say so; we don't.
  if (error && error.code !== "otp_disabled") throw error;
}

/** Sends a code by text message, and makes the account if there is none. @throws {AuthError} */
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

/** Signs in with the code of a mail or of a text message. @throws {AuthError} */
export async function signInWithCode(
  client: Client,
  sentTo: { email: string } | { phone: string },
  token: string,
): Promise<void> {
  const { error } = await client.auth.verifyOtp(
    "email" in sentTo
      ? { type: "email", email: sentTo.email, token }
      : { type: "sms", phone: sentTo.phone, token },
  );
  if (error) throw error;
}

/** Leaves for a provider's page, which leads back to `returnTo`. @throws {AuthError} */
export async function signInAt(client: Client, provider: string, returnTo: string): Promise<void> {
  const { error } = await client.auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: returnTo },
  });
  if (error) throw error;
}

/** Leaves for the sign-in page of an organisation, by its mail domain. @throws {AuthError} */
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
