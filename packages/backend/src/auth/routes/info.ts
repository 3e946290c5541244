import { Hono } from "hono";

import type { AuthService } from "../service.ts";

/** OAuth providers of the hosted service, which `/settings` lists. */
const PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
];

/** Public information: health, settings, and the keys that verify tokens. */
export function infoRoutes({
  settings,
  keys,
  providers,
  samlProviders,
  relyingParty,
}: AuthService): Hono {
  const app = new Hono();

  app.get("/health", (c) =>
    c.json({
      name: `${settings.siteName} auth`,
      description: "Accounts and sessions",
      version: "1",
    }),
  );

  app.get("/settings", (c) =>
    c.json({
      external: {
        ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
        ...Object.fromEntries([...providers.keys()].map((provider) => [provider, true])),
        anonymous_users: settings.auth?.anonymous ?? false,
        email: true,
        phone: settings.auth?.phone !== undefined,
      },
      disable_signup: settings.auth?.disableSignUp ?? false,
      mailer_autoconfirm: settings.autoconfirm,
      phone_autoconfirm: settings.auth?.phone?.autoconfirm ?? false,
      sms_provider: "",
      saml_enabled: samlProviders.length > 0,
      passkeys_enabled: relyingParty !== undefined,
    }),
  );

  app.get("/.well-known/jwks.json", (c) => {
    c.header("cache-control", "public, max-age=600");
    return c.json(keys.jwks);
  });

  app.get("/.well-known/openid-configuration", (c) => {
    const issuer = `${settings.siteUrl}/auth/v1`;
    c.header("cache-control", "public, max-age=600");
    return c.json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/user`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      code_challenge_methods_supported: ["S256", "plain"],
    });
  });

  return app;
}
