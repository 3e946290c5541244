import type { GoTrueAdminApi } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  createMember,
  follow,
  lastMailTo,
  newAddress,
  PASSWORD,
  post,
} from "../../src/testing/accounts.ts";

let site: TestBackend;
let admin: GoTrueAdminApi;
beforeAll(async () => {
  site = await startTestBackend();
  admin = site.client(site.backend.apiKeys.service).auth.admin;
});
afterAll(() => site.close());

const signIn = (email: string, password = PASSWORD) =>
  site.client().auth.signInWithPassword({ email, password });

test("needs the secret key", async () => {
  const { session } = await createMember(site);
  const calls: [string, string][] = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${session.user.id}`],
    ["DELETE", `/admin/users/${session.user.id}`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ];
  for (const [method, path] of calls) {
    for (const token of [site.backend.apiKeys.anon, session.access_token, "abc"]) {
      const headers = { authorization: `Bearer ${token}`, apikey: site.backend.apiKeys.service };
      const answer = await fetch(`${site.url}/auth/v1${path}`, { method, headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.json()).toMatchObject({ error_code: "not_admin" });
    }
    const apikey = site.backend.apiKeys.service;
    const keyOnly = await fetch(`${site.url}/auth/v1${path}`, { method, headers: { apikey } });
    expect(keyOnly.status).toBe(401);
  }
});

describe("an account", () => {
  test("is created with all given data and can sign in at once", async () => {
    const [id, email] = [randomUUID(), newAddress("Made")];
    const { data, error } = await admin.createUser({
      id,
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { display_name: "Zoé" },
      app_metadata: { club: "Lens" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email: email.toLowerCase(),
      user_metadata: { display_name: "Zoé", email_verified: true },
      app_metadata: { provider: "email", providers: ["email"], club: "Lens" },
      identities: [{ provider: "email" }],
    });
    expect((await signIn(email)).data.user?.id).toBe(id);
    expect((await admin.createUser({ email, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
    expect((await admin.createUser({ id, email: newAddress() })).error).toMatchObject({
      status: 409,
      code: "conflict",
    });
  });

  test("can be imported with its bcrypt hash", async () => {
    const { email } = await createMember(site);
    const { rows } = await site.backend.pool.query(
      "select encrypted_password as hash from auth.users where email = $1",
      [email],
    );
    const moved = newAddress();
    const password_hash = rows[0].hash;
    await admin.createUser({ email: moved, password_hash, email_confirm: true });
    expect((await signIn(moved)).error).toBeNull();
  });

  test.each([
    [{ password: PASSWORD }, 400, "validation_failed"],
    [{ email: "nobody" }, 400, "validation_failed"],
    [{ email: "a@example.org", password: "short" }, 422, "weak_password"],
    [{ email: "a@example.org", password_hash: "md5" }, 400, "validation_failed"],
    [{ email: "a@example.org", role: "service_role" }, 400, "validation_failed"],
    [{ email: "a@example.org", ban_duration: "soon" }, 400, "validation_failed"],
    [{ email: "a@example.org", id: "x" }, 400, "validation_failed"],
  ])("of %j is refused", async (attributes, status, code) => {
    expect((await admin.createUser(attributes)).error).toMatchObject({ status, code });
  });

  test("is found and changed; a new password signs it out", async () => {
    const { email, session } = await createMember(site);
    const { id } = session.user;
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    const newEmail = newAddress();
    const { data } = await admin.updateUserById(id, {
      email: newEmail,
      password: "another-photo-a-day",
      user_metadata: { lang: "pt" },
    });
    expect(data.user).toMatchObject({ email: newEmail, user_metadata: { lang: "pt" } });
    expect((await site.client().auth.getUser(session.access_token)).error).not.toBeNull();
    expect((await signIn(newEmail, "another-photo-a-day")).error).toBeNull();
    const { email: taken } = await createMember(site);
    expect((await admin.updateUserById(id, { email: taken })).error).toMatchObject({
      code: "email_exists",
    });
  });

  test("is reported as unknown, also under an invalid id", async () => {
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
    const headers = { authorization: `Bearer ${site.backend.apiKeys.service}` };
    const odd = await fetch(`${site.url}/auth/v1/admin/users/x`, { headers });
    expect(odd.status).toBe(404);
  });
});

test("invalidates pending links by a new password", async () => {
  const { email, session } = await createMember(site);
  await site.client().auth.resetPasswordForEmail(email);
  const { link } = await lastMailTo(site, email);
  await admin.updateUserById(session.user.id, { password: "another-photo-a-day" });
  expect((await follow(site, link)).fragment.get("error_code")).toBe("otp_expired");
});

test("is kept out by a ban until it is lifted", async () => {
  const { email, session } = await createMember(site);
  const { id } = session.user;
  const { data } = await admin.updateUserById(id, { ban_duration: "1h30m" });
  const until = (data.user as { banned_until?: string }).banned_until!;
  expect((Date.parse(until) - Date.now()) / 60_000).toBeCloseTo(90, 0);
  expect((await signIn(email)).error).toMatchObject({ code: "user_banned" });
  expect((await site.client().auth.getUser(session.access_token)).error?.code).toBe("user_banned");
  const { refresh_token } = session;
  const refreshed = await post(site, "/token?grant_type=refresh_token", { refresh_token });
  expect(await refreshed.json()).toMatchObject({ error_code: "user_banned" });
  await admin.updateUserById(id, { ban_duration: "none" });
  expect((await signIn(email)).error).toBeNull();
});

test("is deleted; a soft deletion keeps its row without personal data", async () => {
  const [hard, soft] = [await createMember(site), await createMember(site)];
  expect((await admin.deleteUser(hard.session.user.id)).error).toBeNull();
  expect((await admin.deleteUser(soft.session.user.id, true)).error).toBeNull();
  for (const { email, session } of [hard, soft]) {
    expect((await signIn(email)).error).toMatchObject({ code: "invalid_credentials" });
    expect((await site.client().auth.getUser(session.access_token)).error).not.toBeNull();
    expect((await admin.getUserById(session.user.id)).error).toMatchObject({ status: 404 });
  }
  const { rows } = await site.backend.pool.query(
    `select row_to_json(u)::text || coalesce((select json_agg(i)::text from auth.identities i
       where i.user_id = u.id), '') as row from auth.users u where id = any($1)`,
    [[hard.session.user.id, soft.session.user.id]],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(soft.email);
  // The address is available again.
  await createMember(site, soft.email);
});

test("is listed by page, the newest first", async () => {
  for (let number = 0; number < 5; number++) {
    await admin.createUser({ email: newAddress("page"), user_metadata: { full_name: "50% off" } });
  }
  const first = await admin.listUsers({ page: 1, perPage: 2 });
  const second = await admin.listUsers({ page: 2, perPage: 2 });
  if (first.error || second.error) throw new Error("no list");
  expect(first.data).toMatchObject({ aud: "authenticated", nextPage: 2 });
  expect(first.data.total).toBeGreaterThanOrEqual(5);
  const ids = [...first.data.users, ...second.data.users].map((user) => user.id);
  expect(new Set(ids).size).toBe(4);
  const headers = { authorization: `Bearer ${site.backend.apiKeys.service}` };
  const list = async (query: string) =>
    (await fetch(`${site.url}/auth/v1/admin/users?${query}`, { headers })).json();
  expect((await list("filter=50%25%20off")).users).toHaveLength(5);
  expect((await list("filter=50__off")).users).toHaveLength(0);
  expect(await list("page=0")).toMatchObject({ error_code: "validation_failed" });
});

test("gets access again when an administrator removes a lost second factor", async () => {
  const { email } = await createMember(site);
  const { auth } = site.client();
  const { data: signedIn } = await auth.signInWithPassword({ email, password: PASSWORD });
  const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
  const code = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) }).generate();
  await auth.mfa.challengeAndVerify({ factorId: factor!.id, code });
  const userId = signedIn.user!.id;
  const listed = await admin.mfa.listFactors({ userId });
  expect(listed.data).toMatchObject({ factors: [{ id: factor!.id, status: "verified" }] });
  expect(JSON.stringify(listed.data)).not.toContain(factor!.totp.secret);
  const renamed = await fetch(`${site.url}/auth/v1/admin/users/${userId}/factors/${factor!.id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${site.backend.apiKeys.service}` },
    body: JSON.stringify({ friendly_name: "old telephone" }),
  });
  expect(await renamed.json()).toMatchObject({ id: factor!.id, friendly_name: "old telephone" });
  expect((await admin.mfa.deleteFactor({ userId, id: factor!.id })).error).toBeNull();
  await auth.refreshSession();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
});

describe("links", () => {
  test("open an account without a password, as an invitation", async () => {
    const email = newAddress("guest");
    const { data, error } = await admin.inviteUserByEmail(email, { data: { lang: "en" } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
    const mail = await lastMailTo(site, email);
    expect(mail.kind).toBe("invite");
    const { fragment } = await follow(site, mail.link);
    expect(fragment.get("type")).toBe("invite");
    expect(fragment.has("access_token")).toBe(true);
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: "email_exists" });
  });

  test.each(["magiclink", "recovery"] as const)(
    "%s signs in by link or hash, once",
    async (type) => {
      const { email } = await createMember(site);
      const { data } = await admin.generateLink({ type, email });
      const { hashed_token, action_link, verification_type } = data.properties!;
      expect(verification_type).toBe(type);
      const { auth } = site.client();
      const verified = await auth.verifyOtp({ type, token_hash: hashed_token });
      expect(verified.data.user?.email).toBe(email);
      expect((await follow(site, action_link)).fragment.get("error_code")).toBe("otp_expired");
      const coded = await admin.generateLink({ type, email });
      const token = coded.data.properties!.email_otp;
      expect((await auth.verifyOtp({ type, email, token })).error).toBeNull();
    },
  );

  test("open an account by signup or by a magic link to an unknown address", async () => {
    const email = newAddress();
    const { data } = await admin.generateLink({ type: "signup", email, password: PASSWORD });
    await follow(site, data.properties!.action_link);
    expect((await signIn(email)).error).toBeNull();
    const magic = await admin.generateLink({ type: "magiclink", email: newAddress() });
    expect(magic.data.properties?.verification_type).toBe("signup");
    const recovery = await admin.generateLink({ type: "recovery", email: newAddress() });
    expect(recovery.error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  test("change an address only with both links", async () => {
    const { email } = await createMember(site);
    const newEmail = newAddress();
    const link = async (type: "email_change_current" | "email_change_new") =>
      (await admin.generateLink({ type, email, newEmail })).data.properties!.action_link;
    const links = [await link("email_change_current"), await link("email_change_new")];
    for (const each of links) await follow(site, each);
    expect((await signIn(newEmail)).error).toBeNull();
  });

  test("never redirect off the site", async () => {
    const { email } = await createMember(site);
    const redirectTo = "https://evil.example/";
    const { data } = await admin.generateLink({
      type: "magiclink",
      email,
      options: { redirectTo },
    });
    expect(data.properties?.action_link).not.toContain("evil");
  });
});
