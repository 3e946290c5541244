import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { startEmbeddedDatabase } from "../../packages/backend/src/database/embedded/start.ts";
import { migrate } from "../../packages/backend/src/database/migrate.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { fill } from "./fill.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where the benches keep their databases from one run to the next; delete it to begin anew. */
export const BENCH_DATA = process.env.BENCH_DATA ?? join(ROOT, ".cache/bench");

/** Of the generated data; another number and they are generated anew. */
const GENERATION = 2;

export interface BenchServer {
  /** The connection string of a database with so many jerseys, generated when it isn't there yet. */
  sized(jerseys: number): Promise<string>;
  /** That of a copy made for this run: for those who change the schema. */
  copied(jerseys: number, name: string): Promise<string>;
  /** Takes a copy away again. */
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** The product's own PostgreSQL, with its own settings, on the benches' databases. */
export async function startBenchServer(): Promise<BenchServer> {
  const running = process.env.BENCH_DATABASE_URL;
  if (running) return benchServer(running, async () => {});
  await mkdir(BENCH_DATA, { recursive: true });
  await chmod(BENCH_DATA, 0o755);
  const server = await startEmbeddedDatabase({ directory: BENCH_DATA, log: silent });
  return benchServer(server.url, () => server.stop());
}

function benchServer(url: string, stop: () => Promise<void>): BenchServer {
  return {
    stop,
    sized: (jerseys) => sized(url, jerseys),
    async copied(jerseys, name) {
      const original = new URL(await sized(url, jerseys));
      const copy = `${original.pathname.slice(1)}_${name}`;
      await ask(url, `drop database if exists ${copy} with (force)`);
      // Files copied as they are: through the log a million jerseys take minutes.
      const like = `template ${original.pathname.slice(1)} strategy file_copy`;
      await ask(url, `create database ${copy} ${like}`);
      return Object.assign(new URL(url), { pathname: `/${copy}` }).href;
    },
    async drop(copy) {
      await ask(url, `drop database if exists ${new URL(copy).pathname.slice(1)} with (force)`);
    },
  };
}

async function sized(server: string, jerseys: number): Promise<string> {
  const name = `jerseys_${jerseys}_${GENERATION}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const migrations = join(ROOT, "supabase/migrations");
  const known = await ask(server, `select from pg_database where datname = '${name}'`);
  if (known === 0) {
    const draft = `${name}_draft`;
    const draftUrl = Object.assign(new URL(server), { pathname: `/${draft}` }).href;
    console.log(`generating ${jerseys} jerseys`);
    await ask(server, `drop database if exists ${draft} with (force)`);
    await ask(server, `create database ${draft}`);
    await migrate(draftUrl, migrations, silent);
    await fill(draftUrl, jerseys);
    await ask(server, `alter database ${draft} rename to ${name}`);
  }
  // What has been added to the schema since is applied as on a running site.
  await migrate(url.href, migrations, silent);
  return url.href;
}

async function ask(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
