-- Filters of the catalogue, and how many jerseys each further choice would show.
-- A filter is read once, with the names of its values; what it can't mean is refused.
-- Counts come from cells where these know the answer, otherwise from entries
-- (docs/decisions/021-what-is-counted.md).

create type private.catalogue_filter as (
  leagues text[],
  competitions uuid[],
  teams uuid[],
  brands uuid[],
  kits text[],
  colors text[],
  first_year integer,
  last_year integer,
  photo boolean[],
  -- What search looks for; null: no words are asked for.
  words text[],
  -- The caller's own side: collection, wishlist, neither, voted.
  own text[]
);
comment on type private.catalogue_filter is
  'What a filter asks for; null: anything. An empty list matches nothing';

create function private.wrong_filter(detail text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise invalid_parameter_value using message = 'catalogue_filter_invalid', detail = wrong_filter.detail;
end $$;

create function private.filter_values(filter jsonb, name text, at_most integer default 10) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null or given = '[]' then
    return null;
  end if;
  if jsonb_typeof(given) = 'string' then
    return array[given #>> '{}'];
  end if;
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > at_most
    or jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then
    perform private.wrong_filter(format('%s: a list of at most %s texts is expected.', name, at_most));
  end if;
  return array(select distinct jsonb_array_elements_text(given));
end $$;
comment on function private.filter_values is 'The values of one key of a filter; null: the key is not set';

create function private.filter_year(filter jsonb, name text) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'number' or given::numeric not between 0 and 9999
    or given::numeric <> trunc(given::numeric) then
    perform private.wrong_filter(format('%s: a year of at most four digits is expected.', name));
  end if;
  return given::integer;
end $$;

create function private.filter_words(filter jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> 'q', 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'string' or char_length(given #>> '{}') > 1000 then
    perform private.wrong_filter('q: a text of at most 1000 characters is expected.');
  end if;
  return case when private.tidy(given #>> '{}') is not null then private.jersey_words(given #>> '{}') end;
end $$;

create function private.read_filter(filter jsonb) returns private.catalogue_filter
language plpgsql stable set search_path = ''
as $$
declare
  asked private.catalogue_filter;
  slugs text[];
  unknown text;
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(filter) key
  where key not in (
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'from', 'to', 'photo', 'q', 'own')
  order by key limit 1;
  if found then
    perform private.wrong_filter(format('There is no filter %s.', quote_ident(unknown)));
  end if;

  slugs := private.filter_values(filter, 'sport');
  if slugs is not null then
    asked.leagues := array(
      select league from unnest(array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']) league
      where lower(league collate "C") = any (slugs));
  end if;
  slugs := private.filter_values(filter, 'competition');
  if slugs is not null then
    asked.competitions := array(
      select id from public.competitions where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'team');
  if slugs is not null then
    asked.teams := array(select id from public.teams where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'brand');
  if slugs is not null then
    asked.brands := array(select id from public.brands where private.slug(name) = any (slugs));
  end if;
  asked.kits := private.filter_values(filter, 'kit');
  asked.colors := private.filter_values(filter, 'color');
  asked.first_year := private.filter_year(filter, 'from');
  asked.last_year := private.filter_year(filter, 'to');
  if asked.first_year > asked.last_year then
    perform private.wrong_filter('from: the first year comes after the last.');
  end if;
  slugs := private.filter_values(filter, 'photo');
  if slugs is not null then
    asked.photo := array(select value = '1' from unnest(slugs) value where value in ('0', '1'));
  end if;
  asked.words := private.filter_words(filter);
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $$;
comment on function private.read_filter is 'Checks a filter and looks its slugs up; raises 22023 for a bad one';

create function private.catalogue_limit(name text) returns integer language sql immutable parallel safe
return case name
  -- A filter that shows fewer than this times the square root of all is read and sorted. One that shows more is
  -- looked for in order: 25 of them come up sooner, usually.
  when 'few' then 2
  -- So many are looked at in the order. Where that is not enough, all are read and sorted.
  when 'looked_at' then 20000
  -- Of so many the teams are counted one by one.
  when 'by_team' then 3000
  -- So many found by words are looked at; of more, the best rated stand for all.
  when 'words' then 5000
end;
comment on function private.catalogue_limit is 'Bounds of what one read of the catalogue costs, in jerseys';

-- Which jerseys the filters allow that are no facts: words, and the member's own side.
create type private.catalogue_scope as (included uuid[], excluded uuid[]);
comment on type private.catalogue_scope is
  'Which jerseys a filter is limited to, and which it leaves out; null: to any, none';

create function private.jerseys_of_words(words text[]) returns uuid[]
language plpgsql stable
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  enough constant integer := private.catalogue_limit('words');
  asked tsquery;
  mark tsquery;
  ids uuid[] := '{}';
begin
  if words is null then
    return null;
  elsif words = '{}' then
    return '{}';
  end if;
  for attempt in 2..3 loop
    asked := private.search_query(jerseys_of_words.words, attempt, true);
    ids := array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ asked
      limit enough + 1);
    exit when ids <> '{}';
  end loop;
  if cardinality(ids) <= enough then
    return ids;
  end if;
  ids := '{}';
  for tier in reverse 19..1 loop
    mark := format('''#%s''', tier)::tsquery;
    ids := ids || array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ (asked && mark)
      limit enough - cardinality(ids));
  end loop;
  return ids || array(
    select document.id from private.search_documents document
    where document.kind = 'jersey' and document.words @@ asked
      -- Not "<> all": each of them would be compared with each.
      and not exists (select from unnest(ids) best (id) where best.id = document.id)
    limit enough - cardinality(ids));
end $$;
comment on function private.jerseys_of_words is
  'The jerseys that search finds by these words: as they are, with the last unfinished or by the colours they name, else with typing errors. Of too many, the best rated; null without words';

create function private.own_jerseys(sides text[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select jersey_id from public.user_collections where 'collection' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.user_wishlists where 'wishlist' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.jersey_votes where 'voted' = any (sides) and voter_id = auth.uid())
$$;
comment on function private.own_jerseys is 'Jerseys on the caller''s collection and wishlist, and those voted on';

create function private.scope_of(own text[], jerseys uuid[]) returns private.catalogue_scope
language plpgsql stable set search_path = ''
as $$
declare
  scope private.catalogue_scope := (jerseys, null)::private.catalogue_scope;
  chosen uuid[];
begin
  if own is null then
    return scope;
  end if;
  chosen := private.own_jerseys(own);
  if 'neither' = any (own) then
    scope.excluded := array(
      select unnest(private.own_jerseys('{collection,wishlist}')) except select unnest(chosen));
  elsif scope.included is null then
    scope.included := chosen;
  else
    scope.included := array(select unnest(scope.included) intersect select unnest(chosen));
  end if;
  return scope;
end $$;
comment on function private.scope_of is
  'The scope of a filter''s own side and of the jerseys that its words find; null: it has no words';

-- The filters that are facts, as conditions on cells and entries.
create function private.competitions_of(asked private.catalogue_filter) returns uuid[]
language sql stable set search_path = ''
as $$
  select case
    when asked.leagues is null then asked.competitions
    else array(
      select id from public.competitions
      where league = any (asked.leagues) and (asked.competitions is null or id = any (asked.competitions)))
  end
$$;

create function private.periods_of(asked private.catalogue_filter) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  first integer := greatest(asked.first_year, 1850);
  last integer := least(asked.last_year, 2100);
  periods integer[] := '{}';
begin
  if asked.first_year is null and asked.last_year is null then
    return null;
  end if;
  while first <= last loop
    if first % 10 = 0 and least(first + 9, 2100) <= last then
      periods := periods || (-1 - first / 10);
      first := first + 10;
    else
      periods := periods || first;
      first := first + 1;
    end if;
  end loop;
  return periods;
end $$;
comment on function private.periods_of is
  'The years of a filter as periods of cells: whole decades, and the years left over';

create function private.years_of(asked private.catalogue_filter) returns integer[]
language sql immutable parallel safe
return array[coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)];
comment on function private.years_of is 'The first and the last year of a filter';

create function private.dims_of(asked private.catalogue_filter) returns integer
language sql immutable parallel safe
return case when asked.leagues is null and asked.competitions is null then 0 else 1 end
  + case when asked.first_year is null and asked.last_year is null then 0 else 2 end
  + case when asked.kits is null then 0 else 4 end
  + case when asked.brands is null then 0 else 8 end
  + case when asked.colors is null then 0 else 16 end
  + case when asked.photo is null then 0 else 32 end;
comment on function private.dims_of is 'Which facts a filter asks for: see private.catalogue_groupings';

create function private.fact_conditions(asked private.catalogue_filter, years text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when private.dims_of(asked) & 1 > 0 then 'competition_id = any ($1)' end,
    case when private.dims_of(asked) & 2 > 0 then years end,
    case when asked.kits is not null then 'kit = any ($3)' end,
    case when asked.brands is not null then 'brand_id = any ($4)' end,
    case when asked.colors is not null then 'color = any ($5)' end,
    case when asked.photo is not null then 'has_photo = any ($6)' end)
$$;
comment on function private.fact_conditions is
  'SQL for a filter''s facts. $1 to $6: competitions, what the condition on years reads, kit types, brands, colours, photo';

create function public.catalogue_values(filter jsonb) returns table (facet text, value text, label text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  return query
  select distinct on (1, 2) named.* from (
    select 'competition' as facet, slug as value, name as label from public.competitions
    where slug = any (private.filter_values(filter, 'competition', 100)) and is_active
    union all
    select 'team', slug, name from public.teams
    where slug = any (private.filter_values(filter, 'team', 100)) and is_active
    union all
    select 'brand', private.slug(name), name from public.brands
    where private.slug(name) = any (private.filter_values(filter, 'brand', 100))
  ) named
  order by 1, 2, 3;
end $$;
comment on function public.catalogue_values is
  'The competitions, teams and brands among a filter''s values, with their names; up to 100 values of each';
revoke execute on function public.catalogue_values from public;
grant execute on function public.catalogue_values to anon, authenticated, service_role;

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

create function private.count_together(asked private.catalogue_filter, read_by integer)
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
revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;

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

revoke execute on function
  private.wrong_filter, private.filter_values, private.filter_year, private.filter_words, private.read_filter,
  private.catalogue_limit, private.jerseys_of_words, private.own_jerseys, private.scope_of, private.competitions_of,
  private.periods_of, private.years_of, private.dims_of, private.fact_conditions, private.dim_of, private.value_sql,
  private.cells_that_know, private.count_cells, private.count_entries, private.count_matches, private.count_catalogue,
  private.without_filter, private.count_together, private.count_facts, private.count_facets, private.count_teams
from public;
