import { migrate, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { readdirSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { connected } from "../support/connected.ts";
import { fill } from "./fill.ts";

const ROOT = join(import.meta.dirname, "../..");
const MIGRATIONS = join(ROOT, "supabase/migrations");

/** The folder of the benches' databases, reused between runs; delete it to start anew. */
export const BENCH_DATA = process.env.BENCH_DATA ?? join(ROOT, ".cache/bench");

/** The version of the generated data; a new number generates them again. */
const GENERATION = 6;

/** Starts the product's own PostgreSQL with its own settings on the benches' databases. */
export async function startBenchServer() {
  await mkdir(BENCH_DATA, { recursive: true });
  await chmod(BENCH_DATA, 0o755);
  const server = await startEmbeddedDatabase({ directory: BENCH_DATA, log: silentLogger });
  const url = server.superuserUrl;
  return {
    stop: () => server.stop(),
    /** The connection string of a database with so many jerseys; generated on first use. */
    sized: (jerseys: number) => sized(url, jerseys),
    /** The connection string of a copy for this run, for benches that write. */
    async copied(jerseys: number, name: string): Promise<string> {
      const original = new URL(await sized(url, jerseys)).pathname.slice(1);
      const copy = `${original}_${name}`;
      await ask(url, `drop database if exists ${copy} with (force)`);
      // Copies the files directly: through the write-ahead log a million jerseys take minutes.
      await ask(url, `create database ${copy} template ${original} strategy file_copy`);
      return Object.assign(new URL(url), { pathname: `/${copy}` }).href;
    },
    /** Deletes a copy. */
    async drop(copy: string): Promise<void> {
      await ask(url, `drop database if exists ${new URL(copy).pathname.slice(1)} with (force)`);
    },
  };
}

async function sized(server: string, jerseys: number): Promise<string> {
  // A new baseline is for empty databases.
  const [baseline] = /^\d+/.exec(readdirSync(MIGRATIONS).sort()[0]!)!;
  const name = `jerseys_${jerseys}_${GENERATION}_${baseline}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const known = await ask(server, `select from pg_database where datname = '${name}'`);
  if (known === 0) {
    const draft = `${name}_draft`;
    const draftUrl = Object.assign(new URL(server), { pathname: `/${draft}` }).href;
    console.log(`generating ${jerseys} jerseys`);
    await ask(server, `drop database if exists ${draft} with (force)`);
    await ask(server, `create database ${draft}`);
    await migrate(draftUrl, MIGRATIONS, silentLogger);
    await connected(draftUrl, (client) => fill(client, jerseys));
    await ask(server, `alter database ${draft} rename to ${name}`);
  }
  // Applies newer migrations, as on a running site.
  await migrate(url.href, MIGRATIONS, silentLogger);
  return url.href;
}

async function ask(url: string, sql: string): Promise<number> {
  return connected(url, async (client) => (await client.query(sql)).rowCount ?? 0);
}
