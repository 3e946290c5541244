import fc from "fast-check";
import { SignJWT } from "jose";
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { BCRYPT_COST } from "../../src/auth/policy.ts";
import { HEADERS } from "../../src/http/headers.ts";
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

const AT_ONCE = 100;

/** Each attempt comes from its own address, so that limits per client don't apply. */
const from = (index: number) => ({ [HEADERS.clientAddress]: `10.0.0.${index}` });

const hundred = <T>(attempt: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => attempt(index)));

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status);

const ask = (session: { access_token: string }, method: string, path: string, body?: object) =>
  fetch(`${site.url}/auth/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${session.access_token}` },
    ...(body && { body: JSON.stringify(body) }),
  });

describe("exactly one of a hundred parallel requests redeems", () => {
  test("a code", async () => {
    const email = newAddress();
    await site.client().auth.signUp({ email, password: PASSWORD });
    const { code } = await lastMailTo(site, email);
    const body = { type: "signup", email, token: code };
    // More than five attempts count as guessing, so only a few reach the code.
    const answers = await hundred((index) => post(site, "/verify", body, from(index)));
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(Math.max(...statusesOf(answers))).toBeLessThan(500);
  });

  test("a link", async () => {
    const email = newAddress();
    await site.client().auth.signUp({ email, password: PASSWORD });
    const { link } = await lastMailTo(site, email);
    const { pathname, search } = new URL(link);
    const answers = await hundred((index) =>
      fetch(site.url + pathname + search, { redirect: "manual", headers: from(index) }),
    );
    const targets = answers.map(({ headers }) => headers.get("location") ?? "");
    expect(targets.filter((target) => target.includes("#access_token="))).toHaveLength(1);
  });

  test("an authorization code", async () => {
    const { email } = await createMember(site);
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    await post(site, "/otp", { email, code_challenge: challenge, code_challenge_method: "s256" });
    const { target } = await follow(site, (await lastMailTo(site, email)).link);
    const body = { auth_code: target.searchParams.get("code"), code_verifier: verifier };
    const answers = await hundred((index) =>
      post(site, "/token?grant_type=pkce", body, from(index)),
    );
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(Math.max(...statusesOf(answers))).toBeLessThan(500);
  });
});

test("a hundred refreshes at once make one successor, and a replay later ends the session", async () => {
  const { session } = await createMember(site);
  const { refresh_token } = session;
  const refresh = (index: number) =>
    post(site, "/token?grant_type=refresh_token", { refresh_token }, from(index));
  const answers = await hundred(async (index) => (await refresh(index)).json());
  // A busy machine may delay some, which gives an attacker nothing.
  const [refreshed, others] = [true, false].map((wanted) =>
    answers.filter((answer) => "refresh_token" in answer === wanted),
  );
  expect(new Set(refreshed!.map((answer) => answer.refresh_token)).size).toBe(1);
  expect(others!.filter(({ code }) => code !== 503)).toEqual([]);
  const { refresh_token: successor } = refreshed![0];
  const body = { refresh_token: successor };
  expect((await post(site, "/token?grant_type=refresh_token", body, from(0))).status).toBe(200);
  await site.backend.pool.query(
    "update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'",
  );
  expect(await (await refresh(0)).json()).toMatchObject({
    error_code: "refresh_token_already_used",
  });
  expect((await ask(refreshed![0], "GET", "/user")).status).toBe(403);
});

test("a hundred parallel guesses lock the code, even for the right one", async () => {
  const email = newAddress();
  await site.client().auth.signUp({ email, password: PASSWORD });
  const { code } = await lastMailTo(site, email);
  const wrong = (index: number) => String((Number(code) + index + 1) % 1_000_000).padStart(6, "0");
  const guess = (token: string, index: number) =>
    post(site, "/verify", { type: "signup", email, token }, from(index));
  const answers = await hundred((index) => guess(wrong(index), index));
  expect(new Set(statusesOf(answers))).toEqual(new Set([403, 429]));
  expect((await guess(code, 0)).status).toBeGreaterThanOrEqual(400);
});

describe("a token of one kind is refused as any other kind", () => {
  test.each([
    [
      "a refresh token as a bearer",
      (s: Tokens) => ask({ access_token: s.refresh_token }, "GET", "/user"),
    ],
    [
      "an access token as a refresh token",
      (s: Tokens) =>
        post(site, "/token?grant_type=refresh_token", { refresh_token: s.access_token }),
    ],
    [
      "a refresh token as an authorization code",
      (s: Tokens) =>
        post(site, "/token?grant_type=pkce", {
          auth_code: s.refresh_token,
          code_verifier: "v".repeat(43),
        }),
    ],
    [
      "a refresh token as the hash of a link",
      (s: Tokens) => post(site, "/verify", { type: "email", token_hash: s.refresh_token }),
    ],
    ["a member's token as the secret key", (s: Tokens) => ask(s, "GET", "/admin/users")],
  ])("%s is refused", async (_, use) => {
    const { session } = await createMember(site);
    const answer = await use(session);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("claims signed by somebody else are refused, also as the secret key", async () => {
    const [key] = (await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()).keys;
    for (const secret of [JSON.stringify(key), key.x, "super-secret-jwt-token"]) {
      const token = await new SignJWT({ role: "service_role" })
        .setProtectedHeader({ alg: "HS256", kid: key.kid })
        .setExpirationTime("1h")
        .sign(new TextEncoder().encode(secret));
      const answer = await ask({ access_token: token }, "GET", "/admin/users");
      expect(await answer.json()).toMatchObject({ error_code: "not_admin" });
    }
  });
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

test("hostile input to endpoints with a session or the secret key never causes a server error", async () => {
  const { session } = await createMember(site);
  const member = [
    "/factors",
    `/factors/${crypto.randomUUID()}/verify`,
    "/token?grant_type=id_token",
  ];
  const secret = ["/admin/users", "/admin/generate_link", "/invite"];
  const odd = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue());
  const body = fc.record(
    {
      email: fc.oneof(fc.constant("a@example.org"), odd),
      new_email: odd,
      type: fc.oneof(fc.constantFrom("signup", "invite", "email_change_new"), odd),
      password: odd,
      id: odd,
      ban_duration: fc.oneof(fc.constantFrom("9999999999h", "1h"), odd),
      user_metadata: odd,
      app_metadata: odd,
      factor_type: fc.oneof(fc.constant("totp"), odd),
      friendly_name: odd,
      issuer: odd,
      provider: odd,
      id_token: odd,
      redirect_to: odd,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...member, ...secret), body, async (path, value) => {
      const token = secret.includes(path) ? site.backend.apiKeys.service : session.access_token;
      const answer = await post(site, path, value, { authorization: `Bearer ${token}` });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
  const query = fc.webQueryParameters();
  const paths = ["/authorize", "/callback", "/admin/users", "/verify"];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), query, async (path, text) => {
      const address = `${site.url}/auth/v1${path}?filter=%00&provider=google&${text}`;
      const answer = await fetch(address, {
        redirect: "manual",
        headers: { authorization: `Bearer ${site.backend.apiKeys.service}` },
      });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 50 },
  );
});

describe("the existence of an account", () => {
  test("can't be told by the time that a wrong password takes", async () => {
    const usual = await startTestBackend({ auth: { bcryptCost: BCRYPT_COST } });
    onTestFinished(() => usual.close());
    const { email } = await createMember(usual);
    const time = async (address: string) => {
      // The processor's time: on a busy machine, the clock goes on while this waits.
      const start = process.cpuUsage();
      await post(usual, "/token?grant_type=password", { email: address, password: "wrong-one" });
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round++) {
      known.push(await time(email));
      unknown.push(await time(newAddress()));
    }
    // Hashing dominates; an answer without it would be many times faster.
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  test("can't be told by the answer to any request for mails", async () => {
    const { email } = await createMember(site);
    for (const [path, body] of [
      ["/recover", {}],
      ["/otp", { create_user: false }],
      ["/resend", { type: "signup" }],
    ] as const) {
      const [known, unknown] = [
        await post(site, path, { ...body, email }),
        await post(site, path, { ...body, email: newAddress() }),
      ];
      expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    }
  });
});

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

test("an address that matches a member's only in lower case has no account", async () => {
  // The kelvin sign, whose lower case is a plain k.
  const email = newAddress("karl");
  await createMember(site, email);
  for (const path of ["/recover", "/otp", "/signup", "/resend"]) {
    const body = { email: email.replace("k", "\u212A"), password: PASSWORD, type: "signup" };
    const answer = await post(site, path, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: "validation_failed" });
  }
});
