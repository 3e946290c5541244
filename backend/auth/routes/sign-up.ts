import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import type { Queryable } from "../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { challengeIn, type Challenge } from "../flow-states.ts";
import { callerKey } from "../limits.ts";
import type { VerificationMail } from "../mails.ts";
import { hashPassword, requireStrong } from "../password.ts";
import { allowedRedirect } from "../redirects.ts";
import { callerOf, fields, jsonBody, requireEmail, requireSmall, type Caller } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { startSession } from "../sessions.ts";
import { pretendedUserJson, userJson } from "../user-json.ts";
import {
  confirmEmail,
  insertUser,
  replaceUnconfirmed,
  userByEmail,
  userById,
  type NewUser,
  type User,
} from "../users.ts";
import { prepareMail } from "../verification.ts";

const SignUp = z.object({
  email: fields.text,
  phone: fields.text,
  password: fields.text,
  data: fields.data,
  ...fields.pkce,
});

/** Opens accounts. */
export function signUpRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits } = service;

  app.post("/signup", async (c) => {
    const caller = callerOf(c);
    const body = await jsonBody(c, SignUp);
    if (!body.email && !body.phone) {
      throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    }
    await limits.count("signUp", callerKey(caller));
    const { email, password } = requireCredentials(body);
    const data = requireSmall(body.data ?? {});
    const challenge = challengeIn(body);
    const redirectTo = allowedRedirect(settings.siteUrl, c.req.query("redirect_to"));

    if (!settings.autoconfirm) await limits.count("mailbox", `signup ${email}`);
    const user = { email, passwordHash: await hashPassword(password), data };
    if (settings.autoconfirm) {
      const grant = await asOwner(pool, (db) => openConfirmed(db, user, caller));
      return c.json(await sessionJson(service, pool, grant));
    }
    return c.json(await signUp(service, user, redirectTo, challenge, caller));
  });

  return app;
}

function requireCredentials(body: z.output<typeof SignUp>): { email: string; password: string } {
  const { email, phone, password } = body;
  if (password === "") throw validationFailed("Signup requires a valid password");
  requireStrong(password);
  if (email && phone) {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  return { email: requireEmail(email), password };
}

/**
 * Opens an account that waits for its confirmation, and mails it. If the address is known
 * already, its owner is told by mail, and the answer is the same.
 */
export async function signUp(
  service: AuthService,
  newUser: NewUser,
  redirectTo: URL,
  challenge: Challenge | undefined,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { user, known, mail } = await asOwner(service.pool, (db) =>
    open(db, newUser, redirectTo, challenge, caller),
  );
  if (mail) await service.mails.verification(mail);
  else await service.mails.accountExists(newUser.email, user.raw_user_meta_data.lang);
  return known ? pretendedUserJson(newUser.email, newUser.data) : userJson(user);
}

interface Opened {
  user: User;
  /** Whether the address had an account before. */
  known: boolean;
  /** Absent when the account is confirmed already. */
  mail?: VerificationMail;
}

async function open(
  db: Queryable,
  newUser: NewUser,
  redirectTo: URL,
  challenge: Challenge | undefined,
  caller: Caller,
): Promise<Opened> {
  const id = await insertUser(db, newUser);
  const user = (id ? await userById(db, id) : await userByEmail(db, newUser.email))!;
  if (user.email_confirmed_at) {
    await audit(db, caller, user, "user_repeated_signup", { provider: "email" });
    return { user, known: true };
  }
  if (!id) await replaceUnconfirmed(db, user.id, newUser);
  await audit(db, caller, user, "user_confirmation_requested", { provider: "email" });
  const reader = { ...user, raw_user_meta_data: newUser.data };
  const mail = await prepareMail(db, reader, "signup", redirectTo, challenge);
  return { user: (await userById(db, user.id))!, known: !id, mail };
}

/** Opens an account that needs no confirmation, and signs it in. */
async function openConfirmed(db: Queryable, newUser: NewUser, caller: Caller) {
  const inserted = await insertUser(db, newUser);
  const known = inserted ? undefined : await userByEmail(db, newUser.email);
  if (known?.email_confirmed_at) {
    throw new AuthError(422, "user_already_exists", "User already registered");
  }
  const id = (inserted ?? known?.id)!;
  if (known) await replaceUnconfirmed(db, id, newUser);
  await confirmEmail(db, id);
  await audit(db, caller, { id, email: newUser.email }, "user_signedup", { provider: "email" });
  return startSession(db, id, "password", caller);
}
