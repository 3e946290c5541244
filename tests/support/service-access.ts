import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { createPool } from "../../packages/backend/src/database/pool.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { mintApiKeys } from "../../packages/backend/src/tokens/api-keys.ts";
import { loadKeys } from "../../packages/backend/src/tokens/keys.ts";

/** Headers of a caller with every right on the database of `dataDir`, which must be running. */
export async function serviceHeaders(dataDir: string): Promise<Record<string, string>> {
  const pool = createPool({ url: await databaseUrl(dataDir), log: silent });
  const { service } = await mintApiKeys(await loadKeys(pool));
  await pool.end();
  return {
    apikey: service,
    authorization: `Bearer ${service}`,
    "content-type": "application/json",
  };
}

/** The names of all brands, asked of the running database of `dataDir` itself. */
export async function brandNames(dataDir: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select name from public.brands");
  await client.end();
  return new Set(rows.map(({ name }) => name));
}

async function databaseUrl(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "database-url"), "utf8")).trim();
}
