import { Hono, type Handler } from "hono";

import { AuthError } from "../errors.ts";

const refuse =
  (error: () => AuthError): Handler =>
  () => {
    throw error();
  };

const disabled = (feature: string) =>
  refuse(() => new AuthError(404, "feature_disabled", `${feature} is disabled`));

/** Endpoints of the hosted service that are switched off here, with its own error. */
export function switchedOffRoutes(): Hono {
  const app = new Hono();
  app.all("/oauth/*", disabled("OAuth server"));
  app.all("/user/oauth/*", disabled("OAuth server"));
  // A project may add database functions for recovery codes, which work on a hosted project too.
  app.all("/factors/recovery-codes/*", disabled("MFA recovery codes"));
  return app;
}

/** Administration endpoints that don't exist here. Must be the last administration routes. */
export function otherAdminRoutes(): Hono {
  const app = new Hono();
  app.all("/admin/*", disabled("This part of the administration"));
  return app;
}
