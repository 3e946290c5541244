import pg from "pg";

import { StartError } from "./start-error.ts";

/** PostgreSQL keeps so many bytes of a connection's name. */
const LONGEST_NAME = 63;
const NAME = "maillotheque ";

/**
 * The name of the connection that a server keeps open while it runs, by which others know its site. A
 * server on this machine alone has none: tests and trials share databases.
 */
export function connectionName(siteUrl: string): string | undefined {
  if (/^(localhost|127\..*|\[::1\])$/.test(new URL(siteUrl).hostname)) return undefined;
  return `${NAME}${siteUrl}`.slice(0, LONGEST_NAME);
}

/**
 * Refuses a database on which servers of a site with another address run at the moment. After they
 * have ended, a site may have moved to this address.
 * @throws {StartError}
 */
export async function assertOneSite(databaseUrl: string, siteUrl: string): Promise<void> {
  const name = connectionName(siteUrl);
  if (!name) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and starts_with(application_name, $1) and application_name <> $2
       limit 1`,
      [NAME, name],
    );
    if (!rows[0]) return;
    throw new StartError(
      `DATABASE_URL: servers of ${rows[0].name.slice(NAME.length)} run on this database: give each site a database of its own, or stop them first if its SITE_URL has changed`,
    );
  } finally {
    await client.end();
  }
}
