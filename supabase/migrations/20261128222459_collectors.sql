-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "owned" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."showcases" ADD COLUMN "with_names" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."daily_duels" ADD CONSTRAINT "daily_duels_counts_some" CHECK (((num_nonnulls(firsts, seconds, neithers) = 0) OR ((num_nulls(counted_at, firsts, seconds, neithers) = 0) AND (((firsts + seconds) + neithers) > 0))));
CREATE INDEX catalogue_entries_owned ON private.catalogue_entries USING btree (owned, created_at, jersey_id);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."first_of"(jsonb, text, integer);

DROP FUNCTION "private"."first_of_season"(text, integer);

DROP FUNCTION "private"."leaderboard_filter"(text, text);

DROP FUNCTION "private"."player_counts"(uuid);

DROP FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]);

DROP VIEW "private"."catalogue_facts";

DROP FUNCTION "private"."best_value"(integer, integer);

DROP FUNCTION "private"."votes_to_rank"();

DROP FUNCTION "private"."wilson"(integer, integer);

DROP FUNCTION "public"."fill_list"(uuid, jsonb, text);

DROP FUNCTION "public"."leaderboard"(text, text, integer);

DROP FUNCTION "public"."leaderboards"();

DROP FUNCTION "public"."refresh_leaderboards"();

DROP FUNCTION "public"."rising_with_votes"(text, integer);

DROP FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb);

DROP FUNCTION "public"."standings_of"(uuid[]);

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

CREATE OR REPLACE FUNCTION private.count_facets(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if scope.included is not null then
    return query select * from private.count_entries(asked, scope);
  elsif asked.teams is not null then
    return query
      select * from private.count_entries(asked, scope) counted where counted.facet <> 'team'
      union all
      select 'team', team.value, team.jerseys
      from private.count_teams(asked, private.count_catalogue(private.without_filter(asked, 'team'), null)) team;
  else
    return query
      with counted as materialized (select * from private.count_facts(asked))
      select * from counted
      union all
      select 'team', team.value, team.jerseys
      from counted cross join lateral private.count_teams(asked, counted.jerseys) team
      where counted.facet = 'total';
  end if;
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

CREATE OR REPLACE FUNCTION private.read_cursor(sort text, after text)
 RETURNS private.catalogue_cursor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place private.catalogue_cursor;
  parts text[];
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'rising', 'votes', 'owned') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[1];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[2]::bigint * interval '1 microsecond';
  place.jersey_id := parts[3];
  return place;
exception when numeric_value_out_of_range then
  raise invalid_parameter_value using
    message = 'catalogue_cursor_invalid', detail = 'No step of this order begins here.';
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, votes, rising, owned)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, votes, rising, owned)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, pattern = excluded.pattern, has_photo = excluded.has_photo,
    sponsor = excluded.sponsor, created_at = excluded.created_at, best = excluded.best, votes = excluded.votes, rising = excluded.rising, owned = excluded.owned
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.pattern, entry.has_photo, entry.sponsor, entry.created_at, entry.best, entry.votes, entry.rising, entry.owned)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.pattern, excluded.has_photo, excluded.sponsor, excluded.created_at, excluded.best, excluded.votes, excluded.rising, excluded.owned);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo, f.sponsor)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo, n.sponsor));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.schedule_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('check_derived', '*/10 * * * *', 'select public.check_derived()'),
      ('refresh_vote_sums', '*/10 * * * *', 'select public.refresh_vote_sums()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $function$
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

CREATE OR REPLACE FUNCTION private.told_owners(jersey uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  owners constant integer := (select count(*) from public.user_collections collection where collection.jersey_id = told_owners.jersey);
begin
  return case when owners >= 3 then owners end;
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

CREATE OR REPLACE FUNCTION public.catalogue_counts(filter jsonb)
 RETURNS TABLE(facet text, value text, jerseys integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 150
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing words, sponsors or the own side changes the scope.
  worded constant uuid[] := private.jerseys_of_words(asked.words);
  found constant uuid[] := private.of_sponsors(asked.sponsors, worded);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select 'total', '', 0
    union all
    select facet, value, jerseys from counted where facet in ('color', 'pattern') and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    -- Without a sport or a competition few want one of the largest; the others are found by their name.
    limit case when asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1 then 60 else 10 end
  ), sponsors as (
    select 'sponsor', sponsor.value, sponsor.jerseys
    from private.count_sponsors(asked, private.scope_of(asked.own, worded)) sponsor
    order by sponsor.jerseys desc, sponsor.value
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'pattern' and asked.patterns is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, private.of_sponsors(asked.sponsors, null))
        when 'sponsor' then private.scope_of(asked.own, worded)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null), ('sponsor', asked.sponsors is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from sponsors
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
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

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  -- What failed a minute ago, with everything that reads it.
  again constant uuid[] := array(select distinct id from private.failed_changes where tried_at < now() - interval '1 minute');
  changed uuid[];
  voted uuid[];
  others uuid[];
  shown uuid[];
begin
  if not pg_try_advisory_xact_lock(private.lock_of_deriving()) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select coalesce(array_agg(gone::private.changes), '{}') into taken from gone;
  voted := array(
    select id from unnest(taken) where kind = 'vote'
    union
    select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter')
    union
    select unnest(again));
  changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
  shown := array(select id from unnest(taken) where kind = 'page');
  others := array(
    select id from unnest(taken) where kind not in ('vote', 'voter', 'page', 'jersey')
    union
    -- A suspended member's lists are shown to nobody.
    select id from public.lists where is_public and member_id in (select id from unnest(taken) where kind = 'voter'));
  -- What comes later reads what is before it.
  perform private.refresh_projection('standings', voted);
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  -- A page that shows other numbers: how many own a jersey orders the catalogue.
  if private.refresh_projection('catalogue', voted || changed || shown) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || shown);
  end if;
  return cardinality(taken);
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

CREATE OR REPLACE FUNCTION public.member_state()
 RETURNS TABLE(username text, display_name text, is_reviewer boolean, is_admin boolean, unread integer, copies integer, removed integer, wishes integer, waiting integer)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
  select
    p.username, p.display_name, public.is_reviewer(p.id), public.is_admin(p.id),
    (select count(*) from public.notices n where n.recipient_id = p.id and n.read_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is not null)::integer,
    (select count(*) from public.user_wishlists uw where uw.user_id = p.id)::integer,
    ((select count(*) from public.jerseys j where j.author_id = p.id and j.status = 'pending')
      + (select count(*) from public.suggestions s where s.member_id = p.id and s.status = 'open'))::integer
  from public.profiles p
  where p.id = auth.uid()
$function$
;

CREATE OR REPLACE FUNCTION public.nearest_sets()
 RETURNS TABLE(team_id uuid, held integer, total integer, missing uuid[])
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  -- Kits that every team has: what lacks in a set.
  with collected as (
    select j.team_id, count(*)::integer as held, max(uc.created_at) as newest
    from public.user_collections uc
    join public.jerseys j on j.id = uc.jersey_id and j.status = 'approved' and j.is_active
    join public.teams t on t.id = j.team_id and t.is_active
    where uc.user_id = auth.uid()
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
    group by j.team_id
    order by held desc, newest desc, j.team_id
    limit 5
  ), sets as (
    select collected.*, counted.total
    from collected cross join lateral (
      select count(*)::integer as total
      from (
        select from public.jerseys j
        where j.team_id = collected.team_id and j.status = 'approved' and j.is_active
          and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
        -- Nobody completes larger ones.
        limit 1001
      ) few
    ) counted
    where counted.total between collected.held + 1 and 1000
    order by collected.held::numeric / counted.total desc, collected.held desc, collected.team_id
    limit 2
  )
  select sets.team_id, sets.held, sets.total, array(
    select j.id from public.jerseys j
    where j.team_id = sets.team_id and j.status = 'approved' and j.is_active
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
      and not exists (
        select from public.user_collections uc where uc.user_id = auth.uid() and uc.jersey_id = j.id)
    order by j.year desc nulls last, j.id
    limit 3)
  from sets
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_vote_sums()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down)
$function$
;

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "authenticated";

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

CREATE OR REPLACE FUNCTION public.shelf_counts(jersey_id uuid)
 RETURNS TABLE(collectors bigint, wishers bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select
    private.told_owners(jersey.id),
    (select case when count(*) >= 3 then count(*) end from public.user_wishlists wishlist where wishlist.jersey_id = jersey.id)
  from public.jerseys jersey
  where jersey.id = shelf_counts.jersey_id and jersey.status = 'approved' and jersey.is_active
$function$
;

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

CREATE VIEW "private"."catalogue_facts" AS  SELECT jersey.id AS jersey_id,
    jersey.competition_id,
    COALESCE(jersey.team_id, private.nil()) AS team_id,
    (LEAST(GREATEST(COALESCE(jersey.year, ("left"(season.code, 4))::integer), 1850), 2100))::smallint AS year,
    (private.kit_of(jersey.kit_type_slug) COLLATE "C") AS kit,
    COALESCE(jersey.brand_id, private.nil()) AS brand_id,
    (COALESCE(jersey.colors[1], ''::text) COLLATE "C") AS color,
    (COALESCE(jersey.pattern, ''::text) COLLATE "C") AS pattern,
    (EXISTS ( SELECT
           FROM public.jersey_images image
          WHERE ((image.jersey_id = jersey.id) AND (image.suggestion_id IS NULL) AND (image.contributor_id IS DISTINCT FROM private.demonstration())))) AS has_photo,
    (COALESCE(jersey.sponsor, ''::text) COLLATE "C") AS sponsor,
    jersey.created_at,
    (jersey.score)::double precision AS best,
    COALESCE((standing.upvotes + standing.downvotes), 0) AS votes,
    COALESCE(standing.rising, (0)::double precision) AS rising,
    COALESCE(private.told_owners(jersey.id), 0) AS owned
   FROM ((public.jerseys jersey
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN private.standings standing ON ((standing.jersey_id = jersey.id)))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active);;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, pattern, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
    group by 1, 2, 3, 4, 5, 6, 7
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.pattern, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, pattern, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$function$
;

COMMENT ON COLUMN "public"."daily_duels"."counted_at" IS 'When the answers of the day were counted; without figures there were none';

COMMENT ON COLUMN "public"."showcases"."with_names" IS 'True if names and numbers on the shirts are shown with them';

COMMENT ON FUNCTION "private"."count_duels"(date) IS 'Counts the answers of the duels before a day; returns how many duels';

COMMENT ON FUNCTION "private"."duel_state"(public.daily_duels, uuid) IS 'What a player knows of a duel: their choice, and the share so far, once they have answered or the result is there';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "private"."told_owners"(uuid) IS 'How many members have a jersey in their collection; null below three, which nobody is told, and which give no place in an order (docs/product/collect.md 7.6)';

COMMENT ON FUNCTION "public"."fill_list"(uuid, jsonb, text) IS 'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order; tells which, and whether some found no room';

COMMENT ON FUNCTION "public"."member_state"() IS 'The caller''s names and roles, and how much they have and what waits: notices, copies, those taken out, wishes, submissions';

COMMENT ON FUNCTION "public"."nearest_sets"() IS 'Of the five teams of which the caller has most jerseys, the two whose sets are nearest to complete, with the newest jerseys that lack';

COMMENT ON FUNCTION "public"."refresh_vote_sums"() IS 'Sums up the votes on all public jerseys. The server calls it every ten minutes';

COMMENT ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) IS 'Makes the caller''s showcase what is given. `shirts`: a list of at most five of `copy_id`, `line`, `photo_id`, in their order';

COMMENT ON FUNCTION "public"."showcase_names"(text, uuid[]) IS 'Name and number on a member''s copies of some public jerseys, of one that is shown first with its place; none unless they show their collection, and names with it';

COMMENT ON INDEX "private"."catalogue_entries_best" IS 'Catalogue, highest score first';

COMMENT ON INDEX "private"."catalogue_entries_owned" IS 'Catalogue, most owned first';

COMMENT ON TABLE "private"."duel_tallies" IS 'The answers so far of duels that aren''t over';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_vote_sums() found them last';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_owners"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."nearest_sets"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."nearest_sets"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."nearest_sets"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refresh_vote_sums"() TO "service_role";

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
DROP TABLE "private"."leaderboards";
-- Duels that are open: all of their answers count from now on.
update private.duel_tallies tally set
  firsts = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'first'),
  seconds = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'second'),
  neithers = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'neither');
-- The catalogue's first order is the score, and it has one by owners.
insert into private.changes (kind, id) select 'vote', jersey_id from private.catalogue_entries;
select private.schedule_jobs();
