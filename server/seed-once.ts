import type { Backend } from "../backend/index.ts";
import type { Env } from "./env.ts";
import type { Logger } from "./logger.ts";

/** Any constant; servers that start at once on one database take turns. */
const SEED_LOCK = 7_220_212;

export interface SeedOptions {
  databaseUrl: string;
  backend: Backend;
  kind: Exclude<Env["SEED"], "none">;
  log: Logger;
}

/**
 * Fills a new database with its first content. Done once in its life, whatever `SEED` says later;
 * a seed that was cut short runs again, it adds only what is missing.
 */
export async function seedOnce(
  options: Omit<SeedOptions, "kind"> & { kind: Env["SEED"] },
): Promise<void> {
  const { kind } = options;
  const client = await options.backend.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SEED_LOCK]);
    await client.query(
      "create table if not exists backend.seeded (kind text not null, at timestamptz not null default now())",
    );
    const { rowCount } = await client.query("select from backend.seeded");
    if (rowCount) return;
    if (kind !== "none") {
      const { seed } = await import("./seed/index.ts");
      await seed({ ...options, kind });
    }
    await client.query("insert into backend.seeded (kind) values ($1)", [kind]);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SEED_LOCK]).catch(() => {});
    client.release();
  }
}
