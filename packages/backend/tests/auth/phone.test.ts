import { createServer, type Server } from "node:http";
import { createHmac, randomInt } from "node:crypto";
import type { AddressInfo } from "node:net";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember, PASSWORD, post } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend({ auth: { phone: {} } })));
afterAll(() => site.close());

const newNumber = () => `336${randomInt(10_000_000, 99_999_999)}`;

async function messagesTo(phone: string): Promise<string[]> {
  const outbox = join(site.dataDir, "outbox");
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".txt"));
  const texts = await Promise.all(names.sort().map((name) => readFile(join(outbox, name), "utf8")));
  return texts.filter((text) => text.startsWith(`To: +${phone}\n`));
}

const codeFor = async (phone: string) =>
  /\b\d{6}\b/.exec((await messagesTo(phone)).at(-1)!.split("\n\n")[1]!)![0];

test("a sign-up by number is completed by its code, then signs in by password", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  const signedUp = await auth.signUp({ phone: `+${phone}`, password: PASSWORD });
  expect(signedUp.data).toMatchObject({ session: null, user: { phone, email: "" } });
  const early = await auth.signInWithPassword({ phone, password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: "phone_not_confirmed" });
  const token = await codeFor(phone);
  const { data } = await auth.verifyOtp({ phone, token, type: "sms" });
  expect(data.user).toMatchObject({
    phone,
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: "phone", providers: ["phone"] },
    identities: [{ provider: "phone", identity_data: { phone, phone_verified: true } }],
  });
  expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  expect((await auth.verifyOtp({ phone, token, type: "sms" })).error).toMatchObject({
    code: "otp_expired",
  });
});

test("two sign-ups with one number leave neither's password", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  await auth.signUp({ phone, password: PASSWORD });
  await auth.signUp({ phone, password: "a-stranger-was-here" });
  expect(
    (await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" })).error,
  ).toBeNull();
  for (const password of [PASSWORD, "a-stranger-was-here"]) {
    const { error } = await site.client().auth.signInWithPassword({ phone, password });
    expect(error).toMatchObject({ code: "invalid_credentials" });
  }
});

test("a known number gets the same answer as a new one, and no message", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  await auth.signInWithOtp({ phone });
  await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" });
  const before = (await messagesTo(phone)).length;
  const again = await auth.signUp({ phone, password: "another-one" });
  const fresh = await auth.signUp({ phone: newNumber(), password: "another-one" });
  expect(Object.keys(again.data.user!).sort()).toEqual(Object.keys(fresh.data.user!).sort());
  expect(await messagesTo(phone)).toHaveLength(before);
});

test("a code alone opens an account and signs in, unless sign-up is switched off", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  const none = await auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
  expect(none.error).toBeNull();
  expect(await messagesTo(phone)).toEqual([]);
  await auth.signInWithOtp({ phone, options: { data: { lang: "en" } } });
  const first = await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" });
  expect((await messagesTo(phone))[0]).toContain("Your Sample code");
  await auth.signInWithOtp({ phone });
  const second = await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" });
  expect(second.data.user?.id).toBe(first.data.user!.id);
});

test("a number gets at most three messages in five minutes", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  await auth.signUp({ phone, password: PASSWORD });
  expect((await auth.resend({ type: "sms", phone })).error).toBeNull();
  expect((await auth.resend({ type: "sms", phone })).error).toBeNull();
  expect((await auth.resend({ type: "sms", phone })).error).toMatchObject({
    status: 429,
    code: "over_sms_send_rate_limit",
  });
  expect(await messagesTo(phone)).toHaveLength(3);
});

test("five wrong codes lock the code; codes of another kind don't count", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  await auth.signInWithOtp({ phone });
  const token = await codeFor(phone);
  expect((await auth.verifyOtp({ phone, token, type: "phone_change" })).error).not.toBeNull();
  const wrong = token === "000000" ? "000001" : "000000";
  for (let guess = 0; guess < 5; guess++)
    await auth.verifyOtp({ phone, token: wrong, type: "sms" });
  expect((await auth.verifyOtp({ phone, token, type: "sms" })).error).toMatchObject({
    code: "otp_expired",
  });
});

test("a member adds a number", async () => {
  const { session } = await createMember(site);
  const { auth } = site.client();
  await auth.setSession(session);
  const phone = newNumber();
  expect((await auth.updateUser({ phone })).error).toBeNull();
  expect((await auth.getUser()).data.user?.phone).toBe("");
  const token = await codeFor(phone);
  const { data } = await auth.verifyOtp({ phone, token, type: "phone_change" });
  expect(data.user).toMatchObject({
    phone,
    email: session.user.email,
    app_metadata: { providers: ["email", "phone"] },
  });
});

test("only the holder of the telephone learns that the number is taken", async () => {
  const phone = newNumber();
  await site.client().auth.signInWithOtp({ phone });
  const { auth } = site.client();
  expect(
    (await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" })).error,
  ).toBeNull();
  const stranger = site.client().auth;
  await stranger.setSession((await createMember(site)).session);
  expect((await stranger.updateUser({ phone })).error).toBeNull();
  const token = await codeFor(phone);
  expect((await stranger.verifyOtp({ phone, token, type: "phone_change" })).error).toMatchObject({
    status: 422,
    code: "phone_exists",
  });
  expect((await stranger.getUser()).data.user?.phone).toBe("");
  expect((await auth.getUser()).data.user?.phone).toBe(phone);
});

test("an unlinked number signs nobody in", async () => {
  const { auth } = site.client();
  await auth.setSession((await createMember(site)).session);
  const phone = newNumber();
  await auth.updateUser({ phone });
  await auth.verifyOtp({ phone, token: await codeFor(phone), type: "phone_change" });
  const { data } = await auth.getUserIdentities();
  const identity = data!.identities.find(({ provider }) => provider === "phone")!;
  expect((await auth.unlinkIdentity(identity)).error).toBeNull();
  expect((await auth.getUser()).data.user).toMatchObject({
    phone: "",
    app_metadata: { providers: ["email"] },
  });
  await site.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
  const { error } = await site.client().auth.signInWithPassword({ phone, password: PASSWORD });
  expect(error).toMatchObject({ code: "invalid_credentials" });
});

test.each(["12", "abc", "+0123456789", "1".repeat(20)])(
  "the number %s is refused",
  async (phone) => {
    const answer = await post(site, "/otp", { phone });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: "validation_failed" });
  },
);

test("the webhook gets the message, signed", async () => {
  const secret = Buffer.from("a secret of thirty-two bytes ...").toString("base64");
  const received = Promise.withResolvers<{
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }>();
  const server: Server = createServer(async (request, answer) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.resolve({ headers: request.headers, body });
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  const other = await startTestBackend({ auth: { phone: { webhook: { url, secret } } } });
  const phone = newNumber();
  await other.client().auth.signInWithOtp({ phone });
  const { headers, body } = await received.promise;
  const { sms } = JSON.parse(body);
  expect(sms).toMatchObject({ phone: `+${phone}`, otp: expect.stringMatching(/^\d{6}$/) });
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(signed);
  expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
  await other.close();
  server.close();
});

test("a member without a mailbox reauthenticates by text message", async () => {
  const phone = newNumber();
  const { auth } = site.client();
  await auth.signUp({ phone, password: PASSWORD });
  await auth.verifyOtp({ phone, token: await codeFor(phone), type: "sms" });
  await site.backend.pool.query("update auth.sessions set created_at = now() - interval '2 days'");
  const password = "another-photo-a-day";
  expect((await auth.updateUser({ password })).error).toMatchObject({
    code: "reauthentication_needed",
  });
  expect((await auth.reauthenticate()).error).toBeNull();
  const wrong = await auth.updateUser({ password, nonce: "000000" });
  expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  expect((await auth.updateUser({ password, nonce: await codeFor(phone) })).error).toBeNull();
  expect((await auth.signInWithPassword({ phone, password })).error).toBeNull();
});

test("the secret key opens and changes accounts by number", async () => {
  const { admin } = site.client(site.backend.apiKeys.service).auth;
  const [phone, next] = [newNumber(), newNumber()];
  const waiting = await admin.createUser({ phone: `+${phone}`, password: PASSWORD });
  expect(waiting.data.user).toMatchObject({ phone, email: "" });
  const { auth } = site.client();
  expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
    code: "phone_not_confirmed",
  });
  const id = waiting.data.user!.id;
  expect((await admin.updateUserById(id, { phone: next, phone_confirm: true })).error).toBeNull();
  expect((await auth.signInWithPassword({ phone: next, password: PASSWORD })).error).toBeNull();
  expect((await admin.createUser({ phone: next })).error).toMatchObject({
    status: 422,
    code: "phone_exists",
  });
  expect((await admin.createUser({ phone: "abc" })).error).toMatchObject({ status: 400 });
});

describe("as second factor", () => {
  async function enrol() {
    const { email } = await createMember(site);
    const { auth } = site.client();
    await auth.signInWithPassword({ email, password: PASSWORD });
    const phone = newNumber();
    const enrolled = await auth.mfa.enroll({ factorType: "phone", phone: `+${phone}` });
    if (enrolled.error) throw enrolled.error;
    return { auth, phone, id: enrolled.data.id };
  }

  test("a number gets a code, which raises the session to aal2", async () => {
    const { auth, id, phone } = await enrol();
    expect(await messagesTo(phone)).toEqual([]);
    const { data } = await auth.mfa.challenge({ factorId: id });
    expect(data).toMatchObject({ type: "phone" });
    const verify = (code: string) => auth.mfa.verify({ factorId: id, challengeId: data!.id, code });
    const code = await codeFor(phone);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect((await verify(wrong)).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    expect((await verify(code)).error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      currentAuthenticationMethods: [{ method: "mfa/phone" }, { method: "password" }],
    });
    expect((await auth.mfa.listFactors()).data?.phone).toMatchObject([{ id, phone }]);
    expect((await verify(code)).error).toMatchObject({ code: "mfa_ip_address_mismatch" });
    const stored = await site.backend.pool.query("select otp_code from auth.mfa_challenges");
    expect(JSON.stringify(stored.rows)).not.toContain(code);
  });

  test("a code of another challenge is refused", async () => {
    const { auth, id, phone } = await enrol();
    await auth.mfa.challenge({ factorId: id });
    const former = await codeFor(phone);
    const { data } = await auth.mfa.challenge({ factorId: id });
    const next = await codeFor(phone);
    const code = former === next ? "" : former;
    const { error } = await auth.mfa.verify({ factorId: id, challengeId: data!.id, code });
    expect(error?.code).toMatch(/^(mfa_verification_failed|validation_failed)$/);
  });

  test("a number is enrolled once, can be restarted, and is limited in messages", async () => {
    const { auth, phone } = await enrol();
    const again = await auth.mfa.enroll({ factorType: "phone", phone });
    expect(again.error).toBeNull();
    const id = again.data!.id;
    const { data } = await auth.mfa.challenge({ factorId: id });
    const code = await codeFor(phone);
    expect((await auth.mfa.verify({ factorId: id, challengeId: data!.id, code })).error).toBeNull();
    const twice = await auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "two" });
    expect(twice.error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
    await auth.mfa.challenge({ factorId: id });
    await auth.mfa.challenge({ factorId: id });
    expect((await auth.mfa.challenge({ factorId: id })).error).toMatchObject({
      status: 429,
      code: "over_sms_send_rate_limit",
    });
  });

  test.each(["", "12", "abc"])("%j is no number", async (phone) => {
    const { auth } = await enrol();
    const { error } = await auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "x" });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});
