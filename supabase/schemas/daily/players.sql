-- Who plays the games of the day: a member, or a visitor under a random token of the browser.
-- Of a token only its digest is stored; a visitor's games go 30 days after the last move, or to the account at sign-in.
-- Tables of games reference the player, so that they go with an account or a visitor.

create table public.daily_players (
  id uuid primary key default gen_random_uuid(),
  -- References the account for the reason given at jersey_votes.
  user_id uuid constraint daily_players_user_id_key unique references auth.users (id) on delete cascade,
  token_hash bytea constraint daily_players_token_hash_key unique,
  last_played_at timestamptz not null default now(),
  -- In the hour of the last one.
  moves integer not null default 1,
  constraint daily_players_member_or_visitor check (num_nonnulls(user_id, token_hash) = 1)
);
comment on table public.daily_players is
  'Members and visitors who have played a game of the day; private.daily_player() writes it';
comment on column public.daily_players.token_hash is 'SHA-256 of a visitor''s token; null of members';
comment on column public.daily_players.moves is 'Moves within the hour of last_played_at, for the limit';

create index daily_players_visitors on public.daily_players (last_played_at) where token_hash is not null;
comment on index public.daily_players_visitors is 'Visitors who haven''t played for long: job';

alter table public.daily_players enable row level security;
revoke all on public.daily_players from anon, authenticated;
grant select on public.daily_players to authenticated;
grant select, insert, update, delete on public.daily_players to service_role;

create policy "members read that they play" on public.daily_players
  for select to authenticated using (user_id = (select auth.uid()));

-- A counter, because counting their rows would take longer the more there are.
create table private.daily_arrivals (
  hour timestamptz constraint daily_arrivals_pkey primary key,
  visitors integer not null
);
comment on table private.daily_arrivals is 'How many visitors have played for the first time in an hour, for the limit of all';

create function private.player_digest(player text) returns bytea
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- 256 bits in base64url.
  if player is null or player !~ '^[A-Za-z0-9_-]{43}$' then
    raise sqlstate 'PT400' using
      message = 'player_malformed', detail = 'A visitor plays under a token of 43 letters, digits, - and _.';
  end if;
  return sha256(convert_to(player, 'UTF8'));
end $$;

create function private.refuse_move(kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  raise sqlstate 'PT429' using
    message = kind || '_too_many', detail = 'Too many in an hour.',
    hint = format('Retry after %s seconds.',
      greatest(1, ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())))::integer);
end $$;

create function private.most_in_an_hour(kind text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select min(wl.most) from private.write_limits wl
  where wl.kind = most_in_an_hour.kind and wl.span = interval '1 hour'
$$;

-- With `make` it is a move: the player's row stays locked, so moves of one player are serialized.
create function private.daily_player(player text, make boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  -- A member's games are the account's, whichever token the browser still has.
  digest constant bytea := case when member is null and (make or player is not null) then private.player_digest(player) end;
  playing uuid;
  made integer;
begin
  if not make then
    return (
      select dp.id from public.daily_players dp
      where dp.user_id = member or dp.token_hash = digest);
  end if;
  if member is not null then
    perform private.check_standing();
  end if;
  loop
    update public.daily_players dp set
      moves = case when dp.last_played_at >= date_trunc('hour', now()) then dp.moves + 1 else 1 end,
      last_played_at = now()
    where dp.user_id = member or dp.token_hash = digest
    returning dp.id, dp.moves into playing, made;
    exit when found;
    insert into public.daily_players (user_id, token_hash) values (member, digest)
    on conflict do nothing returning id, moves into playing, made;
    if found then
      if member is null then
        insert into private.daily_arrivals as da (hour, visitors) values (date_trunc('hour', now()), 1)
        on conflict (hour) do update set visitors = da.visitors + 1
        where da.visitors < private.most_in_an_hour('daily_visitors');
        if not found then
          perform private.refuse_move('daily_visitors');
        end if;
      end if;
      exit;
    end if;
  end loop;
  if made > private.most_in_an_hour('daily_moves') then
    perform private.refuse_move('daily_moves');
  end if;
  return playing;
end $$;
comment on function private.daily_player is
  'The player who calls: a member, otherwise the visitor with this token. `make`: for a move, which counts for the limits and makes the row of a new player; otherwise null of one who hasn''t played';

create function public.claim_daily(player text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Once: two tabs at once, and a repeated call, find nothing more.
  visitor constant uuid := (
    select dp.id from public.daily_players dp
    where dp.token_hash = private.player_digest(player) for update);
  member uuid;
begin
  if visitor is null then
    return;
  end if;
  member := private.daily_player(null, true);
  -- What the member has played stays; a game that has ended comes in place of an open one. Each game moves its rows here.
  delete from public.daily_guesses guess
  using public.daily_guesses dg
  where guess.player_id = member and guess.state = 'open' and dg.player_id = visitor and dg.day = guess.day and dg.state <> 'open';
  update public.daily_guesses guess set player_id = member
  where guess.player_id = visitor and not exists (
    select from public.daily_guesses dg_own where dg_own.player_id = member and dg_own.day = guess.day);
  update public.daily_duel_answers answer set player_id = member
  where answer.player_id = visitor and not exists (
    select from public.daily_duel_answers dda_own where dda_own.player_id = member and dda_own.day = answer.day);
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players dp where dp.id = visitor;
end $$;
comment on function public.claim_daily is
  'Moves to the caller''s account what a visitor has played and the caller hasn''t; the visitor''s token means nothing afterwards';

create function public.sweep_daily_players() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.daily_arrivals where hour < now() - interval '1 day';
  delete from public.daily_players player
  where player.token_hash is not null and player.last_played_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_daily_players is
  'Deletes visitors, with their games, 30 days after their last move; returns how many';
