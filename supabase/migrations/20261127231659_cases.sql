-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.game_counts(game public.daily_guesses) returns boolean
language sql stable set search_path = ''
as $$ select game.on_day and (game.state <> 'open' or game.day >= private.day_at(now() - interval '12 hours')) $$;

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
  ), closed as (
    -- Today's game may still be won, and one that was begun yesterday.
    select max(days.place) as place
    from days left join public.daily_guesses game on game.player_id = playing and game.day = days.day
    where coalesce(game.state, 'open') <> 'open'
      or not (days.day = private.day_at(now()) or coalesce(private.game_counts(game), false))
  )
  select jsonb_build_object(
    'played', (select count(*) from games),
    'won', (select count(*) from games where state = 'won'),
    'streak', coalesce((select runs.length from runs, closed where runs.last = closed.place), 0),
    'longest', coalesce((select max(runs.length) from runs), 0),
    'tries', (
      select jsonb_agg((select count(*) from games where state = 'won' and games.tries = n) order by n)
      from generate_series(1, 6) n))
$$;

create or replace function private.guess_state(drawn public.daily_shirts, playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with game as (
    select coalesce(stored.tries, '[]') as tries, coalesce(stored.state, 'open') as state,
      coalesce(private.game_counts(stored), false) as counts,
      case when stored.state <> 'open' then 6 else coalesce(jsonb_array_length(stored.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses stored on stored.player_id = playing and stored.day = drawn.day
  )
  select jsonb_build_object(
    'day', drawn.day, 'today', private.day_at(now()),
    'next_at', (private.day_at(now()) + 1)::timestamp at time zone 'Europe/Paris',
    'state', game.state, 'counts', game.counts or drawn.day = private.day_at(now()),
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
        -- The country of a national team is the answer.
        jsonb_build_object('brand', drawn.facts -> 'brand', 'country', case
          when not (drawn.facts -> 'is_national')::boolean then drawn.facts -> 'country' end) end
      || case when game.step < 5 then '{}' else
        jsonb_build_object('season', drawn.facts -> 'season', 'competition', jsonb_build_object(
          'slug', drawn.facts -> 'competition', 'name', drawn.facts -> 'competition_name')) end,
    'figures', private.guess_figures(playing),
    'answer', case when game.state = 'open' then null else
      jsonb_build_object('day', drawn.day, 'jersey_id', drawn.jersey_id, 'facts', drawn.facts - 'image_id') end)
  from game
$$;

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
  select known.* into named from public.teams known where known.id = try_guess.team_id
    -- The drawn team stays the answer, whatever became of it.
    and (known.is_active or known.id = (drawn.facts ->> 'team_id')::uuid);
  if not found then
    perform private.refuse('guess_team_known', 'A try names an active team.');
  elsif try_guess.decade is null or try_guess.decade not between 1850 and 2100 or mod(try_guess.decade, 10) <> 0 then
    perform private.refuse('guess_decade_whole', 'A decade is named by its first year.');
  end if;
  playing := private.daily_player(player, true);
  -- The clock of the database, not of whoever plays.
  insert into public.daily_guesses (player_id, day, on_day)
  values (playing, drawn.day, drawn.day = private.day_at(now())) on conflict do nothing;
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
    -- A game of today counts also if a server of the release before began it.
    on_day = drawn.day = private.day_at(now()) or private.game_counts(stored)
  where stored.player_id = playing and stored.day = drawn.day;
  return private.guess_state(drawn, playing);
end $$;

COMMENT ON COLUMN "public"."daily_guesses"."on_day" IS 'True for a game that began on its day, until it ends after the next noon: it counts for the streak';

COMMENT ON FUNCTION "private"."game_counts"(public.daily_guesses) IS 'Whether a game counts for the streak, or will if it ends now: one that began on its day has until noon of the next';

REVOKE ALL ON FUNCTION "private"."game_counts"(public.daily_guesses) FROM PUBLIC;

set check_function_bodies = on;
-- end
