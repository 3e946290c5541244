import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import * as z from "zod";

import { CHALLENGE_LIFETIME } from "../policy.ts";
import type { User } from "../users.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What an authenticator's credential is recognised by. */
export interface Credential {
  /** In base64url. */
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** How often it has signed; stays 0 where passkeys travel between devices. */
  counter: number;
  transports: string[];
}

/** A credential as its authenticator has just made it. */
export interface NewCredential extends Credential {
  aaguid: string;
  userVerified: boolean;
  backupEligible: boolean;
  backedUp: boolean;
}

/** A browser's answer; the library looks at all of it, and refuses what it doesn't know. */
export const CredentialResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
export type CredentialResponse = z.output<typeof CredentialResponse>;

const TIMEOUT = CHALLENGE_LIFETIME * 1000;

/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** How strictly an authenticator must ask for finger, face or PIN, and keep the account itself. */
export interface Strictness {
  userVerification: "required" | "preferred";
  residentKey: "required" | "preferred";
}

/**
 * What the browser needs to make a credential for this account.
 * @param known all of the account's, whatever they are for: an authenticator keeps one discoverable
 *   credential of an account, and would overwrite the one it has by the new one unless told of it
 */
export function creationOptions(
  party: RelyingParty,
  user: User,
  known: Pick<Credential, "id" | "transports">[],
  strictness: Strictness,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userName = user.email || user.phone || user.id;
  const { name } = user.raw_user_meta_data;
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    // As in the hosted service: what signing in with a passkey hands back as user handle.
    userID: Buffer.from(user.id),
    userName,
    userDisplayName: typeof name === "string" && name ? name : userName,
    timeout: TIMEOUT,
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { ...strictness },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What the browser needs to have one of the credentials sign; without any, the person picks. */
export function requestOptions(
  party: RelyingParty,
  known: Pick<Credential, "id" | "transports">[],
  userVerification: Strictness["userVerification"],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    timeout: TIMEOUT,
    userVerification,
  });
}

/** The credential that was made for the challenge, here; nothing when anything about it is wrong. */
export async function createdCredential(
  party: RelyingParty,
  response: CredentialResponse,
  challenge: string,
  requireUserVerification: boolean,
): Promise<NewCredential | undefined> {
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!made) return undefined;
    const { id, publicKey, counter, transports } = made.credential;
    return {
      id,
      publicKey,
      counter,
      transports: textsOf(transports),
      aaguid: made.aaguid,
      userVerified: made.userVerified,
      backupEligible: made.credentialDeviceType === "multiDevice",
      backedUp: made.credentialBackedUp,
    };
  } catch {
    // The library throws for each of the many things a forged answer can get wrong.
    return undefined;
  }
}

/** The counter after the credential has signed the challenge, here; nothing when it has not. */
export async function shownCredential(
  party: RelyingParty,
  response: CredentialResponse,
  challenge: string,
  credential: Credential,
  requireUserVerification: boolean,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential,
      requireUserVerification,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Browsers list how a credential is reached; whatever else is in the list is dropped. */
function textsOf(transports: unknown): string[] {
  return Array.isArray(transports)
    ? transports.filter((one) => typeof one === "string" && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    : [];
}
