import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate, lockMember, type Member } from "../authenticate.ts";
import { AuthError, userBanned, validationFailed } from "../errors.ts";
import { hasSecondFactor } from "../factors.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { originKey } from "../limits.ts";
import { MAX_PASSKEYS, PASSKEY_NAME_MAX_LENGTH } from "../policy.ts";
import { originOf, fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { startSession } from "../sessions.ts";
import { isBanned, lockUser } from "../users.ts";
import {
  createdCredential,
  creationOptions,
  CredentialResponse,
  requestOptions,
  shownCredential,
} from "../webauthn/ceremonies.ts";
import { factorCredentialsOf } from "../webauthn/factor-credentials.ts";
import {
  deletePasskey,
  insertPasskey,
  lockPasskey,
  notePasskeyUsed,
  passkeysOf,
  rememberChallenge,
  renamePasskey,
  takeChallenge,
  tooManyPasskeys,
  type Passkey,
} from "../webauthn/passkeys.ts";
import type { RelyingParty } from "../webauthn/relying-party.ts";

const Answer = z.object({ challenge_id: fields.text, credential: CredentialResponse });
const Name = z.object({ friendly_name: fields.text });

const refused = () =>
  new AuthError(400, "webauthn_verification_failed", "Credential verification failed");

/** Returns a passkey as clients see it. */
export function passkeyJson(passkey: Passkey): Record<string, unknown> {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name || undefined,
    created_at: passkey.created_at,
    last_used_at: passkey.last_used_at ?? undefined,
  };
}

/**
 * Passkeys that sign in without a password. Stricter than the hosted service: the authenticator
 * must verify its user by finger, face or PIN, because there is no other proof.
 */
export function passkeyRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { pool, limits } = service;

  function party(): RelyingParty {
    if (service.relyingParty) return service.relyingParty;
    throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  }

  app.post("/passkeys/authentication/options", async (c) => {
    const site = party();
    await limits.count("verify", originKey(originOf(c)));
    // The options don't depend on an address: otherwise they would reveal whether it has an
    // account.
    const options = await requestOptions(site, [], "required");
    const { id, expiresAt } = await rememberChallenge(pool, "authentication", options.challenge);
    return c.json({ challenge_id: id, options, expires_at: expiresAt });
  });

  app.post("/passkeys/authentication/verify", async (c) => {
    const site = party();
    const origin = originOf(c);
    const body = await jsonBody(c, Answer);
    await limits.count("verify", originKey(origin));
    const challenge = await takeChallenge(pool, "authentication", body.challenge_id);
    const grant = await asOwner(pool, async (db) => {
      const passkey = await lockPasskey(db, body.credential.id);
      if (!passkey) throw refused();
      const { credential, user_id: userId } = passkey;
      const counter = await shownCredential(site, body.credential, challenge, credential, true);
      if (counter === undefined) throw refused();
      const user = await lockUser(db, userId);
      if (!user) throw refused();
      if (isBanned(user)) throw userBanned();
      if (!user.confirmed_at) {
        throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
      }
      await notePasskeyUsed(db, passkey.id, counter);
      await audit(db, origin, user, "login", { passkey_id: passkey.id });
      return startSession(db, user.id, "passkey", origin);
    });
    return c.json(await sessionJson(service, pool, grant));
  });

  app.post("/passkeys/registration/options", async (c) => {
    const site = party();
    const origin = originOf(c);
    const member = requireManager(await authenticate(service, c));
    const { user } = member;
    await limits.count("change", originKey(origin));
    await requireFreshProof(service, member, origin);
    const known = await passkeysOf(pool, user.id);
    if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const factors = await factorCredentialsOf(pool, user.id);
    const options = await creationOptions(
      site,
      user,
      [...known.map(({ credential }) => credential), ...factors],
      { userVerification: "required", residentKey: "required" },
    );
    const { id, expiresAt } = await rememberChallenge(
      pool,
      "registration",
      options.challenge,
      user.id,
    );
    return c.json({ challenge_id: id, options, expires_at: expiresAt });
  });

  app.post("/passkeys/registration/verify", async (c) => {
    const site = party();
    const origin = originOf(c);
    const member = requireManager(await authenticate(service, c));
    const { user } = member;
    const body = await jsonBody(c, Answer);
    await limits.count("change", originKey(origin));
    await requireFreshProof(service, member, origin);
    const challenge = await takeChallenge(pool, "registration", body.challenge_id, user.id);
    const made = await createdCredential(site, body.credential, challenge, true);
    if (!made) throw refused();
    const passkey = await asOwner(pool, async (db) => {
      requireManager(await lockMember(db, user.id, member.session.id));
      const inserted = await insertPasskey(db, user.id, made);
      await audit(db, origin, user, "passkey_created", { passkey_id: inserted.id });
      return inserted;
    });
    return c.json(passkeyJson(passkey));
  });

  app.get("/passkeys", async (c) => {
    party();
    const { user } = await authenticate(service, c);
    return c.json((await passkeysOf(pool, user.id)).map(passkeyJson));
  });

  app.patch("/passkeys/:id", async (c) => {
    party();
    const origin = originOf(c);
    const { user } = await authenticate(service, c);
    const { friendly_name: name } = await jsonBody(c, Name);
    if (name === "") throw validationFailed("friendly_name is required");
    if (name.length > PASSKEY_NAME_MAX_LENGTH) {
      throw validationFailed("friendly_name must be 120 characters or less");
    }
    await limits.count("change", originKey(origin));
    const passkey = await asOwner(pool, async (db) => {
      const renamed = await renamePasskey(db, user.id, c.req.param("id"), name);
      await audit(db, origin, user, "passkey_updated", { passkey_id: renamed.id });
      return renamed;
    });
    return c.json(passkeyJson(passkey));
  });

  app.delete("/passkeys/:id", async (c) => {
    party();
    const origin = originOf(c);
    const { user, session } = requireManager(await authenticate(service, c));
    await limits.count("change", originKey(origin));
    await asOwner(pool, async (db) => {
      requireManager(await lockMember(db, user.id, session.id));
      await deletePasskey(db, user.id, c.req.param("id"));
      await audit(db, origin, user, "passkey_deleted", { passkey_id: c.req.param("id") });
    });
    return c.body(null, 204);
  });

  return app;
}

/**
 * Requires the right to add or remove a passkey, which is a sign-in method.
 * @throws {AuthError} insufficient_aal, validation_failed, no_authorization
 */
function requireManager(member: Member): Member {
  const { user, session } = member;
  if (user.is_sso_user)
    throw new AuthError(422, "validation_failed", "SSO users cannot register passkeys");
  if (user.is_anonymous) {
    throw new AuthError(
      403,
      "no_authorization",
      "Anonymous user not allowed to perform these actions",
    );
  }
  if (hasSecondFactor(user) && session.aal !== "aal2") {
    throw new AuthError(
      403,
      "insufficient_aal",
      "AAL2 session is required to manage passkeys when MFA is enabled",
    );
  }
  return member;
}
