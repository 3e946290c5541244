import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember, PASSWORD } from "@maillotheque/backend/testing";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

async function enrol({ auth }: SupabaseClient) {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  if (error) throw error;
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  expect((await auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
}

async function signIn(email: string) {
  const client = site.client();
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

/** A member with a factor and codes, in a session at aal2. */
async function createCareful() {
  const { email } = await createMember(site);
  const client = await signIn(email);
  await enrol(client);
  const { data, error } = await client.rpc("create_recovery_codes");
  if (error) throw error;
  return { email, client, codes: data as string[] };
}

test("a member without the factor signs in with a code and enrols again", async () => {
  const { email, codes } = await createCareful();
  const client = await signIn(email);
  expect((await client.rpc("create_recovery_codes")).error).toMatchObject({ code: "42501" });
  expect(await client.rpc("redeem_recovery_code", { code: codes[0] })).toMatchObject({
    data: true,
  });
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  expect(await client.rpc("recovery_codes_left")).toMatchObject({ data: 9 });
  await enrol(client);
});

test("a code repeated a hundred times in parallel counts once", async () => {
  const { email, codes } = await createCareful();
  const client = await signIn(email);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => client.rpc("redeem_recovery_code", { code: codes[0] })),
  );
  expect(answers.filter(({ data }) => data === true)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

test("ten wrong codes in parallel use up the attempts of an hour", async () => {
  const { email, codes } = await createCareful();
  const client = await signIn(email);
  const guess = (code: string) => client.rpc("redeem_recovery_code", { code });
  const guesses = await Promise.all(Array.from({ length: 15 }, () => guess("wrong")));
  expect(guesses.filter(({ data }) => data === false)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  // Whoever has a right one isn’t locked out by others’ guesses.
  expect((await guess(codes[0]!)).data).toBe(true);
});

test("sessions are listed and ended", async () => {
  const { email } = await createMember(site);
  const [client, other] = [await signIn(email), await signIn(email)];
  const { data } = await client.rpc("my_sessions");
  // Sign-up opened two sessions: by the mail's link and by the password.
  expect(data).toHaveLength(4);
  expect(data[0]).toMatchObject({ is_current: true, aal: "aal1", user_agent: expect.any(String) });
  const { data: here } = await other.rpc("my_sessions");
  expect((await client.rpc("revoke_session", { session_id: here[0].id })).data).toBe(true);
  expect((await other.rpc("my_sessions")).error).toMatchObject({ message: "session_ended" });
  expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await other.auth.refreshSession()).error).not.toBeNull();
});
