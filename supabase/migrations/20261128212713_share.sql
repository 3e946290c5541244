-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "public"."showcases" ADD COLUMN "with_names" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."daily_duels" ADD CONSTRAINT "daily_duels_counts_some" CHECK (((num_nonnulls(firsts, seconds, neithers) = 0) OR ((num_nulls(counted_at, firsts, seconds, neithers) = 0) AND (((firsts + seconds) + neithers) > 0))));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."player_counts"(uuid);

DROP FUNCTION "public"."fill_list"(uuid, jsonb, text);

DROP FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb);

CREATE OR REPLACE FUNCTION private.count_duels(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.duel_state(duel public.daily_duels, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.guess_state(drawn public.daily_shirts, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.tally_duel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.answer_duel(day date, choice text, player text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_daily(player text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fill_list(list_id uuid, filter jsonb, sort text DEFAULT 'best'::text)
 RETURNS TABLE(added uuid[], is_full boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  room integer;
  step jsonb;
  fresh uuid[];
begin
  added := '{}';
  perform from public.lists list where list.id = fill_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members fill their own lists.';
  end if;
  perform private.check_standing();
  select private.most_list_items() - count(*) into room
  from public.list_items item where item.list_id = fill_list.list_id;
  -- Those that are in it already are passed over; so many steps are the longest list twice over.
  for number in 1..45 loop
    step := public.catalogue_page(filter, sort, step ->> 'next');
    fresh := array(
      select found.id::uuid from jsonb_array_elements_text(step -> 'ids') with ordinality found (id, place)
      where not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.jersey_id = found.id::uuid)
      order by found.place);
    added := added || fresh;
    exit when step ->> 'next' is null or cardinality(added) > room;
  end loop;
  is_full := cardinality(added) > room;
  added := added[:room];
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(cardinality(added), 1));
  insert into public.list_items (list_id, jersey_id)
  select fill_list.list_id, chosen.id from unnest(added) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $function$
;

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.save_showcase(is_open boolean, with_wishes boolean DEFAULT false, about text DEFAULT NULL::text, teams uuid[] DEFAULT '{}'::uuid[], shirts jsonb DEFAULT '[]'::jsonb, with_names boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  -- REST makes a nested list an array of two dimensions, from which no element can be removed.
  clubs constant uuid[] := array(
    select named.id from unnest(teams) with ordinality as named (id, place)
    where named.id is not null group by named.id order by min(named.place));
  was jsonb;
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  was := private.shown_words(member);
  insert into public.showcases as showcase (member_id, is_open, with_wishes, with_names, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes, save_showcase.with_names,
    private.tidy(save_showcase.about), clubs)
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, with_names = excluded.with_names,
    about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (clubs) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
  perform private.record_showcase(member, was);
end $function$
;

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) FROM "anon";

CREATE OR REPLACE FUNCTION public.showcase_names(username text, jerseys uuid[])
 RETURNS TABLE(jersey_id uuid, place integer, printed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select jersey.id, shirt.place, concat_ws(' ', copy.printed_name, copy.printed_number)
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.removed_at is null
    and copy.jersey_id = any (showcase_names.jerseys)
  join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.showcase_shirts shirt on shirt.copy_id = copy.id
  where showcase.member_id = private.open_showcase(showcase_names.username) and showcase.with_names
    and num_nonnulls(copy.printed_name, copy.printed_number) > 0
    -- Until now nobody but its owner read it.
    and private.is_visible(coalesce(copy.printed_name, ''))
  order by jersey.id, copy.printed_name, copy.printed_number, copy.id
$function$
;

COMMENT ON COLUMN "public"."daily_duels"."counted_at" IS 'When the answers of the day were counted; without figures there were none';

COMMENT ON COLUMN "public"."showcases"."with_names" IS 'True if names and numbers on the shirts are shown with them';

COMMENT ON FUNCTION "private"."count_duels"(date) IS 'Counts the answers of the duels before a day; returns how many duels';

COMMENT ON FUNCTION "private"."duel_state"(public.daily_duels, uuid) IS 'What a player knows of a duel: their choice, and the share so far, once they have answered or the result is there';

COMMENT ON FUNCTION "public"."fill_list"(uuid, jsonb, text) IS 'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order; tells which, and whether some found no room';

COMMENT ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) IS 'Makes the caller''s showcase what is given. `shirts`: a list of at most five of `copy_id`, `line`, `photo_id`, in their order';

COMMENT ON FUNCTION "public"."showcase_names"(text, uuid[]) IS 'Name and number on a member''s copies of some public jerseys, of one that is shown first with its place; none unless they show their collection, and names with it';

COMMENT ON TABLE "private"."duel_tallies" IS 'The answers so far of duels that aren''t over';

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_names"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_names"(text, uuid[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_names"(text, uuid[]) TO "service_role";

set check_function_bodies = on;
-- end

ALTER TABLE "public"."daily_duels" DROP CONSTRAINT "daily_duels_counts_from_three";
ALTER TABLE "public"."daily_duel_answers" DROP COLUMN "counts";
-- Duels that are open: all of their answers count from now on.
update private.duel_tallies tally set
  firsts = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'first'),
  seconds = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'second'),
  neithers = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'neither');
