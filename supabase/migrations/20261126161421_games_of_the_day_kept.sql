-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.fits_a_day(jersey public.jerseys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (
      select from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
    and not exists (
      select from public.suggestions open
      where open.target_id = jersey.id and open.target_type = 'jersey' and open.status = 'open' and open.kind <> 'photos')
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
  -- What the member has played stays; a game that has ended comes in place of an open one. Each game moves its rows here.
  delete from public.daily_guesses own
  using public.daily_guesses game
  where own.player_id = member and own.state = 'open' and game.player_id = visitor and game.day = own.day and game.state <> 'open';
  update public.daily_guesses game set player_id = member
  where game.player_id = visitor and not exists (
    select from public.daily_guesses own where own.player_id = member and own.day = game.day);
  update public.daily_duel_answers given set player_id = member, counts = private.player_counts(member)
  where given.player_id = visitor and not exists (
    select from public.daily_duel_answers own where own.player_id = member and own.day = given.day);
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players known where known.id = visitor;
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
  select known.* into named from public.teams known where known.id = try_guess.team_id
    -- The drawn team stays the answer, whatever became of it.
    and (known.is_active or known.id = (drawn.facts ->> 'team_id')::uuid);
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

set check_function_bodies = on;
-- end
