import { Hono, type Handler } from "hono";

import { bearer, credentials } from "../../http/credentials.ts";
import { AuthError } from "../errors.ts";
import type { AuthService } from "../service.ts";

const refuse =
  (error: () => AuthError): Handler =>
  () => {
    throw error();
  };

const disabled = (feature: string) =>
  refuse(() => new AuthError(404, "feature_disabled", `${feature} is disabled`));

/** Parts of the hosted service that are switched off here, refused in its own words. */
export function unsupportedRoutes(service: AuthService): Hono {
  const app = new Hono();

  app.all(
    "/sso/*",
    refuse(() => new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled")),
  );
  app.all(
    "/passkeys/*",
    refuse(() => new AuthError(404, "passkey_disabled", "Passkeys are disabled")),
  );
  app.all("/oauth/*", disabled("OAuth server"));

  app.on(["GET", "POST", "PUT", "DELETE"], ["/admin/*", "/invite"], async (c) => {
    if (!bearer(c.req.raw)) {
      throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
    }
    const claims = await credentials(service.keys, c.req.raw).catch(() => undefined);
    if (claims?.role !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
    throw new AuthError(404, "feature_disabled", "Account administration is disabled");
  });

  return app;
}
