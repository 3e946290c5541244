import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import type { Site } from "../../tests/support/site.ts";

/** Runs one statement on the site's database, for what only time would change; returns its rows. */
export async function runSql(
  site: Site,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, string>[]> {
  const own = () => readFile(join(site.dataDir, "database-url"), "utf8");
  const connectionString = site.database.settings.DATABASE_URL ?? (await own()).trim();
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows as Record<string, string>[];
}
