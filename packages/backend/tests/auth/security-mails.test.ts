import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { asOwner } from "../../src/database/session.ts";
import { removeFactors } from "../../src/auth/factors.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { Authenticator } from "./authenticator.ts";
import {
  createMember,
  follow,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
} from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const SECURITY_MAIL = /-changed$|^factor-|^passkey-|^identity-/;

/** The security mails to an address, oldest first. */
const securityMailsTo = async (email: string) =>
  (await mailsTo(site, email)).filter(({ kind }) => SECURITY_MAIL.test(kind));
const kindsTo = async (email: string) => (await securityMailsTo(email)).map(({ kind }) => kind);

async function signIn(email: string, password = PASSWORD) {
  const client = site.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

async function enrol({ auth }: ReturnType<TestBackend["client"]>, friendlyName = "phone") {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return data.id;
}

test("sends nothing for opening an account and signing in", async () => {
  const { email } = await createMember(site);
  await signIn(email);
  expect(await kindsTo(email)).toEqual([]);
});

test("reports a new password in the member's language", async () => {
  const { email } = await createMember(site);
  const { auth } = await signIn(email);
  await auth.updateUser({ data: { lang: "pt" } });
  expect(await kindsTo(email)).toEqual([]);
  expect((await auth.updateUser({ password: "another-photo-a-day" })).error).toBeNull();
  const [notice, ...more] = await securityMailsTo(email);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    kind: "password-changed",
    subject: "Sua senha foi alterada",
    link: "http://127.0.0.1:3000/pt/account",
  });
});

test("reports a new address to the old one", async () => {
  const { email } = await createMember(site);
  const { auth } = await signIn(email);
  const newEmail = newAddress("new");
  expect((await auth.updateUser({ email: newEmail })).error).toBeNull();
  await follow(site, (await lastMailTo(site, email)).link);
  expect(await kindsTo(email)).toEqual([]);
  await follow(site, (await lastMailTo(site, newEmail)).link);
  const [notice] = await securityMailsTo(email);
  expect(notice).toMatchObject({ kind: "email-changed" });
  expect(notice?.text).toContain(newEmail);
  expect(await kindsTo(newEmail)).toEqual([]);
});

test("reports a second factor when it is verified and when it is removed", async () => {
  const { email } = await createMember(site);
  const client = await signIn(email);
  const unfinished = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "tablet" });
  await client.auth.mfa.unenroll({ factorId: unfinished.data!.id });
  expect(await kindsTo(email)).toEqual([]);
  const factorId = await enrol(client);
  expect(await kindsTo(email)).toEqual(["factor-added"]);
  await client.auth.mfa.unenroll({ factorId });
  expect(await kindsTo(email)).toEqual(["factor-added", "factor-removed"]);
});

test("reports changes by commands and functions once, however many factors are removed", async () => {
  const { email, session } = await createMember(site);
  const client = await signIn(email);
  await enrol(client);
  await enrol(client, "spare");
  expect((await client.rpc("drop_own_factors")).error).toBeNull();
  await enrol(client, "next");
  await asOwner(site.backend.pool, (db) => removeFactors(db, session.user.id));
  // Any change to an account, and the clock, sends pending mails.
  await (await signIn(email)).auth.updateUser({ data: { lang: "en" } });
  // The clock may be sending what it found before.
  await expect
    .poll(() => kindsTo(email))
    .toEqual([
      ...["factor-added", "factor-added", "factor-removed"],
      ...["factor-added", "factor-removed"],
    ]);
});

test("reports a linked and an unlinked identity", async () => {
  const { email, session } = await createMember(site);
  const { pool } = site.backend;
  await pool.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data)
     values ($1::text, $1::uuid, 'github', '{}')`,
    [session.user.id],
  );
  await pool.query("delete from auth.identities where user_id = $1 and provider = 'github'", [
    session.user.id,
  ]);
  await (await signIn(email)).auth.updateUser({ data: { lang: "en" } });
  await expect.poll(() => kindsTo(email)).toEqual(["identity-linked", "identity-unlinked"]);
  const notices = await securityMailsTo(email);
  expect(notices[0]?.text).toContain("GitHub");
});

test("reports an added and a removed passkey", async () => {
  const { email } = await createMember(site);
  const { auth } = await signIn(email);
  const { data } = await auth.passkey.startRegistration();
  const credential = new Authenticator().create(data!.options as never, {
    origin: "http://localhost:3000",
  });
  const challengeId = data!.challenge_id;
  const made = await auth.passkey.verifyRegistration({
    challengeId,
    credential: credential as never,
  });
  await auth.passkey.delete({ passkeyId: made.data!.id });
  expect(await kindsTo(email)).toEqual(["passkey-added", "passkey-removed"]);
});

test("sends nothing when an account is deleted", async () => {
  const { email, session } = await createMember(site);
  const client = await signIn(email);
  await enrol(client);
  const { auth } = site.client(site.backend.apiKeys.service);
  await auth.admin.deleteUser(session.user.id);
  const other = await createMember(site);
  await auth.admin.deleteUser(other.session.user.id, true);
  expect(await kindsTo(email)).toEqual(["factor-added"]);
  expect(await kindsTo(other.email)).toEqual([]);
  const waiting = await site.backend.pool.query("select from backend.account_mails");
  expect(waiting.rowCount).toBe(0);
});
