import { type EmbeddedDatabase, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import {
  createDatabaseProxy,
  createRateLimiter,
  hasPooler,
  rateKey,
  startPooler,
} from "@maillotheque/backend/testing";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";

import { startStore, type Store } from "./support/s3.ts";
import {
  type Later,
  plainEnvironment,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from "../support/server.ts";

const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");
const PASSWORD = "maillot-vert-1976";

const running = new AsyncDisposableStack();
const later: Later = (undo) => running.defer(undo);
let database: EmbeddedDatabase;
let store: Store;
let sql: pg.Client;
/** Two servers started in parallel on an empty database: the second by a pooler, if there is one. */
let one: Server;
let other: Server;

beforeAll(async () => {
  database = await startEmbeddedDatabase({
    directory: await temporaryFolder(later),
    log: silentLogger,
  });
  later(() => database.stop());
  store = await startStore();
  later(() => store.close());
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  later(() => sql.end());
  const site = { SITE_URL: "https://shirts.example.org" };
  [one, other] = await Promise.all([
    startOne(site),
    startOne({ ...site, ...(await throughPooler()) }),
  ]);
  await Promise.all([one.ready(), other.ready()]);
});
afterAll(() => running.disposeAsync());

/** The settings of a server whose connections a pooler lends it for a transaction. */
async function throughPooler(): Promise<Record<string, string>> {
  if (!(await hasPooler())) return {};
  // The pooler runs as another system user, who can't enter the data folder.
  const proxy = await createDatabaseProxy(database.url);
  later(() => proxy.close());
  const pooler = await startPooler(proxy.url, { sessions: 5 });
  later(() => pooler.stop());
  return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
}

/** A server on the shared database and store; everything else is its own. */
function startOne(settings: Record<string, string> = {}): Promise<Server> {
  return startServer(
    {
      DATABASE_URL: database.url,
      ...store.settings,
      AUTH_AUTOCONFIRM: "true",
      SEED: "catalogue",
      ...settings,
    },
    later,
  );
}

async function clientOf(server: Server): Promise<SupabaseClient> {
  const key = (await readFile(join(server.dataDir, "anon-key"), "utf8")).trim();
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** A new member signed in on one server. */
async function signUp(server: Server): Promise<{ client: SupabaseClient; id: string }> {
  const client = await clientOf(server);
  const email = `${randomUUID()}@example.test`;
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { client, id: data.user!.id };
}

async function administrator(server: Server): Promise<SupabaseClient> {
  const { client, id } = await signUp(server);
  await sql.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [id]);
  return client;
}

async function submit({ client }: { client: SupabaseClient }, title: string): Promise<string> {
  const [competition, season] = await Promise.all([
    client.from("competitions").select("id").eq("league", "SOCCER").limit(1).single(),
    client.from("seasons").select("id").limit(1).single(),
  ]);
  const { data, error } = await client
    .from("jerseys")
    .insert({
      title,
      team: "Racing",
      league: "SOCCER",
      competition_id: competition.data!.id,
      season_id: season.data!.id,
    })
    .select("id")
    .single();
  expect(error).toBeNull();
  return data!.id as string;
}

/** The page as a visitor gets it, from the cache if possible. */
async function page(server: Server, path: string): Promise<string> {
  const response = await fetch(server.url + path);
  expect(response.status).toBe(200);
  return response.text();
}

const approve = (client: SupabaseClient, id: string) =>
  client.rpc("moderate_jersey", { jersey_id: id, decision: "approved" });

test("two servers that start in parallel on an empty database migrate and seed it once", async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql"));
  const count = async (table: string) =>
    Number((await sql.query<{ n: string }>(`select count(*) n from ${table}`)).rows[0]!.n);
  expect(await count("supabase_migrations.schema_migrations")).toBe(files.length);
  expect(await count("backend.seeded")).toBe(1);
  expect(await count("backend.signing_keys")).toBe(1);
  expect(await count("public.teams")).toBeGreaterThan(100);
  for (const server of [one, other]) await page(server, "/");
});

test("visitors of one server see decisions made on the other within ten seconds", async () => {
  const [admin, author] = [await administrator(one), await signUp(other)];
  const title = `Maillot ${randomUUID()}`;
  const id = await submit(author, title);
  const shows = async () => (await page(other, "/")).includes(title);

  expect(await shows(), "before the decision").toBe(false);
  const approved = Date.now();
  expect((await approve(admin, id)).error).toBeNull();
  await until(shows, "the other server shows it");
  expect(Date.now() - approved, "as fast as is promised").toBeLessThan(10_000);

  const removed = Date.now();
  expect(
    (await admin.rpc("remove_jersey", { jersey_id: id, reason: "duplicate" })).error,
  ).toBeNull();
  await until(async () => !(await shows()), "the other server hides it");
  expect(Date.now() - removed, "as fast as is promised").toBeLessThan(10_000);
});

test("pages of one server count votes cast on the other, and a session works on both", async () => {
  const [admin, author] = [await administrator(one), await signUp(one)];
  const id = await submit(author, `Maillot ${randomUUID()}`);
  await approve(admin, id);
  /** The number on the button of votes for it, the first of the two. */
  const upvotes = async (server: Server) =>
    /role="group" aria-label="[^"]*ote[^"]*".*?numeral[^>]*>([^<]*)/s.exec(
      await page(server, `/jersey/${id}`),
    )?.[1];
  expect([await upvotes(one), await upvotes(other)]).toEqual(["0", "0"]);

  const { data } = await author.client.auth.getSession();
  const elsewhere = await clientOf(other);
  await elsewhere.auth.setSession(data.session!);
  const { error } = await elsewhere.from("jersey_votes").upsert({ jersey_id: id, vote: "up" });
  expect(error).toBeNull();
  for (const server of [other, one]) {
    await until(async () => (await upvotes(server)) === "1", "the vote is shown");
  }
});

test("a server that missed events for a while synchronises again", async () => {
  const proxy = await createDatabaseProxy(database.url);
  onTestFinished(() => {
    proxy.cut();
    return proxy.close();
  });
  const deaf = await startOne({ DATABASE_URL: proxy.url, LOG_LEVEL: "fatal" });
  await deaf.ready();
  const [admin, author] = [await administrator(one), await signUp(one)];
  const title = `Maillot ${randomUUID()}`;
  const id = await submit(author, title);
  expect(await page(deaf, "/")).not.toContain(title);
  proxy.cut();
  await approve(admin, id);
  expect(await page(deaf, "/"), "read before").not.toContain(title);
  proxy.restore();
  await until(async () => (await page(deaf, "/")).includes(title), "it shows the change");
});

test("each server reads files uploaded to the other, and both count a member's uploads", async () => {
  const member = await signUp(one);
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "#fff", noise },
  })
    .webp()
    .toBuffer();
  const upload = (name: string) =>
    member.client.storage
      .from("jerseys")
      .upload(`${member.id}/${name}.webp`, image, { contentType: "image/webp" });
  const stored = await store.files();
  expect((await upload("one")).error).toBeNull();
  const path = `/storage/v1/object/public/jerseys/${member.id}/one.webp`;
  const [first, second] = await Promise.all(
    [one, other].map(async ({ url }) => Buffer.from(await (await fetch(url + path)).arrayBuffer())),
  );
  expect(await sharp(first).metadata()).toMatchObject({ format: "webp", width: 400, height: 400 });
  expect(second).toEqual(first);
  const jerseys = member.client.storage.from("jerseys");
  expect((await jerseys.remove([`${member.id}/one.webp`])).data).toHaveLength(1);
  const isGone = async () => (await store.files()).length === stored.length;
  await until(isGone, "the store holds it no more");

  // One less than the limit, counted in the shared table.
  const pool = new pg.Pool({ connectionString: database.url });
  await createRateLimiter(pool, "storage.upload", { points: 150, duration: 600 }).penalty(
    rateKey(member.id),
    148,
  );
  await pool.end();
  expect((await upload("last")).error).toBeNull();
  const { data } = await member.client.auth.getSession();
  const refused = await fetch(`${other.url}/storage/v1/object/jerseys/${member.id}/more.webp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session!.access_token}`,
      "content-type": "image/webp",
    },
    body: image,
  });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("wrong passwords are counted together", async () => {
  const { client } = await signUp(one);
  const { data } = await client.auth.getUser();
  const wrong = async (server: Server) => {
    const credentials = { email: data.user!.email!, password: "not this one" };
    return (await (await clientOf(server)).auth.signInWithPassword(credentials)).error?.status;
  };
  expect([await wrong(one), await wrong(other)]).toEqual([400, 400]);
  // Two less than the limit, in the shared table: each attempt costs a hash.
  const { rowCount } = await sql.query(
    "update backend.rate_limits set points = 18 where key like 'auth.signInFailure:%' and points = 2",
  );
  expect(rowCount).toBe(1);
  expect([await wrong(one), await wrong(other)]).toEqual([400, 400]);
  expect([await wrong(one), await wrong(other)]).toEqual([429, 429]);
});

test("the site runs as a role that has its script run, with names of its own", async () => {
  const admin = new pg.Client({ connectionString: database.superuserUrl });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("create role club login password 'club'");
  await admin.query("create database club owner club");
  const changes = { username: "club", password: "club", pathname: "/club" };
  const DATABASE_URL = Object.assign(new URL(database.url), changes).href;
  const settings = { DATABASE_URL, DATABASE_ROLE_PREFIX: "club_", SEED: "none" };
  const { code, output } = await (await startOne(settings)).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^the role club may not create the roles club_anon, [^\n]+\n$/);

  const { stdout: script } = await promisify(execFile)(
    process.execPath,
    ["server/cli/database-roles.ts"],
    { cwd: inject("projectCopy"), env: { ...plainEnvironment(), ...settings } },
  );
  const there = new pg.Client(
    Object.assign(new URL(database.superuserUrl), { pathname: "/club" }).href,
  );
  await there.connect();
  await there.query(script).finally(() => there.end());
  const club = await startOne(settings);
  await club.ready();
  expect(await page(club, "/")).toContain("<h1");
  const { client } = await signUp(club);
  expect(await client.from("competitions").select("id")).toMatchObject({ error: null, data: [] });
});

// The last test: it ends the two servers.
test("a second site on the database of running servers is refused with one line", async () => {
  const elsewhere = { SITE_URL: "https://kits.example.org" };
  const { code, output } = await (await startOne(elsewhere)).ended;
  expect(code).toBe(1);
  expect(output).toMatch(
    /^DATABASE_URL: servers of https:\/\/shirts\.example\.org run on [^\n]+\n$/,
  );
  for (const server of [one, other]) server.kill("SIGTERM");
  await Promise.all([one.ended, other.ended]);
  await (await startOne(elsewhere)).ready();
});
