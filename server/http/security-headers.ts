import type { MiddlewareHandler } from "hono";
import { createHash } from "node:crypto";

/** Paths that other sites may embed: the services, as in a hosted project, share pictures, and embeds. */
const FOR_OTHER_SITES = /^\/((auth|rest|storage)\/v1|og|embed)\//;

/** What other sites show in a frame (docs/product/open.md 32.23). */
const EMBEDS = /^\/embed\/jersey\/[^/]+$/;

/** Headers of every answer. A comment states what each prevents, or what breaks without it. */
export function commonHeaders(siteUrl: string): [name: string, value: string][] {
  const common: [string, string][] = [
    // An uploaded file is never run as a script, whatever its bytes.
    ["X-Content-Type-Options", "nosniff"],
    // One-time codes in addresses must not reach other sites.
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ];
  if (siteUrl.startsWith("https:")) {
    common.push(["Strict-Transport-Security", "max-age=31536000"]);
  }
  return common;
}

/** The policy of HTML that is no page of the site: notices of the server, without scripts and files. */
const POLICY_OF_NOTICES = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** @param isDevelopment true where Vite adds scripts to the pages */
export function securityHeaders(siteUrl: string, isDevelopment = () => false): MiddlewareHandler {
  const common = commonHeaders(siteUrl);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (
      headers.get("content-type")?.startsWith("text/html") &&
      !headers.has("content-security-policy") &&
      !isDevelopment()
    ) {
      headers.set("Content-Security-Policy", POLICY_OF_NOTICES);
    }
    for (const [name, value] of common) headers.set(name, value);
    for (const [name, value] of headersOfPath(c.req.path)) c.res.headers.set(name, value);
  };
}

/** Which sites may embed the content of a path. */
export function headersOfPath(path: string): [name: string, value: string][] {
  const shared = FOR_OTHER_SITES.test(path) ? "cross-origin" : "same-origin";
  return [
    ["Cross-Origin-Resource-Policy", shared],
    // For browsers without frame-ancestors.
    ...(EMBEDS.test(path) ? [] : [["X-Frame-Options", "DENY"] satisfies [string, string]]),
  ];
}

/** The sources of a provider's widget besides its own frames. */
const CAPTCHAS = {
  turnstile: {
    scripts: "https://challenges.cloudflare.com",
    frames: "https://challenges.cloudflare.com",
    others: "",
  },
  hcaptcha: {
    scripts: "https://hcaptcha.com https://*.hcaptcha.com",
    frames: "https://hcaptcha.com https://*.hcaptcha.com",
    others: "https://hcaptcha.com https://*.hcaptcha.com",
  },
};

type CaptchaProvider = keyof typeof CAPTCHAS;

export interface ContentPolicy {
  /** Further origins of images and requests. */
  origins: string[];
  /** The captcha provider whose widget the pages load. */
  captcha?: CaptchaProvider;
}

/** The policy of an HTML page in which only `scripts` may run inline (as CSP hash sources). */
export function contentSecurityPolicy(
  { origins, captcha }: ContentPolicy,
  scripts: string[],
): string {
  const widget = captcha && CAPTCHAS[captcha];
  return [
    "default-src 'self'",
    sources("script-src 'self'", ...scripts, widget?.scripts),
    // React writes style attributes; toasts and dialogs add style elements.
    sources("style-src 'self' 'unsafe-inline'", widget?.others),
    sources("img-src 'self' data: blob:", ...origins),
    sources("connect-src 'self'", ...origins, widget?.others),
    ...(widget ? [sources("frame-src", widget.frames)] : []),
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function sources(directive: string, ...allowed: (string | undefined)[]): string {
  return [directive, ...allowed].filter(Boolean).join(" ");
}

/** A CSP source that allows one inline script by its text. */
export function hashSource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
