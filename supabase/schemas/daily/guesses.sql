-- The guess of the day: six tries, judged here by what was drawn with the day.
-- Nobody reads what is to be guessed: a player gets answers, and of a game that has ended the jersey.
-- Every day that has begun can be played; a game counts for the streak if it begins on its day and ends before the next noon.

create table public.daily_guesses (
  player_id uuid not null references public.daily_players (id) on delete cascade,
  day date not null,
  tries jsonb not null default '[]' constraint daily_guesses_tries_array
    check (jsonb_typeof(tries) = 'array' and jsonb_array_length(tries) <= 6),
  state text not null default 'open' constraint daily_guesses_state_known check (state in ('open', 'won', 'lost')),
  on_day boolean not null default false,
  primary key (player_id, day)
);
comment on table public.daily_guesses is 'Games of the guess of the day; try_guess() writes them';
comment on column public.daily_guesses.tries is
  'The teams and decades that the player named, each with how it compares; null where the catalogue doesn''t know';
comment on column public.daily_guesses.on_day is 'True for a game that began on its day, until it ends after the next noon: it counts for the streak';

alter table public.daily_guesses enable row level security;
revoke all on public.daily_guesses from anon, authenticated;
grant select on public.daily_guesses to authenticated;
grant select, insert, update, delete on public.daily_guesses to service_role;

create policy "members read their own games" on public.daily_guesses
  for select to authenticated
  using (player_id = (select player.id from public.daily_players player where player.user_id = (select auth.uid())));

create function private.guess_of_day(day date) returns public.daily_shirts
language plpgsql stable security definer set search_path = ''
as $$
declare
  drawn public.daily_shirts;
begin
  select shirt.* into drawn from public.daily_shirts shirt
  where shirt.kind = 'guess' and shirt.day <= private.day_at(now())
    and (guess_of_day.day is null or shirt.day = guess_of_day.day)
  order by shirt.day desc limit 1;
  if not found and guess_of_day.day is not null then
    raise sqlstate 'PT404' using
      message = 'guess_unknown', detail = 'There is nothing to guess on this day.';
  end if;
  return drawn;
end $$;
comment on function private.guess_of_day is
  'What is to be guessed on a day that has begun; without a day the latest';

create function private.game_counts(game public.daily_guesses) returns boolean
language sql stable set search_path = ''
as $$ select game.on_day and (game.state <> 'open' or game.day >= private.day_at(now() - interval '12 hours')) $$;
comment on function private.game_counts is
  'Whether a game counts for the streak, or will if it ends now: one that began on its day has until noon of the next';

create function private.decade(year integer) returns integer
language sql immutable parallel safe
return year - mod(year, 10);

create function private.judge_try(facts jsonb, team public.teams, decade integer) returns jsonb
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
comment on function private.judge_try is
  'How a try compares with what was drawn; null where the catalogue knows no country or colour. Of a season in two decades both are right';

create function private.guess_figures(playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with games as (
    select guess.day, guess.state, guess.on_day, jsonb_array_length(guess.tries) as tries
    from public.daily_guesses guess where guess.player_id = playing and guess.state <> 'open'
  ), days as (
    -- Days without anything to guess break no streak.
    select shirt.day, row_number() over (order by shirt.day) as place from public.daily_shirts shirt
    where shirt.kind = 'guess' and shirt.day between (select min(day) from games) and private.day_at(now())
  ), runs as (
    select count(*) as length, max(won.place) as last
    from (
      select days.place, days.place - row_number() over (order by days.place) as run
      from games join days using (day) where games.state = 'won' and games.on_day) won
    group by won.run
  ), closed as (
    -- Today's game may still be won, and one that was begun yesterday.
    select max(days.place) as place
    from days left join public.daily_guesses guess on guess.player_id = playing and guess.day = days.day
    where coalesce(guess.state, 'open') <> 'open'
      or not (days.day = private.day_at(now()) or coalesce(private.game_counts(guess), false))
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
comment on function private.guess_figures is
  'Of a player: games that have ended, those won, the streak, the longest one, and how many were won in 1, 2, … 6 tries';

create function private.guess_state(drawn public.daily_shirts, playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with game as (
    select coalesce(guess.tries, '[]') as tries, coalesce(guess.state, 'open') as state,
      coalesce(private.game_counts(guess), false) as counts,
      case when guess.state <> 'open' then 6 else coalesce(jsonb_array_length(guess.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses guess on guess.player_id = playing and guess.day = drawn.day
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
    -- Without the sport the first try would be one of all teams.
    'clues', jsonb_build_object('palette', drawn.facts -> 'palette', 'league', drawn.facts -> 'league')
      || case when game.step < 1 then '{}' else jsonb_build_object('kit_type', drawn.facts -> 'kit_type') end
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
comment on function private.guess_state is
  'A player''s game: what the steps reached have opened, and nothing else of the jersey until the game has ended';

create function public.guess_game(day date default null, player text default null) returns jsonb
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
comment on function public.guess_game is
  'The caller''s game of a day, or of the latest that has something to guess; null before the first';

create function public.try_guess(day date, team_id uuid, decade integer, player text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  drawn constant public.daily_shirts := private.guess_of_day(coalesce(try_guess.day, '-infinity'));
  named public.teams;
  playing uuid;
  game public.daily_guesses;
  judged jsonb;
begin
  -- Before the team: what is refused tells nothing about what was drawn.
  if try_guess.decade is null or try_guess.decade not between 1850 and 2100 or mod(try_guess.decade, 10) <> 0 then
    perform private.refuse('guess_decade_whole', 'A decade is named by its first year.');
  end if;
  select team.* into named from public.teams team where team.id = try_guess.team_id
    -- The drawn team stays the answer, whatever became of it.
    and (team.is_active or team.id = (drawn.facts ->> 'team_id')::uuid);
  if not found then
    perform private.refuse('guess_team_known', 'A try names an active team.');
  end if;
  playing := private.daily_player(player, true);
  -- The clock of the database, not of whoever plays.
  insert into public.daily_guesses (player_id, day, on_day)
  values (playing, drawn.day, drawn.day = private.day_at(now())) on conflict do nothing;
  select guess.* into game from public.daily_guesses guess
  where guess.player_id = playing and guess.day = drawn.day for update;
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
  update public.daily_guesses guess set
    tries = game.tries, state = game.state, on_day = private.game_counts(guess)
  where guess.player_id = playing and guess.day = drawn.day;
  return private.guess_state(drawn, playing);
end $$;
comment on function public.try_guess is 'One of six tries: a team and the first year of a decade. Returns the game as guess_game()';

create function public.guess_days("from" date, "to" date) returns table (day date, palette text[])
language sql stable security definer rows 31 set search_path = ''
as $$
  select shirt.day, array(select jsonb_array_elements_text(shirt.facts -> 'palette'))
  from public.daily_shirts shirt
  where shirt.kind = 'guess' and shirt.day between guess_days."from" and least(guess_days."to", private.day_at(now()))
  order by shirt.day desc limit 31
$$;
comment on function public.guess_days is
  'Which days of a month that have begun have something to guess, the latest first, with what everybody sees before the first try';

create function public.guess_picture(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select shirt.facts || jsonb_build_object('step', picture.step, 'path', (
    -- Of a jersey that left public view after its day began, the shirt is drawn.
    select image.path from public.jersey_images image
    where image.id = (shirt.facts ->> 'image_id')::uuid and image.suggestion_id is null and private.is_public_jersey(image.jersey_id)))
  from private.guess_pictures picture
  join public.daily_shirts shirt on shirt.day = picture.day and shirt.kind = picture.kind
  where picture.token = guess_picture.token and shirt.day <= private.day_at(now())
$$;
comment on function public.guess_picture is
  'What a token of a picture stands for: for the site''s server, which draws it';
