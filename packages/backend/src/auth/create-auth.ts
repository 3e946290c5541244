import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import type { BackendContext, Service } from "../context.ts";
import { createSmsSender } from "../mail/sms.ts";
import { requireCaptcha } from "./captcha.ts";
import { asAuthError, AuthError, errorResponse } from "./errors.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { createLimits } from "./limits.ts";
import { createAuthMails } from "./mails.ts";
import { createProviders } from "./oauth/providers.ts";
import { BODY_MAX_BYTES } from "./policy.ts";
import { adminLinkRoutes } from "./routes/admin-links.ts";
import { adminRoutes } from "./routes/admin.ts";
import { factorRoutes } from "./routes/factors.ts";
import { infoRoutes } from "./routes/info.ts";
import { logoutRoutes } from "./routes/logout.ts";
import { mailRoutes } from "./routes/mail.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { signUpRoutes } from "./routes/sign-up.ts";
import { tokenRoutes } from "./routes/token.ts";
import { ssoRoutes } from "./saml/routes.ts";
import { otherAdminRoutes, switchedOffRoutes } from "./routes/unsupported.ts";
import { userRoutes } from "./routes/user.ts";
import { verifyRoutes } from "./routes/verify.ts";
import { createSamlProviders } from "./saml/provider.ts";
import type { AuthService } from "./service.ts";
import { relyingPartyOf } from "./webauthn/relying-party.ts";

/** Creates the auth service: accounts and sessions, in the dialect of the hosted service. */
export async function createAuth(context: BackendContext): Promise<Service> {
  const { settings, pool, keys, log } = context;
  const mails = createAuthMails(context);
  const service: AuthService = {
    settings,
    pool,
    keys,
    log,
    limits: createLimits(pool),
    mails,
    sms: createSmsSender(settings, log),
    providers: createProviders(settings.auth?.providers ?? {}, settings.siteUrl),
    samlProviders: createSamlProviders(settings.auth?.saml ?? {}, settings.siteUrl),
    relyingParty: relyingPartyOf(settings.siteUrl, settings.siteName),
  };
  const housekeeping = startHousekeeping(context);

  const app = new Hono();
  app.onError((error, c) => errorResponse(c, asAuthError(error, log)));
  // Answers are personal or change at any moment, so nothing is cached.
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
    const { method, path } = c.req;
    if (mayCauseSecurityMails(method, path, c.req.query("grant_type")))
      await mails.deliverSecurityMails();
  });
  app.use(bodyLimit({ maxSize: BODY_MAX_BYTES, onError: tooLarge }));
  app.use(async (c, next) => {
    await requireCaptcha(service, c);
    await next();
  });
  app.route("/", infoRoutes(service));
  app.route("/", switchedOffRoutes());
  app.route("/", signUpRoutes(service));
  app.route("/", tokenRoutes(service));
  app.route("/", verifyRoutes(service));
  app.route("/", mailRoutes(service));
  app.route("/", userRoutes(service));
  app.route("/", logoutRoutes(service));
  app.route("/", factorRoutes(service));
  app.route("/", passkeyRoutes(service));
  app.route("/", oauthRoutes(service));
  app.route("/", ssoRoutes(service));
  app.route("/", adminRoutes(service));
  app.route("/", adminLinkRoutes(service));
  app.route("/", otherAdminRoutes());
  app.all("*", () => {
    throw new AuthError(404, "not_found", "Not found");
  });

  return {
    app,
    async close() {
      await Promise.all([housekeeping.close(), mails.close(), service.sms.close()]);
    },
  };
}

const CHANGING = /\/(user|verify|callback|acs)$|\/(factors|passkeys|identities|admin)\//;

/** Returns true if a request may have caused a security mail. */
function mayCauseSecurityMails(method: string, path: string, grant = ""): boolean {
  if (method === "GET") return /\/(verify|callback)$/.test(path);
  return CHANGING.test(path) || grant === "id_token" || grant === "pkce";
}

function tooLarge(): never {
  throw new AuthError(
    413,
    "request_entity_too_large",
    `Request body too large (max ${BODY_MAX_BYTES} bytes)`,
  );
}
