-- accepted: all of it: because 0.3.0, the first version with days, is not released yet
ALTER TABLE "public"."daily_shirts" DROP CONSTRAINT "daily_shirts_kind_known";
CREATE TABLE "private"."guess_pictures" ("token" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), "day" date NOT NULL, "kind" text NOT NULL DEFAULT 'guess'::text, "step" text NOT NULL, CONSTRAINT "guess_pictures_day_step_key" UNIQUE (day, step), CONSTRAINT "guess_pictures_kind_guess" CHECK ((kind = 'guess'::text)), CONSTRAINT "guess_pictures_pkey" PRIMARY KEY (token), CONSTRAINT "guess_pictures_step_known" CHECK ((step = ANY (ARRAY['pattern'::text, 'detail'::text, 'whole'::text]))));
ALTER TABLE "private"."guess_pictures" ENABLE ROW LEVEL SECURITY;
CREATE TABLE "public"."daily_guesses" ("player_id" uuid NOT NULL, "day" date NOT NULL, "tries" jsonb NOT NULL DEFAULT '[]'::jsonb, "state" text NOT NULL DEFAULT 'open'::text, "on_day" boolean NOT NULL DEFAULT false, CONSTRAINT "daily_guesses_pkey" PRIMARY KEY (player_id, day), CONSTRAINT "daily_guesses_state_known" CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))), CONSTRAINT "daily_guesses_tries_array" CHECK (((jsonb_typeof(tries) = 'array'::text) AND (jsonb_array_length(tries) <= 6))));
ALTER TABLE "public"."daily_guesses" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."guess_pictures" ADD CONSTRAINT "guess_pictures_day_fkey" FOREIGN KEY (day, kind) REFERENCES public.daily_shirts(day, kind) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "public"."daily_guesses" ADD CONSTRAINT "daily_guesses_player_id_fkey" FOREIGN KEY (player_id) REFERENCES public.daily_players(id) ON DELETE CASCADE;
ALTER TABLE "public"."daily_shirts" ADD CONSTRAINT "daily_shirts_kind_known" CHECK ((kind = ANY (ARRAY['shown'::text, 'guess'::text])));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."daily_guesses" FROM "anon";

DROP POLICY "members read days that have begun, reviewers all" ON "public"."daily_shirts";

DROP POLICY "visitors read days that have begun" ON "public"."daily_shirts";

DROP FUNCTION "private"."choose_shown"(date, integer);

DROP FUNCTION "private"."season_jersey"(uuid, uuid, date, text);

create or replace function private.anniversary_jersey(league text, day date, seed text, recent uuid[]) returns uuid
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
        where shown.kind = 'shown' and date_trunc('year', shown.day) = date_trunc('year', anniversary_jersey.day)
          and shown.facts ->> 'team_id' = team.id::text)
    order by md5(seed || team.id) limit 20
  ) team cross join lateral (
    select picked.id from (
      select best.id from (
        select jersey.id, jersey.competition_id from public.jerseys jersey
        where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 200
      ) best
      where best.competition_id <> all (recent)
        and exists (select from public.jersey_images image where image.jersey_id = best.id)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, anniversary_jersey.day, 'shown')
    limit 1
  ) found
  limit 1
$$;

create or replace function private.chance(seed text) returns double precision
language sql immutable parallel safe
return ('x' || left(md5(seed), 8))::bit(32)::bigint / 4294967296.0::double precision;

create or replace function private.choose_jersey(kind text, day date, attempt integer default 0) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The same day and attempt choose the same jersey of the same catalogue.
  seed constant text := case kind when 'shown' then '' else kind || ' ' end
    || to_char(choose_jersey.day, 'YYYY-MM-DD') || ':' || attempt;
  recent uuid[];
  due text;
  place uuid;
  season uuid;
  chosen uuid;
begin
  -- What is to be guessed isn't of the competition that is shown beside it.
  select coalesce(array_agg((taken.facts ->> 'competition_id')::uuid), '{}') into recent
  from public.daily_shirts taken
  where taken.day between choose_jersey.day - 6 and choose_jersey.day + 6
    and case when taken.kind = choose_jersey.kind then taken.day <> choose_jersey.day
      else taken.kind = 'shown' and taken.day = choose_jersey.day end;
  -- The sport that wasn't shown for longest.
  for due in
    select known.league
    from (select distinct competition.league from public.competitions competition where competition.is_active) known
    left join (
      select taken.facts ->> 'league' as league, max(taken.day) as last from public.daily_shirts taken
      where taken.kind = choose_jersey.kind and taken.day between choose_jersey.day - 60 and choose_jersey.day - 1
      group by taken.facts ->> 'league'
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
        select known.id from public.seasons known
        where exists (
          select from public.jerseys jersey
          where jersey.competition_id = place and jersey.season_id = known.id
            and jersey.status = 'approved' and jersey.is_active)
        order by md5(seed || known.id) limit 12
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
        select from public.daily_shirts taken where taken.day = choose_jersey.day and taken.jersey_id = picked.id)
    order by private.is_taken_near(picked.id, choose_jersey.day, choose_jersey.kind), jersey.competition_id = any (recent),
      (select max(taken.day) from public.daily_shirts taken
        where taken.jersey_id = picked.id and taken.kind = choose_jersey.kind) nulls first,
      md5(seed || picked.id)
    limit 1);
end $$;

create or replace function private.decade(year integer) returns integer
language sql immutable parallel safe
return year - mod(year, 10);

create or replace function private.draw_guesses() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  delete from public.daily_shirts planned
  where planned.kind = 'guess' and planned.day > today and (
    not exists (
      select from public.jerseys jersey where jersey.id = planned.jersey_id and private.fits_a_day(jersey))
    -- A reviewer has chosen to show it on this day.
    or exists (
      select from public.daily_shirts shown
      where shown.kind = 'shown' and shown.day = planned.day and shown.jersey_id = planned.jersey_id));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts planned where planned.day = today + n and planned.kind = 'guess')
    order by n
  loop
    chosen := private.choose_jersey('guess', ahead);
    if chosen is not null then
      perform private.set_guess(ahead, chosen);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn;
end $$;

create or replace function private.facts_of_day(jersey public.jerseys, day date) returns jsonb
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

create or replace function private.guess_figures(playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with games as (
    select game.day, game.state, game.on_day, jsonb_array_length(game.tries) as tries
    from public.daily_guesses game where game.player_id = playing and game.state <> 'open'
  ), days as (
    -- Days without anything to guess break no streak.
    select drawn.day, row_number() over (order by drawn.day) as place from public.daily_shirts drawn
    where drawn.kind = 'guess' and drawn.day between (select min(day) from games) and private.day_at(now())
  ), runs as (
    select count(*) as length, max(won.place) as last
    from (
      select days.place, days.place - row_number() over (order by days.place) as run
      from games join days using (day) where games.state = 'won' and games.on_day) won
    group by won.run
  ), latest as (
    select max(days.place) as place, max(games.state) filter (where days.day = private.day_at(now())) as state
    from days left join games using (day)
  )
  select jsonb_build_object(
    'played', (select count(*) from games),
    'won', (select count(*) from games where state = 'won'),
    -- Today's game may still be won.
    'streak', coalesce((
      select runs.length from runs, latest
      where runs.last = latest.place or runs.last = latest.place - 1 and latest.state is null), 0),
    'longest', coalesce((select max(runs.length) from runs), 0),
    'tries', (
      select jsonb_agg((select count(*) from games where state = 'won' and games.tries = n) order by n)
      from generate_series(1, 6) n))
$$;

create or replace function private.guess_of_day(day date) returns public.daily_shirts
language plpgsql stable security definer set search_path = ''
as $$
declare
  drawn public.daily_shirts;
begin
  select stored.* into drawn from public.daily_shirts stored
  where stored.kind = 'guess' and stored.day <= private.day_at(now())
    and (guess_of_day.day is null or stored.day = guess_of_day.day)
  order by stored.day desc limit 1;
  if not found and guess_of_day.day is not null then
    raise sqlstate 'PT404' using
      message = 'guess_unknown', detail = 'There is nothing to guess on this day.';
  end if;
  return drawn;
end $$;

create or replace function private.guess_state(drawn public.daily_shirts, playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with game as (
    select coalesce(stored.tries, '[]') as tries, coalesce(stored.state, 'open') as state,
      case when stored.state <> 'open' then 6 else coalesce(jsonb_array_length(stored.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses stored on stored.player_id = playing and stored.day = drawn.day
  )
  select jsonb_build_object(
    'day', drawn.day, 'today', private.day_at(now()),
    'next_at', (private.day_at(now()) + 1)::timestamp at time zone 'Europe/Paris',
    'state', game.state,
    'tries', (
      select coalesce(jsonb_agg(given.try || jsonb_build_object('name', jsonb_build_object(
        'name', team.name, 'country', team.country, 'competition', competition.slug)) order by given.place), '[]')
      from jsonb_array_elements(game.tries) with ordinality given (try, place)
      left join public.teams team on team.id = (given.try ->> 'team_id')::uuid
      left join public.competitions competition on competition.id = team.competition_id),
    -- What a step opens, as picture and in words.
    'pictures', (
      select coalesce(jsonb_object_agg(picture.step, picture.token), '{}') from private.guess_pictures picture
      where picture.day = drawn.day
        and game.step >= case picture.step when 'pattern' then 1 when 'detail' then 3 else 5 end),
    'clues', jsonb_build_object('palette', drawn.facts -> 'palette')
      || case when game.step < 1 then '{}' else
        jsonb_build_object('kit_type', drawn.facts -> 'kit_type', 'league', drawn.facts -> 'league') end
      || case when game.step < 3 then '{}' else
        jsonb_build_object('brand', drawn.facts -> 'brand', 'country', drawn.facts -> 'country') end
      || case when game.step < 5 then '{}' else
        jsonb_build_object('season', drawn.facts -> 'season', 'competition', jsonb_build_object(
          'slug', drawn.facts -> 'competition', 'name', drawn.facts -> 'competition_name')) end,
    'figures', private.guess_figures(playing),
    'answer', case when game.state = 'open' then null else
      jsonb_build_object('day', drawn.day, 'jersey_id', drawn.jersey_id, 'facts', drawn.facts - 'image_id') end)
  from game
$$;

create or replace function private.is_shown_near(jersey_id uuid, day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_shirts shown
    where shown.jersey_id = is_shown_near.jersey_id and shown.kind = 'shown'
      and shown.day > is_shown_near.day - interval '2 years' and shown.day < is_shown_near.day + interval '2 years')
$$;

create or replace function private.is_taken_near(jersey_id uuid, day date, kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.daily_shirts taken
    where taken.jersey_id = is_taken_near.jersey_id
      and case when taken.kind = is_taken_near.kind
        then taken.day > is_taken_near.day - interval '2 years' and taken.day < is_taken_near.day + interval '2 years'
        else taken.day between is_taken_near.day - 14 and is_taken_near.day + 14 end)
$$;

create or replace function private.judge_try(facts jsonb, team public.teams, decade integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'team_id', team.id, 'decade', judge_try.decade,
    'team', team.id = (facts ->> 'team_id')::uuid,
    'sport', competition.league = facts ->> 'league',
    'competition', team.competition_id in ((facts ->> 'home_id')::uuid, (facts ->> 'competition_id')::uuid),
    'country', team.country = facts ->> 'country',
    'color', private.color_name(team.colors[1]) = private.color_name(facts -> 'colors' ->> 0),
    'when', case
      when private.decade((facts ->> 'to')::integer) < judge_try.decade then 'earlier'
      when private.decade((facts ->> 'from')::integer) > judge_try.decade then 'later'
      else 'right' end)
  from public.competitions competition where competition.id = team.competition_id
$$;

create or replace function private.season_jersey(competition_id uuid, season_id uuid, day date, kind text, seed text) returns uuid
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
    where exists (select from public.jersey_images image where image.jersey_id = sample.id)
    order by md5(seed || sample.id) offset 0
  ) picked join public.jerseys jersey on jersey.id = picked.id
  where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, season_jersey.day, season_jersey.kind)
  limit 1
$$;

create or replace function private.set_day(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.daily_shirts (day, kind, jersey_id, facts)
  select set_day.day, 'shown', jersey.id, private.facts_of_day(jersey, set_day.day)
  from public.jerseys jersey
  where jersey.id = set_day.jersey_id
  on conflict (day, kind) do update
  set jersey_id = excluded.jersey_id, facts = excluded.facts, swaps = public.daily_shirts.swaps + 1
$$;

create or replace function private.set_guess(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with drawn as (
    insert into public.daily_shirts (day, kind, jersey_id, facts)
    select set_guess.day, 'guess', jersey.id, private.facts_of_day(jersey, set_guess.day) || jsonb_build_object(
      'home_id', team.competition_id, 'competition_name', competition.name, 'palette', jersey.colors, 'brand', jersey.brand,
      'from', least(worn.first, jersey.year), 'to', greatest(worn.first + worn.years, jersey.year),
      'image_id', (
        select image.id from public.jersey_images image
        where image.jersey_id = jersey.id and image.suggestion_id is null order by image.position, image.id limit 1))
    from public.jerseys jersey
    join public.teams team on team.id = jersey.team_id
    join public.competitions competition on competition.id = jersey.competition_id
    join public.seasons season on season.id = jersey.season_id
    cross join lateral (
      select left(season.code, 4)::integer as first, case when season.code like '%-%' then 1 else 0 end as years) worn
    where jersey.id = set_guess.jersey_id
    returning day)
  insert into private.guess_pictures (day, step)
  select drawn.day, step from drawn, unnest(array['pattern', 'detail', 'whole']) step
$$;

create or replace function public.claim_daily(player text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Once: two tabs at once, and a repeated call, find nothing more.
  visitor constant uuid := (
    select known.id from public.daily_players known
    where known.token_hash = private.player_digest(player) for update);
  member uuid;
begin
  if visitor is null then
    return;
  end if;
  member := private.daily_player(null, true);
  -- What the member has played stays. Each game moves its rows here.
  update public.daily_guesses game set player_id = member
  where game.player_id = visitor and not exists (
    select from public.daily_guesses own where own.player_id = member and own.day = game.day);
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players known where known.id = visitor;
end $$;

create or replace function public.draw_days() returns integer
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
  where planned.kind = 'shown' and planned.day > today and not exists (
    select from public.jerseys jersey where jersey.id = planned.jersey_id and private.fits_a_day(jersey));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts planned where planned.day = today + n and planned.kind = 'shown')
    order by n
  loop
    chosen := private.choose_jersey('shown', ahead);
    if chosen is not null then
      perform private.set_day(ahead, chosen);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn + private.draw_guesses();
end $$;

create or replace function public.guess_days("from" date, "to" date) returns table (day date, palette text[])
language sql stable security definer rows 31 set search_path = ''
as $$
  select drawn.day, array(select jsonb_array_elements_text(drawn.facts -> 'palette'))
  from public.daily_shirts drawn
  where drawn.kind = 'guess' and drawn.day between guess_days."from" and least(guess_days."to", private.day_at(now()))
  order by drawn.day desc limit 31
$$;

create or replace function public.guess_game(day date default null, player text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  drawn constant public.daily_shirts := private.guess_of_day(guess_game.day);
begin
  if drawn.day is null then
    return null;
  end if;
  return private.guess_state(drawn, private.daily_player(player, false));
end $$;

create or replace function public.guess_picture(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select drawn.facts || jsonb_build_object('step', picture.step, 'path', (
    -- Of a jersey that left public view after its day began, the shirt is drawn.
    select image.path from public.jersey_images image
    where image.id = (drawn.facts ->> 'image_id')::uuid and private.is_public_jersey(image.jersey_id)))
  from private.guess_pictures picture
  join public.daily_shirts drawn on drawn.day = picture.day and drawn.kind = picture.kind
  where picture.token = guess_picture.token and drawn.day <= private.day_at(now())
$$;

REVOKE ALL ON FUNCTION "public"."guess_picture"(text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."guess_picture"(text) FROM "authenticated";

create or replace function public.swap_daily_shirt(day date, jersey_id uuid default null) returns void
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
    wanted := private.choose_jersey('shown', planned.day, planned.swaps + 1);
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
  perform private.draw_guesses();
end $$;

create or replace function public.try_guess(day date, team_id uuid, decade integer, player text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  drawn constant public.daily_shirts := private.guess_of_day(coalesce(try_guess.day, '-infinity'));
  named public.teams;
  playing uuid;
  game public.daily_guesses;
  judged jsonb;
begin
  select known.* into named from public.teams known where known.id = try_guess.team_id and known.is_active;
  if not found then
    perform private.refuse('guess_team_known', 'A try names an active team.');
  elsif try_guess.decade is null or try_guess.decade not between 1850 and 2100 or mod(try_guess.decade, 10) <> 0 then
    perform private.refuse('guess_decade_whole', 'A decade is named by its first year.');
  end if;
  playing := private.daily_player(player, true);
  insert into public.daily_guesses (player_id, day) values (playing, drawn.day) on conflict do nothing;
  select stored.* into game from public.daily_guesses stored
  where stored.player_id = playing and stored.day = drawn.day for update;
  if game.state <> 'open' then
    raise sqlstate 'PT409' using message = 'guess_over', detail = 'This game has ended.';
  elsif game.tries @> jsonb_build_array(jsonb_build_object('team_id', named.id, 'decade', try_guess.decade)) then
    raise sqlstate 'PT409' using message = 'guess_repeated', detail = 'This game has this try.';
  end if;
  judged := private.judge_try(drawn.facts, named, try_guess.decade);
  game.tries := game.tries || judged;
  game.state := case
    when (judged ->> 'team')::boolean and judged ->> 'when' = 'right' then 'won'
    when jsonb_array_length(game.tries) = 6 then 'lost'
    else 'open' end;
  update public.daily_guesses stored set
    tries = game.tries, state = game.state,
    -- The clock of the database, not of whoever plays.
    on_day = game.state <> 'open' and drawn.day = private.day_at(now())
  where stored.player_id = playing and stored.day = drawn.day;
  return private.guess_state(drawn, playing);
end $$;

create policy "members read their own games" on public.daily_guesses
  for select to authenticated
  using (player_id = (select known.id from public.daily_players known where known.user_id = (select auth.uid())));

CREATE POLICY "service role" ON "public"."daily_guesses" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members read days that have begun, reviewers all" on public.daily_shirts
  for select to authenticated
  using (
    kind = 'shown'
    and (day <= (select private.day_at(now())) or (select public.is_reviewer((select auth.uid())))));

create policy "visitors read days that have begun" on public.daily_shirts
  for select to anon using (kind = 'shown' and day <= (select private.day_at(now())));

COMMENT ON COLUMN "public"."daily_guesses"."on_day" IS 'True for a game that ended on its day: it counts for the streak';

COMMENT ON COLUMN "public"."daily_guesses"."tries" IS 'The teams and decades that the player named, each with how it compares; null where the catalogue doesn''t know';

COMMENT ON FUNCTION "private"."chance"(text) IS 'A number from 0 to below 1 that follows from a text';

COMMENT ON FUNCTION "private"."choose_jersey"(text, date, integer) IS 'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

COMMENT ON FUNCTION "private"."guess_figures"(uuid) IS 'Of a player: games that have ended, those won, the streak, the longest one, and how many were won in 1, 2, … 6 tries';

COMMENT ON FUNCTION "private"."guess_of_day"(date) IS 'What is to be guessed on a day that has begun; without a day the latest';

COMMENT ON FUNCTION "private"."guess_state"(public.daily_shirts, uuid) IS 'A player''s game: what the steps reached have opened, and nothing else of the jersey until the game has ended';

COMMENT ON FUNCTION "private"."is_taken_near"(uuid, date, text) IS 'True for a jersey that has a day of this kind within two years, or one of another kind within a fortnight';

COMMENT ON FUNCTION "private"."judge_try"(jsonb, public.teams, integer) IS 'How a try compares with what was drawn; null where the catalogue knows no country or colour. Of a season in two decades both are right';

COMMENT ON FUNCTION "private"."set_guess"(date, uuid) IS 'Gives a day the jersey to guess, with what tries are compared with: the first and last year of its season, colours, its photo';

COMMENT ON FUNCTION "public"."guess_days"(date, date) IS 'Which days of a month that have begun have something to guess, the latest first, with what everybody sees before the first try';

COMMENT ON FUNCTION "public"."guess_game"(date, text) IS 'The caller''s game of a day, or of the latest that has something to guess; null before the first';

COMMENT ON FUNCTION "public"."guess_picture"(text) IS 'What a token of a picture stands for: for the site''s server, which draws it';

COMMENT ON FUNCTION "public"."try_guess"(date, uuid, integer, text) IS 'One of six tries: a team and the first year of a decade. Returns the game as guess_game()';

COMMENT ON TABLE "private"."guess_pictures" IS 'The pictures of what is to be guessed, each under a token that means nothing; a player gets it with the step';

COMMENT ON TABLE "public"."daily_guesses" IS 'Games of the guess of the day; try_guess() writes them';

COMMENT ON TABLE "public"."daily_shirts" IS 'Which jersey is shown, and which is to be guessed, on which day; draw_days() and swap_daily_shirt() write it';

REVOKE ALL ON FUNCTION "private"."chance"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_jersey"(text, date, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decade"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."draw_guesses"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."facts_of_day"(public.jerseys, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guess_figures"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guess_of_day"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guess_state"(public.daily_shirts, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_taken_near"(uuid, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judge_try"(jsonb, public.teams, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_jersey"(uuid, uuid, date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_guess"(date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."guess_days"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."guess_days"(date, date) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guess_days"(date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."guess_game"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."guess_game"(date, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guess_game"(date, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."guess_picture"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."guess_picture"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."try_guess"(date, uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."try_guess"(date, uuid, integer, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."try_guess"(date, uuid, integer, text) TO "service_role";

REVOKE ALL ON TABLE "public"."daily_guesses" FROM "authenticated";

GRANT SELECT ON TABLE "public"."daily_guesses" TO "authenticated";

set check_function_bodies = on;
-- end
