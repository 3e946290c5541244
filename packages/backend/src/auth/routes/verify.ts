import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import type { Queryable } from "../database.ts";
import {
  alreadyConfirmed,
  asAuthError,
  codeExpired,
  errorParameters,
  linkExpired,
  validationFailed,
} from "../errors.ts";
import { issueAuthCode } from "../flow-states.ts";
import { countCode, originKey } from "../limits.ts";
import {
  findByCode,
  hasConfirmed,
  hasConfirmedByCode,
  PKCE_PREFIX,
  redeemFound,
  redeemToken,
} from "../one-time-tokens.ts";
import { requirePhone } from "../phones.ts";
import {
  allowedRedirect,
  sessionFragment,
  withFragment,
  withOutcome,
  withQuery,
} from "../redirects.ts";
import { originOf, fields, jsonBody, requireEmail, type RequestOrigin } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { startSession, type Grant } from "../sessions.ts";
import { verifyByPhone } from "./phone.ts";
import { flowOf, fulfil, isVerificationType, TOKENS_OF } from "../verification.ts";

const HALF_CONFIRMED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const Verify = z.object({
  type: fields.text,
  token: fields.text,
  token_hash: fields.text,
  email: fields.text,
  phone: fields.text,
  redirect_to: fields.text,
});

/** Redeems the links and codes of mails. */
export function verifyRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits, log } = service;

  app.get("/verify", async (c) => {
    // Mail scanners send HEAD first; that must not consume the link.
    if (c.req.raw.method === "HEAD") return c.body(null, 204);
    const origin = originOf(c);
    const { type = "", token = "", redirect_to: wanted } = c.req.query();
    if (type === "") throw validationFailed("Verify requires a verification type");
    if (token === "") throw validationFailed("Verify requires a token or a token hash");
    await limits.count("verify", originKey(origin));
    const target = allowedRedirect(settings.siteUrl, wanted);
    return c.redirect(await followLink(type, token, target, origin), 303);
  });

  async function followLink(
    type: string,
    token: string,
    target: URL,
    origin: RequestOrigin,
  ): Promise<string> {
    const pkce = token.startsWith(PKCE_PREFIX);
    try {
      const result = await asOwner(pool, (db) => redeemLink(db, type, token, origin));
      if (result === undefined) {
        const message = { message: HALF_CONFIRMED };
        return withOutcome(target, message, pkce);
      }
      if ("code" in result) return withQuery(target, result).href;
      const { user: _user, ...session } = await sessionJson(service, pool, result);
      return withFragment(target, { ...sessionFragment(session), type });
    } catch (error) {
      // A browser follows this redirect: the site shows the error in the visitor's language.
      const values = errorParameters(asAuthError(error, log));
      return withOutcome(target, values, pkce);
    }
  }

  app.post("/verify", async (c) => {
    const origin = originOf(c);
    const body = await jsonBody(c, Verify);
    await limits.count("verify", originKey(origin));
    const { type } = body;
    if (type === "") throw validationFailed("Verify requires a verification type");
    if ((body.token === "") === (body.token_hash === "")) {
      throw validationFailed("Verify requires either a token or a token hash");
    }
    if (body.phone && !body.email && body.token && settings.auth?.phone) {
      const phone = requirePhone(body.phone);
      const signedIn = await verifyByPhone(service, type, phone, body.token, origin);
      return c.json(await sessionJson(service, pool, signedIn));
    }
    const grant = body.token_hash
      ? await verifyHash(type, body, origin)
      : await verifyCode(type, body, origin);
    if (!grant) return c.json({ code: "200", msg: HALF_CONFIRMED });
    return c.json(await sessionJson(service, pool, grant));
  });

  async function verifyHash(
    type: string,
    body: z.output<typeof Verify>,
    origin: RequestOrigin,
  ): Promise<Grant | undefined> {
    if (body.email || body.phone || body.redirect_to) {
      throw validationFailed("Only the token_hash and type should be provided");
    }
    return asOwner(pool, async (db) => {
      const redeemed = await redeemToken(db, body.token_hash, tokensOf(type));
      if (!redeemed) {
        throw (await hasConfirmed(db, body.token_hash)) ? alreadyConfirmed() : linkExpired();
      }
      const user = await fulfil(db, redeemed, origin);
      return user && startSession(db, user.id, "otp", origin);
    });
  }

  async function verifyCode(
    type: string,
    body: z.output<typeof Verify>,
    origin: RequestOrigin,
  ): Promise<Grant | undefined> {
    if (body.phone && !body.email) throw codeExpired();
    if (!body.email || body.phone) {
      throw validationFailed("Only an email address or phone number should be provided on verify");
    }
    const email = requireEmail(body.email);
    const tokens = tokensOf(type);
    const takeBack = await countCode(limits, email, origin);
    const found = await findByCode(pool, email, body.token, tokens);
    if (!found) {
      const isConfirmed = await hasConfirmedByCode(pool, email, body.token);
      throw isConfirmed ? alreadyConfirmed() : codeExpired();
    }
    await takeBack();
    return asOwner(pool, async (db) => {
      const redeemed = await redeemFound(db, found);
      if (!redeemed) throw codeExpired();
      const user = await fulfil(db, redeemed, origin);
      return user && startSession(db, user.id, "otp", origin);
    });
  }

  return app;
}

/** Redeems a link for a session, or for an authorization code (PKCE). */
async function redeemLink(
  db: Queryable,
  type: string,
  token: string,
  origin: RequestOrigin,
): Promise<Grant | { code: string } | undefined> {
  if (!isVerificationType(type)) throw validationFailed("Invalid email verification type");
  const redeemed = await redeemToken(db, token, TOKENS_OF[type]);
  if (!redeemed) throw linkExpired();
  const user = await fulfil(db, redeemed, origin);
  if (!user) return undefined;
  if (!token.startsWith(PKCE_PREFIX)) return startSession(db, user.id, "otp", origin);
  return { code: await issueAuthCode(db, user.id, flowOf(type, redeemed.token_type)) };
}

function tokensOf(type: string) {
  if (!isVerificationType(type)) throw validationFailed("Invalid email verification type");
  return TOKENS_OF[type];
}
