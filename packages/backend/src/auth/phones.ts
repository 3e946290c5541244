import { audit } from "./audit.ts";
import type { Queryable } from "./database.ts";
import { AuthError, userBanned, validationFailed, violatedConstraint } from "./errors.ts";
import { issueToken, redeemFound, type TokenType } from "./one-time-tokens.ts";
import { originKey } from "./limits.ts";
import type { RequestOrigin } from "./request.ts";
import type { AuthService } from "./service.ts";
import { isBanned, lockAddress, lockUser, noteProviders, SELECT_USER, type User } from "./users.ts";
import { deleteUnconfirmed, forgetSignUp } from "./sign-ups.ts";

/**
 * Normalises a phone number: digits, country code first.
 * @throws {AuthError} validation_failed
 */
export function requirePhone(number: string): string {
  const phone = number.replaceAll(/[\s().-]/g, "").replace(/^\+/, "");
  if (/^[1-9]\d{6,14}$/.test(phone)) return phone;
  throw validationFailed("Invalid phone number format (E.164 required)");
}

/** Counts an SMS by request origin and by number, sent or not, because each message costs money. */
export async function countText(
  { limits }: AuthService,
  phone: string,
  origin: RequestOrigin,
): Promise<void> {
  await limits.count("smsRequest", originKey(origin));
  await limits.count("phone", phone);
}

export async function userByPhone(db: Queryable, phone: string): Promise<User | undefined> {
  const found = await db.query<User>({
    name: "auth-user-by-phone",
    text: `${SELECT_USER} where u.phone = $1 and u.deleted_at is null`,
    values: [phone],
  });
  return found.rows[0];
}

export interface NewPhoneUser {
  phone: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
  /** Random if not given. */
  id?: string | undefined;
  identityId?: string | undefined;
}

/**
 * Creates an account that waits for the code sent to its number. It replaces the unconfirmed
 * account of an earlier sign-up.
 * @returns the existing account of the number, if there is one
 */
export async function registerPhone(
  db: Queryable,
  user: NewPhoneUser,
): Promise<{ user: User; known: boolean }> {
  await lockAddress(db, user.phone);
  await deleteUnconfirmed(db, user.phone);
  return insertPhoneUser(db, user);
}

/**
 * Creates an account of a number, whose code isn't sent here.
 * @returns the existing account of the number, if there is one
 */
export async function insertPhoneUser(
  db: Queryable,
  { phone, passwordHash, data, id, identityId }: NewPhoneUser,
): Promise<{ user: User; known: boolean }> {
  const known = await userByPhone(db, phone);
  if (known) return { user: known, known: true };
  await db.query(
    `with opened as (
       insert into auth.users
         (id, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data)
       values (coalesce($4, gen_random_uuid()), $1, $2,
         '{"provider": "phone", "providers": ["phone"]}', $3)
       returning id)
     insert into auth.identities
       (id, provider_id, user_id, provider, identity_data, last_sign_in_at)
     select coalesce($5, gen_random_uuid()), id::text, id, 'phone',
       jsonb_build_object('sub', id, 'phone', $1::text,
         'email_verified', false, 'phone_verified', false), now() from opened`,
    [phone, passwordHash, JSON.stringify(data), id, identityId],
  );
  return { user: (await userByPhone(db, phone))!, known: false };
}

/** Creates the code of an SMS, which is sent after the transaction has committed. */
export async function phoneCode(
  db: Queryable,
  userId: string,
  type: "confirmation_token" | "phone_change_token" | "reauthentication_token",
  phone: string,
): Promise<string> {
  return (await issueToken(db, userId, type, phone, false)).code;
}

/** The token types that a verification by SMS accepts. */
export const PHONE_TOKENS: Record<string, TokenType[]> = {
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
};

/**
 * Consumes the token that was found by its code, and confirms the account's number.
 * @returns undefined if a concurrent request consumed the token
 * @throws {AuthError} user_banned, phone_exists
 */
export async function fulfilPhone(
  db: Queryable,
  tokenId: string,
  origin: RequestOrigin,
): Promise<User | undefined> {
  const redeemed = await redeemFound(db, tokenId);
  const user = redeemed && (await lockUser(db, redeemed.user_id));
  if (!redeemed || !user) return undefined;
  if (isBanned(user)) throw userBanned();
  if (redeemed.token_type === "phone_change_token") {
    await db
      .query(
        `update auth.users set phone = phone_change, phone_change = '', is_anonymous = false
         where id = $1 and phone_change <> ''`,
        [user.id],
      )
      .catch((error: unknown) => {
        throw violatedConstraint(error) === "users_phone_key" ? phoneExists() : error;
      });
  }
  await confirmPhone(db, user.id);
  await audit(db, origin, user, user.phone_confirmed_at ? "login" : "user_signedup", {
    provider: "phone",
  });
  return user;
}

/** Confirms the account's number and its identity. */
export async function confirmPhone(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}',
       updated_at = now() where id = $1`,
    [id],
  );
  await forgetSignUp(db, id);
  await db.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     select id::text, id, 'phone', jsonb_build_object('sub', id, 'phone', phone,
       'email_verified', false, 'phone_verified', true), now()
     from auth.users where id = $1
     on conflict (provider_id, provider) do update set updated_at = now(),
       identity_data = auth.identities.identity_data || excluded.identity_data`,
    [id],
  );
  await noteProviders(db, id);
}

export function phoneExists(): AuthError {
  return new AuthError(
    422,
    "phone_exists",
    "A user with this phone number has already been registered",
  );
}
