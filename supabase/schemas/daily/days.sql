-- The shirt of the day: chosen by rule, drawn days ahead by a job.
-- A day is a date in Europe/Paris; the database's clock decides which one it is.
-- Everyone reads a day from its beginning on, reviewers those ahead too.

create function private.day_at(moment timestamptz) returns date
language sql stable parallel safe
return (moment at time zone 'Europe/Paris')::date;
comment on function private.day_at is 'The day of the site at a moment, the same for everyone in the world';

create table public.daily_shirts (
  day date not null,
  kind text not null constraint daily_shirts_kind_known check (kind in ('shown')),
  -- No reference: a day outlives its jersey, whose address leads to the survivor.
  jersey_id uuid not null,
  facts jsonb not null constraint daily_shirts_facts_object check (jsonb_typeof(facts) = 'object'),
  swaps integer not null default 0,
  primary key (day, kind)
);
comment on table public.daily_shirts is 'Which jersey is shown on which day; draw_days() and swap_daily_shirt() write it';
comment on column public.daily_shirts.facts is
  'What the catalogue knew of the jersey when it was drawn: it doesn''t change with the jersey. No words of members';
comment on column public.daily_shirts.swaps is 'How often a reviewer has replaced the jersey of the day';

create index daily_shirts_of_jersey on public.daily_shirts (jersey_id, day);
comment on index public.daily_shirts_of_jersey is 'When a jersey was shown: choice of others';

alter table public.daily_shirts enable row level security;
revoke all on public.daily_shirts from anon, authenticated;
grant select on public.daily_shirts to anon, authenticated;
grant select, insert, update, delete on public.daily_shirts to service_role;

create policy "visitors read days that have begun" on public.daily_shirts
  for select to anon using (day <= (select private.day_at(now())));

create policy "members read days that have begun, reviewers all" on public.daily_shirts
  for select to authenticated
  using (day <= (select private.day_at(now())) or (select public.is_reviewer((select auth.uid()))));

create function private.fits_a_day(jersey public.jerseys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (select from public.jersey_images image where image.jersey_id = jersey.id)
    and not exists (
      select from public.suggestions open
      where open.target_id = jersey.id and open.target_type = 'jersey' and open.status = 'open' and open.kind <> 'photos')
$$;
comment on function private.fits_a_day is
  'True for a public jersey with a team and a photo, if nobody doubts its facts';

-- Two years before and after: days are drawn ahead.
create function private.is_shown_near(jersey_id uuid, day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_shirts shown
    where shown.jersey_id = is_shown_near.jersey_id
      and shown.day > is_shown_near.day - interval '2 years' and shown.day < is_shown_near.day + interval '2 years')
$$;

create function private.founded_round_years_ago(founded_year integer, day date) returns integer
language sql immutable parallel safe
return nullif(
  case when (extract(year from day) - founded_year) % 25 = 0 then greatest(extract(year from day) - founded_year, 0) end, 0);
comment on function private.founded_round_years_ago is
  'The age of a team that is 25, 50, 75 … years old in the year of a day; null of others';

create function private.anniversary_jersey(league text, day date, seed text, recent uuid[]) returns uuid
language sql stable security definer set search_path = ''
as $$
  select found.id
  from (
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = anniversary_jersey.league
      and private.founded_round_years_ago(team.founded_year, anniversary_jersey.day) is not null
      -- Once in the year that it celebrates.
      and not exists (
        select from public.daily_shirts shown
        where date_trunc('year', shown.day) = date_trunc('year', anniversary_jersey.day)
          and shown.facts ->> 'team_id' = team.id::text)
    order by md5(seed || team.id) limit 20
  ) team cross join lateral (
    select picked.id from (
      select jersey.* from public.jerseys jersey
      where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc limit 200
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and picked.competition_id <> all (recent)
      and not private.is_shown_near(picked.id, anniversary_jersey.day)
    order by md5(seed || picked.id) limit 1
  ) found
  limit 1
$$;
comment on function private.anniversary_jersey is
  'A jersey of a team of a sport with an anniversary in the year of the day, of none of the competitions `recent`';

create function private.season_jersey(competition_id uuid, season_id uuid, day date, seed text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select picked.id
  from (
    -- From a random team on: a season may have thousands of jerseys.
    (select jersey.id from public.jerseys jersey
      where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
        and jersey.status = 'approved' and jersey.is_active and jersey.team_id >= md5(seed || season_jersey.season_id)::uuid
      order by jersey.team_id limit 100)
    union all
    (select jersey.id from public.jerseys jersey
      where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
        and jersey.status = 'approved' and jersey.is_active
      order by jersey.team_id limit 100)
  ) picked join public.jerseys jersey on jersey.id = picked.id
  where private.fits_a_day(jersey) and not private.is_shown_near(picked.id, season_jersey.day)
  order by md5(seed || picked.id) limit 1
$$;

create function private.choose_shown(day date, attempt integer default 0) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The same day and attempt choose the same jersey of the same catalogue.
  seed constant text := to_char(choose_shown.day, 'YYYY-MM-DD') || ':' || attempt;
  recent uuid[];
  due text;
  place uuid;
  season uuid;
  chosen uuid;
begin
  select coalesce(array_agg((shown.facts ->> 'competition_id')::uuid), '{}') into recent
  from public.daily_shirts shown
  where shown.day between choose_shown.day - 6 and choose_shown.day + 6 and shown.day <> choose_shown.day;
  -- The sport that wasn't shown for longest.
  for due in
    select known.league
    from (select distinct competition.league from public.competitions competition where competition.is_active) known
    left join (
      select shown.facts ->> 'league' as league, max(shown.day) as last from public.daily_shirts shown
      where shown.day between choose_shown.day - 60 and choose_shown.day - 1 group by shown.facts ->> 'league'
    ) before on before.league = known.league
    order by before.last nulls first, md5(seed || known.league)
  loop
    chosen := private.anniversary_jersey(due, choose_shown.day, seed, recent);
    if chosen is not null then
      return chosen;
    end if;
    -- A competition, a season and a team at random rather than a jersey: the largest league doesn't fill the year.
    for place in
      select competition.id from public.competitions competition
      where competition.league = due and competition.is_active and competition.id <> all (recent)
      order by md5(seed || competition.id)
    loop
      for season in
        select known.id from public.seasons known
        where exists (
          select from public.jerseys jersey
          where jersey.competition_id = place and jersey.season_id = known.id
            and jersey.status = 'approved' and jersey.is_active)
        order by md5(seed || known.id) limit 12
      loop
        chosen := private.season_jersey(place, season, choose_shown.day, seed);
        if chosen is not null then
          return chosen;
        end if;
      end loop;
    end loop;
  end loop;
  -- A small catalogue can't follow all rules: another competition rather than another jersey, then the one shown longest ago.
  return (
    select picked.id
    from (
      (select jersey.id from public.jerseys jersey
        where jersey.status = 'approved' and jersey.is_active and jersey.id >= md5(seed)::uuid order by jersey.id limit 1000)
      union
      (select jersey.id from public.jerseys jersey
        where jersey.status = 'approved' and jersey.is_active order by jersey.id limit 1000)
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey)
      and not exists (
        select from public.daily_shirts shown where shown.day = choose_shown.day and shown.jersey_id = picked.id)
    order by private.is_shown_near(picked.id, choose_shown.day), jersey.competition_id = any (recent),
      (select max(shown.day) from public.daily_shirts shown where shown.jersey_id = picked.id) nulls first,
      md5(seed || picked.id)
    limit 1);
end $$;
comment on function private.choose_shown is
  'The jersey to show on a day, by docs/product/daily.md 28.2; never the one that the day has. Null without any that fits';

create function private.set_day(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.daily_shirts (day, kind, jersey_id, facts)
  select set_day.day, 'shown', jersey.id, jsonb_build_object(
    'league', jersey.league, 'competition_id', jersey.competition_id, 'competition', competition.slug,
    'season', season.name, 'year', jersey.year,
    'team_id', jersey.team_id, 'team', team.name, 'team_slug', jersey.team_slug, 'country', team.country,
    'kit_type', jersey.kit_type, 'colors', team.colors,
    'anniversary', private.founded_round_years_ago(team.founded_year, set_day.day))
  from public.jerseys jersey
  join public.teams team on team.id = jersey.team_id
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  where jersey.id = set_day.jersey_id
  on conflict (day, kind) do update
  set jersey_id = excluded.jersey_id, facts = excluded.facts, swaps = public.daily_shirts.swaps + 1
$$;
comment on function private.set_day is 'Gives a day its jersey, with the facts as they are now';

create function public.draw_days() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  -- What has happened to a jersey since it was drawn changes only days that haven't begun.
  delete from public.daily_shirts planned
  where planned.day > today and not exists (
    select from public.jerseys jersey where jersey.id = planned.jersey_id and private.fits_a_day(jersey));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts planned where planned.day = today + n)
    order by n
  loop
    chosen := private.choose_shown(ahead);
    if chosen is not null then
      perform private.set_day(ahead, chosen);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn;
end $$;
comment on function public.draw_days is
  'Draws today and the next seven days as far as they have no jersey, and anew those ahead whose jersey fits no longer; returns how many';
revoke execute on function public.draw_days from public, anon, authenticated;
grant execute on function public.draw_days to service_role;

create function public.swap_daily_shirt(day date, jersey_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  wanted uuid := swap_daily_shirt.jersey_id;
  planned public.daily_shirts;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators choose what is shown.';
  end if;
  perform private.count_write('daily_swaps', 1);
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  select * into planned from public.daily_shirts stored where stored.day = swap_daily_shirt.day and stored.kind = 'shown';
  if not found or planned.day <= today then
    raise sqlstate 'PT409' using
      message = 'day_begun', detail = 'A day that has begun, or that isn''t drawn yet, has no other shirt.';
  end if;
  if wanted is null then
    wanted := private.choose_shown(planned.day, planned.swaps + 1);
  elsif private.is_shown_near(wanted, planned.day) or not exists (
    select from public.jerseys jersey where jersey.id = wanted and private.fits_a_day(jersey)) then
    wanted := null;
  end if;
  if wanted is null then
    raise sqlstate 'PT409' using
      message = 'jersey_unfit',
      detail = 'It needs a team and a photo, no open suggestion, and was not shown within two years.';
  end if;
  perform private.set_day(planned.day, wanted);
end $$;
comment on function public.swap_daily_shirt is
  'Shows another jersey on a day ahead, for reviewers: this one, or another one by the rule';
revoke execute on function public.swap_daily_shirt from public, anon;
grant execute on function public.swap_daily_shirt to authenticated, service_role;

create function private.record_swap() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_change('daily_shirts', new.day::text,
    jsonb_build_object('day', old.day, 'jersey_id', old.jersey_id), jsonb_build_object('day', new.day, 'jersey_id', new.jersey_id));
  return null;
end $$;

revoke execute on function
  private.fits_a_day, private.is_shown_near, private.founded_round_years_ago, private.anniversary_jersey,
  private.season_jersey, private.choose_shown, private.set_day, private.record_swap
from public;
