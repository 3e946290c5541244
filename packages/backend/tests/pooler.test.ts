import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { migrate } from "../src/database/migrate.ts";
import { silentLogger } from "../src/logger.ts";
import { createMember, PASSWORD } from "../src/testing/accounts.ts";
import { hasPooler, type Pooler, startPooler } from "../src/testing/pooler.ts";
import { startTestBackend, type TestBackend } from "../src/testing/test-backend.ts";
import { createTestDatabase, MIGRATIONS, type TestDatabase } from "./support/database.ts";

const installed = await hasPooler();
if (!installed && process.env.CI) throw new Error("pgbouncer is not installed");
if (!installed) console.warn("skipped: a pooler (apt-get install pgbouncer)");

describe.skipIf(!installed)("behind a pooler in transaction mode", () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let site: TestBackend;

  beforeAll(async () => {
    database = await createTestDatabase();
    // Few sessions, which clients get in turn: what one leaves behind, the next meets.
    pooler = await startPooler(database.url);
    site = await startTestBackend(inject("postgresUrl"), {
      migrations: MIGRATIONS,
      databaseUrl: pooler.url,
      directUrl: database.url,
    });
  });
  afterAll(async () => {
    await site?.close();
    await pooler?.stop();
    await database?.drop();
  });

  test("many clients at once each see their own rows, again and again", async () => {
    const members = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { session } = await createMember(site);
        const client = site.client(session.access_token);
        const url = `https://example.org/${session.user.id}`;
        expect((await client.from("bookmarks").insert({ url })).error).toBeNull();
        return { client, url };
      }),
    );
    const service = site.client(site.backend.apiKeys.service);
    const visitor = site.client();
    for (let round = 0; round < 10; round += 1) {
      const reads = members.map(async ({ client, url }) => {
        const { data, error } = await client.from("bookmarks").select("url");
        expect(error).toBeNull();
        expect(data).toEqual([{ url }]);
      });
      const all = async () =>
        expect((await service.from("bookmarks").select()).data).toHaveLength(members.length);
      const none = async () => expect((await visitor.from("bookmarks").select()).data).toEqual([]);
      await Promise.all([...reads, all(), none()]);
    }
  });

  test("accounts and files work", async () => {
    const { email, session } = await createMember(site);
    const { auth, storage } = site.client();
    const wrong = await auth.signInWithPassword({ email, password: `${PASSWORD}!` });
    expect(wrong.error?.code).toBe("invalid_credentials");
    const service = site.client(site.backend.apiKeys.service);
    const bucket = `b${randomUUID().slice(0, 8)}`;
    expect((await service.storage.createBucket(bucket, { public: false })).error).toBeNull();
    const text = new Blob(["kept"], { type: "text/plain" });
    expect((await service.storage.from(bucket).upload("a.txt", text)).error).toBeNull();
    expect((await service.storage.from(bucket).download("a.txt")).error).toBeNull();
    expect((await storage.from(bucket).download("a.txt")).error).not.toBeNull();
    expect((await site.client().auth.getUser(session.access_token)).data.user?.email).toBe(email);
  });

  test("nothing stays in a session that was lent", async () => {
    const { username } = new URL(database.url);
    const clients = Array.from({ length: 3 }, () => new pg.Client(pooler.url));
    await Promise.all(clients.map((client) => client.connect()));
    // Transactions that are open at the same time hold all sessions.
    for (const client of clients) await client.query("begin");
    const found = [];
    for (const client of clients) {
      const { rows } = await client.query(
        `select current_user::text as role, current_setting('search_path') as path,
           coalesce(current_setting('request.jwt.claims', true), '') as claims,
           (select count(*)::int from pg_prepared_statements) as statements,
           (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`,
      );
      found.push(rows[0]);
    }
    for (const client of clients) await client.query("rollback").then(() => client.end());
    const clean = { role: username, path: '"$user", public', claims: "", statements: 0, locks: 0 };
    expect(found).toEqual([clean, clean, clean]);
  });

  test("without an address of its own, PostgreSQL is asked for", async () => {
    const plain = await startPooler(database.url, { inTurn: false });
    await expect(migrate(plain.url, MIGRATIONS, silentLogger)).rejects.toThrow(
      /pooler in transaction mode: set DATABASE_DIRECT_URL/,
    );
    await plain.stop();
  });

  test("a pooler in session mode needs nothing", async () => {
    const plain = await startPooler(database.url, { mode: "session" });
    expect(await migrate(plain.url, MIGRATIONS, silentLogger)).toEqual([]);
    await plain.stop();
  });

  test("a pooler of another database is refused", async () => {
    const other = await createTestDatabase();
    const start = startTestBackend(inject("postgresUrl"), {
      migrations: MIGRATIONS,
      databaseUrl: pooler.url,
      directUrl: other.url,
    });
    await expect(start).rejects.toThrow(/lead to different/);
    await other.drop();
  });
});
