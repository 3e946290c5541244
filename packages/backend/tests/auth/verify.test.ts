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
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

async function signedUp(): Promise<string> {
  const email = newAddress();
  await site.client().auth.signUp({ email, password: PASSWORD });
  return email;
}

describe("by code", () => {
  test("signs in once with the right code of a sign-up", async () => {
    const email = await signedUp();
    const { code } = await lastMailTo(site, email);
    const { auth } = site.client();
    const first = await auth.verifyOtp({ email, token: code, type: "signup" });
    expect(first.data.session?.user.email).toBe(email);
    const second = await auth.verifyOtp({ email, token: code, type: "signup" });
    expect(second.error).toMatchObject({ status: 403, code: "email_already_confirmed" });
  });

  test("accepts a sign-up and a magic link under type email", async () => {
    const email = await signedUp();
    const { auth } = site.client();
    const signUp = await auth.verifyOtp({
      email,
      token: (await lastMailTo(site, email)).code,
      type: "email",
    });
    expect(signUp.error).toBeNull();
    await auth.signInWithOtp({ email });
    const magicLink = await auth.verifyOtp({
      email,
      token: (await lastMailTo(site, email)).code,
      type: "email",
    });
    expect(magicLink.data.session?.user.email).toBe(email);
  });

  test("refuses a code of another kind", async () => {
    const email = await signedUp();
    const { code } = await lastMailTo(site, email);
    const answer = await site.client().auth.verifyOtp({ email, token: code, type: "recovery" });
    expect(answer.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("refuses the right code after five wrong ones, while the link still works", async () => {
    const email = await signedUp();
    const { code, link } = await lastMailTo(site, email);
    const wrong = code === "000000" ? "000001" : "000000";
    const { auth } = site.client();
    for (let attempt = 0; attempt < 5; attempt++) {
      const { error } = await auth.verifyOtp({ email, token: wrong, type: "signup" });
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
    }
    const late = await auth.verifyOtp({ email, token: code, type: "signup" });
    expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
    expect((await follow(site, link)).fragment.has("access_token")).toBe(true);
  });

  test("answers an unknown address like a wrong code", async () => {
    const { auth } = site.client();
    const answer = await auth.verifyOtp({ email: newAddress(), token: "123456", type: "signup" });
    expect(answer.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("refuses an expired code and link", async () => {
    const email = await signedUp();
    await site.backend.pool.query(
      `update auth.one_time_tokens set created_at = created_at - interval '61 minutes'
       where relates_to = $1`,
      [email],
    );
    const { code, link } = await lastMailTo(site, email);
    const answer = await site.client().auth.verifyOtp({ email, token: code, type: "signup" });
    expect(answer.error).toMatchObject({ status: 403, code: "otp_expired" });
    expect((await follow(site, link)).fragment.get("error_code")).toBe("otp_expired");
  });
});

describe("after an address was confirmed", () => {
  test("the other half of the mail says so, and nothing else does", async () => {
    const email = await signedUp();
    const { link, code } = await lastMailTo(site, email);
    const token_hash = new URL(link).searchParams.get("token")!;
    const { auth } = site.client();
    expect((await follow(site, link)).fragment.has("access_token")).toBe(true);
    const byCode = await auth.verifyOtp({ email, token: code, type: "email" });
    expect(byCode.error).toMatchObject({ status: 403, code: "email_already_confirmed" });
    const byHash = await auth.verifyOtp({ token_hash, type: "signup" });
    expect(byHash.error).toMatchObject({ status: 403, code: "email_already_confirmed" });
    expect((await follow(site, link)).fragment.get("error_code")).toBe("otp_expired");
    const token = code === "000000" ? "000001" : "000000";
    const guessed = await auth.verifyOtp({ email, token, type: "email" });
    expect(guessed.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("a used link or code that only signs in has expired", async () => {
    const { email } = await createMember(site);
    const { auth } = site.client();
    await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { link, code } = await lastMailTo(site, email);
    expect((await auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    const token_hash = new URL(link).searchParams.get("token")!;
    const byHash = await auth.verifyOtp({ token_hash, type: "magiclink" });
    const byCode = await auth.verifyOtp({ email, token: code, type: "email" });
    for (const { error } of [byHash, byCode]) {
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
    }
  });
});

describe("a project with a page of its own for links", () => {
  test("gets the hash there, which only a request by POST redeems", async () => {
    const own = await startTestBackend({
      pages: { signIn: () => "/auth", account: () => "/account", confirm: () => "/confirm" },
    });
    const email = newAddress();
    const { auth } = own.client();
    await auth.signUp({ email, password: PASSWORD });
    const link = new URL((await lastMailTo(own, email)).link);
    expect(link.pathname + link.hash).toBe(`/confirm#email=${encodeURIComponent(email)}`);
    expect([...link.searchParams.keys()]).toEqual(["token_hash", "type", "redirect_to"]);
    const token_hash = link.searchParams.get("token_hash")!;
    const { data } = await auth.verifyOtp({ token_hash, type: "signup" });
    expect(data.session?.user.email).toBe(email);
    await own.close();
  });
});

describe("exactly one of 24 parallel redemptions wins", () => {
  test("by code", async () => {
    const email = await signedUp();
    const { code: token } = await lastMailTo(site, email);
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => post(site, "/verify", { type: "signup", email, token })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(23).fill(403)]);
  });

  test("by link", async () => {
    const { link } = await lastMailTo(site, await signedUp());
    const answers = await Promise.all(Array.from({ length: 24 }, () => follow(site, link)));
    expect(answers.filter(({ fragment }) => fragment.has("access_token"))).toHaveLength(1);
    expect(
      answers.filter(({ fragment }) => fragment.get("error_code") === "otp_expired"),
    ).toHaveLength(23);
  });

  test("by hash", async () => {
    const { link } = await lastMailTo(site, await signedUp());
    const token_hash = new URL(link).searchParams.get("token");
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => post(site, "/verify", { type: "signup", token_hash })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(23).fill(403)]);
  });
});

describe("by link", () => {
  test("redirects to the requested page of the site", async () => {
    const email = newAddress();
    await site.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: "http://127.0.0.1:3000/en/auth?next=%2Fen%2Fsubmit" },
    });
    const { target, fragment } = await follow(site, (await lastMailTo(site, email)).link);
    expect(target.pathname + target.search).toBe("/en/auth?next=%2Fen%2Fsubmit");
    expect(fragment.has("refresh_token")).toBe(true);
  });

  test.each([
    "https://evil.example/",
    "http://127.0.0.1:3000.evil.example/",
    "http://127.0.0.1:3000@evil.example/",
    "http://user:pass@127.0.0.1:3000/",
    "http://127.0.0.1:3001/",
    "https://127.0.0.1:3000/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("never redirects off the site: %s", async (wanted) => {
    const email = newAddress();
    await post(site, `/signup?redirect_to=${encodeURIComponent(wanted)}`, {
      email,
      password: PASSWORD,
    });
    const { link } = await lastMailTo(site, email);
    expect(new URL(link).searchParams.get("redirect_to")).toBe("http://127.0.0.1:3000/");
    const tampered = new URL(link);
    tampered.searchParams.set("redirect_to", wanted);
    expect((await follow(site, tampered.href)).target.href).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/#access_token=/,
    );
  });

  test("redirects an unknown token to the site with the error", async () => {
    const link = "http://x/auth/v1/verify?type=signup&token=nope";
    const { status, target, fragment } = await follow(site, link);
    expect(status).toBe(303);
    expect(target.origin).toBe("http://127.0.0.1:3000");
    expect(Object.fromEntries(fragment)).toMatchObject({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
  });

  test("is not consumed by a scanner's HEAD request", async () => {
    const email = await signedUp();
    const { link } = await lastMailTo(site, email);
    const { pathname, search } = new URL(link);
    await fetch(site.url + pathname + search, { method: "HEAD", redirect: "manual" });
    expect((await follow(site, link)).fragment.has("access_token")).toBe(true);
  });

  test("refuses an unknown or missing type", async () => {
    const { link } = await lastMailTo(site, await signedUp());
    const token = new URL(link).searchParams.get("token");
    const odd = await follow(site, `http://x/auth/v1/verify?type=__proto__&token=${token}`);
    expect(odd.fragment.get("error_code")).toBe("validation_failed");
    const none = await fetch(`${site.url}/auth/v1/verify?token=${token}`);
    expect(none.status).toBe(400);
  });
});

test("can be verified by a page of the site with the hash", async () => {
  const email = await signedUp();
  const { link } = await lastMailTo(site, email);
  const token_hash = new URL(link).searchParams.get("token")!;
  const { auth } = site.client();
  const { data } = await auth.verifyOtp({ type: "signup", token_hash });
  expect(data.session?.user.email).toBe(email);
  const again = await auth.verifyOtp({ type: "signup", token_hash });
  expect(again.error).toMatchObject({ status: 403, code: "email_already_confirmed" });
});

test("recovery signs in and allows a new password", async () => {
  const { email } = await createMember(site);
  const { auth } = site.client();
  const requested = await auth.resetPasswordForEmail(email);
  expect(requested).toEqual({ data: {}, error: null });
  const mail = await lastMailTo(site, email);
  expect(mail.kind).toBe("recovery");
  const { fragment } = await follow(site, mail.link);
  expect(fragment.get("type")).toBe("recovery");
  await auth.setSession({
    access_token: fragment.get("access_token")!,
    refresh_token: fragment.get("refresh_token")!,
  });
  expect((await auth.updateUser({ password: "tout-neuf" })).error).toBeNull();
  const old = await auth.signInWithPassword({ email, password: PASSWORD });
  expect(old.error).toMatchObject({ code: "invalid_credentials" });
  expect((await auth.signInWithPassword({ email, password: "tout-neuf" })).error).toBeNull();
});

test("recovery of an unconfirmed account drops its password, which may be somebody else's", async () => {
  const email = await signedUp();
  const { auth } = site.client();
  await auth.resetPasswordForEmail(email);
  await follow(site, (await lastMailTo(site, email)).link);
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toMatchObject({ code: "invalid_credentials" });
});

test("stored values redeem nothing", async () => {
  const email = await signedUp();
  const { link, code } = await lastMailTo(site, email);
  const { rows } = await site.backend.pool.query(
    "select row_to_json(t)::text as row from auth.one_time_tokens t where relates_to = $1",
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(new URL(link).searchParams.get("token"));
  expect(rows[0].row).not.toContain(`"${code}"`);
});

test.each([
  ["no type", { email: "a@b.c", token: "123456" }],
  ["an unknown type", { type: "sms2", email: "a@b.c", token: "123456" }],
  ["no token", { type: "signup", email: "a@b.c" }],
  ["token and hash", { type: "signup", token: "1", token_hash: "2" }],
  ["hash and address", { type: "signup", email: "a@b.c", token_hash: "2" }],
  ["code without address", { type: "signup", token: "123456" }],
])("verification with %s is refused", async (_, body) => {
  const answer = await post(site, "/verify", body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: "validation_failed" });
});
