-- The shirt of the day and the one to guess: chosen by rule, drawn days ahead by a job.
-- A day is a date in Europe/Paris; the database's clock decides which one it is.
-- Everyone reads the shirt shown from the beginning of its day on, reviewers those ahead too; the one to guess nobody.

create function private.day_at(moment timestamptz) returns date
language sql stable parallel safe
return (moment at time zone 'Europe/Paris')::date;
comment on function private.day_at is 'The day of the site at a moment, the same for everyone in the world';

create table public.daily_shirts (
  day date not null,
  kind text not null constraint daily_shirts_kind_known check (kind in ('shown', 'guess')),
  -- No reference: a day outlives its jersey, whose address leads to the survivor.
  jersey_id uuid not null,
  facts jsonb not null constraint daily_shirts_facts_object check (jsonb_typeof(facts) = 'object'),
  swaps integer not null default 0,
  primary key (day, kind)
);
comment on table public.daily_shirts is
  'Which jersey is shown, and which is to be guessed, on which day; draw_days() and swap_daily_shirt() write it';
comment on column public.daily_shirts.facts is
  'What the catalogue knew of the jersey when it was drawn: it doesn''t change with the jersey. No words of members';
comment on column public.daily_shirts.swaps is 'How often a reviewer has replaced the jersey of the day';

create index daily_shirts_of_jersey on public.daily_shirts (jersey_id, day);
comment on index public.daily_shirts_of_jersey is 'When a jersey was shown: choice of others';

alter table public.daily_shirts enable row level security;
revoke all on public.daily_shirts from anon, authenticated;
grant select on public.daily_shirts to anon, authenticated;
grant select, insert, update, delete on public.daily_shirts to service_role;

create policy "everyone reads days that have begun, reviewers all" on public.daily_shirts
  for select to anon, authenticated
  using (
    kind = 'shown'
    and (day <= (select private.day_at(now())) or (select public.is_reviewer((select auth.uid())))));

create function private.fits_a_day(jersey public.jerseys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (
      select from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
    and not exists (
      select from public.suggestions suggestion
      where suggestion.target_id = jersey.id and suggestion.target_type = 'jersey' and suggestion.status = 'open'
        and suggestion.changes - array['photos', 'removed'] <> '{}')
$$;
comment on function private.fits_a_day is
  'True for a public jersey with a team and a photo, if nobody doubts its facts';

-- Two years before and after: days are drawn ahead.
create function private.is_shown_near(jersey_id uuid, day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_shirts shirt
    where shirt.jersey_id = is_shown_near.jersey_id and shirt.kind = 'shown'
      and shirt.day > is_shown_near.day - interval '2 years' and shirt.day < is_shown_near.day + interval '2 years')
$$;

create function private.is_taken_near(jersey_id uuid, day date, kind text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.daily_shirts shirt
      where shirt.jersey_id = is_taken_near.jersey_id
        and case when shirt.kind = is_taken_near.kind
          then shirt.day > is_taken_near.day - interval '2 years' and shirt.day < is_taken_near.day + interval '2 years'
          else shirt.day between is_taken_near.day - 14 and is_taken_near.day + 14 end)
    -- The page also has the day's duel, and the result of the one before.
    or kind = 'guess' and exists (
      select from public.daily_duels duel join public.jerseys jersey on jersey.id = is_taken_near.jersey_id
      where duel.day in (is_taken_near.day, is_taken_near.day - 1)
        and jersey.team_id::text in (duel.first_facts ->> 'team_id', duel.second_facts ->> 'team_id'));
end $$;
comment on function private.is_taken_near is
  'True for a jersey that has a day of this kind within two years, or one of another kind within a fortnight; of one to guess, also if its team is in a duel beside it';

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
        select from public.daily_shirts shirt
        where shirt.kind = 'shown' and date_trunc('year', shirt.day) = date_trunc('year', anniversary_jersey.day)
          and shirt.facts ->> 'team_id' = team.id::text)
    order by md5(seed || team.id) limit 20
  ) team cross join lateral (
    select picked.id from (
      select best.id from (
        select jersey.id, jersey.competition_id from public.jerseys jersey
        where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 200
      ) best
      where best.competition_id <> all (recent)
        and exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, anniversary_jersey.day, 'shown')
    limit 1
  ) found
  limit 1
$$;
comment on function private.anniversary_jersey is
  'A jersey of a team of a sport with an anniversary in the year of the day, of none of the competitions `recent`';

create function private.season_jersey(competition_id uuid, season_id uuid, day date, kind text, seed text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select picked.id
  from (
    -- Ordered before they are looked at: mostly the first one fits.
    select sample.id from (
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
    ) sample
    where exists (select from public.jersey_images image where image.jersey_id = sample.id and image.suggestion_id is null)
    order by md5(seed || sample.id) offset 0
  ) picked join public.jerseys jersey on jersey.id = picked.id
  where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, season_jersey.day, season_jersey.kind)
  limit 1
$$;

create function private.chance(seed text) returns double precision
language sql immutable parallel safe
return ('x' || left(md5(seed), 8))::bit(32)::bigint / 4294967296.0::double precision;
comment on function private.chance is 'A number from 0 to below 1 that follows from a text';

-- Everybody reads the catalogue and these rules: without a random seed, everybody could draw the days to come too.
create function private.choose_jersey(kind text, day date, seed text default gen_random_uuid()::text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  recent uuid[];
  due text;
  place uuid;
  season uuid;
  chosen uuid;
begin
  -- What is to be guessed isn't of the competition that is shown beside it.
  select coalesce(array_agg((shirt.facts ->> 'competition_id')::uuid), '{}') into recent
  from public.daily_shirts shirt
  where shirt.day between choose_jersey.day - 6 and choose_jersey.day + 6
    and case when shirt.kind = choose_jersey.kind then shirt.day <> choose_jersey.day
      else shirt.kind = 'shown' and shirt.day = choose_jersey.day end;
  -- The sport that wasn't shown for longest.
  for due in
    select known.league
    from (select distinct competition.league from public.competitions competition where competition.is_active) known
    left join (
      select shirt.facts ->> 'league' as league, max(shirt.day) as last from public.daily_shirts shirt
      where shirt.kind = choose_jersey.kind and shirt.day between choose_jersey.day - 60 and choose_jersey.day - 1
      group by shirt.facts ->> 'league'
    ) before on before.league = known.league
    order by before.last nulls first, md5(seed || known.league)
  loop
    if kind = 'shown' then
      chosen := private.anniversary_jersey(due, choose_jersey.day, seed, recent);
      if chosen is not null then
        return chosen;
      end if;
    end if;
    -- A competition, a season and a team at random rather than a jersey: the largest league doesn't fill the year.
    for place in
      select competition.id from public.competitions competition
      where competition.league = due and competition.is_active and competition.id <> all (recent)
      order by
        -- Of two competitions, people can guess a team of the better known one more often.
        case when kind = 'guess' then
          power(private.chance(seed || competition.id), 1.0 / greatest(competition.priority, 1)) end desc,
        md5(seed || competition.id)
    loop
      for season in
        select s.id from public.seasons s
        where exists (
          select from public.jerseys jersey
          where jersey.competition_id = place and jersey.season_id = s.id
            and jersey.status = 'approved' and jersey.is_active)
        order by md5(seed || s.id) limit 12
      loop
        chosen := private.season_jersey(place, season, choose_jersey.day, kind, seed);
        if chosen is not null then
          return chosen;
        end if;
      end loop;
    end loop;
  end loop;
  -- A small catalogue can't follow all rules: another competition rather than another jersey, then the one of longest ago.
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
      -- The day's other shirt, too, is another one.
      and not exists (
        select from public.daily_shirts shirt where shirt.day = choose_jersey.day and shirt.jersey_id = picked.id)
    order by private.is_taken_near(picked.id, choose_jersey.day, choose_jersey.kind), jersey.competition_id = any (recent),
      (select max(shirt.day) from public.daily_shirts shirt
        where shirt.jersey_id = picked.id and shirt.kind = choose_jersey.kind) nulls first,
      md5(seed || picked.id)
    limit 1);
end $$;
comment on function private.choose_jersey is
  'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

create function private.facts_of_day(jersey public.jerseys, day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'league', jersey.league, 'competition_id', jersey.competition_id, 'competition', competition.slug,
    'season', season.name, 'year', jersey.year,
    'team_id', jersey.team_id, 'team', team.name, 'team_slug', jersey.team_slug, 'country', team.country,
    'kit_type', jersey.kit_type, 'colors', team.colors,
    'anniversary', private.founded_round_years_ago(team.founded_year, facts_of_day.day))
  from public.teams team, public.competitions competition, public.seasons season
  where team.id = jersey.team_id and competition.id = jersey.competition_id and season.id = jersey.season_id
$$;

create function private.set_day(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.daily_shirts (day, kind, jersey_id, facts)
  select set_day.day, 'shown', jersey.id, private.facts_of_day(jersey, set_day.day)
  from public.jerseys jersey
  where jersey.id = set_day.jersey_id
  on conflict (day, kind) do update
  set jersey_id = excluded.jersey_id, facts = excluded.facts, swaps = public.daily_shirts.swaps + 1
$$;
comment on function private.set_day is 'Gives a day its jersey, with the facts as they are now';

-- What is to be guessed: its tokens come with it.
create table private.guess_pictures (
  token text primary key default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  day date not null,
  kind text not null default 'guess' constraint guess_pictures_kind_guess check (kind = 'guess'),
  step text not null constraint guess_pictures_step_known check (step in ('pattern', 'detail', 'whole')),
  constraint guess_pictures_day_step_key unique (day, step),
  constraint guess_pictures_day_fkey foreign key (day, kind) references public.daily_shirts (day, kind)
    on update cascade on delete cascade
);
comment on table private.guess_pictures is
  'The pictures of what is to be guessed, each under a token that means nothing; a player gets it with the step';

create function private.set_guess(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with drawn as (
    insert into public.daily_shirts (day, kind, jersey_id, facts)
    select set_guess.day, 'guess', jersey.id, private.facts_of_day(jersey, set_guess.day) || jsonb_build_object(
      'home_id', team.competition_id, 'is_national', c_home.slug in ('international-teams', 'international-women'),
      'competition_name', competition.name, 'palette', jersey.colors, 'brand', jersey.brand,
      'from', least(worn.first, jersey.year), 'to', greatest(worn.first + worn.years, jersey.year),
      'image_id', (
        select image.id from public.jersey_images image
        where image.jersey_id = jersey.id and image.suggestion_id is null order by image.position, image.id limit 1))
    from public.jerseys jersey
    join public.teams team on team.id = jersey.team_id
    join public.competitions c_home on c_home.id = team.competition_id
    join public.competitions competition on competition.id = jersey.competition_id
    join public.seasons season on season.id = jersey.season_id
    cross join lateral (
      select left(season.code, 4)::integer as first, case when season.code like '%-%' then 1 else 0 end as years) worn
    where jersey.id = set_guess.jersey_id
    returning day)
  insert into private.guess_pictures (day, step)
  select drawn.day, step from drawn, unnest(array['pattern', 'detail', 'whole']) step
$$;
comment on function private.set_guess is
  'Gives a day the jersey to guess, with what tries are compared with: the first and last year of its season, colours, its photo';

create function private.draw_kind(kind text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  -- What has happened to a jersey since it was drawn changes only days that haven't begun.
  delete from public.daily_shirts shirt
  where shirt.kind = draw_kind.kind and shirt.day > today and (
    not exists (
      select from public.jerseys jersey where jersey.id = shirt.jersey_id and private.fits_a_day(jersey))
    -- A reviewer has chosen to show what is to be guessed on this day.
    or shirt.kind = 'guess' and exists (
      select from public.daily_shirts ds_shown
      where ds_shown.kind = 'shown' and ds_shown.day = shirt.day and ds_shown.jersey_id = shirt.jersey_id));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts shirt where shirt.day = today + n and shirt.kind = draw_kind.kind)
    order by n
  loop
    chosen := private.choose_jersey(draw_kind.kind, ahead);
    continue when chosen is null;
    if draw_kind.kind = 'shown' then
      perform private.set_day(ahead, chosen);
    else
      perform private.set_guess(ahead, chosen);
    end if;
    drawn := drawn + 1;
  end loop;
  return drawn;
end $$;

create function public.draw_days() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  -- What is to be guessed depends on what is shown.
  return private.draw_kind('shown') + private.draw_kind('guess');
end $$;
comment on function public.draw_days is
  'Draws today and the next seven days as far as they have no jersey, and anew those ahead whose jersey fits no longer; returns how many';

create function public.swap_daily_shirt(day date, jersey_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  wanted uuid := swap_daily_shirt.jersey_id;
  planned public.daily_shirts;
begin
  perform private.require_reviewer('choose what is shown');
  perform private.count_write('daily_swaps', 1);
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  select * into planned from public.daily_shirts shirt where shirt.day = swap_daily_shirt.day and shirt.kind = 'shown';
  if not found or planned.day <= today then
    raise sqlstate 'PT409' using
      message = 'day_begun', detail = 'A day that has begun, or that isn''t drawn yet, has no other shirt.';
  end if;
  if wanted is null then
    wanted := private.choose_jersey('shown', planned.day);
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
  perform private.draw_kind('guess');
end $$;
comment on function public.swap_daily_shirt is
  'Shows another jersey on a day ahead, for reviewers: this one, or another one by the rule';

create function private.record_swap() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_change('daily_shirts', new.day::text,
    jsonb_build_object('day', old.day, 'jersey_id', old.jersey_id), jsonb_build_object('day', new.day, 'jersey_id', new.jersey_id));
  return null;
end $$;
