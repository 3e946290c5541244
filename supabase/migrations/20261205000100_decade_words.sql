-- Decades in the words of a search: "90s", "années 90" and "noir années 2010" find jerseys of ten years, whose texts name one
-- year at most. A document has a mark for the decade of its jersey, as it has for colours. Words for "jersey" alone ask for nothing
-- in particular, so every jersey is found.

create function private.decade_mark(year integer) returns text
language sql immutable parallel safe
-- The years are bounded as in the catalogue.
return '~' || least(greatest(year, 1850), 2100) / 10;
comment on function private.decade_mark is
  'What the search document of a jersey of this year has among its words; no word contains a ~';

create or replace view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, country.names, jersey.brand,
      jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type), private.saints(jersey.team), other.names) as text,
    private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)
      || private.decade_mark(coalesce(jersey.year, left(season.code, 4)::integer)) as marks
  from public.jerseys jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions home on home.id = team.competition_id
  left join private.country_names country
    on country.code = team.country and home.slug in ('international-teams', 'international-women')
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', team.id,
    concat_ws(' ', team.name, team.short_name, country.names, private.saints(team.name), other.names), '{}'
  from public.teams team
  join public.competitions competition on competition.id = team.competition_id
  left join private.country_names country
    on country.code = team.country
    and competition.slug in ('international-teams', 'international-women')
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where team.is_active
  union all
  select 'competition', id, name, '{}' from public.competitions where is_active;

-- As before, without marks of decades in the vocabulary.
create or replace function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
  order by 1
  on conflict do nothing;
$$;

create function private.decade_of(digits text) returns integer
language sql stable strict parallel safe set search_path = ''
as $$
  -- 90 is 1990, 10 is 2010: as in app/domain/search-query.ts.
  select from_year
  from (select extract(year from now())::integer as this_year) today
  cross join lateral (select case
      when digits !~ '^(\d\d)?\d0$' then null
      when char_length(digits) = 4 then digits::integer
      when digits::integer > this_year % 100 then 1900 + digits::integer
      else 2000 + digits::integer
    end as from_year) read
  where from_year between 1850 and this_year + 1
$$;
comment on function private.decade_of is 'The first year of the decade that two or four digits name; null if they name none';

create function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(left(query, 100));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.telling_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $$;
comment on function private.jersey_words is
  'The words of a query for jerseys that distinguish one from another, and the marks of decades that it names; null if it names jerseys in general';

create function private.jersey_names() returns text[]
language sql immutable parallel safe
return array[
  'maillot', 'maillots', 'jersey', 'jerseys', 'shirt', 'shirts', 'kit', 'kits', 'camiseta', 'camisetas', 'camisa', 'camisas'];
comment on function private.jersey_names is 'What the four languages call a jersey, folded';

create function private.telling_words(words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Only half of the titles have them.
  select array(
    select word from unnest(words) with ordinality as given (word, place)
    where word <> all (private.jersey_names() || array[
      'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do', 'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o',
      'of', 'os', 'the', 'y'])
    order by place)
$$;
comment on function private.telling_words is 'Words without those for ''jersey'' and articles';

create or replace function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(left(query, 100)))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.telling_words(asked.words) = '{}' then asked.words
    else private.telling_words(asked.words)
  end
  from asked
$$;

create or replace function private.filter_words(filter jsonb) returns text[]
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

create or replace function private.search_query(words text[], attempt integer, with_colors boolean) returns tsquery
language sql stable set search_path = ''
as $$
  -- Words hold letters and digits only, marks of decades a ~ more, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) and not starts_with(word, '~') then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.beginnings(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 and not starts_with(word, '~') then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.search_query(text[], integer, boolean) is
  'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name. Marks of decades stay as they are';

create or replace function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.jersey_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.beginnings(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;
comment on function public.search_jerseys is
  'Public jerseys by words of title, team, brand, edition, year, season, competition and kit type, and by decades, in any order, without accents or case and with typing errors. Whole words come first, then prefixes, then colours that the words name, then corrections; the best rated first. Words for ''jersey'' alone find the best rated of all';

-- The words of aliases are computed with the rights of who adds them: jersey_names() and telling_words() stay open.
revoke execute on function private.decade_mark, private.decade_of, private.jersey_words from public;

-- Documents that exist get their marks. A merge of words keeps the others.
update private.search_documents document
set words = document.words || array_to_tsvector(
  array[private.decade_mark(coalesce(jersey.year, left(season.code, 4)::integer))])
from public.jerseys jersey join public.seasons season on season.id = jersey.season_id
where document.kind = 'jersey' and jersey.id = document.id;
