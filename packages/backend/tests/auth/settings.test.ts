import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { createBackend } from "../../src/create-backend.ts";
import { silentLogger, type Logger } from "../../src/logger.ts";
import {
  CLIENT_ID,
  SECRET,
  startFakeProvider,
  type FakeProvider,
} from "../../src/testing/fake-provider.ts";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember, newAddress, PASSWORD, post } from "../../src/testing/accounts.ts";

describe("limits of a session", () => {
  let site: TestBackend;
  beforeAll(async () => {
    const sessions = { timeBox: 24 * 3600, inactivity: 8 * 3600 };
    site = await startTestBackend({ auth: { sessions } });
  });
  afterAll(() => site.close());

  async function refreshAfter(change: string): Promise<Response> {
    const { session } = await createMember(site);
    const { refresh_token } = session;
    await site.backend.pool.query(`update auth.sessions set ${change} where user_id = $1`, [
      session.user.id,
    ]);
    return post(site, "/token?grant_type=refresh_token", { refresh_token });
  }

  test.each([
    ["created a day ago", "created_at = now() - interval '25 hours', refreshed_at = now()"],
    ["unused since the morning", "created_at = now() - interval '9 hours'"],
    [
      "refreshed once, then unused",
      `created_at = now() - interval '20 hours',
       refreshed_at = (now() at time zone 'utc') - interval '9 hours'`,
    ],
  ])("end one %s", async (_, change) => {
    const answer = await refreshAfter(change);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: "session_expired" });
  });

  test("keep a session that is in use", async () => {
    const used = `created_at = now() - interval '20 hours',
      refreshed_at = (now() at time zone 'utc') - interval '7 hours'`;
    expect((await refreshAfter(used)).status).toBe(200);
  });
});

describe.each(["turnstile", "hcaptcha"] as const)("with %s", (provider) => {
  let site: TestBackend;
  const requested: URLSearchParams[] = [];
  beforeAll(async () => {
    site = await startTestBackend({ auth: { captcha: { provider, secret: "captcha-secret" } } });
  });
  afterAll(() => site.close());
  afterEach(() => vi.restoreAllMocks());

  /** A fake captcha service that accepts `person` as proof. */
  function playService(): void {
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (!String(input).includes("siteverify")) return real(input, init);
      const form = new URLSearchParams(String(init?.body));
      requested.push(form);
      return form.get("response") === "person"
        ? Response.json({ success: true })
        : Response.json({ success: false, "error-codes": ["invalid-input-response"] });
    });
  }

  test("a captcha protects sign-up, sign-in, and requests for mails", async () => {
    playService();
    const email = newAddress();
    for (const captchaToken of [undefined, "robot"]) {
      const options = captchaToken ? { captchaToken } : {};
      const { auth } = site.client();
      const answers = [
        await auth.signUp({ email, password: PASSWORD, options }),
        await auth.signInWithPassword({ email, password: PASSWORD, options }),
        await auth.signInWithOtp({ email, options }),
        await auth.resetPasswordForEmail(email, options),
        await auth.resend({ type: "signup", email, options }),
      ];
      for (const { error } of answers) {
        expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
      }
    }
    const options = { captchaToken: "person" };
    const { error } = await site.client().auth.signUp({ email, password: PASSWORD, options });
    expect(error).toBeNull();
    expect(requested.at(-1)?.get("secret")).toBe("captcha-secret");
  });

  test("the secret key and refreshes need no captcha; while its service is away nobody passes", async () => {
    playService();
    const service = site.client(site.backend.apiKeys.service).auth;
    expect((await service.signInWithOtp({ email: newAddress() })).error).toBeNull();
    const refresh = await post(site, "/token?grant_type=refresh_token", { refresh_token: "x" });
    expect(await refresh.json()).toMatchObject({ error_code: "refresh_token_not_found" });
    vi.restoreAllMocks();
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (String(input).includes("siteverify")) throw new TypeError("fetch failed");
      return real(input, init);
    });
    const body = { email: newAddress(), gotrue_meta_security: { captcha_token: "person" } };
    expect((await post(site, "/recover", body)).status).toBe(500);
  });
});

test("common passwords are refused with the reason", async () => {
  const isCommonPassword = (password: string) => password === "Motdepasse2024!";
  const site = await startTestBackend({ auth: { isCommonPassword } });
  onTestFinished(() => site.close());
  const { auth } = site.client();
  const common = await auth.signUp({ email: newAddress(), password: "Motdepasse2024!" });
  expect(common.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["pwned"] });
  const other = await auth.signUp({ email: newAddress(), password: "Motdepasse2025!" });
  expect(other.error).toBeNull();
});

test("without a rule only short passwords are refused", async () => {
  const site = await startTestBackend();
  onTestFinished(() => site.close());
  const { auth } = site.client();
  expect((await auth.signUp({ email: newAddress(), password: "password" })).error).toBeNull();
  const short = await auth.signUp({ email: newAddress(), password: "abc" });
  expect(short.error).toMatchObject({ code: "weak_password", reasons: ["length"] });
});

describe("with sign-up switched off", () => {
  let site: TestBackend;
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
    const club = { clientId: CLIENT_ID, secret: SECRET, issuer: provider.issuer };
    site = await startTestBackend({
      auth: { disableSignUp: true, anonymous: true, phone: {}, providers: { club } },
    });
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const disabled = { status: 422, code: "signup_disabled" };

  test("nobody makes an account, in whatever way", async () => {
    const { auth } = site.client();
    const credentials = { password: PASSWORD };
    expect((await auth.signUp({ email: newAddress(), ...credentials })).error).toMatchObject(
      disabled,
    );
    expect((await auth.signUp({ phone: "33600000001", ...credentials })).error).toMatchObject(
      disabled,
    );
    expect((await auth.signInAnonymously()).error).toMatchObject(disabled);
    // Links and codes get the usual answer: another one would tell who has an account.
    expect((await auth.signInWithOtp({ email: newAddress() })).error).toBeNull();
    expect((await auth.signInWithOtp({ phone: "33600000001" })).error).toBeNull();
    const token = await provider.idToken({ sub: "1", email: newAddress(), email_verified: true });
    expect((await auth.signInWithIdToken({ provider: "club", token })).error).toMatchObject(
      disabled,
    );
    const { rows } = await site.backend.pool.query("select count(*)::integer from auth.users");
    expect(rows).toEqual([{ count: 0 }]);
    const settings = await fetch(`${site.url}/auth/v1/settings`);
    expect(await settings.json()).toMatchObject({ disable_signup: true });
  });

  test("an administrator makes accounts, which sign in", async () => {
    const email = newAddress();
    const { auth } = site.client(site.backend.apiKeys.service);
    await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const signedIn = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const token = await provider.idToken({ sub: "2", email, email_verified: true });
    const joined = await site.client().auth.signInWithIdToken({ provider: "club", token });
    expect(joined.data.user?.id).toBe(signedIn.data.user?.id);
  });
});

test("numbers need no code where the operator says so", async () => {
  const site = await startTestBackend({ auth: { phone: { autoconfirm: true } } });
  onTestFinished(() => site.close());
  const { auth } = site.client();
  const phone = "33600000002";
  const { data } = await auth.signUp({ phone, password: PASSWORD });
  expect(data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
  expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  expect((await auth.signUp({ phone, password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: "user_already_exists",
  });
  const settings = await fetch(`${site.url}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ phone_autoconfirm: true });
});

test("members link and unlink nothing where manual linking is off", async () => {
  const google = { clientId: "id", secret: "secret" };
  const site = await startTestBackend({
    auth: { disableManualLinking: true, providers: { google } },
  });
  onTestFinished(() => site.close());
  const { email } = await createMember(site);
  const { auth } = site.client();
  await auth.signInWithPassword({ email, password: PASSWORD });
  const off = { status: 404, code: "manual_linking_disabled" };
  expect((await auth.linkIdentity({ provider: "google" })).error).toMatchObject(off);
  expect((await auth.linkIdentity({ provider: "google", token: "x" })).error).toMatchObject(off);
  const [own] = (await auth.getUserIdentities()).data!.identities;
  expect((await auth.unlinkIdentity(own!)).error).toMatchObject(off);
});

test("a broken ID token is logged in one line, without a stack", async () => {
  const provider = await startFakeProvider();
  const club = { clientId: CLIENT_ID, secret: SECRET, issuer: provider.issuer };
  const site = await startTestBackend({ auth: { providers: { club } } });
  const warn = vi.fn<Logger["warn"]>();
  const backend = await createBackend(site.options, { ...silentLogger, warn });
  onTestFinished(async () => {
    await backend.close();
    await site.close();
    await provider.close();
  });
  for (const token of [
    "broken",
    "a.b.c",
    await provider.idToken({ sub: "1" }, "https://evil.example"),
  ]) {
    warn.mockClear();
    const answer = await backend.fetch(
      new Request(`${site.url}/auth/v1/token?grant_type=id_token`, {
        method: "POST",
        body: JSON.stringify({ provider: "club", id_token: token }),
      }),
    );
    expect(answer.status).toBe(400);
    expect(warn.mock.calls).toEqual([
      [{ provider: "club", reason: expect.stringMatching(/^.+$/) }, "ID token refused"],
    ]);
  }
});

describe("a list of breached passwords", () => {
  const LEAKED = "leaked-photo-1998";
  let list: Server;
  const requested: string[] = [];
  let site: TestBackend;
  beforeAll(async () => {
    const digest = createHash("sha1").update(LEAKED).digest("hex").toUpperCase();
    list = createServer((request, response) => {
      requested.push(request.url ?? "");
      if (request.url !== `/range/${digest.slice(0, 5)}`) return response.end("00:0\r\n");
      return response.end(`${"A".repeat(35)}:7\r\n${digest.slice(5)}:12\r\n`);
    });
    await new Promise<void>((resolve) => list.listen(0, "127.0.0.1", resolve));
    const { port } = list.address() as AddressInfo;
    const breachedPasswordsUrl = `http://127.0.0.1:${port}/range/`;
    site = await startTestBackend({ auth: { breachedPasswordsUrl } });
  });
  afterAll(async () => {
    await site.close();
    if (list.listening) await new Promise((resolve) => list.close(resolve));
  });

  const signUp = (password: string) => site.client().auth.signUp({ email: newAddress(), password });

  test("refuses its passwords, and learns five characters of a digest", async () => {
    expect((await signUp(LEAKED)).error).toMatchObject({
      status: 422,
      code: "weak_password",
      reasons: ["pwned"],
    });
    const { email } = await createMember(site);
    const { auth } = site.client();
    await auth.signInWithPassword({ email, password: PASSWORD });
    expect((await auth.updateUser({ password: LEAKED })).error).toMatchObject({
      code: "weak_password",
    });
    expect((await auth.updateUser({ password: "another-photo-a-day" })).error).toBeNull();
    for (const path of requested) expect(path).toMatch(/^\/range\/[0-9A-F]{5}$/);
  });

  test("accepts all passwords while it is unavailable", async () => {
    list.closeAllConnections();
    await new Promise((resolve) => list.close(resolve));
    expect((await signUp(LEAKED)).error).toBeNull();
  });
});
