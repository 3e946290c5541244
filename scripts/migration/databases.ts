import { migrate, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { joinSchema } from "./schema-files.ts";

export interface Databases {
  /** Has what these migrations make. */
  migrated: pg.Pool;
  /** Has what `supabase/schemas` says. */
  wanted: pg.Pool;
  drop(): Promise<void>;
}

/** Makes both databases on a server of their own. @param files migrations in `supabase/migrations` */
export async function makeDatabases(
  supabase: string,
  files: string[],
  folder: string,
): Promise<Databases> {
  // PostgreSQL may run as another system user, who needs access to its files.
  await chmod(folder, 0o755);
  const sets = { migrated: join(folder, "migrated"), wanted: join(folder, "wanted") };
  for (const set of Object.values(sets)) await mkdir(set);
  for (const file of files) {
    await copyFile(join(supabase, "migrations", file), join(sets.migrated, file));
  }
  await writeFile(join(sets.wanted, "1_schema.sql"), joinSchema(supabase));

  const server = await startEmbeddedDatabase({
    directory: join(folder, "data"),
    log: silentLogger,
  });
  const pools: pg.Pool[] = [];
  async function drop(): Promise<void> {
    await Promise.all(pools.map((pool) => pool.end()));
    await server.stop();
  }
  async function make(name: keyof typeof sets): Promise<pg.Pool> {
    const connectionString = Object.assign(new URL(server.superuserUrl), { pathname: name }).href;
    const admin = new pg.Client({ connectionString: server.superuserUrl });
    await admin.connect();
    await admin.query(`create database ${name}`).finally(() => admin.end());
    await migrate(connectionString, sets[name], silentLogger);
    // Its connections may outlive `end` for a moment; the server ends them.
    const pool = new pg.Pool({ connectionString, max: 4 }).on("error", () => {});
    pools.push(pool);
    return pool;
  }
  try {
    return { migrated: await make("migrated"), wanted: await make("wanted"), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
