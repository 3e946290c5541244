-- Search: jerseys, teams and competitions by words, with typing errors.

create function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(left(query, 100)))[:8] as words),
  -- Without words for 'jersey' and articles: only half of the titles have them.
  telling as (
    select array(
      select word from unnest(asked.words) with ordinality as given (word, place)
      where word <> all (array[
        'maillot', 'maillots', 'jersey', 'jerseys', 'shirt', 'shirts', 'kit', 'kits', 'camiseta',
        'camisetas', 'camisa', 'camisas', 'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do',
        'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o', 'of', 'os', 'the', 'y'])
      order by place) as words
    from asked)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when telling.words = '{}' then asked.words
    else telling.words
  end
  from asked, telling
$$;
comment on function private.asked_words is 'The words of a query that distinguish one thing from another';

create function private.swaps(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || reverse(substr(word, place, 2)) || substr(word, place + 2)
    from generate_series(1, char_length(word) - 1) place)
$$;
comment on function private.swaps is 'A word with two neighbouring letters swapped, for each such pair';

create function private.corrections(word text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  found text[];
begin
  -- Another year is no correction, and words of three letters resemble too many others.
  if word ~ '^\d+$' or char_length(word) < 4 or char_length(word) > 30 then
    return '{}';
  end if;
  found := array(
    select known.word from private.search_vocabulary known
    where known.word = any (
        private.one_letter_less(corrections.word) || private.swaps(corrections.word))
      or known.near && (corrections.word || private.gaps(corrections.word))
      or known.word like '%' || corrections.word || '%'
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select known.word from private.search_vocabulary known
    where known.word operator(extensions.%) corrections.word
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 4);
end $$;
comment on function private.corrections is
  'Known words that a mistyped or cut word may stand for: one typing error away, or containing it; else the most similar';

create function private.beginnings(word text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select known.word from private.search_vocabulary known
    where known.word >= beginnings.word collate "C"
      and known.word < (beginnings.word || U&'\+10FFFF') collate "C"
    limit 41)
$$;
comment on function private.beginnings is 'Known words that begin so: at most 40, or 41 for more';

create function private.search_query(words text[], attempt integer) returns tsquery
language sql stable set search_path = ''
as $$
  -- Words hold letters and digits only, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.beginnings(word) known) end,
      case when attempt > 2 then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.search_query is
  'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections';

create function private.matching_jerseys(
  asked tsquery, is_broad boolean, wanted integer, known uuid[])
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- At most so many matches of one tier are compared. If there are more, these are a sample.
  enough constant integer := 600;
  highest integer;
  mark tsquery;
  candidates uuid[];
  sample uuid[];
  found uuid[] := '{}';
begin
  select private.tier(score) into highest from public.jerseys
  where status = 'approved' and is_active order by score desc, id desc limit 1;
  for tier in reverse coalesce(highest, 0)..0 loop
    mark := format('''#%s''', tier)::tsquery;
    -- The lowest tiers are long lists in the index, but mostly few of them match: reading all matches is faster.
    if tier <= 2 and sample is null then
      sample := array(
        select id from private.search_documents where kind = 'jersey' and words @@ asked
        limit enough + 1);
    end if;
    if tier = 0 or cardinality(sample) <= enough then
      candidates := sample;
    elsif is_broad then
      -- A broad query is slow in the index and fast on a document.
      candidates := array(
        select id
        from (
          select id, words from private.search_documents where kind = 'jersey' and words @@ mark
          limit 2 * enough) document
        where words @@ asked);
    else
      candidates := array(
        select id from private.search_documents where kind = 'jersey' and words @@ (asked && mark)
        limit enough);
    end if;
    continue when candidates = '{}';
    found := found || array(
      select id from public.jerseys
      where id = any (candidates) and id <> all (known) and id <> all (found)
      order by score desc, id desc
      limit wanted - cardinality(found));
    exit when cardinality(found) >= wanted or cardinality(sample) <= enough;
  end loop;
  return found;
end $$;
comment on function private.matching_jerseys is
  'The best rated matches without the known ones, from the highest tier down. Where more than 600 of a tier match, a sample stands for them: the time it takes is bounded at any size';

create function private.nearness(names text[], asked text) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  -- 0: a name equals the query; 1: a name begins with it; 2: its words are somewhere in a name. Articles don't
  -- count on either side.
  select coalesce(min(case
      when name = asked then 0
      when starts_with(name, asked) then 1
      else 2
    end), 2)
  from (
    select array_to_string(private.asked_words(given), ' ') as name
    from unnest(names) given
    where given is not null) folded
$$;
comment on function private.nearness is
  'How far a query, its private.asked_words() joined by spaces, is from the names of a thing';

-- Planning took half of a search. One plan is good for all words, and it reads no table from end to
-- end: the searches force a generic plan without sequential scans.

create function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt),
      attempt > 1 and cardinality(private.beginnings(asked[cardinality(asked)])) > 40,
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
  'Public jerseys by words of title, team, brand, edition, year, season, competition and kit type, in any order, without accents or case and with typing errors. Whole words come first, then prefixes, then corrections; the best rated first';

create function public.search_teams(query text, max_results integer default 3)
returns setof public.teams
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.nearness(array[team.name, team.short_name], typed) as distance
        from private.search_documents document
        join public.teams team on team.id = document.id
        join public.competitions competition on competition.id = team.competition_id
        where document.kind = 'team' and team.id <> all (found)
          and document.words @@ (select private.search_query(asked, attempt))
        -- Best jerseys are read for these only: a short word may match a thousand teams.
        order by distance, competition.priority desc, team.name, team.id
        limit wanted + 50) near
      order by near.distance, (
          select jersey.score from public.jerseys jersey
          where jersey.team_id = near.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc limit 1) desc nulls last,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $$;
comment on function public.search_teams is
  'Active teams by words of their name and short name, as search_jerseys() finds jerseys. Names equal to the query come first, then names that start with it, then teams with the best rated jersey';

create function public.search_competitions(query text, max_results integer default 3)
returns setof public.competitions
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select competition.id
      from private.search_documents document
      join public.competitions competition on competition.id = document.id
      where document.kind = 'competition' and competition.id <> all (found)
        and document.words @@ (select private.search_query(asked, attempt))
      order by private.nearness(array[competition.name], typed),
        competition.priority desc, competition.name, competition.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select competition.*
    from unnest(found) with ordinality as result (id, place)
    join public.competitions competition on competition.id = result.id
    where competition.is_active
    order by result.place;
end $$;
comment on function public.search_competitions is
  'Active competitions by words of their name, as search_jerseys() finds jerseys. Names equal to the query come first, then names that start with it, then the most important';

revoke execute on function
  public.search_jerseys, public.search_teams, public.search_competitions
from public;
grant execute on function
  public.search_jerseys, public.search_teams, public.search_competitions
to anon, authenticated, service_role;
