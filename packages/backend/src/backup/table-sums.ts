import type pg from "pg";

/** What a table holds: the number of its rows, and a sum over them that doesn't depend on their order. */
export interface TableSum {
  rows: string;
  sum: string;
}

/** Tables that belong to an extension come with it; unlogged ones are empty after a crash. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (
      select from pg_depend d where d.objid = c.oid and d.deptype = 'e' and d.classid = 'pg_class'::regclass)
  order by 1`;

/** Settings that decide how a value is written as text. */
const FORMS = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';`;

/** The names of all tables of the project and of the backend. */
export async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

/**
 * The sums of all tables, by name. Two databases with the same content have the same sums, also on
 * other versions of PostgreSQL.
 * @param client within a transaction, which decides the state that is read
 */
export async function tableSums(client: pg.Client): Promise<Record<string, TableSum>> {
  await client.query(FORMS);
  const sums: Record<string, TableSum> = {};
  for (const name of await tableNames(client)) {
    // 60 bits of each row's digest: their sum is the same in any order.
    const { rows } = await client.query<TableSum>(
      `select count(*)::text as rows,
         coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0)::text as sum
       from ${name} t`,
    );
    sums[name] = rows[0]!;
  }
  return sums;
}

/** The names of tables that are only on one side, or hold something else there. */
export function differentTables(
  one: Record<string, TableSum>,
  other: Record<string, TableSum>,
): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.sum !== other[name]?.sum,
  );
}
