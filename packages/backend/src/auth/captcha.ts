import type { Context } from "hono";
import * as z from "zod";

import { verifyToken } from "../tokens/jwt.ts";
import { bearer } from "../http/credentials.ts";
import type { Logger } from "../logger.ts";
import type { CaptchaOptions } from "../options.ts";
import { AuthError } from "./errors.ts";
import { originOf } from "./request.ts";
import type { AuthService } from "./service.ts";

const VERIFY = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
};

/** Time limit, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Endpoints where an attacker could try many passwords, open many accounts or send many mails. */
const GUARDED = /\/(signup|otp|magiclink|recover|resend|sso|passkeys\/authentication\/options)$/;
const GUARDED_GRANTS = new Set(["password", "id_token", "web3"]);

const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) });
const Answer = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).optional(),
});

/**
 * Verifies the captcha of a guarded request with its provider, if the settings require one.
 * Requests with the secret key need no captcha.
 * @throws {AuthError} captcha_failed
 */
export async function requireCaptcha(service: AuthService, c: Context): Promise<void> {
  const { captcha } = service.settings.auth ?? {};
  if (!captcha || c.req.method !== "POST" || !isGuarded(c)) return;
  const claims = await verifyToken(service.keys, bearer(c.req.raw) ?? "").catch(() => undefined);
  if (claims?.role === "service_role") return;

  const body = Body.safeParse(parse(await c.req.text()));
  const response = body.data?.gotrue_meta_security.captcha_token;
  if (!response) throw failed("no captcha_token found");
  const verdict = await verdictOn(captcha, response, service.log, originOf(c).address);
  if (!verdict.data) throw new AuthError(500, "unexpected_failure", "captcha verification failed");
  if (!verdict.data.success) throw failed(verdict.data["error-codes"]?.join(", ") ?? "refused");
}

/** True if the provider accepts this token; false as well if it can't be reached. */
export async function isCaptchaPassed(
  captcha: CaptchaOptions,
  token: string | undefined,
  log: Logger,
): Promise<boolean> {
  if (!token) return false;
  return (await verdictOn(captcha, token, log)).data?.success ?? false;
}

async function verdictOn(
  { provider, secret }: CaptchaOptions,
  response: string,
  log: Logger,
  address?: string,
) {
  const form = new URLSearchParams({ secret, response });
  if (address) form.set("remoteip", address);
  const answer = await fetch(VERIFY[provider], {
    method: "POST",
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((sent) => sent.json())
    .catch((error: unknown) => {
      log.warn({ err: error }, "captcha service not reachable");
    });
  return Answer.safeParse(answer);
}

function isGuarded(c: Context): boolean {
  if (c.req.path.endsWith("/token")) return GUARDED_GRANTS.has(c.req.query("grant_type") ?? "");
  return GUARDED.test(c.req.path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(reason: string): AuthError {
  return new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${reason})`);
}
