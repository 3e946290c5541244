import type { Client } from "pg";

export interface Column {
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** By a visitor or a member. */
  isInserted: boolean;
  isUpdated: boolean;
}

export interface Relationship {
  name: string;
  columns: string[];
  isOneToOne: boolean;
  table: string;
  referencedColumns: string[];
}

export interface Table {
  name: string;
  columns: Column[];
  relationships: Relationship[];
  /** Definitions of CHECK constraints, as PostgreSQL prints them. */
  checks: string[];
}

interface Argument {
  name: string;
  type: string;
  optional: boolean;
}

export interface Procedure {
  name: string;
  args: Argument[];
  /** Columns of `returns table`; empty for any other result. */
  columns: Argument[];
  returns: string;
  /** The table whose rows the function returns, if any. */
  returnsTable: string | null;
  returnsSet: boolean;
}

export interface Catalogue {
  tables: Table[];
  procedures: Procedure[];
}

/** True if visitors or members have the privilege, whose arguments but the role are these. */
const granted = (kind: "any_column" | "column" | "function", args: string) =>
  `(has_${kind}_privilege('anon', ${args}) or has_${kind}_privilege('authenticated', ${args}))`;

/** What the database computes is never written. */
const isWritten = (privilege: "INSERT" | "UPDATE") =>
  `a.attgenerated = '' and a.attidentity <> 'a' and ${granted("column", `a.attrelid, a.attnum, '${privilege}'`)}`;

const TABLES = `
  select t.relname as name,
    (select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, null),
        'nullable', not a.attnotnull,
        'hasDefault', a.atthasdef or a.attidentity <> '',
        'isInserted', ${isWritten("INSERT")},
        'isUpdated', ${isWritten("UPDATE")}) order by a.attname)
      from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object(
        'name', f.conname,
        'columns', (select json_agg(a.attname order by k.position)
          from unnest(f.conkey) with ordinality k (attnum, position)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
        'isOneToOne', exists (select from pg_constraint u
          where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey = f.conkey),
        'table', target.relname,
        'referencedColumns', (select json_agg(a.attname order by k.position)
          from unnest(f.confkey) with ordinality k (attnum, position)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum)
        ) order by f.conname), '[]')
      from pg_constraint f join pg_class target on target.oid = f.confrelid
      where f.conrelid = t.oid and f.contype = 'f' and target.relnamespace = t.relnamespace
    ) as relationships,
    (select coalesce(json_agg(replace(pg_get_constraintdef(c.oid), ' NOT VALID', '')), '[]')
      from pg_constraint c where c.conrelid = t.oid and c.contype = 'c') as checks
  from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'v')
    and ${granted("any_column", "t.oid, 'SELECT, INSERT, UPDATE'")}
  order by t.relname`;

const PROCEDURES = `
  select p.proname as name,
    (select coalesce(json_agg(json_build_object(
        'name', a.name, 'type', format_type(a.type, null),
        'optional', a.position > p.pronargs - p.pronargdefaults) order by a.position), '[]')
      from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes)
        with ordinality a (name, type, mode, position)
      where coalesce(a.mode, 'i') in ('i', 'b')) as args,
    (select coalesce(json_agg(json_build_object(
        'name', a.name, 'type', format_type(a.type, null), 'optional', false)
        order by a.position), '[]')
      from unnest(p.proargnames, p.proallargtypes, p.proargmodes)
        with ordinality a (name, type, mode, position)
      where a.mode = 't') as columns,
    format_type(p.prorettype, null) as returns,
    (select c.relname from pg_class c
      where c.reltype = p.prorettype and c.relkind in ('r', 'p')) as "returnsTable",
    p.proretset as "returnsSet"
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype <> 'trigger'::regtype
    and ${granted("function", "p.oid, 'EXECUTE'")}
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`;

/** The tables, views and functions of schema `public` that visitors and members may use. */
export async function readCatalogue(client: Pick<Client, "query">): Promise<Catalogue> {
  const tables = await client.query<Table>(TABLES);
  const procedures = await client.query<Procedure>(PROCEDURES);
  for (const table of tables.rows) {
    table.checks = await Promise.all(table.checks.map((check) => withList(client, check)));
  }
  return { tables: tables.rows, procedures: procedures.rows };
}

/** A check `column = any (private.list())` as if the values of the function's list stood in it. */
async function withList(client: Pick<Client, "query">, check: string): Promise<string> {
  const [whole, call] = /= ANY \((private\.\w+\(\))\)/.exec(check) ?? [];
  if (!whole || !call) return check;
  const { rows } = await client.query<{ value: string }>(
    `select quote_literal(value) || '::text' as value from unnest(${call}) value`,
  );
  return check.replace(whole, `= ANY (ARRAY[${rows.map(({ value }) => value).join(", ")}])`);
}
