import type { User } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { renew } from "./second-factor.ts";
import { credentialKeys } from "./keys.ts";

/** The account as the service has it now: another browser may have changed it. */
export function myAccount(userId: string) {
  return queryOptions({
    queryKey: credentialKeys.account(userId),
    queryFn: async (): Promise<User> => {
      const { auth } = await browserClient();
      const { data, error } = await auth.getUser();
      if (error) throw error;
      return data.user;
    },
  });
}

/**
 * Requests another e-mail address, which takes effect once the links of two mails have been opened.
 * @throws {AuthError}
 */
export async function changeEmail(client: Client, email: string, returnTo: string): Promise<void> {
  const { error } = await client.auth.updateUser({ email }, { emailRedirectTo: returnTo });
  if (error) throw error;
}

/** Sends both mails again. @throws {AuthError} */
export async function resendEmailChange(
  client: Client,
  email: string,
  returnTo: string,
  captchaToken: string | undefined,
): Promise<void> {
  const { error } = await client.auth.resend({
    type: "email_change",
    email,
    options: { emailRedirectTo: returnTo, ...(captchaToken && { captchaToken }) },
  });
  if (error) throw error;
}

/** Cancels the change of address: the links sent so far become invalid. */
export async function cancelEmailChange(client: Client): Promise<void> {
  await client.rpc("cancel_email_change").throwOnError();
  await renew(client);
}

/** Sends a code to the new phone number. @throws {AuthError} */
export async function changePhone(client: Client, phone: string): Promise<void> {
  const { error } = await client.auth.updateUser({ phone });
  if (error) throw error;
}

/** @throws {AuthError} */
export async function confirmPhone(client: Client, phone: string, token: string): Promise<void> {
  const { error } = await client.auth.verifyOtp({ type: "phone_change", phone, token });
  if (error) throw error;
}

/**
 * Sets a new password.
 * @param nonce the code sent by {@link sendPasswordCode}, if the service requires one
 * @throws {AuthError} reauthentication_needed, same_password, weak_password
 */
export async function replacePassword(
  client: Client,
  password: string,
  nonce?: string,
): Promise<void> {
  const { error } = await client.auth.updateUser({ password, nonce: nonce || undefined });
  if (error) throw error;
}

/** Sends a code that proves that the member is changing the access. @throws {AuthError} */
export async function sendPasswordCode(client: Client): Promise<void> {
  const { error } = await client.auth.reauthenticate();
  if (error) throw error;
}

/**
 * Shows the code of {@link sendPasswordCode}: for a while, this session may change how the account
 * is opened.
 * @throws {AuthError} reauthentication_not_valid
 */
export async function renewProof(client: Client, nonce: string): Promise<void> {
  const { error } = await client.auth.updateUser({ nonce });
  if (error) throw error;
}
