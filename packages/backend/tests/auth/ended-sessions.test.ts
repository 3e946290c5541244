import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { once } from "node:events";
import { request } from "node:http";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { createMember, follow, newAddress, PASSWORD, post } from "../../src/testing/accounts.ts";
import {
  CLIENT_ID,
  SECRET,
  startFakeProvider,
  type FakeProvider,
} from "../../src/testing/fake-provider.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

let site: TestBackend;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
  site = await startTestBackend({
    siteUrl: "http://localhost:3000",
    auth: { providers: { github: { clientId: CLIENT_ID, secret: SECRET } } },
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const NEW_PASSWORD = "another-photo-a-day";

/** A client that ends flows by an authorization code (PKCE), with its own storage. */
async function signIn(email: string): Promise<SupabaseClient["auth"]> {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const { auth } = createClient(site.url, site.backend.apiKeys.anon, {
    auth: { flowType: "pkce", storage, autoRefreshToken: false },
  });
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return auth;
}

async function ownerAndThief() {
  const { email } = await createMember(site);
  return { email, owner: await signIn(email), thief: await signIn(email) };
}

const sessionOf = async (auth: SupabaseClient["auth"]): Promise<Session> =>
  (await auth.getSession()).data.session!;

/** Sends a request whose body comes only when `send` is called. */
async function slowly(session: Session, method: string, path: string, body: object) {
  const text = JSON.stringify(body);
  const sent = request(`${site.url}/auth/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    },
  });
  onTestFinished(() => void sent.destroy());
  const answer = once(sent, "response");
  sent.write(text.slice(0, 1));
  // The service has verified the session when it waits for the body.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return async (): Promise<{ status: number; code: string | undefined }> => {
    sent.end(text.slice(1));
    const [response] = await answer;
    response.resume();
    await once(response, "end");
    return { status: response.statusCode, code: response.headers["x-sb-error-code"] };
  };
}

const passwordOf = async (email: string, password: string) =>
  (await post(site, "/token?grant_type=password", { email, password })).status;

/** Adds an authenticator app, which ends the sessions that haven't shown it. */
async function enrol(auth: SupabaseClient["auth"]): Promise<void> {
  const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
  const { secret } = (factor as { totp: { secret: string } }).totp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor!.id, code });
  expect(error).toBeNull();
}

describe("a session that ends while its request is under way changes nothing:", () => {
  test.each([
    ["the owner signs out everywhere", (owner: SupabaseClient["auth"]) => owner.signOut()],
    [
      "the owner changes the password",
      (owner: SupabaseClient["auth"]) => owner.updateUser({ password: "owner-s-new-photo" }),
    ],
    ["the owner adds a second factor", enrol],
  ])("%s", async (_, end) => {
    const { email, owner, thief } = await ownerAndThief();
    const session = await sessionOf(thief);
    const changes = await Promise.all([
      slowly(session, "PUT", "/user", { password: NEW_PASSWORD }),
      slowly(session, "PUT", "/user", { email: newAddress("thief") }),
      slowly(session, "PUT", "/user", { data: { name: "Thief" } }),
      slowly(session, "POST", "/factors", { factor_type: "totp" }),
    ]);
    await end(owner);
    for (const send of changes) {
      expect(await send()).toEqual({ status: 403, code: "session_not_found" });
    }
    expect(await passwordOf(email, NEW_PASSWORD)).toBe(400);
  });
});

test("a sign-in by the old password starts no session while the password changes", async () => {
  const { email, session } = await createMember(site);
  const { pool } = site.backend;
  const db = await pool.connect();
  try {
    await db.query("begin");
    await db.query("select 1 from auth.users where id = $1 for no key update", [session.user.id]);
    const late = post(site, "/token?grant_type=password", { email, password: PASSWORD });
    // The sign-in has compared the password when it waits for the account.
    const waits =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%auth.users%' and datname = current_database()";
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBeGreaterThan(0);
    await db.query("update auth.users set encrypted_password = 'changed' where id = $1", [
      session.user.id,
    ]);
    await db.query("delete from auth.sessions where user_id = $1", [session.user.id]);
    await db.query("commit");
    expect(await (await late).json()).toMatchObject({ error_code: "invalid_credentials" });
  } finally {
    // Destroyed, so that it locks nothing after a failure.
    db.release(true);
  }
  const left = await pool.query("select 1 from auth.sessions where user_id = $1", [
    session.user.id,
  ]);
  expect(left.rowCount).toBe(0);
});

describe("linking that a session began ends with it:", () => {
  const identity = () => ({
    sub: String(Math.floor(Math.random() * 2 ** 40)),
    email: newAddress(),
    verified: true,
    name: "Thief",
  });

  test.each([
    ["the owner signs out everywhere", (owner: SupabaseClient["auth"]) => owner.signOut()],
    ["the owner adds a second factor", enrol],
  ])("%s", async (_, end) => {
    const { owner, thief } = await ownerAndThief();
    const begun = (await thief.linkIdentity({ provider: "github" })).data.url!;
    const session = await sessionOf(thief);
    const there = (await thief.linkIdentity({ provider: "github" })).data.url!;
    const back = await follow(site, provider.agree(there, identity()).href);
    const code = back.target.searchParams.get("code")!;
    await end(owner);
    expect((await thief.exchangeCodeForSession(code)).error?.name).toBe("AuthSessionMissingError");
    const late = await follow(site, provider.agree(begun, identity()).href);
    expect(late.target.searchParams.get("error_code")).toBe("session_not_found");
    const { rows } = await site.backend.pool.query(
      "select provider from auth.identities where user_id = $1",
      [session.user.id],
    );
    expect(rows).toEqual([{ provider: "email" }]);
  });
});
