import type { Language } from "../../i18n/languages.ts";
import type { Client } from "../client.ts";

export interface SignUp {
  email: string;
  password: string;
  displayName: string;
  username: string;
  lang: Language;
  /** Where the link in the message leads. */
  returnTo: string;
}

/**
 * Makes an account. Says whether the member is signed in at once, which is so only where the
 * backend confirms addresses by itself.
 * @throws {AuthError}
 */
export async function signUp(client: Client, account: SignUp): Promise<boolean> {
  const { email, password, displayName, username, lang, returnTo } = account;
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: returnTo,
      data: { display_name: displayName || undefined, username: username || undefined, lang },
    },
  });
  if (error) throw error;
  return data.session !== null;
}

/** @throws {AuthError} */
export async function signIn(client: Client, email: string, password: string): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

/** @throws {AuthError} */
export async function signOut(client: Client): Promise<void> {
  const { error } = await client.auth.signOut({ scope: "local" });
  if (error) throw error;
}

/** @throws {AuthError} */
export async function resendConfirmation(
  client: Client,
  email: string,
  returnTo: string,
): Promise<void> {
  const { error } = await client.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: returnTo },
  });
  if (error) throw error;
}

/** Sends a link that signs in to choose another password. @throws {AuthError} */
export async function recoverPassword(
  client: Client,
  email: string,
  returnTo: string,
): Promise<void> {
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: returnTo });
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
