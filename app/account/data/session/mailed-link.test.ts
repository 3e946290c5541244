import { afterEach, expect, test, vi } from "vitest";

import { returnParams } from "../../../shared/session/return-params.ts";
import { mailedLink, mailedTo, redeemLink, targetOf } from "./mailed-link.ts";

const ORIGIN = "https://shirts.example";

// Another file of this worker may have loaded them without the mocks.
vi.hoisted(() => vi.resetModules());
vi.mock("../../../shared/data/browser.ts", () => ({
  backend: () => ({ url: ORIGIN, key: "anon" }),
}));

afterEach(() => vi.unstubAllGlobals());

const link = (query: Record<string, string>) => mailedLink(new URLSearchParams(query));

function answers(status: number, body: object) {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}

test("reads a link, and takes an unknown type for a sign-in link", () => {
  expect(link({ token_hash: "a", type: "recovery" })).toMatchObject({ type: "recovery" });
  expect(link({ token_hash: "a", type: "email" }).type).toBe("magiclink");
  expect(mailedTo("#email=lou%40example.org")).toBe("lou@example.org");
  expect(mailedTo("")).toBeUndefined();
});

test.each([
  [`${ORIGIN}/en/auth?mode=password`, "/en/auth?mode=password"],
  ["https://other.example/en/auth", undefined],
  ["/en/auth", undefined],
  ["javascript:alert(1)", undefined],
])("leads to pages of this site only: %s", (redirect_to, path) => {
  expect(targetOf(link({ redirect_to }), ORIGIN)).toBe(path);
});

test("returns the session as the address of a page that receives it", async () => {
  const session = { access_token: "a", refresh_token: "r", token_type: "bearer" };
  answers(200, { ...session, expires_in: 3600, expires_at: 2_000_003_600, user: {} });
  const fragment = await redeemLink(link({ token_hash: "a", type: "recovery" }));
  const received = returnParams({ pathname: "/auth", search: "", hash: `#${fragment}` });
  expect(received).toEqual({
    tokens: { accessToken: "a", refreshToken: "r", issuedAt: 2_000_000_000, type: "recovery" },
    clean: "/auth",
  });
});

test("says that one of two confirmations is there", async () => {
  answers(200, { code: "200", msg: "the other one" });
  const fragment = await redeemLink(link({ token_hash: "a", type: "email_change" }));
  expect(returnParams({ pathname: "/", search: "", hash: `#${fragment}` })).toMatchObject({
    isHalfConfirmed: true,
  });
});

test("passes on why a link was refused", async () => {
  answers(403, { code: 403, error_code: "otp_expired" });
  const refused = redeemLink(link({ token_hash: "a", type: "signup" }));
  await expect(refused).rejects.toMatchObject({ code: "otp_expired", status: 403 });
});
