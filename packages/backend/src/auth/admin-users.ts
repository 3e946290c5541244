import * as z from "zod";

import type { Queryable } from "./database.ts";
import { AuthError, validationFailed, violatedConstraint } from "./errors.ts";
import { hashPassword, requireLength } from "./password.ts";
import { confirmPhone, insertPhoneUser, phoneExists, requirePhone, userByPhone } from "./phones.ts";
import { fields, requireEmail, requireSmall } from "./request.ts";
import { isUuid } from "./secrets.ts";
import type { AuthService } from "./service.ts";
import { endSessions } from "./sessions.ts";
import {
  completeEmailChange,
  confirmEmail,
  insertUser,
  lockAddress,
  mergeMetadata,
  setPassword,
  userByEmail,
} from "./users.ts";
import { emailExists } from "./verification.ts";

/** Fields of an account that the secret key may set. */
export const AdminChange = z.object({
  id: fields.text,
  email: fields.text,
  phone: fields.text,
  role: fields.text,
  password: z.string().nullish(),
  password_hash: fields.text,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  ban_duration: fields.text,
  user_metadata: fields.data,
  app_metadata: fields.data,
});

export type AdminChanges = z.output<typeof AdminChange>;

/** An admin's change after validation. The password is already hashed, because hashing is slow. */
export interface CheckedChange {
  id: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  passwordHash: string | undefined;
  emailConfirm: boolean;
  phoneConfirm: boolean;
  /** Seconds from now; 0 lifts the ban. */
  ban: number | undefined;
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
}

/**
 * Validates a change and hashes its password. As in the hosted service, addresses are judged before
 * the password.
 * @param requireFree called with the address and number before the password is judged
 * @throws {AuthError} validation_failed, weak_password, phone_provider_disabled
 */
export async function checkChange(
  service: Pick<AuthService, "settings" | "log">,
  body: AdminChanges,
  requireFree?: (change: { email?: string; phone?: string }) => Promise<void>,
): Promise<CheckedChange> {
  if (body.role && body.role !== "authenticated") {
    throw validationFailed("The only role of an account is authenticated");
  }
  if (body.id && !isUuid(body.id)) throw validationFailed("ID must conform to the uuid v4 format");
  const email = body.email ? requireEmail(body.email) : undefined;
  if (body.phone && !service.settings.auth?.phone) {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  const phone = body.phone ? requirePhone(body.phone) : undefined;
  await requireFree?.({ ...(email && { email }), ...(phone && { phone }) });
  const ban = body.ban_duration ? secondsOf(body.ban_duration) : undefined;
  const userMetadata = body.user_metadata ? requireSmall(body.user_metadata) : undefined;
  const appMetadata = body.app_metadata ? requireSmall(body.app_metadata) : undefined;
  return {
    id: body.id || undefined,
    email,
    phone,
    passwordHash: await passwordHashOf(service, body),
    emailConfirm: body.email_confirm ?? false,
    phoneConfirm: body.phone_confirm ?? false,
    ban,
    userMetadata,
    appMetadata,
  };
}

/** Returns the hash of a new password. The secret key may set common passwords. */
async function passwordHashOf(
  service: Pick<AuthService, "settings" | "log">,
  { password, password_hash: given }: AdminChanges,
): Promise<string | undefined> {
  if (password && given) {
    throw validationFailed("Only a password or a password hash should be provided");
  }
  if (given && !/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(given)) {
    throw validationFailed("A password hash must be one of bcrypt");
  }
  if (!password) return given || undefined;
  requireLength(password);
  return hashPassword(service, password);
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** The longest ban, in seconds: 200 years. A timestamp can store it. */
const MAX_BAN = 200 * 365 * 24 * 3600;

/** Returns the seconds of a duration such as `24h` or `1h30m`; `none` is 0. */
function secondsOf(duration: string): number {
  if (duration === "none") return 0;
  const wrong = () => validationFailed("invalid format for ban duration");
  if (!/^(\d{1,9}(\.\d{1,9})?(ms|s|m|h))+$/.test(duration)) throw wrong();
  const parts = duration.matchAll(/([\d.]+)(ms|s|m|h)/g);
  const seconds = [...parts].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit!]!, 0);
  if (seconds > MAX_BAN) throw wrong();
  return seconds;
}

/**
 * Requires an address or number that no account has, not even an unconfirmed one.
 * @throws {AuthError} validation_failed, email_exists, phone_exists
 */
export async function requireFree(
  db: Queryable,
  { email, phone }: { email?: string; phone?: string },
): Promise<void> {
  if (!email && !phone) {
    throw validationFailed("Cannot create a user without either an email or phone");
  }
  if (email && (await userByEmail(db, email))) throw emailExists();
  if (phone && (await userByPhone(db, phone))) throw phoneExists();
}

/**
 * Creates an account with the secret key and returns its id. Unlike a sign-up, it replaces no
 * unconfirmed account.
 * @throws {AuthError} validation_failed, email_exists, phone_exists, conflict
 */
export async function createByAdmin(db: Queryable, change: CheckedChange): Promise<string> {
  const { email, phone } = change;
  await lockAddress(db, email ?? phone ?? "");
  await requireFree(db, { ...(email && { email }), ...(phone && { phone }) });
  const id = await insertByAdmin(db, change).catch((error: unknown) => {
    throw violatedConstraint(error) === "users_pkey"
      ? new AuthError(409, "conflict", "ID of another user")
      : error;
  });
  await applyChange(db, id, {
    ...change,
    email: undefined,
    userMetadata: undefined,
    ...(!email && { phone: undefined }),
  });
  return id;
}

async function insertByAdmin(
  db: Queryable,
  { email, phone, id, userMetadata }: CheckedChange,
): Promise<string> {
  const user = { passwordHash: null, data: userMetadata ?? {}, id };
  if (email) {
    const created = await insertUser(db, { ...user, email });
    if (!created) throw emailExists();
    return created;
  }
  const { user: created, known } = await insertPhoneUser(db, { ...user, phone: phone! });
  if (known) throw phoneExists();
  return created.id;
}

/** Applies a checked change to an account. @throws {AuthError} email_exists, phone_exists */
export async function applyChange(db: Queryable, id: string, change: CheckedChange): Promise<void> {
  if (change.email) {
    await db.query("update auth.users set email_change = $2 where id = $1", [id, change.email]);
    await completeEmailChange(db, id).catch((error: unknown) => {
      throw violatedConstraint(error) === "users_email_partial_key" ? emailExists() : error;
    });
  }
  if (change.phone) {
    await db
      .query("update auth.users set phone = $2, updated_at = now() where id = $1", [
        id,
        change.phone,
      ])
      .catch((error: unknown) => {
        throw violatedConstraint(error) === "users_phone_key" ? phoneExists() : error;
      });
  }
  if (change.phoneConfirm) await confirmPhone(db, id);
  if (change.email || change.phone || change.passwordHash) {
    // Links of earlier mails must not undo this change: the change may rescue a stolen account.
    await db.query("delete from auth.one_time_tokens where user_id = $1", [id]);
  }
  if (change.emailConfirm) await confirmEmail(db, id);
  if (change.passwordHash) {
    await setPassword(db, id, change.passwordHash);
    await endSessions(db, id, "global", undefined);
  }
  if (change.userMetadata) await mergeMetadata(db, id, change.userMetadata);
  if (change.appMetadata) await mergeMetadata(db, id, change.appMetadata, "raw_app_meta_data");
  if (change.ban !== undefined) {
    await db.query(
      `update auth.users set updated_at = now(),
         banned_until = case when $2::float8 > 0 then now() + make_interval(secs => $2) end
       where id = $1`,
      [id, change.ban],
    );
  }
}

/** Deletes the account and every row that belongs to it. */
export async function deleteUser(db: Queryable, id: string): Promise<void> {
  await db.query("delete from auth.users where id = $1", [id]);
}

/**
 * Anonymises the account: the row stays for references to it, without address, data and sign-in
 * methods.
 */
export async function softDeleteUser(db: Queryable, id: string): Promise<void> {
  const obscured = (column: string) =>
    `encode(sha256(convert_to(id::text || ${column}, 'UTF8')), 'hex')`;
  await db.query(
    `update auth.users set deleted_at = now(), updated_at = now(), email = ${obscured("email")},
       phone = ${obscured("phone")}, encrypted_password = null, email_change = '',
       phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
     where id = $1`,
    [id],
  );
  await db.query(
    `update auth.identities set identity_data = '{}', provider_id = ${obscured("provider_id")},
       updated_at = now() where user_id = $1`,
    [id],
  );
  await db.query("delete from auth.mfa_factors where user_id = $1", [id]);
  await db.query("delete from auth.webauthn_credentials where user_id = $1", [id]);
  await db.query("delete from auth.one_time_tokens where user_id = $1", [id]);
  await endSessions(db, id, "global", undefined);
}
