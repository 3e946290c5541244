import { Hono, type Context } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import type { Queryable } from "../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import type { VerificationType } from "../mails.ts";
import { issueToken, type OneTimeToken, type TokenType } from "../one-time-tokens.ts";
import { hashPassword, requireLength } from "../password.ts";
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
import { userJson } from "../user-json.ts";
import { deleteUnconfirmed } from "../sign-ups.ts";
import {
  insertUser,
  lockAddress,
  mergeMetadata,
  setPassword,
  userByEmail,
  userById,
  type User,
} from "../users.ts";
import { emailExists } from "../verification.ts";
import { auditAdmin, requireAdmin } from "./admin.ts";

const Invite = z.object({ email: fields.text, data: fields.data });

const Link = z.object({
  type: fields.text,
  email: fields.text,
  new_email: fields.text,
  password: fields.text,
  data: fields.data,
  redirect_to: fields.text,
});

type LinkBody = z.output<typeof Link>;

/** Invitations, and links that the operator delivers to members without our mails. */
export function adminLinkRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, mails } = service;

  app.post("/invite", async (c) => {
    await requireAdmin(service, c);
    const body = await jsonBody(c, Invite);
    const email = requireEmail(body.email);
    const data = requireSmall(body.data ?? {});
    const { user, token } = await asOwner(pool, async (db) => {
      const id = await unconfirmed(db, email, null, data);
      return invite(db, id, email, originOf(c));
    });
    const redirectTo = redirectOf(c, undefined);
    const language = user.raw_user_meta_data.lang;
    await mails.verification({
      kind: "invite",
      type: "invite",
      to: email,
      language,
      token,
      redirectTo,
    });
    return c.json(userJson(user));
  });

  app.post("/admin/generate_link", async (c) => {
    const body = await jsonBody(c, Link);
    const email = requireEmail(body.email);
    if (body.password) requireLength(body.password);
    const passwordHash = body.password ? await hashPassword(service, body.password) : null;
    const redirectTo = redirectOf(c, body.redirect_to);
    const made = await asOwner(pool, (db) => make(db, body, email, passwordHash, originOf(c)));
    const { user, token, type, verificationType } = made;
    const query = new URLSearchParams({ token: token.token, type, redirect_to: redirectTo.href });
    return c.json({
      ...userJson(user),
      action_link: `${settings.siteUrl}/auth/v1/verify?${query}`,
      email_otp: token.code,
      hashed_token: token.token,
      verification_type: verificationType,
      redirect_to: redirectTo.href,
    });
  });

  const redirectOf = (c: Context, wanted: string | undefined) =>
    allowedRedirect(settings.siteUrl, wanted || c.req.query("redirect_to"));

  return app;
}

interface MadeLink {
  user: User;
  token: OneTimeToken;
  type: VerificationType;
  verificationType: string;
}

/**
 * Creates the link of a request.
 * @throws {AuthError} user_not_found, email_exists, validation_failed
 */
async function make(
  db: Queryable,
  body: LinkBody,
  email: string,
  passwordHash: string | null,
  origin: RequestOrigin,
): Promise<MadeLink> {
  const known = await userByEmail(db, email);
  // Without an account, a magic link signs the member up.
  const type = body.type === "magiclink" && !known ? "signup" : body.type;
  if (type === "signup") {
    if (!passwordHash && body.type === "signup") {
      throw validationFailed("Signup requires a valid password");
    }
    const id = await unconfirmed(db, email, passwordHash, requireSmall(body.data ?? {}));
    const token = await issueToken(db, id, "confirmation_token", email, false);
    return { user: (await userById(db, id))!, token, type, verificationType: type };
  }
  if (type === "invite") {
    const id = await unconfirmed(db, email, null, requireSmall(body.data ?? {}));
    return { ...(await invite(db, id, email, origin)), type, verificationType: type };
  }
  if (!known) throw new AuthError(404, "user_not_found", "User with this email not found");
  if (type === "magiclink" || type === "recovery") {
    await auditAdmin(db, origin, "user_recovery_requested", known);
    const token = await issueToken(db, known.id, "recovery_token", email, false);
    return { user: known, token, type, verificationType: type };
  }
  if (type !== "email_change_current" && type !== "email_change_new") {
    throw validationFailed(`Invalid email action link type requested: ${type}`);
  }
  const token = await changeToken(db, known, type, requireEmail(body.new_email));
  const user = (await userById(db, known.id))!;
  return { user, token, type: "email_change", verificationType: type };
}

/**
 * Returns the unconfirmed account of the address. A stranger's sign-up is replaced, because it has
 * proven nothing; an account that an administrator has created is kept, as in the hosted service.
 */
async function unconfirmed(
  db: Queryable,
  email: string,
  passwordHash: string | null,
  data: Record<string, unknown>,
): Promise<string> {
  await lockAddress(db, email);
  await deleteUnconfirmed(db, email);
  const known = await userByEmail(db, email);
  if (known?.confirmed_at) throw emailExists();
  if (known) {
    await mergeMetadata(db, known.id, data);
    if (passwordHash) await setPassword(db, known.id, passwordHash);
    return known.id;
  }
  return (await insertUser(db, { email, passwordHash, data }))!;
}

async function invite(
  db: Queryable,
  id: string,
  email: string,
  origin: RequestOrigin,
): Promise<{ user: User; token: OneTimeToken }> {
  await db.query("update auth.users set invited_at = now() where id = $1", [id]);
  const token = await issueToken(db, id, "confirmation_token", email, false);
  await auditAdmin(db, origin, "user_invited", { id, email });
  return { user: (await userById(db, id))!, token };
}

async function changeToken(
  db: Queryable,
  user: User,
  type: "email_change_current" | "email_change_new",
  newEmail: string,
): Promise<OneTimeToken> {
  if (await userByEmail(db, newEmail)) throw emailExists();
  if (user.email_change !== newEmail) {
    await db.query(
      `delete from auth.one_time_tokens where user_id = $1
         and token_type in ('email_change_token_current', 'email_change_token_new')`,
      [user.id],
    );
    await db.query(
      `update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1`,
      [user.id, newEmail],
    );
  }
  const current = type === "email_change_current";
  const tokenType: TokenType = current ? "email_change_token_current" : "email_change_token_new";
  return issueToken(db, user.id, tokenType, current ? user.email! : newEmail, false);
}
