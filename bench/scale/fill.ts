import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

import { readCatalogue } from "../../server/catalogue/seed/catalogue.ts";
import { storeCatalogue } from "../../server/catalogue/seed/insert-catalogue.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The fastest settings for loading; only the size of the write-ahead log outlasts the connection. */
const SETTINGS = [
  "alter system set max_wal_size = '8GB'",
  "select pg_reload_conf()",
  // Without triggers and foreign keys: their results are computed for all rows at once.
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  "set work_mem = '256MB'",
  "set maintenance_work_mem = '1GB'",
  "set search_path = public, extensions",
];

/**
 * Fills a migrated, empty database with the catalogue and `jerseys` jerseys, twice as many images,
 * five times as many votes, a fifth as many members, and their comments, shelves and reports.
 */
export async function fill(client: pg.Client, jerseys: number): Promise<void> {
  await storeCatalogue(client as never, await readCatalogue(join(ROOT, "supabase/seed")));
  for (const sql of SETTINGS) await client.query(sql);
  const indexes = await dropIndexes(client);
  const script = await readFile(join(import.meta.dirname, "fill.sql"), "utf8");
  for (const section of script.split(/^--# /m).slice(1)) {
    const [title = "", ...lines] = section.split("\n");
    console.log(`  ${title}`);
    await client.query(lines.join("\n").replaceAll("$jerseys", String(jerseys)));
  }
  console.log("  indexes, sums");
  for (const sql of indexes) await client.query(sql);
  await client.query("select private.refresh_catalogue(array(select id from public.jerseys))");
  // All is derived.
  await client.query("delete from private.changes");
  await client.query("vacuum (analyze)");
}

/** Drops indexes: building them afterwards is faster than updating them. Those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind = 'r' and not indisprimary and not indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
