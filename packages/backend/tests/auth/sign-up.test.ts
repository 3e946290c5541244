import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  follow,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
  post,
} from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

describe("a new address", () => {
  test("gets an account without a session, and a mail", async () => {
    const email = newAddress();
    const { auth } = site.client();
    const { data, error } = await auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { display_name: "Zoé", lang: "en" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { display_name: "Zoé", lang: "en", email_verified: false },
      identities: [{ provider: "email", user_id: data.user!.id, id: data.user!.id }],
    });
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    expect((await lastMailTo(site, email)).subject).toBe("Confirm your email address");
  });

  test("can't sign in before confirmation; the link gives a session", async () => {
    const email = newAddress();
    const { auth } = site.client();
    await auth.signUp({ email, password: PASSWORD });
    const early = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const { status, target, fragment } = await follow(site, (await lastMailTo(site, email)).link);
    expect(status).toBe(303);
    expect(target.origin).toBe("http://127.0.0.1:3000");
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      type: "signup",
    });
    const session = await auth.setSession({
      access_token: fragment.get("access_token")!,
      refresh_token: fragment.get("refresh_token")!,
    });
    expect(session.data.user).toMatchObject({
      email,
      user_metadata: { email_verified: true },
      confirmed_at: expect.any(String),
    });
  });
});

describe("an address that has an account", () => {
  test("gets the same answer as a new one, and its owner a mail", async () => {
    const email = newAddress();
    const { auth } = site.client();
    const data = { display_name: "Ana" };
    const first = await auth.signUp({ email, password: PASSWORD, options: { data } });
    await follow(site, (await lastMailTo(site, email)).link);
    const again = await auth.signUp({ email, password: "another-one", options: { data } });
    expect(again.error).toBeNull();
    expect(shape(again.data)).toEqual(shape(first.data));
    expect(await lastMailTo(site, email)).toMatchObject({
      kind: "account-exists",
      subject: "Vous avez déjà un compte",
      link: "http://127.0.0.1:3000/auth",
      code: "",
    });
    // The password was not changed. The refusal is that of a new address: another one would tell.
    const changed = await auth.signInWithPassword({ email, password: "another-one" });
    expect(changed.error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const wrong = await auth.signInWithPassword({ email, password: "a-third-one" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("follows only the newest sign-up while it is unconfirmed", async () => {
    const email = newAddress();
    const { auth } = site.client();
    const stranger = { display_name: "Stranger" };
    const first = await auth.signUp({
      email,
      password: "a-stranger-was-here",
      options: { data: stranger },
    });
    const data = { display_name: "Owner" };
    const again = await auth.signUp({ email, password: PASSWORD, options: { data } });
    expect(shape(again.data)).toEqual(shape(first.data));
    const [oldMail, newMail] = await mailsTo(site, email);
    expect((await follow(site, oldMail!.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await follow(site, newMail!.link)).fragment.has("access_token")).toBe(true);
    const wrong = await auth.signInWithPassword({ email, password: "a-stranger-was-here" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
    // The newer password doesn't count either: the mailbox doesn't tell who chose it.
    const newer = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(newer.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("takes the password of the browser that confirms, when contested", async () => {
    const email = newAddress();
    const owner = pkceClient();
    await owner.signUp({ email, password: "a-first-photo" });
    await owner.signUp({ email, password: PASSWORD, options: { data: { lucky: 10 } } });
    const { target } = await follow(site, (await lastMailTo(site, email)).link);
    const code = target.searchParams.get("code")!;
    expect((await owner.exchangeCodeForSession(code)).error).toBeNull();
    const { data } = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.user_metadata).toMatchObject({ lucky: 10 });
  });

  test("never gets a stranger's password when contested by one", async () => {
    const email = newAddress();
    const owner = pkceClient();
    await owner.signUp({ email, password: PASSWORD });
    await pkceClient().signUp({ email, password: "a-stranger-was-here" });
    const { target } = await follow(site, (await lastMailTo(site, email)).link);
    const code = target.searchParams.get("code")!;
    expect((await owner.exchangeCodeForSession(code)).error).toMatchObject({
      code: "bad_code_verifier",
    });
    for (const password of [PASSWORD, "a-stranger-was-here"]) {
      const { error } = await site.client().auth.signInWithPassword({ email, password });
      expect(error).toMatchObject({ code: "invalid_credentials" });
    }
  });

  test("keeps the password when asked twice with the same one", async () => {
    const email = newAddress();
    const { auth } = site.client();
    for (let time = 0; time < 2; time++) await auth.signUp({ email, password: PASSWORD });
    await follow(site, (await lastMailTo(site, email)).link);
    expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  /** Like a browser: it keeps the verifiers of its sign-ups. */
  function pkceClient() {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    return createClient(site.url, site.backend.apiKeys.anon, {
      auth: { flowType: "pkce", storage, autoRefreshToken: false },
    }).auth;
  }

  /** Property names and their types, recursively. */
  function shape(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shape);
    if (value === null || typeof value !== "object") return typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shape(member)]));
  }
});

test.each([
  ["a short password", { email: "a@example.org", password: "12345" }, 422, "weak_password"],
  ["no password", { email: "a@example.org" }, 400, "validation_failed"],
  ["73 bytes", { email: "a@example.org", password: "é".repeat(37) }, 400, "validation_failed"],
  ["no address in it", { email: "nobody", password: PASSWORD }, 400, "validation_failed"],
  ["two lines", { email: "a@b.c\nBcc: d@e.f", password: PASSWORD }, 400, "validation_failed"],
  ["neither address nor phone", { password: PASSWORD }, 422, "anonymous_provider_disabled"],
  ["a phone", { phone: "33600000000", password: PASSWORD }, 400, "phone_provider_disabled"],
  ["a number as password", { email: "a@example.org", password: 123456 }, 400, "bad_json"],
  ["NUL", { email: "a@example.org", password: "a\0bcdefgh" }, 400, "bad_json"],
  [
    "half a surrogate",
    { email: "a@b.c", password: PASSWORD, data: { x: "\ud800" } },
    400,
    "bad_json",
  ],
  [
    "too much data",
    { email: "a@b.c", password: PASSWORD, data: { x: "x".repeat(5000) } },
    400,
    "validation_failed",
  ],
  [
    "half a challenge",
    { email: "a@b.c", password: PASSWORD, code_challenge: "x" },
    400,
    "validation_failed",
  ],
  ["not JSON", "{", 400, "bad_json"],
  ["deep nesting", `{"data":${"[".repeat(30_000)}`, 400, "bad_json"],
  ["deep data", { email: "a@b.c", password: PASSWORD, data: deep(500) }, 400, "bad_json"],
  ["100 kB", JSON.stringify({ email: "x".repeat(100_000) }), 413, "request_entity_too_large"],
])("sign-up with %s is refused", async (_, body, status, code) => {
  const answer = await post(site, "/signup", body);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-sb-error-code")).toBe(code);
  expect(await answer.json()).toMatchObject({
    code: status,
    error_code: code,
    msg: expect.any(String),
  });
});

function deep(depth: number): unknown {
  return depth === 0 ? 0 : { a: deep(depth - 1) };
}

test("a weak password is refused with reasons", async () => {
  const { error } = await site.client().auth.signUp({ email: newAddress(), password: "abc" });
  expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
});

test("parallel sign-ups and confirmations of one address leave one working account", async () => {
  const email = newAddress();
  await post(site, "/signup", { email, password: PASSWORD });
  const { link } = await lastMailTo(site, email);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => post(site, "/signup", { email, password: PASSWORD })),
    ...Array.from({ length: 4 }, () => follow(site, link)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill(200),
    ...Array(4).fill(303),
  ]);
  for (const { link } of await mailsTo(site, email)) {
    if (link.includes("/verify?")) await follow(site, link);
  }
  const { error } = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
});

test("40 parallel sign-ups of one address make one account", async () => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post(site, "/signup", { email, password: PASSWORD })),
  );
  // The mailbox's own limit refuses most of them; none fails.
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 429]));
  const users = await site.backend.pool.query("select 1 from auth.users where email = $1", [email]);
  expect(users.rowCount).toBe(1);
});

describe("with confirmation switched off", () => {
  let open: TestBackend;
  beforeAll(async () => void (open = await startTestBackend({ autoconfirm: true })));
  afterAll(() => open.close());

  test("signs up with a session, names a known address, and sends no mail", async () => {
    const email = newAddress();
    const { auth } = open.client();
    const { data } = await auth.signUp({ email, password: PASSWORD });
    expect(data.session?.user.email).toBe(email);
    expect((await auth.signUp({ email, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: "user_already_exists",
    });
    expect(await mailsTo(open, email)).toEqual([]);
    const changed = await auth.updateUser({ email: newAddress("changed") });
    expect(changed.data.user?.email).toMatch(/^changed-/);
  });
});
