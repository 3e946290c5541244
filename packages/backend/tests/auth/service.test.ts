import fc from "fast-check";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startHousekeeping } from "../../src/auth/housekeeping.ts";
import { silentLogger } from "../../src/logger.ts";
import { createTestDatabase } from "../support/database.ts";
import { createDatabaseProxy } from "../../src/testing/database-proxy.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember, newAddress, PASSWORD, post } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/auth/v1${path}`, { headers });

test("health, settings and keys are public", async () => {
  expect((await get("/health")).status).toBe(200);
  expect(await (await get("/settings")).json()).toMatchObject({
    external: { email: true, phone: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
  const answer = await get("/.well-known/jwks.json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
  const { keys } = await answer.json();
  expect(keys).toEqual([
    expect.objectContaining({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }),
  ]);
  expect(JSON.stringify(keys)).not.toContain('"d":');
});

test("the keys that other parties need to check tokens are published", async () => {
  const published = await (await get("/.well-known/openid-configuration")).json();
  expect(published).toMatchObject({
    issuer: "http://127.0.0.1:3000/auth/v1",
    jwks_uri: "http://127.0.0.1:3000/auth/v1/.well-known/jwks.json",
  });
});

describe("errors", () => {
  test("have the shape of the client's version", async () => {
    const old = await get("/user");
    expect(old.headers.get("x-supabase-api-version")).toBeNull();
    expect(await old.json()).toEqual({
      code: 401,
      error_code: "no_authorization",
      msg: "This endpoint requires a valid Bearer token",
    });
    const current = await get("/user", { "x-supabase-api-version": "2024-01-01" });
    expect(current.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(await current.json()).toEqual({
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
  });

  test.each([
    ["GET", "/authorize?provider=google", 400, "validation_failed"],
    ["POST", "/sso", 404, "saml_provider_disabled"],
    ["GET", "/passkeys", 401, "no_authorization"],
    ["POST", "/passkeys/authentication/verify", 400, "bad_json"],
    ["POST", "/token?grant_type=id_token", 400, "bad_json"],
    ["POST", "/token?grant_type=web3", 422, "web3_provider_disabled"],
    ["POST", "/token?grant_type=constructor", 400, "invalid_credentials"],
    ["POST", "/token", 400, "invalid_credentials"],
    ["GET", "/admin/users", 401, "no_authorization"],
    ["GET", "/nowhere", 404, "not_found"],
    ["DELETE", "/user", 404, "not_found"],
  ])("%s %s", async (method, path, status, code) => {
    const answer = await fetch(`${site.url}/auth/v1${path}`, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: status, error_code: code });
  });

  test("name features that are switched off", async () => {
    const { session } = await createMember(site);
    const { auth } = site.client();
    await auth.setSession(session);
    const phone = await auth.mfa.enroll({ factorType: "phone", phone: "+33600000000" });
    expect(phone.error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
    const challenge = await auth.mfa.challenge({ factorId: crypto.randomUUID() });
    expect(challenge.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await auth.linkIdentity({ provider: "google" })).error).toMatchObject({
      code: "validation_failed",
    });
    expect((await auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: "anonymous_provider_disabled",
    });
    const admin = await get("/admin/users", { authorization: `Bearer ${session.access_token}` });
    expect(await admin.json()).toMatchObject({ code: 403, error_code: "not_admin" });
  });

  test("caused by hostile input are never server errors", async () => {
    const paths = [
      "/signup",
      "/token?grant_type=password",
      "/token?grant_type=refresh_token",
    ].concat(["/token?grant_type=pkce", "/verify", "/recover", "/otp", "/resend"]);
    const member = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue());
    const body = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc
        .record(
          {
            email: fc.oneof(fc.emailAddress(), member),
            password: member,
            token: member,
            token_hash: member,
            type: fc.oneof(fc.constantFrom("signup", "email", "email_change"), member),
            data: member,
            refresh_token: member,
            auth_code: member,
            code_verifier: member,
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, text) => {
        const answer = await post(site, path, text);
        await answer.arrayBuffer();
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});

test("request roles can't read accounts", async () => {
  const tables = await site.backend.pool.query<{ name: string; rls: boolean }>(
    `select oid::regclass::text as name, relrowsecurity as rls from pg_class
     where relnamespace = 'auth'::regnamespace and relkind = 'r'`,
  );
  expect(tables.rows.length).toBeGreaterThan(9);
  expect(tables.rows.filter(({ rls }) => !rls)).toEqual([]);
  const privileges = await site.backend.pool.query(
    `select role, c.oid::regclass from unnest(array['anon', 'authenticated', 'service_role']) role,
       pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
       and has_table_privilege(role, c.oid, 'select, insert, update, delete')`,
  );
  expect(privileges.rows).toEqual([]);
});

test("events of accounts are recorded", async () => {
  const { email } = await createMember(site);
  await site.client().auth.resetPasswordForEmail(email);
  const { rows } = await site.backend.pool.query(
    `select payload ->> 'action' as action from auth.audit_log_entries
     where payload ->> 'actor_username' = $1 order by created_at`,
    [email],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "user_confirmation_requested",
    "user_signedup",
    "login",
    "user_recovery_requested",
  ]);
});

test("housekeeping deletes only what has expired", async () => {
  const { pool } = site.backend;
  const [stale, fresh] = [newAddress("stale"), newAddress("fresh")];
  for (const email of [stale, fresh]) await post(site, "/signup", { email, password: PASSWORD });
  await pool.query(
    `update auth.one_time_tokens set created_at = created_at - interval '2 hours'
     where relates_to = $1`,
    [stale],
  );
  const idle = await createMember(site);
  const active = await createMember(site);
  await pool.query(
    "update auth.sessions set updated_at = now() - interval '181 days' where user_id = $1",
    [idle.session.user.id],
  );
  await pool.query(
    `insert into auth.audit_log_entries (payload, created_at)
     values ('{"action": "old"}', now() - interval '366 days'), ('{"action": "new"}', now());
     insert into backend.rate_limits (key, points, expire)
     values ('past', 1, extract(epoch from now() - interval '1 minute') * 1000),
       ('counting', 1, extract(epoch from now() + interval '1 minute') * 1000);
     insert into auth.flow_state (provider_type, authentication_method, created_at)
     values ('old', 'oauth', now() - interval '2 days'), ('new', 'oauth', now());
     insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
     values ('authentication', '{"is": "old"}', now() - interval '2 days'),
       ('authentication', '{"is": "new"}', now());`,
  );
  await pool.query(
    `with factor as (
       insert into auth.mfa_factors (user_id, factor_type, status)
       values ($1, 'totp', 'verified') returning id)
     insert into auth.mfa_challenges (factor_id, ip_address, otp_code, created_at)
     select id, '192.0.2.1', code, now() - age from factor,
       (values ('old', interval '2 days'), ('new', interval '0')) challenge (code, age)`,
    [active.session.user.id],
  );
  const ended = await createMember(site);
  await pool.query(
    "update auth.sessions set not_after = now() - interval '2 days' where user_id = $1",
    [ended.session.user.id],
  );
  // Of two used tokens, the unused one replaced the second, which is accepted at any time.
  let { refresh_token } = active.session;
  for (let times = 0; times < 2; times++) {
    const answer = await post(site, "/token?grant_type=refresh_token", { refresh_token });
    ({ refresh_token } = await answer.json());
  }
  await pool.query(
    `update auth.refresh_tokens set updated_at = now() - interval '8 days' where user_id = $1`,
    [active.session.user.id],
  );
  const outbox = join(site.dataDir, "outbox");
  const letters = await readdir(outbox);
  const monthsAgo = Date.now() / 1000 - 31 * 24 * 60 * 60;
  await utimes(join(outbox, letters[0]!), monthsAgo, monthsAgo);

  const settings = { dataDir: site.dataDir };
  const housekeeping = startHousekeeping({ pool, log: silentLogger, settings });
  await housekeeping.run();
  await housekeeping.close();
  expect(await readdir(outbox)).toEqual(letters.slice(1));
  const left = await pool.query(
    `select payload ->> 'action' as what from auth.audit_log_entries
       where payload ->> 'action' in ('old', 'new')
     union all select key from backend.rate_limits where key in ('past', 'counting')
     union all select provider_type from auth.flow_state where provider_type in ('old', 'new')
     union all select session_data ->> 'is' from auth.webauthn_challenges
     union all select otp_code from auth.mfa_challenges
     union all select 'token' from auth.refresh_tokens where user_id = $1 and revoked`,
    [active.session.user.id],
  );
  expect(left.rows.map(({ what }) => what).sort()).toEqual([
    "counting",
    "new",
    "new",
    "new",
    "new",
    "token",
  ]);
  const mailboxes = await pool.query(
    "select relates_to from auth.one_time_tokens where relates_to = any($1)",
    [[stale, fresh]],
  );
  expect(mailboxes.rows).toEqual([{ relates_to: fresh }]);
  const sessions = await pool.query(
    "select distinct user_id from auth.sessions where user_id = any($1)",
    [[idle, active, ended].map(({ session }) => session.user.id)],
  );
  expect(sessions.rows).toEqual([{ user_id: active.session.user.id }]);
});

test("the service asks to retry while its database is away, and then recovers", async () => {
  const database = await createTestDatabase();
  const proxy = await createDatabaseProxy(database.url);
  const lost = await startTestBackend({ databaseUrl: proxy.url });
  const recover = () => post(lost, "/recover", { email: newAddress() });
  expect((await recover()).status).toBe(200);
  proxy.cut();
  for (let i = 0; i < 3; i++) {
    const answer = await recover();
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toMatchObject({ code: 503, error_code: "unexpected_failure" });
  }
  proxy.restore();
  expect((await recover()).status).toBe(200);
  await lost.close();
  await proxy.close();
  await database.drop();
});
