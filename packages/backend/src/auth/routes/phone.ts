import { randomUUID } from "node:crypto";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { AuthError, codeExpired } from "../errors.ts";
import type { Queryable } from "../database.ts";
import { countCode } from "../limits.ts";
import { findByCode } from "../one-time-tokens.ts";
import {
  confirmPhone,
  countText,
  fulfilPhone,
  PHONE_TOKENS,
  phoneCode,
  registerPhone,
  requirePhone,
  userByPhone,
  type NewPhoneUser,
} from "../phones.ts";
import type { RequestOrigin } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson, type SessionJson } from "../session-json.ts";
import { startSession, type Grant } from "../sessions.ts";
import { isContested, recordSignUp } from "../sign-ups.ts";
import { signUpJson } from "../user-json.ts";
import { lockAddress, type User } from "../users.ts";

/**
 * Requires accounts by phone number to be on.
 * @throws {AuthError} phone_provider_disabled, validation_failed
 */
export function requirePhoneEnabled(
  { settings }: AuthService,
  number: string,
  refusal: string,
  status: 400 | 422 = 400,
): string {
  if (!settings.auth?.phone) throw new AuthError(status, "phone_provider_disabled", refusal);
  return requirePhone(number);
}

/**
 * Creates an account by phone number. A known number gets the same answer, by the same code, and no
 * SMS.
 */
export async function signUpByPhone(
  service: AuthService,
  newUser: NewPhoneUser,
  origin: RequestOrigin,
  password: string,
): Promise<Record<string, unknown>> {
  const { pool, sms } = service;
  const { phone, data } = newUser;
  await countText(service, phone, origin);
  const wanted = { ...newUser, id: randomUUID(), identityId: randomUUID() };
  const code = await asOwner(pool, async (db) => {
    await lockAddress(db, phone);
    const contested = await isContested(db, { ...wanted, address: phone }, password);
    const passwordHash = contested ? null : wanted.passwordHash;
    const { user, known } = await registerPhone(db, { ...wanted, passwordHash });
    const userId = known ? undefined : user.id;
    await recordSignUp(db, { address: phone, userId, passwordHash });
    const traits = { provider: "phone" };
    if (user.phone_confirmed_at) {
      await audit(db, origin, user, "user_repeated_signup", traits);
      return undefined;
    }
    await audit(db, origin, user, "user_confirmation_requested", traits);
    return phoneCode(db, user.id, "confirmation_token", phone);
  });
  if (code) await sms.send({ to: phone, language: data.lang, code });
  const { id } = wanted;
  const identityData = { sub: id, phone, email_verified: false, phone_verified: false };
  return signUpJson({ ...wanted, identityData });
}

/**
 * Creates an account by phone number without a code and signs it in.
 * @throws {AuthError} user_already_exists
 */
export async function openByPhone(
  service: AuthService,
  newUser: NewPhoneUser,
  origin: RequestOrigin,
): Promise<SessionJson> {
  const { pool } = service;
  const grant = await asOwner(pool, async (db) => {
    const { user, known } = await registerPhone(db, newUser);
    if (known) throw new AuthError(422, "user_already_exists", "User already registered");
    await confirmPhone(db, user.id);
    await audit(db, origin, user, "user_signedup", { provider: "phone" });
    return startSession(db, user.id, "password", origin);
  });
  return sessionJson(service, pool, grant);
}

/** Sends a sign-in code. Creates an account if there is none and the client wants one. */
export async function otpByPhone(
  service: AuthService,
  newUser: NewPhoneUser,
  mayCreate: boolean,
  origin: RequestOrigin,
): Promise<void> {
  const { pool, sms } = service;
  const { phone } = newUser;
  await countText(service, phone, origin);
  const sent = await asOwner(pool, async (db) => {
    const known = await userByPhone(db, phone);
    if (!known && !mayCreate) return undefined;
    const user = known?.phone_confirmed_at ? known : await registerByCode(db, newUser);
    if (known?.phone_confirmed_at && mayCreate) {
      await recordSignUp(db, { address: phone, userId: undefined, passwordHash: null });
    }
    const code = await phoneCode(db, user.id, "confirmation_token", phone);
    return { code, language: user.raw_user_meta_data.lang };
  });
  if (sent) await sms.send({ to: phone, ...sent });
}

/** Returns the new account of a sign-up without a password. */
async function registerByCode(db: Queryable, newUser: NewPhoneUser): Promise<User> {
  const { user, known } = await registerPhone(db, newUser);
  const userId = known ? undefined : user.id;
  await recordSignUp(db, { address: newUser.phone, userId, passwordHash: null });
  return user;
}

/** Sends the code of a sign-up or of a change of number again. */
export async function resendByPhone(
  service: AuthService,
  type: "sms" | "phone_change",
  phone: string,
  origin: RequestOrigin,
): Promise<void> {
  const { pool, sms } = service;
  await countText(service, phone, origin);
  const sent = await asOwner(pool, async (db) => {
    const user = await userByPhone(db, phone);
    const language = user?.raw_user_meta_data.lang;
    if (type === "sms") {
      if (!user || user.phone_confirmed_at) return undefined;
      return { language, code: await phoneCode(db, user.id, "confirmation_token", phone) };
    }
    const pending = await db.query<{ id: string }>(
      "select id from auth.users where phone_change = $1 and deleted_at is null limit 1",
      [phone],
    );
    const id = pending.rows[0]?.id;
    return id && { language, code: await phoneCode(db, id, "phone_change_token", phone) };
  });
  if (sent) await sms.send({ to: phone, ...sent });
}

/**
 * Sends a code to the member's new number. Only a correct code reveals whether another account has
 * the number, because it proves possession of the phone.
 */
export async function changePhone(
  service: AuthService,
  user: User,
  phone: string,
  origin: RequestOrigin,
): Promise<void> {
  const { pool, sms } = service;
  await countText(service, phone, origin);
  const code = await asOwner(pool, async (db) => {
    await db.query("update auth.users set phone_change = $2 where id = $1", [user.id, phone]);
    return phoneCode(db, user.id, "phone_change_token", phone);
  });
  await sms.send({ to: phone, language: user.raw_user_meta_data.lang, code });
}

/**
 * Sends a code to a signed-in member without a mailbox.
 * @throws {AuthError} phone_not_confirmed
 */
export async function reauthenticateByPhone(
  service: AuthService,
  user: User,
  phone: string,
  origin: RequestOrigin,
): Promise<void> {
  const { pool, sms } = service;
  if (!user.phone_confirmed_at) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  await countText(service, phone, origin);
  const code = await asOwner(pool, async (db) => {
    await audit(db, origin, user, "user_reauthenticate_requested");
    return phoneCode(db, user.id, "reauthentication_token", phone);
  });
  await sms.send({ to: phone, language: user.raw_user_meta_data.lang, code });
}

/** Verifies the code of an SMS. @throws {AuthError} otp_expired, user_banned, phone_exists */
export async function verifyByPhone(
  { pool, limits }: AuthService,
  type: string,
  phone: string,
  code: string,
  origin: RequestOrigin,
): Promise<Grant> {
  const tokens = Object.hasOwn(PHONE_TOKENS, type) ? PHONE_TOKENS[type] : undefined;
  if (!tokens) throw codeExpired();
  const takeBack = await countCode(limits, phone, origin);
  const found = await findByCode(pool, phone, code, tokens);
  if (!found) throw codeExpired();
  await takeBack();
  return asOwner(pool, async (db) => {
    const user = await fulfilPhone(db, found, origin);
    if (!user) throw codeExpired();
    return startSession(db, user.id, "otp", origin);
  });
}
