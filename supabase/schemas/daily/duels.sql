-- The duel of the day: two shirts that belong together, drawn days ahead by a job, and who finds which nicer.
-- An answer may be changed until its day ends; all of them are counted then.
-- Nothing of it enters votes or rankings.

create table public.daily_duels (
  day date constraint daily_duels_pkey primary key,
  kind text not null constraint daily_duels_kind_known check (kind in ('rivalry', 'competition', 'decade')),
  -- No references: a day outlives its jerseys, whose addresses lead to the survivors.
  first_id uuid not null,
  second_id uuid not null,
  first_facts jsonb not null constraint daily_duels_first_facts_object check (jsonb_typeof(first_facts) = 'object'),
  second_facts jsonb not null constraint daily_duels_second_facts_object check (jsonb_typeof(second_facts) = 'object'),
  counted_at timestamptz,
  firsts integer,
  seconds integer,
  neithers integer,
  constraint daily_duels_counts_some check (
    num_nonnulls(firsts, seconds, neithers) = 0
    or num_nulls(counted_at, firsts, seconds, neithers) = 0 and firsts + seconds + neithers > 0)
);
comment on table public.daily_duels is 'Which two jerseys meet on which day, and the result; draw_duels() writes it';
comment on column public.daily_duels.kind is
  'Why they belong together: teams of one city, one season of a competition, or a decade of a sport';
comment on column public.daily_duels.first_facts is 'As daily_shirts.facts';
comment on column public.daily_duels.counted_at is
  'When the answers of the day were counted; without figures there were none';

create index daily_duels_of_first on public.daily_duels (first_id, day);
comment on index public.daily_duels_of_first is 'When a jersey was in a duel: choice of others';
create index daily_duels_of_second on public.daily_duels (second_id, day);
comment on index public.daily_duels_of_second is 'When a jersey was in a duel: choice of others';
create index daily_duels_uncounted on public.daily_duels (day) where counted_at is null;
comment on index public.daily_duels_uncounted is 'Duels whose answers are still to be counted: job';

alter table public.daily_duels enable row level security;
revoke all on public.daily_duels from anon, authenticated;
grant select on public.daily_duels to anon, authenticated;
grant select, insert, update, delete on public.daily_duels to service_role;

create policy "everyone reads duels that have begun, reviewers all" on public.daily_duels
  for select to anon, authenticated
  using (day <= (select private.day_at(now())) or (select public.is_reviewer((select auth.uid()))));

create table public.daily_duel_answers (
  player_id uuid not null references public.daily_players (id) on delete cascade,
  -- No reference: PostgREST would read the table as a link between players and duels.
  day date not null,
  choice text not null constraint daily_duel_answers_choice_known check (choice in ('first', 'second', 'neither')),
  primary key (player_id, day)
);
comment on table public.daily_duel_answers is 'Which shirt of a duel a player finds nicer; answer_duel() writes it';

create index daily_duel_answers_of_day on public.daily_duel_answers (day);
comment on index public.daily_duel_answers_of_day is 'Answers of a duel that is over, to be counted: job';

alter table public.daily_duel_answers enable row level security;
revoke all on public.daily_duel_answers from anon, authenticated;
grant select on public.daily_duel_answers to authenticated;
grant select, insert, update, delete on public.daily_duel_answers to service_role;

create policy "members read their own answers" on public.daily_duel_answers
  for select to authenticated
  using (player_id = (select player.id from public.daily_players player where player.user_id = (select auth.uid())));

-- Counting a day's answers for everyone who answers would take longer the more there are.
create table private.duel_tallies (
  day date constraint duel_tallies_pkey primary key
    constraint duel_tallies_day_fkey references public.daily_duels (day) on delete cascade,
  firsts integer not null default 0,
  seconds integer not null default 0,
  neithers integer not null default 0
) with (fillfactor = 50);
comment on table private.duel_tallies is 'The answers so far of duels that aren''t over';

create function private.tally_duel() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  came constant text := new.choice;
  gone constant text := old.choice;
begin
  update private.duel_tallies tally set
    firsts = tally.firsts + coalesce(came = 'first', false)::integer - coalesce(gone = 'first', false)::integer,
    seconds = tally.seconds + coalesce(came = 'second', false)::integer - coalesce(gone = 'second', false)::integer,
    neithers = tally.neithers + coalesce(came = 'neither', false)::integer - coalesce(gone = 'neither', false)::integer
  where tally.day = coalesce(new.day, old.day);
  return null;
end $$;

create function private.duel_state(duel public.daily_duels, playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'choice', answer.choice,
    'share', case
      when duel.counted_at is not null and duel.firsts is not null then
        jsonb_build_object('first', duel.firsts, 'second', duel.seconds, 'neither', duel.neithers)
      when duel.counted_at is null and answer.choice is not null then
        jsonb_build_object('first', tally.firsts, 'second', tally.seconds, 'neither', tally.neithers)
    end)
  from (values (1)) once
  left join public.daily_duel_answers answer on answer.player_id = playing and answer.day = duel.day
  left join private.duel_tallies tally on tally.day = duel.day
$$;
comment on function private.duel_state is
  'What a player knows of a duel: their choice, and the share so far, once they have answered or the result is there';

create function private.duel_of(day date) returns public.daily_duels
language plpgsql stable security definer set search_path = ''
as $$
declare
  duel public.daily_duels;
begin
  select * into duel from public.daily_duels dd
  where dd.day = duel_of.day and dd.day <= private.day_at(now());
  if not found then
    raise sqlstate 'PT404' using message = 'duel_unknown', detail = 'There is no duel on this day.';
  end if;
  return duel;
end $$;

create function public.my_duel(day date, player text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.duel_state(private.duel_of(my_duel.day), private.daily_player(my_duel.player, false))
$$;
comment on function public.my_duel is 'The caller''s answer of a day, and the share so far once there is one';

create function public.answer_duel(day date, choice text, player text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  duel constant public.daily_duels := private.duel_of(answer_duel.day);
  playing uuid;
begin
  if duel.day < private.day_at(now()) then
    raise sqlstate 'PT409' using message = 'duel_over', detail = 'The day of this duel is over.';
  end if;
  if choice is null or choice not in ('first', 'second', 'neither') then
    raise sqlstate 'PT400' using message = 'choice_unknown', detail = 'An answer is first, second or neither.';
  end if;
  playing := private.daily_player(answer_duel.player, true);
  insert into public.daily_duel_answers as answer (player_id, day, choice)
  values (playing, duel.day, answer_duel.choice)
  on conflict on constraint daily_duel_answers_pkey do update set choice = excluded.choice
  where answer.choice <> excluded.choice;
  return private.duel_state(duel, playing);
end $$;
comment on function public.answer_duel is
  'Says which shirt of today''s duel the caller finds nicer; again until the day ends. Returns what my_duel() does';

create function private.is_dueled_near(jersey_id uuid, day date, span interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_duels duel
    where (duel.first_id = is_dueled_near.jersey_id or duel.second_id = is_dueled_near.jersey_id)
      and duel.day > is_dueled_near.day - span and duel.day < is_dueled_near.day + span)
$$;

-- What is to be guessed on the day, or on the next one, whose page has the result, isn't given away.
create function private.is_beside_duel(team_id uuid, day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_shirts shirt
    where shirt.day in (is_beside_duel.day, is_beside_duel.day + 1) and shirt.facts ->> 'team_id' = is_beside_duel.team_id::text)
$$;
comment on function private.is_beside_duel is
  'True of a team whose shirt has a day of its own on the page that shows a duel, or its result';

create function private.team_sample(team_id uuid, day date, span interval, seed text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select picked.id from (
      select best.id from (
        select jersey.id from public.jerseys jersey
        where jersey.team_id = team_sample.team_id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 60
      ) best
      where exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_dueled_near(picked.id, team_sample.day, span)
    limit 12)
$$;
comment on function private.team_sample is 'Some jerseys of a team that may be in a duel on a day';

create function private.season_sample(competition_id uuid, season_id uuid, day date, span interval, seed text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select found.id
    from (
      -- Teams before jerseys: a season may have thousands of jerseys of one.
      select chosen.id from (
        select team.id from public.teams team where team.is_active order by md5(seed || team.id) offset 0
      ) chosen
      where exists (
          select from public.jerseys jersey
          where jersey.competition_id = season_sample.competition_id and jersey.season_id = season_sample.season_id
            and jersey.team_id = chosen.id and jersey.status = 'approved' and jersey.is_active)
        and not private.is_beside_duel(chosen.id, season_sample.day)
      limit 8
    ) team cross join lateral (
      select picked.id from (
        select jersey.id from public.jerseys jersey
        where jersey.competition_id = season_sample.competition_id and jersey.season_id = season_sample.season_id
          and jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
        limit 20
      ) picked join public.jerseys jersey on jersey.id = picked.id
      where private.fits_a_day(jersey) and not private.is_dueled_near(picked.id, season_sample.day, span)
      limit 4
    ) found)
$$;
comment on function private.season_sample is 'Some jerseys of a season of a competition, of several teams, that may be in a duel on a day';

create function private.duel_pair(ones uuid[], others uuid[], widest double precision, seed text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with liked as (
    select jersey.id, jersey.team_id, jersey.kit_type,
      (jersey.upvotes + 1)::double precision / (jersey.upvotes + jersey.downvotes + 2) as share
    from public.jerseys jersey where jersey.id = any (ones || others)
  )
  select array[one.id, other.id]
  from liked one, liked other
  where one.id = any (ones) and other.id = any (others) and one.team_id <> other.team_id
    and abs(one.share - other.share) <= widest
  -- As similar as makes no difference; then a home shirt meets a home shirt.
  order by greatest(abs(one.share - other.share), 0.1), one.kit_type is distinct from other.kit_type, md5(seed || one.id || other.id)
  limit 1
$$;
comment on function private.duel_pair is
  'Two jerseys of different teams, one of each list, that are similarly liked: their shares of upvotes differ by `widest` at most';

create function private.choose_rivals(day date, league text, span interval, widest double precision, seed text, out pair uuid[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select team.id as host_id, t_guest.id as guest_id
    from public.teams team
    join public.teams t_guest on t_guest.competition_id = team.competition_id and t_guest.city = team.city
      and t_guest.country is not distinct from team.country and t_guest.id > team.id and t_guest.is_active
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = choose_rivals.league
      and not private.is_beside_duel(team.id, choose_rivals.day) and not private.is_beside_duel(t_guest.id, choose_rivals.day)
    -- Of a city with many teams, not more often than of one with two.
    order by md5(seed || team.city), md5(seed || team.id || t_guest.id) limit 8
  loop
    pair := private.duel_pair(
      private.team_sample(wanted.host_id, choose_rivals.day, span, seed),
      private.team_sample(wanted.guest_id, choose_rivals.day, span, seed), widest, seed);
    if pair is not null then
      return;
    end if;
  end loop;
end $$;
comment on function private.choose_rivals is 'Two jerseys of two teams of one city and competition of a sport; null if there are none';

create function private.choose_in_season(day date, league text, kind text, span interval, widest double precision, seed text, out pair uuid[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted record;
  one uuid[];
begin
  for wanted in
    select place.id as competition_id, season.id as season_id, left(season.code, 3) as decade
    from (
      select competition.id from public.competitions competition
      where competition.league = choose_in_season.league and competition.is_active order by md5(seed || competition.id) limit 6
    ) place
    cross join lateral (
      select s.id, s.code from public.seasons s
      where exists (
        select from public.jerseys jersey
        where jersey.competition_id = place.id and jersey.season_id = s.id
          and jersey.status = 'approved' and jersey.is_active)
      order by md5(seed || s.id) limit 4
    ) season
    order by md5(seed || season.id || place.id)
  loop
    one := private.season_sample(wanted.competition_id, wanted.season_id, choose_in_season.day, span, seed);
    if kind = 'competition' then
      pair := private.duel_pair(one, one, widest, seed);
    elsif cardinality(one) > 0 then
      -- Another season of the decade, of another competition if there is one.
      select private.duel_pair(
        one, private.season_sample(other.competition_id, other.season_id, choose_in_season.day, span, seed), widest, seed)
      into pair
      from (
        select competition.id as competition_id, s.id as season_id
        from public.competitions competition, public.seasons s
        where competition.league = choose_in_season.league and competition.is_active and left(s.code, 3) = wanted.decade
          and (competition.id, s.id) <> (wanted.competition_id, wanted.season_id)
          and exists (
            select from public.jerseys jersey
            where jersey.competition_id = competition.id and jersey.season_id = s.id
              and jersey.status = 'approved' and jersey.is_active)
        order by competition.id = wanted.competition_id, md5(seed || competition.id || s.id) limit 1
      ) other;
    end if;
    if pair is not null then
      return;
    end if;
  end loop;
end $$;
comment on function private.choose_in_season is
  'Two jerseys of one season of a competition, or (kind `decade`) of two seasons of a decade; null if there are none';

create function private.choose_duel(day date, seed text default gen_random_uuid()::text, out kind text, out pair uuid[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  kinds constant text[] := array['rivalry', 'competition', 'decade', 'rivalry', 'competition'];
  start constant integer := (choose_duel.day - date '2026-01-01') % 3 + 1;
  -- A catalogue too small for the rules repeats a jersey after a week, and lets different ones meet.
  span interval := '2 years';
  widest double precision := 0.25;
  due text;
begin
  for attempt in 1..2 loop
    -- The sport that had no duel for longest.
    for due in
      select known.league
      from (select distinct competition.league from public.competitions competition where competition.is_active) known
      left join (
        select duel.first_facts ->> 'league' as league, max(duel.day) as last from public.daily_duels duel
        where duel.day between choose_duel.day - 60 and choose_duel.day - 1 group by duel.first_facts ->> 'league'
      ) before on before.league = known.league
      order by before.last nulls first, md5(seed || known.league)
    loop
      -- Each kind has its turn; where a sport has none of it, the next one.
      foreach kind in array kinds[start:start + 2] loop
        if kind = 'rivalry' then
          pair := private.choose_rivals(choose_duel.day, due, span, widest, seed);
        else
          pair := private.choose_in_season(choose_duel.day, due, kind, span, widest, seed);
        end if;
        if pair is not null then
          return;
        end if;
      end loop;
    end loop;
    span := '7 days';
    widest := 1;
  end loop;
  kind := null;
end $$;
comment on function private.choose_duel is
  'The duel of a day, by docs/product/daily.md 28.33; nothing if the catalogue has no two jerseys for it';

create function private.count_duels(before date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended date;
  closed integer := 0;
begin
  for ended in
    select duel.day from public.daily_duels duel
    where duel.day < count_duels.before and duel.counted_at is null order by duel.day for update
  loop
    -- Waits for answers on their way: they have added to it.
    delete from private.duel_tallies tally where tally.day = ended;
    update public.daily_duels duel set
      counted_at = now(),
      firsts = case when counted.total > 0 then counted.firsts end,
      seconds = case when counted.total > 0 then counted.seconds end,
      neithers = case when counted.total > 0 then counted.total - counted.firsts - counted.seconds end
    from (
      select count(*) as total,
        count(*) filter (where answer.choice = 'first') as firsts, count(*) filter (where answer.choice = 'second') as seconds
      from public.daily_duel_answers answer where answer.day = ended
    ) counted
    where duel.day = ended;
    closed := closed + 1;
  end loop;
  return closed;
end $$;
comment on function private.count_duels is
  'Counts the answers of the duels before a day; returns how many duels';

create function public.draw_duels() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen record;
begin
  -- The lock of draw_days(): what is shown and guessed stays as it is meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  drawn := private.count_duels(today);
  delete from public.daily_duels duel
  where duel.day > today and 2 > (
    select count(*) from public.jerseys jersey
    where jersey.id in (duel.first_id, duel.second_id) and private.fits_a_day(jersey)
      and not private.is_beside_duel(jersey.team_id, duel.day));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_duels duel where duel.day = today + n)
    order by n
  loop
    select * into chosen from private.choose_duel(ahead);
    if chosen.pair is not null then
      insert into public.daily_duels (day, kind, first_id, second_id, first_facts, second_facts)
      select ahead, chosen.kind, jersey.id, j_other.id, private.facts_of_day(jersey, ahead), private.facts_of_day(j_other, ahead)
      from public.jerseys jersey, public.jerseys j_other
      where jersey.id = chosen.pair[1] and j_other.id = chosen.pair[2];
      insert into private.duel_tallies (day) values (ahead);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn;
end $$;
comment on function public.draw_duels is
  'Counts the duels that are over, and draws those of today and the next seven days as draw_days() does; returns how many it has counted and drawn';
