import { Hono, type Context } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate } from "../authenticate.ts";
import { prepareEmailChange, sendAll } from "../email-change.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { challengeIn } from "../flow-states.ts";
import { countMail } from "../limits.ts";
import { issueToken } from "../one-time-tokens.ts";
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
import { recordSignUp } from "../sign-ups.ts";
import { userByEmail } from "../users.ts";
import { inEqualTime } from "./equal-time.ts";
import { prepareMail } from "../verification.ts";
import { otpByPhone, reauthenticateByPhone, requirePhoneEnabled, resendByPhone } from "./phone.ts";
import { signUp } from "./sign-up.ts";

const Recover = z.object({ email: fields.text, ...fields.pkce });

const Otp = z.object({
  email: fields.text,
  phone: fields.text,
  channel: fields.text,
  create_user: z.boolean().nullish(),
  data: fields.data,
  ...fields.pkce,
});

const Resend = z.object({
  type: fields.text,
  email: fields.text,
  phone: fields.text,
  ...fields.pkce,
});

/**
 * Requests for mails. Each is counted and answered by `{}` after the same time, whether the address
 * has an account or not.
 */
export function mailRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits, mails } = service;

  const redirectOf = (c: Context) => allowedRedirect(settings.siteUrl, c.req.query("redirect_to"));

  const count = (kind: string, email: string, origin: RequestOrigin) =>
    countMail(limits, kind, email, origin);

  /** Counts a mail to the account's other mailbox, which must not be named by the answer. */
  const mayMail = (newEmail: string, origin: RequestOrigin) =>
    count("email_change", newEmail, origin).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AuthError) return false;
        throw error;
      },
    );

  app.on("POST", ["/recover", "/otp", "/magiclink", "/resend"], inEqualTime);

  app.post("/recover", async (c) => {
    const origin = originOf(c);
    const body = await jsonBody(c, Recover);
    if (body.email === "") throw validationFailed("Password recovery requires an email");
    const email = requireEmail(body.email);
    const challenge = challengeIn(body);
    await count("recovery", email, origin);
    const mail = await asOwner(pool, async (db) => {
      const user = await userByEmail(db, email);
      if (!user) return undefined;
      await audit(db, origin, user, "user_recovery_requested");
      return prepareMail(db, user, "recovery", redirectOf(c), challenge);
    });
    if (mail) await mails.verification(mail);
    return c.json({});
  });

  app.on("POST", ["/otp", "/magiclink"], async (c) => {
    const origin = originOf(c);
    const body = await jsonBody(c, Otp);
    const data = requireSmall(body.data ?? {});
    // Switched off, it isn't refused: that would tell which addresses have an account.
    const mayCreate = body.create_user !== false && !settings.auth?.disableSignUp;
    if (body.phone && !body.email) {
      const phone = requirePhoneEnabled(service, body.phone, "Unsupported phone provider");
      const newUser = { phone, passwordHash: null, data };
      await otpByPhone(service, newUser, mayCreate, origin);
      return c.json({});
    }
    const email = requireOtpEmail(body);
    const challenge = challengeIn(body);
    await count("magiclink", email, origin);
    const mail = await asOwner(pool, async (db) => {
      const user = await userByEmail(db, email);
      if (!user?.email_confirmed_at) return undefined;
      if (mayCreate) {
        await recordSignUp(db, { address: email, userId: undefined, passwordHash: null });
      }
      await audit(db, origin, user, "user_recovery_requested");
      return prepareMail(db, user, "magiclink", redirectOf(c), challenge);
    });
    if (mail) await mails.verification(mail);
    // Without an account, the link of the confirmation mail signs in.
    else if (mayCreate) {
      await signUp(service, { email, passwordHash: null, data }, redirectOf(c), challenge, origin);
    }
    return c.json({});
  });

  app.post("/resend", async (c) => {
    const origin = originOf(c);
    const body = await jsonBody(c, Resend);
    const challenge = challengeIn(body);
    if (body.type === "sms" || body.type === "phone_change") {
      const phone = requirePhoneEnabled(service, body.phone, "Phone logins are disabled");
      await resendByPhone(service, body.type, phone, origin);
      return c.json({});
    }
    const { type, email } = requireResendable(body);
    await count(type, email, origin);
    const messages = await asOwner(pool, async (db) => {
      const user = await userByEmail(db, email);
      if (!user) return [];
      if (type === "email_change") {
        const { email_change: newEmail } = user;
        if (!newEmail || !(await mayMail(newEmail, origin))) return [];
        return prepareEmailChange(db, user, newEmail, redirectOf(c), challenge);
      }
      if (user.email_confirmed_at) return [];
      await audit(db, origin, user, "user_confirmation_requested");
      const mail = await prepareMail(db, user, "signup", redirectOf(c), challenge);
      return [{ verification: mail }];
    });
    await sendAll(mails, messages);
    return c.json({});
  });

  app.get("/reauthenticate", async (c) => {
    const origin = originOf(c);
    const { user } = await authenticate(service, c);
    if (!user.email && user.phone && service.settings.auth?.phone) {
      await reauthenticateByPhone(service, user, user.phone, origin);
      return c.json({});
    }
    if (!user.email) {
      throw validationFailed(
        "Reauthentication requires the user to have an email or a phone number",
      );
    }
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    const { id, email } = user;
    await count("reauthentication", email, origin);
    const token = await asOwner(pool, async (db) => {
      await audit(db, origin, user, "user_reauthenticate_requested");
      return issueToken(db, id, "reauthentication_token", email, false);
    });
    await mails.reauthentication(email, user.raw_user_meta_data.lang, token);
    return c.json({});
  });

  return app;
}

function requireOtpEmail({ email, phone, channel }: z.output<typeof Otp>): string {
  if (email && phone) {
    throw validationFailed("Only an email address or phone number should be provided");
  }
  if (email && channel) {
    throw validationFailed("Channel should only be specified with Phone OTP");
  }
  if (!email) throw validationFailed("One of email or phone must be set");
  return requireEmail(email);
}

function requireResendable({ type, email, phone }: z.output<typeof Resend>): {
  type: "signup" | "email_change";
  email: string;
} {
  if (type !== "signup" && type !== "email_change") {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (email && phone) {
    throw validationFailed("Only an email address or phone number should be provided.");
  }
  if (!email) throw validationFailed("Type provided requires an email address");
  return { type, email: requireEmail(email) };
}
