-- The filters of the catalogue (docs/product.md 22): what they may say, and as which conditions they are read.

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
  return case when private.tidy(given #>> '{}') is not null then private.asked_words(given #>> '{}') end;
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
    asked := private.search_query(jerseys_of_words.words, attempt);
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
    where document.kind = 'jersey' and document.words @@ asked and document.id <> all (ids)
    limit enough - cardinality(ids));
end $$;
comment on function private.jerseys_of_words is
  'The jerseys that search finds by these words: as they are or with the last unfinished, else with typing errors. Of too many, the best rated; null without words';

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

revoke execute on function
  private.wrong_filter, private.filter_values, private.filter_year, private.filter_words, private.read_filter,
  private.catalogue_limit, private.jerseys_of_words, private.own_jerseys, private.scope_of, private.competitions_of, private.periods_of, private.years_of,
  private.dims_of, private.fact_conditions, public.catalogue_values
from public;
grant execute on function public.catalogue_values to anon, authenticated, service_role;
