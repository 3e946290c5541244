-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
    select max(days.place) as place, bool_or(days.day = private.day_at(now()) and games.state is null) as is_open
    from days left join games using (day)
  )
  select jsonb_build_object(
    'played', (select count(*) from games),
    'won', (select count(*) from games where state = 'won'),
    -- Today's game may still be won.
    'streak', coalesce((
      select runs.length from runs, latest
      where runs.last = latest.place or runs.last = latest.place - 1 and latest.is_open), 0),
    'longest', coalesce((select max(runs.length) from runs), 0),
    'tries', (
      select jsonb_agg((select count(*) from games where state = 'won' and games.tries = n) order by n)
      from generate_series(1, 6) n))
$$;

set check_function_bodies = on;
-- end
