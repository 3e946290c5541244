import type { Queryable } from "./database.ts";
import { sessionNotFound } from "./errors.ts";
import { noteOrigin } from "./known-origins.ts";
import { REUSE_INTERVAL_SECONDS } from "./policy.ts";
import type { RequestOrigin } from "./request.ts";
import { digest, newSecret, successor } from "./secrets.ts";

export interface Session {
  id: string;
  user_id: string;
  created_at: Date;
  /** When the member last showed a code in it. */
  proven_at: Date | null;
  not_after: Date | null;
  aal: "aal1" | "aal2";
  amr: { method: string; timestamp: number }[];
}

/** A session and its refresh token. Only this object has the token in clear text. */
export interface Grant {
  session: Session;
  refreshToken: string;
}

const SELECT_SESSION = `
  select s.id, s.user_id, s.created_at, s.proven_at, s.not_after, coalesce(s.aal, 'aal1') as aal,
    coalesce((select json_agg(json_build_object('method', a.authentication_method,
        'timestamp', floor(extract(epoch from a.updated_at))::bigint) order by a.updated_at desc)
      from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
  from auth.sessions s`;

export async function sessionById(db: Queryable, id: string): Promise<Session | undefined> {
  const found = await db.query<Session>({
    name: "auth-session-by-id",
    text: `${SELECT_SESSION} where s.id = $1`,
    values: [id],
  });
  return found.rows[0];
}

/** Starts a session for a member who has just authenticated by `method`. */
export async function startSession(
  db: Queryable,
  userId: string,
  method: string,
  origin: RequestOrigin,
): Promise<Grant> {
  const refreshToken = newSecret();
  const started = await db.query<{ id: string }>(
    `insert into auth.sessions (user_id, user_agent, ip, refresh_token_hmac_key)
     values ($1, $2, $3, $4) returning id`,
    [userId, origin.userAgent, origin.address ?? null, newSecret()],
  );
  const { id } = started.rows[0]!;
  // One network flush for all statements.
  const [, , , session] = await Promise.all([
    db.query("insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)", [
      digest(refreshToken),
      userId,
      id,
    ]),
    db.query(
      "insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)",
      [id, method],
    ),
    db.query("update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1", [
      userId,
    ]),
    sessionById(db, id),
    noteOrigin(db, userId, origin),
  ]);
  return { session: session!, refreshToken };
}

/** Sets the end of a session, which its identity provider requires. */
export async function limitSession(db: Queryable, id: string, notAfter: Date): Promise<void> {
  await db.query("update auth.sessions set not_after = $2 where id = $1", [id, notAfter]);
}

/**
 * Raises a session to `aal2` after a second factor. Its earlier refresh tokens become invalid,
 * because their holder has not shown the factor. The account's other sessions at `aal1` end.
 */
export async function elevateSession(
  db: Queryable,
  { id, user_id: userId }: Session,
  method: string,
  factorId: string,
  origin: RequestOrigin,
): Promise<Grant> {
  const refreshToken = newSecret();
  const elevated = await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refresh_token_hmac_key = $3,
       updated_at = now() where id = $1`,
    [id, factorId, newSecret()],
  );
  if (elevated.rowCount === 0) throw sessionNotFound();
  const [, , , , session] = await Promise.all([
    db.query("delete from auth.refresh_tokens where session_id = $1", [id]),
    db.query("insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)", [
      digest(refreshToken),
      userId,
      id,
    ]),
    db.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
      [id, method],
    ),
    db.query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [userId]),
    sessionById(db, id),
    noteOrigin(db, userId, origin, true),
  ]);
  return { session: session!, refreshToken };
}

interface TokenRow {
  id: string;
  token: string;
  revoked: boolean;
  recent: boolean;
  session_id: string;
  user_id: string;
  key: string;
  banned: boolean;
  ended: boolean;
}

/** Maximum length of a session, and of its idle time; in seconds. */
export interface SessionLimits {
  timeBox?: number;
  inactivity?: number;
}

/** The outcome of a refresh. */
export type Refresh =
  | { outcome: "refreshed"; grant: Grant; userId: string; replayed: boolean }
  | { outcome: "replayed"; userId: string }
  | { outcome: "unknown" | "banned" | "ended" };

/**
 * Replaces a refresh token by its successor. The token that the unused one replaced returns that
 * one at any time, because its answer may have been lost; earlier ones do so within the reuse
 * interval. Later use means that the token was stolen, by its first or second user, so the whole
 * session ends.
 */
export async function refresh(
  db: Queryable,
  token: string,
  origin: RequestOrigin,
  limits: SessionLimits = {},
): Promise<Refresh> {
  const row = await lockToken(db, token, limits);
  if (!row) return { outcome: "unknown" };
  if (row.banned) return { outcome: "banned" };
  if (row.ended) return { outcome: "ended" };
  const current = row.revoked ? await currentToken(db, row, token) : undefined;
  if (row.revoked && current === undefined) {
    await endSessions(db, row.user_id, "local", row.session_id);
    return { outcome: "replayed", userId: row.user_id };
  }
  const refreshToken = current ?? (await replace(db, row, successor(row.key, token)));
  const [, session] = await Promise.all([
    db.query(
      `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(),
         user_agent = $2, ip = $3 where id = $1`,
      [row.session_id, origin.userAgent, origin.address ?? null],
    ),
    sessionById(db, row.session_id),
  ]);
  const grant = { session: session!, refreshToken };
  return { outcome: "refreshed", grant, userId: row.user_id, replayed: row.revoked };
}

/**
 * Locks the session, then reads its token: when two requests race, the second sees the result of
 * the first. Both statements travel in one network flush.
 */
async function lockToken(
  db: Queryable,
  token: string,
  { timeBox, inactivity }: SessionLimits,
): Promise<TokenRow | undefined> {
  const hash = digest(token);
  const [, found] = await Promise.all([
    db.query(
      `select 1 from auth.sessions where id =
         (select session_id from auth.refresh_tokens where token = $1)
       for no key update`,
      [hash],
    ),
    db.query<TokenRow>(
      `select t.id, t.token, t.revoked, t.session_id, s.user_id, s.refresh_token_hmac_key as key,
         t.updated_at > clock_timestamp() - make_interval(secs => $2) as recent,
         coalesce(u.banned_until > now(), false) as banned,
         coalesce(s.not_after < now(), false)
           or coalesce(s.created_at < now() - make_interval(secs => $3), false)
           or coalesce(coalesce(s.refreshed_at at time zone 'utc', s.created_at)
             < now() - make_interval(secs => $4), false) as ended
       from auth.refresh_tokens t
       join auth.sessions s on s.id = t.session_id
       join auth.users u on u.id = s.user_id and u.deleted_at is null
       where t.token = $1`,
      [hash, REUSE_INTERVAL_SECONDS, timeBox, inactivity],
    ),
  ]);
  return found.rows[0];
}

/**
 * Returns the session's unused token if `token` may be used again. Follows the chain of successors.
 */
async function currentToken(
  db: Queryable,
  row: TokenRow,
  token: string,
): Promise<string | undefined> {
  const heirs = await db.query<{ token: string }>(
    "select token from auth.refresh_tokens where session_id = $1 and id > $2 order by id",
    [row.session_id, row.id],
  );
  if (!row.recent && heirs.rowCount !== 1) return undefined;
  const last = heirs.rows.at(-1)?.token;
  let heir = token;
  for (let step = 0; step < heirs.rows.length; step++) {
    heir = successor(row.key, heir);
    if (digest(heir) === last) return heir;
  }
  return undefined;
}

async function replace(db: Queryable, row: TokenRow, next: string): Promise<string> {
  await Promise.all([
    db.query(
      "update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1",
      [row.id],
    ),
    db.query(
      `insert into auth.refresh_tokens (token, parent, user_id, session_id)
       values ($1, $2, $3, $4)`,
      [digest(next), row.token, row.user_id, row.session_id],
    ),
  ]);
  return next;
}

export type LogoutScope = "global" | "local" | "others";

/** Ends all sessions of an account, only one, or all but one. */
export async function endSessions(
  db: Queryable,
  userId: string,
  scope: LogoutScope,
  sessionId: string | undefined,
): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1
       and ($2 = 'global' or (id = $3::uuid) = ($2 = 'local'))`,
    [userId, scope, sessionId ?? null],
  );
}
