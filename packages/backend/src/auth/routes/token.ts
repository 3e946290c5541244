import { Hono, type Context } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { lockMember } from "../authenticate.ts";
import { AuthError, invalidCredentials, validationFailed } from "../errors.ts";
import { requireOwnWays } from "../factors.ts";
import { endFlow } from "../flow-states.ts";
import { originKey } from "../limits.ts";
import { linkIdentity } from "../oauth/linking.ts";
import { userByPhone } from "../phones.ts";
import { countPasswordAttempt } from "../password-attempts.ts";
import { passwordFits } from "../password.ts";
import { originOf, fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson, type SessionJson } from "../session-json.ts";
import { limitSession, refresh, startSession, type Refresh } from "../sessions.ts";
import { idTokenGrant } from "../id-token/grant.ts";
import { requirePhoneEnabled } from "./phone.ts";
import { web3Grant } from "../web3/grant.ts";
import { fitsSignUp } from "../sign-ups.ts";
import { isBanned, lockUser, setPassword, userByEmail, userById } from "../users.ts";

type GrantHandler = (service: AuthService, c: Context) => Promise<SessionJson>;

const GRANTS: Record<string, GrantHandler> = {
  password: passwordGrant,
  refresh_token: refreshTokenGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: web3Grant,
};

/** Creates sessions for a password, a refresh token, an authorization code or another grant. */
export function tokenRoutes(service: AuthService): Hono {
  const app = new Hono();
  app.post("/token", async (c) => {
    const type = c.req.query("grant_type") ?? "";
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    await service.limits.count("token", originKey(originOf(c)));
    return c.json(await grant(service, c));
  });
  return app;
}

const PHONE_REFUSAL = "Phone logins are disabled";

const Password = z.object({ email: fields.text, phone: fields.text, password: fields.text });

async function passwordGrant(service: AuthService, c: Context): Promise<SessionJson> {
  const { pool } = service;
  const origin = originOf(c);
  const body = await jsonBody(c, Password);
  if (body.email && body.phone) {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  const phone = body.phone && requirePhoneEnabled(service, body.phone, PHONE_REFUSAL, 422);
  if (!body.email && !phone) throw validationFailed("missing email or phone");

  const name = phone || body.email.toLowerCase();
  const takeBack = await countPasswordAttempt(service, name, origin);
  const user = await (phone ? userByPhone(pool, phone) : userByEmail(pool, name));
  const isConfirmed = Boolean(phone ? user?.phone_confirmed_at : user?.email_confirmed_at);
  const fits = await passwordFits(body.password, (isConfirmed && user?.encrypted_password) || null);
  // The password of an unconfirmed sign-up gets the same answer, whether the address had an account
  // before or not: otherwise a stranger could sign up and then ask here.
  const isUnconfirmed = !fits && (await fitsSignUp(pool, name, user, body.password));
  if (!fits && !isUnconfirmed) throw invalidCredentials();
  await takeBack();

  if (!user || isUnconfirmed) {
    throw phone
      ? new AuthError(400, "phone_not_confirmed", "Phone not confirmed")
      : new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  const grant = await asOwner(pool, async (db) => {
    // A change of the password ends the other sessions, also those that begin meanwhile.
    const now = await lockUser(db, user.id);
    if (now?.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    if (isBanned(now)) throw new AuthError(400, "user_banned", "User is banned");
    await audit(db, origin, user, "login", { provider: phone ? "phone" : "email" });
    return startSession(db, user.id, "password", origin);
  });
  return sessionJson(service, pool, grant);
}

const RefreshToken = z.object({ refresh_token: fields.text });

async function refreshTokenGrant(service: AuthService, c: Context): Promise<SessionJson> {
  const { pool } = service;
  const origin = originOf(c);
  const { refresh_token: token } = await jsonBody(c, RefreshToken);
  if (token === "") throw validationFailed("Refresh token is not valid");
  const result = await asOwner(pool, async (db) => {
    const shown = await refresh(db, token, origin, service.settings.auth?.sessions);
    if (shown.outcome === "refreshed" || shown.outcome === "replayed") {
      const user = (await userById(db, shown.userId))!;
      const action = shown.outcome === "refreshed" ? "token_refreshed" : "token_revoked";
      await audit(db, origin, user, action);
    }
    return shown;
  });
  // Refused after the transaction: the end of a stolen session must be committed.
  if (result.outcome !== "refreshed") throw refusedRefresh(result.outcome);
  return sessionJson(service, pool, result.grant);
}

function refusedRefresh(outcome: Exclude<Refresh["outcome"], "refreshed">): AuthError {
  const [code, reason] = {
    unknown: ["refresh_token_not_found", "Refresh Token Not Found"],
    replayed: ["refresh_token_already_used", "Already Used"],
    banned: ["user_banned", "User Banned"],
    ended: ["session_expired", "Session Expired"],
  }[outcome] as [string, string];
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}

const AuthCode = z.object({ auth_code: fields.text, code_verifier: fields.text });

async function pkceGrant(service: AuthService, c: Context): Promise<SessionJson> {
  const { pool } = service;
  const origin = originOf(c);
  const { auth_code: code, code_verifier: verifier } = await jsonBody(c, AuthCode);
  if (!code || !verifier) {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const { grant, providerTokens } = await asOwner(pool, async (db) => {
    const flow = await endFlow(db, code, verifier);
    const { linking_profile: linking, provider_type: provider } = flow;
    if (linking) requireOwnWays(await lockMember(db, flow.user_id, flow.linking_session_id));
    const user = linking
      ? await linkIdentity(db, flow.user_id, provider, linking, origin)
      : await userById(db, flow.user_id);
    if (!user || isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
    if (flow.encrypted_password && !user.encrypted_password) {
      await setPassword(db, user.id, flow.encrypted_password);
    }
    await audit(db, origin, user, "login", { provider_type: flow.provider_type });
    const started = await startSession(db, user.id, flow.authentication_method, origin);
    if (flow.session_not_after) await limitSession(db, started.session.id, flow.session_not_after);
    return { grant: started, providerTokens: flow.providerTokens };
  });
  return { ...(await sessionJson(service, pool, grant)), ...providerTokens };
}
