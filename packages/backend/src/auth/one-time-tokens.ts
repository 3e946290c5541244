import type { Queryable } from "./database.ts";
import { CODE_ATTEMPTS, ONE_TIME_TOKEN_LIFETIME_SECONDS } from "./policy.ts";
import { digest, newCode, newSecret } from "./secrets.ts";

/** The purpose of a token, in the hosted service's names. */
export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"
  | "phone_change_token";

/** A proof of ownership of a mailbox or number, in two forms. */
export interface OneTimeToken {
  /** The secret in the link. */
  token: string;
  /** The digits that a member types. */
  code: string;
}

/** Marks a link that ends in an authorization code instead of a session. */
export const PKCE_PREFIX = "pkce_";

/** The columns of `auth.users` with the time of the last mail of each type. */
const SENT_AT: Record<TokenType, string> = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
  phone_change_token: "phone_change_sent_at",
};

function newToken(pkce: boolean): OneTimeToken {
  return { token: (pkce ? PKCE_PREFIX : "") + newSecret(), code: newCode() };
}

/** Creates the account's only valid token of this type; an earlier one becomes invalid. */
export async function issueToken(
  db: Queryable,
  userId: string,
  type: TokenType,
  mailbox: string,
  pkce: boolean,
): Promise<OneTimeToken> {
  const { token, code } = newToken(pkce);
  await Promise.all([
    db.query(
      `insert into auth.one_time_tokens
         (user_id, token_type, relates_to, token_hash, code_hash, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now() at time zone 'utc', now() at time zone 'utc')
       on conflict (user_id, token_type) do update set
         relates_to = excluded.relates_to, token_hash = excluded.token_hash,
         code_hash = excluded.code_hash, attempts = 0,
         created_at = excluded.created_at, updated_at = excluded.updated_at`,
      [userId, type, mailbox, digest(token), codeHash(userId, type, code)],
    ),
    db.query(`update auth.users set ${SENT_AT[type]} = now() where id = $1`, [userId]),
  ]);
  return { token, code };
}

/**
 * Replaces a token whose mail has not left: its hour begins again. Returns undefined if there is no
 * such token any more.
 */
export async function renewToken(
  db: Queryable,
  hash: string,
  pkce: boolean,
): Promise<OneTimeToken | undefined> {
  const { rows } = await db.query<Redeemed>(
    "select user_id, token_type from auth.one_time_tokens where token_hash = $1 for update",
    [hash],
  );
  const [found] = rows;
  if (!found) return undefined;
  const renewed = newToken(pkce);
  await db.query(
    `update auth.one_time_tokens set token_hash = $2, code_hash = $3, attempts = 0,
       created_at = now() at time zone 'utc', updated_at = now() at time zone 'utc'
     where token_hash = $1`,
    [hash, digest(renewed.token), codeHash(found.user_id, found.token_type, renewed.code)],
  );
  return renewed;
}

export interface Redeemed {
  user_id: string;
  token_type: TokenType;
}

const NOT_EXPIRED = `created_at > (now() at time zone 'utc') - make_interval(secs => ${ONE_TIME_TOKEN_LIFETIME_SECONDS})`;

/** Marks the hashes of a token that has been used. It stays until it would have expired. */
export const USED = "used ";

const USE = `update auth.one_time_tokens
  set token_hash = '${USED}' || token_hash, code_hash = '${USED}' || code_hash`;

/** Types of tokens that confirm an address. */
const CONFIRMING: TokenType[] = [
  "confirmation_token",
  "email_change_token_new",
  "email_change_token_current",
];

/** Consumes a link token. When requests race, exactly one succeeds. */
export async function redeemToken(
  db: Queryable,
  token: string,
  types: TokenType[],
): Promise<Redeemed | undefined> {
  const taken = await db.query<Redeemed>(
    `${USE}
     where token_hash = $1 and token_type = any($2::auth.one_time_token_type[]) and ${NOT_EXPIRED}
     returning user_id, token_type`,
    [digest(token), types],
  );
  return taken.rows[0];
}

/** Returns true if a link has confirmed an address before. */
export async function hasConfirmed(db: Queryable, token: string): Promise<boolean> {
  const used = await db.query(
    `select from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])`,
    [USED + digest(token), CONFIRMING],
  );
  return used.rowCount === 1;
}

/** Returns true if a code has confirmed this mailbox before. Attempts are counted by the caller. */
export async function hasConfirmedByCode(
  db: Queryable,
  mailbox: string,
  code: string,
): Promise<boolean> {
  const used = await db.query<Candidate>(
    `select id, user_id, token_type, code_hash from auth.one_time_tokens
     where relates_to = $1 and token_type = any($2::auth.one_time_token_type[])`,
    [mailbox, CONFIRMING],
  );
  return used.rows.some(
    (row) => row.code_hash === USED + codeHash(row.user_id, row.token_type, code),
  );
}

interface Candidate extends Redeemed {
  id: string;
  code_hash: string;
}

/**
 * Finds the token of a typed code and counts the attempt. Must not run in a transaction that is
 * rolled back after a wrong code: the count would be lost.
 */
export async function findByCode(
  db: Queryable,
  mailbox: string,
  code: string,
  types: TokenType[],
): Promise<string | undefined> {
  const candidates = await db.query<Candidate>(
    `update auth.one_time_tokens set attempts = attempts + 1
     where relates_to = $1 and token_type = any($2::auth.one_time_token_type[])
       and attempts < ${CODE_ATTEMPTS} and ${NOT_EXPIRED}
     returning id, user_id, token_type, code_hash`,
    [mailbox, types],
  );
  return candidates.rows.find(
    (row) => row.code_hash === codeHash(row.user_id, row.token_type, code),
  )?.id;
}

/** Consumes a token that was found by its code, as `redeemToken` does for a link. */
export async function redeemFound(db: Queryable, id: string): Promise<Redeemed | undefined> {
  const taken = await db.query<Redeemed>(
    `${USE} where id = $1 and not starts_with(code_hash, '${USED}') returning user_id, token_type`,
    [id],
  );
  return taken.rows[0];
}

function codeHash(userId: string, type: TokenType, code: string): string {
  return digest(userId, type, code);
}
