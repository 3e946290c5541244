import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { OAUTH_STATE_LIFETIME_SECONDS } from "../policy.ts";
import { digest, newSecret } from "../secrets.ts";

const NAME = "auth-flow";

/**
 * Returns the digest of the browser's secret for flows without PKCE, and stores the secret in a
 * cookie. It signs nobody in: it only says that a flow ends in the browser in which it began.
 */
export function markBrowser(c: Context, siteUrl: string): string {
  const secure = siteUrl.startsWith("https:");
  const known = secretOf(c, secure);
  // Flows in several tabs share one secret.
  const secret = known ?? newSecret();
  setCookie(c, NAME, secret, {
    path: secure ? "/" : "/auth/v1",
    httpOnly: true,
    maxAge: OAUTH_STATE_LIFETIME_SECONDS,
    // Some providers return by a form, which is a POST of another site.
    ...(secure && { secure, sameSite: "None", prefix: "host" }),
  });
  return digest(secret);
}

/** Returns the digest of the browser's secret; undefined in a browser without a flow. */
export function browserOf(c: Context, siteUrl: string): string | undefined {
  const secret = secretOf(c, siteUrl.startsWith("https:"));
  return secret && digest(secret);
}

function secretOf(c: Context, secure: boolean): string | undefined {
  const secret = getCookie(c, NAME, secure ? "host" : undefined);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}
