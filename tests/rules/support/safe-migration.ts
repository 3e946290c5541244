import { concurrentStatements } from "@maillotheque/backend/testing";
import type { ClientBase } from "pg";

/**
 * What servers of the previous release rely on. Each line is a fact in words, so that what a migration
 * takes away is named by the line that is missing afterwards.
 */
const FACTS = `
  with relations as (
    select c.oid, relname, relacl, relkind, nspname || '.' || relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'private') and relkind in ('r', 'p', 'v', 'm')
  ), columns as (
    select r.name || '.' || attname as name, a.* from relations r
    join pg_attribute a on attrelid = r.oid and attnum > 0 and not attisdropped
  ), functions as (
    select p.*, format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname in ('public', 'private')
  ), rights as (
    select name, (aclexplode(relacl)).* from relations
    union all select name, (aclexplode(attacl)).* from columns
    union all select name, (aclexplode(coalesce(proacl, acldefault('f', proowner)))).* from functions
  )
  select case relkind when 'v' then 'view ' else 'table ' end || name as fact from relations
  union all select format('column %s of type %s', name, format_type(atttypid, atttypmod)) from columns
  union all select format('function %s returning %s', name, pg_get_function_result(oid)) from functions
  union all select format('right of %s to %s %s', case grantee when 0 then 'all' else grantee::regrole::text end,
    lower(privilege_type), name)
  from rights
  where grantee = 0 or grantee::regrole::text in ('anon', 'authenticated', 'service_role')`;

/** The tables and what a change to them costs: their files, columns, constraints and indexes. */
const TABLES = `
  select nspname || '.' || relname as name, pg_relation_filenode(c.oid) as file,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attnotnull) as not_null,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attnotnull
        and not atthasdef and attidentity = '' and attgenerated = '') as needed,
    array(select conname::text from pg_constraint
      where conrelid = c.oid and contype in ('c', 'f') and convalidated) as checked,
    array(select indexrelid::regclass::text from pg_index where indrelid = c.oid) as indexes
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'p', 'm')`;

/** Of this transaction: "AccessExclusiveLock public.jerseys". */
const LOCKS = `
  select l.mode, n.nspname || '.' || c.relname as name
  from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
  where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.granted`;

interface Table {
  name: string;
  file: number;
  columns: string[];
  not_null: string[];
  needed: string[];
  checked: string[];
  indexes: string[];
}

/**
 * Applies a migration and says what keeps it from running under servers of the previous release
 * (docs/migrations.md, "Beside the previous release").
 * @param client a database as the previous release has it
 * @param end whether the migration stays; one of indexes always does
 */
export async function problemsOf(
  client: ClientBase,
  sql: string,
  end: "commit" | "rollback" = "commit",
): Promise<string[]> {
  const concurrent = concurrentStatements(sql);
  if (concurrent) return concurrentProblems(client, concurrent);
  const [facts, tables] = [await factsOf(client), await tablesOf(client)];
  const { locks, factsNow, tablesNow } = await within(client, end, async () => {
    await client.query(sql);
    const { rows } = await client.query<{ mode: string; name: string }>(LOCKS);
    return { locks: rows, factsNow: await factsOf(client), tablesNow: await tablesOf(client) };
  });
  const known = locks.filter(({ name }) => tables.has(name));
  return [
    ...lost(facts, factsNow),
    ...[...tables.values()].flatMap((table) =>
      changesOf(table, tablesNow.get(table.name), stopsWrites(table.name, known)),
    ),
    ...rowsUnderLock(known),
  ].toSorted();
}

async function within<T>(client: ClientBase, end: string, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query(end);
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function factsOf(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ fact: string }>(FACTS);
  return new Set(rows.map(({ fact }) => fact));
}

async function tablesOf(client: ClientBase): Promise<Map<string, Table>> {
  const { rows } = await client.query<Table>(TABLES);
  return new Map(rows.map((table) => [table.name, table]));
}

/** A table that goes takes its columns and rights with it; the first word about it is enough. */
function lost(before: Set<string>, now: Set<string>): string[] {
  const gone = [...before].filter((fact) => !now.has(fact));
  const whole = gone.flatMap(
    (fact) => /^(?:table|view|function) (\S+?)(?:\(|$)/.exec(fact)?.[1] ?? [],
  );
  const isPart = (fact: string) =>
    /^(column|right)/.test(fact) && whole.some((name) => fact.includes(` ${name}`));
  return gone.filter((fact) => !isPart(fact)).map((fact) => `takes away: ${fact}`);
}

/** To validate a constraint that is there takes a lock beside which others write. */
function stopsWrites(table: string, locks: { mode: string; name: string }[]): boolean {
  return locks.some(
    ({ mode, name }) =>
      name === table && ["ShareRowExclusiveLock", "AccessExclusiveLock"].includes(mode),
  );
}

function changesOf(before: Table, now: Table | undefined, isLocked: boolean): string[] {
  if (!now) return [];
  const { name } = before;
  const added = (list: "not_null" | "needed" | "checked" | "indexes") =>
    now[list].filter((item) => !before[list].includes(item));
  const existing = (column: string) => before.columns.includes(column);
  return [
    ...(now.file === before.file ? [] : [`rewrites the table ${name}`]),
    ...added("needed").map((column) => `needs a value: ${name}.${column}`),
    ...added("not_null")
      .filter(existing)
      .map((column) => `reads all rows under a lock: ${name}.${column} becomes not null`),
    ...(isLocked ? added("checked") : []).map(
      (rule) => `reads all rows under a lock: ${name}, constraint ${rule}`,
    ),
    ...added("indexes").map((index) => `stops writes while it builds the index ${index}`),
  ];
}

function rowsUnderLock(locks: { mode: string; name: string }[]): string[] {
  const of = (mode: string) => locks.filter((lock) => lock.mode === mode).map(({ name }) => name);
  const [closed, written] = [of("AccessExclusiveLock"), of("RowExclusiveLock")];
  if (closed.length === 0) return [];
  return written.map(
    (name) => `changes rows of ${name} while nobody can read ${closed.join(", ")}`,
  );
}

/** Without a transaction an interrupted file runs again from its beginning. */
async function concurrentProblems(client: ClientBase, parts: string[]): Promise<string[]> {
  const statements = parts.map((part) => part.replaceAll(/^--.*$/gm, "").trim());
  const dropped = new Set<string>();
  const problems: string[] = [];
  for (const statement of statements) {
    const [, drop] = /^drop index concurrently if exists (\S+)$/i.exec(statement) ?? [];
    const [, create] = /^create (?:unique )?index concurrently (\S+) /i.exec(statement) ?? [];
    if (drop) dropped.add(drop.replace(/^public\./, ""));
    else if (create && !dropped.has(create)) problems.push(`can't be repeated: index ${create}`);
    else if (!create && !/^comment on index /i.test(statement)) {
      problems.push(`more than indexes outside a transaction: ${statement.split("\n")[0]}`);
    }
    await client.query(statement);
  }
  return problems;
}
