-- How many jerseys each choice in the catalogue would show (docs/product.md 22).

create function private.dim_of(facet text) returns integer language sql immutable parallel safe
return case facet
  when 'competition' then 1 when 'decade' then 2 when 'kit' then 4 when 'brand' then 8 when 'color' then 16
  when 'photo' then 32 when 'team' then 65 else 0 end;

create function private.value_sql(facet text) returns text language sql immutable parallel safe
return case facet
  when 'competition' then 'competition_id::text' when 'decade' then '((-1 - period) * 10)::text'
  when 'kit' then 'kit' when 'brand' then 'brand_id::text' when 'color' then 'color'
  when 'photo' then 'has_photo::integer::text' when 'team' then 'team_id::text' else '''''' end;

create function private.cells_that_know(dims integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spare integer;
begin
  -- The cells with the fewest values besides, or with all.
  foreach spare in array array[32, 4, 16, 2] loop
    exit when bit_count(dims::bit(32)) >= 3;
    dims := dims | spare;
  end loop;
  return case when bit_count(dims::bit(32)) <= 4 then dims else 63 end;
end $$;
comment on function private.cells_that_know is 'The facts of the fewest cells that know these facts';

create function private.count_cells(asked private.catalogue_filter, facet text default '')
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  periods constant integer[] := private.periods_of(asked);
  dims integer := private.cells_that_know(private.dims_of(asked) | private.dim_of(facet));
begin
  if dims & 66 = 2 and bit_count(dims::bit(32)) = 4 and 0 < any (periods) then
    dims := 63;
  end if;
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells
     where dims = %s and %s and %s and %s and jerseys > 0 group by 1',
    private.value_sql(facet),
    dims,
    -- Nothing new, but the index then knows where to go on.
    case when dims & 64 = 0 then 'team_id = private.nil()' else 'true' end,
    case when dims & 2 > 0 and private.dims_of(asked) & 2 = 0 then 'period < 0' else 'true' end,
    private.fact_conditions(asked, 'period = any ($2)'))
  using private.competitions_of(asked), periods, asked.kits, asked.brands, asked.colors,
    asked.photo;
end $$;
comment on function private.count_cells is
  'Public jerseys with the facts of a filter, by the values of one more fact; teams, words and the own side play no part';

create function private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language sql stable set search_path = '' set jit = off
as $$
  with competitions as materialized (
    select id, asked.leagues is null or league = any (asked.leagues) as sport from public.competitions
  ), candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included) and until = private.for_ever()
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams) and until = private.for_ever()
  ), checked as materialized (
    select candidate.*, competitions.sport,
      asked.competitions is null or competition_id = any (asked.competitions) as competition,
      asked.teams is null or team_id = any (asked.teams) as team,
      asked.brands is null or brand_id = any (asked.brands) as brand,
      asked.kits is null or kit = any (asked.kits) as kits,
      asked.colors is null or color = any (asked.colors) as colors,
      asked.first_year is null or year >= asked.first_year as since_year,
      asked.last_year is null or year <= asked.last_year as until_year,
      asked.photo is null or has_photo = any (asked.photo) as photo
    from candidate join competitions on competitions.id = candidate.competition_id
    where scope.excluded is null or jersey_id <> all (scope.excluded)
  )
  select 'total', '', count(*) from checked
  where sport and competition and team and brand and kits and colors and since_year and until_year and photo
  union all
  select 'sport', competition_id::text, count(*) from checked
  where competition and team and brand and kits and colors and since_year and until_year and photo
  group by competition_id
  union all
  select 'competition', competition_id::text, count(*) from checked
  where sport and team and brand and kits and colors and since_year and until_year and photo
  group by competition_id
  union all
  select 'team', team_id::text, count(*) from checked
  where sport and competition and brand and kits and colors and since_year and until_year and photo
  group by team_id
  union all
  select 'brand', brand_id::text, count(*) from checked
  where sport and competition and team and kits and colors and since_year and until_year and photo
  group by brand_id
  union all
  select 'kit', kit, count(*) from checked
  where sport and competition and team and brand and colors and since_year and until_year and photo
  group by kit
  union all
  select 'color', color, count(*) from checked
  where sport and competition and team and brand and kits and since_year and until_year and photo
  group by color
  union all
  select 'photo', has_photo::integer::text, count(*) from checked
  where sport and competition and team and brand and kits and colors and since_year and until_year
  group by has_photo
  union all
  select 'decade', (year / 10 * 10)::text, count(*) from checked
  where sport and competition and team and brand and kits and colors and photo
  group by year / 10
$$;
comment on function private.count_entries is
  'Public jerseys of chosen teams, words or the own side, by the values of each fact under the other filters';

create function private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
returns bigint
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  jerseys bigint;
begin
  execute format(
    'select count(*) from private.catalogue_entries where until = private.for_ever() and %s',
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end,
      private.fact_conditions(asked, 'year between ($2)[1] and ($2)[2]')))
  into jerseys
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams;
  return jerseys;
end $$;
comment on function private.count_matches is
  'The total that private.count_entries() says, without its facets: for chosen teams, words or the own side';

create function private.count_catalogue(asked private.catalogue_filter, scope private.catalogue_scope)
returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  jerseys bigint;
begin
  if scope.included is not null or asked.teams is not null then
    return private.count_matches(asked, scope);
  end if;
  jerseys := (select coalesce(sum(counted.jerseys), 0) from private.count_cells(asked) counted);
  if scope.excluded <> '{}' then
    jerseys := jerseys - private.count_matches(asked, (scope.excluded, null));
  end if;
  return jerseys;
end $$;
comment on function private.count_catalogue is 'How many public jerseys a filter shows';

create function private.without_filter(asked private.catalogue_filter, name text)
returns private.catalogue_filter
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  case name
    when 'sport' then asked.leagues := null;
    when 'competition' then asked.competitions := null;
    when 'team' then asked.teams := null;
    when 'brand' then asked.brands := null;
    when 'kit' then asked.kits := null;
    when 'color' then asked.colors := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $$;

create function private.count_teams(asked private.catalogue_filter)
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  others constant private.catalogue_filter := private.without_filter(asked, 'team');
begin
  -- Cells know a team with one more fact.
  if bit_count((private.dims_of(others) & 62)::bit(32)) <= 1 then
    return query select * from private.count_cells(others, 'team');
  elsif (select sum(counted.jerseys) from private.count_cells(others) counted)
    <= private.catalogue_limit('by_team') then
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
  'Public jerseys with the facts of a filter by team; nothing where too many have three facts or more';

create function private.count_together(asked private.catalogue_filter, read_by integer)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  narrowed private.catalogue_filter := asked;
  each record;
  misses text := '0';
  facets text := '';
  facet_values text[];
  sets text[];
begin
  for each in
    select *, private.dim_of(name) as dim from (values
      ('kit', 'kit', asked.kits is not null, 'kit <> all ($3)'),
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
  -- A cell counts for all facets, or misses one filter: then for that facet only.
  return query execute format(
    'select facet, value, sum(jerseys)::bigint
     from (
       select case %s end as facet, coalesce(%s) as value, misses, sum(jerseys) as jerseys
       from (
         select *, %s as misses from private.catalogue_cells
         where dims = 63 and team_id = private.nil() and %s and %s and jerseys > 0) cell
       where misses in (0, 4, 8, 16, 32)
       group by grouping sets (%s)) counted
     where misses in (0, private.dim_of(facet)) group by 1, 2',
    facets, array_to_string(facet_values, ', '), misses,
    case when private.dims_of(asked) & 2 = 0 then 'period < 0' else 'true' end,
    private.fact_conditions(narrowed, 'period = any ($2)'), array_to_string(sets, ', '))
  using private.competitions_of(asked), private.periods_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo;
end $$;
comment on function private.count_together is
  'What private.count_cells() says of each fact but competitions, in one reading of the cells of all facts. The facts of read_by choose the cells, and are not counted';

create function private.count_facts(asked private.catalogue_filter)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  dims constant integer := private.dims_of(asked);
  -- Facets of up to four facts are read one by one, each in the cells that know these facts only. Those that need
  -- the cells of all facts are read together; with five facts, these are all but competitions and decades.
  one_by_one constant integer := case
    when bit_count(dims::bit(32)) < 4 then 63
    when bit_count(dims::bit(32)) > 4 and dims & 3 = 3 then 3
    else dims end;
begin
  if one_by_one < 62 then
    return query select * from private.count_together(asked, one_by_one);
  end if;
  return query
    select name, counted.value, counted.jerseys
    from unnest(array['brand', 'kit', 'color', 'photo', 'decade']) name
    cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
    where one_by_one & private.dim_of(name) > 0;
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  return query
    with counted as materialized (
      select cell.*, asked.leagues is null or competition.league = any (asked.leagues) as in_sport,
        asked.competitions is null or competition.id = any (asked.competitions) as is_chosen
      from private.count_cells(
        private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
      join public.competitions competition on competition.id = cell.value::uuid
    )
    select 'competition', value, jerseys from counted where in_sport
    union all
    select 'sport', value, jerseys from counted where is_chosen
    union all
    select 'total', '', coalesce(sum(jerseys), 0)::bigint from counted where in_sport and is_chosen;
end $$;
comment on function private.count_facts is
  'Public jerseys with the facts of a filter, by the values of each fact under the other filters; teams, words and the own side play no part';

create function private.count_facets(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  if scope.included is not null then
    return query select * from private.count_entries(asked, scope);
    return;
  end if;
  if asked.teams is not null then
    return query select * from private.count_entries(asked, scope) counted where counted.facet <> 'team';
  else
    return query select * from private.count_facts(asked);
  end if;
  if asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1 then
    return query select 'team', counted.value, counted.jerseys from private.count_teams(asked) counted;
  end if;
end $$;

create function public.catalogue_counts(filter jsonb)
returns table (facet text, value text, jerseys integer)
language plpgsql stable security definer rows 150 set search_path = ''
as $$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing the words or the own side changes the scope.
  found constant uuid[] := private.jerseys_of_words(asked.words);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select facet, value, jerseys from counted where facet = 'color' and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, null)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $$;
comment on function public.catalogue_counts is
  'How many public jerseys a filter shows, and how many each further choice or removal would; 1001 means more than 1000';

revoke execute on function
  private.dim_of, private.value_sql, private.cells_that_know, private.count_together, private.count_cells, private.count_entries,
  private.count_matches, private.count_catalogue, private.without_filter, private.count_teams, private.count_facts,
  private.count_facets, public.catalogue_counts
from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;
