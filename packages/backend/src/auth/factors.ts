import type { Queryable } from "./database.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { factorKind, type Opening } from "./factor-kinds/factor-kind.ts";
import {
  CHALLENGE_LIFETIME_SECONDS,
  MAX_FACTORS,
  UNVERIFIED_FACTOR_LIFETIME_SECONDS,
} from "./policy.ts";
import type { RequestOrigin } from "./request.ts";
import type { AuthService } from "./service.ts";
import type { Session } from "./sessions.ts";
import { isUuid } from "./secrets.ts";
import type { Factor, User } from "./users.ts";

/** A second factor with its secret, which no answer may contain. */
export interface StoredFactor extends Factor {
  secret: string | null;
}

/** A stored challenge, and the value that the answer is compared with. */
export interface Challenge {
  id: string;
  otp_code: string | null;
  web_authn_session_data: { challenge: string; type: string } | null;
}

/** Returns true if the account has a verified factor. */
export function hasSecondFactor(user: Pick<User, "factors">): boolean {
  return user.factors.some((factor) => factor.status === "verified");
}

/**
 * Requires that members may change their identities themselves.
 * @throws {AuthError} manual_linking_disabled
 */
export function requireManualLinking({ settings }: Pick<AuthService, "settings">): void {
  if (!settings.auth?.disableManualLinking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/**
 * Requires the second factor for a change of sign-in methods, and refuses accounts that a company
 * administers. Stricter than the hosted service, where any session links and unlinks identities.
 * @throws {AuthError} user_sso_managed, insufficient_aal
 */
export function requireOwnWays({ user, session }: { user: User; session: Session }): void {
  if (user.is_sso_user) {
    throw new AuthError(422, "user_sso_managed", "Identities of a SSO account can't be changed");
  }
  if (hasSecondFactor(user) && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to change identities");
  }
}

/**
 * Refuses an enrolment that began with the password alone, before the account had a factor, if the
 * account has a factor now. It must not replace that factor.
 * @throws {AuthError} insufficient_aal
 */
export function requireEnrollable(
  user: Pick<User, "factors">,
  { status }: Pick<Factor, "status">,
  { aal }: Pick<Session, "aal">,
): void {
  if (status !== "verified" && aal !== "aal2" && hasSecondFactor(user)) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  }
}

/** Returns the factor if it belongs to the account. @throws {AuthError} mfa_factor_not_found */
export async function requireFactor(
  db: Queryable,
  userId: string,
  id: string,
): Promise<StoredFactor> {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const found = await db.query<StoredFactor>(
    `select id, friendly_name, factor_type, status, created_at, updated_at, secret, phone
     from auth.mfa_factors where id = $1 and user_id = $2`,
    [id, userId],
  );
  const factor = found.rows[0];
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/**
 * Stores a factor that is not verified yet, and deletes unfinished enrolments. The account must be
 * locked.
 * @throws {AuthError} mfa_factor_name_conflict, too_many_enrolled_mfa_factors,
 *   mfa_verified_factor_exists, insufficient_aal
 */
export async function insertFactor(
  db: Queryable,
  user: User,
  session: Session,
  type: string,
  friendlyName: string,
  { secret, phone }: { secret?: string; phone?: string },
): Promise<string> {
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and (created_at < now() - make_interval(secs => $2) or phone = $3)`,
    [user.id, UNVERIFIED_FACTOR_LIFETIME_SECONDS, phone],
  );
  const { rows } = await db.query<Pick<StoredFactor, "friendly_name" | "status" | "phone">>(
    "select friendly_name, status, phone from auth.mfa_factors where user_id = $1",
    [user.id],
  );
  if (phone && rows.some((factor) => factor.phone === phone)) {
    throw new AuthError(
      422,
      "mfa_verified_factor_exists",
      "A verified phone factor already exists, unenroll the existing factor to continue",
    );
  }
  if (rows.some((factor) => (factor.friendly_name ?? "") === friendlyName)) {
    throw nameTaken(friendlyName);
  }
  if (rows.length >= MAX_FACTORS) {
    throw new AuthError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (rows.some((factor) => factor.status === "verified") && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  const inserted = await db.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
     values ($1, $2, $3, $4, $5) returning id`,
    [user.id, friendlyName, type, secret, phone],
  );
  return inserted.rows[0]!.id;
}

function nameTaken(friendlyName: string): AuthError {
  return new AuthError(
    422,
    "mfa_factor_name_conflict",
    `A factor with the friendly name "${friendlyName}" for this user already exists`,
  );
}

/**
 * Renames a factor.
 * @throws {AuthError} mfa_factor_name_conflict
 */
export async function renameFactor(
  db: Queryable,
  user: User,
  { id }: StoredFactor,
  name: string,
): Promise<void> {
  if (user.factors.some((other) => other.id !== id && (other.friendly_name ?? "") === name)) {
    throw nameTaken(name);
  }
  await db.query(
    "update auth.mfa_factors set friendly_name = $2, updated_at = now() where id = $1",
    [id, name],
  );
}

/** The stored address of requests whose address is unknown. */
const UNKNOWN_ADDRESS = "0.0.0.0";

/** Stores a challenge of a factor. Returns its id and its expiry, in seconds since 1970. */
export async function openChallenge(
  db: Queryable,
  factorId: string,
  origin: RequestOrigin,
  { codeHash, sessionData }: Pick<Opening, "codeHash" | "sessionData">,
): Promise<{ id: string; expiresAt: number }> {
  const opened = await db.query<{ id: string; expires_at: number }>(
    `insert into auth.mfa_challenges (factor_id, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4)
     returning id, extract(epoch from created_at)::integer + ${CHALLENGE_LIFETIME_SECONDS} as expires_at`,
    [
      factorId,
      origin.address ?? UNKNOWN_ADDRESS,
      codeHash,
      sessionData && JSON.stringify(sessionData),
    ],
  );
  const { id, expires_at: expiresAt } = opened.rows[0]!;
  return { id, expiresAt };
}

/**
 * Returns an open challenge of the factor.
 * @throws {AuthError} mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired
 */
export async function requireChallenge(
  db: Queryable,
  factorId: string,
  id: string,
  origin: RequestOrigin,
): Promise<Challenge> {
  if (!isUuid(id)) throw validationFailed("challenge_id must be an UUID");
  const found = await db.query<Challenge & { open: boolean; expired: boolean }>(
    `select id, otp_code, web_authn_session_data,
       verified_at is null and ip_address = $3 as open,
       created_at < now() - make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}) as expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factorId, origin.address ?? UNKNOWN_ADDRESS],
  );
  const challenge = found.rows[0];
  if (!challenge) {
    throw new AuthError(
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
  }
  if (!challenge.open) throw challengeUsed();
  if (challenge.expired) {
    throw new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return challenge;
}

function challengeUsed(): AuthError {
  return new AuthError(
    422,
    "mfa_ip_address_mismatch",
    "Challenge and verify IP addresses mismatch.",
  );
}

/**
 * Consumes a challenge. When answers race, exactly one succeeds.
 * @throws {AuthError} mfa_ip_address_mismatch
 */
export async function closeChallenge(db: Queryable, id: string): Promise<void> {
  const closed = await db.query(
    "update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null",
    [id],
  );
  if (closed.rowCount === 0) throw challengeUsed();
}

/** Marks a factor as verified, and deletes unfinished factors of its kind. */
export async function confirmFactor(
  db: Queryable,
  user: User,
  { id, factor_type: type }: Factor,
): Promise<void> {
  await db.query(
    "update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1",
    [id],
  );
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and factor_type = $2`,
    [user.id, type],
  );
}

/** Removes a factor. Sessions that it verified continue with their other methods. */
export async function removeFactor(
  db: Queryable,
  factor: Pick<StoredFactor, "id" | "factor_type">,
): Promise<void> {
  await db.query(
    `with vouched as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims
     where session_id in (select id from vouched) and authentication_method = $2`,
    [factor.id, factorKind(factor.factor_type)?.method],
  );
  await db.query("delete from auth.mfa_factors where id = $1", [factor.id]);
}

/**
 * Removes all factors of an account, for an owner who has lost them. Returns the number of verified
 * ones.
 */
export async function removeFactors(db: Queryable, userId: string): Promise<number> {
  await db.query("select 1 from auth.users where id = $1 for no key update", [userId]);
  const { rows } = await db.query<Pick<StoredFactor, "id" | "factor_type" | "status">>(
    "select id, factor_type, status from auth.mfa_factors where user_id = $1",
    [userId],
  );
  for (const factor of rows) await removeFactor(db, factor);
  return rows.filter(({ status }) => status === "verified").length;
}
