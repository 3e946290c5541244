import type { Member } from "./authenticate.ts";
import type { Queryable } from "./database.ts";
import { AuthError } from "./errors.ts";
import { countCode } from "./limits.ts";
import { findByCode, redeemFound } from "./one-time-tokens.ts";
import { FRESH_PROOF_LIFETIME_SECONDS, REAUTHENTICATION_AGE_SECONDS } from "./policy.ts";
import type { RequestOrigin } from "./request.ts";
import type { AuthService } from "./service.ts";
import type { Session } from "./sessions.ts";

const isWithin = (time: Date | null, seconds: number) =>
  time !== null && Date.now() - time.getTime() < seconds * 1000;

/** Returns true if the session is new, or the member has just shown a code in it. */
function isFresh({ created_at: created, proven_at: proven }: Session, nonce: string): boolean {
  if (isWithin(created, REAUTHENTICATION_AGE_SECONDS)) return true;
  // A code that the request has is always verified.
  return nonce === "" && isWithin(proven, FRESH_PROOF_LIFETIME_SECONDS);
}

/**
 * Requires a fresh proof of identity for a change of how the account is opened: a session that is
 * not old, or the code of `GET /reauthenticate`. A found or stolen session must not gain a password,
 * passkey, factor or identity of its own. An anonymous account has nothing but its session.
 * @param nonce the code, if the request has one; it refreshes the session
 * @throws {AuthError} reauthentication_needed, reauthentication_not_valid
 */
export async function requireFreshProof(
  service: AuthService,
  { user, session }: Member,
  origin: RequestOrigin,
  nonce = "",
): Promise<void> {
  if (user.is_anonymous || isFresh(session, nonce)) return;
  if (nonce === "") {
    throw new AuthError(400, "reauthentication_needed", "This change requires reauthentication");
  }
  const { pool, limits } = service;
  const sentTo = user.email || user.phone || "";
  const takeBack = await countCode(limits, sentTo, origin);
  const found = await findByCode(pool, sentTo, nonce, ["reauthentication_token"]);
  const redeemed = found && (await redeemFound(pool, found));
  if (!redeemed || redeemed.user_id !== user.id) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await takeBack();
  await noteProof(pool, session.id);
}

/** Records that the session's member has just shown a code. */
async function noteProof(db: Queryable, sessionId: string): Promise<void> {
  await db.query("update auth.sessions set proven_at = now() where id = $1", [sessionId]);
}
