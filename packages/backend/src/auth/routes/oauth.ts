import { Hono, type Context } from "hono";

import { asOwner } from "../../database/session.ts";
import { authenticate, lockMember, type Member } from "../authenticate.ts";
import { asAuthError, AuthError, errorParameters, validationFailed } from "../errors.ts";
import { requireManualLinking, requireOwnWays } from "../factors.ts";
import { challengeIn, issueOAuthCode } from "../flow-states.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { originKey } from "../limits.ts";
import { accountOf } from "../oauth/accounts.ts";
import { browserOf, markBrowser } from "../oauth/browser.ts";
import { beginOAuth, takeOAuth, type OAuthFlow } from "../oauth/flows.ts";
import { inTime } from "../oauth/http.ts";
import { requireLinkable, unlinkIdentity } from "../oauth/linking.ts";
import type { FlowSecrets, OAuthProvider, Profile } from "../oauth/provider.ts";
import {
  allowedRedirect,
  sessionFragment,
  withFragment,
  withOutcome,
  withQuery,
} from "../redirects.ts";
import { originOf, type RequestOrigin } from "../request.ts";
import { isUuid } from "../secrets.ts";
import type { AuthService } from "../service.ts";
import { sessionJson } from "../session-json.ts";
import { startSession } from "../sessions.ts";

/** Parameters of the provider's URL that the service sets, so clients must not. */
const RESERVED = new Set([
  ...["provider", "scopes", "redirect_to", "skip_http_redirect", "apikey", "invite_token"],
  ...["client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope"],
  ...["state", "nonce", "code_challenge", "code_challenge_method", "request", "request_uri"],
]);

/** The parameters that the provider sends back. */
interface Returned {
  profile: Profile;
  providerTokens: { accessToken: string; refreshToken: string };
}

/** Sign-in at providers (OAuth, OpenID Connect), and linking of identities. */
export function oauthRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { settings, pool, limits, log } = service;
  const { providers } = service;

  app.get("/authorize", async (c) => c.redirect(await startAt(c, undefined), 302));

  app.get("/user/identities/authorize", async (c) => {
    requireManualLinking(service);
    const member = await authenticate(service, c);
    requireOwnWays(member);
    await requireFreshProof(service, member, originOf(c));
    const url = await startAt(c, member);
    return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
  });

  async function startAt(c: Context, linkTo: Member | undefined): Promise<string> {
    const query = c.req.query();
    const name = (query.provider ?? "").toLowerCase().replace(/^custom:/, "");
    const provider = providers.get(name);
    if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
    const challenge = challengeIn({
      code_challenge: query.code_challenge ?? "",
      code_challenge_method: query.code_challenge_method ?? "",
    });
    // An attacker could lead a victim to the provider to link the victim's identity. PKCE prevents
    // it: only the browser that started the flow has the verifier and can finish it.
    if (linkTo && !challenge) throw validationFailed("Linking an identity requires the PKCE flow");
    await limits.count("verify", originKey(originOf(c)));
    const redirectTo = allowedRedirect(settings.siteUrl, query.redirect_to);
    const browser = challenge ? undefined : markBrowser(c, settings.siteUrl);
    const linking = linkTo && { userId: linkTo.user.id, sessionId: linkTo.session.id };
    const flow = { provider: name, redirectTo, challenge, linking, browser };
    const secrets = await beginOAuth(pool, flow);
    const scopes = new Set([...provider.scopes, ...(query.scopes ?? "").split(/\s+/)]);
    scopes.delete("");
    const url = new URL(await provider.authorizationUrl(secrets, [...scopes]));
    for (const [key, value] of Object.entries(query)) {
      if (!RESERVED.has(key.toLowerCase())) url.searchParams.set(key, value);
    }
    return url.href;
  }

  app.on(["GET", "POST"], "/callback", async (c) => {
    const origin = originOf(c);
    await limits.count("verify", originKey(origin));
    const values =
      c.req.method === "POST" ? new URLSearchParams(await c.req.text()) : queryOf(c.req.url);
    let target = allowedRedirect(settings.siteUrl, undefined);
    let pkce = false;
    try {
      const state = values.get("state");
      if (!state) {
        throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
      }
      const flow = await takeOAuth(pool, state, browserOf(c, settings.siteUrl));
      target = allowedRedirect(settings.siteUrl, flow.redirectTo.href);
      pkce = flow.challenge !== undefined;
      const refusal = values.get("error");
      if (refusal) {
        const reason = { error: refusal, error_description: values.get("error_description") ?? "" };
        return c.redirect(withOutcome(target, reason, true), 303);
      }
      return c.redirect(await finish(flow, values, target, origin), 303);
    } catch (error) {
      // A browser follows this redirect: the site shows the error in the visitor's language.
      const errorValues = errorParameters(asAuthError(error, log));
      return c.redirect(withOutcome(target, errorValues, pkce), 303);
    }
  });

  async function finish(
    flow: OAuthFlow & { secrets: FlowSecrets },
    values: URLSearchParams,
    target: URL,
    origin: RequestOrigin,
  ): Promise<string> {
    const { profile, providerTokens } = await ask(flow, values);
    const { challenge, provider, linking } = flow;
    const result = await asOwner(pool, async (db) => {
      if (linking) requireOwnWays(await lockMember(db, linking.userId, linking.sessionId));
      const user = linking
        ? await requireLinkable(db, linking.userId, provider, profile)
        : await accountOf(service, db, provider, profile, origin);
      if (!challenge) return startSession(db, user.id, "oauth", origin);
      const linked = linking && { profile, sessionId: linking.sessionId };
      const tokens = providerTokens;
      const arrival = { userId: user.id, method: "oauth", provider, challenge, tokens } as const;
      return { code: await issueOAuthCode(db, { ...arrival, linking: linked }) };
    });
    if ("code" in result) return withQuery(target, result).href;
    const { user: _user, ...session } = await sessionJson(service, pool, result);
    return withFragment(target, {
      ...sessionFragment(session),
      provider_token: providerTokens.accessToken,
      ...(providerTokens.refreshToken && { provider_refresh_token: providerTokens.refreshToken }),
    });
  }

  /** Exchanges the provider's code for a profile. */
  async function ask(
    { provider: name, secrets }: { provider: string; secrets: FlowSecrets },
    values: URLSearchParams,
  ): Promise<Returned> {
    const code = values.get("code");
    if (!code) {
      throw new AuthError(
        400,
        "bad_oauth_callback",
        "OAuth callback with missing authorization code missing",
      );
    }
    const provider: OAuthProvider | undefined = providers.get(name);
    if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
    try {
      const tokens = await inTime(provider.exchange(code, secrets.verifier));
      const profile = await inTime(provider.profile(tokens, secrets.nonce));
      const refreshToken = tokens.hasRefreshToken() ? tokens.refreshToken() : "";
      return { profile, providerTokens: { accessToken: tokens.accessToken(), refreshToken } };
    } catch (error) {
      log.warn({ err: error, provider: name }, "sign-in at a provider failed");
      throw new AuthError(
        500,
        "unexpected_failure",
        "Error getting user profile from external provider",
      );
    }
  }

  app.delete("/user/identities/:id", async (c) => {
    requireManualLinking(service);
    const origin = originOf(c);
    const member = await authenticate(service, c);
    requireOwnWays(member);
    const id = c.req.param("id");
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
    await limits.count("change", originKey(origin));
    await asOwner(pool, async (db) => {
      requireOwnWays(await lockMember(db, member.user.id, member.session.id));
      await unlinkIdentity(db, member.user.id, id, origin);
    });
    return c.json({});
  });

  return app;
}

function queryOf(url: string): URLSearchParams {
  return new URL(url).searchParams;
}
