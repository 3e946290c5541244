import { Hono } from "hono";
import { randomUUID } from "node:crypto";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import type { Queryable } from "../database.ts";
import { sendAll, type Outgoing } from "../email-change.ts";
import { AuthError, signUpDisabled, validationFailed } from "../errors.ts";
import { challengeIn, type Challenge } from "../flow-states.ts";
import { countMail, originKey } from "../limits.ts";
import { hashPassword, requireNewPassword } from "../password.ts";
import { allowedRedirect } from "../redirects.ts";
import {
  originOf,
  fields,
  jsonBody,
  requireEmail,
  requireSmall,
  type RequestOrigin,
} from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson, type SessionJson } from "../session-json.ts";
import { startSession, type Grant } from "../sessions.ts";
import { deleteUnconfirmed, isContested, recordSignUp } from "../sign-ups.ts";
import { signUpJson } from "../user-json.ts";
import {
  confirmEmail,
  emailClaims,
  insertAnonymous,
  insertUser,
  lockAddress,
  userByEmail,
  userById,
  type NewUser,
  type User,
} from "../users.ts";
import { prepareMail } from "../verification.ts";
import { openByPhone, requirePhoneEnabled, signUpByPhone } from "./phone.ts";

const SignUp = z.object({
  email: fields.text,
  phone: fields.text,
  password: fields.text,
  data: fields.data,
  ...fields.pkce,
});

/** Sign-up by address or number, and anonymously. */
export function signUpRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits } = service;

  app.post("/signup", async (c) => {
    const origin = originOf(c);
    const body = await jsonBody(c, SignUp);
    if (settings.auth?.disableSignUp) throw signUpDisabled();
    if (!body.email && !body.phone) {
      return c.json(await signUpAnonymously(service, requireSmall(body.data ?? {}), origin));
    }
    await limits.count("signUp", originKey(origin));
    await requireCredentials(service, body);
    const { password } = body;
    const data = requireSmall(body.data ?? {});
    if (body.phone) {
      const phone = requirePhoneEnabled(service, body.phone, "Phone signups are disabled");
      const newUser = { phone, passwordHash: await hashPassword(service, password), data };
      return c.json(
        settings.auth?.phone?.autoconfirm
          ? await openByPhone(service, newUser, origin)
          : await signUpByPhone(service, newUser, origin, password),
      );
    }
    const email = requireEmail(body.email);
    const challenge = challengeIn(body);
    const redirectTo = allowedRedirect(settings.siteUrl, c.req.query("redirect_to"));

    if (!settings.autoconfirm) await countMail(limits, "signup", email, origin);
    const user = { email, passwordHash: await hashPassword(service, password), data };
    if (settings.autoconfirm) {
      const grant = await asOwner(pool, (db) => openConfirmed(db, user, origin));
      return c.json(await sessionJson(service, pool, grant));
    }
    return c.json(await signUp(service, user, redirectTo, challenge, origin, password));
  });

  return app;
}

async function signUpAnonymously(
  service: AuthService,
  data: Record<string, unknown>,
  origin: RequestOrigin,
): Promise<SessionJson> {
  const { settings, pool, limits } = service;
  if (!settings.auth?.anonymous) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await limits.count("anonymous", originKey(origin));
  const grant = await asOwner(pool, async (db) => {
    const id = await insertAnonymous(db, data);
    await audit(db, origin, { id, email: null }, "user_signedup", { provider: "anonymous" });
    return startSession(db, id, "anonymous", origin);
  });
  return sessionJson(service, pool, grant);
}

async function requireCredentials(
  service: AuthService,
  { email, phone, password }: z.output<typeof SignUp>,
): Promise<void> {
  if (password === "") throw validationFailed("Signup requires a valid password");
  await requireNewPassword(service, password);
  if (email && phone) {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
}

/** A sign-up by address, with the ids of the account that it may make. */
interface SignUp extends NewUser {
  id: string;
  identityId: string;
  identityData: Record<string, unknown>;
}

/** Gives a sign-up its ids. `user_metadata` gets the claims of the identity, as on a hosted project. */
function signUpOf(user: NewUser): SignUp {
  const id = randomUUID();
  const data = { ...user.data, ...emailClaims(id, user.email) };
  return { ...user, id, identityId: randomUUID(), data, identityData: data };
}

/**
 * Creates an unconfirmed account and mails its confirmation. If the address has an account already,
 * its owner is notified by mail. The answer is made by the same code in both cases, before anything
 * is known about the address.
 */
export async function signUp(
  { pool, mails }: AuthService,
  newUser: NewUser,
  redirectTo: URL,
  challenge: Challenge | undefined,
  origin: RequestOrigin,
  password = "",
): Promise<Record<string, unknown>> {
  const wanted = signUpOf(newUser);
  const mail = await asOwner(pool, (db) =>
    openUnconfirmed(db, wanted, redirectTo, challenge, origin, password),
  );
  await sendAll(mails, [mail]);
  return signUpJson(wanted);
}

/** Stores a sign-up and returns the mail to the address: to confirm it, or that it is taken. */
async function openUnconfirmed(
  db: Queryable,
  wanted: SignUp,
  redirectTo: URL,
  challenge: Challenge | undefined,
  origin: RequestOrigin,
  password: string,
): Promise<Outgoing> {
  const { email: address } = wanted;
  await lockAddress(db, address);
  const contested = await isContested(db, { ...wanted, address }, password);
  const passwordHash = contested ? null : wanted.passwordHash;
  const { user, known } = await register(db, { ...wanted, passwordHash });
  await recordSignUp(db, { address, userId: known ? undefined : user.id, passwordHash });
  const traits = { provider: "email" };
  if (user.email_confirmed_at) {
    await audit(db, origin, user, "user_repeated_signup", traits);
    return { accountExists: { to: address, language: user.raw_user_meta_data.lang } };
  }
  await audit(db, origin, user, "user_confirmation_requested", traits);
  // An account that an administrator created stays as it is: the sign-up has proven nothing.
  const later = ((contested || known) && wanted.passwordHash) || undefined;
  return { verification: await prepareMail(db, user, "signup", redirectTo, challenge, later) };
}

/** Creates an account without confirmation and signs it in. */
async function openConfirmed(
  db: Queryable,
  newUser: NewUser,
  origin: RequestOrigin,
): Promise<Grant> {
  const { user, known } = await register(db, signUpOf(newUser));
  if (known) throw new AuthError(422, "user_already_exists", "User already registered");
  await confirmEmail(db, user.id);
  await audit(db, origin, user, "user_signedup", { provider: "email" });
  return startSession(db, user.id, "password", origin);
}

/**
 * Returns the new account, or the existing one of the address. Sign-ups of one address run one
 * after the other.
 */
async function register(db: Queryable, newUser: NewUser): Promise<{ user: User; known: boolean }> {
  const { email } = newUser;
  await lockAddress(db, email);
  await deleteUnconfirmed(db, email);
  const id = await insertUser(db, newUser);
  const user = id ? await userById(db, id) : await userByEmail(db, email);
  return { user: user!, known: !id };
}
