/**
 * Queries to PostgreSQL's catalogue about the exposed schema. Lists are JSON, so that rows have the
 * shape of `types.ts`.
 */

import { REQUEST_ROLES } from "../../database/roles.ts";

const columnWith = (more = "") => `json_build_object(
  'name', a.attname,${more}
  'position', a.attnum,
  'type', format_type(a.atttypid, a.atttypmod),
  'baseType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
  'nullable', not (a.attnotnull or t.typnotnull),
  'default', case
    when a.attidentity = 'd' then
      format('nextval(%L)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
    when a.attidentity = 'a' or a.attgenerated <> '' then null
    else coalesce(
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
        where d.adrelid = a.attrelid and d.adnum = a.attnum),
      pg_get_expr(t.typdefaultbin, 0))
  end)`;

const columnsOfRelation = (more?: string) => `
  select json_agg(${columnWith(more)} order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attnum > 0 and not a.attisdropped`;

/** The request roles; `$1` begins their names on the server. */
const ROLES = `unnest(array['${REQUEST_ROLES.join("', '")}']) role`;

const READERS = `
  'readers', array(
    select role from ${ROLES} where has_column_privilege($1 || role, a.attrelid, a.attnum, 'select')),`;

/** Tables, views, materialized views, foreign and partitioned tables, without partitions. */
export const TABLES = `
  select c.oid::text as oid, c.relname as name, c.relkind in ('v', 'm') as is_view,
    coalesce((${columnsOfRelation(READERS)} and a.attrelid = c.oid), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p, unnest(p.conkey) with ordinality k(number, position), pg_attribute a
      where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.number
    ), '[]') as primary_key,
    obj_description(c.oid, 'pg_class') as comment,
    (select json_object_agg(privilege, array(
        select role from ${ROLES}
        where has_table_privilege($1 || role, c.oid, privilege)
          -- Rows are deleted whole.
          or case when privilege <> 'delete' then has_any_column_privilege($1 || role, c.oid, privilege) end))
      from unnest(array['select', 'insert', 'update', 'delete']) privilege) as grants
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition`;

/** Foreign keys between exposed tables; `unique` if the referring columns are a key too. */
export const FOREIGN_KEYS = `
  select f.conname as constraint, source.relname as table, target.relname as foreign,
    (select json_agg(json_build_array(a.attname, b.attname) order by k.position)
      from unnest(f.conkey, f.confkey) with ordinality k(source, target, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.source
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.target) as columns,
    exists (
      select from pg_constraint u
      where u.conrelid = f.conrelid and u.contype in ('p', 'u')
        and u.conkey <@ f.conkey and u.conkey @> f.conkey) as unique
  from pg_constraint f
  join pg_class source on source.oid = f.conrelid
  join pg_class target on target.oid = f.confrelid
  where f.contype = 'f' and f.conparentid = 0
    and source.relnamespace = 'public'::regnamespace
    and target.relnamespace = 'public'::regnamespace
  order by source.relname, f.conname`;

/** The parsed query behind each view, which contains the origin of its columns. */
export const VIEW_DEFINITIONS = `
  select c.oid::text as oid, r.ev_action::text as tree
  from pg_class c join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`;

/**
 * Functions a client can call: with named arguments, or with a single unnamed argument for the
 * body.
 */
export const FUNCTIONS = `
  select p.oid::text as oid, p.proname as name,
    case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
      as volatility,
    case
      when t.oid = 'void'::regtype then 'void'
      when t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false)
        then 'composite'
      else 'scalar'
    end as kind,
    obj_description(p.oid, 'pg_proc') as comment,
    p.proretset as set,
    p.proretset and p.prorows <> 1 as many,
    format_type(t.oid, null) as return_type,
    returned.relname as returned_table,
    argument.relname as argument_table,
    coalesce(arguments.list, '[]') as parameters,
    array(
      select role from ${ROLES} where has_function_privilege($1 || role, p.oid, 'execute')
    ) as roles
  from pg_proc p
  join pg_type t on t.oid = p.prorettype
  left join pg_class returned on returned.oid = t.typrelid
    and returned.relkind in ('r', 'p', 'v', 'm', 'f') and returned.relnamespace = p.pronamespace
  left join pg_class argument on p.pronargs = 1 and argument.reltype = p.proargtypes[0]
    and argument.relnamespace = p.pronamespace
  left join lateral (
    select
      json_agg(json_build_object(
        'name', coalesce(a.name, ''),
        'type', format_type(a.type, -1),
        'required', a.position <= p.pronargs - p.pronargdefaults,
        'variadic', coalesce(a.mode = 'v', false)) order by a.position) as list,
      count(*) as total,
      count(*) filter (where coalesce(a.name, '') = '') as unnamed,
      bool_or(a.type in ('json'::regtype, 'jsonb'::regtype, 'text'::regtype)) as body
    from (
      select name, mode, type, row_number() over (order by number) as position
      from unnest(p.proargnames, p.proargmodes, coalesce(p.proallargtypes, p.proargtypes::oid[]))
        with ordinality as every(name, mode, type, number)
      where coalesce(mode, 'i') in ('i', 'b', 'v')
    ) a
  ) arguments on true
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
    and (coalesce(arguments.unnamed, 0) = 0 or argument.oid is not null
      or (arguments.total = 1 and arguments.body))
  order by p.proname, p.pronargs, arguments.list::text collate "C"`;

/** The columns of results that are not rows of a table: returns table, out arguments, types. */
export const COLUMNS_OF_FUNCTIONS = `
  select p.oid::text as oid,
    case when t.typtype = 'c'
      then (${columnsOfRelation()} and a.attrelid = t.typrelid)
      else (
        select json_agg(json_build_object(
          'name', every.name, 'position', every.number, 'type', format_type(every.type, null),
          'baseType', format_type(every.type, null), 'default', null, 'nullable', true)
          order by every.number)
        from unnest(p.proargnames, p.proargmodes, p.proallargtypes)
          with ordinality as every(name, mode, type, number)
        where every.mode in ('t', 'b', 'o'))
    end as columns
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and (t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false))`;

/** Types of casts; without pseudo types, row types and arrays. */
export const TYPES = `
  select t.typname as name, format_type(t.oid, null) as spelling
  from pg_type t
  where t.typtype in ('b', 'd', 'e', 'r', 'm') and left(t.typname, 1) <> '_'
    and t.typnamespace in (
      select oid from pg_namespace where nspname in ('pg_catalog', 'public', 'extensions'))`;
