import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { readCatalogue } from "../../server/catalogue/seed/catalogue.ts";
import { storeCatalogue } from "../../server/catalogue/seed/insert-catalogue.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The fastest settings for loading; only the size of the write-ahead log outlasts the connection.
 */
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
 * @throws if counters or search documents differ from what triggers would have stored
 */
export async function fill(url: string, jerseys: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await storeCatalogue(client as never, await readCatalogue(join(ROOT, "supabase/seed")));
    for (const sql of SETTINGS) await client.query(sql);
    const indexes = await dropIndexes(client);
    const script = await readFile(join(import.meta.dirname, "fill.sql"), "utf8");
    for (const section of script.split(/^--# /m).slice(1)) {
      const [title = "", ...lines] = section.split("\n");
      await timed(title, () =>
        client.query(lines.join("\n").replaceAll("$jerseys", String(jerseys))),
      );
    }
    await timed("indexes", async () => {
      for (const sql of indexes) await client.query(sql);
    });
    await timed("sums", async () => {
      // One statement each: every function returns the rows that it repaired, and one statement
      // would multiply them.
      for (const counts of ["sums", "standings", "authors", "kits", "catalogue"]) {
        await client.query(`select count(*) from public.recount_${counts}()`);
      }
    });
    await timed("vacuum, analyze", () => client.query("vacuum (analyze)"));
    await timed("proof", () => prove(client));
  } finally {
    await client.end();
  }
}

async function timed(title: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`  ${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * Drops indexes: building them afterwards is faster than updating them. Those of constraints stay.
 */
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

async function prove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ counters: string; documents: string; orphans: string }>(`
    select
      (select count(*) from public.recount_votes()) + (select count(*) from public.recount_sums()) as counters,
      (select count(*)
        from (select * from private.searchable order by md5(id::text) limit 5000) shown
        full join private.search_documents document
          on document.kind = shown.kind and document.id = shown.id
        where shown.id is not null
          and document.words is distinct from array_to_tsvector(private.words(shown.text) || shown.marks)
      ) as documents,
      (select count(*) from public.jersey_images image
        where not exists (select from public.jerseys where jerseys.id = image.jersey_id)) as orphans`);
  const [{ counters, documents, orphans }] = rows as [(typeof rows)[0]];
  if (Number(counters) + Number(documents) + Number(orphans) > 0) {
    throw new Error(
      `${counters} counters, ${documents} of 5000 search documents and ${orphans} images are wrong`,
    );
  }
}
