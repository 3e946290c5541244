import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate, lockMember, type Member } from "../authenticate.ts";
import type { Queryable } from "../database.ts";
import { prepareEmailChange, sendAll, type Outgoing } from "../email-change.ts";
import { AuthError, violatedConstraint } from "../errors.ts";
import { hasSecondFactor } from "../factors.ts";
import { challengeIn } from "../flow-states.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { countMail, originKey } from "../limits.ts";
import { hashPassword, passwordFits, requireNewPassword } from "../password.ts";
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
import { endSessions } from "../sessions.ts";
import { userJson } from "../user-json.ts";
import { completeEmailChange, mergeMetadata, setPassword, userById } from "../users.ts";
import { changePhone, requirePhoneEnabled } from "./phone.ts";
import { emailExists } from "../verification.ts";

const Change = z.object({
  email: fields.text,
  phone: fields.text,
  password: z.string().nullish(),
  nonce: fields.text,
  data: fields.data,
  app_metadata: fields.data,
  ...fields.pkce,
});

/** A member's own account: reading and changing it. */
export function userRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits, mails } = service;

  app.get("/user", async (c) => c.json(userJson((await authenticate(service, c)).user)));

  app.put("/user", async (c) => {
    const origin = originOf(c);
    const member = await authenticate(service, c);
    const body = await jsonBody(c, Change);
    await limits.count("change", originKey(origin));
    const { user, session } = member;
    const email = body.email && requireEmail(body.email);
    const newEmail = email && email !== user.email ? email : undefined;
    const challenge = challengeIn(body);
    if (body.app_metadata) {
      throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
    }
    const phone =
      body.phone && requirePhoneEnabled(service, body.phone, "Phone logins are disabled");
    const newPhone = phone && phone !== user.phone ? phone : undefined;
    const takesOver = Boolean(body.password || newEmail || newPhone);
    if (takesOver && user.is_sso_user) {
      throw new AuthError(
        422,
        "user_sso_managed",
        "Updating email, phone, password of a SSO account only possible via SSO",
      );
    }
    if (takesOver) requireFactorShown(member);
    if (user.is_anonymous && body.password && !newEmail && !newPhone) {
      throw new AuthError(
        422,
        "validation_failed",
        "Updating password of an anonymous user without an email or phone is not allowed",
      );
    }
    if (body.data) requireSmall({ ...user.raw_user_meta_data, ...body.data });
    const passwordHash =
      typeof body.password === "string"
        ? await newPassword(service, member, body.password, origin, body.nonce)
        : undefined;
    // A number signs in by itself and is confirmed by its new owner alone. So is an address, unless
    // the mailbox of the earlier one confirms it too.
    const isConfirmedByOwner = newPhone || (newEmail && (settings.autoconfirm || !user.email));
    // A nonce by itself refreshes the session, for changes that have no field for it.
    if (passwordHash === undefined && (isConfirmedByOwner || body.nonce)) {
      await requireFreshProof(service, member, origin, body.nonce);
    }
    if (newEmail && !settings.autoconfirm) {
      await countMail(limits, "email_change", newEmail, origin);
      if (user.email) await countMail(limits, "email_change", user.email, origin);
    }
    const redirectTo = allowedRedirect(settings.siteUrl, c.req.query("redirect_to"));

    const messages = await asOwner(pool, async (db) => {
      const now = await lockMember(db, user.id, session.id);
      if (takesOver) requireFactorShown(now);
      if (passwordHash) {
        await setPassword(db, user.id, passwordHash);
        // A thief of the old password may have signed in with it.
        await endSessions(db, user.id, "others", session.id);
        await audit(db, origin, user, "user_updated_password");
      }
      if (body.data) await mergeMetadata(db, user.id, body.data);
      await audit(db, origin, user, "user_modified");
      if (!newEmail) return [];
      return settings.autoconfirm
        ? changeEmailNow(db, user.id, newEmail)
        : prepareEmailChange(db, user, newEmail, redirectTo, challenge);
    });
    await sendAll(mails, messages);
    if (newPhone) await changePhone(service, user, newPhone, origin);
    return c.json(userJson((await userById(pool, user.id))!));
  });

  return app;
}

/** @throws {AuthError} insufficient_aal */
function requireFactorShown({ user, session }: Member): void {
  if (!hasSecondFactor(user) || session.aal === "aal2") return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}

async function changeEmailNow(db: Queryable, id: string, email: string): Promise<Outgoing[]> {
  await db.query("update auth.users set email_change = $2 where id = $1", [id, email]);
  await completeEmailChange(db, id).catch((error: unknown) => {
    throw violatedConstraint(error) === "users_email_partial_key" ? emailExists() : error;
  });
  return [];
}

/** Validates a new password and returns its hash. @throws {AuthError} */
async function newPassword(
  service: AuthService,
  member: Member,
  password: string,
  origin: RequestOrigin,
  nonce: string,
): Promise<string> {
  await requireNewPassword(service, password);
  await requireFreshProof(service, member, origin, nonce);
  if (await passwordFits(password, member.user.encrypted_password)) {
    throw new AuthError(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  return hashPassword(service, password);
}
