-- What the lines of a list mean: a copy that the caller has, jerseys of the catalogue, or a club and its sport.
-- Clubs are recognised by the words that search has; jerseys are those that the caller may read.
-- Nothing is stored here but how many lines were matched: imports.sql takes what was chosen.

create function private.said_text(facts jsonb, name text) returns text
language sql immutable set search_path = ''
as $$ select private.visible(private.tidy(facts ->> name)) where jsonb_typeof(facts -> name) = 'string' $$;
comment on function private.said_text is 'A text among facts that a member sends, without hidden characters; null for anything else';

create function private.teams_called(names text[]) returns table (name text, id uuid)
language sql stable security definer set search_path = ''
as $$
  select called, team.id from unnest(names) called join public.teams team on team.slug = private.team_slug(called)
  union
  select called, team.id from unnest(names) called
  join public.teams team on private.slug(team.short_name) = private.slug(called)
  union
  select called, alias.team_id from unnest(names) called
  join public.team_aliases alias on alias.folded = private.word_line(private.words(called))
$$;
comment on function private.teams_called is 'Teams by a name, a short name or an alias, each with the name that calls it';

create function private.line_teams(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with called as (select id from private.teams_called(array[line_teams.name]) limit 20),
  -- "FC Barcelone", "Germany": words of a name and of an alias or a country, as the search finds them. Only what one team
  -- alone has, or one country's first team: a line that may mean several is not guessed.
  worded as (
    select team.id, competition.slug = 'international-teams' as is_national
    from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where not exists (select from called) and team.is_active and team.id in (
      select document.id from private.search_documents document
      where document.kind = 'team' and document.words @@
        (select private.search_query(nullif(private.asked_words(line_teams.name), '{}'), 1))
      limit 21)
  )
  select array(
    select id from called
    union all
    select id from worded where (select count(*) from worded) = 1
    union all
    select id from worded
    where is_national and (select count(*) from worded) between 2 and 20 and (select count(*) from worded where is_national) = 1)
$$;
comment on function private.line_teams is
  'Teams that a list may mean: by slug, name, short name, alias; otherwise the one that has all of the words among these';

-- "PSG foot", "Retro Manchester United". Words for another team of a club are no mere addition.
create function private.teams_among_words(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with runs as (
    select private.word_line(words[first:last]) as run, last - first as length
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select team.id, rank() over (order by runs.length desc) as place
    from private.teams_called(array(select run from runs)) team join runs on runs.run = team.name
    -- "All Blacks" has no code of a club, "PSG foot" has.
    where char_length(runs.run) > 3 or teams_among_words.name ~ ('\m' || upper(runs.run) || '\M')
  )
  select array(select distinct id from called where place = 1 limit 20)
$$;
comment on function private.teams_among_words is
  'Teams that the most words in a row of a name call, where others stand beside them';

-- Search corrects boldly: "Reading" finds Real Madrid. Below this likeness a team isn't offered.
create function private.is_like_team(name text, team uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from (
      select team.name from public.teams team where team.id = is_like_team.team
      union all select team.short_name from public.teams team where team.id = is_like_team.team
      union all select alias.alias from public.team_aliases alias where alias.team_id = is_like_team.team) called (name)
    where private.begin_words(called.name, private.asked_words(is_like_team.name))
      or extensions.strict_word_similarity(
        regexp_replace(private.word_line(private.words(is_like_team.name)), '\mst\M', 'saint'),
        regexp_replace(private.word_line(private.words(called.name)), '\mst\M', 'saint')) >= 0.45)
$$;

-- As the site's fields take a team (isCalled() of app/shared/data/search/team-kits.ts): "Brest", "Stade Brestois". Other teams of a
-- club are no other club.
create function private.club_called(name text, found uuid[]) returns uuid
language sql stable security definer set search_path = ''
as $$
  with called as (
    select team.id, team.name, array_position(club_called.found, team.id) as place
    from public.teams team
    join private.team_names tn on tn.id = team.id
    where team.id = any (club_called.found) and char_length(club_called.name) > 3 and private.begin_words(
      concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)),
      private.asked_words(club_called.name))
  )
  select first.id from called first
  where first.place = (select min(place) from called)
    and not exists (select from called other where other.id <> first.id and not starts_with(other.name, first.name || ' '))
$$;
comment on function private.club_called is
  'The only club among found teams whose names have words that begin so; null for less than four letters';

-- "Oakland Raiders", "Charlotte Bobcats": shirts keep a franchise's former names, but "Raiders" and "Charlotte" mean the present one.
create function private.is_former_franchise(team uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.teams franchise
    join public.competitions competition on competition.id = franchise.competition_id
    cross join lateral (
      -- The newest one whose line-ups are there, not only some.
      select ts.season_id from public.team_seasons ts join public.seasons season on season.id = ts.season_id
      where ts.competition_id = competition.id
      group by ts.season_id, season.code
      order by count(*) * 2 > max(count(*)) over () desc, season.code desc limit 1) newest
    where franchise.id = is_former_franchise.team and competition.slug in ('nba', 'wnba', 'nfl', 'nhl')
      and not exists (
        select from public.team_seasons played
        where played.team_id = franchise.id and played.competition_id = competition.id
          and played.season_id = newest.season_id))
$$;
comment on function private.is_former_franchise is
  'True for a club of a league of franchises that isn''t in the newest season with most line-ups';

-- "Lakers", "Bulls": where nicknames end the names, they are what clubs are called.
create function private.clubs_nicknamed(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select named.id
    from (
      select team.id from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      where competition.slug in ('nba', 'wnba', 'nfl', 'nhl') and char_length(clubs_nicknamed.name) > 3
        and private.fold(right(team.name, char_length(clubs_nicknamed.name) + 1)) = ' ' || private.fold(clubs_nicknamed.name)
      -- Few, and asked of them only: it reads line-ups.
      offset 0) named
    where not private.is_former_franchise(named.id))
$$;
comment on function private.clubs_nicknamed is 'Clubs of leagues with nicknames whose name ends so';

-- What a shirt is kept under: "Bayern", "FC Barcelone". "London" begins one club's name only, and means another.
create function private.names_club(name text, club uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club) then
    return true;
  end if;
  return exists (
    select from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    join private.team_names tn on tn.id = team.id
    where team.id = names_club.club and (
      team.id = any (private.clubs_nicknamed(names_club.name))
      or case when private.slug(names_club.name) like '%-%'
          then private.words(names_club.name) <@ private.words(
            concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)))
          -- Its first word, "FC" aside: "United" ends many names.
          else private.slug(team.name) ~ ('^([a-z]{1,3}-)?' || private.slug(names_club.name) || '(-|$)') end
        and not exists (select from public.teams other where private.slug(other.city) = private.slug(names_club.name))
      or private.slug(team.city) = private.slug(names_club.name) and not exists (
        select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
        where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
          -- Its women's team is no other club.
          and not starts_with(other.name, team.name || ' ') and not private.is_former_franchise(other.id))));
end $$;
comment on function private.names_club is
  'True if a club is called so: by a whole name, by its first word or several of its names'' words if they are no city, by a nickname at its end, or by a city that has no other of its sport';

-- What is known of the teams that a line names: which ones, whether they are called so, whether a list may mean them without
-- being asked about each, their sport, and in each sport what the only club is called, and the only certain one.
create function private.teams_of_line(name text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  called uuid[] := private.line_teams(name);
  is_certain boolean := called <> '{}';
  is_named boolean;
  found uuid[];
begin
  if not is_certain and cardinality(private.clubs_nicknamed(name)) = 1 then
    called := private.clubs_nicknamed(name);
    is_certain := true;
  elsif not is_certain then
    found := array(
      select team.id from public.search_teams(teams_of_line.name, 6) with ordinality as team order by team.ordinality);
    called := array_remove(array[private.club_called(name, found)], null);
    is_certain := called <> '{}';
  end if;
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(select id from unnest(found[:3]) id where private.is_like_team(teams_of_line.name, id));
  end if;
  return (
    with meant as (
      select team.id, team.name, competition.league
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)
    )
    select jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
      'league', case when is_named and count(distinct meant.league) = 1 then min(meant.league) end,
      -- Its shirts that the caller has may be those of the line, which asks then.
      'called', (
        select coalesce(jsonb_agg(of_league.name), '[]')
        from (
          select min(club.name) as name from meant club
          where is_named and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league),
      'teams', (
        select coalesce(jsonb_object_agg(of_league.league, of_league.name), '{}')
        from (
          select club.league, min(club.name) as name from meant club
          where is_certain and private.names_club(teams_of_line.name, club.id) and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
end $$;

-- These run with their caller's rights: candidates are jerseys that the caller may read.
create function private.own_copy(copy public.copies) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(copy) - 'owner_id' - 'import_key' - 'former_jersey' || jsonb_build_object('jersey', coalesce((
    select jsonb_build_object('title', jersey.title, 'team', jersey.team, 'season', season.code, 'year', jersey.year,
      'kit_type', jersey.kit_type)
    from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
    where jersey.id = copy.jersey_id), copy.former_jersey))
$$;
comment on function private.own_copy is 'A copy of the caller''s with what its shirt is called';

-- An id counts together with its shirt only: a row of an export may have been copied and changed into another one. So does the key
-- of a line that has an id; the key of any other is made of all that the line says.
create function private.is_copy_of_line(copy public.copies, said jsonb, teams jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select not (
    coalesce(said ->> 'season' <> coalesce(season.code, copy.former_jersey ->> 'season'), false)
    or coalesce(said ->> 'kit_type' <> coalesce(jersey.kit_type, copy.former_jersey ->> 'kit_type'), false)
    or coalesce(private.slug(private.said_text(said, 'team')) <> private.slug(coalesce(jersey.team, copy.former_jersey ->> 'team')), false)
      and case when jersey.id is null
        then not is_copy_of_line.teams @> jsonb_build_object(
          coalesce(copy.former_jersey ->> 'league', ''), copy.former_jersey ->> 'team')
        else coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true) end)
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
$$;
comment on function private.is_copy_of_line is
  'False if a line says another team, season or kit than the shirt of this copy. `teams`: what the catalogue calls the team that it names';

create function private.candidate(jersey_id uuid, is_sure boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when own.copies = 1 then (
      select private.own_copy(copy) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$$;
comment on function private.candidate is
  'A jersey that a line may be about, how many copies of it the caller has, and the only one; null if the caller can''t read it';

-- The work for a line is bounded: at most 300 jerseys are compared.
-- A kit that the line doesn't name, or names by a word that nobody knows, is none of the catalogue's for sure. `is_named` of a
-- line: its words name the teams, though others stand beside them.
create function private.line_candidates(line jsonb, teams uuid[], is_certain boolean) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type, line ->> 'league' as league,
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
    select jersey.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or jersey.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, jersey.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (jersey.year = asked.year and season.code is null)
        else coalesce(jersey.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      (jersey.kit_type = asked.kit_type) is true as fits_kit,
      jersey.kit_type is null and asked.kit_type is null as is_kit_unsaid,
      asked.kit_type is null as has_no_kit, jersey.kit_type is null or jersey.kit_type = 'home' as is_home,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys jersey on jersey.id = listed.id
    cross join asked
    left join public.seasons season on season.id = jersey.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(jersey.title) end as title offset 0) folded
    where asked.league is null or jersey.league = asked.league
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_title::integer * 3 + likeness
      + case when fits_kit then 2 when is_home then 1 else 0 end as points
    from compared
    order by points desc, place, id limit 5
  )
  select coalesce(jsonb_agg(private.candidate(id,
      is_of_team and ((fits_title and (fits_time or not has_time) and (fits_kit or has_no_kit))
        or (fits_time and fits_kit and (select count(*) = 1 from compared other where other.fits_time and other.fits_kit))
        -- Neither says a kit, the team has no other jersey of then, and the line says no more.
        or (fits_time and is_kit_unsaid and (line -> 'is_part')::boolean is not true
          and (select count(*) = 1 from compared other where other.fits_time))))
      || jsonb_build_object('fits', (is_of_team or (line -> 'is_named')::boolean is true) and fits_time and (fits_kit or has_no_kit and is_home))
    order by points desc, place, id), '[]')
  from ranked
$$;
comment on function private.line_candidates is
  'The five jerseys of these teams that are nearest to a line, those of the first teams first, whether it surely means one, and whether one has the team, time, kit and sport that the line says (`fits`)';

create function private.is_like_jersey(said text, jersey uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.search_documents document
    where document.kind = 'jersey' and document.id = is_like_jersey.jersey
      and document.words @@ private.search_query(private.jersey_words(is_like_jersey.said), 2)
    union all
    select from public.jerseys jersey
    where jersey.id = is_like_jersey.jersey and cardinality(private.jersey_words(is_like_jersey.said)) > 0
      and extensions.strict_word_similarity(
        private.fold(is_like_jersey.said), private.fold(concat_ws(' ', jersey.title, jersey.team))) >= 0.45)
$$;
comment on function private.is_like_jersey is
  'Whether a jersey has these words, or ones that are like them: search also finds by colours and bold corrections';

create function private.worded_candidates(line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.candidate(found.id, false) order by place), '[]')
  from (select concat_ws(' ', left(line ->> 'team', 120), left(line ->> 'title', 160)) as named) said
  cross join lateral public.search_jerseys(concat_ws(' ', said.named, coalesce(line ->> 'season', line ->> 'year'),
    case when line ->> 'kit_type' = any (private.kit_types()) then line ->> 'kit_type' end), 5)
    with ordinality as found (id, place)
  join public.jerseys jersey on jersey.id = found.id
  where (line ->> 'league' is null or jersey.league = line ->> 'league') and private.is_like_jersey(said.named, jersey.id)
$$;
comment on function private.worded_candidates is 'The jerseys, five at most, that search finds by all words of a line';

create function private.known_jersey(id text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.candidate(
    coalesce((select into_id from public.jersey_redirects where from_id = known_jersey.id::uuid), known_jersey.id::uuid), true)
$$;

-- Shirts that the caller keeps without a page, by the places of lines that say the same of theirs; `teams` and `called` of a line are
-- what the catalogue calls its team. A list that comes again with
-- a cell more or another size is no other shirt.
create function private.kept_shirts(lines jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select place, name, lower(private.said_text(jersey, 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    cross join lateral (
      select lower(coalesce(private.said_text(jersey, 'team'), private.said_text(jersey, 'title')))
      union
      select lower(name) from jsonb_each_text(line.value -> 'teams') club (league, name)
      union
      select lower(name) from jsonb_array_elements_text(line.value -> 'called') club (name)) called (name)
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(distinct kept.id) as ids
    from asked join kept on kept.team = asked.name and (kept.worn is not distinct from asked.worn
      -- "1998" may be how a list calls 1998-99 (isSaid() of app/collect/domain/copies/former-shirt.ts).
      or left(kept.worn, 4) = left(asked.worn, 4) and 4 in (char_length(kept.worn), char_length(asked.worn)))
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
$$;

create function public.match_copies(lines jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  renamed jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    team_name := left(line #>> '{jersey,team}', 120);
    if team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and (line ->> 'id' is null or private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams'))
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    -- Its owner has said since that it is another shirt.
    renamed := null;
    if known is null and line ->> 'kind' is null and private.is_uuid(line ->> 'id') and (line -> 'is_copied')::boolean is not true
      and coalesce((jersey ->> 'owned')::integer, 0) = 0 then
      select jsonb_build_object('owned', 1, 'copy', stored, 'is_other', true) into renamed from (
        select private.own_copy(copy) as stored from public.copies copy
        where copy.owner_id = member and copy.id = (line ->> 'id')::uuid and copy.removed_at is null
        union all
        select private.own_copy(copy) from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key') and copy.removed_at is null) own
      limit 1;
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', renamed, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}'),
      'called', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'called'], '[]')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', coalesce(nullif(answer -> 'kept', 'null'), kept -> ordinality::text)) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $$;
comment on function public.match_copies is
  'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same, or the copy of its id if that is another shirt by now (`kept`, with `is_other`), the sport of the team that it names, and by sports what the catalogue calls it (`teams`). `kind` is `wish` or `vote`, none for a copy; `is_copied` of a line whose id other lines have, too. At most 200 lines, of which 50 are searched';

create function private.count_matching(amount integer) returns void
language sql security definer set search_path = ''
as $$ select private.count_write('matched_lines', amount, false) $$;

-- Matching: a wish or a vote is about a jersey of the catalogue, and is there already or not.

-- With its caller's rights, as the candidates are.
create function private.mark_candidates(kind text, candidates jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(candidate || jsonb_build_object('mine', case kind
      when 'wish' then (
        select 'wish' from public.user_wishlists wishlist
        where wishlist.user_id = (select auth.uid()) and wishlist.jersey_id = jersey.id)
      else (
        select vote.vote from public.jersey_votes vote
        where vote.voter_id = (select auth.uid()) and vote.jersey_id = jersey.id) end) order by place), '[]')
  from jsonb_array_elements(candidates) with ordinality as found (candidate, place)
  join public.jerseys jersey on jersey.id = (candidate ->> 'id')::uuid
  where kind = 'wish' or (jersey.status = 'approved' and jersey.is_active)
$$;
comment on function private.mark_candidates is
  'Jerseys that a wish or a vote may be about, each with the caller''s own (`mine`). Votes are on public jerseys only';
