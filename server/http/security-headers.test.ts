import { Hono } from "hono";
import { expect, test } from "vitest";

import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

/** The sources of each directive of a policy. */
function read(policy: string): Record<string, string[]> {
  const directives = policy.split("; ").map((directive) => directive.split(" "));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
}

const PLAIN = { origins: ["https://db.example.org"] };

test("allows no foreign script or frame without a captcha", () => {
  const policy = read(contentSecurityPolicy(PLAIN, ["'sha256-x'"]));
  expect(policy).toMatchObject({
    "default-src": ["'self'"],
    "script-src": ["'self'", "'sha256-x'"],
    "connect-src": ["'self'", "https://db.example.org"],
  });
  expect(policy).not.toHaveProperty("frame-src");
});

test.each([
  ["turnstile", ["https://challenges.cloudflare.com"], []],
  [
    "hcaptcha",
    ["https://hcaptcha.com", "https://*.hcaptcha.com"],
    ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  ],
] as const)("with %s its own origin is allowed, and no other", (captcha, widget, others) => {
  const before = read(contentSecurityPolicy(PLAIN, []));
  const after = read(contentSecurityPolicy({ ...PLAIN, captcha }, []));
  expect(after).toEqual({
    ...before,
    "script-src": ["'self'", ...widget],
    "frame-src": widget,
    "style-src": ["'self'", "'unsafe-inline'", ...others],
    "connect-src": ["'self'", "https://db.example.org", ...others],
  });
});

test("HTML without a policy of its own gets one in which nothing runs, but not where Vite adds scripts", async () => {
  const policyOf = async (isDevelopment: boolean, own?: string) => {
    const app = new Hono();
    app.use(securityHeaders("http://localhost", () => isDevelopment));
    app.get("/page", (c) => c.html("", 200, own ? { "Content-Security-Policy": own } : {}));
    return (await app.request("/page")).headers.get("content-security-policy");
  };
  expect(await policyOf(false)).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  expect(await policyOf(false, "sandbox")).toBe("sandbox");
  expect(await policyOf(true)).toBeNull();
});
