-- Filters of the catalogue, and how many jerseys each further choice would show.
-- A filter is read once, with the names of its values; what it can't mean is refused.
-- Counts add up cells; of words, teams and a member's own side they count entries
-- (docs/decisions/021-what-is-counted.md).

create type private.catalogue_filter as (
  leagues text[],
  competitions uuid[],
  teams uuid[],
  brands uuid[],
  kits text[],
  colors text[],
  patterns text[],
  first_year integer,
  last_year integer,
  photo boolean[],
  -- What search looks for; null: no words are asked for.
  words text[],
  sponsors text[],
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
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'pattern', 'sponsor', 'from', 'to', 'photo', 'q', 'own')
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
  asked.patterns := private.filter_values(filter, 'pattern');
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
  asked.sponsors := private.filter_values(filter, 'sponsor');
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $$;
comment on function private.read_filter is 'Checks a filter and looks its slugs up; raises 22023 for a bad one';

create function private.catalogue_limit(name text) returns integer language sql immutable parallel safe
return case name
  -- A filter with at most so many cells is read and sorted. One with more is looked for in order: 25 of them come up sooner, usually.
  when 'few' then 1000
  -- So many are looked at in the order. Where that is not enough, all are read and sorted.
  when 'looked_at' then 20000
  -- Of so many the teams and sponsors are counted one by one.
  when 'one_by_one' then 20000
  -- So many found by words are looked at; of more, the best rated stand for all.
  when 'words' then 5000
end;
comment on function private.catalogue_limit is 'Bounds of what one read of the catalogue costs, in cells (few) or jerseys';

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

create function private.of_sponsors(sponsors text[], jerseys uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select case when of_sponsors.sponsors is null then of_sponsors.jerseys else array(
    select jersey_id from private.catalogue_entries
    where sponsor <> '' and sponsor = any (of_sponsors.sponsors) and (of_sponsors.jerseys is null or jersey_id = any (of_sponsors.jerseys))) end
$$;
comment on function private.of_sponsors is 'Those of the jerseys that have one of the sponsors; null: any';

create function private.own_jerseys(sides text[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select jersey_id from public.user_collections where 'collection' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.user_wishlists where 'wishlist' = any (sides) and user_id = auth.uid() and jersey_id is not null
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

-- What a filter asks for, as conditions on cells and entries. The values stand in the text: each is planned for itself anyway.
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

create function private.fact_conditions(asked private.catalogue_filter) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when asked.leagues is not null or asked.competitions is not null
      then format('competition_id = any (%L::uuid[])', private.competitions_of(asked)) end,
    case when asked.first_year is not null or asked.last_year is not null
      then format('year between %s and %s', coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)) end,
    case when asked.kits is not null then format('kit = any (%L::text[])', asked.kits) end, case when asked.brands is not null then format('brand_id = any (%L::uuid[])', asked.brands) end,
    case when asked.colors is not null then format('color = any (%L::text[])', asked.colors) end,
    case when asked.patterns is not null then format('pattern = any (%L::text[])', asked.patterns) end, case when asked.photo is not null then format('has_photo = any (%L::boolean[])', asked.photo) end)
$$;
comment on function private.fact_conditions is 'SQL for a filter''s facts, of cells or entries';

create function private.entry_conditions(asked private.catalogue_filter, scope private.catalogue_scope) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ',
    case when scope.included is not null then 'jersey_id = any ($1)' end,
    case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
    private.fact_conditions(asked),
    case when asked.teams is not null then format('team_id = any (%L::uuid[])', asked.teams) end)
$$;
comment on function private.entry_conditions is
  'SQL for all that a filter asks of entries, teams and scope included: $1 and $2 are what this includes and excludes';

create function public.catalogue_values(filter jsonb) returns table (facet text, value text, label text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Read once: of each jersey it would be asked again.
  sponsors text[];
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  sponsors := private.filter_values(filter, 'sponsor', 100);
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
    union all
    select 'sponsor', sponsor, sponsor from private.catalogue_entries
    where sponsor <> '' and sponsor = any (sponsors)
  ) named
  order by 1, 2, 3;
end $$;
comment on function public.catalogue_values is
  'The competitions, teams and brands among a filter''s values, with their names; up to 100 values of each';

create function private.count_cells(asked private.catalogue_filter, facet text default '')
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
begin
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells where %s group by 1',
    case facet
      when 'competition' then 'competition_id::text' when 'decade' then '(year / 10 * 10)::text' when 'kit' then 'kit'
      when 'brand' then 'brand_id::text' when 'color' then 'color' when 'pattern' then 'pattern' when 'photo' then 'has_photo::integer::text'
      else '''''' end,
    private.fact_conditions(asked));
end $$;
comment on function private.count_cells is
  'Public jerseys with the facts of a filter, by the values of one more fact; teams, words and the own side play no part';

create function private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language sql stable set search_path = '' set jit = off
as $$
  with candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included)
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams)
  ), checked as (
    -- Each filter that a jersey misses has a bit.
    select entry.*,
      case when asked.leagues is null or competition.league = any (asked.leagues) then 0 else 1 end
      + case when asked.competitions is null or entry.competition_id = any (asked.competitions) then 0 else 2 end
      + case when asked.teams is null or entry.team_id = any (asked.teams) then 0 else 4 end
      + case when asked.brands is null or entry.brand_id = any (asked.brands) then 0 else 8 end
      + case when asked.kits is null or entry.kit = any (asked.kits) then 0 else 16 end
      + case when asked.colors is null or entry.color = any (asked.colors) then 0 else 32 end
      + case when asked.photo is null or entry.has_photo = any (asked.photo) then 0 else 64 end
      + case when entry.year between coalesce(asked.first_year, entry.year) and coalesce(asked.last_year, entry.year)
          then 0 else 128 end
      + case when asked.patterns is null or entry.pattern = any (asked.patterns) then 0 else 256 end as missed
    from candidate entry join public.competitions competition on competition.id = entry.competition_id
    where scope.excluded is null or entry.jersey_id <> all (scope.excluded)
  )
  -- A facet counts what fits all filters, or all but its own.
  select facet.name, facet.value, count(*)
  from checked cross join lateral (values
    ('total', '', 0), ('sport', competition_id::text, 1), ('competition', competition_id::text, 2),
    ('team', team_id::text, 4), ('brand', brand_id::text, 8), ('kit', kit, 16), ('color', color, 32),
    ('photo', has_photo::integer::text, 64), ('decade', (year / 10 * 10)::text, 128),
    ('pattern', pattern, 256)) as facet (name, value, bit)
  where missed in (0, facet.bit)
  group by 1, 2
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
  execute format('select count(*) from private.catalogue_entries where %s', private.entry_conditions(asked, scope))
  into jerseys
  using scope.included, scope.excluded;
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
    when 'pattern' then asked.patterns := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'sponsor' then asked.sponsors := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $$;

create function private.count_facts(asked private.catalogue_filter)
returns table (facet text, value text, jerseys bigint)
language sql stable set search_path = ''
as $$
  select name, counted.value, counted.jerseys
  from unnest(array['brand', 'kit', 'color', 'pattern', 'photo', 'decade']) name
  cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
  union all
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  select facet.name, facet.value, sum(cell.jerseys)
  from private.count_cells(
    private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
  join public.competitions competition on competition.id = cell.value::uuid
  cross join lateral (values (
    asked.leagues is null or competition.league = any (asked.leagues),
    asked.competitions is null or competition.id = any (asked.competitions))) as fits (sport, competition)
  cross join lateral (values
    ('competition', cell.value, fits.sport), ('sport', cell.value, fits.competition),
    ('total', '', fits.sport and fits.competition)) as facet (name, value, counts)
  where facet.counts
  group by 1, 2
$$;
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
      where counted.facet = 'total';
  end if;
end $$;

create function public.catalogue_counts(filter jsonb)
returns table (facet text, value text, jerseys integer)
language plpgsql stable security definer rows 150 set search_path = ''
as $$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing words, sponsors or the own side changes the scope.
  worded constant uuid[] := private.jerseys_of_words(asked.words);
  found constant uuid[] := private.of_sponsors(asked.sponsors, worded);
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
    select 'total', '', 0
    union all
    select facet, value, jerseys from counted where facet in ('color', 'pattern') and value <> ''
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
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    -- Without a sport or a competition few want one of the largest; the others are found by their name.
    limit case when asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1 then 60 else 10 end
  ), sponsors as (
    select 'sponsor', sponsor.value, sponsor.jerseys
    from private.count_sponsors(asked, private.scope_of(asked.own, worded)) sponsor
    order by sponsor.jerseys desc, sponsor.value
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'pattern' and asked.patterns is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, private.of_sponsors(asked.sponsors, null))
        when 'sponsor' then private.scope_of(asked.own, worded)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null), ('sponsor', asked.sponsors is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from sponsors
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $$;
comment on function public.catalogue_counts is
  'How many public jerseys a filter shows, and how many each further choice or removal would; 1001 means more than 1000';

create function private.count_sponsors(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
begin
  if scope.included is null and asked.teams is null
    and private.count_catalogue(asked, null) > private.catalogue_limit('one_by_one') then
    return;
  end if;
  return query execute format(
    'select sponsor, count(*) from %s where sponsor <> '''' and %s group by 1',
    case when scope.included is not null or asked.teams is not null then 'private.catalogue_entries'
      else format(
        '(select distinct number from private.catalogue_cells where %s) cell
         join private.catalogue_entries entry on entry.cell = cell.number', private.fact_conditions(asked)) end,
    private.entry_conditions(asked, scope))
  using scope.included, scope.excluded;
end $$;
comment on function private.count_sponsors is
  'Public jerseys by what stands on their front; nothing where too many have no other filter';

create function private.count_teams(asked private.catalogue_filter, total bigint)
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  others private.catalogue_filter := private.without_filter(asked, 'team');
  competitions constant uuid[] := private.competitions_of(asked);
begin
  others.leagues := null;
  others.competitions := null;
  if private.fact_conditions(others) = 'true' then
    return query
      select team.team_id::text, sum(team.jerseys) from private.catalogue_teams team
      where competitions is null or team.competition_id = any (competitions) group by 1;
  elsif total <= private.catalogue_limit('one_by_one') then
    return query execute format(
      'select entry.team_id::text, count(*)
       from (select distinct number from private.catalogue_cells where %1$s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where %1$s group by 1',
      private.fact_conditions(asked));
  end if;
end $$;
comment on function private.count_teams is
  'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where other facts than sport and competition are asked of too many';
