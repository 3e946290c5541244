import { randomUUID } from "node:crypto";
import pg from "pg";

/** The server on which every site gets a database of its own; without it, each brings its own. */
const SERVER = process.env.DATABASE_URL || undefined;

export interface SiteDatabase {
  /** As a setting of the site's. */
  settings: Record<string, string>;
  name: string | undefined;
  drop(): Promise<void>;
}

/** What a site needs that keeps its database in its own data folder. */
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
  // Two workers may copy one database at once: the second waits.
  await client.query("select pg_advisory_lock(42)");
  await client.query(statement).finally(() => client.end());
}
