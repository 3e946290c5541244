import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  createMember,
  follow,
  lastMailTo,
  newAddress,
  PASSWORD,
} from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend({ auth: { anonymous: true } })));
afterAll(() => site.close());

async function visitor() {
  const { auth } = site.client();
  const { data, error } = await auth.signInAnonymously({ options: { data: { lang: "en" } } });
  if (error) throw error;
  return { auth, user: data.user! };
}

test("gives a visitor an account without an address, with a session that refreshes", async () => {
  const { auth, user } = await visitor();
  expect(user).toMatchObject({
    is_anonymous: true,
    email: "",
    identities: [],
    app_metadata: {},
    user_metadata: { lang: "en" },
  });
  const claims = (await auth.getClaims()).data?.claims;
  expect(claims).toMatchObject({
    sub: user.id,
    role: "authenticated",
    is_anonymous: true,
    aal: "aal1",
    amr: [{ method: "anonymous" }],
  });
  expect((await auth.refreshSession()).data.user?.id).toBe(user.id);
  const settings = await (await fetch(`${site.url}/auth/v1/settings`)).json();
  expect(settings.external.anonymous_users).toBe(true);
});

test("becomes a full account with all its data when an address is confirmed", async () => {
  const { auth, user } = await visitor();
  const email = newAddress();
  expect((await auth.updateUser({ email, password: PASSWORD })).error).toBeNull();
  const early = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ code: "invalid_credentials" });
  await follow(site, (await lastMailTo(site, email)).link);
  const { data } = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(data.user).toMatchObject({
    id: user.id,
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ provider: "email" }],
  });
  await auth.refreshSession();
  expect((await auth.getClaims()).data?.claims).toMatchObject({ is_anonymous: false, email });
});

test("can't take a member's address", async () => {
  const { email } = await createMember(site);
  const { auth } = await visitor();
  expect((await auth.updateUser({ email })).error).toBeNull();
  expect((await lastMailTo(site, email)).kind).toBe("account-exists");
  expect((await auth.getUser()).data.user).toMatchObject({ is_anonymous: true, email: "" });
});

test("has neither password nor second factor without an address", async () => {
  const { auth } = await visitor();
  expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422 });
  expect((await auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
    status: 403,
    code: "no_authorization",
  });
  expect((await auth.reauthenticate()).error).toMatchObject({ code: "validation_failed" });
});

test("allows one client thirty accounts an hour", async () => {
  await Promise.all(Array.from({ length: 30 }, () => site.client().auth.signInAnonymously()));
  const { error } = await site.client().auth.signInAnonymously();
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
});
