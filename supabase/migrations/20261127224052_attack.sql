-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."choose_duel"(date);

DROP FUNCTION "private"."choose_jersey"(text, date, integer);

CREATE OR REPLACE FUNCTION private.choose_duel(day date, seed text DEFAULT (gen_random_uuid())::text, OUT kind text, OUT pair uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kinds constant text[] := array['rivalry', 'competition', 'decade', 'rivalry', 'competition'];
  start constant integer := (choose_duel.day - date '2026-01-01') % 3 + 1;
  -- A catalogue too small for the rules repeats a jersey after a week, and lets different ones meet.
  span interval := '2 years';
  widest double precision := 0.25;
  due text;
  wanted record;
  one uuid[];
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
          for wanted in
            select host.id as host_id, guest.id as guest_id
            from public.teams host
            join public.teams guest on guest.competition_id = host.competition_id and guest.city = host.city
              and guest.country is not distinct from host.country and guest.id > host.id and guest.is_active
            join public.competitions competition on competition.id = host.competition_id
            where host.is_active and competition.league = due
              and not private.is_beside_duel(host.id, choose_duel.day) and not private.is_beside_duel(guest.id, choose_duel.day)
            -- Of a city with many teams, not more often than of one with two.
            order by md5(seed || host.city), md5(seed || host.id || guest.id) limit 8
          loop
            pair := private.duel_pair(
              private.team_sample(wanted.host_id, choose_duel.day, span, seed),
              private.team_sample(wanted.guest_id, choose_duel.day, span, seed), widest, seed);
            if pair is not null then
              return;
            end if;
          end loop;
        else
          for wanted in
            select place.id as competition_id, season.id as season_id, left(season.code, 3) as decade
            from (
              select competition.id from public.competitions competition
              where competition.league = due and competition.is_active order by md5(seed || competition.id) limit 6
            ) place
            cross join lateral (
              select known.id, known.code from public.seasons known
              where exists (
                select from public.jerseys jersey
                where jersey.competition_id = place.id and jersey.season_id = known.id
                  and jersey.status = 'approved' and jersey.is_active)
              order by md5(seed || known.id) limit 4
            ) season
            order by md5(seed || season.id || place.id)
          loop
            one := private.season_sample(wanted.competition_id, wanted.season_id, choose_duel.day, span, seed);
            if kind = 'competition' then
              pair := private.duel_pair(one, one, widest, seed);
            elsif cardinality(one) > 0 then
              -- Another season of the decade, of another competition if there is one.
              select private.duel_pair(
                one, private.season_sample(other.competition_id, other.season_id, choose_duel.day, span, seed), widest, seed)
              into pair
              from (
                select competition.id as competition_id, known.id as season_id
                from public.competitions competition, public.seasons known
                where competition.league = due and competition.is_active and left(known.code, 3) = wanted.decade
                  and (competition.id, known.id) <> (wanted.competition_id, wanted.season_id)
                  and exists (
                    select from public.jerseys jersey
                    where jersey.competition_id = competition.id and jersey.season_id = known.id
                      and jersey.status = 'approved' and jersey.is_active)
                order by competition.id = wanted.competition_id, md5(seed || competition.id || known.id) limit 1
              ) other;
            end if;
            if pair is not null then
              return;
            end if;
          end loop;
        end if;
      end loop;
    end loop;
    span := '7 days';
    widest := 1;
  end loop;
  kind := null;
end $function$
;

create or replace function private.choose_jersey(kind text, day date, seed text default gen_random_uuid()::text) returns uuid
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

create or replace function private.combining_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select U&'[\0300-\036f\0483-\0489\0591-\05bd\0610-\061a\064b-\065f\0e31\0e34-\0e3a\0e47-\0e4e\1ab0-\1aff\1dc0-\1dff\20d0-\20ff\fe20-\fe2f]'
$$;

create or replace function private.is_visible(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select value !~ (private.combining_marks() || '{5}') and (value !~ private.hidden_characters()
    -- Emoji keep their joiners, their variation, and the tags of a flag (Scotland).
    or regexp_replace(regexp_replace(regexp_replace(value,
        U&'([\203c-\3299\+01f000-\+01faff]\fe0f?)\200d(?=[\203c-\3299\+01f000-\+01faff])', '\1', 'g'),
        U&'([#*0-9\00a9\00ae\203c-\3299\+01f000-\+01faff])[\fe0e\fe0f]', '\1', 'g'),
        U&'\+01f3f4[\+0e0030-\+0e0039\+0e0061-\+0e007a]{3,6}\+0e007f', '', 'g')
      !~ private.hidden_characters())
$$;

create or replace function private.visible(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when private.is_visible(value) then value
    else private.tidy(regexp_replace(
      regexp_replace(
        regexp_replace(value, U&'[\0009-\000d\0085\2028\2029]+', ' ', 'g'), private.hidden_characters(), '', 'g'),
      '(' || private.combining_marks() || '{4})' || private.combining_marks() || '+', '\1', 'g'))
  end
$$;

create or replace function public.my_changes()
returns table (since timestamptz, kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
language plpgsql security definer rows 20 set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  began timestamptz;
begin
  if member is null then
    raise insufficient_privilege using
      message = 'changes_denied', detail = 'Members read what changed for them.';
  end if;
  -- Who comes back within half an hour is on the same visit. The first time, a week is looked back.
  -- A suspended account, and a session without its second factor, reads and writes nothing: its visit isn't noted.
  select greatest(account.created_at, now() - interval '7 days') into began
  from auth.users account where account.id = member;
  insert into public.visits as visit (member_id, seen_at, since)
  select member, now(), began where began is not null and private.in_good_standing()
  on conflict on constraint visits_pkey do update set
    since = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.since end,
    seen_at = now()
  where visit.seen_at < now() - interval '5 minutes';
  select coalesce((select visit.since from public.visits visit where visit.member_id = member), began) into began;
  return query select began, changed.kind, changed.jersey_id, changed.team_id, changed.kit_type,
    case when changed.jersey_id is null then changed.amount else 1 end from private.changes_of(member, began, now(), 12) changed;
end $$;

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
  -- Before the team: what is refused tells nothing about what was drawn.
  if try_guess.decade is null or try_guess.decade not between 1850 and 2100 or mod(try_guess.decade, 10) <> 0 then
    perform private.refuse('guess_decade_whole', 'A decade is named by its first year.');
  end if;
  select known.* into named from public.teams known where known.id = try_guess.team_id
    -- The drawn team stays the answer, whatever became of it.
    and (known.is_active or known.id = (drawn.facts ->> 'team_id')::uuid);
  if not found then
    perform private.refuse('guess_team_known', 'A try names an active team.');
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

COMMENT ON FUNCTION "private"."choose_duel"(date, text) IS 'The duel of a day, by docs/product/daily.md 28.33; nothing if the catalogue has no two jerseys for it';

COMMENT ON FUNCTION "private"."choose_jersey"(text, date, text) IS 'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

COMMENT ON FUNCTION "private"."combining_marks"() IS 'Marks that stand above or below the letter before them, as a regular expression';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'True if a text shows all of its characters, each in its line';

COMMENT ON FUNCTION "private"."visible"(text) IS 'A text without its hidden characters and its fifth mark on a letter; null when nothing is left';

COMMENT ON FUNCTION "public"."my_changes"() IS 'What changed for the caller since their last visit, and when that was; notes this visit of whoever may write';

REVOKE ALL ON FUNCTION "private"."choose_duel"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_jersey"(text, date, text) FROM PUBLIC;

set check_function_bodies = on;
-- end

-- accepted: takes away: function private.choose_duel(day date, OUT kind text, OUT pair uuid[]) returning record: because only draw_duels() calls it, and finds the new one by the same words
-- accepted: takes away: function private.choose_jersey(kind text, day date, attempt integer) returning uuid: because only functions call it that this step replaces, or that find the new one by the same words
