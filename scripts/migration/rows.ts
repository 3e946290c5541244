import type { Client } from "pg";

/** Counts writes: a row that a step adds counts again. */
const COUNTER = "edition";

// Excludes values that differ between databases: times and random values. The ledger of migrations
// differs by design.
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(
      select a.attname::text from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and (a.attname = '${COUNTER}' and c.relname = 'catalogue_edition'
        or a.attgenerated = ''
        and pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(|clock_timestamp|random|nextval')) as volatile
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$|^supabase_migrations$'
  order by 1`;

/** Every row of a fresh database, as JSON with its table. */
export async function readRows(client: Pick<Client, "query">): Promise<string[]> {
  const tables = await client.query<{ name: string; volatile: string[] }>(TABLES);
  const found: string[] = [];
  for (const { name, volatile } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t`,
      [volatile],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}
