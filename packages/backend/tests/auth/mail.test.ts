import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  createMember,
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

describe("an address without an account", () => {
  test.each([
    ["/recover", {}],
    ["/otp", { create_user: false }],
    ["/magiclink", { create_user: false }],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
  ])("is answered by %s %o like any other, and gets no mail", async (path, body) => {
    const email = newAddress();
    const { email: known } = await createMember(site);
    const [unknownAnswer, knownAnswer] = await Promise.all(
      [email, known].map((address) => post(site, path, { email: address, ...body })),
    );
    expect(unknownAnswer!.status).toBe(200);
    expect(await unknownAnswer!.text()).toBe(await knownAnswer!.text());
    expect(await mailsTo(site, email)).toEqual([]);
  });

  test("has the same mailbox limit as any other", async () => {
    const { email: known } = await createMember(site);
    for (const email of [newAddress(), known]) {
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push(await post(site, "/recover", { email }));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answers[5]!.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await answers[5]!.json()).toMatchObject({
        code: 429,
        error_code: "over_email_send_rate_limit",
        msg: expect.stringMatching(/^For security purposes, you can only request this after \d+/),
      });
    }
    expect(await mailsTo(site, known)).toHaveLength(1 + 5);
  });
});

describe("magic link", () => {
  test("signs a member in", async () => {
    const { email } = await createMember(site);
    expect((await site.client().auth.signInWithOtp({ email })).error).toBeNull();
    const mail = await lastMailTo(site, email);
    expect(mail.kind).toBe("magic-link");
    const { fragment } = await follow(site, mail.link);
    expect(fragment.get("type")).toBe("magiclink");
    expect(fragment.has("access_token")).toBe(true);
  });

  test("opens an account if there is none", async () => {
    const email = newAddress();
    const { auth } = site.client();
    await auth.signInWithOtp({ email, options: { data: { display_name: "Rui", lang: "pt" } } });
    const mail = await lastMailTo(site, email);
    expect(mail.subject).toBe("Confirme seu endereço de e-mail");
    const { data } = await auth.verifyOtp({ email, token: mail.code, type: "email" });
    expect(data.user?.user_metadata).toMatchObject({ display_name: "Rui" });
  });

  test("drops the password of an unconfirmed sign-up", async () => {
    const email = newAddress();
    const { auth } = site.client();
    await auth.signUp({ email, password: "a-stranger-was-here" });
    await auth.signInWithOtp({ email });
    await follow(site, (await lastMailTo(site, email)).link);
    const stranger = await auth.signInWithPassword({ email, password: "a-stranger-was-here" });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
  });
});

describe("resend", () => {
  test("replaces the confirmation mail", async () => {
    const email = newAddress();
    const { auth } = site.client();
    await auth.signUp({ email, password: PASSWORD });
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    const [first, second] = await mailsTo(site, email);
    expect((await follow(site, first!.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await follow(site, second!.link)).fragment.has("access_token")).toBe(true);
  });

  test("sends nothing to a confirmed address", async () => {
    const { email } = await createMember(site);
    await site.client().auth.resend({ type: "signup", email });
    expect(await mailsTo(site, email)).toHaveLength(1);
  });
});

test("every mail has the same content as text and HTML, and quotes no user input", async () => {
  const email = newAddress();
  const name = `<img src=x onerror=alert(1)> http://evil.example`;
  await site.client().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { display_name: name, lang: "<script>" } },
  });
  const { subject, text, html, link, code } = await lastMailTo(site, email);
  expect(subject).toBe("Confirmez votre adresse e-mail");
  expect(link).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/auth\/v1\/verify\?token=[\w-]{43}&type=signup&/,
  );
  expect(code).toMatch(/^\d{6}$/);
  expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
  expect(html).toContain(code);
  expect(text + html).not.toContain("evil.example");
});

test.each([
  ["/recover", {}, "validation_failed"],
  ["/recover", { email: "nobody" }, "validation_failed"],
  ["/otp", {}, "validation_failed"],
  ["/otp", { phone: "33600000000" }, "phone_provider_disabled"],
  ["/otp", { email: "a@b.c", channel: "sms" }, "validation_failed"],
  ["/otp", { email: "a@b.c", create_user: "yes" }, "bad_json"],
  ["/resend", { email: "a@b.c" }, "validation_failed"],
  ["/resend", { type: "signup" }, "validation_failed"],
  ["/resend", { type: "sms", phone: "33600000000" }, "phone_provider_disabled"],
])("%s with %o is refused", async (path, body, code) => {
  const answer = await post(site, path, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 400, error_code: code });
});
