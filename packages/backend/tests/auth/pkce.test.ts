import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";

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

/** A client of a server-rendered site: the session comes by code, not in the address. */
function pkceClient(): SupabaseClient {
  const items = new Map<string, string>();
  return createClient(site.url, site.backend.apiKeys.anon, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      storage: {
        getItem: (name) => items.get(name) ?? null,
        setItem: (name, value) => void items.set(name, value),
        removeItem: (name) => void items.delete(name),
      },
    },
  });
}

async function codeFor(email: string): Promise<string> {
  const { target } = await follow(site, (await lastMailTo(site, email)).link);
  return target.searchParams.get("code")!;
}

test("a sign-up's link gives a code that its browser exchanges, once", async () => {
  const { auth } = pkceClient();
  const email = newAddress();
  await auth.signUp({ email, password: PASSWORD });
  const { target } = await follow(site, (await lastMailTo(site, email)).link);
  expect(target.hash).toBe("");
  const code = target.searchParams.get("code")!;
  const { data, error } = await auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  const { data: claims } = await auth.getClaims();
  expect(claims?.claims.amr).toEqual([{ method: "email/signup", timestamp: expect.any(Number) }]);
  const again = await post(site, "/token?grant_type=pkce", { auth_code: code, code_verifier: "x" });
  expect(await again.json()).toMatchObject({ code: 404, error_code: "flow_state_not_found" });
});

test("recovery and magic link work the same way", async () => {
  const { email } = await createMember(site);
  const { auth } = pkceClient();
  await auth.resetPasswordForEmail(email);
  const recovered = await auth.exchangeCodeForSession(await codeFor(email));
  expect(recovered.data.session?.user.email).toBe(email);
  await auth.signInWithOtp({ email });
  const linked = await auth.exchangeCodeForSession(await codeFor(email));
  expect(linked.data.session?.user.email).toBe(email);
});

test("another browser can't exchange the code; a wrong attempt doesn't consume it", async () => {
  const { auth } = pkceClient();
  const email = newAddress();
  await auth.signUp({ email, password: PASSWORD });
  const code = await codeFor(email);
  const stolen = await post(site, "/token?grant_type=pkce", {
    auth_code: code,
    code_verifier: "y".repeat(56),
  });
  expect(stolen.status).toBe(400);
  expect(await stolen.json()).toMatchObject({ error_code: "bad_code_verifier" });
  expect((await auth.exchangeCodeForSession(code)).error).toBeNull();
});

test("exactly one of 20 parallel exchanges wins", async () => {
  const email = newAddress();
  const verifier = "v".repeat(64);
  await post(site, "/signup", {
    email,
    password: PASSWORD,
    code_challenge: verifier,
    code_challenge_method: "plain",
  });
  const auth_code = await codeFor(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      post(site, "/token?grant_type=pkce", { auth_code, code_verifier: verifier }),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)]);
});

test("a late exchange is refused", async () => {
  const { auth } = pkceClient();
  const email = newAddress();
  await auth.signUp({ email, password: PASSWORD });
  const code = await codeFor(email);
  await site.backend.pool.query(
    "update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'",
  );
  const { error } = await auth.exchangeCodeForSession(code);
  expect(error).toMatchObject({ status: 422, code: "flow_state_expired" });
});

test("an error of the link is reported in query and fragment", async () => {
  const { auth } = pkceClient();
  const email = newAddress();
  await auth.signUp({ email, password: PASSWORD });
  const { link } = await lastMailTo(site, email);
  await follow(site, link);
  const { target, fragment } = await follow(site, link);
  expect(target.searchParams.get("error_code")).toBe("otp_expired");
  expect(fragment.get("error_code")).toBe("otp_expired");
});
