import type { Queryable } from "../database.ts";
import { AuthError } from "../errors.ts";
import type { Challenge, StoredFactor } from "../factors.ts";
import type { Caller } from "../request.ts";
import type { AuthService } from "../service.ts";
import type { User } from "../users.ts";
import type { CredentialResponse } from "../webauthn/ceremonies.ts";

/** What somebody asks for who enrols a factor. */
export interface EnrolmentWish {
  issuer: string;
  phone: string;
}

/** What a new factor is stored with, and what only the answer to its enrolment shows. */
export interface Enrolment {
  secret?: string;
  phone?: string;
  shown: Record<string, unknown>;
}

/** What a challenge is stored with, what the browser gets of it, and what happens once it is. */
export interface Opening {
  codeHash?: string;
  sessionData?: { challenge: string; type: "create" | "request" };
  shown?: Record<string, unknown>;
  opened?: () => Promise<void>;
}

/** What somebody shows to prove a factor. */
export interface Proof {
  code: string;
  webauthn: { type: string; response: CredentialResponse } | undefined;
}

/** One kind of second factor: what is particular about it. */
export interface FactorKind {
  /** How sessions name it in `amr`, as the hosted service does. */
  method: string;
  /** @throws {AuthError} where the settings don't offer it */
  requireOffered(service: AuthService, action: "enroll" | "verify"): void;
  enrol(service: AuthService, user: User, wish: EnrolmentWish): Enrolment;
  open(
    service: AuthService,
    user: User,
    factor: StoredFactor,
    caller: Caller,
  ): Promise<Opening> | Opening;
  /**
   * In a transaction, with the account locked and the challenge taken.
   * @returns the factor that vouches: this one, or another of its kind
   * @throws {AuthError} mfa_verification_failed
   */
  prove(
    db: Queryable,
    service: AuthService,
    subject: { user: User; factor: StoredFactor; challenge: Challenge },
    proof: Proof,
  ): Promise<StoredFactor>;
}

/** As the hosted service refuses a kind of factor that is switched off. */
export function notOffered(kind: "phone" | "webauthn", action: "enroll" | "verify"): AuthError {
  const name = { phone: "Phone", webauthn: "WebAuthn" }[kind];
  const what = action === "enroll" ? "enroll" : "verification";
  return new AuthError(
    422,
    `mfa_${kind}_${action}_not_enabled`,
    `MFA ${what} is disabled for ${name}`,
  );
}

export function notProven(message: string): AuthError {
  return new AuthError(422, "mfa_verification_failed", message);
}
