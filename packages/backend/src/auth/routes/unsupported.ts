import { Hono, type Handler } from "hono";

import { AuthError } from "../errors.ts";

const refuse =
  (error: () => AuthError): Handler =>
  () => {
    throw error();
  };

const disabled = (feature: string) =>
  refuse(() => new AuthError(404, "feature_disabled", `${feature} is disabled`));

/** Parts of the hosted service that are switched off here, refused in its own words. */
export function switchedOffRoutes(): Hono {
  const app = new Hono();
  app.all("/oauth/*", disabled("OAuth server"));
  app.all("/user/oauth/*", disabled("OAuth server"));
  // The database has functions of its own for them, which work on a hosted project too.
  app.all("/factors/recovery-codes/*", disabled("MFA recovery codes"));
  return app;
}

/** What is left of the administration, after all that there is. */
export function otherAdminRoutes(): Hono {
  const app = new Hono();
  app.all("/admin/*", disabled("This part of the administration"));
  return app;
}
