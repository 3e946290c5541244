-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."line_candidates"(jsonb, uuid[]);

create or replace function private.begin_words(names text, asked text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(asked) word
    where not exists (select from unnest(private.words(names)) known where starts_with(known, word)))
$$;

create or replace function private.candidate(jersey_id uuid, is_sure boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', (
      select count(*) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null))
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  where jersey.id = candidate.jersey_id
$$;

create or replace function private.known_jersey(id text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.candidate(
    coalesce((select into_id from public.jersey_redirects where from_id = known_jersey.id::uuid), known_jersey.id::uuid), true)
$$;

create or replace function private.line_candidates(line jsonb, teams uuid[], is_certain boolean) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select near.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or near.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, near.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (near.year = asked.year and season.code is null)
        else coalesce(near.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      coalesce(near.kit_type = asked.kit_type, asked.kit_type is null) as fits_kit,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys near on near.id = listed.id
    cross join asked
    left join public.seasons season on season.id = near.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(near.title) end as title offset 0) folded
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_kit::integer * 2 + fits_title::integer * 3 + likeness as points
    from compared
    order by points desc, place, id limit 5
  )
  select coalesce(jsonb_agg(private.candidate(id,
      is_of_team and ((fits_title and (fits_time or not has_time))
        or (fits_time and fits_kit and (
          select count(*) = 1 from compared other where other.fits_time and other.fits_kit))))
    order by points desc, place, id), '[]')
  from ranked
$$;

create or replace function private.unfinished_word(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case when telling <> '{}' and last <> all (telling || private.jersey_names()) then array[last] else '{}' end
  from (select (private.words(left(query, 100)))[:8] as given) split
  cross join lateral (select given[cardinality(given)] as last, private.significant_words(given) as telling) read
$$;

create or replace function private.worded_candidates(line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.candidate(found.id, false) order by place), '[]')
  from public.search_jerseys(concat_ws(' ', left(line ->> 'team', 120), left(line ->> 'title', 160),
    coalesce(line ->> 'season', line ->> 'year'), line ->> 'kit_type'), 5) with ordinality as found (id, place)
$$;

create or replace function public.match_copies(lines jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  line jsonb;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  called uuid[];
  searched integer := 0;
  -- Lists name the same teams again and again. Where a name may mean several, those that search finds first.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line in select value from jsonb_array_elements(lines) loop
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select to_jsonb(copy) - 'owner_id' - 'import_key' as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
        union all
        select to_jsonb(copy) - 'owner_id' - 'import_key', copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    team_name := left(line #>> '{jersey,team}', 120);
    if known is null and jersey is null and team_name is not null and not teams ? team_name then
      called := private.line_teams(team_name);
      teams := teams || jsonb_build_object(team_name, jsonb_build_object(
        'is_certain', called <> '{}',
        'ids', case when called <> '{}' then to_jsonb(called)
          else (select coalesce(jsonb_agg(found.id), '[]') from public.search_teams(team_name, 3) found) end));
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey',
        array(select jsonb_array_elements_text(teams #> array[team_name, 'ids'])::uuid),
        (teams #> array[team_name, 'is_certain'])::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines.
    if known is null and candidates = '[]' and searched < 50 then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object('known', known, 'candidates', candidates));
  end loop;
  return to_jsonb(answers);
end $$;

create or replace function public.search_competitions(query text, max_results integer default 3)
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

create or replace function public.search_jerseys(query text, max_results integer default 5)
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
    found := array(
      select id::uuid
      from jsonb_array_elements_text(public.catalogue_page(jsonb_build_object(
        'from', first_year, 'to', last_year,
        'color', (
          select jsonb_agg(distinct color)
          from unnest(asked) word cross join lateral unnest(private.called_colors(word, false)) color))) -> 'ids')
        with ordinality as colored (id, place)
      order by place
      limit wanted);
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

create or replace function public.search_teams(query text, max_results integer default 3, lang text default null)
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
        (select team.id from unnest(matching) team (id)
        join public.jersey_counts counted on counted.kind = 'team' and counted.key = team.id::text
        order by counted.jerseys desc, team.id
        limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(called.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams club
            where club.id = any (matching) and starts_with(team.name, club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          coalesce((
            select counted.jerseys from public.jersey_counts counted
            where counted.kind = 'team' and counted.key = team.id::text), 0) as jerseys
        from public.teams team
        join private.team_names called on called.id = team.id
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

CREATE VIEW "private"."team_names" AS  SELECT team.id,
    concat_ws(' '::text, team.name, team.short_name, country.names, private.saint_variant(team.name)) AS names
   FROM ((public.teams team
     JOIN public.competitions competition ON ((competition.id = team.competition_id)))
     LEFT JOIN private.country_names country ON (((country.code = team.country) AND (competition.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))));;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, country.names, jersey.brand, jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.saint_variant(jersey.team), other.names) AS text,
    ((private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)) || private.decade_mark(COALESCE(jersey.year, ("left"(season.code, 4))::integer))) AS marks
   FROM ((((((public.jerseys jersey
     JOIN public.competitions competition ON ((competition.id = jersey.competition_id)))
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN public.teams team ON ((team.id = jersey.team_id)))
     LEFT JOIN public.competitions home ON ((home.id = team.competition_id)))
     LEFT JOIN private.country_names country ON (((country.code = team.country) AND (home.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    team.id,
    concat_ws(' '::text, called.names, other.names) AS text,
    '{}'::text[] AS marks
   FROM ((public.teams team
     JOIN private.team_names called ON ((called.id = team.id)))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE team.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id,
    competitions.name AS text,
    '{}'::text[] AS marks
   FROM public.competitions
  WHERE competitions.is_active;;

COMMENT ON FUNCTION "private"."begin_words"(text, text[]) IS 'Whether each of the words begins a word of a name';

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, and how many copies of it the caller has; null if the caller can''t read it';

COMMENT ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) IS 'The five jerseys of these teams that are nearest to a line, those of the first teams first, and whether it surely means one';

COMMENT ON FUNCTION "private"."unfinished_word"(text) IS 'The last word of a query if it is an article so far, or nothing: it may be the beginning of another word ("saint et")';

COMMENT ON FUNCTION "private"."worded_candidates"(jsonb) IS 'The five jerseys that search finds by all words of a line';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain. `kind` is `wish` or `vote`, none for a copy. At most 200 lines';

COMMENT ON FUNCTION "public"."search_teams"(text, integer, text) IS 'Active teams by words of their names and aliases, as search_jerseys() finds jerseys. Teams that are called exactly so come first, then those whose names, and not only their aliases, have words that begin so, each the ones with the most jerseys first, a club before its other teams. Of more matches than can be compared the best known stand for all';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

COMMENT ON VIEW "private"."team_names" IS 'What teams are called, without their other names';

REVOKE ALL ON FUNCTION "private"."candidate"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."candidate"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."worded_candidates"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."worded_candidates"(jsonb) TO "authenticated";

set check_function_bodies = on;
-- end

-- accepted: takes away: function private.line_candidates(line jsonb, teams uuid[]) returning jsonb: because only match_copies() calls it, which this step replaces
