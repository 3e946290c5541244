import { type EmbeddedDatabase, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { createClient } from "@supabase/supabase-js";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import {
  plainEnvironment,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from "../support/server.ts";
import { startBalancer } from "./support/balancer.ts";
import { startStore } from "./support/s3.ts";

const run = promisify(execFile);

/** What the next release brings: each of the ways that docs/migrations.md allows. */
const NEXT_RELEASE = {
  "29990101000000_stitches.sql": `
    alter table public.jerseys add column stitches integer not null default 0;
    grant select (stitches) on public.jerseys to anon, authenticated;
    alter table public.jerseys add constraint jerseys_stitches_range check (stitches >= 0) not valid;`,
  "29990101000100_stitches_checked.sql":
    "alter table public.jerseys validate constraint jerseys_stitches_range;",
  "29990101000200_stitches_index.sql": `
    drop index concurrently if exists public.jerseys_by_stitches;
    create index concurrently jerseys_by_stitches on public.jerseys (stitches, id);`,
  "29990101000300_stitches_filled.sql": "update public.jerseys set stitches = length(title);",
};

/** A copy of the project with later migrations. */
async function nextRelease(): Promise<string> {
  const copy = join(await temporaryFolder(), "next");
  await run("cp", ["-a", inject("projectCopy"), copy]);
  for (const [name, sql] of Object.entries(NEXT_RELEASE)) {
    await writeFile(join(copy, "supabase/migrations", name), sql);
  }
  return copy;
}

/** 0 if nobody answers. */
function statusOf({ url }: Server, path: string): Promise<number> {
  return fetch(url + path).then(
    ({ status }) => status,
    () => 0,
  );
}

async function startDatabase(): Promise<{ database: EmbeddedDatabase; sql: pg.Client }> {
  const database = await startEmbeddedDatabase({
    directory: await temporaryFolder(),
    log: silentLogger,
  });
  onTestFinished(() => database.stop());
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  onTestFinished(() => sql.end());
  return { database, sql };
}

async function approvedJerseys(sql: pg.Client): Promise<string[]> {
  await sql.query("insert into competitions (league, name) values ('SOCCER', 'Coupe à deux')");
  await sql.query("insert into seasons (code, name) values ('1998', '1998')");
  const { rows } = await sql.query<{ id: string }>(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Le vert ' || n, (select id from auth.users limit 1), 'SOCCER', (select id from competitions limit 1),
       (select id from seasons limit 1), 'Les Verts ' || n, 'approved' from generate_series(1, 6) n
     returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Between two requests of one visitor or member: without it, they take what the servers need to start. */
const PAUSE_MS = 100;

/** Visitors and members who go on until `stop`; what failed, by what was asked. */
class Load {
  readonly failures: string[] = [];
  answered = 0;
  /** The last vote of each member on each jersey that was acknowledged. */
  readonly votes = new Map<string, string>();
  #stopped = false;
  readonly #running: Promise<void>[] = [];

  start(step: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#stopped) {
        await step();
        await sleep(PAUSE_MS);
      }
    };
    this.#running.push(loop());
  }

  note(what: string, status: number, message = ""): boolean {
    if (status >= 200 && status < 400) this.answered += 1;
    else this.failures.push(`${what}: ${status} ${message}`);
    return status < 400;
  }

  read(address: () => string): void {
    this.start(async () => {
      const url = address();
      const status = await fetch(url).then(
        async (response) => (await response.arrayBuffer()) && response.status,
        () => 0,
      );
      this.note(`GET ${url}`, status);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

test("two servers are upgraded one after the other, and no request fails", async () => {
  const { database, sql } = await startDatabase();
  const store = await startStore();
  onTestFinished(() => store.close());
  const next = await nextRelease();
  const settings = {
    DATABASE_URL: database.url,
    MIGRATE: "false",
    STOP_DELAY: "3",
    AUTH_AUTOCONFIRM: "true",
    LOG_LEVEL: "error",
    ...store.settings,
  };
  const migrate = async (folder: string) => {
    const env = { ...plainEnvironment(folder), DATABASE_URL: database.url };
    const { stdout } = await run(process.execPath, ["server/cli/migrate.ts"], { cwd: folder, env });
    return stdout;
  };
  expect(await migrate(inject("projectCopy"))).toMatch(/^\d+ applied$/m);
  expect(await migrate(inject("projectCopy"))).toBe("nothing to apply\n");
  const old = await Promise.all([startServer(settings), startServer(settings)]);
  await Promise.all(old.map((server) => server.ready()));
  const balancer = await startBalancer();
  onTestFinished(() => balancer.close());
  balancer.servers = old.map(({ url }) => url);

  const key = (await readFile(join(old[0].dataDir, "anon-key"), "utf8")).trim();
  const load = new Load();
  onTestFinished(() => load.stop());
  const members = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = createClient(balancer.url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const email = `${randomUUID()}@example.test`;
      const { data, error } = await client.auth.signUp({ email, password: "maillot-vert-1976" });
      expect(error).toBeNull();
      return { client, id: data.user!.id };
    }),
  );
  const jerseys = await approvedJerseys(sql);
  const any = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!;
  load.read(() => `${balancer.url}${any(["/", "/en", "/catalogue", "/en/catalogue"])}`);
  load.read(() => `${balancer.url}/jersey/${any(jerseys)}`);
  load.read(() => `${balancer.url}/rest/v1/jerseys?select=*&limit=5&apikey=${key}`);
  for (const { client, id } of members) {
    load.start(async () => {
      const [jersey, vote] = [any(jerseys), any(["up", "down"])];
      const { status, error } = await client
        .from("jersey_votes")
        .upsert({ jersey_id: jersey, voter_id: id, vote });
      if (load.note("vote", status, error?.message)) load.votes.set(`${jersey} ${id}`, vote);
    });
  }
  const more = async (many: number) => {
    const from = load.answered;
    await until(() => load.answered >= from + many, `${many} more answers`);
  };
  await more(100);

  // The new release waits for its migrations, which run under the old one.
  const upgraded: Server[] = [await startServer(settings, onTestFinished, next)];
  await until(async () => (await statusOf(upgraded[0]!, "/healthz")) > 0, "it listens");
  expect(await statusOf(upgraded[0]!, "/healthz"), "a balancer sends it nothing yet").toBe(503);
  expect(await statusOf(upgraded[0]!, "/readyz")).toBe(503);
  const applied = await migrate(next);
  for (const name of Object.keys(NEXT_RELEASE)) expect(applied).toContain(name.slice(0, -4));
  await upgraded[0]!.ready();
  await more(100);

  for (const [index, server] of old.entries()) {
    const replacement = upgraded[index] ?? (await startServer(settings, onTestFinished, next));
    await replacement.ready();
    balancer.servers = [...balancer.servers, replacement.url];
    await more(50);
    server.kill("SIGTERM");
    await until(async () => (await statusOf(server, "/healthz")) === 503, "it says that it stops");
    balancer.servers = balancer.servers.filter((url) => url !== server.url);
    expect(await server.ended).toMatchObject({ code: 0 });
    await more(50);
  }
  await more(100);
  await load.stop();

  expect(load.failures).toEqual([]);
  const { rows } = await sql.query<{ at: string; vote: string }>(
    "select jersey_id || ' ' || voter_id as at, vote from jersey_votes",
  );
  expect(new Map(rows.map(({ at, vote }) => [at, vote]))).toEqual(load.votes);
  const filled = await sql.query("select from jerseys where stitches = length(title)");
  expect(filled.rowCount).toBe(jerseys.length);
});
