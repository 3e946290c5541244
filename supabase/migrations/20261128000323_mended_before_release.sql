-- Other names by which many people call a country.
insert into private.country_names (code, names) values
  ('AE', 'Émirats arabes unis United Arab Emirates Emiratos Árabes Unidos Emirados UAE EAU'),
  ('CD', 'Congo Kinshasa République Democratic Republic República Democrática RD DR RDC DRC Zaire'),
  ('CZ', 'Tchéquie Czechia Chequia Tchéquia République tchèque Czech Republic República Checa'),
  ('NL', 'Pays Bas Netherlands Países Bajos Baixos Hollande Holland Holanda'),
  ('SZ', 'Eswatini Esuatini Essuatíni Swaziland Suazilandia Suazilândia'),
  ('TL', 'Timor oriental Leste East'),
  ('TR', 'Turquie Türkiye Turquía Turquia Turkey'),
  ('TW', 'Taïwan Taiwan Taiwán Chinese Taipei'),
  ('US', 'États Unis United States Estados Unidos USA EEUU EE UU EUA')
on conflict (code) do update set names = excluded.names;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."choose_duel"(date);

DROP FUNCTION "private"."choose_jersey"(text, date, integer);

DROP FUNCTION "public"."showcase"(text);

DROP FUNCTION "public"."similar_by_color"(uuid, integer);

CREATE OR REPLACE FUNCTION private.accept_same_merges(gone uuid, kept uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    -- Not the reviewer's own, nor what another reviewer must decide.
    where same.target_type = 'jersey' and same.status = 'open' and same.contested_at is null
      and same.member_id is distinct from auth.uid() and (
      same.target_id = gone and same.changes ->> 'merge_into' = kept::text
      or same.target_id = kept and same.changes ->> 'merge_into' = gone::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', kept, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction' else 'suggestion' end,
    suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null and shown.path = image.path));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select own.id, last.position + row_number() over (order by own.position, own.id) as position
      from public.jersey_images own
      cross join (
        select coalesce(max(shown.position), -1) as position from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null) last
      where own.suggestion_id = suggestion.id and private.photo_key(own.id) = any (accepted)) added
    where image.id = added.id;
    -- Of an urgently merged jersey it was withheld.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
begin
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() and exists (
    select from jsonb_each(given) verdict where coalesce(verdict.value ->> 'reason', private.tidy(verdict.value ->> 'note')) is null) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'Who decides a second time says why, also of what is accepted: in `note`.';
  end if;
  if corrections is not null then
    suggestion.changes := suggestion.changes || corrections;
    suggestion.words := suggestion.words || private.suggestion_words(
      suggestion.target_type, private.target_row(suggestion.target_type, suggestion.target_id) || suggestion.was,
      private.target_row(suggestion.target_type, suggestion.target_id) || corrections,
      array(select name from unnest(accepted) name where corrections ? name));
    given := given || (
      select coalesce(jsonb_object_agg(name, given -> name || '{"corrected": true}'), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.let_go(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
    if corrections is null and suggestion.status = 'accepted' then
      perform private.accept_same_edits(suggestion);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select kept.id from public.jerseys kept where suggestion.target_type = 'jersey' and kept.id = suggestion.target_id),
    coalesce((select coalesce(kept ->> 'title', kept ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) kept), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.asked_words(query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(private.whole_words(left(query, 100))))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$function$
;

CREATE OR REPLACE FUNCTION private.before_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision(
      'jerseys', new.id, new.moderated_by, case when private.current_change() ? 'undoable' then jsonb_build_object(
        'at', now(), 'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at,
        'edited_at', old.edited_at) end);
    new.moderated_by := null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_words(names text, asked text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select not exists (
    select from unnest(asked) word
    where not exists (
      select from unnest(private.found_words(names)) known where starts_with(known, word)))
$function$
;

CREATE OR REPLACE FUNCTION private.candidate(jersey_id uuid, is_sure boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when is_sure and own.copies = 1 then (
      select private.own_copy(copy) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$function$
;

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' and not (suggestion.trusted and suggestion.afterwards is null) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if private.is_decided_by_another(suggestion) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $function$
;

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

CREATE OR REPLACE FUNCTION private.choose_jersey(kind text, day date, seed text DEFAULT (gen_random_uuid())::text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.combining_marks()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select U&'[\0300-\036f\0483-\0489\0591-\05bd\0610-\061a\064b-\065f\0e31\0e34-\0e3a\0e47-\0e4e\1ab0-\1aff\1dc0-\1dff\20d0-\20ff\fe20-\fe2f]'
$function$
;

CREATE OR REPLACE FUNCTION private.complete_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision(
      'reports', new.id, case when new.status <> 'open' then auth.uid() end, jsonb_build_object('at', now(), 'status', old.status));
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.create_profile(account auth.users)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown constant text := private.name_of(account);
  wished constant text := private.username_from(coalesce(
    account.raw_user_meta_data ->> 'username',
    case when strpos(account.raw_user_meta_data ->> 'user_name', '@') = 0
      then account.raw_user_meta_data ->> 'user_name' end), shown);
  suffix text := '';
  free text;
begin
  loop
    free := case when wished is null or private.is_reserved(wished) then private.unnamed()
      else left(wished, 30 - char_length(suffix)) || suffix end;
    -- A sign-up under the same name at the same time waits here instead of failing.
    insert into public.profiles (id, username, display_name)
    values (account.id, free, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.detail_of_suggestion(suggestion public.suggestions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'changes', suggestion.changes, 'was', suggestion.was, 'words', suggestion.words,
    'current', private.pick_columns(version, array(select jsonb_object_keys(suggestion.changes - 'removed'))),
    'current_words', (
      select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(suggestion.words) name),
    'conflicts', array(
      select name from jsonb_object_keys(suggestion.words) name
      where suggestion.kind = 'edit' and private.differs(name, version, suggestion.was)
        and private.differs(name, version, version || suggestion.changes)
      order by name),
    'pending', to_jsonb(case when suggestion.status = 'open' then private.pending_keys(suggestion)
      else array(select jsonb_object_keys(suggestion.verdicts)) end),
    'verdicts', suggestion.verdicts, 'source', suggestion.source,
    'contest', suggestion.contest, 'contested_at', suggestion.contested_at,
    -- Who decides on the same once more says why.
    'is_second', suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid(),
    'is_public', coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    'team_slug', version ->> 'team_slug', 'kit_type_slug', version ->> 'kit_type_slug', 'year', version -> 'year',
    'is_author', coalesce((version ->> 'author_id')::uuid = suggestion.member_id, false),
    'photos', case when suggestion.target_type = 'jersey' then private.waiting_photos(suggestion.target_id, suggestion) else '[]' end)
  from (select coalesce(private.target_row(suggestion.target_type, suggestion.target_id), '{}') as version) present
$function$
;

CREATE OR REPLACE FUNCTION private.found_words(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select private.words(case when whole = value then value else value || ' ' || whole end)
  from private.whole_words(value) whole
$function$
;

CREATE OR REPLACE FUNCTION private.game_counts(game public.daily_guesses)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select game.on_day and (game.state <> 'open' or game.day >= private.day_at(now() - interval '12 hours')) $function$
;

CREATE OR REPLACE FUNCTION private.guess_figures(playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.guess_state(drawn public.daily_shirts, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.import_time(own public.collection_imports, said timestamp with time zone, place bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(least(coalesce(said, own.created_at), now()), '1900-01-01')
    + case when said is null or said = date_trunc('milliseconds', said)
        then greatest(own.line_count - place, 0) * interval '1 microsecond' else interval '0' end
$function$
;

CREATE OR REPLACE FUNCTION private.is_decided_by_another(suggestion public.suggestions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid()
    and not (public.is_admin(auth.uid()) and (
      suggestion.contested_at <= now() - interval '3 days'
      or not exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id not in (auth.uid(), suggestion.member_id)
          and (account.banned_until is null or account.banned_until <= now()))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_like_jersey(said text, jersey uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.search_documents document
    where document.kind = 'jersey' and document.id = is_like_jersey.jersey
      and document.words @@ private.search_query(private.jersey_words(is_like_jersey.said), 2, false)
    union all
    select from public.jerseys jersey
    where jersey.id = is_like_jersey.jersey and cardinality(private.jersey_words(is_like_jersey.said)) > 0
      and extensions.strict_word_similarity(
        private.fold(is_like_jersey.said), private.fold(concat_ws(' ', jersey.title, jersey.team))) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.is_like_team(name text, team uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from (
      select team.name from public.teams team where team.id = is_like_team.team
      union all select team.short_name from public.teams team where team.id = is_like_team.team
      union all select alias.alias from public.team_aliases alias where alias.team_id = is_like_team.team) called (name)
    where private.begin_words(called.name, private.asked_words(is_like_team.name))
      or extensions.strict_word_similarity(
        regexp_replace(private.word_line(private.words(is_like_team.name)), '\mst\M', 'saint'),
        regexp_replace(private.word_line(private.words(called.name)), '\mst\M', 'saint')) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.is_visible(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select value !~ (private.combining_marks() || '{5}') and (value !~ private.hidden_characters()
    -- Emoji keep their joiners, their variation, and the tags of a flag (Scotland).
    or regexp_replace(regexp_replace(regexp_replace(value,
        U&'([\203c-\3299\+01f000-\+01faff]\fe0f?)\200d(?=[\203c-\3299\+01f000-\+01faff])', '\1', 'g'),
        U&'([#*0-9\00a9\00ae\203c-\3299\+01f000-\+01faff])[\fe0e\fe0f]', '\1', 'g'),
        U&'\+01f3f4[\+0e0030-\+0e0039\+0e0061-\+0e007a]{3,6}\+0e007f', '', 'g')
      !~ private.hidden_characters())
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text[] := private.words(private.whole_words(left(query, 100)));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/shared/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.kept_shirts(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select place, lower(private.tidy(coalesce(jersey ->> 'team', jersey ->> 'title'))) as team,
      lower(private.tidy(jersey ->> 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(kept.id) as ids
    from asked join kept on kept.team = asked.team and kept.worn is not distinct from asked.worn
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
$function$
;

CREATE OR REPLACE FUNCTION private.line_candidates(line jsonb, teams uuid[], is_certain boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type, line ->> 'league' as league,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select near.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or near.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, near.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (near.year = asked.year and season.code is null)
        else coalesce(near.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      (near.kit_type = asked.kit_type) is true as fits_kit,
      asked.kit_type is null as has_no_kit, near.kit_type is null or near.kit_type = 'home' as is_home,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys near on near.id = listed.id
    cross join asked
    left join public.seasons season on season.id = near.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(near.title) end as title offset 0) folded
    where asked.league is null or near.league = asked.league
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_title::integer * 3 + likeness
      + case when fits_kit then 2 when is_home then 1 else 0 end as points
    from compared
    order by points desc, place, id limit 5
  )
  select coalesce(jsonb_agg(private.candidate(id,
      is_of_team and ((fits_title and (fits_time or not has_time) and (fits_kit or has_no_kit))
        or (fits_time and fits_kit and (
          select count(*) = 1 from compared other where other.fits_time and other.fits_kit))))
      || jsonb_build_object('fits', (is_of_team or (line -> 'is_named')::boolean is true) and fits_time and (fits_kit or has_no_kit and is_home))
    order by points desc, place, id), '[]')
  from ranked
$function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(gone uuid, kept uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'suggestions', moved.id, null::uuid from public.suggestions moved
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and moved.member_id is distinct from (select author_id from public.jerseys where id = gone)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions own
      where own.target_id = kept and own.member_id = moved.member_id and own.status = 'open' and own.kind in ('edit', 'photos'))
  union all
  select gone, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = gone
  union all
  select gone, 'comments', id, null from public.comments where jersey_id = gone
  union all
  select gone, 'notices', id, recipient_id from public.notices where jersey_id = gone;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'jersey_votes', voter_id, voter_id from moved;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.list_items own
      where own.jersey_id = kept and own.list_id = moved.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'list_items', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(gone, kept) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  perform private.move_suggestions(gone, kept, (select title from public.jerseys where id = kept));
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
  -- When the decision can't be undone any more.
  due constant timestamptz := now() + private.undo_time();
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'notifier', new.resolution_note, due);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_reporter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  perform private.set_change('undoable', null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.own_copy(copy public.copies)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(copy) - 'owner_id' - 'import_key' - 'former_jersey' || jsonb_build_object('jersey', coalesce((
    select jsonb_build_object('title', jersey.title, 'team', jersey.team, 'season', season.code, 'year', jersey.year,
      'kit_type', jersey.kit_type)
    from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
    where jersey.id = copy.jersey_id), copy.former_jersey))
$function$
;

CREATE OR REPLACE FUNCTION private.reason_not_undoable(revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] DEFAULT '{}'::uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
      or revision.target_type = 'jersey' and (current ->> 'author_id')::uuid = auth.uid()
        and revision.contributor_id is distinct from auth.uid()) then 'own'
    when field in ('merged', 'jersey') then private.departure_stays(revision, is_administrator)
    when field = 'line_up' then private.line_up_stays(revision, is_administrator)
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or current ->> 'is_active' <> 'true') then 'hidden'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.record_decision_on(suggestion public.suggestions)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'at', now(), 'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$function$
;

CREATE OR REPLACE FUNCTION private.record_row_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_direct constant boolean := private.current_change() -> 'revision' is null;
begin
  if is_direct then
    perform private.begin_revision('correction', auth.uid());
  end if;
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  if is_direct then
    perform private.end_revision();
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_search(kinds text, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.found_words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
  order by 1
  on conflict do nothing;
$function$
;

CREATE OR REPLACE FUNCTION private.teams_among_words(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with runs as (
    select words[first:last] as run
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select cardinality(run) as length, team.id from runs
    join public.teams team on team.slug = array_to_string(run, '-')
    union all
    select cardinality(run), team.id from runs
    join public.teams team on private.slug(team.short_name) = array_to_string(run, '-')
    union all
    select cardinality(run), alias.team_id from runs
    join public.team_aliases alias on alias.folded = array_to_string(run, ' ')
  )
  select array(select distinct id from called where length = (select max(length) from called) limit 20)
$function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain constant boolean := called <> '{}';
  is_named boolean;
begin
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(
      select found.id from public.search_teams(teams_of_line.name, 3) found
      where private.is_like_team(teams_of_line.name, found.id));
  end if;
  return jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
    'league', case when is_named then (
      select case when count(distinct home.league) = 1 then min(home.league) end
      from public.teams team join public.competitions home on home.id = team.competition_id
      where team.id = any (called)) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.unfinished_word(query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when telling <> '{}' and last <> all (telling || private.jersey_names()) then array[last] else '{}' end
  from (select (private.words(private.whole_words(left(query, 100))))[:8] as given) split
  cross join lateral (select given[cardinality(given)] as last, private.significant_words(given) as telling) read
$function$
;

CREATE OR REPLACE FUNCTION private.unnamed()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
RETURN ('member_'::text || "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 12))
;

CREATE OR REPLACE FUNCTION private.username_from(wish text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select left(candidate, 30)
  from (values
    (1, btrim(regexp_replace(private.fold(wish), '[^a-z0-9_]+', '_', 'g'), '_')),
    (2, btrim(regexp_replace(private.fold(name), '[^a-z0-9_]+', '_', 'g'), '_'))
  ) as wishes (rank, candidate)
  where char_length(candidate) >= 3
  order by rank
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.visible(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case when private.is_visible(value) then value
    else private.tidy(regexp_replace(
      regexp_replace(
        regexp_replace(value, U&'[\0009-\000d\0085\2028\2029]+', ' ', 'g'), private.hidden_characters(), '', 'g'),
      '(' || private.combining_marks() || '{4})' || private.combining_marks() || '+', '\1', 'g'))
  end
$function$
;

CREATE OR REPLACE FUNCTION private.whole_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case
    when value ~ U&'[.''\2019\02bc\00b4`]' then
      regexp_replace(
        -- An acute accent by itself is folded to a space.
        private.fold(translate(value, U&'\00b4`', '''''')),
        '(?<=(^|[^a-z0-9])[a-z])\. ?(?=[a-z]($|[^a-z0-9]))|(?<=[a-z])''(?=s($|[^a-z0-9]))', '', 'g')
    else value
  end
$function$
;

CREATE OR REPLACE FUNCTION private.worded_candidates(line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.candidate(found.id, false) order by place), '[]')
  from (select concat_ws(' ', left(line ->> 'team', 120), left(line ->> 'title', 160)) as named) said
  cross join lateral public.search_jerseys(concat_ws(' ', said.named, coalesce(line ->> 'season', line ->> 'year'),
    case when line ->> 'kit_type' = any (private.kit_types()) then line ->> 'kit_type' end), 5)
    with ordinality as found (id, place)
  join public.jerseys jersey on jersey.id = found.id
  where (line ->> 'league' is null or jersey.league = line ->> 'league') and private.is_like_jersey(said.named, jersey.id)
$function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  if exists (select from public.suggestions known where known.id = decide.id) then
    status := private.decide_suggestion(decide.id, verdicts, seen, corrections);
  else
    select jersey.status into status from public.jerseys jersey where jersey.id = decide.id;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
    elsif status = 'approved' and exists (
      select from private.own_edits edit where edit.jersey_id = decide.id and edit.status = 'open') then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', status, 'username', (
          select username from public.profiles where id = private.decided_by('jerseys', decide.id)))::text;
    elsif seen is null then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Say which version was seen.', hint = 'Look at it again.';
    end if;
    perform private.check_verdicts(array['jersey'], verdicts);
    status := (public.moderate_jersey(
      decide.id, case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end,
      note => case when verdicts @? '$.jersey ? (@.accepted == false)' then private.stored_reason(verdicts -> 'jersey') end,
      seen => seen, corrections => corrections)).status;
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object(
    'status', status,
    'batch_id', (
      select made.batch_id from public.revisions made
      where made.batch_id = private.current_batch()
        and (made.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.hide_list(list_id uuid, reason text, hidden boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators hide lists.';
  end if;
  select * into list from public.lists stored where stored.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $function$
;

CREATE OR REPLACE FUNCTION public.import_copies(import uuid, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  member constant uuid := auth.uid();
  batch private.import_line[];
  gone text[];
  gone_marks text[];
begin
  perform private.check_standing();
  perform private.check_lines(lines);
  own := private.own_import(import);
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  perform private.count_write('imported_lines', jsonb_array_length(lines));
  gone_marks := private.import_votes(own, lines) || private.import_wishes(own, lines);

  select array_agg(row (coalesce((line.value ->> 'place')::bigint, line.place), line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  with added as (
    insert into public.copies (
      owner_id, jersey_id, former_jersey, import_key, created_at, size_scale, size, version, condition, printed_name,
      printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since,
      storage_place, notes)
    select member, case when facts is null then (copy).jersey_id end, facts, (copy).import_key,
      private.import_time(own, (copy).created_at, place), (copy).size_scale, (copy).size, (copy).version,
      (copy).condition, (copy).printed_name, (copy).printed_number, (copy).is_signed, (copy).signed_by,
      (copy).certificate, (copy).price, (copy).currency, (copy).bought_on, (copy).bought_from, (copy).lent_to,
      (copy).lent_since, (copy).storage_place, (copy).notes
    from unnest(batch)
    where not is_change and not was_done and key <> all (gone)
    order by place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;

  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select mine.id, to_jsonb(mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies mine on mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and mine.owner_id = member
      and mine.updated_at = (batch.copy).updated_at
    order by mine.id for update of mine
  ),
  changed as (
    update public.copies copy set
      size_scale = (line).size_scale, size = (line).size, version = (line).version, condition = (line).condition,
      printed_name = (line).printed_name, printed_number = (line).printed_number, is_signed = (line).is_signed,
      signed_by = (line).signed_by, certificate = (line).certificate, price = (line).price,
      currency = (line).currency, bought_on = (line).bought_on, bought_from = (line).bought_from,
      lent_to = (line).lent_to, lent_since = (line).lent_since, storage_place = (line).storage_place,
      notes = (line).notes
    from old where copy.id = old.id
    returning copy.id, copy.updated_at, (old.line).import_key as key, old.before
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;
  gone := gone || array(
    select batch.key from unnest(batch) batch
    where batch.is_change and not exists (
      select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(batch.key)));

  update public.collection_imports set
    added = (select count(*) from private.imported_lines where import_id = own.id and before is null),
    changed = (select count(*) from private.imported_lines where import_id = own.id and before is not null),
    wishes = (select count(*) from private.imported_wishes where import_id = own.id),
    votes = (select count(*) from private.imported_votes where import_id = own.id),
    photos = (select count(*) from public.copy_photos where import_id = own.id),
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where id = own.id;
  return jsonb_build_object(
    'gone', to_jsonb(gone || gone_marks),
    'done', (
      select coalesce(jsonb_object_agg(batch.key, done.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines done
        on done.import_id = own.id and done.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.joining_photos(from_id uuid, into_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select greatest(
          count(*) filter (where own.suggestion_id is null),
          count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = into_id)))
        from public.jersey_images own
        where own.jersey_id = into_id and own.contributor_id is not distinct from image.contributor_id) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: they join none that is public.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (
    select greatest(
      (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null),
      (select count(*) from private.edited_images where jersey_id = into_id))), 0)
$function$
;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  kept := private.kept_shirts(lines);
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    team_name := left(line #>> '{jersey,team}', 120);
    if known is null and jersey is null and team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', kept -> place::text, 'candidates', candidates, 'league', meant ->> 'league'));
  end loop;
  return to_jsonb(answers);
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_jerseys(from_id uuid, into_id uuid, reason text, seen uuid[] DEFAULT NULL::uuid[], urgency text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  if into_id is null then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'A jersey is merged into another one.';
  end if;
  reason := private.check_departure(from_id, into_id, reason, urgency);
  -- With other photos a submission may be another shirt.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = from_id and image.suggestion_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.begin_revision('merge', null, reason);
  perform private.let_go(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $function$
;

CREATE OR REPLACE FUNCTION public.my_changes()
 RETURNS TABLE(since timestamp with time zone, kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.queue(filter jsonb DEFAULT '{}'::jsonb, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamp with time zone, seen jsonb, is_mine boolean, member_id uuid, username text, display_name text, joined_at timestamp with time zone, accepted integer, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  to_check constant boolean := filter @? '$ ? (@.to_check == true)';
  last_since timestamptz;
  last_id uuid;
  -- At least so old.
  until timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    until := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  -- Each kind by its own index, and the oldest of all of them.
  with waiting as materialized (
    (select jersey.id, 'new' as kind, 'jersey' as target_type, jersey.id as target_id, jersey.league,
      coalesce(jersey.edited_at, jersey.created_at) as since, jersey.author_id as member_id
    from public.jerseys jersey
    where not to_check and jersey.is_active and (jersey.status = 'pending' or jersey.status = 'rejected' and jersey.edited_at is not null)
      and (not filter ? 'kind' or filter ->> 'kind' = 'new')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and coalesce(jersey.edited_at, jersey.created_at) <= until
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select open.id, open.kind, open.target_type, open.target_id, fact.league, open.created_at, open.member_id
    from public.suggestions open
    cross join lateral (select private.league_of(open.target_type, open.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when to_check then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (not filter ? 'kind' or open.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and open.created_at <= until
      and (last_id is null or (open.created_at, open.id) > (last_since, last_id))
    order by open.created_at, open.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= until
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = waiting.member_id and own.status in ('accepted', 'partly') and own.source is not null)
      + (select count(*)::integer from public.jerseys own where own.author_id = waiting.member_id and own.status = 'approved' and own.is_active),
    case waiting.kind
      when 'new' then jsonb_build_object(
        'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
        'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
        'is_again', jersey.status = 'rejected')
      when 'report' then jsonb_build_object(
        'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
        'list', private.list_for_review(report),
        'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
        -- Their reason goes by mail to somebody who has no account, so one must be given.
        'needs_note', exists (
          select from private.open_reports_about(report) beside join public.visitor_reports filed on filed.report_id = beside.id),
        'team_slug', coalesce(jersey.team_slug, commented.team_slug),
        'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys commented on commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users account on account.id = waiting.member_id
  order by waiting.since, waiting.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.reset_names(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  perform private.record_showcase(was.id, words);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

CREATE OR REPLACE FUNCTION public.showcase(username text)
 RETURNS TABLE(about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select stored.about,
    array(
      select team.id from unnest(stored.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    stored.with_wishes,
    (select count(*) from public.user_collections shelf
      join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
      where shelf.user_id = stored.member_id),
    own.copies, own.teams
  from public.showcases stored
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = stored.member_id and copy.removed_at is null) own
  where stored.member_id = private.open_showcase(showcase.username)
$function$
;

CREATE OR REPLACE FUNCTION public.suggest(target_type text, target_id uuid, changes jsonb, source text, photos jsonb DEFAULT '[]'::jsonb, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  dropped text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  locks_target boolean;
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(of_type, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]'
    and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or is_administrator or suggest.suggestion_id is not null;

  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if locks_target then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif locks_target then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is null and not changes ?| array['merge_into', 'removal'] then
    select * into suggestion from public.suggestions own
    where own.member_id = member and own.target_type = of_type and own.target_id = target and own.kind in ('edit', 'photos')
      and (own.status = 'open' and own.contested_at is null and own.held_at is null
        -- An author's one suggestion of their jersey is reopened.
        or own.status <> 'open' and own.id in (select edit.id from private.own_edits edit where edit.jersey_id = target))
    order by own.status = 'open' desc limit 1 for update;
  elsif suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from changes ?| array['merge_into', 'removal'] then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null or (present ->> 'author_id')::uuid is not distinct from member;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No columns of the table.
  wanted := wanted || private.pick_columns(given, array['photos', 'merge_into', 'removal']);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- An author's own edits of texts and photos aren't counted until facts are suggested with them.
  if not (at_once or is_administrator) and (suggestion.status is distinct from 'open' or suggestion.source is null) then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null
      and own.source is not null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if jsonb_array_length(pictures) = 0 and columns <> '{}' and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open' and other.member_id = member
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      of_type, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(of_type, present, wanted, columns), stated)
    on conflict do nothing
    returning * into suggestion;
    -- An author's edit in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
  else
    update public.suggestions made
    set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(), status = 'open',
      created_at = case when made.status = 'open' then made.created_at else clock_timestamp() end,
      verdicts = private.accepted_verdicts(made.verdicts, given),
      contest = null, contested_at = null,
      source = case when is_added and position(stated in made.source) = 0
        then left(made.source || E'\n' || stated, 500) else stated end,
      changes = case when is_added then made.changes - private.with_dependent_columns(dropped) else '{}' end || given,
      was = case when is_added then made.was else '{}' end || private.pick_columns(present, private.with_dependent_columns(columns)),
      words = case when is_added then made.words else '{}' end || private.suggestion_words(of_type, present, wanted, columns)
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  end if;
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images taken where taken.id = picture.id)
      then gen_random_uuid() else picture.id end, target, suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first.
    least(picture.place + (select coalesce(max(shown.position), -1) from public.jersey_images shown where shown.jersey_id = target), 1000)
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer);
  if dropped <> '{}' and private.pending_keys(suggestion) = '{}' then
    update public.suggestions made
    set status = case when made.verdicts = '{}' then 'withdrawn' else private.outcome_of(made.verdicts) end
    where made.id = suggestion.id returning * into suggestion;
  end if;
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(of_type, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    suggestion := private.apply_verdicts(
      suggestion, (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key), null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.swap_daily_shirt(day date, jersey_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.try_guess(day date, team_id uuid, decade integer, player text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.undo(revision_id bigint DEFAULT NULL::bigint, batch_id uuid DEFAULT NULL::uuid, member uuid DEFAULT NULL::uuid, since timestamp with time zone DEFAULT NULL::timestamp with time zone, fields text[] DEFAULT NULL::text[], reason text DEFAULT NULL::text, dry_run boolean DEFAULT false, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  of_types constant text[] := array['jersey', 'team', 'competition'];
  -- A team's name and colours are on all of its jerseys.
  most constant jsonb := '{"jersey": 200, "team": 5, "competition": 200}';
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  given constant text := private.tidy(undo.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  last_id bigint;
  total integer;
  revision public.revisions;
  batch bigint[];
  reached bigint;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  undone integer := 0;
  seen jsonb[] := '{}';
  announced jsonb[] := '{}';
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  fresh public.revisions[] := '{}';
  next jsonb;
  departures bigint[] := '{}';
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(undo.revision_id, undo.batch_id, undo.member) <> 1 or undo.fields is not null and undo.revision_id is null
    or not of_type = any (of_types) or undo.after ->> 'id' !~ '^-?\d{1,18}$'
    -- Nothing is added to a batch but by whoever began it.
    or undo.after ->> 'batch_id' is not null and not exists (
      select from private.decisions begun
      where begun.table_name = 'undoings' and begun.row_id::text = undo.after ->> 'batch_id' and begun.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  last_id := (undo.after ->> 'id')::bigint;
  if not is_dry and (given is null or char_length(given) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if undo.member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif undo.member is not null and not exists (select from public.profiles where id = undo.member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  select count(*) into total
  from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000);
  if total = 0 and undo.member is null then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such change.';
  end if;
  if undo.fields is not null and (
    undo.fields = '{}' or array_position(undo.fields, null) is not null
    or not (select changes ?& undo.fields from public.revisions where id = undo.revision_id)) then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;

  if is_dry then
    select array_agg(id) into batch
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 200);
  else
    -- What a member changed is undone in as many steps as it takes.
    if undo.member is null then
      perform private.count_write('undoings', 1);
    end if;
    -- All steps of one call are one batch, so that it is undone as one.
    if undo.after ? 'batch_id' then
      perform private.set_batch((undo.after ->> 'batch_id')::uuid);
    end if;
    -- One kind of page in a step.
    loop
      select array_agg(id) into batch
      from private.undoable_revisions(
        undo.revision_id, undo.batch_id, undo.member, undo.since, of_type, last_id, (most ->> of_type)::integer);
      exit when batch is not null or of_type = 'competition';
      of_type := of_types[array_position(of_types, of_type) + 1];
      last_id := null;
    end loop;
    -- The second of two reviewers waits here, and finds it done.
    perform private.lock_for_undoing(batch, of_type);
  end if;
  waits_again := undo.batch_id is not null and not is_dry and not exists (
    select from public.revisions own
    where own.id = any (batch) and (not private.is_fresh(own) or own.contributor_id is not distinct from auth.uid() or private.fields_that_stay(
      own, private.target_row(own.target_type, own.target_id), is_administrator) <> '{}'));

  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions own where own.id = any (batch)
    order by case when is_dry then own.target_id end, own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if undo.fields is not null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (undo.fields);
      back := array(
        select field from unnest(back) field
        where field = any (undo.fields)
          -- A competition is of its league.
          or field in ('league', 'competition') and undo.fields && array['league', 'competition']);
    end if;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, given, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions beside
          where beside.id = any (batch) and beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else announced := announced || array(
          select jsonb_build_object(
            'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
            'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
            'before', private.as_text(revision.changes -> field -> 'after'),
            'after', private.as_text(revision.changes -> field -> 'before'))
          from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved');
        end if;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if undo.revision_id is null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  perform private.notify_undone(announced, undo.member, given);
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select earlier.suggestion_id from public.revisions earlier where earlier.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions gone using unnest(fresh) decision where decision.id in (gone.id, gone.undoes);
  perform private.count_undone_imports(departures);
  next := case
    when is_dry or undo.revision_id is not null or fresh <> '{}' then null
    when reached > batch[cardinality(batch)] or cardinality(batch) = (most ->> of_type)::integer
      then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
    when of_type <> 'competition' then jsonb_build_object(
      'target_type', of_types[array_position(of_types, of_type) + 1], 'batch_id', private.current_batch())
  end;
  if next is not null then
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when undone > cardinality(fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(seen) item),
    'next', next);
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_decision(decided_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_images(array[decided_id]);
  perform from public.jerseys where id = decided_id for update;
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions known where known.row_id = decided_id and known.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or exists (
      select from public.revisions made where made.target_id = coalesce(suggestion.target_id, decided_id) and made.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision of the last seconds, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    update public.jerseys jersey
    set status = past.was ->> 'status', moderation_note = past.was ->> 'moderation_note',
      moderated_at = (past.was ->> 'moderated_at')::timestamptz, edited_at = (past.was ->> 'edited_at')::timestamptz
    where jersey.id = decided_id;
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  delete from public.notices notice where notice.created_at = moment and notice.due_at > clock_timestamp();
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  delete from public.jersey_votes vote using private.imported_votes brought
  left join public.jersey_redirects redirect on redirect.from_id = brought.jersey_id
  where brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (brought.jersey_id, redirect.into_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.wish_details(wish) = brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- What was taken back is no import more.
  delete from private.writes where id = (
    select written.id from private.writes written
    where written.member_id = own.owner_id and written.kind = 'imports' and written.at >= own.created_at
    order by written.at limit 1);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $function$
;

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';

COMMENT ON COLUMN "public"."daily_guesses"."on_day" IS 'True for a game that began on its day, until it ends after the next noon: it counts for the streak';

COMMENT ON COLUMN "public"."jerseys"."colors" IS 'One to three of the fourteen named colours, the main one first; an empty list is replaced by the default colours (docs/product/jersey.md 23). Not hexadecimal, unlike teams.colors';

COMMENT ON FUNCTION "private"."choose_duel"(date, text) IS 'The duel of a day, by docs/product/daily.md 28.33; nothing if the catalogue has no two jerseys for it';

COMMENT ON FUNCTION "private"."choose_jersey"(text, date, text) IS 'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

COMMENT ON FUNCTION "private"."combining_marks"() IS 'Marks that stand above or below the letter before them, as a regular expression';

COMMENT ON FUNCTION "private"."found_words"(text) IS 'The words by which a name is found: "D.C. United" also as "DC United", "Newell''s" also as "Newells"';

COMMENT ON FUNCTION "private"."game_counts"(public.daily_guesses) IS 'Whether a game counts for the streak, or will if it ends now: one that began on its day has until noon of the next';

COMMENT ON FUNCTION "private"."is_decided_by_another"(public.suggestions) IS 'True of a contested decision of the caller''s. An administrator decides anew after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."is_like_jersey"(text, uuid) IS 'Whether a jersey has these words, or ones that are like them: search also finds by colours and bold corrections';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'True if a text shows all of its characters, each in its line';

COMMENT ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) IS 'The five jerseys of these teams that are nearest to a line, those of the first teams first, whether it surely means one, and whether one has the team, time, kit and sport that the line says (`fits`)';

COMMENT ON FUNCTION "private"."own_copy"(public.copies) IS 'A copy of the caller''s with what its shirt is called';

COMMENT ON FUNCTION "private"."record_row_revision"() IS 'Argument: the type of target. A direct write is an administrator''s correction';

COMMENT ON FUNCTION "private"."teams_among_words"(text) IS 'Teams that the most words in a row of a name call, where others stand beside them';

COMMENT ON FUNCTION "private"."trust_in"(uuid) IS 'Whether a member''s small corrections are public at once, with the figures: at least 20 suggestions decided within a year, 95 % of the last 50 accepted in full, no change undone within 30 days (docs/product/contribute.md 26.53)';

COMMENT ON FUNCTION "private"."unnamed"() IS 'The username of a member who chose none. In public it is shown as the word for member in the reader''s language';

COMMENT ON FUNCTION "private"."username_from"(text, text) IS 'The nearest allowed username, null if nothing of it is. It is never made from the e-mail address, which is private';

COMMENT ON FUNCTION "private"."visible"(text) IS 'A text without its hidden characters and its fifth mark on a letter; null when nothing is left';

COMMENT ON FUNCTION "private"."whole_words"(text) IS 'A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen''s". Twin of wholeWords() in app/shared/domain/words.ts';

COMMENT ON FUNCTION "private"."worded_candidates"(jsonb) IS 'The jerseys, five at most, that search finds by all words of a line';

COMMENT ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) IS 'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';

COMMENT ON FUNCTION "public"."import_copies"(uuid, jsonb, boolean) IS 'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys of lines that brought nothing: their jersey is gone, or the copy was changed since';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same (`kept`), and the sport of the team that it names. `kind` is `wish` or `vote`, none for a copy. At most 200 lines, of which 50 are searched';

COMMENT ON FUNCTION "public"."my_changes"() IS 'What changed for the caller since their last visit, and when that was; notes this visit of whoever may write';

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams; no row unless they show it';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; an own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Takes back the caller''s refusal, check or settled report as if it had not been, within private.undo_time(): nobody was told yet';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON TYPE "private"."import_line" IS 'A line of a batch, read; its place among all that are sent';

REVOKE ALL ON FUNCTION "private"."choose_duel"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_jersey"(text, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."game_counts"(public.daily_guesses) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_time"(public.collection_imports, timestamp with time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_decided_by_another"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_like_jersey"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_jersey"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_like_team"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_team"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."kept_shirts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_shirts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."own_copy"(public.copies) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_copy"(public.copies) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."teams_among_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_among_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."teams_of_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_of_line"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unnamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "service_role";

set check_function_bodies = on;
-- end

-- accepted: all of it: because no server of an earlier release runs beside this one
drop index public.jerseys_alike;

-- The words of names with initials, possessives, and of countries with another name. They are stored.
update public.team_aliases set alias = alias where private.whole_words(alias) <> alias;

select private.refresh_search(kind, array_agg(id))
from private.searchable
where private.whole_words(text) <> text
  or text ~ '\m(UAE|RDC|Czech|Holland|Swaziland|East|Turkey|Taipei|EEUU)\M'
group by kind;
