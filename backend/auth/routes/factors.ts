import { Hono } from "hono";
import * as z from "zod";

import { authenticate } from "../authenticate.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";

const Enroll = z.object({ factor_type: fields.text });

/** What enrolling each kind of factor is called in the refusal. */
const KINDS: Record<string, [code: string, name: string]> = {
  totp: ["mfa_totp_enroll_not_enabled", "TOTP"],
  phone: ["mfa_phone_enroll_not_enabled", "Phone"],
  webauthn: ["mfa_webauthn_enroll_not_enabled", "WebAuthn"],
};

/** Second factors: none can be enrolled, so none is ever found. */
export function factorRoutes(service: AuthService): Hono {
  const app = new Hono();

  app.post("/factors", async (c) => {
    await authenticate(service, c);
    const { factor_type: type } = await jsonBody(c, Enroll);
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
    if (!kind) throw validationFailed("factor_type needs to be totp, phone, or webauthn");
    throw new AuthError(422, kind[0], `MFA enroll is disabled for ${kind[1]}`);
  });

  app.all("/factors/:id/:action?", async (c) => {
    await authenticate(service, c);
    throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  });

  return app;
}
