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
export function unsupportedRoutes(): Hono {
  const app = new Hono();

  app.all("/oauth/*", disabled("OAuth server"));

  app.all("/admin/*", disabled("This part of the administration"));

  return app;
}
