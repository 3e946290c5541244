import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate, lockMember } from "../authenticate.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { countFactorAttempt } from "../factor-attempts.ts";
import { factorKind, type FactorKind } from "../factor-kinds/factor-kind.ts";
import {
  closeChallenge,
  confirmFactor,
  insertFactor,
  openChallenge,
  removeFactor,
  requireChallenge,
  requireEnrollable,
  requireFactor,
} from "../factors.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { originKey } from "../limits.ts";
import { originOf, fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { elevateSession } from "../sessions.ts";
import { CredentialResponse } from "../webauthn/ceremonies.ts";

const Enroll = z.object({
  factor_type: fields.text,
  friendly_name: fields.text.refine((name) => name.length <= 255, "too long"),
  issuer: fields.text.refine((name) => name.length <= 255, "too long"),
  phone: fields.text,
});

const Verify = z.object({
  challenge_id: fields.text,
  code: fields.text,
  webauthn: z.object({ type: fields.text, credential_response: CredentialResponse }).nullish(),
});

/** Second factors: authenticator apps, SMS, passkeys. */
export function factorRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { pool, limits } = service;

  app.post("/factors", async (c) => {
    const origin = originOf(c);
    const member = await authenticate(service, c);
    const { user, session } = member;
    // An anonymous account has only its session: with a lost factor it would be lost for good.
    if (user.is_anonymous) {
      throw new AuthError(
        403,
        "no_authorization",
        "Anonymous user not allowed to perform these actions",
      );
    }
    const { factor_type: type, friendly_name: name, ...wish } = await jsonBody(c, Enroll);
    const kind = requireKind(type);
    kind.requireOffered(service, "enroll");
    await limits.count("change", originKey(origin));

    await requireFreshProof(service, member, origin);
    const enrolment = kind.enrol(service, user, wish);
    const id = await asOwner(pool, async (db) => {
      const now = await lockMember(db, user.id, session.id);
      const inserted = await insertFactor(db, now.user, now.session, type, name, enrolment);
      const traits = { factor_id: inserted, factor_type: type };
      await audit(db, origin, user, "factor_in_progress", traits);
      return inserted;
    });
    return c.json({ id, type, friendly_name: name, ...enrolment.shown });
  });

  app.post("/factors/:id/challenge", async (c) => {
    const origin = originOf(c);
    const { user } = await authenticate(service, c);
    await limits.count("change", originKey(origin));
    const factor = await requireFactor(pool, user.id, c.req.param("id"));
    const kind = requireKind(factor.factor_type);
    kind.requireOffered(service, "verify");
    const opening = await kind.open(service, user, factor, origin);
    const challenge = await asOwner(pool, async (db) => {
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await audit(db, origin, user, "challenge_created", traits);
      return openChallenge(db, factor.id, origin, opening);
    });
    await opening.opened?.();
    return c.json({
      id: challenge.id,
      type: factor.factor_type,
      expires_at: challenge.expiresAt,
      ...opening.shown,
    });
  });

  app.post("/factors/:id/verify", async (c) => {
    const origin = originOf(c);
    const { user, session } = await authenticate(service, c);
    const { challenge_id: challengeId, code, webauthn } = await jsonBody(c, Verify);
    const proof = {
      code,
      webauthn: webauthn
        ? { type: webauthn.type, response: webauthn.credential_response }
        : undefined,
    };
    const factor = await requireFactor(pool, user.id, c.req.param("id"));
    const kind = requireKind(factor.factor_type);
    kind.requireOffered(service, "verify");
    const challenge = await requireChallenge(pool, factor.id, challengeId, origin);

    const takeBack = await countFactorAttempt(service, user.id, origin);
    const grant = await asOwner(pool, async (db) => {
      // Verifications of one account run one after the other: each ends the sessions at `aal1`.
      const now = await lockMember(db, user.id, session.id);
      requireEnrollable(now.user, factor, now.session);
      await closeChallenge(db, challenge.id);
      const proven = await kind.prove(db, service, { user, factor, challenge }, proof);
      await confirmFactor(db, user, proven);
      const traits = {
        factor_id: proven.id,
        challenge_id: challenge.id,
        factor_type: factor.factor_type,
      };
      await audit(db, origin, user, "verification_attempted", traits);
      return elevateSession(db, session, kind.method, proven.id, origin);
    });
    await takeBack();
    return c.json(await sessionJson(service, pool, grant));
  });

  app.delete("/factors/:id", async (c) => {
    const origin = originOf(c);
    const { user, session } = await authenticate(service, c);
    await limits.count("change", originKey(origin));
    await asOwner(pool, async (db) => {
      const now = await lockMember(db, user.id, session.id);
      const factor = await requireFactor(db, user.id, c.req.param("id"));
      if (factor.status === "verified" && now.session.aal !== "aal2") {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      await removeFactor(db, factor);
      await audit(db, origin, user, "factor_unenrolled", {
        factor_id: factor.id,
        factor_status: factor.status,
        session_id: session.id,
      });
    });
    return c.json({ id: c.req.param("id") });
  });

  return app;
}

/** @throws {AuthError} validation_failed */
function requireKind(type: string): FactorKind {
  const kind = factorKind(type);
  if (!kind) throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  return kind;
}
