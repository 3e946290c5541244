import type { Queryable } from "../database.ts";
import { AuthError } from "../errors.ts";
import type { Challenge, StoredFactor } from "../factors.ts";
import type { RequestOrigin } from "../request.ts";
import type { AuthService } from "../service.ts";
import type { User } from "../users.ts";
import type { CredentialResponse } from "../webauthn/ceremonies.ts";

/** A request to enrol a factor. */
interface EnrolmentWish {
  issuer: string;
  phone: string;
}

/**
 * The values that are stored with a new factor, and those that only the enrolment's answer
 * contains.
 */
interface Enrolment {
  secret?: string;
  phone?: string;
  shown: Record<string, unknown>;
}

/**
 * The values that are stored with a challenge, those that the browser gets, and the work after the
 * commit.
 */
export interface Opening {
  codeHash?: string;
  sessionData?: { challenge: string; type: "create" | "request" };
  shown?: Record<string, unknown>;
  opened?: () => Promise<void>;
}

/** A member's answer to a challenge. */
interface Proof {
  code: string;
  webauthn: { type: string; response: CredentialResponse } | undefined;
}

/** One kind of second factor and its own rules. */
export interface FactorKind {
  /** The name of this kind in a session's `amr`, as in the hosted service. */
  method: string;
  /** @throws {AuthError} if the settings don't offer this kind */
  requireOffered(service: AuthService, action: "enroll" | "verify"): void;
  enrol(service: AuthService, user: User, wish: EnrolmentWish): Enrolment;
  open(
    service: AuthService,
    user: User,
    factor: StoredFactor,
    origin: RequestOrigin,
  ): Promise<Opening> | Opening;
  /**
   * Verifies an answer. Runs in a transaction, with the account locked and the challenge consumed.
   * @returns the proven factor: this one, or another one of its kind
   * @throws {AuthError} mfa_verification_failed
   */
  prove(
    db: Queryable,
    service: AuthService,
    subject: { user: User; factor: StoredFactor; challenge: Challenge },
    proof: Proof,
  ): Promise<StoredFactor>;
}

/** Creates the hosted service's error for a kind of factor that is switched off. */
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
