import type { Client } from "pg";

/** Excludes the server's own schemas and the ledger of migrations. */
const OURS = "nspname !~ '^pg_|^information_schema$|^supabase_migrations$'";
const NOT_OF_EXTENSION = (oid: string) =>
  `not exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`;
const RELATIONS = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and ${NOT_OF_EXTENSION("c.oid")}`;

/** Privileges in a fixed order; an object without explicit ones has the default of its kind. */
const acl = (privileges: string, kind: string, owner: string) =>
  `array(select p::text from unnest(coalesce(${privileges}, acldefault('${kind}', ${owner}))) p order by 1)`;

/** Each query lists one kind of object, a line of text for each. */
const QUERIES: Record<string, string> = {
  schemas: `select format('schema %s owner %s acl %s', nspname, nspowner::regrole,
      ${acl("nspacl", "n", "nspowner")}) as text
    from pg_namespace where ${OURS}`,

  extensions: `select format('extension %s in %s', extname, extnamespace::regnamespace) as text
    from pg_extension`,

  defaultPrivileges: `select format('default privileges of %s in %s for %s: %s', defaclrole::regrole,
      defaclnamespace::regnamespace, defaclobjtype, array(select p::text from unnest(defaclacl) p order by 1)) as text
    from pg_default_acl`,

  types: `select format('type %s owner %s labels %s', t.oid::regtype, typowner::regrole,
      array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)) as text
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where ${OURS} and typtype in ('e', 'd') and ${NOT_OF_EXTENSION("t.oid")}`,

  relations: `select format('%s %s owner %s persistence %s options %s security %s %s acl %s %s', relkind, c.oid::regclass,
      relowner::regrole, relpersistence, reloptions, relrowsecurity, relforcerowsecurity,
      ${acl("relacl", "r", "relowner")}, case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) end) as text
    ${RELATIONS} and relkind in ('r', 'p', 'v', 'm')`,

  sequences: `select format('sequence %s %s', c.oid::regclass, to_jsonb(s) - 'seqrelid') as text
    from pg_sequence s join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = relnamespace
    where ${OURS}`,

  columns: `select format('column %s.%s %s collation %s not null %s default %s generated %s identity %s storage %s options %s acl %s',
      c.oid::regclass, attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
      pg_get_expr(adbin, adrelid), attgenerated, attidentity, attstorage, attoptions,
      array(select p::text from unnest(attacl) p order by 1)) as text
    from pg_attribute a left join pg_attrdef on adrelid = attrelid and adnum = attnum
    join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where ${OURS} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,

  constraints: `select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(o.oid)) as text
    from pg_constraint o join pg_namespace n on n.oid = connamespace
    -- "Not null" stands with the column; its constraint has a name from PostgreSQL 18 on only.
    where ${OURS} and contype <> 'n'`,

  indexes: `select pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${OURS}`,

  triggers: `select format('%s enabled %s', pg_get_triggerdef(t.oid), tgenabled) as text
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
    where ${OURS} and not tgisinternal`,

  policies: `select format('policy %s', to_jsonb(p)) as text from pg_policies p`,

  // Extensions and the server bring their own.
  comments: `select format('comment on %s %s: %L', o.type, o.identity, description) as text
    from pg_description d, pg_identify_object(classoid, objoid, objsubid) o
    where objoid >= 16384 and ${NOT_OF_EXTENSION("d.objoid")}
      and classoid <> 'pg_extension'::regclass`,

  functions: `select format('%s owner %s acl %s', pg_get_functiondef(p.oid), proowner::regrole,
      ${acl("proacl", "f", "proowner")}) as text
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where ${OURS} and prokind in ('f', 'p') and ${NOT_OF_EXTENSION("p.oid")}`,
};

/**
 * The schema in a database's system catalogues. Comments inside of bodies don't count, those on
 * objects do. Triggers fire in the order of their names.
 */
export async function readCatalogue(client: Pick<Client, "query">): Promise<string[]> {
  const found: string[] = [];
  for (const query of Object.values(QUERIES)) {
    const { rows } = await client.query<{ text: string }>(query);
    found.push(...rows.map(({ text }) => withoutComments(text)));
  }
  return found;
}

/** SQL without comments and indentation; quoted text is unchanged. */
export function withoutComments(sql: string): string {
  return sql
    .replaceAll(/('(?:[^']|'')*')|--[^\n]*/g, (_, quoted?: string) => quoted ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}
