-- Teams that are one: a team is merged into another, and typed names become teams of the catalogue.
-- What refers to the team moves to the other one, whose address answers for both; the team itself is deleted.
-- Not undoable, since who followed which of both, or played when, can't be told apart any more: administrators see the numbers first.

create table public.team_redirects (
  -- No reference: that team is deleted.
  from_id uuid primary key,
  into_id uuid not null references public.teams (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint team_redirects_elsewhere check (from_id <> into_id)
);
comment on table public.team_redirects is 'Where the address of a merged team leads; merge_teams() writes it';

create index team_redirects_by_into on public.team_redirects (into_id);

alter table public.team_redirects enable row level security;
revoke all on public.team_redirects from anon, authenticated;
grant select on public.team_redirects to anon, authenticated;
grant select, insert, update, delete on public.team_redirects to service_role;

create policy "everyone follows redirects to teams they read" on public.team_redirects
  for select to anon, authenticated
  using (exists (select from public.teams team where team.id = into_id));

create function private.move_team(gone public.teams, kept public.teams) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- As a renamed team's: its jerseys don't say it one by one.
  perform private.begin_revision('none');
  perform from public.jerseys where team_id = gone.id order by id for no key update;
  update public.jerseys set team_id = kept.id where team_id = gone.id;
  update public.team_seasons ts set team_id = kept.id
  where ts.team_id = gone.id and not exists (
    select from public.team_seasons ts_kept
    where ts_kept.team_id = kept.id and (ts_kept.season_id, ts_kept.competition_id) = (ts.season_id, ts.competition_id));
  update public.roll_over_teams rot set team_id = kept.id
  where rot.team_id = gone.id and not exists (
    select from public.roll_over_teams rot_kept
    where rot_kept.team_id = kept.id
      and (rot_kept.roll_over_id, rot_kept.competition_id) = (rot.roll_over_id, rot.competition_id));
  insert into public.team_aliases (team_id, alias, language)
  select kept.id, other.alias, other.language
  from (
    select alias, language from public.team_aliases where team_id = gone.id
    union all select name, null from unnest(array[gone.name, gone.short_name]) name) other (alias, language)
  where char_length(other.alias) between 2 and 60
    and private.word_line(private.words(other.alias)) <> ''
    and private.word_line(private.words(other.alias)) <> private.word_line(private.words(kept.name))
  on conflict on constraint team_aliases_key do nothing;
  -- Before the deletion, which ends what still follows the team. One who follows both keeps one.
  update public.follows follow set target_id = kept.id
  where follow.target_id = gone.id and not exists (
    select from public.follows f_kept where f_kept.member_id = follow.member_id and f_kept.target_id = kept.id);
  update public.showcases set teams = array_replace(array_remove(teams, kept.id), gone.id, kept.id)
  where teams @> array[gone.id];
  update private.arrivals arrival set target_id = kept.id
  where arrival.target_id = gone.id and not exists (
    select from private.arrivals a_kept
    where (a_kept.target_id, a_kept.jersey_id, a_kept.kind) = (kept.id, arrival.jersey_id, arrival.kind));
  delete from private.arrivals where target_id = gone.id;
  -- The right answer of a guess is the team that can be named.
  update public.daily_shirts set facts = facts || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  where facts ->> 'team_id' = gone.id::text;
  update public.daily_duels
  set first_facts = case when first_facts ->> 'team_id' = gone.id::text
      then first_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else first_facts end,
    second_facts = case when second_facts ->> 'team_id' = gone.id::text
      then second_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else second_facts end
  where gone.id::text in (first_facts ->> 'team_id', second_facts ->> 'team_id');
  update public.suggestions
  set changes = changes || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  -- A refused one may be contested.
  where status <> 'accepted' and target_type = 'jersey' and changes ->> 'team_id' = gone.id::text;
  update public.team_redirects set into_id = kept.id where into_id = gone.id;
  insert into public.team_redirects (from_id, into_id) values (gone.id, kept.id);
  perform private.end_revision();
  -- Ends its history, and tells those whose suggestions about it are open.
  delete from public.teams where id = gone.id;
end $$;
comment on function private.move_team is 'Gives everything of a team to another one, then deletes it';

create function public.merge_teams(from_id uuid, into_id uuid, preview boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  counted jsonb;
begin
  perform private.require_admin('catalogue', 'merge teams');
  -- Jerseys first, as whoever edits one; those that come meanwhile are held by move_team().
  if not merge_teams.preview then
    perform from public.jerseys jersey where jersey.team_id = merge_teams.from_id order by jersey.id for no key update;
  end if;
  perform from public.teams team where team.id in (merge_teams.from_id, merge_teams.into_id) order by team.id for update;
  select * into gone from public.teams team where team.id = merge_teams.from_id;
  select * into kept from public.teams team where team.id = merge_teams.into_id;
  if gone.id is null or kept.id is null then
    raise sqlstate 'PT404' using message = 'team_not_found', detail = 'One of the teams was deleted or merged.';
  end if;
  if gone.id = kept.id or not kept.is_active or 1 < (
    select count(distinct competition.league) from public.competitions competition
    where competition.id in (gone.competition_id, kept.competition_id)) then
    raise sqlstate 'PT409' using
      message = 'teams_unmergeable', detail = 'A team is merged into another, active one of its league.';
  end if;
  select jsonb_build_object(
    'jerseys', (select count(*) from public.jerseys where team_id = gone.id),
    'entries', (select count(*) from public.team_seasons where team_id = gone.id),
    'names', (select count(*) from public.team_aliases where team_id = gone.id),
    'suggestions', (
      select count(*) from public.suggestions
      where status = 'open' and target_type = 'team' and target_id = gone.id)) into counted;
  if not merge_teams.preview then
    perform private.move_team(gone, kept);
  end if;
  return counted;
end $$;
comment on function public.merge_teams is
  'Merges a team into another of its league: jerseys, line-ups, names, follows and its address. Answers how much moves, and how many open suggestions about it end; as a preview nothing does';

create function public.teams_like(jersey_id uuid) returns setof public.teams
language sql stable rows 3 security definer set search_path = ''
as $$
  select team.*
  from public.jerseys jersey
  cross join lateral private.resolve_team(
    jsonb_build_object('team', jersey.team), jersey.competition_id, jersey.league, jersey.season_id) resolved
  cross join lateral jsonb_array_elements(
    case when resolved ? 'id' then jsonb_build_array(resolved) else resolved #> '{refusal,candidates}' end)
    with ordinality likely (named, place)
  join public.teams team on team.id = (likely.named ->> 'id')::uuid and team.is_active
  where jersey.id = teams_like.jersey_id and public.is_reviewer(auth.uid())
    -- The nearest name of all may be a wholly other one.
    and (resolved #>> '{refusal,reason}' is distinct from 'unknown'
      or extensions.similarity(private.fold(team.name), private.fold(jersey.team)) >= 0.3)
  order by likely.place limit 3
$$;
comment on function public.teams_like is
  'The teams of the catalogue that a typed one may be, as an import finds them. For reviewers; nobody else gets a row';

create function public.adopt_team(jersey_id uuid, team_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  typed public.jerseys;
  adopted public.teams;
  is_admin constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) or adopt_team.team_id is null and not is_admin then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Reviewers choose a team of the catalogue, and administrators add one.';
  end if;
  select * into typed from public.jerseys jersey
  where jersey.id = adopt_team.jersey_id and jersey.team_id is null and (jersey.status = 'pending' or is_admin);
  if not found then
    raise sqlstate 'PT409' using message = 'team_known', detail = 'The jersey has a team of the catalogue, was decided or deleted.';
  end if;
  if adopt_team.team_id is null then
    insert into public.teams (name, competition_id) values (typed.team, typed.competition_id) returning * into adopted;
  else
    select * into adopted from public.teams team where team.id = adopt_team.team_id and team.is_active for share;
    if not found then
      raise sqlstate 'PT404' using message = 'team_not_found', detail = 'The team was deleted or merged.';
    end if;
  end if;
  -- Public jerseys are corrected, for everybody to see; what waits simply changes.
  perform private.begin_revision('correction', auth.uid());
  update public.jerseys jersey set team_id = adopted.id
  where jersey.id in (
    select j_like.id from public.jerseys j_like
    where j_like.team_id is null and j_like.league = typed.league
      and private.team_slug(j_like.team) = private.team_slug(typed.team)
      and (j_like.status = 'pending' or is_admin)
    order by j_like.id for no key update);
  perform private.end_revision();
  return adopted.id;
end $$;
comment on function public.adopt_team is
  'Gives a jersey whose team was typed a team of the catalogue, or as an administrator adds that team; also others of the league that are typed alike: those that wait, and for an administrator public ones';
