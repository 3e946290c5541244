import type { Context } from "hono";
import { createHash } from "node:crypto";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { authenticate, lockMember } from "../authenticate.ts";
import { AuthError } from "../errors.ts";
import { requireManualLinking, requireOwnWays } from "../factors.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { accountOf } from "../oauth/accounts.ts";
import { linkIdentity } from "../oauth/linking.ts";
import type { Profile } from "../oauth/provider.ts";
import { originOf, fields, jsonBody } from "../request.ts";
import { sameText } from "../secrets.ts";
import type { AuthService } from "../service.ts";
import { sessionJson, type SessionJson } from "../session-json.ts";
import { startSession } from "../sessions.ts";

const IdToken = z.object({
  id_token: fields.text,
  provider: fields.text,
  nonce: fields.text,
  link_identity: z.boolean().nullish(),
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const invalid = (message: string) => new AuthError(400, "validation_failed", message);

/**
 * Signs in with an ID token that the app itself got from the provider, such as by Google's button.
 * @throws {AuthError} validation_failed, provider_disabled
 */
export async function idTokenGrant(service: AuthService, c: Context): Promise<SessionJson> {
  const { pool } = service;
  const origin = originOf(c);
  const body = await jsonBody(c, IdToken);
  if (body.id_token === "") throw invalid("id_token required");
  if (body.provider === "") throw invalid("provider or client_id and issuer required");
  const member = body.link_identity ? await authenticate(service, c) : undefined;
  if (member) {
    requireManualLinking(service);
    requireOwnWays(member);
    await requireFreshProof(service, member, origin);
  }
  const name = body.provider.toLowerCase().replace(/^custom:/, "");
  const profile = await profileOf(service, name, body.id_token, body.nonce);
  const grant = await asOwner(pool, async (db) => {
    if (member) requireOwnWays(await lockMember(db, member.user.id, member.session.id));
    const user = member
      ? await linkIdentity(db, member.user.id, name, profile, origin)
      : await accountOf(service, db, name, profile, origin);
    return startSession(db, user.id, "oauth", origin);
  });
  return sessionJson(service, pool, grant);
}

async function profileOf(
  { providers, limits, log }: AuthService,
  name: string,
  idToken: string,
  nonce: string,
): Promise<Profile> {
  const idTokens = providers.get(name)?.idTokens;
  if (!idTokens) {
    throw new AuthError(400, "provider_disabled", `Provider "${name}" is not enabled`);
  }
  const verified = await idTokens.verify(idToken).catch((error: unknown) => {
    // One line: broken tokens are the sender's fault, and the stack says nothing.
    log.warn({ provider: name, reason: reasonOf(error) }, "ID token refused");
    throw invalid("Bad ID token");
  });
  if (!verified.nonce !== !nonce) {
    throw invalid("Passed nonce and nonce in id_token should either both exist or not.");
  }
  // The provider got only the nonce's digest, so readers of the token can't compute the nonce.
  const hashed = createHash("sha256").update(nonce).digest("hex");
  if (verified.nonce && !sameText(hashed, verified.nonce)) throw invalid("Nonces mismatch");
  if (verified.nonce) {
    await limits.count("idToken", `${name} ${verified.nonce}`).catch((error: unknown) => {
      throw error instanceof AuthError ? invalid("ID token was used already") : error;
    });
  }
  return verified.profile;
}
