import type { SupabaseClient } from "@supabase/supabase-js";
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
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

type Auth = SupabaseClient["auth"];

async function signIn(email: string): Promise<Auth> {
  const { auth } = site.client();
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return auth;
}

/** The code of the member's app, `steps` of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Ages the newest code as if it had been shown long ago. */
async function forgetSteps(): Promise<void> {
  await site.backend.pool.query("update auth.mfa_factors set last_counter = null");
}

async function enrol(auth: Auth, friendlyName = "phone"): Promise<{ id: string; secret: string }> {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret };
}

/** A member with a verified second factor, in a session at aal2. */
async function createCareful(): Promise<{ auth: Auth; email: string; id: string; secret: string }> {
  const { email } = await createMember(site);
  const auth = await signIn(email);
  const { id, secret } = await enrol(auth);
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  if (error) throw error;
  await forgetSteps();
  return { auth, email, id, secret };
}

const levelOf = async (auth: Auth) =>
  (await auth.mfa.getAuthenticatorAssuranceLevel()).data ?? undefined;

const tokenOf = async (auth: Auth) => (await auth.getSession()).data.session!;

test("an enrolment shows the secret once, as text, link and picture", async () => {
  const { email } = await createMember(site);
  const auth = await signIn(email);
  const { data } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect(data).toMatchObject({ type: "totp", friendly_name: "phone" });
  const { secret, uri, qr_code: picture } = data!.totp;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const link = new URL(uri);
  expect(link.protocol).toBe("otpauth:");
  expect(decodeURIComponent(link.pathname)).toContain(email);
  expect(Object.fromEntries(link.searchParams)).toMatchObject({ secret, issuer: "127.0.0.1:3000" });
  expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
  const { data: user } = await auth.getUser();
  expect(user.user?.factors).toMatchObject([{ id: data!.id, status: "unverified" }]);
  expect(JSON.stringify(user)).not.toContain(secret);
});

test("a right code raises the session to aal2, and refreshes keep it", async () => {
  const { email } = await createMember(site);
  const auth = await signIn(email);
  expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  const { id, secret } = await enrol(auth);
  const before = await tokenOf(auth);
  const { data } = await auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect(data).toMatchObject({ token_type: "bearer", user: { email } });
  expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, status: "verified" }]);
  expect((await auth.refreshSession()).error).toBeNull();
  expect(await levelOf(auth)).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
    currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
  });
  // The holder of the earlier refresh token has not shown the factor.
  const stale = await post(site, "/token?grant_type=refresh_token", {
    refresh_token: before.refresh_token,
  });
  expect(await stale.json()).toMatchObject({ error_code: "refresh_token_not_found" });
  expect((await auth.getUser()).error).toBeNull();
});

test("a new session starts at aal1 and is told that aal2 is required", async () => {
  const { email, id, secret } = await createCareful();
  const auth = await signIn(email);
  expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  await auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal2" });
});

test("verifying ends the sessions that have not shown a factor", async () => {
  const { auth, email, id, secret } = await createCareful();
  const [second, third] = [await signIn(email), await signIn(email)];
  await second.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect((await third.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await auth.getUser()).error).toBeNull();
});

describe("without the factor", () => {
  test("a session may change neither password nor address nor factors", async () => {
    const { email, id } = await createCareful();
    const auth = await signIn(email);
    const insufficient = { code: "insufficient_aal" };
    const changes = [
      await auth.updateUser({ password: "tout-neuf" }),
      await auth.updateUser({ email: newAddress() }),
      await auth.mfa.enroll({ factorType: "totp", friendlyName: "thief" }),
      await auth.mfa.unenroll({ factorId: id }),
      await auth.linkIdentity({ provider: "google" }),
    ];
    expect(changes.map(({ error }) => error?.code)).toEqual(Array(5).fill(insufficient.code));
    expect(changes.map(({ error }) => error?.status)).toEqual([401, 401, 403, 422, 403]);
    expect((await auth.updateUser({ data: { lucky: 10 } })).error).toBeNull();
  });

  test("a session ends itself, and no other one", async () => {
    const { auth: owner, email } = await createCareful();
    const endBy = async (scope: string) => {
      const { access_token: token } = await tokenOf(await signIn(email));
      const answer = await fetch(`${site.url}/auth/v1/logout?scope=${scope}`, {
        method: "POST",
        headers: { apikey: site.backend.apiKeys.anon, authorization: `Bearer ${token}` },
      });
      const own = await fetch(`${site.url}/auth/v1/user`, {
        headers: { apikey: site.backend.apiKeys.anon, authorization: `Bearer ${token}` },
      });
      return [answer.status, own.status];
    };
    expect(await endBy("others")).toEqual([403, 200]);
    expect(await endBy("global")).toEqual([403, 403]);
    expect(await endBy("local")).toEqual([204, 403]);
    expect((await owner.getUser()).error).toBeNull();
  });

  test("an enrolment begun before the account had a factor is not completed without it", async () => {
    const { email, session } = await createMember(site);
    const thief = await signIn(email);
    const { id, secret } = await enrol(thief, "thief");
    await site.backend.pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name)
       values ($1, 'webauthn', 'verified', 'key')`,
      [session.user.id],
    );
    const { error } = await thief.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
    expect(await levelOf(thief)).toMatchObject({ currentLevel: "aal1" });
  });

  test("a recovery link opens a session that can't set a password without the factor", async () => {
    const { email } = await createCareful();
    const { auth } = site.client();
    await auth.resetPasswordForEmail(email);
    const { fragment } = await follow(site, (await lastMailTo(site, email)).link);
    await auth.setSession({
      access_token: fragment.get("access_token")!,
      refresh_token: fragment.get("refresh_token")!,
    });
    const { error } = await auth.updateUser({ password: "tout-neuf" });
    expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
  });
});

test("removing the factor lowers its sessions to aal1", async () => {
  const { auth, email, id } = await createCareful();
  expect((await auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
  expect((await auth.refreshSession()).error).toBeNull();
  expect(await levelOf(auth)).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
    currentAuthenticationMethods: [{ method: "password" }],
  });
  expect((await auth.updateUser({ password: "tout-neuf" })).error).toBeNull();
  expect(
    (await site.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
  ).not.toBeNull();
});

describe("a code", () => {
  test("counts once, also for another challenge or session", async () => {
    const { auth, email, id, secret } = await createCareful();
    const code = codeOf(secret);
    expect((await auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    const other = await signIn(email);
    const replay = await other.mfa.challengeAndVerify({ factorId: id, code });
    expect(replay.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const earlier = { factorId: id, code: codeOf(secret, -1) };
    expect((await other.mfa.challengeAndVerify(earlier)).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("opens one session when shown eight times in parallel", async () => {
    const { auth, email, id, secret } = await createCareful();
    await auth.signOut({ scope: "others" });
    const session = await tokenOf(await signIn(email));
    const headers = { authorization: `Bearer ${session.access_token}` };
    const challenges = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await post(site, `/factors/${id}/challenge`, {}, headers)).json(),
      ),
    );
    const code = codeOf(secret);
    const answers = await Promise.all(
      challenges.map(({ id: challenge_id }) =>
        post(site, `/factors/${id}/verify`, { challenge_id, code }, headers),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("is accepted with a clock half a minute off, and refused at two minutes", async () => {
    const { auth, id, secret } = await createCareful();
    const far = await auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 4) });
    expect(far.error).toMatchObject({ code: "mfa_verification_failed" });
    const near = await auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });
    expect(near.error).toBeNull();
  });

  test("locks after ten wrong guesses, even for the right one", async () => {
    const { auth, id, secret } = await createCareful();
    const { data } = await auth.mfa.challenge({ factorId: id });
    const wrong = codeOf(secret, 1000);
    const guess = (code: string) => auth.mfa.verify({ factorId: id, challengeId: data!.id, code });
    const guesses = await Promise.all(Array.from({ length: 10 }, () => guess(wrong)));
    expect(new Set(guesses.map(({ error }) => error?.code))).toEqual(
      new Set(["mfa_verification_failed"]),
    );
    expect((await guess(codeOf(secret))).error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
    });
  });

  test.each(["", "abcdef", "12345", "1234567", "１２３４５６"])("%j is refused", async (code) => {
    const { auth, id } = await createCareful();
    const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
    expect(error?.code).toMatch(/^(mfa_verification_failed|validation_failed)$/);
  });
});

describe("a challenge", () => {
  test("belongs to one factor, expires after five minutes and counts once", async () => {
    const { auth, id, secret } = await createCareful();
    const { data } = await auth.mfa.challenge({ factorId: id });
    expect(data).toMatchObject({ type: "totp" });
    expect(data!.expires_at - Date.now() / 1000).toBeCloseTo(300, -1);
    const verify = (challengeId: string) =>
      auth.mfa.verify({ factorId: id, challengeId, code: codeOf(secret) });
    expect((await verify(crypto.randomUUID())).error).toMatchObject({
      status: 422,
      code: "mfa_factor_not_found",
    });
    expect((await verify(data!.id)).error).toBeNull();
    await forgetSteps();
    expect((await verify(data!.id)).error).toMatchObject({ code: "mfa_ip_address_mismatch" });
    const late = await auth.mfa.challenge({ factorId: id });
    await site.backend.pool.query(
      "update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1",
      [late.data!.id],
    );
    expect((await verify(late.data!.id)).error).toMatchObject({ code: "mfa_challenge_expired" });
  });

  test("is refused as unknown for somebody else's factor", async () => {
    const { id } = await createCareful();
    const stranger = await signIn((await createMember(site)).email);
    for (const { error } of [
      await stranger.mfa.challenge({ factorId: id }),
      await stranger.mfa.unenroll({ factorId: id }),
    ]) {
      expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    }
  });
});

test("factors have different names, and at most ten are allowed", async () => {
  const { auth } = await createCareful();
  const twice = await auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect(twice.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
  for (let number = 2; number <= 10; number++) await enrol(auth, `number ${number}`);
  const more = await auth.mfa.enroll({ factorType: "totp", friendlyName: "number 11" });
  expect(more.error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
});
