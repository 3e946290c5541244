import { silentLogger } from "@maillotheque/backend";
import { createPool, loadKeys, mintApiKeys } from "@maillotheque/backend/testing";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import type { Site } from "./site.ts";

/** Headers with the secret key of the database in `dataDir`, which must be running. */
export async function serviceHeaders(dataDir: string): Promise<Record<string, string>> {
  return serviceHeadersAt(await databaseUrl(dataDir));
}

/** Headers with the secret key of a site. */
export function serviceHeadersOf({ dataDir, database }: Site): Promise<Record<string, string>> {
  const { DATABASE_URL } = database.settings;
  return DATABASE_URL ? serviceHeadersAt(DATABASE_URL) : serviceHeaders(dataDir);
}

/** Headers with the secret key of a database by its address. */
export async function serviceHeadersAt(url: string): Promise<Record<string, string>> {
  const pool = createPool({ url, log: silentLogger });
  const { service } = await mintApiKeys(await loadKeys(pool));
  await pool.end();
  return {
    apikey: service,
    authorization: `Bearer ${service}`,
    "content-type": "application/json",
  };
}

/** The names of all brands, read from the running database of `dataDir`. */
export async function brandNames(dataDir: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select name from public.brands");
  await client.end();
  return new Set(rows.map(({ name }) => name));
}

/** The address of the running database of `dataDir`. */
export async function databaseUrl(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "database-url"), "utf8")).trim();
}
