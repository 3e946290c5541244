import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { Authenticator, Device, type Circumstances } from "./authenticator.ts";
import { createMember, PASSWORD, post } from "../../src/testing/accounts.ts";

// Without settings the site has a loopback address, which browsers know as localhost.
const ORIGIN = "http://localhost:3000";

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

async function register(
  auth: Auth,
  device = new Authenticator(),
  wrong: Partial<Circumstances> = {},
) {
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  const credential = device.create(data.options as never, { origin: ORIGIN, ...wrong });
  const answer = { challengeId: data.challenge_id, credential: credential as never };
  return { device, answer, ...(await auth.passkey.verifyRegistration(answer)) };
}

async function createKeyed() {
  const { email, session } = await createMember(site);
  const auth = await signIn(email);
  const { device, data, error } = await register(auth);
  if (error) throw error;
  return { email, userId: session.user.id, auth, device, passkey: data };
}

async function show(device: Authenticator, wrong: Partial<Circumstances> = {}) {
  const { auth } = site.client();
  const { data, error } = await auth.passkey.startAuthentication();
  if (error) throw error;
  const credential = device.get(data.options as never, { origin: ORIGIN, ...wrong });
  const answer = { challengeId: data.challenge_id, credential: credential as never };
  return {
    auth,
    answer,
    options: data.options,
    ...(await auth.passkey.verifyAuthentication(answer)),
  };
}

describe("a passkey", () => {
  test("is registered for the account, and signs in without a password", async () => {
    const { email, userId, auth, device, passkey } = await createKeyed();
    expect(passkey).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
    const signedIn = await show(device);
    expect(signedIn.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(signedIn.options.allowCredentials ?? []).toEqual([]);
    expect(signedIn.data?.user).toMatchObject({ id: userId, email });
    const { data } = await signedIn.auth.getClaims();
    expect(data?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "passkey" }] });
    const { data: list } = await auth.passkey.list();
    expect(list).toMatchObject([{ id: passkey.id, last_used_at: expect.any(String) }]);
  });

  test("is renamed and deleted only by its owner", async () => {
    const { auth, device, passkey } = await createKeyed();
    const stranger = await signIn((await createMember(site)).email);
    const passkeyId = passkey.id;
    const rename = { passkeyId, friendlyName: "Clé bleue" };
    expect((await stranger.passkey.update(rename)).error).toMatchObject({ status: 404 });
    expect((await stranger.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    expect((await stranger.passkey.list()).data).toEqual([]);
    expect((await auth.passkey.update(rename)).data).toMatchObject({ friendly_name: "Clé bleue" });
    for (const friendlyName of ["", "x".repeat(121)]) {
      const { error } = await auth.passkey.update({ passkeyId, friendlyName });
      expect(error).toMatchObject({ status: 400, code: "validation_failed" });
    }
    expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await show(device)).error).toMatchObject({ code: "webauthn_verification_failed" });
  });

  test("belongs to one account", async () => {
    const { device } = await createKeyed();
    const { error } = await register(await signIn((await createMember(site)).email), device);
    expect(error).toMatchObject({ status: 422, code: "webauthn_credential_exists" });
  });

  test("is listed and deleted with the secret key", async () => {
    const { userId, passkey } = await createKeyed();
    const { admin } = site.client(site.backend.apiKeys.service).auth;
    expect((await admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkey.id }]);
    const deleted = await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id });
    expect(deleted.error).toBeNull();
    expect((await admin.passkey.listPasskeys({ userId })).data).toEqual([]);
  });

  test("does not sign a banned member in", async () => {
    const { userId, device } = await createKeyed();
    const { admin } = site.client(site.backend.apiKeys.service).auth;
    await admin.updateUserById(userId, { ban_duration: "1h" });
    expect((await show(device)).error).toMatchObject({ status: 403, code: "user_banned" });
  });

  test("does not replace a second factor, and can't be managed before it is shown", async () => {
    const { email, auth, device, passkey } = await createKeyed();
    const { data } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
    const code = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) }).generate();
    await auth.mfa.challengeAndVerify({ factorId: data!.id, code });
    const { auth: keyed } = await show(device);
    expect((await keyed.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    for (const weak of [keyed, await signIn(email)]) {
      const insufficient = { status: 403, code: "insufficient_aal" };
      expect((await weak.passkey.startRegistration()).error).toMatchObject(insufficient);
      const deleted = await weak.passkey.delete({ passkeyId: passkey.id });
      expect(deleted.error).toMatchObject(insufficient);
    }
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
  });
});

describe("a device that has a credential for the other purpose", () => {
  const at = { origin: ORIGIN };

  /** The options that the browser gets, before supabase-js turns texts into bytes. */
  async function challenge(auth: Auth, id: string) {
    const { access_token: token } = (await auth.getSession()).data.session!;
    const headers = { authorization: `Bearer ${token}` };
    const body = await (await post(site, `/factors/${id}/challenge`, {}, headers)).json();
    return { id: body.id as string, options: body.webauthn.credential_options.publicKey };
  }

  async function answer(auth: Auth, factorId: string, device: Device, type: "create" | "request") {
    const { id: challengeId, options } = await challenge(auth, factorId);
    const response = type === "create" ? device.create(options, at) : device.get(options, at);
    const webauthn = { type, rpId: "localhost", rpOrigins: [ORIGIN] };
    const credential_response = { toJSON: () => response } as never;
    return auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...webauthn, credential_response } as never,
    });
  }

  const enrol = async (auth: Auth) =>
    (await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" })).data!.id;

  test("keeps its second factor: no passkey overwrites it", async () => {
    const auth = await signIn((await createMember(site)).email);
    const [device, factorId] = [new Device(), await enrol(auth)];
    expect((await answer(auth, factorId, device, "create")).error).toBeNull();
    const { data } = await auth.passkey.startRegistration();
    expect(() => device.create(data!.options as never, at)).toThrow(/previously registered/);
    expect((await answer(auth, factorId, device, "request")).error).toBeNull();
    // Another device may.
    expect(() => new Device().create(data!.options as never, at)).not.toThrow();
  });

  test("keeps its passkey: no second factor overwrites it", async () => {
    const auth = await signIn((await createMember(site)).email);
    const device = new Device();
    const { data } = await auth.passkey.startRegistration();
    const credential = device.create(data!.options as never, at) as never;
    await auth.passkey.verifyRegistration({ challengeId: data!.challenge_id, credential });
    const { options } = await challenge(auth, await enrol(auth));
    expect(() => device.create(options, at)).toThrow(/previously registered/);
    const begun = await site.client().auth.passkey.startAuthentication();
    const shown = device.get(begun.data!.options as never, at) as never;
    const { error } = await site.client().auth.passkey.verifyAuthentication({
      challengeId: begun.data!.challenge_id,
      credential: shown,
    });
    expect(error).toBeNull();
  });
});

describe("an invalid answer is refused", () => {
  const circumstances: [string, Partial<Circumstances>][] = [
    ["another origin", { origin: "http://localhost.evil.example:3000" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["nobody verified", { userVerified: false }],
    ["nobody present", { userPresent: false }],
  ];
  const failed = { status: 400, code: "webauthn_verification_failed" };

  let keyed: Awaited<ReturnType<typeof createKeyed>>;
  beforeAll(async () => void (keyed = await createKeyed()));

  test.each(circumstances)("registering with %s", async (_what, wrong) => {
    const { auth } = keyed;
    expect((await register(auth, undefined, wrong)).error).toMatchObject(failed);
    expect((await auth.passkey.list()).data).toHaveLength(1);
  });

  test.each(circumstances)("signing in with %s", async (_what, wrong) => {
    expect((await show(keyed.device, wrong)).error).toMatchObject(failed);
  });

  test("an unknown credential, and one with a lower counter", async () => {
    const unknown = new Authenticator();
    expect((await show(unknown)).error).toMatchObject(failed);
    const { device } = keyed;
    expect((await show(device)).error).toBeNull();
    device.counter -= 1;
    expect((await show(device)).error).toMatchObject(failed);
  });

  test("a replayed answer, also eight times in parallel", async () => {
    const { device } = keyed;
    const { answer, error } = await show(device);
    expect(error).toBeNull();
    const again = await site.client().auth.passkey.verifyAuthentication(answer);
    expect(again.error).toMatchObject({ status: 400, code: "webauthn_challenge_not_found" });
    const { data } = await site.client().auth.passkey.startAuthentication();
    const body = {
      challenge_id: data!.challenge_id,
      credential: device.get(data!.options as never, { origin: ORIGIN }),
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(site, "/passkeys/authentication/verify", body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a challenge of another account, and an expired one", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => signIn((await createMember(site)).email)),
    );
    const { data } = await first!.passkey.startRegistration();
    const credential = new Authenticator().create(data!.options as never, { origin: ORIGIN });
    const answer = { challengeId: data!.challenge_id, credential: credential as never };
    const stolen = await second!.passkey.verifyRegistration(answer);
    expect(stolen.error).toMatchObject({ code: "webauthn_challenge_not_found" });
    await site.backend.pool.query("update auth.webauthn_challenges set expires_at = now()");
    const late = await first!.passkey.verifyRegistration(answer);
    expect(late.error).toMatchObject({ code: "webauthn_challenge_expired" });
  });
});

test("any malformed answer is refused without a server error", async () => {
  const { device } = await createKeyed();
  const bytes = fc
    .uint8Array({ maxLength: 400 })
    .map((some) => Buffer.from(some).toString("base64url"));
  const answer = fc.record({
    id: fc.oneof(fc.constant(device.credentialId), bytes, fc.string()),
    rawId: fc.oneof(fc.constant(device.credentialId), bytes),
    type: fc.constant("public-key"),
    response: fc.record({
      clientDataJSON: fc.oneof(
        bytes,
        fc.json().map((text) => Buffer.from(text).toString("base64url")),
      ),
      authenticatorData: bytes,
      signature: bytes,
      attestationObject: bytes,
      transports: fc.jsonValue(),
      userHandle: fc.jsonValue(),
    }),
  });
  const auth = await signIn((await createMember(site)).email);
  const token = (await auth.getSession()).data.session!.access_token;
  await fc.assert(
    fc.asyncProperty(answer, async (credential) => {
      const started = [
        ["authentication", await site.client().auth.passkey.startAuthentication()],
        ["registration", await auth.passkey.startRegistration()],
      ] as const;
      for (const [ceremony, { data }] of started) {
        const body = { challenge_id: data!.challenge_id, credential };
        const headers = { authorization: `Bearer ${token}` };
        const { status } = await post(site, `/passkeys/${ceremony}/verify`, body, headers);
        expect(status).toBe(400);
      }
    }),
    { numRuns: 30 },
  );
});

test("a site at an IP address offers no passkeys", async () => {
  const remote = await startTestBackend({ siteUrl: "https://192.0.2.7" });
  try {
    const { auth } = createClient(remote.url, remote.backend.apiKeys.anon, {
      auth: { persistSession: false },
    });
    expect((await auth.passkey.startAuthentication()).error).toMatchObject({
      status: 404,
      code: "passkey_disabled",
    });
    const settings = await fetch(`${remote.url}/auth/v1/settings`);
    expect(await settings.json()).toMatchObject({ passkeys_enabled: false });
  } finally {
    await remote.close();
  }
});
