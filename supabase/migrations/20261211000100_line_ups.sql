-- The home page names the teams of five competitions and counts those of all others: it reads no more than that. Before, it
-- read a thousand rows through newest_line_ups(), which the next release removes.

create function public.line_ups(competition_ids uuid[], in_season uuid default null)
returns setof public.team_seasons
language sql stable rows 100 set search_path = ''
as $$
  select entry.*
  from public.competitions competition
  -- The season comes from an expression: with a condition "no season or this one" PostgreSQL's general plan walks all
  -- seasons of each competition.
  cross join lateral (
    select coalesce(line_ups.in_season, (
      select season.id from public.seasons season
      where season.is_active and exists (
        select from public.team_seasons known
        where known.season_id = season.id and known.competition_id = competition.id)
      order by season.code desc
      limit 1)) as id) chosen
  join public.seasons shown on shown.id = chosen.id and shown.is_active
  join public.team_seasons entry
    on entry.season_id = shown.id and entry.competition_id = competition.id
  where competition.is_active and competition.id = any (line_ups.competition_ids)
$$;
comment on function public.line_ups is
  'The participations of active competitions: in a season, or of each in the newest active season that has any';

create function public.line_up_sizes(competition_ids uuid[], in_season uuid default null)
returns table (competition_id uuid, season_id uuid, teams integer)
language sql stable rows 50 set search_path = ''
as $$
  select entry.competition_id, entry.season_id, count(*)::integer
  from public.line_ups(line_up_sizes.competition_ids, line_up_sizes.in_season) entry
  join public.teams team on team.id = entry.team_id and team.is_active
  group by entry.competition_id, entry.season_id
$$;
comment on function public.line_up_sizes is 'How many active teams line_ups() has of each competition';

create function public.line_up_seasons() returns setof public.seasons
language sql stable rows 200 set search_path = ''
as $$
  select season.* from public.seasons season
  where season.is_active
    and exists (select from public.team_seasons entry where entry.season_id = season.id)
$$;
comment on function public.line_up_seasons is 'The active seasons in which any competition has a line-up';

revoke execute on function public.line_ups, public.line_up_sizes, public.line_up_seasons from public;
grant execute on function public.line_ups, public.line_up_sizes, public.line_up_seasons
to anon, authenticated, service_role;
