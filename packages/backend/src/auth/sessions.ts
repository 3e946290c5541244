import type { Queryable } from "./database.ts";
import { sessionNotFound } from "./errors.ts";
import { REUSE_INTERVAL } from "./policy.ts";
import type { Caller } from "./request.ts";
import { digest, newSecret, successor } from "./secrets.ts";

export interface Session {
  id: string;
  user_id: string;
  created_at: Date;
  not_after: Date | null;
  aal: "aal1" | "aal2";
  amr: { method: string; timestamp: number }[];
}

/** A session and the refresh token that continues it; the token is nowhere else in clear. */
export interface Grant {
  session: Session;
  refreshToken: string;
}

const SELECT_SESSION = `
  select s.id, s.user_id, s.created_at, s.not_after, coalesce(s.aal, 'aal1') as aal,
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

/** Starts a session for somebody who has just proved to be the member, by `method`. */
export async function startSession(
  db: Queryable,
  userId: string,
  method: string,
  caller: Caller,
): Promise<Grant> {
  const refreshToken = newSecret();
  const started = await db.query<{ id: string }>(
    `insert into auth.sessions (user_id, user_agent, ip, refresh_token_hmac_key)
     values ($1, $2, $3, $4) returning id`,
    [userId, caller.userAgent, caller.address ?? null, newSecret()],
  );
  const { id } = started.rows[0]!;
  // One flush for all four.
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
  ]);
  return { session: session!, refreshToken };
}

/** Ends a session at a time that whoever vouched for it has set. */
export async function limitSession(db: Queryable, id: string, notAfter: Date): Promise<void> {
  await db.query("update auth.sessions set not_after = $2 where id = $1", [id, notAfter]);
}

/**
 * The same session, vouched for by a second factor. Its earlier refresh tokens go: who holds one
 * of those has not shown the factor. So do the account's sessions that have not shown one.
 */
export async function elevateSession(
  db: Queryable,
  { id, user_id: userId }: Session,
  method: string,
  factorId: string,
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

/** How long a session lasts at most, and how long unused; in seconds. */
export interface SessionLimits {
  timeBox?: number;
  inactivity?: number;
}

/** What came of showing a refresh token. */
export type Refresh =
  | { outcome: "refreshed"; grant: Grant; userId: string; replayed: boolean }
  | { outcome: "replayed"; userId: string }
  | { outcome: "unknown" | "banned" | "ended" };

/**
 * Replaces a refresh token by its successor. Shown again within the reuse interval, the old token
 * yields the same successor; later it must have been stolen, by whoever came first or second,
 * and the whole session ends.
 */
export async function refresh(
  db: Queryable,
  token: string,
  caller: Caller,
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
      [row.session_id, caller.userAgent, caller.address ?? null],
    ),
    sessionById(db, row.session_id),
  ]);
  const grant = { session: session!, refreshToken };
  return { outcome: "refreshed", grant, userId: row.user_id, replayed: row.revoked };
}

/**
 * The session is locked before its token is read: of two requests at once, the second sees what
 * the first did. Both travel in one flush.
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
      [hash, REUSE_INTERVAL, timeBox, inactivity],
    ),
  ]);
  return found.rows[0];
}

/** The session's unused token, if a replaced one may still be shown; found by walking the chain. */
async function currentToken(
  db: Queryable,
  row: TokenRow,
  token: string,
): Promise<string | undefined> {
  if (!row.recent) return undefined;
  const heirs = await db.query<{ token: string }>(
    "select token from auth.refresh_tokens where session_id = $1 and id > $2 order by id",
    [row.session_id, row.id],
  );
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

/** Ends all sessions of an account, only this one, or all but this one. */
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
