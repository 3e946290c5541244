import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";

import { migrate } from "../src/database/migrate.ts";
import { neededRoles, rolesScript } from "../src/database/roles.ts";
import { type Logger, silentLogger } from "../src/logger.ts";
import { startTestBackend, type TestBackend } from "../src/testing/test-backend.ts";
import { signToken } from "../src/tokens/jwt.ts";
import { loadKeys } from "../src/tokens/keys.ts";
import { MIGRATIONS } from "./support/database.ts";

/** One server, on which each test makes roles and databases of its own. */
const server = inject("superuserUrl");
let superuser: pg.Client;
let undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  superuser = await connect(server);
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  undo = [];
  await superuser.end();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

interface Owned {
  role: string;
  url: string;
}

/** A role and its database, or one that belongs to the superuser. */
async function newOwner(attributes = "", owns = true): Promise<Owned> {
  const role = `site_${randomUUID().slice(0, 8)}`;
  await superuser.query(`create role ${role} login password '${role}' ${attributes}`);
  undo.push(() => superuser.query(`drop role ${role}`));
  await superuser.query(`create database ${role} ${owns ? `owner ${role}` : ""}`);
  undo.push(() => superuser.query(`drop database ${role} with (force)`));
  return { role, url: addressOf(role, role) };
}

function addressOf(role: string, database: string): string {
  const changes = { username: role, password: role, pathname: `/${database}` };
  return Object.assign(new URL(server), changes).href;
}

/** A prefix whose roles nobody has yet. They are dropped last. */
function newPrefix(): string {
  const prefix = `p${randomUUID().slice(0, 8)}_`;
  undo.unshift(async () => {
    for (const role of neededRoles(prefix)) await superuser.query(`drop role if exists ${role}`);
  });
  return prefix;
}

async function runScript({ role }: Owned, prefix: string, by = superusersAddress(role)) {
  const client = await connect(by);
  const script = rolesScript({ owner: role, database: role, prefix });
  await client.query(script).finally(() => client.end());
}

function superusersAddress(database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

const start = ({ url }: Owned, prefix: string, log: Logger = silentLogger) =>
  migrate(url, MIGRATIONS, log, prefix);

/** The number of schemas and roles that a refused start has left. */
async function traces(url: string, prefix: string): Promise<unknown> {
  const client = await connect(url);
  const { rows } = await client.query(
    `select (select count(*)::int from pg_namespace
        where nspname in ('auth', 'storage', 'backend', 'supabase_migrations')) as schemas,
      (select count(*)::int from pg_roles where rolname = any ($1)) as roles`,
    [neededRoles(prefix)],
  );
  await client.end();
  return rows[0];
}

async function memberOf(site: TestBackend, sub: string) {
  const keys = await loadKeys(site.backend.pool);
  return site.client(await signToken(keys, { role: "authenticated", sub, aal: "aal1" }, 600));
}

/** What the site's services do, each by its own role. */
async function exercise(site: TestBackend): Promise<void> {
  const { auth } = site.client();
  const email = `${randomUUID().slice(0, 8)}@example.org`;
  expect((await auth.signUp({ email, password: "one-photo-a-day" })).error).toBeNull();
  const service = site.client(site.backend.apiKeys.service);
  // The service role reads and writes every row, a visitor none, a member their own.
  const row = { owner: randomUUID(), url: "https://example.org" };
  const written = await service.from("bookmarks").insert(row).select("url");
  expect(written.data).toEqual([{ url: row.url }]);
  const seen = await Promise.all(
    [service, site.client(), await memberOf(site, row.owner)].map((by) =>
      by.from("bookmarks").select(),
    ),
  );
  expect(seen.map(({ data }) => data?.length)).toEqual([1, 0, 1]);
  const bucket = await service.storage.createBucket("cellar", { public: false });
  expect(bucket.error).toBeNull();
  const sent = await service.storage.from("cellar").upload("a.txt", new Blob(["a"]), {
    contentType: "text/plain",
  });
  expect(sent.error).toBeNull();
  expect((await service.storage.from("cellar").list()).data).toHaveLength(1);
  expect((await site.client().storage.from("cellar").list()).data).toEqual([]);
}

async function startOn(owned: Owned, rolePrefix: string): Promise<TestBackend> {
  const site = await startTestBackend(inject("postgresUrl"), {
    migrations: MIGRATIONS,
    databaseUrl: owned.url,
    rolePrefix,
  });
  undo.push(() => site.close());
  return site;
}

test("a role that may create roles makes its own", async () => {
  const prefix = newPrefix();
  const owned = await newOwner("createrole");
  await exercise(await startOn(owned, prefix));
  const { rows } = await superuser.query(
    "select rolname from pg_roles where rolname = any ($1) and (rolbypassrls or rolsuper or rolcanlogin)",
    [neededRoles(prefix)],
  );
  expect(rows).toEqual([]);
});

test("a role that may not is told to have the script run, and works after it", async () => {
  const prefix = newPrefix();
  const owned = await newOwner();
  await expect(start(owned, prefix)).rejects.toThrow(
    /^the role site_\w+ may not create the roles \w+_anon, .*database-roles.*$/,
  );
  expect(await traces(owned.url, prefix)).toEqual({ schemas: 0, roles: 0 });
  await runScript(owned, prefix);
  await runScript(owned, prefix);
  await exercise(await startOn(owned, prefix));
});

// The administrator that a managed service gives.
test("who may create roles and databases, and is no superuser, can run the script", async () => {
  const prefix = newPrefix();
  const admin = `admin_${randomUUID().slice(0, 8)}`;
  await superuser.query(`create role ${admin} login createdb createrole password '${admin}'`);
  undo.push(async () => {
    await superuser.query(`drop owned by ${admin}`);
    await superuser.query(`drop role ${admin}`);
  });
  const owned = { role: `${admin}_site`, url: addressOf(`${admin}_site`, `${admin}_site`) };
  const maintenance = await connect(addressOf(admin, "postgres"));
  await maintenance.query(`create role ${owned.role} login password '${owned.role}'`);
  undo.push(() => superuser.query(`drop role ${owned.role}`));
  await maintenance.query(`create database ${owned.role}`);
  undo.push(() => superuser.query(`drop database ${owned.role} with (force)`));
  await maintenance.end();
  const script = runScript(owned, prefix, addressOf(admin, owned.role));
  await expect(script).resolves.toBeUndefined();
  await exercise(await startOn(owned, prefix));
});

test("two sites with owners of their own work on one server", async () => {
  const [first, second] = [newPrefix(), newPrefix()];
  const one = await startOn(await newOwner("createrole"), first);
  const other = await startOn(await newOwner("createrole"), second);
  expect(one.backend.apiKeys.anon).not.toBe(other.backend.apiKeys.anon);
  await exercise(one);
  await exercise(other);
});

test("a second site with the roles of the first is refused, whole", async () => {
  const prefix = newPrefix();
  await start(await newOwner("createrole"), prefix);
  const second = await newOwner();
  await expect(start(second, prefix)).rejects.toThrow(
    /^the role site_\w+ may not use the roles \w+_anon, .*set DATABASE_ROLE_PREFIX/,
  );
  expect(await traces(second.url, prefix)).toMatchObject({ schemas: 0 });
});

test("a database belongs to one prefix", async () => {
  const [first, second] = [newPrefix(), newPrefix()];
  const owned = await newOwner("createrole");
  await start(owned, first);
  await expect(start(owned, second)).rejects.toThrow("another DATABASE_ROLE_PREFIX");
  expect(await traces(owned.url, second)).toMatchObject({ roles: 0 });
  expect(await start(owned, first)).toEqual([]);
});

test("a role without a database of its own is refused, and nothing is made", async () => {
  const prefix = newPrefix();
  const owned = await newOwner("createrole", false);
  await expect(start(owned, prefix)).rejects.toThrow(/doesn't own the database/);
  expect(await traces(owned.url, prefix)).toEqual({ schemas: 0, roles: 0 });
  await runScript(owned, prefix);
  await start(owned, prefix);
});

test("a read-only address is refused", async () => {
  const prefix = newPrefix();
  const owned = await newOwner("createrole");
  await superuser.query(`alter role ${owned.role} set default_transaction_read_only = on`);
  await expect(start(owned, prefix)).rejects.toThrow(/read-only here: .*the primary/);
  expect(await traces(owned.url, prefix)).toEqual({ schemas: 0, roles: 0 });
});

test("a database that a superuser filled is handed over, with all that is in it", async () => {
  const prefix = newPrefix();
  const owned = await newOwner("", false);
  await migrate(superusersAddress(owned.role), MIGRATIONS, silentLogger, prefix);
  await expect(start(owned, prefix)).rejects.toThrow(/belong to the role .*hand them over/);
  await runScript(owned, prefix);
  await exercise(await startOn(owned, prefix));

  const client = await connect(owned.url);
  const { rows } = await client.query(`
    select oid::regclass::text as left from pg_class
    where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and relowner <> current_user::regrole and relkind <> 'c'
    union all
    select oid::regprocedure::text from pg_proc
    where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and proowner <> current_user::regrole
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  expect(rows).toEqual([]);
  // Later tables are open to the request roles as before.
  await client.query("create table later (id integer)");
  const later = await client.query("select has_table_privilege($1, 'later', 'select') as may", [
    `${prefix}anon`,
  ]);
  await client.end();
  expect(later.rows).toEqual([{ may: true }]);
});

test("an extension that the role can't create is named before anything is made", async () => {
  const prefix = newPrefix();
  const owned = await newOwner("createrole");
  const folder = await mkdtemp(join(tmpdir(), "extension-"));
  undo.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "1_files.sql"), "create extension if not exists file_fdw;");
  await expect(migrate(owned.url, folder, silentLogger, prefix)).rejects.toThrow(
    /needs the extension file_fdw/,
  );
  expect(await traces(owned.url, prefix)).toMatchObject({ schemas: 0 });
});

test("clocks that are apart by a minute are told at the start", async () => {
  const owned = await newOwner("createrole");
  const warnings: string[] = [];
  const log = {
    ...silentLogger,
    warn: (_: object, message: string) => void warnings.push(message),
  };
  const prefix = newPrefix();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59_000 });
  try {
    await start(owned, prefix, log);
    expect(warnings).toEqual([]);
    // Far: this clock stands still while the database's goes on.
    vi.setSystemTime(vi.getRealSystemTime() + 590_000);
    await start(owned, prefix, log);
  } finally {
    vi.useRealTimers();
  }
  expect(warnings).toEqual([
    expect.stringMatching(/^the database's clock is [1-5]\d\d s behind this server's: /),
  ]);
});
