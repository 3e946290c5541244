-- The catalogue in steps of 24, in one of five orders.
-- A cursor names the last place, so that the next step continues after it. A jersey that votes move meanwhile may come again or be missed.
-- Each order reads its own index.

create type private.catalogue_cursor as (
  -- The last jersey shown: what the order compares.
  value double precision,
  created_at timestamptz,
  jersey_id uuid
);

create function private.read_cursor(sort text, after text) returns private.catalogue_cursor
language plpgsql stable set search_path = ''
as $$
declare
  place private.catalogue_cursor;
  parts text[];
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'owned') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[1];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[2]::bigint * interval '1 microsecond';
  place.jersey_id := parts[3];
  return place;
exception when numeric_value_out_of_range then
  raise invalid_parameter_value using
    message = 'catalogue_cursor_invalid', detail = 'No step of this order begins here.';
end $$;
comment on function private.read_cursor is 'Where a step begins; raises 22023 for what is no cursor of this order';

create type private.catalogue_step as (jersey_id uuid, value double precision, created_at timestamptz);
comment on type private.catalogue_step is 'A jersey in a list, with what the order compares';

create function private.value_of(sort text) returns text language sql immutable parallel safe
return case sort when 'newest' then '0' when 'oldest' then 'year' else sort end;

create function private.order_of(sort text) returns text language sql immutable parallel safe
-- A constant is no order.
return replace(
  case sort when 'oldest' then 'year, created_at, jersey_id'
    else private.value_of(sort) || ' desc, created_at desc, jersey_id desc' end, '0 desc, ', '');

create function private.after_place(sort text, place private.catalogue_cursor) returns text
language sql immutable parallel safe
return case
  when place.jersey_id is null then 'true'
  when sort = 'newest' then '(created_at, jersey_id) < ($4, $5)'
  when sort = 'oldest' then '(year, created_at, jersey_id) > ($3, $4, $5)'
  else format('(%s, created_at, jersey_id) < ($3, $4, $5)', sort)
end;
comment on function private.after_place is 'SQL for what comes after a place: $3 to $5 are its value, time and jersey';

create function private.read_step(
  source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text,
  place private.catalogue_cursor)
returns setof private.catalogue_step
language plpgsql stable set search_path = '' set jit = off
as $$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    private.after_place(sort, place) || ' and ' || private.entry_conditions(asked, scope),
    private.order_of(sort))
  using scope.included, scope.excluded, place.value, place.created_at, place.jersey_id;
end $$;
comment on function private.read_step is 'The next 25 jerseys of a walk, from a source with the columns of entries';

create function private.next_years(
  asked private.catalogue_filter, sort text, place private.catalogue_cursor)
returns private.catalogue_filter
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  soon private.catalogue_filter := asked;
  first integer;
  reached integer;
begin
  if sort not in ('year', 'oldest') or place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select %1$s(year), %2$s(year) filter (where jerseys < 25)
     from (
       select year, sum(sum(jerseys)) over (order by year %3$s) - sum(jerseys) as jerseys from private.catalogue_cells
       where year is distinct from $1 and %4$s group by year) years',
    case sort when 'oldest' then 'min' else 'max' end, case sort when 'oldest' then 'max' else 'min' end,
    case sort when 'oldest' then 'asc' else 'desc' end, private.fact_conditions(soon))
  into first, reached
  using place.value;
  if place.value is null and first is null then
    return asked;
  end if;
  -- The year of the place itself may have more.
  if sort = 'oldest' then
    soon.first_year := case when place.value is null then first else soon.first_year end;
    soon.last_year := least(asked.last_year, coalesce(reached, soon.first_year));
  else
    soon.last_year := case when place.value is null then first else soon.last_year end;
    soon.first_year := greatest(asked.first_year, coalesce(reached, soon.last_year));
  end if;
  return soon;
end $$;
comment on function private.next_years is
  'In an order by years, the filter with the years in which the next 25 jerseys after a place are';

create function private.next_step(
  asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
returns setof private.catalogue_step
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  most_cells constant integer := private.catalogue_limit('few');
  soon private.catalogue_filter;
  cells integer;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($1) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $1 + 1) cell', private.fact_conditions(soon))
  into cells
  using most_cells;
  if cells > most_cells then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest')
        then format('year between %s and %s', coalesce(soon.first_year, 0), coalesce(soon.last_year, 9999)) else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(soon)),
    soon, scope, sort, place);
end $$;
comment on function private.next_step is
  'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these are few; else by looking at all jerseys in order';

create function public.catalogue_page(filter jsonb, sort text default 'best', after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number,
      -- The worker may not have heard yet that it is hidden or deleted.
      exists (select from public.jerseys where id = jersey_id and status = 'approved' and is_active) as is_public
    from private.next_step(asked, private.scope_of(asked.own, private.of_sponsors(asked.sponsors, private.jerseys_of_words(asked.words))), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24 and is_public), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s', sort, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $$;
comment on function public.catalogue_page is
  'A step of the public jerseys that a filter shows: at most 24 ids in order, and the cursor of the next step';
