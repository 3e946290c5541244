-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.line_candidates(line jsonb, teams uuid[], is_certain boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club)
    or exists (
      select from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      where team.id = names_club.club and (
        private.slug(names_club.name) like '%-%' and starts_with(private.slug(team.name) || '-', private.slug(names_club.name) || '-')
        or competition.slug in ('nba', 'wnba', 'nfl', 'nhl')
          and private.fold(right(team.name, char_length(names_club.name) + 1)) = ' ' || private.fold(names_club.name)
        or private.slug(team.city) = private.slug(names_club.name) and not exists (
          select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
          where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league)))
$function$
;

COMMENT ON FUNCTION "private"."names_club"(text, uuid) IS 'True if a club is called so: by a whole name, by the first words of its name, by a nickname at its end, or by a city that has no other of its sport';

set check_function_bodies = on;
-- end
