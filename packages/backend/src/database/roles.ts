import pg from "pg";

/** Roles that a request may have. Another role in a token is refused before it reaches SQL. */
export const REQUEST_ROLES = ["anon", "authenticated", "service_role"] as const;

/** Roles that a hosted project has too, which migrations may name. */
const SERVICE_ROLES = ["supabase_auth_admin", "supabase_storage_admin"] as const;

const ALL_ROLES = [...REQUEST_ROLES, ...SERVICE_ROLES];

/** What a prefix may be: names stay within PostgreSQL's 63 bytes and need no quotes. */
export const ROLE_PREFIX = /^[a-z][a-z0-9_]{0,29}$/;

/** The names of the request roles on a server. */
export function requestRoles(prefix: string): string[] {
  return REQUEST_ROLES.map((role) => prefix + role);
}

/** The names of every role that the schema needs on a server. */
export function neededRoles(prefix: string): string[] {
  return ALL_ROLES.map((role) => prefix + role);
}

const NAMES = ALL_ROLES.join("|");
/**
 * Where a name is a role: after `to`, `from` or `role`, in a list (quoted in steps that the tool has written), or
 * compared with the current one.
 */
const AS_ROLE = new RegExp(`(\\b(?:to|from|role)\\s+"?|,\\s*"?)(${NAMES})\\b(?!['.(])`, "gi");
const AS_CURRENT = new RegExp(`(\\bcurrent_user\\s*(?:=|<>)\\s*'+)(${NAMES})(?=')`, "gi");

/**
 * Renames the roles in a migration. Migrations are written with the names of a hosted project; a
 * token's claim `role` keeps them.
 */
export function withPrefix(sql: string, prefix: string): string {
  if (!prefix) return sql;
  return sql.replaceAll(AS_ROLE, `$1${prefix}$2`).replaceAll(AS_CURRENT, `$1${prefix}$2`);
}

/** Creates missing roles. Another database of the server may be creating them at the same time. */
function createRoles(prefix: string): string {
  return neededRoles(prefix)
    .map(
      (role) => `  begin
    if not exists (select from pg_catalog.pg_roles where rolname = '${role}') then
      create role ${role} nologin noinherit;
    end if;
  exception when duplicate_object or unique_violation then null;
  end;`,
    )
    .join("\n");
}

/**
 * Lets `owner` take on the request roles. Who creates a role may give it to others, but from
 * PostgreSQL 16 on doesn't belong to it.
 */
function joinRoles(prefix: string, owner: string): string {
  return requestRoles(prefix)
    .map(
      (role) => `  if not pg_catalog.pg_has_role(${takenOnBy(literal(owner), role)}) then
    grant ${role} to ${pg.escapeIdentifier(owner)};
  end if;`,
    )
    .join("\n");
}

/** The arguments by which `pg_has_role` tells whether `who` can take on `role`. */
function takenOnBy(who: string, role: string): string {
  return `${who}, ${literal(role)}, case when pg_catalog.current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end`;
}

/** The statement by which a role with `createrole` makes the roles for itself. */
export function makeRoles(prefix: string, owner: string): string {
  return `do $roles$
begin
${createRoles(prefix)}
${joinRoles(prefix, owner)}
end $roles$;`;
}

export interface RolesScript {
  /** The role that the site connects as, which exists. */
  owner: string;
  database: string;
  prefix: string;
}

/**
 * Returns SQL that lets an ordinary role run a site: it creates the request roles, and makes the role
 * the owner of the database and of all that an earlier owner left in it. It is run in that database by
 * a role with these rights. A second run changes nothing.
 */
export function rolesScript({ owner, database, prefix }: RolesScript): string {
  const to = pg.escapeIdentifier(owner);
  return `-- For the role ${JSON.stringify(owner)} and its database ${JSON.stringify(database)}. May be run again.
do $script$
declare
  former regrole;
  item text;
begin
${createRoles(prefix)}
${joinRoles(prefix, owner)}
  if current_database() <> ${literal(database)} then
    raise exception 'connect to the database %: this is %', ${literal(database)}, current_database();
  end if;
  if not exists (select from pg_database where datname = current_database() and datdba = ${literal(to)}::regrole) then
    -- Who gives a database away must be able to take on the role that gets it.
    if not pg_has_role(${takenOnBy("current_user", owner)}) then
      execute format('grant %I to %I', ${literal(owner)}, current_user);
    end if;
    alter database ${pg.escapeIdentifier(database)} owner to ${to};
  end if;
  -- Before PostgreSQL 15 the schema public belonged to a superuser.
  if not pg_has_role(${literal(owner)}, (select nspowner from pg_namespace where nspname = 'public'), 'usage') then
    alter schema public owner to ${to};
  end if;
  -- What an earlier owner of the site has made.
  select nspowner::regrole into former from pg_namespace where nspname = 'supabase_migrations';
  if former is not null and former <> ${literal(to)}::regrole or exists (
    select from pg_class where relnamespace = to_regnamespace('supabase_migrations')
      and relowner <> ${literal(to)}::regrole) then
    for item in
      with objects as (
        select 'pg_namespace'::regclass as catalogue, oid, nspowner as owner, oid as namespace,
          format('schema %I', nspname) as name
        from pg_namespace where nspname <> 'public'
        union all
        select 'pg_class'::regclass, oid, relowner, relnamespace,
          format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view'
            when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end, oid::regclass)
        from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'f') or relkind = 'S' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
            and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))
        union all
        select 'pg_proc'::regclass, oid, proowner, pronamespace, format('routine %s', oid::regprocedure)
        from pg_proc
        union all
        select 'pg_type'::regclass, oid, typowner, typnamespace, format('type %s', oid::regtype)
        from pg_type
        where typtype in ('e', 'd', 'r') or typtype = 'c' and exists (
          select from pg_class where pg_class.oid = typrelid and relkind = 'c')
        union all
        select 'pg_ts_config'::regclass, oid, cfgowner, cfgnamespace,
          format('text search configuration %s', oid::regconfig) from pg_ts_config
        union all
        select 'pg_ts_dict'::regclass, oid, dictowner, dictnamespace,
          format('text search dictionary %s', oid::regdictionary) from pg_ts_dict
        union all
        select 'pg_statistic_ext'::regclass, oid, stxowner, stxnamespace,
          format('statistics %I.%I', stxnamespace::regnamespace, stxname) from pg_statistic_ext
      )
      select name from objects join pg_namespace on pg_namespace.oid = objects.namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
        and owner <> ${literal(to)}::regrole
        and not exists (
          select from pg_depend where classid = catalogue and objid = objects.oid and deptype = 'e')
    loop
      execute format('alter %s owner to %s', item, ${literal(to)});
    end loop;
    alter default privileges for role ${to} in schema public grant all on tables to ${requestRoles(prefix).join(", ")};
    alter default privileges for role ${to} in schema public grant all on sequences to ${requestRoles(prefix).join(", ")};
    alter default privileges for role ${to} in schema public grant all on functions to ${requestRoles(prefix).join(", ")};
  end if;
end $script$;
`;
}

function literal(text: string): string {
  return pg.escapeLiteral(text);
}
