import { type SupabaseClient } from "@supabase/supabase-js";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from "vitest";

import { createBackend } from "../src/create-backend.ts";
import { silentLogger } from "../src/logger.ts";
import type { BackendOptions } from "../src/options.ts";
import { createMember } from "../src/testing/accounts.ts";
import {
  type DebianPostgres,
  debianPostgres,
  type Standby,
  startDebianPostgres,
} from "../src/testing/debian-postgres.ts";
import { startTestBackend, type TestBackend } from "../src/testing/test-backend.ts";

const installed = await debianPostgres();
if (!installed && process.env.CI) throw new Error("PostgreSQL is not installed");
if (!installed) console.warn("skipped: replicas (apt-get install postgresql)");

const NEWS = `
  create table news (title text primary key);
  grant select on news to anon, authenticated;
  alter table news enable row level security;
  create policy "for all" on news for select using (true);
  -- Where a request is answered.
  create function place() returns text language sql stable as
    $$ select case when pg_is_in_recovery() then 'replica' else 'primary' end $$;
  create function port() returns text language sql stable as $$ select current_setting('port') $$;
  create unlogged table drafts (title text);
  grant select on drafts to anon;`;

describe.skipIf(!installed)("with replicas", () => {
  let postgres: DebianPostgres;
  let standbys: [Standby, Standby];
  let address: string;
  let migrations: string;
  let site: TestBackend;
  let sql: pg.Client;
  let visitor: SupabaseClient;
  let member: SupabaseClient;

  beforeAll(async () => {
    postgres = await startDebianPostgres();
    address = await postgres.createDatabase("site");
    standbys = [await postgres.addStandby(), await postgres.addStandby()];
    migrations = await mkdtemp(join(tmpdir(), "news-"));
    await writeFile(join(migrations, "1_news.sql"), NEWS);
    site = await startTestBackend(inject("postgresUrl"), {
      migrations,
      databaseUrl: address,
      replicas: { urls: replicas(), longestLagSeconds: 3_600 },
    });
    sql = new pg.Client({ connectionString: address });
    await sql.connect();
    visitor = site.client();
    const { session } = await createMember(site);
    member = site.client(session.access_token);
  });
  afterAll(async () => {
    await site?.close();
    await postgres?.stop();
    if (migrations) await rm(migrations, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const standby of standbys) await standby.resume();
    await site.backend.showToVisitors();
    await vi.waitUntil(async () => (await place(visitor)) === "replica", 20_000);
  });

  const replicas = () => standbys.map((standby) => standby.urlOf("site"));

  /** Another server, and what it warns of. */
  async function another(given: NonNullable<BackendOptions["replicas"]>, databaseUrl: string) {
    const warnings: string[] = [];
    const dataDir = await mkdtemp(join(tmpdir(), "another-server-"));
    const backend = await createBackend(
      { migrations, dataDir, siteUrl: "http://127.0.0.1:3000", databaseUrl, replicas: given },
      { ...silentLogger, warn: (_fields, message) => void warnings.push(message ?? "") },
    );
    onTestFinished(async () => {
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const headers = { apikey: backend.apiKeys.anon };
    return {
      warnings,
      async titles(): Promise<string[]> {
        const request = new Request("http://127.0.0.1:3000/rest/v1/news", { headers });
        const rows = (await (await backend.fetch(request)).json()) as { title: string }[];
        return rows.map(({ title }) => title);
      },
    };
  }

  const place = async (client: SupabaseClient) => (await client.rpc("place")).data as string;
  const titles = async (client: SupabaseClient) =>
    (await client.from("news").select("title")).data?.map(({ title }) => title as string);
  const write = (title: string) => sql.query("insert into news values ($1)", [title]);

  test("visitors read from all of them in turn, members and the site itself from the primary", async () => {
    const ports = new Set<string>();
    for (let read = 0; read < 10; read += 1) ports.add((await visitor.rpc("port")).data as string);
    expect(ports.size).toBe(2);
    expect(await place(member)).toBe("primary");
    expect(await place(site.client(site.backend.apiKeys.service))).toBe("primary");
  });

  test("what must be seen is read where it is", async () => {
    for (const standby of standbys) await standby.pause();
    await write("hidden for now");
    expect(await titles(visitor)).not.toContain("hidden for now");
    expect(await titles(member), "what members see").toContain("hidden for now");
    await site.backend.showToVisitors();
    expect(await titles(visitor)).toContain("hidden for now");
    expect(await place(visitor)).toBe("primary");

    await standbys[0].resume();
    await vi.waitFor(async () => expect(await place(visitor)).toBe("replica"), 20_000);
    for (let read = 0; read < 6; read += 1) {
      expect(await titles(visitor), "from the one that has it").toContain("hidden for now");
    }
  });

  test("what must be seen is known also while all connections to the primary are busy", async () => {
    for (const standby of standbys) await standby.pause();
    const { pool } = site.backend;
    const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    onTestFinished(() => busy.forEach((client) => client.release()));
    await write("while it was busy");
    await site.backend.showToVisitors();
    expect(await titles(visitor)).toContain("while it was busy");
  });

  test("a replica that lags for too long is left out", async () => {
    for (const standby of standbys) await standby.pause();
    await write("late");
    const impatient = await another({ urls: replicas(), longestLagSeconds: 1 }, address);
    await vi.waitUntil(async () => (await impatient.titles()).includes("late"), 20_000);
    expect(await titles(visitor), "who waits longer").not.toContain("late");
  });

  test("what a replica can't do, the primary does", async () => {
    expect((await visitor.from("drafts").select()).error).toBeNull();
    expect((await visitor.from("news").select("unknown")).error?.code).toBe("42703");
  });

  test("the database of another site is never read", async () => {
    await write("of the first site");
    const urls = [address, standbys[0].urlOf("site")];
    const database = await postgres.createDatabase("another");
    const other = await another({ urls, longestLagSeconds: 3_600 }, database);
    const left = "a replica is left out: it is not a replica of DATABASE_URL";
    await vi.waitUntil(() => other.warnings.length === 2, 20_000);
    expect(other.warnings).toEqual([left, left]);
    expect(await other.titles()).toEqual([]);
  });

  test("a replica that stops is passed over; without the primary, visitors go on reading", async () => {
    await standbys[1].stop();
    for (let read = 0; read < 10; read += 1) expect(await titles(visitor)).toBeDefined();
    await sql.end();
    await postgres.stopPrimary();
    for (let read = 0; read < 10; read += 1) expect(await titles(visitor)).toBeDefined();
    expect((await member.from("news").select()).status).toBe(503);
  });
});
