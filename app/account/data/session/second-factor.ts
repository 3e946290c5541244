import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { credentialKeys } from "./keys.ts";

/** The account's verified factors, as the service has them now. */
export function myFactors(userId: string) {
  return queryOptions({
    queryKey: credentialKeys.factors(userId),
    queryFn: async () => {
      const { auth } = await browserClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      return data.all.filter(({ status }) => status === "verified");
    },
  });
}

/** An authenticator app that waits for its first code. */
export interface NewApp {
  id: string;
  /** A QR code as a `data:` address. */
  qrCode: string;
  /** The content of the QR code, for typing. */
  secret: string;
}

/** @throws {AuthError} mfa_factor_name_conflict, too_many_enrolled_mfa_factors, insufficient_aal */
export async function enrolApp(client: Client, name: string): Promise<NewApp> {
  await forgetUnfinished(client);
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
    issuer: "Maillothèque",
  });
  if (error) throw error;
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Removes unfinished enrolments: they block their name for a while. */
export async function forgetUnfinished({ auth }: Client): Promise<void> {
  const { data } = await auth.mfa.listFactors();
  const unfinished = data?.all.filter(({ status }) => status === "unverified") ?? [];
  for (const { id } of unfinished) await auth.mfa.unenroll({ factorId: id });
}

/** @throws {AuthError} */
export async function enrolPhoneFactor(
  client: Client,
  name: string,
  phone: string,
): Promise<string> {
  await forgetUnfinished(client);
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "phone",
    friendlyName: name,
    phone,
  });
  if (error) throw error;
  return data.id;
}

/**
 * Sends the code of a phone factor and returns the challenge, which the code answers. @throws
 * {AuthError}
 */
export async function sendFactorCode(client: Client, factorId: string): Promise<string> {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: "sms" });
  if (error) throw error;
  return data.id;
}

/** Verifies a factor's code; the session then has the member's full rights. @throws {AuthError} */
export async function showCode(
  client: Client,
  factorId: string,
  code: string,
  challengeId?: string,
): Promise<void> {
  const { error } = challengeId
    ? await client.auth.mfa.verify({ factorId, challengeId, code })
    : await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Removes a factor and reads the session's account again. @throws {AuthError} */
export async function removeFactor(client: Client, factorId: string): Promise<void> {
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error) throw error;
  await renew(client);
}

/** @throws {PostgrestError} 23505 if another factor has this name */
export async function renameFactor(client: Client, factorId: string, name: string): Promise<void> {
  await client.rpc("rename_factor", { factor_id: factorId, name }).throwOnError();
}

/** Requests a new token with the current state of account and session. */
export async function renew(client: Client): Promise<void> {
  const { error } = await client.auth.refreshSession();
  if (error) throw error;
}
