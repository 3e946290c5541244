import { silentLogger } from "@maillotheque/backend";
import { createPool, loadKeys, mintApiKeys } from "@maillotheque/backend/testing";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

import { REBUILD } from "./rebuild.ts";
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
  const brands = await queryIn<{ name: string }>(dataDir, "select name from public.brands");
  return new Set(brands.map(({ name }) => name));
}

/** What of the running database of `dataDir` is not derived as it should be, once nothing waits for the worker. */
export async function wronglyDerived(dataDir: string): Promise<unknown[]> {
  const unnumbered = `
    select 'a brand without a number' as what, id::text from public.brands
    where id not in (select id from public.public_changes where change in ('came', 'changed'))`;
  const waiting =
    "select public.derive(10000), (select count(*)::int from private.changes) as left";
  while ((await queryIn<{ left: number }>(dataDir, waiting))[0]!.left > 0) await sleep(100);
  return [...(await queryIn(dataDir, unnumbered)), ...(await queryIn(dataDir, REBUILD))];
}

async function queryIn<Row extends pg.QueryResultRow>(dataDir: string, text: string) {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/** The address of the running database of `dataDir`. */
export async function databaseUrl(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "database-url"), "utf8")).trim();
}
