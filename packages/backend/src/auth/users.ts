import type { Queryable } from "./database.ts";
import { USED } from "./one-time-tokens.ts";
import { forgetSignUp } from "./sign-ups.ts";

/** A row of `auth.users`, with all columns that answers need. */
export interface User {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
  created_at: Date;
  updated_at: Date;
  identities: Identity[];
  factors: Factor[];
}

export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

export interface Factor {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  phone: string | null;
  created_at: string;
  updated_at: string;
}

/** The start of every query for accounts. */
export const SELECT_USER = `
  select u.id, coalesce(u.aud, 'authenticated') as aud, coalesce(u.role, 'authenticated') as role,
    u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
    u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
    u.email_change_sent_at, u.email_change_confirm_status, u.last_sign_in_at,
    coalesce(u.raw_app_meta_data, '{}') as raw_app_meta_data,
    coalesce(u.raw_user_meta_data, '{}') as raw_user_meta_data,
    u.banned_until, u.is_anonymous, u.is_sso_user, u.created_at, u.updated_at,
    coalesce((select json_agg(i order by i.created_at, i.id)
      from auth.identities i where i.user_id = u.id), '[]') as identities,
    coalesce((select json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
        'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
        'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at)
      from auth.mfa_factors f where f.user_id = u.id), '[]') as factors
  from auth.users u`;

export async function userById(db: Queryable, id: string): Promise<User | undefined> {
  const found = await db.query<User>({
    name: "auth-user-by-id",
    text: `${SELECT_USER} where u.id = $1 and u.deleted_at is null`,
    values: [id],
  });
  return found.rows[0];
}

export async function userByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const found = await db.query<User>({
    name: "auth-user-by-email",
    text: `${SELECT_USER} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`,
    values: [email],
  });
  return found.rows[0];
}

/** Returns one page of all accounts, the newest first, and their total number. */
export async function usersPage(
  db: Queryable,
  page: number,
  perPage: number,
  filter = "",
): Promise<{ users: User[]; total: number }> {
  const wanted = `u.deleted_at is null
    and ($1 = '' or u.email ilike $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`;
  // PostgreSQL can't store NUL.
  const like = filter && `%${filter.replaceAll("\0", "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const [found, counted] = await Promise.all([
    db.query<User>(
      `${SELECT_USER} where ${wanted} order by u.created_at desc, u.id limit $2 offset $3`,
      [like, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number }>(
      `select count(*)::integer as total from auth.users u where ${wanted}`,
      [like],
    ),
  ]);
  return { users: found.rows, total: counted.rows[0]!.total };
}

/** Returns the account and locks it until the transaction ends. */
export async function lockUser(db: Queryable, id: string): Promise<User | undefined> {
  await db.query("select 1 from auth.users where id = $1 for no key update", [id]);
  return userById(db, id);
}

export interface NewUser {
  email: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
  /** Random if not given. */
  id?: string | undefined;
  identityId?: string | undefined;
  /** Default: the claims of an unconfirmed identity. */
  identityData?: Record<string, unknown>;
}

/**
 * Stores an account with its e-mail identity.
 * @returns its id, or undefined when the address has an account already
 */
export async function insertUser(db: Queryable, user: NewUser): Promise<string | undefined> {
  const inserted = await db.query<{ id: string }>(
    `insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values (coalesce($4, gen_random_uuid()), $1, $2,
       '{"provider": "email", "providers": ["email"]}', $3)
     on conflict (email) where not is_sso_user do nothing
     returning id`,
    [user.email, user.passwordHash, JSON.stringify(user.data), user.id],
  );
  const id = inserted.rows[0]?.id;
  if (!id) return undefined;
  await db.query(
    `insert into auth.identities
       (id, provider_id, user_id, provider, identity_data, last_sign_in_at)
     values (coalesce($3, gen_random_uuid()), $1::text, $1::uuid, 'email', $2, now())`,
    [id, JSON.stringify(user.identityData ?? emailClaims(id, user.email)), user.identityId],
  );
  return id;
}

/** The claims of an unconfirmed e-mail identity. */
export function emailClaims(id: string, email: string): Record<string, unknown> {
  return { sub: id, email, email_verified: false, phone_verified: false };
}

/** Stores an account without address and identity. */
export async function insertAnonymous(
  db: Queryable,
  data: Record<string, unknown>,
): Promise<string> {
  const inserted = await db.query<{ id: string }>(
    `insert into auth.users (is_anonymous, raw_app_meta_data, raw_user_meta_data)
     values (true, '{}', $1) returning id`,
    [JSON.stringify(data)],
  );
  return inserted.rows[0]!.id;
}

/** Locks an address: sign-ups of one address run one after the other. */
export async function lockAddress(db: Queryable, email: string): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up ${email}`]);
}

/** Confirms the account's address and its identity. */
export async function confirmEmail(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
       updated_at = now()
     where id = $1`,
    [id],
  );
  await forgetSignUp(db, id);
  await verifyIdentity(db, id);
}

/** Replaces the address by the one in `email_change`. An anonymous account becomes a full one. */
export async function completeEmailChange(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
       email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
         || jsonb_build_object('email', email_change, 'email_verified', true),
       is_anonymous = false
     where id = $1 and email_change <> ''`,
    [id],
  );
  await forgetLinks(db, id);
  await verifyIdentity(db, id);
  await noteProviders(db, id);
}

/** Ends the links and codes that would open the account: who gets its mails, or knows its password, has changed. */
async function forgetLinks(db: Queryable, id: string): Promise<void> {
  await db.query(
    `delete from auth.one_time_tokens where user_id = $1 and token_hash not like '${USED}%'
       and token_type in ('confirmation_token', 'recovery_token', 'reauthentication_token')`,
    [id],
  );
}

async function verifyIdentity(db: Queryable, id: string): Promise<void> {
  await db.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email,
       'email_verified', true, 'phone_verified', false), now()
     from auth.users where id = $1
     on conflict (provider_id, provider) do update set updated_at = now(),
       identity_data = auth.identities.identity_data || excluded.identity_data`,
    [id],
  );
}

/** Updates the list of sign-in providers in `app_metadata`, the oldest first. */
export async function noteProviders(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set updated_at = now(),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
         || jsonb_build_object('provider', known.providers -> 0, 'providers', known.providers)
     from (
       select jsonb_agg(provider order by first_at, provider) as providers
       from (select provider, min(created_at) as first_at
         from auth.identities where user_id = $1 group by provider) each_once) known
     where id = $1 and known.providers is not null`,
    [id],
  );
}

/** Stores a password hash; null removes the password. */
export async function setPassword(db: Queryable, id: string, hash: string | null): Promise<void> {
  await db.query(
    "update auth.users set encrypted_password = $2, updated_at = now() where id = $1",
    [id, hash],
  );
  await forgetLinks(db, id);
}

/** Merges `data` into the metadata; null removes a member, as in the hosted service. */
export async function mergeMetadata(
  db: Queryable,
  id: string,
  data: Record<string, unknown>,
  column: "raw_user_meta_data" | "raw_app_meta_data" = "raw_user_meta_data",
): Promise<void> {
  await db.query(
    `update auth.users set updated_at = now(), ${column} = (
       select coalesce(jsonb_object_agg(key, value), '{}')
       from jsonb_each(coalesce(${column}, '{}') || $2::jsonb)
       where value <> 'null')
     where id = $1`,
    [id, JSON.stringify(data)],
  );
}

/** Returns true while a ban lasts. */
export function isBanned(user: Pick<User, "banned_until">): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}
