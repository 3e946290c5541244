import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";

import type { Database } from "./database.ts";
import type { Env } from "./settings/env.ts";
import { StartError } from "./start-error.ts";

/** Any constant; servers that start at the same time on one database take turns. */
const SEED_LOCK = 7_220_212;

/**
 * Fills a new database with its first content, once, whatever `SEED` is set to later. An
 * interrupted seed runs again; it adds only missing rows.
 */
export async function seedOnce({ url, directUrl }: Database, env: Env): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SEED_LOCK]);
    await client.query(
      "create table if not exists backend.seeded (kind text not null, at timestamptz not null default now())",
    );
    const { rowCount } = await client.query("select from backend.seeded");
    if (rowCount) return;
    if (env.SEED !== "none") await runSeed(env, url);
    await client.query("insert into backend.seeded (kind) values ($1)", [env.SEED]);
  } finally {
    await client.end();
  }
}

/**
 * In a separate process: drawing hundreds of pictures leaves a large heap that is never needed
 * again.
 */
async function runSeed({ SEED, DATA_DIR }: Env, databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../cli/seed.ts"), SEED], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  const [code] = await once(child, "close");
  process.off("exit", endWithUs);
  if (code !== 0) throw new StartError(`the first content (SEED=${SEED}) could not be loaded`);
}
