import type { Context } from "hono";

import { bearer } from "../http/credentials.ts";
import { InvalidToken, verifyToken } from "../tokens/jwt.ts";
import type { Queryable } from "./database.ts";
import { AuthError, sessionNotFound, userBanned } from "./errors.ts";
import { isUuid } from "./secrets.ts";
import type { AuthService } from "./service.ts";
import { sessionById, type Session } from "./sessions.ts";
import { isBanned, lockUser, userById, type User } from "./users.ts";

export interface Member {
  user: User;
  session: Session;
}

/**
 * Returns the account and session of the bearer token. Unlike the REST service, it reads the
 * session from the database, so an ended session is refused at once.
 * @throws {AuthError} no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function authenticate({ keys, pool }: AuthService, c: Context): Promise<Member> {
  const token = bearer(c.req.raw);
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const { sub, session_id: sessionId } = await verifyToken(keys, token).catch(refuseToken);
  if (!sub) throw badJwt("invalid claim: missing sub claim");
  if (!isUuid(sub)) throw badJwt("invalid claim: sub claim must be a UUID");
  if (!sessionId || !isUuid(sessionId)) {
    throw badJwt("invalid claim: session_id claim must be a UUID");
  }
  const [user, session] = await Promise.all([userById(pool, sub), sessionById(pool, sessionId)]);
  return requireMember(user, session);
}

/**
 * Reads a member again, and locks account and session until the transaction ends. Between
 * `authenticate` and a change lies as much time as the sender of a slow body wants, or a visit to a
 * provider: the session may have ended meanwhile, or the account have a second factor.
 * @throws {AuthError} user_not_found, session_not_found, user_banned
 */
export async function lockMember(
  db: Queryable,
  userId: string,
  sessionId: string | null,
): Promise<Member> {
  const user = await lockUser(db, userId);
  await db.query("select 1 from auth.sessions where id = $1 for key share", [sessionId]);
  const session = sessionId === null ? undefined : await sessionById(db, sessionId);
  return requireMember(user, session);
}

function requireMember(user: User | undefined, session: Session | undefined): Member {
  if (!user) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  if (session?.user_id !== user.id || hasEnded(session)) throw sessionNotFound();
  if (isBanned(user)) throw userBanned();
  return { user, session };
}

function hasEnded(session: Session): boolean {
  return session.not_after !== null && session.not_after < new Date();
}

function refuseToken(error: unknown): never {
  if (!(error instanceof InvalidToken)) throw error;
  throw badJwt(`invalid JWT: unable to parse or verify signature, ${error.message}`);
}

function badJwt(message: string): AuthError {
  return new AuthError(403, "bad_jwt", message);
}
