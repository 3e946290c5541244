import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import * as z from "zod";

import { CHALLENGE_LIFETIME_SECONDS } from "../policy.ts";
import type { User } from "../users.ts";
import type { RelyingParty } from "./relying-party.ts";

/** The stored values of an authenticator's credential, for its verification. */
export interface Credential {
  /** In base64url. */
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** Number of signatures; stays 0 for passkeys that are synchronised between devices. */
  counter: number;
  transports: string[];
}

/** A credential right after its creation by an authenticator. */
export interface NewCredential extends Credential {
  aaguid: string;
  userVerified: boolean;
  backupEligible: boolean;
  backedUp: boolean;
}

/** A browser's answer. The library validates all of it and refuses unknown members. */
export const CredentialResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
export type CredentialResponse = z.output<typeof CredentialResponse>;

/** Loaded when somebody uses a passkey: it takes a tenth of a second and several megabytes. */
const webauthn = () => import("@simplewebauthn/server");

const TIMEOUT = CHALLENGE_LIFETIME_SECONDS * 1000;

/** EdDSA, ES256, RS256: the algorithms that authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Requirements on user verification (finger, face or PIN) and on storing a discoverable credential.
 */
export interface Strictness {
  userVerification: "required" | "preferred";
  residentKey: "required" | "preferred";
}

/**
 * Returns the browser's options for creating a credential.
 * @param known all credentials of the account, for any purpose: an authenticator stores one
 *   discoverable credential per account, and would overwrite an existing one that isn't listed
 */
export async function creationOptions(
  party: RelyingParty,
  user: User,
  known: Pick<Credential, "id" | "transports">[],
  strictness: Strictness,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userName = user.email || user.phone || user.id;
  const { name } = user.raw_user_meta_data;
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    // As in the hosted service: the user handle that a sign-in by passkey returns.
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

/**
 * Returns the browser's options for signing with one of the credentials. Without a list, the person
 * chooses.
 */
export async function requestOptions(
  party: RelyingParty,
  known: Pick<Credential, "id" | "transports">[],
  userVerification: Strictness["userVerification"],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    timeout: TIMEOUT,
    userVerification,
  });
}

/**
 * Verifies a new credential for the challenge and this site. Returns undefined if anything is
 * wrong.
 */
export async function createdCredential(
  party: RelyingParty,
  response: CredentialResponse,
  challenge: string,
  requireUserVerification: boolean,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
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
    // The library throws for every kind of invalid answer.
    return undefined;
  }
}

/**
 * Verifies a signature of the challenge for this site. Returns the new counter, or undefined if
 * anything is wrong.
 */
export async function shownCredential(
  party: RelyingParty,
  response: CredentialResponse,
  challenge: string,
  credential: Credential,
  requireUserVerification: boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
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

/** Returns the texts of the browser's list of transports; other values are dropped. */
function textsOf(transports: unknown): string[] {
  return Array.isArray(transports)
    ? transports.filter((one) => typeof one === "string" && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    : [];
}
