import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate } from "../authenticate.ts";
import { AuthError, validationFailed } from "../errors.ts";
import {
  acceptTotp,
  enrolTotp,
  openChallenge,
  removeFactor,
  requireChallenge,
  requireFactor,
  wrongTotp,
} from "../factors.ts";
import { callerKey } from "../limits.ts";
import { callerOf, fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { elevateSession } from "../sessions.ts";
import { newTotp, timeStepOf } from "../totp.ts";
import { lockUser } from "../users.ts";

const Enroll = z.object({
  factor_type: fields.text,
  friendly_name: fields.text.refine((name) => name.length <= 255, "too long"),
  issuer: fields.text.refine((name) => name.length <= 255, "too long"),
});

const Verify = z.object({ challenge_id: fields.text, code: fields.text });

/** What enrolling each kind of factor that isn't offered is called in the refusal. */
const DISABLED: Record<string, [code: string, name: string]> = {
  phone: ["mfa_phone_enroll_not_enabled", "Phone"],
  webauthn: ["mfa_webauthn_enroll_not_enabled", "WebAuthn"],
};

/** Second factors: authenticator apps (TOTP). */
export function factorRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits } = service;

  app.post("/factors", async (c) => {
    const caller = callerOf(c);
    const { user, session } = await authenticate(service, c);
    // Nothing but the session leads to such an account: a lost factor would lose it for good.
    if (user.is_anonymous) {
      throw new AuthError(
        403,
        "no_authorization",
        "Anonymous user not allowed to perform these actions",
      );
    }
    const { factor_type: type, friendly_name: name, issuer } = await jsonBody(c, Enroll);
    const disabled = Object.hasOwn(DISABLED, type) ? DISABLED[type] : undefined;
    if (disabled)
      throw new AuthError(422, disabled[0], `MFA enroll is disabled for ${disabled[1]}`);
    if (type !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
    await limits.count("change", callerKey(caller));

    const totp = newTotp(issuer || new URL(settings.siteUrl).host, user.email ?? user.id);
    const id = await asOwner(pool, async (db) => {
      await lockUser(db, user.id);
      const enrolled = await enrolTotp(db, user, session, name, totp.secret);
      await audit(db, caller, user, "factor_in_progress", { factor_id: enrolled });
      return enrolled;
    });
    return c.json({ id, type, friendly_name: name, totp });
  });

  app.post("/factors/:id/challenge", async (c) => {
    const caller = callerOf(c);
    const { user } = await authenticate(service, c);
    await limits.count("change", callerKey(caller));
    const factor = await requireFactor(pool, user.id, c.req.param("id"));
    const challenge = await asOwner(pool, async (db) => {
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await audit(db, caller, user, "challenge_created", traits);
      return openChallenge(db, factor.id, caller);
    });
    return c.json({
      id: challenge.id,
      type: factor.factor_type,
      expires_at: challenge.expiresAt,
    });
  });

  app.post("/factors/:id/verify", async (c) => {
    const caller = callerOf(c);
    const { user, session } = await authenticate(service, c);
    const { challenge_id: challengeId, code } = await jsonBody(c, Verify);
    const factor = await requireFactor(pool, user.id, c.req.param("id"));
    if (code === "") throw validationFailed("Code needs to be non-empty");
    await requireChallenge(pool, factor.id, challengeId, caller);

    // Counted before the code is looked at: many guesses at once must not all get through.
    const counts = ["factorFailure", "factorFailures"] as const;
    for (const limit of counts) await limits.count(limit, user.id);
    const timeStep = timeStepOf(factor.secret ?? "", code);
    if (timeStep === undefined) throw wrongTotp();
    const grant = await asOwner(pool, async (db) => {
      const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: "totp" };
      // One after the other: each verification ends the account's less proven sessions.
      await lockUser(db, user.id);
      await acceptTotp(db, user, factor.id, challengeId, timeStep);
      await audit(db, caller, user, "verification_attempted", traits);
      return elevateSession(db, session, "totp", factor.id);
    });
    for (const limit of counts) await limits.refund(limit, user.id);
    return c.json(await sessionJson(service, pool, grant));
  });

  app.delete("/factors/:id", async (c) => {
    const caller = callerOf(c);
    const { user, session } = await authenticate(service, c);
    await limits.count("change", callerKey(caller));
    const factor = await requireFactor(pool, user.id, c.req.param("id"));
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await asOwner(pool, async (db) => {
      await lockUser(db, user.id);
      await removeFactor(db, factor);
      await audit(db, caller, user, "factor_unenrolled", {
        factor_id: factor.id,
        factor_status: factor.status,
        session_id: session.id,
      });
    });
    return c.json({ id: factor.id });
  });

  return app;
}
