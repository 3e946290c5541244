-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.clubs_nicknamed(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where competition.slug in ('nba', 'wnba', 'nfl', 'nhl') and char_length(clubs_nicknamed.name) > 3
      and private.fold(right(team.name, char_length(clubs_nicknamed.name) + 1)) = ' ' || private.fold(clubs_nicknamed.name)
      and not private.is_former_franchise(team.id))
$function$
;

CREATE OR REPLACE FUNCTION private.is_former_franchise(team uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.teams franchise
    join public.competitions competition on competition.id = franchise.competition_id
    cross join lateral (
      select ts.season_id from public.team_seasons ts join public.seasons season on season.id = ts.season_id
      where ts.competition_id = competition.id order by season.code desc limit 1) newest
    where franchise.id = is_former_franchise.team and competition.slug in ('nba', 'wnba', 'nfl', 'nhl')
      and not exists (
        select from public.team_seasons played
        where played.team_id = franchise.id and played.competition_id = competition.id
          and played.season_id = newest.season_id))
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
        or team.id = any (private.clubs_nicknamed(names_club.name))
        or private.slug(team.city) = private.slug(names_club.name) and not exists (
          select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
          where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
            -- Its women's team is no other club.
            and not starts_with(other.name, team.name || ' ') and not private.is_former_franchise(other.id))))
$function$
;

COMMENT ON FUNCTION "private"."is_former_franchise"(uuid) IS 'True for a club of a league of franchises that isn''t in the newest season with line-ups';

REVOKE ALL ON FUNCTION "private"."is_former_franchise"(uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end

-- Former names of franchises are teams of their own, which the seed loads.
delete from public.team_aliases alias using public.teams team
where team.id = alias.team_id and (team.slug, alias.alias) in (
  ('brooklyn-nets', 'New Jersey Nets'), ('charlotte-hornets', 'Charlotte Bobcats'), ('memphis-grizzlies', 'Vancouver Grizzlies'),
  ('new-orleans-pelicans', 'New Orleans Hornets'), ('oklahoma-city-thunder', 'Seattle SuperSonics'), ('oklahoma-city-thunder', 'Sonics'),
  ('washington-wizards', 'Washington Bullets'), ('arizona-cardinals', 'Phoenix Cardinals'), ('indianapolis-colts', 'Baltimore Colts'),
  ('las-vegas-raiders', 'Oakland Raiders'), ('los-angeles-chargers', 'San Diego Chargers'), ('los-angeles-rams', 'Saint Louis Rams'),
  ('tennessee-titans', 'Houston Oilers'), ('washington-commanders', 'Washington Redskins'), ('washington-commanders', 'Redskins'),
  ('washington-commanders', 'Washington Football Team'), ('washington-commanders', 'WFT'), ('anaheim-ducks', 'Mighty Ducks'),
  ('anaheim-ducks', 'Mighty Ducks of Anaheim'), ('calgary-flames', 'Atlanta Flames'), ('carolina-hurricanes', 'Hartford Whalers'),
  ('carolina-hurricanes', 'Whalers'), ('colorado-avalanche', 'Quebec Nordiques'), ('colorado-avalanche', 'Nordiques'),
  ('colorado-avalanche', 'Nordiques de Québec'), ('dallas-stars', 'Minnesota North Stars'), ('dallas-stars', 'North Stars'),
  ('utah-mammoth', 'Utah Hockey Club'), ('winnipeg-jets', 'Atlanta Thrashers'));
delete from public.team_seasons played using public.teams team, public.seasons season, (values
  ('brooklyn-nets', '2012-13'), ('charlotte-hornets', '2014-15'), ('new-orleans-pelicans', '2013-14'), ('las-vegas-raiders', '2020-21'),
  ('los-angeles-chargers', '2017-18'), ('los-angeles-rams', '2016-17'), ('washington-commanders', '2022-23'),
  ('utah-mammoth', '2025-26')) named (slug, first_season)
where team.id = played.team_id and team.slug = named.slug and team.competition_id = played.competition_id
  and season.id = played.season_id and season.code < named.first_season;
