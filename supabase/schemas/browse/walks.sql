-- The catalogue in steps of 24, in one of six orders.
-- A cursor names the edition and the last place, so that the next step continues where the reader was.
-- Each order reads its own index.

create type private.catalogue_cursor as (
  -- The edition in which the walk began.
  edition bigint,
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
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'rising', 'votes') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    select edition into place.edition from private.catalogue_edition;
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(\d{1,18})_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[2];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  -- A walk of more than an hour goes on in the oldest edition that is left.
  select least(greatest(parts[1]::bigint, forgotten), edition) into place.edition from private.catalogue_edition;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[3]::bigint * interval '1 microsecond';
  place.jersey_id := parts[4];
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
  when sort = 'newest' then '(created_at, jersey_id) < ($11, $12)'
  when sort = 'oldest' then '(year, created_at, jersey_id) > ($10, $11, $12)'
  else format('(%s, created_at, jersey_id) < ($10, $11, $12)', sort)
end;
comment on function private.after_place is 'SQL for what comes after a place: $10 to $12 are its value, time and jersey';

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
     where since <= $13 and until > $13 and %s order by %s limit 25',
    private.value_of(sort), source,
    concat_ws(' and ', private.after_place(sort, place),
      private.fact_conditions(asked, 'year between ($2)[1] and ($2)[2]'),
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end),
    private.order_of(sort))
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams, place.value, place.created_at, place.jersey_id,
    place.edition;
end $$;
comment on function private.read_step is 'The next 25 jerseys of a walk, from a source with the columns of entries';

create function private.read_cells(
  asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
returns setof private.catalogue_step
language sql stable set search_path = ''
as $$
  select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where dims = 63 and period > 0 and %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(asked, 'period between ($2)[1] and ($2)[2]')),
    asked, scope, sort, place)
$$;
comment on function private.read_cells is
  'The next 25 jerseys of a walk: all jerseys of the cells that match, read and sorted';

create function private.next_years(
  asked private.catalogue_filter, sort text, place private.catalogue_cursor)
returns private.catalogue_filter
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  dims constant integer := private.cells_that_know(private.dims_of(asked) | 2);
  soon private.catalogue_filter := asked;
  reached integer;
begin
  -- Cells of more facts know decades, or are too many.
  if sort not in ('year', 'oldest') or bit_count(dims::bit(32)) > 3 then
    return asked;
  end if;
  if place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select period from (
       select period, sum(sum(jerseys)) over (order by period %1$s) as jerseys from private.catalogue_cells
       where dims = %2$s and team_id = private.nil() and period > 0 and period is distinct from $7 and %3$s
       group by period) year
     where jerseys >= 25 order by period %1$s limit 1',
    case sort when 'oldest' then 'asc' else 'desc' end, dims,
    private.fact_conditions(soon, 'period between ($2)[1] and ($2)[2]'))
  into reached
  using private.competitions_of(asked), private.years_of(soon), asked.kits, asked.brands, asked.colors,
    asked.photo, place.value;
  if reached is null then
    return asked;
  elsif sort = 'oldest' then
    soon.last_year := reached;
  else
    soon.first_year := reached;
  end if;
  return soon;
end $$;
comment on function private.next_years is
  'In an order by years, the filter with the years that have 25 jerseys after a place; as it is where the cells don''t say';

-- Jerseys found by words are looked up before they are sorted, cells of many facts are read by index: the catalogue's reads hold at a
-- million jerseys.
create function private.next_step(
  asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
returns setof private.catalogue_step
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  in_order constant text := format('select * from private.catalogue_entries where %s and %s order by %s',
    private.after_place(sort, place),
    -- The order by years begins at the first year of the filter, and ends at the last.
    case when sort in ('year', 'oldest') then 'year between ($2)[1] and ($2)[2]' else 'true' end,
    private.order_of(sort));
  few constant double precision := private.catalogue_limit('few') * (
    select sqrt(jerseys) from public.jersey_counts where kind = 'all' and key = '');
  soon constant private.catalogue_filter := private.next_years(asked, sort, place);
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($7) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  if soon is distinct from asked and private.count_catalogue(soon, null) <= few then
    found := array(select step from private.read_cells(soon, scope, sort, place) step);
    -- The cells are of today. In the edition of the walk, these years may have less.
    if cardinality(found) = 25 then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  if private.count_catalogue(asked, null) > few then
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), asked, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, private.years_of(asked), null, null, null, null, null, null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_cells(asked, scope, sort, place);
end $$;
comment on function private.next_step is
  'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these have few jerseys, or in the next years; else by looking at all jerseys in order';

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
    select *, row_number() over () as number
    from private.next_step(asked, private.scope_of(asked.own, private.jerseys_of_words(asked.words)), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s_%s', sort, place.edition, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $$;
comment on function public.catalogue_page is
  'A step of the public jerseys that a filter shows: at most 24 ids in order, and the cursor of the next step';
revoke execute on function public.catalogue_page from public;
grant execute on function public.catalogue_page to anon, authenticated, service_role;

revoke execute on function
  private.read_cursor, private.value_of, private.order_of, private.after_place, private.read_step, private.read_cells,
  private.next_years, private.next_step
from public;
