import type { Client } from "../../../shared/data/client.ts";
import { forgetUnfinished } from "./second-factor.ts";

/** Whether this browser and this address allow passkeys: they belong to a domain name. */
export function canUsePasskeys(): boolean {
  const isDomain = !/^[\d.]+$|:/.test(location.hostname);
  return isDomain && window.isSecureContext && "PublicKeyCredential" in window;
}

/**
 * Creates a passkey in the browser and enrols it. The client library's own method allows security
 * keys only; phones and fingerprint readers should work too.
 * @throws {AuthError} @throws {DOMException} NotAllowedError if the member cancels
 */
export async function addPasskey(client: Client, name: string): Promise<void> {
  await forgetUnfinished(client);
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "webauthn",
    friendlyName: name,
  });
  if (error) throw error;
  await answerChallenge(client, data.id);
}

/** Verifies a passkey of the browser. @throws {AuthError} @throws {DOMException} NotAllowedError */
export async function showPasskey(client: Client, factorId: string): Promise<void> {
  await answerChallenge(client, factorId);
}

async function answerChallenge({ auth }: Client, factorId: string): Promise<void> {
  const site = { rpId: location.hostname, rpOrigins: [location.origin] };
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: site });
  if (error) throw error;
  const { type, credential_options: options } = data.webauthn;
  const credential =
    type === "create"
      ? await navigator.credentials.create(options as CredentialCreationOptions)
      : await navigator.credentials.get(options as CredentialRequestOptions);
  if (!credential) throw new DOMException("no credential", "NotAllowedError");
  const verified = await auth.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { ...site, type, credential_response: credential as never },
  });
  if (verified.error) throw verified.error;
}
