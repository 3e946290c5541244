-- The catalogue's reads at a million jerseys: jerseys found by words are looked up before they are sorted, cells of many facts
-- are read by index, and the number of teams' jerseys no longer counts the total again.

create or replace function private.next_step(
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

create or replace function private.count_together(asked private.catalogue_filter, read_by integer)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  narrowed private.catalogue_filter := asked;
  cells constant text := format(
    'select *, %%s as misses from private.catalogue_cells
     where dims = 63 and team_id = private.nil() and %s and jerseys > 0 and %%s',
    case when private.dims_of(asked) & 2 = 0 then 'period < 0' else 'true' end);
  other_kits text := '';
  each record;
  misses text := '0';
  facets text := '';
  facet_values text[];
  sets text[];
begin
  for each in
    select *, private.dim_of(name) as dim from (values
      ('kit', 'kit', false, ''),
      ('brand', 'brand_id', asked.brands is not null, 'brand_id <> all ($4)'),
      ('color', 'color', asked.colors is not null, 'color <> all ($5)'),
      ('photo', 'has_photo', asked.photo is not null, 'has_photo <> all ($6)'),
      ('decade', 'period', false, '')) as facets (name, fact, is_asked, miss)
    where read_by & private.dim_of(name) = 0
  loop
    if each.is_asked then
      narrowed := private.without_filter(narrowed, each.name);
      misses := misses || format(' + (%s)::integer * %s', each.miss, each.dim);
    end if;
    facets := facets || format(' when grouping(%I) = 0 then %L', each.fact, each.name);
    facet_values := facet_values || private.value_sql(each.name);
    sets := sets || format('(misses, %I)', each.fact);
  end loop;
  -- Cells of other kit types count for that facet only: the index finds those in which all else fits.
  if asked.kits is not null and read_by & private.dim_of('kit') = 0 then
    other_kits := ' union all ' || format(cells, private.dim_of('kit'), 'kit <> all ($3) and '
      || private.fact_conditions(private.without_filter(asked, 'kit'), 'period = any ($2)'));
  end if;
  -- A cell counts for all facets, or misses one filter: then for that facet only.
  return query execute format(
    'select facet, value, sum(jerseys)::bigint
     from (
       select case %s end as facet, coalesce(%s) as value, misses, sum(jerseys) as jerseys
       from (
         select kit, brand_id, color, has_photo, period, misses, sum(jerseys) as jerseys
         from (%s%s) cell
         where misses in (0, 4, 8, 16, 32)
         group by 1, 2, 3, 4, 5, 6) cell
       group by grouping sets (%s)) counted
     where misses in (0, private.dim_of(facet)) group by 1, 2',
    facets, array_to_string(facet_values, ', '),
    format(cells, misses, private.fact_conditions(narrowed, 'period = any ($2)')), other_kits,
    array_to_string(sets, ', '))
  using private.competitions_of(asked), private.periods_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo;
end $$;

drop function private.count_teams(private.catalogue_filter);
create function private.count_teams(asked private.catalogue_filter, total bigint)
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  others constant private.catalogue_filter := private.without_filter(asked, 'team');
begin
  -- Cells know a team with one more fact.
  if bit_count((private.dims_of(others) & 62)::bit(32)) <= 1 then
    return query select * from private.count_cells(others, 'team');
  elsif total <= private.catalogue_limit('by_team') then
    return query execute format(
      'select team_id::text, count(*)
       from (
         select distinct number from private.catalogue_cells
         where dims = 63 and period > 0 and jerseys > 0 and %s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where entry.until = private.for_ever() and %s group by 1',
      private.fact_conditions(others, 'period between ($2)[1] and ($2)[2]'),
      private.fact_conditions(others, 'year between ($2)[1] and ($2)[2]'))
    using private.competitions_of(others), private.years_of(others), others.kits, others.brands, others.colors,
      others.photo;
  end if;
end $$;
comment on function private.count_teams is
  'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where too many have three facts or more';

create or replace function private.count_facets(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  if scope.included is not null then
    return query select * from private.count_entries(asked, scope);
  elsif asked.teams is not null then
    return query
      select * from private.count_entries(asked, scope) counted where counted.facet <> 'team'
      union all
      select 'team', team.value, team.jerseys
      from private.count_teams(asked, private.count_catalogue(private.without_filter(asked, 'team'), null)) team;
  else
    return query
      with counted as materialized (select * from private.count_facts(asked))
      select * from counted
      union all
      select 'team', team.value, team.jerseys
      from counted cross join lateral private.count_teams(asked, counted.jerseys) team
      where counted.facet = 'total' and (asked.competitions is not null or cardinality(asked.leagues) = 1);
  end if;
end $$;

revoke execute on function private.count_teams from public;
