-- Facts that earlier catalogues shipped and that are wrong are taken back from databases that loaded them: the line-ups of
-- 2026-27, which repeated those of 2025-26; entries of The International that did not happen, or in another season; the
-- foundation of the French federation. An administrator's own entries stay.
--
-- The audit log tells them apart. The seed command is on record without an actor, and inserts a team's seasons in a competition
-- in one statement, so at the same time. A row is taken back only if the log says that: one without a record stays, and so does
-- every row of a competition's season that a person has changed, because that line-up has become theirs.

delete from public.team_seasons guess
using public.seasons season, public.competitions competition, public.teams team
where season.id = guess.season_id and competition.id = guess.competition_id and team.id = guess.team_id
  and (
    season.code = '2026-27' and competition.slug in (
      'premier-league', 'ligue-1', 'la-liga', 'serie-a', 'bundesliga', 'nba', 'nfl', 'nhl', 'euroleague',
      'international-teams')
    -- The event of July 2014 belongs to 2013-14, by the rule that a season begins in August.
    or season.code = '2014-15' and competition.slug = 'dota-ti'
    or season.code = '2023-24' and competition.slug = 'dota-ti' and team.slug = 'nigma-galaxy')
  -- The row was inserted by a command, together with another season of the same team in the same competition.
  and exists (
    select from public.audit_log inserted
    join public.audit_log beside on beside.table_name = 'team_seasons' and beside.action = 'insert'
      and beside.row_id = inserted.row_id and beside.at = inserted.at and beside.actor_id is null
      and beside.after ->> 'competition_id' = inserted.after ->> 'competition_id'
      and beside.after ->> 'season_id' <> inserted.after ->> 'season_id'
    where inserted.table_name = 'team_seasons' and inserted.action = 'insert' and inserted.actor_id is null
      and inserted.row_id = guess.team_id::text and inserted.after ->> 'id' = guess.id::text)
  -- Nobody has changed the line-up since.
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'team_seasons' and changed.actor_id is not null
      and guess.season_id::text in (changed.before ->> 'season_id', changed.after ->> 'season_id')
      and guess.competition_id::text in (changed.before ->> 'competition_id', changed.after ->> 'competition_id'))
  -- An update has only the changed columns on record, so it is found by the row's team.
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'team_seasons' and changed.action = 'update' and changed.row_id = guess.team_id::text);

-- 1904 is the year of the first match.
update public.teams team
set founded_year = 1919
from public.competitions competition
where competition.id = team.competition_id and competition.slug = 'international-teams'
  and team.slug = 'france' and team.founded_year = 1904
  and exists (
    select from public.audit_log inserted
    where inserted.table_name = 'teams' and inserted.action = 'insert' and inserted.actor_id is null
      and inserted.row_id = team.id::text)
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'teams' and changed.action = 'update' and changed.row_id = team.id::text
      and changed.after ? 'founded_year');

-- What the home page opens on: every competition in its own newest season, because leagues begin at different times of the
-- year, and a season is entered for one competition after the other.
create function public.newest_line_ups() returns setof public.team_seasons
language sql stable rows 500 set search_path = ''
as $$
  select entry.*
  from public.competitions competition
  cross join lateral (
    select season.id from public.seasons season
    where season.is_active and exists (
      select from public.team_seasons known
      where known.season_id = season.id and known.competition_id = competition.id)
    order by season.code desc
    limit 1) newest
  join public.team_seasons entry
    on entry.season_id = newest.id and entry.competition_id = competition.id
  where competition.is_active
$$;
comment on function public.newest_line_ups is
  'The participations of every active competition in the newest season that has any';
revoke execute on function public.newest_line_ups from public;
grant execute on function public.newest_line_ups to anon, authenticated, service_role;
