import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { credentialKeys } from "./keys.ts";

/** The passkeys that sign in without a password. */
export function myPasskeys(userId: string) {
  return queryOptions({
    queryKey: credentialKeys.passkeys(userId),
    queryFn: async () => {
      const { auth } = await browserClient();
      const { data, error } = await auth.passkey.list();
      if (error) throw error;
      return data;
    },
  });
}

/** Signs in with a passkey. @throws {AuthError} @throws {WebAuthnError} */
export async function signInByPasskey(client: Client, captchaToken?: string): Promise<void> {
  const options = captchaToken ? { captchaToken } : {};
  const { error } = await client.auth.signInWithPasskey({ options });
  if (error) throw error;
}

/** @throws {AuthError} @throws {WebAuthnError} */
export async function createPasskey(client: Client, name: string): Promise<void> {
  const { data, error } = await client.auth.registerPasskey();
  if (error) throw error;
  await renamePasskey(client, data.id, name);
}

/** @throws {AuthError} */
export async function renamePasskey(client: Client, id: string, name: string): Promise<void> {
  const { error } = await client.auth.passkey.update({ passkeyId: id, friendlyName: name });
  if (error) throw error;
}

/** @throws {AuthError} */
export async function removePasskey(client: Client, id: string): Promise<void> {
  const { error } = await client.auth.passkey.delete({ passkeyId: id });
  if (error) throw error;
}
