import { audit } from "../audit.ts";
import type { Queryable } from "../database.ts";
import { AuthError, signUpDisabled, userBanned } from "../errors.ts";
import { requireEmail, type RequestOrigin } from "../request.ts";
import type { AuthService } from "../service.ts";
import { endSessions } from "../sessions.ts";
import { deleteUnconfirmed } from "../sign-ups.ts";
import {
  confirmEmail,
  isBanned,
  lockAddress,
  lockUser,
  noteProviders,
  setPassword,
  userByEmail,
  userById,
  type User,
} from "../users.ts";
import type { SignInMessage } from "../web3/message.ts";
import type { Assertion } from "../saml/assertion.ts";
import type { Profile } from "./provider.ts";

/** Longer texts of a profile are cut, because every access token contains them. In characters. */
const CLAIM_LENGTH = 256;

/** Returns the profile as the hosted service stores it, under both the old and the new names. */
function identityData(profile: Profile): Record<string, unknown> {
  const { name, user_name: userName, avatar_url: avatar } = profile.claims;
  const data = {
    sub: profile.subject,
    provider_id: profile.subject,
    name,
    full_name: name,
    user_name: userName,
    preferred_username: userName,
    avatar_url: avatar,
    picture: avatar,
    email: profile.email,
  };
  const cut = Object.entries(data).flatMap(([key, value]) =>
    // PostgreSQL can't store NUL.
    value ? [[key, value.replaceAll("\0", "").slice(0, CLAIM_LENGTH).toWellFormed()]] : [],
  );
  return {
    ...Object.fromEntries(cut),
    email_verified: profile.emailVerified,
    phone_verified: false,
  };
}

/** Returns the id of the account that an identity belongs to. */
export async function ownerOf(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<string | undefined> {
  const found = await db.query<{ user_id: string }>(
    "select user_id from auth.identities where provider = $1 and provider_id = $2",
    [provider, subject],
  );
  return found.rows[0]?.user_id;
}

/**
 * Adds an identity to an account, and its claims to `user_metadata`.
 * @throws {AuthError} identity_already_exists
 */
export async function insertIdentity(
  db: Queryable,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<void> {
  const data = JSON.stringify(identityData(profile));
  const inserted = await db.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now()) on conflict (provider_id, provider) do nothing`,
    [profile.subject, userId, provider, data],
  );
  if (inserted.rowCount === 0) throw alreadyLinked(" to another user");
  await db.query(
    `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb
     where id = $1`,
    [userId, data],
  );
  await noteProviders(db, userId);
}

export function alreadyLinked(whom: string): AuthError {
  return new AuthError(422, "identity_already_exists", `Identity is already linked${whom}`);
}

/**
 * Returns the verified address of a profile.
 * @throws {AuthError} provider_email_needs_verification
 */
export function requireVerified(provider: string, { email, emailVerified }: Profile): string {
  if (email && emailVerified) return requireEmail(email);
  throw new AuthError(
    422,
    "provider_email_needs_verification",
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );
}

/** Whether a sign-in may create an account. */
type Opening = Pick<AuthService, "settings">;

function requireOpen({ settings }: Opening): void {
  if (settings.auth?.disableSignUp) throw signUpDisabled();
}

/**
 * Returns the account for a provider's profile: the owner of the identity; otherwise the account of
 * the address, if the provider has verified it; otherwise a new account.
 * @throws {AuthError} provider_email_needs_verification, user_banned, signup_disabled
 */
export async function accountOf(
  service: Opening,
  db: Queryable,
  provider: string,
  profile: Profile,
  origin: RequestOrigin,
): Promise<User> {
  const owner = await ownerOf(db, provider, profile.subject);
  const user = owner
    ? await refreshIdentity(db, owner, provider, profile)
    : await joinByAddress(service, db, provider, profile, origin);
  if (isBanned(user)) throw userBanned();
  await audit(db, origin, user, "login", { provider });
  return user;
}

async function refreshIdentity(
  db: Queryable,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<User> {
  await db.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [provider, profile.subject, JSON.stringify(identityData(profile))],
  );
  const user = await lockUser(db, userId);
  if (!user) throw new AuthError(403, "user_not_found", "User not found");
  return user;
}

async function joinByAddress(
  service: Opening,
  db: Queryable,
  provider: string,
  profile: Profile,
  origin: RequestOrigin,
): Promise<User> {
  const email = requireVerified(provider, profile);
  await lockAddress(db, email);
  // A concurrent sign-in may have stored the identity first.
  const owner = await ownerOf(db, provider, profile.subject);
  if (owner) return refreshIdentity(db, owner, provider, profile);
  // An unconfirmed sign-up has proven nothing, so it must not share the account.
  await deleteUnconfirmed(db, email);
  const known = await userByEmail(db, email);
  if (known && !known.email_confirmed_at) {
    await setPassword(db, known.id, null);
    await endSessions(db, known.id, "global", undefined);
    await confirmEmail(db, known.id);
  }
  if (!known) requireOpen(service);
  const id = known?.id ?? (await insertConfirmed(db, email, profile));
  await insertIdentity(db, id, provider, profile);
  const user = (await userById(db, id))!;
  const traits = { provider, provider_id: profile.subject };
  await audit(db, origin, user, known ? "identity_linked" : "user_signedup", traits);
  return user;
}

async function insertConfirmed(db: Queryable, email: string, profile: Profile): Promise<string> {
  const inserted = await db.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
     values ($1, now(), $2) returning id`,
    [email, JSON.stringify(identityData(profile))],
  );
  return inserted.rows[0]!.id;
}

/**
 * Returns the account of a wallet's owner. A new account has no address until the member adds one.
 */
export async function walletAccount(
  service: Opening,
  db: Queryable,
  chain: string,
  { address, network, domain, statement }: SignInMessage,
  origin: RequestOrigin,
): Promise<User> {
  // The case of an Ethereum address is only its checksum; the address is the same.
  const subject = `web3:${chain}:${chain === "ethereum" ? address.toLowerCase() : address}`;
  await lockAddress(db, subject);
  const known = await ownerOf(db, "web3", subject);
  if (!known) requireOpen(service);
  const id = known ?? (await insertWallet(db));
  const data = { address, chain, network, domain, statement: statement?.slice(0, CLAIM_LENGTH) };
  await db.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     values ($1, $2, 'web3', $3, now())
     on conflict (provider_id, provider) do update set identity_data = excluded.identity_data,
       last_sign_in_at = now(), updated_at = now()`,
    [subject, id, JSON.stringify({ sub: subject, custom_claims: data })],
  );
  if (!known) await noteProviders(db, id);
  const user = await lockUser(db, id);
  if (!user || isBanned(user)) throw userBanned();
  await audit(db, origin, user, known ? "login" : "user_signedup", { provider: "web3", chain });
  return user;
}

async function insertWallet(db: Queryable): Promise<string> {
  const inserted = await db.query<{ id: string }>(
    "insert into auth.users (raw_user_meta_data) values ('{}') returning id",
  );
  return inserted.rows[0]!.id;
}

/**
 * Returns the account for an identity provider's assertion. As in the hosted service, it is
 * separate from other accounts of the same address: the company administers it, not the person.
 */
export async function samlAccount(
  service: Opening,
  db: Queryable,
  provider: string,
  { subject, email, name }: Assertion,
  origin: RequestOrigin,
): Promise<User> {
  await lockAddress(db, `${provider} ${subject}`);
  const known = await ownerOf(db, provider, subject);
  const profile: Profile = { subject, email, emailVerified: true, claims: { name } };
  if (!known) requireOpen(service);
  const id = known ?? (await insertManaged(db, email, profile));
  await db.query("update auth.users set email = $2 where id = $1 and email <> $2", [id, email]);
  if (known) await refreshIdentity(db, known, provider, profile);
  else await insertIdentity(db, id, provider, profile);
  const user = await lockUser(db, id);
  if (!user || isBanned(user)) throw userBanned();
  await audit(db, origin, user, known ? "login" : "user_signedup", { provider });
  return user;
}

async function insertManaged(db: Queryable, email: string, profile: Profile): Promise<string> {
  const inserted = await db.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, is_sso_user, raw_user_meta_data)
     values ($1, now(), true, $2) returning id`,
    [email, JSON.stringify(identityData(profile))],
  );
  return inserted.rows[0]!.id;
}
