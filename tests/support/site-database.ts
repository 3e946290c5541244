import { randomUUID } from "node:crypto";
import pg from "pg";

/** The server with one database per site; without it, each site starts its own. */
const SERVER = process.env.DATABASE_URL || undefined;

export interface SiteDatabase {
  /** The address as the site's setting. */
  settings: Record<string, string>;
  name: string | undefined;
  drop(): Promise<void>;
}

/** The settings of a site that keeps its database in its own data folder. */
export const OWN_DATABASE: SiteDatabase = {
  settings: {},
  name: undefined,
  drop: async () => {},
};

/**
 * A database for one site.
 * @param copyOf the name of one to start from, which no site is using
 */
export async function createSiteDatabase(copyOf: string | undefined): Promise<SiteDatabase> {
  if (!SERVER) return OWN_DATABASE;
  const name = `e2e_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} ${copyOf ? `template ${copyOf}` : ""}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.href },
    name,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  // Two workers may copy one database in parallel: the second waits.
  await client.query("select pg_advisory_lock(42)");
  await client.query(statement).finally(() => client.end());
}
