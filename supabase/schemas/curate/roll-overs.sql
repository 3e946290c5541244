-- Roll-overs: the line-ups of a new season, prepared as a draft.
-- A draft is published as a whole; undo() makes it a draft again until somebody builds on it.
-- Administrators alone do this.

create table public.roll_overs (
  id uuid primary key default gen_random_uuid(),
  season_id uuid not null constraint roll_overs_season_id_fkey references public.seasons (id) on delete cascade,
  created_season boolean not null,
  showed_season boolean not null default false,
  published_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.roll_overs is
  'Line-ups of a season that are prepared together: a draft until published_at is set';
comment on column public.roll_overs.created_season is 'The season came with the draft; discarding the draft deletes it';
comment on column public.roll_overs.showed_season is 'Publishing made the season active; undoing makes it inactive again';
comment on column public.roll_overs.updated_at is
  'Publishing sends it back, and is refused when the draft has changed meanwhile';

create unique index roll_overs_one_draft on public.roll_overs (season_id) where published_at is null;
comment on index public.roll_overs_one_draft is 'A season has one draft at a time';
create index roll_overs_by_season on public.roll_overs (season_id);

alter table public.roll_overs enable row level security;
-- Only the functions below write.
revoke all on public.roll_overs from anon, authenticated;
grant select on public.roll_overs to authenticated;
grant select, insert, update, delete on public.roll_overs to service_role;

-- Both keys are numbers of their own, as in team_seasons.
create table public.roll_over_competitions (
  id bigint generated always as identity primary key,
  roll_over_id uuid not null
    constraint roll_over_competitions_roll_over_id_fkey references public.roll_overs (id) on delete cascade,
  competition_id uuid not null
    constraint roll_over_competitions_competition_id_fkey references public.competitions (id) on delete cascade,
  source_season_id uuid
    constraint roll_over_competitions_source_season_id_fkey references public.seasons (id) on delete set null,
  constraint roll_over_competitions_key unique (roll_over_id, competition_id)
);
comment on column public.roll_over_competitions.source_season_id is
  'The season whose line-up was copied; null if none was known';

create index roll_over_competitions_by_competition on public.roll_over_competitions (competition_id);
create index roll_over_competitions_by_source_season on public.roll_over_competitions (source_season_id);

alter table public.roll_over_competitions enable row level security;
-- Only the functions below write.
revoke all on public.roll_over_competitions from anon, authenticated;
grant select on public.roll_over_competitions to authenticated;
grant select, insert, update, delete on public.roll_over_competitions to service_role;

create table public.roll_over_teams (
  id bigint generated always as identity primary key,
  roll_over_id uuid not null,
  competition_id uuid not null,
  team_id uuid not null
    constraint roll_over_teams_team_id_fkey references public.teams (id) on delete cascade,
  constraint roll_over_teams_key unique (roll_over_id, competition_id, team_id),
  constraint roll_over_teams_line_up_fkey foreign key (roll_over_id, competition_id)
    references public.roll_over_competitions (roll_over_id, competition_id) on delete cascade
);
comment on table public.roll_over_teams is 'The teams of a draft; empty once it is published';

create index roll_over_teams_by_team on public.roll_over_teams (team_id);

alter table public.roll_over_teams enable row level security;
-- Only the functions below write.
revoke all on public.roll_over_teams from anon, authenticated;
grant select on public.roll_over_teams to authenticated;
grant select, insert, update, delete on public.roll_over_teams to service_role;

create function public.start_roll_over(code text, name text, competitions uuid[]) returns public.roll_overs
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := array(select distinct unnest(start_roll_over.competitions));
  wanted_code constant text := private.tidy(start_roll_over.code);
  season public.seasons;
  created boolean;
  taken jsonb;
  draft public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  if cardinality(wanted) = 0 then
    raise sqlstate 'PT400' using message = 'roll_over_empty', detail = 'Choose at least one competition.';
  end if;
  if exists (select unnest(wanted) except select id from public.competitions) then
    raise sqlstate 'PT404' using message = 'competition_not_found', detail = 'A competition was deleted.';
  end if;

  -- A season that exists keeps its name. Two administrators who start at once wait here for each other.
  select * into season from public.seasons where seasons.code = wanted_code for no key update;
  created := not found;
  if created then
    insert into public.seasons (code, name, is_active)
    values (wanted_code, private.tidy(start_roll_over.name), false)
    on conflict (code) do nothing returning * into season;
    if not found then
      created := false;
      select * into strict season from public.seasons where seasons.code = wanted_code for no key update;
    end if;
  end if;

  if exists (select from public.roll_overs where season_id = season.id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', season.id)::text,
      hint = 'Publish or discard the draft first.';
  end if;
  select jsonb_agg(competition.name order by competition.name) into taken
  from public.competitions competition
  where competition.id = any (wanted) and exists (
    select from public.team_seasons where season_id = season.id and competition_id = competition.id);
  if taken is not null then
    raise sqlstate 'PT409' using
      message = 'line_up_exists', detail = jsonb_build_object('competitions', taken)::text,
      hint = 'These competitions have a line-up in this season; change it there.';
  end if;

  insert into public.roll_overs (season_id, created_season) values (season.id, created) returning * into draft;
  insert into public.roll_over_competitions (roll_over_id, competition_id, source_season_id)
  select draft.id, competition.id, (
    select ts.season_id
    from public.team_seasons ts join public.seasons s_earlier on s_earlier.id = ts.season_id
    where ts.competition_id = competition.id and s_earlier.is_active and s_earlier.code < season.code
    order by s_earlier.code desc limit 1)
  from unnest(wanted) competition (id);
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select draft.id, roc.competition_id, team.id
  from public.roll_over_competitions roc
  join public.team_seasons ts
    on ts.competition_id = roc.competition_id and ts.season_id = roc.source_season_id
  join public.teams team on team.id = ts.team_id and team.is_active
  where roc.roll_over_id = draft.id;
  return draft;
end $$;
comment on function public.start_roll_over is
  'Copies the last line-ups of competitions into a draft for a season, which is created inactive if it does not exist';

-- The season's row is locked before its roll-over, everywhere: two calls cannot wait for each other.
create function private.lock_roll_over(roll_over_id uuid) returns public.roll_overs
language plpgsql security definer set search_path = ''
as $$
declare
  found_one public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  elsif found_one.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  return found_one;
end $$;

create function private.publish_line_ups(draft public.roll_overs) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  shows boolean;
begin
  insert into public.team_seasons (team_id, season_id, competition_id)
  select team_id, draft.season_id, competition_id from public.roll_over_teams where roll_over_id = draft.id
  on conflict do nothing;
  delete from public.roll_over_teams where roll_over_id = draft.id;
  update public.seasons set is_active = true where id = draft.season_id and not is_active;
  shows := found;
  update public.roll_overs
  set published_at = now(), showed_season = shows, updated_at = clock_timestamp()
  where id = draft.id;
end $$;

create function public.publish_roll_over(roll_over_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(publish_roll_over.roll_over_id);
begin
  if draft.updated_at is distinct from seen then
    raise sqlstate 'PT409' using
      message = 'roll_over_changed', detail = 'Another administrator has changed the draft.';
  end if;
  perform private.publish_line_ups(draft);
  perform private.set_batch(draft.id);
  perform private.begin_revision('line_up', auth.uid());
  perform private.write_line_ups(draft, true, false);
  perform private.end_revision();
end $$;
comment on function public.publish_roll_over is
  'Makes a draft public: its season and all its line-ups at once. seen: the draft''s updated_at on the screen';

create function private.line_up_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not is_administrator then 'urgent'
    when roll_over.id is null then 'gone'
    when (roll_over.published_at is not null) <> (revision.changes -> 'line_up' -> 'after' <> 'null') then 'undone'
    when roll_over.published_at is null then null
    when exists (select from public.roll_overs where season_id = roll_over.season_id and published_at is null) then 'changed'
    when exists (
      select from public.jerseys
      where season_id = roll_over.season_id and (
        private.hides_season(roll_over) or competition_id in (
          select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id))) then 'used'
  end
  from (select) one left join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
$$;
comment on function private.line_up_stays is 'Why a roll-over isn''t undone (see undo()); null if it can be: as a whole';

create function private.hides_season(published public.roll_overs) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Line-ups that came otherwise keep the season visible.
  select published.showed_season and not exists (
    select from public.team_seasons
    where season_id = published.season_id and competition_id not in (
      select competition_id from public.roll_over_competitions where roll_over_id = published.id))
$$;

create function private.write_line_ups(roll_over public.roll_overs, is_shown boolean, is_undoing boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  season constant text := (select name from public.seasons where id = roll_over.season_id);
  said constant jsonb := private.current_change() -> 'revision';
  competition uuid;
begin
  for competition in
    select roc.competition_id
    from public.roll_over_competitions roc join public.competitions c_played on c_played.id = roc.competition_id
    where roc.roll_over_id = roll_over.id order by c_played.name, c_played.id
  loop
    if is_undoing then
      perform private.begin_revision('undo', null, said ->> 'reason', null, (
        select max(id) from public.revisions
        where target_type = 'competition' and target_id = competition and stored ->> 'roll_over' = roll_over.id::text));
    end if;
    perform private.write_revision(
      'competition', competition, jsonb_build_object('line_up', jsonb_build_object(
        'before', case when not is_shown then season end, 'after', case when is_shown then season end)),
      jsonb_build_object('roll_over', roll_over.id));
  end loop;
end $$;
comment on function private.write_line_ups is 'Writes into the history of each competition that its line-up of a season came or went';

create function private.undo_line_up(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  roll_over public.roll_overs;
begin
  select * into roll_over from public.roll_overs where id = (revision.stored ->> 'roll_over')::uuid;
  if roll_over.published_at is null then
    perform private.publish_line_ups(roll_over);
    perform private.write_line_ups(roll_over, true, true);
    return;
  end if;
  -- As they are now: corrections that were made after publishing stay in the draft.
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select roll_over.id, competition_id, team_id from public.team_seasons
  where season_id = roll_over.season_id and competition_id in (
    select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id);
  perform private.write_line_ups(roll_over, false, true);
  update public.seasons set is_active = false where id = roll_over.season_id and private.hides_season(roll_over);
  delete from public.team_seasons
  where season_id = roll_over.season_id and competition_id in (
    select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id);
  update public.roll_overs
  set published_at = null, showed_season = false, updated_at = clock_timestamp()
  where id = roll_over.id;
end $$;
comment on function private.undo_line_up is 'Makes a published roll-over a draft again, as a whole, or publishes it again';

create function public.discard_roll_over(roll_over_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(discard_roll_over.roll_over_id);
begin
  delete from public.roll_overs where id = draft.id;
  delete from public.seasons
  where id = draft.season_id and draft.created_season and not is_active
    and private.dependents('seasons', id) = '{}'
    and not exists (select from public.roll_overs where season_id = draft.season_id);
end $$;
comment on function public.discard_roll_over is 'Deletes a draft, and the season that was created for it';

create function public.replace_line_ups(line_ups jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_admin('catalogue', 'change line-ups');
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions competition on competition.id = team.competition_id
      where competition.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      -- A competition without teams leaves the draft.
      delete from public.roll_over_competitions
      where roll_over_id = draft and competition_id = line_up.competition_id and line_up.teams = '{}';
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
end $$;
comment on function public.replace_line_ups is
  'Sets the teams of competitions in seasons, all or none: [{season_id, competition_id, teams, seen}]. In a season with a draft, a competition without a public line-up is changed in the draft, and leaves it without teams';

create policy "admins read roll-overs" on public.roll_overs
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "admins read competitions of roll-overs" on public.roll_over_competitions
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "admins read teams of roll-overs" on public.roll_over_teams
  for select to authenticated using ((select public.is_admin((select auth.uid()))));
