-- Line-ups: which team plays in which competition in which season.
-- A team has one home competition and takes part in others by a row here.
-- The newest line-up of a competition is what its page shows.

-- The key is a number of its own. With the three references as its key, PostgREST would read the table as a
-- many-to-many link, and `teams?select=*,competitions(*)` would be ambiguous.
create table public.team_seasons (
  id bigint generated always as identity primary key,
  team_id uuid not null references public.teams (id) on delete cascade,
  season_id uuid not null references public.seasons (id),
  competition_id uuid not null references public.competitions (id),
  constraint team_seasons_key unique (season_id, competition_id, team_id)
);
comment on table public.team_seasons is 'A team takes part in a competition in a season';
comment on constraint team_seasons_key on public.team_seasons is
  'Also serves the teams of a competition in a season: home, submit form';

create index team_seasons_by_team on public.team_seasons (team_id);
comment on index public.team_seasons_by_team is 'Seasons of a team: team page, admin form';
create index team_seasons_by_competition on public.team_seasons (competition_id);

alter table public.team_seasons enable row level security;
revoke all on public.team_seasons from anon, authenticated;
grant select on public.team_seasons to anon;
grant select, insert, update, delete on public.team_seasons to authenticated, service_role;

-- Runs with its owner's rights so that an inactive team has a home competition too.
create function private.complete_team_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.competition_id := coalesce(
    new.competition_id,
    (select competition_id from public.teams where id = new.team_id));
  return new;
end $$;

create function private.note_line_ups() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select distinct 'team', team_id from public.team_seasons where %I = $1$sql$, tg_argv[0])
  using new.id;
  return null;
end $$;
comment on function private.note_line_ups is
  'Notes for the worker the teams whose line-ups are shown, or hidden, with a season or competition. Argument: its column';

-- Without a season, every competition is in its own newest one, because leagues begin at different times of the year, and a
-- season is entered for one competition after the other.
create function public.line_ups(competition_ids uuid[], in_season uuid default null)
returns setof public.team_seasons
language sql stable rows 100 set search_path = ''
as $$
  select ts_entry.*
  from public.competitions competition
  -- The season comes from an expression: with a condition "no season or this one" PostgreSQL's general plan walks all
  -- seasons of each competition.
  cross join lateral (
    select coalesce(line_ups.in_season, (
      select season.id from public.seasons season
      where season.is_active and exists (
        select from public.team_seasons ts
        where ts.season_id = season.id and ts.competition_id = competition.id)
      order by season.code desc
      limit 1)) as id) chosen
  join public.seasons s_shown on s_shown.id = chosen.id and s_shown.is_active
  join public.team_seasons ts_entry
    on ts_entry.season_id = s_shown.id and ts_entry.competition_id = competition.id
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

-- References only: the team or season behind one is shown only if active.
-- Read once per query: there are few, and three look-ups for each line of a line-up are not.
create function private.inactive_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select id from public.teams where not is_active
    union all select id from public.seasons where not is_active
    union all select id from public.competitions where not is_active)
$$;
comment on function private.inactive_ids is 'Teams, seasons and competitions that only administrators read';

create policy "everyone reads who played when, of what is active, admins all" on public.team_seasons
  for select to anon, authenticated
  using (
    not (select private.inactive_ids()) && array[team_id, season_id, competition_id]
    or (select public.is_admin((select auth.uid())))
  );

create policy "admins add team_seasons" on public.team_seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change team_seasons" on public.team_seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))));

create policy "admins delete team_seasons" on public.team_seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
