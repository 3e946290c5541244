import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember, newAddress, PASSWORD, post } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const refresh = (refresh_token: string) =>
  post(site, "/token?grant_type=refresh_token", { refresh_token });

const userBy = (token: string) =>
  fetch(`${site.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });

/** Waits until the reuse interval of a replaced token is over. */
async function passReuseInterval(): Promise<void> {
  await site.backend.pool.query(
    "update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'",
  );
}

describe("password", () => {
  test("signs in with the claims of the hosted service", async () => {
    const { email } = await createMember(site);
    const { auth } = site.client();
    const { data } = await auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const { data: verified } = await auth.getClaims();
    expect(verified?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    const { iat, exp } = verified!.claims;
    expect(exp - iat).toBe(3600);
    expect(data.session!.expires_at).toBeCloseTo(exp, -1);
    expect(verified?.claims).toMatchObject({
      iss: "http://127.0.0.1:3000/auth/v1",
      sub: data.user!.id,
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { email, email_verified: true },
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });

  test("is refused like an unknown address when wrong", async () => {
    const { email } = await createMember(site);
    const { auth } = site.client();
    const wrong = await auth.signInWithPassword({ email, password: "not-this-one" });
    const unknown = await auth.signInWithPassword({ email: newAddress(), password: PASSWORD });
    for (const { error } of [wrong, unknown]) {
      expect(error).toMatchObject({
        status: 400,
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });

  test("is never truncated to 72 bytes", async () => {
    const email = newAddress();
    const longest = "x".repeat(72);
    await post(site, "/signup", { email, password: longest });
    const answer = await post(site, "/token?grant_type=password", {
      email,
      password: `${longest}y`,
    });
    expect(await answer.json()).toMatchObject({ error_code: "invalid_credentials" });
  });

  test("may have a hash of the hosted service", async () => {
    const { email } = await createMember(site);
    const hash = "$2a$10$5vP4oe8FY4S1N57stR49Muo8tIiejt.Gtk83xtHZfnZcAfjn6qspS";
    await site.backend.pool.query(
      "update auth.users set encrypted_password = $2 where email = $1",
      [email, hash],
    );
    const { auth } = site.client();
    const { error } = await auth.signInWithPassword({ email, password: "correct horse" });
    expect(error).toBeNull();
  });

  test("is locked after 20 wrong attempts, even the right one", async () => {
    const { email } = await createMember(site);
    const attempt = (password: string) =>
      post(site, "/token?grant_type=password", { email, password });
    const wrong = await Promise.all(Array.from({ length: 20 }, () => attempt("not-this-one")));
    expect(wrong.every((answer) => answer.status === 400)).toBe(true);
    const answer = await attempt(PASSWORD);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
  });

  test("of a banned member reports the ban only when it is right", async () => {
    const { email, session } = await createMember(site);
    await site.backend.pool.query(
      "update auth.users set banned_until = now() + interval '1 day' where email = $1",
      [email],
    );
    const { auth } = site.client();
    const right = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({ status: 400, code: "user_banned" });
    const wrong = await auth.signInWithPassword({ email, password: "not-this-one" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
    expect((await userBy(session.access_token)).status).toBe(403);
    expect(await (await refresh(session.refresh_token)).json()).toMatchObject({
      error_code: "user_banned",
    });
  });
});

describe("refresh token", () => {
  test("is replaced on each use, and the session continues", async () => {
    const { session } = await createMember(site);
    const { auth } = site.client();
    const first = await auth.refreshSession(session);
    const second = await auth.refreshSession(first.data.session!);
    const tokens = [session, first.data.session!, second.data.session!].map(
      (each) => each.refresh_token,
    );
    expect(new Set(tokens).size).toBe(3);
    expect(sessionId(second.data.session!.access_token)).toBe(sessionId(session.access_token));
    expect(second.data.user?.id).toBe(session.user.id);
  });

  test("gives the same successor when repeated at once, also 20 times in parallel", async () => {
    const { session } = await createMember(site);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await refresh(session.refresh_token)).json()),
    );
    // A busy machine may delay some, which gives an attacker nothing.
    const refreshed = answers.filter((answer) => "refresh_token" in answer);
    const others = answers.filter((answer) => !refreshed.includes(answer));
    expect(others.filter(({ code }) => code !== 503)).toEqual([]);
    const successors = new Set(refreshed.map((answer) => answer.refresh_token));
    expect(successors.size).toBe(1);
    const [successor] = successors;
    expect((await refresh(successor)).status).toBe(200);
    // The chain is one token longer; the oldest still leads to its end for ten seconds, which a busy machine may have used up.
    await site.backend.pool.query(
      "update auth.refresh_tokens set updated_at = now() where user_id = $1",
      [session.user.id],
    );
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });

  test("gives its successor at any time, while that one is unused", async () => {
    const { session } = await createMember(site);
    const lost = await (await refresh(session.refresh_token)).json();
    await site.backend.pool.query(
      "update auth.refresh_tokens set updated_at = updated_at - interval '30 days' where user_id = $1",
      [session.user.id],
    );
    const again = await refresh(session.refresh_token);
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ refresh_token: lost.refresh_token });
    expect((await userBy(lost.access_token)).status).toBe(200);
  });

  test("ends the session of thief and owner when replayed later", async () => {
    const { session } = await createMember(site);
    const lost = await (await refresh(session.refresh_token)).json();
    const successor = await (await refresh(lost.refresh_token)).json();
    await passReuseInterval();
    const replay = await refresh(session.refresh_token);
    expect(replay.status).toBe(400);
    expect(await replay.json()).toMatchObject({ error_code: "refresh_token_already_used" });
    expect((await refresh(successor.refresh_token)).status).toBe(400);
    const answer = await userBy(successor.access_token);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: "session_not_found" });
  });

  test("stays valid when one of another session is replayed", async () => {
    const { email, session } = await createMember(site);
    const other = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
    const successor = await (await refresh(session.refresh_token)).json();
    await refresh(successor.refresh_token);
    await passReuseInterval();
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await refresh(other.data.session!.refresh_token)).status).toBe(200);
  });

  test("is not stored", async () => {
    const { session } = await createMember(site);
    const { rows } = await site.backend.pool.query(
      "select row_to_json(t)::text as row from auth.refresh_tokens t where user_id = $1",
      [session.user.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(session.refresh_token))).toBe(false);
  });

  test.each([
    ["unknown", { refresh_token: "nope" }, "refresh_token_not_found"],
    ["missing", {}, "validation_failed"],
    ["a number", { refresh_token: 5 }, "bad_json"],
  ])("%s is refused", async (_, body, code) => {
    const answer = await post(site, "/token?grant_type=refresh_token", body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: code });
  });
});

describe("sign-out", () => {
  test.each([
    ["global", { own: 400, other: 400 }],
    ["local", { own: 400, other: 200 }],
    ["others", { own: 200, other: 400 }],
  ] as const)("%s", async (scope, expected) => {
    const { email } = await createMember(site);
    const [mine, theirs] = [site.client().auth, site.client().auth];
    const own = (await mine.signInWithPassword({ email, password: PASSWORD })).data.session!;
    const other = (await theirs.signInWithPassword({ email, password: PASSWORD })).data.session!;
    expect((await mine.signOut({ scope })).error).toBeNull();
    expect((await refresh(own.refresh_token)).status).toBe(expected.own);
    expect((await refresh(other.refresh_token)).status).toBe(expected.other);
    expect((await userBy(own.access_token)).status).toBe(expected.own === 200 ? 200 : 403);
  });

  test("tells the browser to forget what it stored for the session that ends", async () => {
    const { session } = await createMember(site);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const cleared = async (scope: string) =>
      (await post(site, `/logout?scope=${scope}`, "", headers)).headers.get("clear-site-data");
    expect(await cleared("others")).toBeNull();
    expect(await cleared("local")).toBe('"cache"');
  });

  test("during a refresh leaves nothing behind and fails nobody", async () => {
    const { session } = await createMember(site);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => refresh(session.refresh_token)),
      post(site, "/logout", "", headers),
      ...Array.from({ length: 8 }, () => refresh(session.refresh_token)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect((await refresh(session.refresh_token)).status).toBe(400);
  });

  test("is refused with an unknown scope or without a session", async () => {
    const { session } = await createMember(site);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const odd = await post(site, "/logout?scope=everyone", "", headers);
    expect(odd.status).toBe(400);
    expect((await post(site, "/logout", "")).status).toBe(401);
  });
});

describe("an invalid token", () => {
  test.each([
    ["without signature", async (claims: string) => `${encode({ alg: "none" })}.${claims}.`],
    [
      "without signature, under our key's name",
      async (claims: string) => `${encode({ alg: "none", kid: await kid() })}.${claims}.`,
    ],
    [
      "signed HS256 with the public key",
      async (claims: string) => {
        const [key] = (await jwks()).keys;
        return new SignJWT(JSON.parse(Buffer.from(claims, "base64url").toString()))
          .setProtectedHeader({ alg: "HS256", kid: key.kid })
          .sign(new TextEncoder().encode(JSON.stringify(key)));
      },
    ],
    [
      "with a foreign kid",
      async (claims: string) => `${encode({ alg: "ES256", kid: "x" })}.${claims}.AA`,
    ],
    ["that is no token", async () => "abc"],
  ])("%s is refused", async (_, forge) => {
    const { session } = await createMember(site);
    const answer = await userBy(await forge(session.access_token.split(".")[1]!));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: "bad_jwt" });
  });

  test("the anonymous key has no session", async () => {
    const answer = await userBy(site.backend.apiKeys.anon);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: "bad_jwt" });
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const jwks = async () => (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json();
  const kid = async () => (await jwks()).keys[0].kid;
});

function sessionId(token: string): string {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).session_id;
}
