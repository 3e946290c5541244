-- Search by words, with typing errors (docs/decisions/011-search-by-words.md).
-- Words are looked up in the documents of words.sql; a word that nothing has is compared with the vocabulary.
-- Where search would end, it offers the nearest kits and teams.

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
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word = any (
        private.deletion_variants(corrections.word) || private.swaps(corrections.word))
      or vocabulary.near && (corrections.word || private.masked_variants(corrections.word))
      or vocabulary.word like '%' || corrections.word || '%'
    order by extensions.similarity(vocabulary.word, corrections.word) desc, vocabulary.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word operator(extensions.%) corrections.word
    order by extensions.similarity(vocabulary.word, corrections.word) desc, vocabulary.word
    limit 4);
end $$;
comment on function private.corrections is
  'Known words that a mistyped or cut word may stand for: one typing error away, or containing it; else the most similar';

create function private.prefix_matches(word text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word >= prefix_matches.word collate "C"
      and vocabulary.word < (prefix_matches.word || U&'\+10FFFF') collate "C"
    limit 41)
$$;
comment on function private.prefix_matches is 'Known words that begin so: at most 40, or 41 for more';

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

create function private.colored_jerseys(asked text[], first_year integer, last_year integer, wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select id::uuid
    from jsonb_array_elements_text(public.catalogue_page(jsonb_build_object(
      'from', first_year, 'to', last_year,
      'color', (
        select jsonb_agg(distinct color)
        from unnest(asked) word cross join lateral unnest(private.called_colors(word, false)) color))) -> 'ids')
      with ordinality as colored (id, place)
    order by place
    limit wanted);
end $$;
comment on function private.colored_jerseys is
  'Public jerseys of these years whose main colour the words name, in the order of the catalogue';

-- Planning took half of a search. One plan is good for all words, and it reads no table from end to
-- end: the searches force a generic plan without sequential scans.
create function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.jersey_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  first_year integer;
  last_year integer;
  called uuid[];
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
  -- An article at the end may begin the name of a team: "saint et". Then its jerseys are meant.
  if unfinished <> '{}' then
    called := array(
      select id from private.search_documents
      where kind = 'team' and words @@ (select private.search_query(asked || unfinished, 2))
      limit 100);
    if called <> '{}' then
      return query
        select best.*
        from unnest(called) team (id)
        cross join lateral (
          select jersey.* from public.jerseys jersey
          where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc
          limit wanted) best
        order by best.score desc, best.id desc
        limit wanted;
      return;
    end if;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  select min(year), max(case when starts_with(word, '~') then year + 9 else year end) into first_year, last_year
  from unnest(asked) word
  cross join lateral (
    select case
      when word ~ '^\d{4}$' then word::integer
      when starts_with(word, '~') then 10 * substr(word, 2)::integer end as year) worn;
  -- Colours and a year or a decade, and no other word: jerseys whose main colour it is come first, as in the catalogue.
  if first_year is not null and names_colors and not exists (
    select from unnest(asked) word
    where word !~ '^(~\d+|\d{4})$' and private.called_colors(word, false) = '{}')
  then
    found := private.colored_jerseys(asked, first_year, last_year, wanted);
  end if;
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

create function public.search_competitions(query text, max_results integer default 3)
returns setof public.competitions
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  sought text[];
  found uuid[] := '{}';
begin
  -- As in search_teams().
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    found := found || array(
      select competition.id
      from private.search_documents document
      join public.competitions competition on competition.id = document.id
      where document.kind = 'competition' and competition.id <> all (found)
        and document.words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end))
      order by private.nearness(array[competition.name], array_to_string(sought, ' ')),
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

create function private.begin_words(names text, asked text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(asked) word
    where not exists (
      select from unnest(private.found_words(names)) known where starts_with(known, word)))
$$;
comment on function private.begin_words is 'Whether each of the words begins a word of a name';

-- Aliases in the language of the reader come first.
create function private.alias_nearness(team uuid, asked text, lang text) returns integer
language sql stable set search_path = ''
as $$
  -- Even numbers are for names (twice private.nearness()), odd ones for aliases of the same strength. An alias of
  -- another language counts as one that only begins so.
  select least(min(case
      when not starts_with(telling, asked) then 5
      when telling <> asked or language <> lang then 3
      else 1
    end), 5)
  from public.team_aliases where team_id = team
$$;
comment on function private.alias_nearness is
  'How far a query is from the aliases of a team: 1 equal, 3 beginning, 5 else. Comparable with twice private.nearness()';

create function public.search_teams(query text, max_results integer default 3, lang text default null)
returns setof public.teams
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  sought text[];
  typed text;
  slugs text[];
  matching uuid[];
  found uuid[] := '{}';
begin
  -- 0: an article at the end as the beginning of a word. If nothing has one, it counts for nothing.
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    typed := array_to_string(sought, ' ');
    slugs := array[private.slug(query), private.slug(typed)];
    matching := array(
      select id from private.search_documents
      where kind = 'team' and id <> all (found)
        and words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end)));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team_id
        from unnest(matching) team_id left join private.catalogue_teams counted using (team_id)
        group by team_id order by coalesce(sum(counted.jerseys), 0) desc, team_id limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(tn.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams t_club
            where t_club.id = any (matching) and starts_with(team.name, t_club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) as jerseys
        from public.teams team
        join private.team_names tn on tn.id = team.id
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.is_begun desc, near.jerseys desc, near.distance, near.is_another,
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
  'Active teams by words of their names and aliases, as search_jerseys() finds jerseys. Teams that are called exactly so come first, then those whose names, and not only their aliases, have words that begin so, each the ones with the most jerseys first, a club before its other teams. Of more matches than can be compared the best known stand for all';

create function public.team_kits_near(
  team_id uuid, year_from integer, year_to integer, kit_type text default null, max_results integer default 6)
returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  -- First which years have jerseys; only the nearest are read.
  with near as (
    select tkc.year, tkc.season_id, tkc.kit_type_slug, dated.distance
    from private.team_kit_counts tkc
    left join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, tkc.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where tkc.team_id = team_kits_near.team_id
      and (tkc.year > 0 or season.id is not null)
      and private.kit_of(tkc.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(tkc.kit_type_slug))
    order by dated.distance, tkc.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.team_kits_near is
  'A team''s public jerseys of the years asked for, then of the nearest years; of one kit type on request';

create function public.suggest_teams(query text, max_results integer default 4) returns setof public.teams
language sql stable security definer rows 4 set search_path = ''
as $$
  -- Any of the words, or a known word like it, where search_teams() wants all.
  with asked as (
    select known.word
    from unnest(private.asked_words(query)) given (word)
    cross join lateral (
      select word from private.search_vocabulary vocabulary
      where vocabulary.word operator(extensions.%) given.word
      order by extensions.similarity(vocabulary.word, given.word) desc, vocabulary.word
      limit 12) known
    where char_length(given.word) > 2
  )
  select team.*
  from private.search_documents document
  join public.teams team on team.id = document.id
  join public.competitions competition on competition.id = team.competition_id
  where document.kind = 'team' and team.is_active
    and document.words @@ (select string_agg(format('''%s''', word), ' | ')::tsquery from asked)
  order by extensions.similarity(private.fold(team.name), private.fold(left(query, 100))) desc,
    competition.priority desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 4), 0), 24)
$$;
comment on function public.suggest_teams is
  'Teams whose name resembles a query that finds nothing: the most similar by trigrams first';

create function public.popular_teams(max_results integer default 6) returns setof public.teams
language sql stable rows 6 set search_path = ''
as $$
  select team.*
  from public.jersey_counts jc
  join public.teams team on team.id = jc.key::uuid
  where jc.kind = 'team' and jc.jerseys > 0 and team.is_active
  order by jc.jerseys desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.popular_teams is
  'The teams with the most public jerseys, by count: what the empty search dialog offers';

create function private.search_query(words text[], attempt integer, with_colors boolean default false) returns tsquery
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
        from private.prefix_matches(word) known) end,
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
comment on function private.search_query is
  'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name. Marks of decades stay as they are';
