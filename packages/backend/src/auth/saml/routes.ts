import { Hono } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { asAuthError, AuthError, errorParameters, validationFailed } from "../errors.ts";
import { challengeIn, issueOAuthCode } from "../flow-states.ts";
import { originKey } from "../limits.ts";
import { samlAccount } from "../oauth/accounts.ts";
import { browserOf, markBrowser } from "../oauth/browser.ts";
import { beginOAuth, takeOAuth, type OAuthFlow } from "../oauth/flows.ts";
import type { FlowSecrets } from "../oauth/provider.ts";
import {
  allowedRedirect,
  sessionFragment,
  withFragment,
  withOutcome,
  withQuery,
} from "../redirects.ts";
import { originOf, fields, jsonBody, requireEmail, type RequestOrigin } from "../request.ts";
import type { Assertion } from "./assertion.ts";
import { samlMetadata, type SamlProvider } from "./provider.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { limitSession, startSession } from "../sessions.ts";

const SingleSignOn = z.object({
  provider_id: fields.text,
  domain: fields.text,
  redirect_to: fields.text,
  skip_http_redirect: z.boolean().nullish(),
  ...fields.pkce,
});

/** The provider's name in the table of flows and in identities. */
const nameOf = ({ id }: SamlProvider) => `sso:${id}`;

/** A request's id must be an XML name, which can't start with a digit. */
const requestIdOf = ({ nonce }: FlowSecrets) => `_${nonce}`;

/** Sign-in at an organisation's identity provider (SAML 2.0). */
export function ssoRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits, log, samlProviders } = service;

  app.use("/sso/*", async (_c, next) => {
    requireEnabled();
    await next();
  });

  function requireEnabled(): void {
    if (samlProviders.length > 0) return;
    throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  }

  app.post("/sso", async (c) => {
    requireEnabled();
    const body = await jsonBody(c, SingleSignOn);
    if (body.provider_id && body.domain) {
      throw validationFailed("Only one of provider_id or domain supported");
    }
    if (!body.provider_id && !body.domain) {
      throw validationFailed("A provider_id or domain needs to be provided");
    }
    const domain = body.domain.toLowerCase();
    const provider = samlProviders.find(({ id, domains }) =>
      body.provider_id ? id === body.provider_id : domains.includes(domain),
    );
    if (!provider) {
      throw new AuthError(
        404,
        "sso_provider_not_found",
        body.provider_id ? "No such SSO provider" : "No SSO provider assigned for this domain",
      );
    }
    const challenge = challengeIn(body);
    await limits.count("verify", originKey(originOf(c)));
    const redirectTo = allowedRedirect(settings.siteUrl, body.redirect_to);
    const flow = {
      provider: nameOf(provider),
      redirectTo,
      challenge,
      linking: undefined,
      browser: challenge ? undefined : markBrowser(c, settings.siteUrl),
    };
    const secrets = await beginOAuth(pool, flow);
    const url = await provider.request(requestIdOf(secrets), secrets.state);
    return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
  });

  app.post("/sso/saml/acs", async (c) => {
    const origin = originOf(c);
    await limits.count("verify", originKey(origin));
    const form = new URLSearchParams(await c.req.text());
    let target = allowedRedirect(settings.siteUrl, undefined);
    let pkce = false;
    try {
      const browser = browserOf(c, settings.siteUrl);
      const flow = await takeOAuth(pool, form.get("RelayState") ?? "", browser).catch(
        (error: unknown) => {
          if (!(error instanceof AuthError)) throw error;
          throw new AuthError(
            404,
            "saml_relay_state_not_found",
            "SAML RelayState does not exist, try logging in again?",
          );
        },
      );
      target = allowedRedirect(settings.siteUrl, flow.redirectTo.href);
      pkce = flow.challenge !== undefined;
      return c.redirect(await finish(flow, form.get("SAMLResponse") ?? "", target, origin), 303);
    } catch (error) {
      // A browser follows this redirect: the site shows the error in the visitor's language.
      const errorValues = errorParameters(asAuthError(error, log));
      return c.redirect(withOutcome(target, errorValues, pkce), 303);
    }
  });

  async function finish(
    flow: OAuthFlow & { secrets: FlowSecrets },
    response: string,
    target: URL,
    origin: RequestOrigin,
  ): Promise<string> {
    const provider = samlProviders.find((known) => nameOf(known) === flow.provider);
    if (!provider) throw new AuthError(404, "saml_idp_not_found", "No such identity provider");
    const assertion = await assertionOf(provider, response, requestIdOf(flow.secrets));
    const result = await asOwner(pool, async (db) => {
      const user = await samlAccount(service, db, flow.provider, assertion, origin);
      if (flow.challenge) {
        const { provider: name, challenge } = flow;
        const { notAfter } = assertion;
        const arrival = { userId: user.id, method: "sso/saml", provider: name, challenge } as const;
        return { code: await issueOAuthCode(db, { ...arrival, notAfter }) };
      }
      const grant = await startSession(db, user.id, "sso/saml", origin);
      if (assertion.notAfter) await limitSession(db, grant.session.id, assertion.notAfter);
      return grant;
    });
    if ("code" in result) return withQuery(target, result).href;
    const { user: _user, ...session } = await sessionJson(service, pool, result);
    return withFragment(target, sessionFragment(session));
  }

  /**
   * Verifies a response. Clients get no reason; the log has it.
   * @throws {AuthError} validation_failed
   */
  async function assertionOf(
    provider: SamlProvider,
    response: string,
    requestId: string,
  ): Promise<Assertion> {
    let assertion: Assertion;
    try {
      assertion = await provider.assertion(response, requestId);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ provider: provider.id, reason }, "single sign-on refused");
      throw validationFailed("SAML Assertion is not valid");
    }
    const email = requireEmail(assertion.email);
    const domain = email.slice(email.lastIndexOf("@") + 1);
    if (provider.domains.length > 0 && !provider.domains.includes(domain)) {
      throw validationFailed("SAML Assertion is about an address of another domain");
    }
    return { ...assertion, email };
  }

  app.get("/sso/saml/metadata", async (c) => {
    c.header("content-type", "application/samlmetadata+xml; charset=utf-8");
    c.header("cache-control", "public, max-age=600");
    return c.body(await samlMetadata(settings.siteUrl));
  });

  return app;
}
