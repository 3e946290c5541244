import type { SupabaseClient } from "@supabase/supabase-js";
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { Authenticator, type Circumstances } from "./authenticator.ts";
import { createMember, PASSWORD, post } from "../../src/testing/accounts.ts";

const ORIGIN = "https://site.example.org";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend({ siteUrl: ORIGIN })));
afterAll(() => site.close());

type Auth = SupabaseClient["auth"];

async function signIn(email: string): Promise<Auth> {
  const { auth } = site.client();
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return auth;
}

const headersOf = async (auth: Auth) => ({
  authorization: `Bearer ${(await auth.getSession()).data.session!.access_token}`,
});

/** The challenge as the server sends it, before supabase-js turns its texts into bytes. */
async function challenge(auth: Auth, id: string) {
  const answer = await post(site, `/factors/${id}/challenge`, {}, await headersOf(auth));
  expect(answer.status).toBe(200);
  const body = await answer.json();
  return { ...body, options: body.webauthn.credential_options.publicKey };
}

type Response = ReturnType<Authenticator["create"]> | ReturnType<Authenticator["get"]>;

/** The browser's result in an object with the `toJSON` that supabase-js calls. */
function verify(auth: Auth, id: string, challengeId: string, response: Response) {
  const type = "attestationObject" in response.response ? "create" : "request";
  return auth.mfa.verify({
    factorId: id,
    challengeId,
    webauthn: {
      type,
      rpId: "site.example.org",
      rpOrigins: [ORIGIN],
      credential_response: { toJSON: () => response } as never,
    },
  });
}

async function enrol(auth: Auth, friendlyName = "key"): Promise<string> {
  const { data, error } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName });
  if (error) throw error;
  expect(data).toMatchObject({ type: "webauthn", friendly_name: friendlyName });
  return data.id;
}

async function register(
  auth: Auth,
  {
    device = new Authenticator(),
    name = "key",
    ...wrong
  }: Partial<Circumstances> & {
    device?: Authenticator;
    name?: string;
  } = {},
) {
  const id = await enrol(auth, name);
  const { id: challengeId, options } = await challenge(auth, id);
  const made = device.create(options, { origin: ORIGIN, ...wrong });
  return { id, device, challengeId, made, ...(await verify(auth, id, challengeId, made)) };
}

/** A member with a registered key, and a new session at aal1. */
async function createCareful() {
  const { email } = await createMember(site);
  const first = await signIn(email);
  const { id, device, error } = await register(first);
  if (error) throw error;
  return { email, id, device, first, auth: await signIn(email) };
}

async function show(
  auth: Auth,
  id: string,
  device: Authenticator,
  wrong: Partial<Circumstances> = {},
) {
  const { id: challengeId, options } = await challenge(auth, id);
  const shown = device.get(options, { origin: ORIGIN, ...wrong });
  return { challengeId, shown, ...(await verify(auth, id, challengeId, shown)) };
}

const levelOf = async (auth: Auth) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data;

describe("registering", () => {
  test("requests a new credential for this site and account", async () => {
    const { email, session } = await createMember(site);
    const auth = await signIn(email);
    const id = await enrol(auth);
    const { data } = await auth.mfa.challenge({ factorId: id, webauthn: { rpId: "x" } });
    expect(data).toMatchObject({ type: "webauthn", webauthn: { type: "create" } });
    expect(data!.expires_at - Date.now() / 1000).toBeCloseTo(300, -1);
    const { options } = await challenge(auth, id);
    expect(options).toMatchObject({
      rp: { id: "site.example.org" },
      user: { id: Buffer.from(session.user.id).toString("base64url"), name: email },
      attestation: "none",
      excludeCredentials: [],
      hints: [],
    });
    expect(options.challenge).toMatch(/^[\w-]{43}$/);
  });

  test("raises the session to aal2, and lists the factor without its key", async () => {
    const { email } = await createMember(site);
    const auth = await signIn(email);
    const { id, data, error } = await register(auth);
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: "bearer", user: { email } });
    expect(await levelOf(auth)).toMatchObject({
      currentLevel: "aal2",
      currentAuthenticationMethods: [{ method: "mfa/webauthn" }, { method: "password" }],
    });
    const { data: factors } = await auth.mfa.listFactors();
    expect(factors?.webauthn).toMatchObject([{ id, status: "verified", friendly_name: "key" }]);
    expect(JSON.stringify(factors)).not.toContain("publicKey");
  });

  test.each([
    ["another origin", { origin: "https://site.example.org.evil.example" }],
    ["the same host without TLS", { origin: "http://site.example.org" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["an assertion instead", { type: "webauthn.get" }],
    ["nobody present", { userPresent: false }],
  ])("is refused with %s", async (_what, wrong) => {
    const auth = await signIn((await createMember(site)).email);
    const { error } = await register(auth, wrong);
    expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    expect((await auth.mfa.listFactors()).data?.webauthn).toEqual([]);
    expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  });

  test("excludes the account's credentials from a new registration", async () => {
    const { first, device } = await createCareful();
    const { options } = await challenge(first, await enrol(first, "second"));
    expect(options.excludeCredentials).toMatchObject([{ id: device.credentialId }]);
  });

  test("refuses a credential that is another account's factor", async () => {
    const { device } = await createCareful();
    const auth = await signIn((await createMember(site)).email);
    const { error } = await register(auth, { device });
    expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  });

  test("requires aal2 if a factor is already verified", async () => {
    const { auth } = await createCareful();
    const { error } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "thief" });
    expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
  });
});

describe("signing in", () => {
  test("raises the session to aal2, and refreshes keep it", async () => {
    const { auth, id, device } = await createCareful();
    expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const { options } = await challenge(auth, id);
    expect(options).toMatchObject({
      rpId: "site.example.org",
      allowCredentials: [
        { id: device.credentialId, type: "public-key", transports: ["usb", "nfc"] },
      ],
    });
    expect((await show(auth, id, device)).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal2" });
  });

  test("accepts any credential of the account", async () => {
    const { first, id, email } = await createCareful();
    const spare = new Authenticator();
    expect((await register(first, { device: spare, name: "spare" })).error).toBeNull();
    const auth = await signIn(email);
    expect((await show(auth, id, spare)).error).toBeNull();
  });

  let careful: Awaited<ReturnType<typeof createCareful>>;
  beforeAll(async () => void (careful = await createCareful()));

  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  test.each([
    ["another origin", { origin: "https://site.example.org.evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["another key", { key: stranger }],
    ["a registration instead", { type: "webauthn.create" }],
    ["nobody present", { userPresent: false }],
  ])("is refused with %s", async (_what, wrong) => {
    const { auth, id, device } = careful;
    const { error } = await show(auth, id, device, wrong);
    expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    expect(await levelOf(auth)).toMatchObject({ currentLevel: "aal1" });
  });

  test("an answer counts once, and only for its own challenge", async () => {
    const { auth, id, device, email } = await createCareful();
    const { challengeId, shown, error } = await show(auth, id, device);
    expect(error).toBeNull();
    const replay = await verify(auth, id, challengeId, shown);
    expect(replay.error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
    const other = await signIn(email);
    const next = await challenge(other, id);
    expect((await verify(other, id, next.id, shown)).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("a repeated answer, eight times in parallel, opens one session", async () => {
    const { auth, id, device } = await createCareful();
    const { id: challengeId, options } = await challenge(auth, id);
    const webauthn = {
      type: "request",
      credential_response: device.get(options, { origin: ORIGIN }),
    };
    const headers = await headersOf(auth);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        post(site, `/factors/${id}/verify`, { challenge_id: challengeId, webauthn }, headers),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("a lower counter is refused as a sign of a copied key", async () => {
    const { auth, id, device, email } = await createCareful();
    expect((await show(auth, id, device)).error).toBeNull();
    device.counter -= 1;
    const other = await signIn(email);
    expect((await show(other, id, device)).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect((await show(other, id, device)).error).toBeNull();
  });

  test("a registration is refused as an assertion", async () => {
    const { auth, id } = await createCareful();
    const { id: challengeId, options } = await challenge(auth, id);
    const made = new Authenticator().create(
      { ...options, rp: { id: options.rpId }, user: { id: "" } },
      { origin: ORIGIN },
    );
    expect((await verify(auth, id, challengeId, made)).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("somebody else's credential is refused", async () => {
    const { auth, id } = await createCareful();
    const { device } = await createCareful();
    expect((await show(auth, id, device)).error).toMatchObject({ code: "mfa_verification_failed" });
  });
});

describe("a malformed answer", () => {
  let careful: Awaited<ReturnType<typeof createCareful>>;
  beforeAll(async () => void (careful = await createCareful()));

  test.each([
    [{}, 400],
    [{ webauthn: { type: "create" } }, 400],
    [{ webauthn: { type: "other", credential_response: {} } }, 400],
    [{ webauthn: { type: "request", credential_response: { id: 1 } } }, 400],
  ])("%j is refused", async (body, status) => {
    const { auth, id } = careful;
    const { id: challengeId } = await challenge(auth, id);
    const answer = await post(
      site,
      `/factors/${id}/verify`,
      { challenge_id: challengeId, ...body },
      await headersOf(auth),
    );
    expect(answer.status).toBe(status);
  });
});

test("removing the passkey lowers the session to aal1", async () => {
  const { first, id } = await createCareful();
  expect((await first.mfa.unenroll({ factorId: id })).error).toBeNull();
  expect((await first.refreshSession()).error).toBeNull();
  expect(await levelOf(first)).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
    currentAuthenticationMethods: [{ method: "password" }],
  });
});
