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

alter index private.decisions_by_administrator rename to decisions_by_decided_by;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members read their own answers" ON "public"."daily_duel_answers";

DROP POLICY "members read their own games" ON "public"."daily_guesses";

DROP POLICY "reviewers read what became of jerseys" ON "public"."gone_jerseys";

DROP POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images";

DROP POLICY "members read images of jerseys they read" ON "public"."jersey_images";

DROP VIEW "private"."searchable";

DROP VIEW "private"."team_names";

DROP FUNCTION "private"."accept_same_merges"(uuid, uuid);

DROP FUNCTION "private"."bring_back"(public.gone_jerseys, text, boolean);

DROP FUNCTION "private"."check_departure"(uuid, uuid, text, text);

DROP FUNCTION "private"."choose_duel"(date);

DROP FUNCTION "private"."choose_jersey"(text, date, integer);

DROP FUNCTION "private"."let_go"(uuid, uuid, text, text);

DROP FUNCTION "private"."move_jersey"(uuid, uuid);

DROP FUNCTION "private"."move_suggestions"(uuid, uuid, text);

DROP FUNCTION "private"."reason_not_to_go"(uuid, uuid);

DROP FUNCTION "private"."undo_days"();

DROP FUNCTION "private"."write_departure"(uuid, uuid, text, text, boolean);

DROP FUNCTION "public"."collectors"(uuid);

DROP FUNCTION "public"."newest_line_ups"();

DROP FUNCTION "public"."rising_jerseys"(text, integer);

DROP FUNCTION "public"."showcase"(text);

DROP FUNCTION "public"."similar_by_color"(uuid, integer);

CREATE OR REPLACE FUNCTION private.accept_same_edits(decided public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_same
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_same)) key)
    where decided.kind = 'edit' and s_same.kind = 'edit' and s_same.status = 'open' and s_same.id <> decided.id
      and s_same.target_type = decided.target_type and s_same.target_id = decided.target_id and s_same.changes = decided.changes
      and s_same.verdicts = '{}' and s_same.contested_at is null and s_same.held_at is null
      and s_same.member_id is distinct from auth.uid()
      and not exists (select from private.own_edits edit where edit.id = s_same.id)
      and not exists (select from public.jersey_images image where image.suggestion_id = s_same.id)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.accept_same_merges(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    -- Not the reviewer's own, nor what another reviewer must decide.
    where s_same.target_type = 'jersey' and s_same.status = 'open' and s_same.contested_at is null
      and s_same.member_id is distinct from auth.uid() and (
      s_same.target_id = from_jersey and s_same.changes ->> 'merge_into' = into_jersey::text
      or s_same.target_id = into_jersey and s_same.changes ->> 'merge_into' = from_jersey::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', into_jersey, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with added as (
    insert into public.copies (
      owner_id, jersey_id, former_jersey, import_key, created_at, size_scale, size, version, condition, printed_name,
      printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since,
      storage_place, notes)
    select own.owner_id, case when facts is null then (copy).jersey_id end, facts, (copy).import_key,
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
end $function$
;

CREATE OR REPLACE FUNCTION private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images image where image.id = picture.id)
      then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first.
    least(picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000)
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer)
$function$
;

CREATE OR REPLACE FUNCTION private.anniversary_jersey(league text, day date, seed text, recent uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select found.id
  from (
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = anniversary_jersey.league
      and private.founded_round_years_ago(team.founded_year, anniversary_jersey.day) is not null
      -- Once in the year that it celebrates.
      and not exists (
        select from public.daily_shirts shirt
        where shirt.kind = 'shown' and date_trunc('year', shirt.day) = date_trunc('year', anniversary_jersey.day)
          and shirt.facts ->> 'team_id' = team.id::text)
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
$function$
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
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
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
  update public.suggestions s_decided
  set verdicts = s_decided.verdicts || given, status = private.outcome_of(s_decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where s_decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.retire_jersey(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
    if corrections is null and suggestion.status = 'accepted' then
      perform private.accept_same_edits(suggestion);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.approval_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not exists (select from public.jerseys where id = revision.target_id) then 'gone'
    when exists (
      select from public.revisions r_later
      where r_later.target_type = 'jersey' and r_later.target_id = revision.target_id and r_later.kind = 'approved' and r_later.id > revision.id)
      then 'changed'
    when exists (select from public.jerseys where id = revision.target_id and status <> 'approved') then 'undone'
    when exists (select from public.jerseys where id = revision.target_id and not is_active) then 'hidden'
    when not is_administrator and exists (
      select from public.jerseys where id = revision.target_id and author_id = auth.uid()) then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.used_by_members(
      revision.target_id, (select author_id from public.jerseys where id = revision.target_id)) is not null then 'used'
  end
$function$
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

CREATE OR REPLACE FUNCTION private.begin_suggesting(of_type text, changes jsonb, pictures jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
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
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_undoing(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, after jsonb, INOUT of_type text, OUT batch bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_id bigint := (after ->> 'id')::bigint;
begin
  -- What a member changed is undone in as many steps as it takes.
  if member is null then
    perform private.count_write('undoings', 1);
  end if;
  -- All steps of one call are one batch, so that it is undone as one.
  if after ? 'batch_id' then
    perform private.set_batch((after ->> 'batch_id')::uuid);
  end if;
  -- One kind of page in a step.
  loop
    select array_agg(id) into batch
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, private.undo_size(of_type));
    exit when batch is not null or of_type = 'competition';
    of_type := private.type_after(of_type);
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
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

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'copies' and mr.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collection set id = gen_random_uuid()
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections' and collection.id = mr.row_id
    and collection.jersey_id = kept;
  update public.user_collections collection
  set id = mr.row_id, created_at = (mr.stored ->> 'created_at')::timestamptz
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections'
    and collection.user_id = mr.member_id and collection.jersey_id = gone
    and not exists (select from public.user_collections uc_taken where uc_taken.id = mr.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_redirects' and mr.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_votes' and mr.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes jv_own where jv_own.jersey_id = gone and jv_own.voter_id = vote.voter_id);
    update public.user_wishlists wishlist set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'user_wishlists' and mr.row_id = wishlist.id
      and wishlist.jersey_id = kept
      and not exists (select from public.user_wishlists uw_own where uw_own.jersey_id = gone and uw_own.user_id = wishlist.user_id);
    update public.list_items item set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'list_items' and mr.row_id = item.id
      and item.jersey_id = kept
      and not exists (select from public.list_items li_own where li_own.jersey_id = gone and li_own.list_id = item.list_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'comments' and mr.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (mr.stored #>> '{}')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'notices' and mr.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.brings_back(revision public.revisions, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive chain as (
    select revision.undoes, null::uuid as contributor_id, 0 as depth
    union all
    -- Of imports and line-ups nobody but administrators decides.
    select r_earlier.undoes, case when r_earlier.kind not in ('imported', 'line_up') then r_earlier.contributor_id end, chain.depth + 1
    from chain join public.revisions r_earlier on r_earlier.id = chain.undoes
  )
  select exists (select from chain where depth % 2 = 1 and contributor_id = brings_back.member)
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

CREATE OR REPLACE FUNCTION private.change_copies(own public.collection_imports, batch private.import_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select c_mine.id, to_jsonb(c_mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies c_mine on c_mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and c_mine.owner_id = own.owner_id
      and c_mine.updated_at = (batch.copy).updated_at
    order by c_mine.id for update of c_mine
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
end $function$
;

CREATE OR REPLACE FUNCTION private.change_suggestion(suggestion public.suggestions, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text, is_added boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suggestions s
  set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(), status = 'open',
    created_at = case when s.status = 'open' then s.created_at else clock_timestamp() end,
    verdicts = private.accepted_verdicts(s.verdicts, given),
    contest = null, contested_at = null,
    source = case when is_added and position(stated in s.source) = 0
      then left(s.source || E'\n' || stated, 500) else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was else '{}' end || private.pick_columns(present, private.with_dependent_columns(columns)),
    words = case when is_added then s.words else '{}' end || private.suggestion_words(s.target_type, present, wanted, columns)
  where s.id = suggestion.id
  returning * into suggestion;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.changes_of(member uuid, since timestamp with time zone, till timestamp with time zone, most integer)
 RETURNS TABLE(kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint, target_type text, target_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  -- As on a page that shows a collection: a team's home, away or third jerseys, from two on.
  with sets as materialized (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held, max(collection.created_at) as newest
    from public.user_collections collection
    join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
    where collection.user_id = member and jersey.team_id is not null
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
  ),
  news as materialized (
    select 1 as place, 'wish' as kind, arrival.jersey_id, arrival.at, null::text as target_type, null::uuid as target_id
    from public.user_wishlists wishlist
    join private.arrivals arrival
      on arrival.jersey_id = wishlist.jersey_id and arrival.kind = 'photo' and not arrival.is_bulk
        and arrival.at > since and arrival.at <= till
    where wishlist.user_id = member
    union all
    select 2, 'gap', arrival.jersey_id, arrival.at, 'team', own.team_id
    from (select distinct sets.team_id from sets) own
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = own.team_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id
    join sets on sets.team_id = jersey.team_id and sets.kit_type_slug = jersey.kit_type_slug
    where arrival.kind = 'jersey'
    union all
    select case arrival.kind when 'jersey' then 3 else 4 end, arrival.kind, arrival.jersey_id, arrival.at, follow.target_type, follow.target_id
    from public.follows follow
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = follow.target_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    where follow.member_id = member and follow.target_type <> 'list'
    union all
    select 5, 'listed', item.jersey_id, item.created_at, 'list', list.id
    from public.follows follow
    join public.lists list on list.id = follow.target_id and private.is_shown_list(list)
    cross join lateral (
      select li_newest.jersey_id, li_newest.created_at from public.list_items li_newest
      where li_newest.list_id = list.id and li_newest.created_at > since and li_newest.created_at <= till
      order by li_newest.created_at desc limit 100
    ) item
    where follow.member_id = member and follow.target_type = 'list'
  ),
  changed as materialized (
    select distinct on (news.jersey_id) news.place, news.kind, news.jersey_id, news.at, news.target_type, news.target_id
    from news
    join public.jerseys jersey on jersey.id = news.jersey_id and jersey.status = 'approved' and jersey.is_active
    -- It may have been corrected since.
    where (news.target_type is null or news.target_type = 'list' or news.target_id in (jersey.team_id, jersey.competition_id, jersey.brand_id))
      -- Not what a member added themselves, nor a new jersey that they have.
      and case
        when news.kind in ('jersey', 'gap') then jersey.author_id is distinct from member and not exists (
          select from public.user_collections collection where collection.user_id = member and collection.jersey_id = news.jersey_id)
        when news.kind in ('photo', 'wish') then exists (
          select from public.jersey_images image
          where image.jersey_id = news.jersey_id and image.suggestion_id is null
            and image.contributor_id is distinct from member)
        else true end
    -- Of a team and its brand or competition the team is named.
    order by news.jersey_id, news.place, news.target_type desc
  )
  select changed.kind, null::uuid, null::uuid, null::text, count(*), null::text, null::uuid from changed group by changed.kind
  union all
  (select changed.kind, changed.jersey_id, null, null,
      count(*) over (partition by changed.kind, changed.target_id), changed.target_type, changed.target_id
    from changed order by changed.place, changed.at desc, changed.jersey_id limit most)
  union all
  select 'set', null, sets.team_id, private.kit_of(sets.kit_type_slug), sets.held, null, null
  from sets
  where sets.newest > since and sets.newest <= till and sets.held = (
    select sum(counts.jerseys) from private.team_kit_counts counts
    where counts.team_id = sets.team_id and counts.kit_type_slug = sets.kit_type_slug)
  union all
  select 'bulk', null, null, null, imported.amount, null, null
  from (select private.count_bulk(member, since, till) as amount) imported
  where imported.amount > 0
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

CREATE OR REPLACE FUNCTION private.check_departure(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  problem text;
begin
  if urgency not in ('offensive', 'unlawful') then
    raise sqlstate 'PT400' using message = 'urgency_unknown', detail = 'The urgency is offensive, unlawful or nothing.';
  end if;
  if given is null or char_length(given) not between 10 and 500 then
    raise sqlstate 'PT400' using message = 'merge_reason', detail = 'The reason has 10 to 500 characters.';
  end if;
  if from_jersey = into_jersey then
    raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_merges();
  perform private.lock_jerseys(array_remove(array[from_jersey, into_jersey], null));
  problem := private.reason_not_to_go(from_jersey, into_jersey);
  if problem = 'jersey_not_found' then
    raise sqlstate 'PT404' using message = problem, detail = 'One of the jerseys was deleted.';
  elsif problem is not null then
    perform private.check_not_gone(from_jersey);
    raise sqlstate 'PT409' using
      message = problem, detail = 'Public jerseys are merged and removed, and submissions merged.';
  end if;
  perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id in (from_jersey, into_jersey);
  perform private.count_write('merges', 1);
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_image_count(jersey_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
      -- Those of former members aren't one member's.
      and image.contributor_id is not null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from private.edited_images ei
    join public.jersey_images image on image.id = ei.id
    where ei.jersey_id = any (jersey_ids) and image.contributor_id is not null
    group by ei.jersey_id, image.contributor_id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from private.edited_images ei
    where ei.jersey_id = any (jersey_ids) and ei.place > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_moderation(decision text, reason text, overrule boolean, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if char_length(reason) > 1000 then
    raise check_violation using
      message = 'new row for relation "jerseys" violates check constraint "jerseys_moderation_note_length"',
      table = 'jerseys', constraint = 'jerseys_moderation_note_length';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_not_gone(jersey_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  departed public.gone_jerseys;
begin
  -- What is written while a merge or removal is under way waits for it.
  perform from public.jerseys jersey where jersey.id = check_not_gone.jersey_id for key share;
  select * into departed from public.gone_jerseys gj
  where gj.jersey_id = check_not_gone.jersey_id and private.is_gone(gj.jersey_id);
  if departed.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif departed.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_not_said(suggestion_id uuid, of_type text, target uuid, given jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if exists (
    select from public.suggestions suggestion
    where suggestion.target_id = target and suggestion.target_type = of_type and suggestion.status = 'open' and suggestion.member_id = auth.uid()
      and suggestion.id is distinct from check_not_said.suggestion_id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where suggestion.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_room(member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  amount integer;
  room integer;
begin
  select count(*) into amount from public.suggestions suggestion
  where suggestion.member_id = member and suggestion.status = 'open' and suggestion.held_at is null and suggestion.source is not null;
  room := case when private.is_experienced(member) then 30 else 5 end;
  if amount >= room then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggested_photos(target_type text, target uuid, photos jsonb, replaced uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_typeof(photos) <> 'array'
    or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A file of somebody else could be exchanged after it was accepted.
  perform private.check_image_address(photo ->> 'url') from jsonb_array_elements(photos) photo;
  if exists (
    select from jsonb_array_elements(photos) photo
    where photo ->> 'kind' is null) then
    raise not_null_violation using message = 'A suggested photo says what it shows.';
  end if;
  if exists (
    select from jsonb_array_elements(photos) photo
    where split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text) then
    raise insufficient_privilege using
      message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
  end if;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url')
          or image.suggestion_id is null and image.likeness::text = photo ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      where suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid()
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_trusted(suggestion public.suggestions, verdicts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused constant text[] := array(select key from jsonb_each(check_trusted.verdicts) where value -> 'accepted' = 'false');
  -- A reason of undo() has 3 to 500 characters.
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  revision public.revisions;
  back text[];
begin
  update public.suggestions s_live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = s_live.verdicts || check_trusted.verdicts
  where s_live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  select * into revision from public.revisions r
  where r.target_type = suggestion.target_type and r.target_id = suggestion.target_id
    and r.suggestion_id = suggestion.id and r.kind = 'trusted';
  back := array(
    select field
    from unnest(private.fields_back(revision, private.fields_that_stay(
      revision, private.target_row(suggestion.target_type, suggestion.target_id), public.is_admin(auth.uid())))) field
    where field = any (array(select regexp_replace(name, '_id$', '') from unnest(refused) name)));
  if back <> '{}' then
    perform public.undo(
      revision_id => revision.id, fields => back, reason => rpad(reason, greatest(char_length(reason), 3), '.'));
  else
    -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, check_trusted.verdicts));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undecided(jersey public.jerseys, edit public.suggestions, overrule boolean, seen jsonb, refused text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moderator uuid;
begin
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null and edit.status is distinct from 'open' then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  if edit.status is distinct from 'open' and refused <> '{}' then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undo(revision_id bigint, batch_id uuid, member uuid, fields text[], reason text, is_dry boolean, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions decision
      where decision.table_name = 'undoings' and decision.row_id::text = after ->> 'batch_id' and decision.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and (reason is null or char_length(reason) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif member is not null and not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
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
          pair := private.choose_rivals(choose_duel.day, due, span, widest, seed);
        else
          pair := private.choose_in_season(choose_duel.day, due, kind, span, widest, seed);
        end if;
        if pair is not null then
          return;
        end if;
      end loop;
    end loop;
    span := '7 days';
    widest := 1;
  end loop;
  kind := null;
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_in_season(day date, league text, kind text, span interval, widest double precision, seed text, OUT pair uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
  one uuid[];
begin
  for wanted in
    select place.id as competition_id, season.id as season_id, left(season.code, 3) as decade
    from (
      select competition.id from public.competitions competition
      where competition.league = choose_in_season.league and competition.is_active order by md5(seed || competition.id) limit 6
    ) place
    cross join lateral (
      select s.id, s.code from public.seasons s
      where exists (
        select from public.jerseys jersey
        where jersey.competition_id = place.id and jersey.season_id = s.id
          and jersey.status = 'approved' and jersey.is_active)
      order by md5(seed || s.id) limit 4
    ) season
    order by md5(seed || season.id || place.id)
  loop
    one := private.season_sample(wanted.competition_id, wanted.season_id, choose_in_season.day, span, seed);
    if kind = 'competition' then
      pair := private.duel_pair(one, one, widest, seed);
    elsif cardinality(one) > 0 then
      -- Another season of the decade, of another competition if there is one.
      select private.duel_pair(
        one, private.season_sample(other.competition_id, other.season_id, choose_in_season.day, span, seed), widest, seed)
      into pair
      from (
        select competition.id as competition_id, s.id as season_id
        from public.competitions competition, public.seasons s
        where competition.league = choose_in_season.league and competition.is_active and left(s.code, 3) = wanted.decade
          and (competition.id, s.id) <> (wanted.competition_id, wanted.season_id)
          and exists (
            select from public.jerseys jersey
            where jersey.competition_id = competition.id and jersey.season_id = s.id
              and jersey.status = 'approved' and jersey.is_active)
        order by competition.id = wanted.competition_id, md5(seed || competition.id || s.id) limit 1
      ) other;
    end if;
    if pair is not null then
      return;
    end if;
  end loop;
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
  select coalesce(array_agg((shirt.facts ->> 'competition_id')::uuid), '{}') into recent
  from public.daily_shirts shirt
  where shirt.day between choose_jersey.day - 6 and choose_jersey.day + 6
    and case when shirt.kind = choose_jersey.kind then shirt.day <> choose_jersey.day
      else shirt.kind = 'shown' and shirt.day = choose_jersey.day end;
  -- The sport that wasn't shown for longest.
  for due in
    select known.league
    from (select distinct competition.league from public.competitions competition where competition.is_active) known
    left join (
      select shirt.facts ->> 'league' as league, max(shirt.day) as last from public.daily_shirts shirt
      where shirt.kind = choose_jersey.kind and shirt.day between choose_jersey.day - 60 and choose_jersey.day - 1
      group by shirt.facts ->> 'league'
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
        select s.id from public.seasons s
        where exists (
          select from public.jerseys jersey
          where jersey.competition_id = place and jersey.season_id = s.id
            and jersey.status = 'approved' and jersey.is_active)
        order by md5(seed || s.id) limit 12
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
        select from public.daily_shirts shirt where shirt.day = choose_jersey.day and shirt.jersey_id = picked.id)
    order by private.is_taken_near(picked.id, choose_jersey.day, choose_jersey.kind), jersey.competition_id = any (recent),
      (select max(shirt.day) from public.daily_shirts shirt
        where shirt.jersey_id = picked.id and shirt.kind = choose_jersey.kind) nulls first,
      md5(seed || picked.id)
    limit 1);
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_rivals(day date, league text, span interval, widest double precision, seed text, OUT pair uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
begin
  for wanted in
    select team.id as host_id, t_guest.id as guest_id
    from public.teams team
    join public.teams t_guest on t_guest.competition_id = team.competition_id and t_guest.city = team.city
      and t_guest.country is not distinct from team.country and t_guest.id > team.id and t_guest.is_active
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = choose_rivals.league
      and not private.is_beside_duel(team.id, choose_rivals.day) and not private.is_beside_duel(t_guest.id, choose_rivals.day)
    -- Of a city with many teams, not more often than of one with two.
    order by md5(seed || team.city), md5(seed || team.id || t_guest.id) limit 8
  loop
    pair := private.duel_pair(
      private.team_sample(wanted.host_id, choose_rivals.day, span, seed),
      private.team_sample(wanted.guest_id, choose_rivals.day, span, seed), widest, seed);
    if pair is not null then
      return;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.close_history(target_type text, target_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.revisions revision
  where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id
    and not exists (select from public.jersey_redirects where from_id = close_history.target_id)
    -- An administrator brings back what hurt, and was merged into it.
    and not exists (
      select from public.gone_jerseys gj where gj.batch_id = revision.batch_id and gj.undo_until is not null)
$function$
;

CREATE OR REPLACE FUNCTION private.close_suggestions(target_type text, target_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  gone jsonb;
begin
  for suggestion in
    select * from public.suggestions s_open
    where s_open.target_id = close_suggestions.target_id and s_open.target_type = close_suggestions.target_type and s_open.status = 'open'
    order by s_open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions s_ended
    set verdicts = gone || s_ended.verdicts, decided_at = coalesce(s_ended.decided_at, now()), held_at = null,
      status = case when s_ended.verdicts = '{}' then 'outdated' else private.outcome_of(gone || s_ended.verdicts) end
    where s_ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.color_name(hex text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when name not in ('blue', 'purple') then name
    when looked[2] > -0.123 * looked[3] then 'purple'
    else 'blue'
  end
  from private.color_references reference, private.oklab(color_name.hex) looked
  order by (reference.lab[1] - looked[1]) ^ 2 + (reference.lab[2] - looked[2]) ^ 2
    + (reference.lab[3] - looked[3]) ^ 2
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.colored_jerseys(asked text[], first_year integer, last_year integer, wanted integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select id::uuid
    from jsonb_array_elements_text(public.catalogue_page(jsonb_build_object(
      'from', first_year, 'to', last_year,
      'color', (
        select jsonb_agg(distinct color)
        from unnest(asked) word cross join lateral unnest(private.called_colors(word, false)) color))) -> 'ids')
      with ordinality as colored (id, place)
    order by place
    limit wanted);
end $function$
;

CREATE OR REPLACE FUNCTION private.combining_marks()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select U&'[\0300-\036f\0483-\0489\0591-\05bd\0610-\061a\064b-\065f\08d3-\08ff\0951-\0954\0e31\0e34-\0e3a\0e47-\0e4e\1ab0-\1aff\1cd0-\1cff\1dc0-\1dff\20d0-\20ff\a8e0-\a8f1\fe20-\fe2f]'
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

CREATE OR REPLACE FUNCTION private.correct_jersey(uncorrected public.jerseys, corrections jsonb)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrected public.jerseys := jsonb_populate_record(uncorrected, corrections);
  jersey public.jerseys;
begin
  if not corrections ? 'colors' then
    corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
    corrected.colors := private.followed_colors(uncorrected, corrected);
  end if;
  jersey := private.set_fields(uncorrected.id, corrected);
  perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.corrections(word text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found text[];
begin
  -- Another year is no correction, and words of three letters resemble too many others.
  if word ~ '^\d+$' or char_length(word) < 4 or char_length(word) > 30 then
    return '{}';
  end if;
  found := array(
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word = any (
        private.deletion_variants(corrections.word) || private.swaps(corrections.word))
      or vocabulary.near && (corrections.word || private.masked_variants(corrections.word))
      or vocabulary.word like '%' || corrections.word || '%'
    order by extensions.similarity(vocabulary.word, corrections.word) desc, vocabulary.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word operator(extensions.%) corrections.word
    order by extensions.similarity(vocabulary.word, corrections.word) desc, vocabulary.word
    limit 4);
end $function$
;

CREATE OR REPLACE FUNCTION private.count_bulk(member uuid, since timestamp with time zone, till timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)
  from (
    select distinct arrival.jersey_id
    from public.follows follow
    cross join lateral (
      select a_newest.jersey_id from private.arrivals a_newest
      where a_newest.target_id = follow.target_id and a_newest.is_bulk and a_newest.at > since and a_newest.at <= till
        and a_newest.kind = 'jersey'
      limit 1000
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id and jersey.status = 'approved' and jersey.is_active
    where follow.member_id = member
    limit 1000
  ) added
$function$
;

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
      firsts = case when counted.total >= 3 then counted.firsts end,
      seconds = case when counted.total >= 3 then counted.seconds end,
      neithers = case when counted.total >= 3 then counted.total - counted.firsts - counted.seconds end
    from (
      select count(*) as total,
        count(*) filter (where answer.choice = 'first') as firsts, count(*) filter (where answer.choice = 'second') as seconds
      from public.daily_duel_answers answer
      join public.daily_players player on player.id = answer.player_id
      join auth.users u on u.id = player.user_id
      where answer.day = ended and private.may_count(u)
    ) counted
    where duel.day = ended;
    closed := closed + 1;
  end loop;
  return closed;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_write(kind text, amount bigint, is_locked boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes are serialized. Two at once would each see room for one more row.
  if is_locked then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select wl.span, wl.most, done.first + wl.span as room_at into broken
  from private.write_limits wl
  cross join lateral (
    select coalesce(sum(write.amount), 0) as amount, min(write.at) as first
    from private.writes write
    where write.member_id = member and write.kind = count_write.kind
      and write.at > clock_timestamp() - wl.span
  ) done
  where wl.kind = count_write.kind
    and done.amount + count_write.amount > wl.most
    and (not wl.for_new or private.is_new(member))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > wl.most desc, room_at desc
  limit 1;
  if found then
    raise sqlstate 'PT429' using
      message = kind || '_too_many',
      detail = format('At most %s in %s.', broken.most, broken.span),
      hint = case
        when amount > broken.most then 'Send fewer at once.'
        else format('Retry after %s seconds.',
          greatest(1, ceil(extract(epoch from broken.room_at - clock_timestamp())))::bigint)
      end;
  end if;
  insert into private.writes (member_id, kind, amount) values (member, kind, amount);
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

CREATE OR REPLACE FUNCTION private.daily_player(player text, make boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen jsonb, corrections jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  current jsonb;
  accepted text[];
  pending text[];
  to_check boolean;
begin
  suggestion := private.lock_suggestion(decide_suggestion.suggestion_id);
  to_check := suggestion.trusted and suggestion.afterwards is null;
  perform private.check_decidable(suggestion);
  if seen is distinct from to_jsonb(suggestion.edited_at) then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  pending := case when to_check then array(select jsonb_object_keys(suggestion.verdicts)) else private.pending_keys(suggestion) end;
  -- An administrator deleted its only photo.
  if pending = '{}' then
    update public.suggestions s_empty set status = 'outdated' where s_empty.id = suggestion.id;
    return 'outdated';
  end if;
  perform private.check_verdicts(pending, verdicts);
  if to_check then
    perform private.check_trusted(suggestion, verdicts);
    return case when verdicts @? '$.* ? (@.accepted == false)' then 'undone' else 'accepted' end;
  end if;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where verdicts -> name -> 'accepted' = 'true');
  if verdicts @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  if corrections is not null then
    if jsonb_typeof(corrections) <> 'object' or suggestion.kind <> 'edit' or exists (
      select from jsonb_object_keys(corrections) key
      where regexp_replace(key, '^(team|brand)$', '\1_id') <> all (accepted) or key = 'photos') then
      raise sqlstate 'PT400' using
        message = 'correction_unknown', detail = 'Corrected are accepted fields: ' || array_to_string(accepted, ', ') || '.';
    end if;
    perform private.check_shape(suggestion.target_type, corrections);
    corrections := private.completed_changes(suggestion.target_type, current || suggestion.changes, corrections);
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $function$
;

CREATE OR REPLACE FUNCTION private.decided_by(table_name text, row_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select decision.decided_by from private.decisions decision
  where decision.table_name = decided_by.table_name and decision.row_id = decided_by.row_id
$function$
;

CREATE OR REPLACE FUNCTION private.decided_together(report public.reports, party text)
 RETURNS SETOF public.reports
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r_beside.* from public.reports r_beside
  where r_beside.target_type = report.target_type and r_beside.target_id = report.target_id
    and r_beside.status = report.status and r_beside.resolved_at = report.resolved_at
    and (party = 'author' or r_beside.id = report.id)
  order by r_beside.id
$function$
;

CREATE OR REPLACE FUNCTION private.delete_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not private.has_administrator(beside => member) then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Images before what they belong to, as in a decision.
  perform from public.jersey_images image join public.suggestions suggestion on suggestion.id = image.suggestion_id
  where suggestion.member_id = member order by image.id for update of image;
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions deletion set held_for = null, retry_at = now()
  where deletion.bucket_id = 'jerseys' and deletion.name collate "C" >= member || '/' and deletion.name collate "C" < member || '0'
    and not exists (select from public.jersey_images image where image.path = deletion.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $function$
;

CREATE OR REPLACE FUNCTION private.departure_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when gone.id is null then 'expired'
    when revision.kind = 'approved' then private.approval_stays(revision, is_administrator)
    when not is_administrator and (import.id is not null or gj.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when gj.jersey_id is null then 'undone'
      when gj.undo_until is null or gj.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when gj.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(gj.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys ij where ij.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when gj.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.used_by_members(gone.id) is not null then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys gj on gj.jersey_id = gone.id
$function$
;

CREATE OR REPLACE FUNCTION private.describe_undone(revision public.revisions, back text[], current jsonb)
 RETURNS jsonb[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select jsonb_build_object(
      'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
      'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
      'before', private.as_text(revision.changes -> field -> 'after'),
      'after', private.as_text(revision.changes -> field -> 'before'))
    from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved')
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_report(report public.reports, comment public.comments, jersey public.jerseys, commented public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
    'list', private.list_for_review(report),
    'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
    -- Their reason goes by mail to somebody who has no account, so one must be given.
    'needs_note', exists (
      select from private.open_reports_about(report) beside join public.visitor_reports vr on vr.report_id = beside.id),
    'team_slug', coalesce(jersey.team_slug, commented.team_slug),
    'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_submission(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
    'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
    'is_again', jersey.status = 'rejected')
$function$
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

CREATE OR REPLACE FUNCTION private.divide_fields(revision public.revisions, current jsonb, restored uuid[], fields text[], OUT back text[], OUT stays jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := private.fields_back(revision, stays);
  if fields is not null then
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (fields);
    back := array(
      select field from unnest(back) field
      where field = any (fields)
        -- A competition is of its league.
        or field in ('league', 'competition') and fields && array['league', 'competition']);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.draw_guesses()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  delete from public.daily_shirts shirt
  where shirt.kind = 'guess' and shirt.day > today and (
    not exists (
      select from public.jerseys jersey where jersey.id = shirt.jersey_id and private.fits_a_day(jersey))
    -- A reviewer has chosen to show it on this day.
    or exists (
      select from public.daily_shirts ds_shown
      where ds_shown.kind = 'shown' and ds_shown.day = shirt.day and ds_shown.jersey_id = shirt.jersey_id));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts shirt where shirt.day = today + n and shirt.kind = 'guess')
    order by n
  loop
    chosen := private.choose_jersey('guess', ahead);
    if chosen is not null then
      perform private.set_guess(ahead, chosen);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn;
end $function$
;

CREATE OR REPLACE FUNCTION private.drop_changes(suggestion_id uuid, fields text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.suggestions suggestion set changes = suggestion.changes - fields, was = suggestion.was - fields, words = suggestion.words - fields
  where suggestion.id = drop_changes.suggestion_id
$function$
;

CREATE OR REPLACE FUNCTION private.duel_of(day date)
 RETURNS public.daily_duels
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  duel public.daily_duels;
begin
  select * into duel from public.daily_duels dd
  where dd.day = duel_of.day and dd.day <= private.day_at(now());
  if not found then
    raise sqlstate 'PT404' using message = 'duel_unknown', detail = 'There is no duel on this day.';
  end if;
  return duel;
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
    -- Also before the answer: whoever answers knows whether it will be counted.
    'counts', (
      select coalesce((select private.may_count(u) from auth.users u where u.id = auth.uid()), false)),
    'share', case
      when duel.counted_at is not null and duel.firsts is not null then
        jsonb_build_object('first', duel.firsts, 'second', duel.seconds, 'neither', duel.neithers)
      when duel.counted_at is null and answer.choice is not null and tally.firsts + tally.seconds + tally.neithers >= 3 then
        jsonb_build_object('first', tally.firsts, 'second', tally.seconds, 'neither', tally.neithers)
    end)
  from (values (1)) once
  left join public.daily_duel_answers answer on answer.player_id = playing and answer.day = duel.day
  left join private.duel_tallies tally on tally.day = duel.day
$function$
;

CREATE OR REPLACE FUNCTION private.end_merges(jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  departed public.gone_jerseys;
  merged public.gone_jerseys;
begin
  select * into departed from public.gone_jerseys where jersey_id = jersey.id;
  if departed.jersey_id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.gone_jerseys
    set into_id = case when departed.kind = 'merge' and jersey_id <> departed.into_id then departed.into_id else into_id end,
      undo_until = case when undo_until is not null then now() end
    where into_id = jersey.id;
    update public.gone_jerseys set undo_until = null where jersey_id = jersey.id;
    delete from private.moved_rows where jersey_id = jersey.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for merged in
      select * from public.gone_jerseys where into_id = jersey.id and undo_until > now() order by gone_at desc for update
    loop
      if merged.urgency is null then
        perform private.begin_revision('undo');
        perform private.bring_back(merged, null);
        perform private.end_revision();
      else
        -- What may harm somebody stays hidden, as if it had been removed: an administrator brings it back.
        update public.gone_jerseys set kind = 'removal', into_id = null where jersey_id = merged.jersey_id;
        update public.revisions revision
        set kind = 'removal', target_id = merged.jersey_id,
          changes = jsonb_build_object('jersey', jsonb_build_object('before', merged.title, 'after', null))
        where revision.batch_id = merged.batch_id and private.gone_of(revision) = merged.jersey_id;
      end if;
    end loop;
    perform private.set_change('leaving', null);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_open_suggestions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.suggestions where member_id = old.id and status = 'open';
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = old.id;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.first_of_season(season text, at_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  select coalesce(array_agg(ranked.jersey_id), '{}')
  from (
    select entry.jersey_id
    from private.catalogue_entries entry
    join public.jerseys jersey on jersey.id = entry.jersey_id
    join public.seasons s_played on s_played.id = jersey.season_id
    where entry.until = private.for_ever() and entry.best >= 1
      and entry.year = (
        select left(code, 4)::smallint from public.seasons
        where code = first_of_season.season and is_active)
      -- A tournament of 2022 is not a part of the season 2022-23.
      and (s_played.code like '%-%') = (first_of_season.season like '%-%')
    order by entry.best desc, entry.created_at desc, entry.jersey_id desc
    limit first_of_season.at_most) ranked
$function$
;

CREATE OR REPLACE FUNCTION private.fits_a_day(jersey public.jerseys)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (
      select from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
    and not exists (
      select from public.suggestions suggestion
      where suggestion.target_id = jersey.id and suggestion.target_type = 'jersey' and suggestion.status = 'open' and suggestion.kind <> 'photos')
$function$
;

CREATE OR REPLACE FUNCTION private.follow_undoing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select revision.suggestion_id from public.revisions revision where revision.id = undone.undoes and revision.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_decisions(fresh public.revisions[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select revision.suggestion_id from public.revisions revision where revision.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions revision using unnest(fresh) decision where decision.id in (revision.id, revision.undoes);
end $function$
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

CREATE OR REPLACE FUNCTION private.free_image_id(image_id uuid, jersey_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.set_change('staging', 'true');
  update public.jersey_images image set id = private.parked_image_id(free_image_id.image_id)
  where image.id = free_image_id.image_id and image.jersey_id = free_image_id.jersey_id and exists (
    select from private.own_edits edit
    where edit.jersey_id = free_image_id.jersey_id and edit.author_id = auth.uid() and edit.changes -> 'removed' ? free_image_id.image_id::text);
  if found then
    perform private.set_removed(edit.id, (edit.changes -> 'removed') - free_image_id.image_id::text
      || to_jsonb(private.parked_image_id(free_image_id.image_id)))
    from private.own_edits edit where edit.jersey_id = free_image_id.jersey_id;
  end if;
  perform private.set_change('staging', null);
end $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.guess_of_day(day date)
 RETURNS public.daily_shirts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
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

CREATE OR REPLACE FUNCTION private.has_administrator(beside uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
    where ur.role = 'admin' and ur.user_id is distinct from has_administrator.beside
      and (u.banned_until is null or u.banned_until <= now()))
$function$
;

CREATE OR REPLACE FUNCTION private.has_room_for_report(kind text, origin text, email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.write_limits wl
    where wl.kind = has_room_for_report.kind
      and wl.most <= (
        select count(*) from public.visitor_reports vr
        where vr.created_at > now() - wl.span
          and (has_room_for_report.origin is null or vr.origin = has_room_for_report.origin)
          and (has_room_for_report.email is null
            or private.mailbox(vr.email) = private.mailbox(has_room_for_report.email))
          -- Of all, those only that may have been sent to annoy: what people confirm closes the form to nobody.
          and (has_room_for_report.origin is not null or has_room_for_report.email is not null
            or vr.confirmed_at is null)))
$function$
;

CREATE OR REPLACE FUNCTION private.hold_what_is_named(rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
end $function$
;

CREATE OR REPLACE FUNCTION private.id_of_line(id text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_uuid(id) and not exists (select from public.jerseys jersey where jersey.id = id_of_line.id::uuid)
      and private.jersey_now(id::uuid) is null
      and not exists (select from public.gone_jerseys gj where gj.jersey_id = id_of_line.id::uuid) and not exists (
      select from public.audit_log log
      where log.table_name = 'jerseys' and log.row_id = id_of_line.id and log.action = 'insert'
        and log.actor_id is distinct from auth.uid())
    then id_of_line.id::uuid
    else gen_random_uuid() end
$function$
;

CREATE OR REPLACE FUNCTION private.import_of(revision_id bigint)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive chain as (
    select id, undoes, kind, batch_id from public.revisions where id = import_of.revision_id
    union all
    select revision.id, revision.undoes, revision.kind, revision.batch_id
    from chain join public.revisions revision on revision.id = chain.undoes
  )
  select batch_id from chain where kind = 'imported'
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
        then greatest(own.line_count - greatest(place, 0), 0) * interval '1 microsecond' else interval '0' end
$function$
;

CREATE OR REPLACE FUNCTION private.import_wishes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (where not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wishlist (
      user_id, jersey_id, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict (user_id, jersey_id) do nothing
    returning wishlist.id, private.wish_details(wishlist) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION private.insert_each(rows jsonb[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused text[] := '{}';
  one jsonb;
begin
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  return refused;
end $function$
;

CREATE OR REPLACE FUNCTION private.insert_suggestion(of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, stated text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
  values (
    of_type, target, coalesce(present ->> 'title', present ->> 'name'), auth.uid(), given,
    private.pick_columns(present, private.with_dependent_columns(columns)),
    private.suggestion_words(of_type, present, wanted, columns), stated)
  on conflict do nothing
  returning * into suggestion;
  -- An author's edit in another window: it has no lock of the member's.
  if not found then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_about(report public.reports, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
    or report.target_type = 'list' and exists (
      select from public.lists where id = report.target_id and member_id = is_about.member)
    or exists (
      select from private.moved_rows mr
      join public.jerseys jersey on jersey.id = mr.jersey_id
      where mr.relation = 'reports' and mr.row_id = report.id and jersey.author_id = is_about.member)
$function$
;

CREATE OR REPLACE FUNCTION private.is_batch_fresh(batch bigint[])
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.revisions revision
    where revision.id = any (batch) and (not private.is_fresh(revision) or revision.contributor_id is not distinct from auth.uid()
      or private.fields_that_stay(
        revision, private.target_row(revision.target_type, revision.target_id), public.is_admin(auth.uid())) <> '{}'))
$function$
;

CREATE OR REPLACE FUNCTION private.is_beside_duel(team_id uuid, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.daily_shirts shirt
    where shirt.day in (is_beside_duel.day, is_beside_duel.day + 1) and shirt.facts ->> 'team_id' = is_beside_duel.team_id::text)
$function$
;

CREATE OR REPLACE FUNCTION private.is_copy_of_line(copy public.copies, said jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not (
    coalesce(said ->> 'season' <> coalesce(season.code, copy.former_jersey ->> 'season'), false)
    or coalesce(said ->> 'kit_type' <> coalesce(jersey.kit_type, copy.former_jersey ->> 'kit_type'), false)
    or coalesce(private.slug(said ->> 'team') <> private.slug(coalesce(jersey.team, copy.former_jersey ->> 'team')), false)
      and coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true))
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
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
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id not in (auth.uid(), suggestion.member_id)
          and (u.banned_until is null or u.banned_until <= now()))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_fresh(revision public.revisions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    -- It was changed since, and may be the same again: without this revision, the last one would tell of another value.
    and not exists (
      select from public.revisions r_later
      where r_later.target_type = revision.target_type and r_later.target_id = revision.target_id and r_later.id > revision.id
        and r_later.batch_id <> revision.batch_id and (
          r_later.changes ?| array(select jsonb_object_keys(revision.changes - array['image', 'merged']))
          or r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
          -- A photo finds its place in the order by its position, which both change.
          or r_later.changes ? 'image' and revision.changes ? 'photos' or r_later.changes ? 'photos' and revision.changes ? 'image'))
    -- It was decided again, or its member has left or said something else by now.
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and revision.undoes is null
        and (suggestion.status = 'open' or suggestion.decided_at <> revision.at))
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and (suggestion.member_id is null or suggestion.kind in ('edit', 'photos') and exists (
        select from public.suggestions s_other
        where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open'
          and s_other.kind in ('edit', 'photos'))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_gone(jersey_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.gone_jerseys gj join public.jerseys jersey on jersey.id = gj.jersey_id and not jersey.is_active
    where gj.jersey_id = is_gone.jersey_id)
$function$
;

CREATE OR REPLACE FUNCTION private.is_image_in_use(name text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = 'jerseys' and deletion.name = is_image_in_use.name
        and deletion.held_for is not null)
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

CREATE OR REPLACE FUNCTION private.is_shown_list(list public.lists)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select list.is_public and not list.is_hidden and not exists (
    select from auth.users u where u.id = list.member_id and u.banned_until > now())
$function$
;

CREATE OR REPLACE FUNCTION private.is_shown_near(jersey_id uuid, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.daily_shirts shirt
    where shirt.jersey_id = is_shown_near.jersey_id and shirt.kind = 'shown'
      and shirt.day > is_shown_near.day - interval '2 years' and shirt.day < is_shown_near.day + interval '2 years')
$function$
;

CREATE OR REPLACE FUNCTION private.is_taken_near(jersey_id uuid, day date, kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select from public.daily_shirts shirt
      where shirt.jersey_id = is_taken_near.jersey_id
        and case when shirt.kind = is_taken_near.kind
          then shirt.day > is_taken_near.day - interval '2 years' and shirt.day < is_taken_near.day + interval '2 years'
          else shirt.day between is_taken_near.day - 14 and is_taken_near.day + 14 end)
    -- The page also has the day's duel, and the result of the one before.
    or kind = 'guess' and exists (
      select from public.daily_duels duel join public.jerseys jersey on jersey.id = is_taken_near.jersey_id
      where duel.day in (is_taken_near.day, is_taken_near.day - 1)
        and jersey.team_id::text in (duel.first_facts ->> 'team_id', duel.second_facts ->> 'team_id'));
end $function$
;

CREATE OR REPLACE FUNCTION private.is_undone(revision_id bigint, field text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  later record;
  undone bigint[] := '{}';
begin
  for later in
    with recursive chain as (
      select revision.id, revision.undoes from public.revisions revision
      where revision.undoes = is_undone.revision_id and revision.changes ? is_undone.field
      union all
      select revision.id, revision.undoes
      from chain join public.revisions revision on revision.undoes = chain.id and revision.changes ? is_undone.field
    )
    select chain.id, chain.undoes from chain order by chain.id desc
  loop
    if not later.id = any (undone) then
      undone := array_append(undone, later.undoes);
    end if;
  end loop;
  return is_undone.revision_id = any (undone);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_version_seen(jersey public.jerseys, seen jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(seen = jsonb_object_agg(field.key, field.value), false)
  from jsonb_each(private.version_for_review(jersey)) field
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

CREATE OR REPLACE FUNCTION private.jersey_lines(after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'team_competition', c_home.slug,
    'league', jersey.league,
    'competition', case when exists (
      select from public.competitions c_other
      where c_other.id <> competition.id and c_other.league = competition.league
        and (c_other.search_text = competition.search_text or c_other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'colors', jersey.colors,
    'brand', jersey.brand, 'edition', jersey.edition, 'price', jersey.price, 'description', jersey.description,
    'external_link', jersey.external_link, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions c_home on c_home.id = team.competition_id
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_twins(line jsonb, row_ jsonb, own uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  -- One index each. What a jersey is compared by at all comes first: folding its title costs the most.
  near as (
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.season_id = asked.season_id
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
    union
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.year = asked.year
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
  ),
  others as (
    select near.id from near
    where not private.is_gone(near.id) and (own is null or not exists (
      select from private.imported_jerseys ij where ij.jersey_id = near.id and ij.import_id = own))
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked cross join others join public.jerseys jersey on jersey.id = others.id
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select ji_other.jersey_id, ji_other.likeness from public.jersey_images ji_other
      where private.likeness_quarters(ji_other.likeness) && private.likely_quarters(own_picture.likeness)
        and ji_other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and bit_count(substring(candidate.likeness from 1 for 64) # substring(own_picture.likeness from 1 for 64)) <= 7
      and bit_count(substring(candidate.likeness from 65) # substring(own_picture.likeness from 65)) <= 4
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where not private.is_gone(all_.id) and (own is null or not exists (
      select from private.imported_jerseys ij where ij.jersey_id = all_.id and ij.import_id = own))
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
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

CREATE OR REPLACE FUNCTION private.judge_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- A vote that is switched is a new one.
    if new.vote <> old.vote then
      new.cast_at := now();
    end if;
    return new;
  end if;
  perform private.check_not_gone(new.jersey_id);
  select private.may_count(u), case when private.may_ever_count(u) then private.counts_from(u) end
  into new.counts, due
  from auth.users u where u.id = new.voter_id;
  new.counts := coalesce(new.counts, false);
  if not new.counts and due is not null then
    insert into private.voters_due (voter_id, due_at) values (new.voter_id, due) on conflict (voter_id) do nothing;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.judged_line(line jsonb, own uuid, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read jsonb;
  known uuid;
  twins jsonb;
  refusals jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select of_line.memo, of_line.result into memo, read from private.read_jersey_line(line, memo) of_line;
  refusals := read -> 'refusals';
  select private.jersey_now(ij.jersey_id) into known
  from private.imported_jerseys ij where ij.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  result := jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_corrections(uncorrected public.jerseys, jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.revisions revision set stored = coalesce(revision.stored, '{}') || jsonb_build_object('fields', (
    select coalesce(jsonb_object_agg(
      name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name)), '{}')
    from unnest(private.correctable_columns()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
  where revision.id = (
    select max(r_latest.id) from public.revisions r_latest
    where r_latest.target_type = 'jersey' and r_latest.target_id = jersey.id and r_latest.kind = 'approved'
      and r_latest.batch_id = private.current_batch());
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
    select jersey.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or jersey.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, jersey.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (jersey.year = asked.year and season.code is null)
        else coalesce(jersey.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      (jersey.kit_type = asked.kit_type) is true as fits_kit,
      asked.kit_type is null as has_no_kit, jersey.kit_type is null or jersey.kit_type = 'home' as is_home,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys jersey on jersey.id = listed.id
    cross join asked
    left join public.seasons season on season.id = jersey.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(jersey.title) end as title offset 0) folded
    where asked.league is null or jersey.league = asked.league
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

CREATE OR REPLACE FUNCTION private.line_teams(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with called as (
    select id from (
      select team.id from public.teams team where team.slug = private.team_slug(line_teams.name)
      union
      select team.id from public.teams team where private.slug(team.short_name) = private.slug(line_teams.name)
      union
      select alias.team_id from public.team_aliases alias
      where alias.folded = private.word_line(private.words(line_teams.name))
    ) found (id) limit 20
  ),
  -- "FC Barcelone", "Germany": words of a name and of an alias or a country, as the search finds them. Only what one team
  -- alone has, or one country's first team: a line that may mean several is not guessed.
  worded as (
    select team.id, competition.slug = 'international-teams' as is_national
    from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where not exists (select from called) and team.is_active and team.id in (
      select document.id from private.search_documents document
      where document.kind = 'team' and document.words @@
        (select private.search_query(nullif(private.asked_words(line_teams.name), '{}'), 1))
      limit 21)
  )
  select array(
    select id from called
    union all
    select id from worded where (select count(*) from worded) = 1
    union all
    select id from worded
    where is_national and (select count(*) from worded) between 2 and 20 and (select count(*) from worded where is_national) = 1)
$function$
;

CREATE OR REPLACE FUNCTION private.list_cards(list_ids uuid[])
 RETURNS TABLE(id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[], changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select list.id, list.title, list.description, list.member_id, profile.username, profile.display_name, shown.jerseys,
    coalesce(shown.covers, '{}'), list.changed_at
  from public.lists list
  join public.profiles profile on profile.id = list.member_id
  cross join lateral (
    select count(*) as jerseys, (array_agg(jersey.id order by item.place))[:4] as covers
    from public.list_items item
    join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
    where item.list_id = list.id
  ) shown
  where list.id = any (list_cards.list_ids) and private.is_shown_list(list)
  order by list.changed_at desc, list.id
$function$
;

CREATE OR REPLACE FUNCTION private.lock_for_undoing(revision_ids bigint[], of_type text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  targets constant uuid[] := array(select distinct target_id from public.revisions where id = any (revision_ids));
  has_moves constant boolean := exists (
    select from public.revisions where id = any (revision_ids) and changes ?| array['merged', 'jersey']);
begin
  if of_type = 'jersey' then
    if has_moves then
      perform private.lock_merges();
    end if;
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)));
    if has_moves then
      perform private.lock_jerseys(targets || array(
        select other.id from public.revisions revision
        left join public.gone_jerseys gj on gj.jersey_id = private.gone_of(revision)
        cross join unnest(array[private.gone_of(revision), gj.into_id]) other (id)
        where revision.id = any (revision_ids) and other.id is not null));
    else
      perform private.lock_images(targets);
    end if;
  elsif of_type = 'team' then
    -- Not their keys, as in lock_target().
    perform from public.teams where id = any (targets) order by id for no key update;
  else
    -- As lock_roll_over() does.
    perform from public.seasons where id in (
      select roll_over.season_id from public.revisions revision
      join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
      where revision.id = any (revision_ids)) order by id for update;
    perform from public.roll_overs where id in (
      select (stored ->> 'roll_over')::uuid from public.revisions where id = any (revision_ids)) order by id for update;
    perform from public.competitions where id = any (targets) order by id for no key update;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_jerseys(jerseys uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_images(jerseys);
  -- Whose collections it changes, before their rows: see private.lock_collection_first(). A removal leaves copies without a jersey.
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id = any (jerseys)
    union select owner_id from public.copies where jersey_id = any (jerseys)
    union
    select copy.owner_id
    from private.moved_rows mr join public.copies copy on copy.id = mr.row_id
    where mr.jersey_id = any (jerseys) and mr.relation = 'copies'));
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions s_own
    where s_own.member_id = member and s_own.target_type = of_type and s_own.target_id = target and s_own.kind in ('edit', 'photos')
      and (s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null
        -- An author's one suggestion of their jersey is reopened.
        or s_own.status <> 'open' and s_own.id in (select edit.id from private.own_edits edit where edit.jersey_id = target))
    order by s_own.status = 'open' desc limit 1 for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions s_own
    where s_own.id = lock_own_suggestion.suggestion_id and s_own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_suggested(of_type text, INOUT target uuid, is_exclusive boolean, OUT present jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if is_exclusive then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif is_exclusive then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_suggestion(suggestion_id uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
begin
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions s_waiting where s_waiting.id = lock_suggestion.suggestion_id;
    exit when not found;
    target := suggestion.target_id;
    if suggestion.kind in ('merge', 'removal') then
      perform private.lock_merges();
      perform private.lock_jerseys(array_remove(array[target, private.other_of(suggestion)], null));
    else
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions s_waiting where s_waiting.id = lock_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_candidates(kind text, candidates jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(candidate || jsonb_build_object('mine', case kind
      when 'wish' then (
        select 'wish' from public.user_wishlists wishlist
        where wishlist.user_id = (select auth.uid()) and wishlist.jersey_id = jersey.id)
      else (
        select vote.vote from public.jersey_votes vote
        where vote.voter_id = (select auth.uid()) and vote.jersey_id = jersey.id) end) order by place), '[]')
  from jsonb_array_elements(candidates) with ordinality as found (candidate, place)
  join public.jerseys jersey on jersey.id = (candidate ->> 'id')::uuid
  where kind = 'wish' or (jersey.status = 'approved' and jersey.is_active)
$function$
;

CREATE OR REPLACE FUNCTION private.may_contest(report public.reports, party text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.decided_together(report, party) beside
    where not exists (
      select from public.report_contests contest
      where contest.report_id = beside.id and contest.party = may_contest.party))
$function$
;

CREATE OR REPLACE FUNCTION private.may_take_name(name text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.is_image_in_use(may_take_name.name)
    or exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name = may_take_name.name)
$function$
;

CREATE OR REPLACE FUNCTION private.most_in_an_hour(kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(wl.most) from private.write_limits wl
  where wl.kind = most_in_an_hour.kind and wl.span = interval '1 hour'
$function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'))
  union all
  select from_jersey, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = from_jersey
  union all
  select from_jersey, 'comments', id, null from public.comments where jersey_id = from_jersey
  union all
  select from_jersey, 'notices', id, recipient_id from public.notices where jersey_id = from_jersey;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes vote set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.jersey_votes jv_kept where jv_kept.jersey_id = into_jersey and jv_kept.voter_id = vote.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'jersey_votes', voter_id, voter_id from moved;
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    update public.user_wishlists wishlist set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.user_wishlists uw_kept
      where uw_kept.jersey_id = into_jersey and uw_kept.user_id = wishlist.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items item set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.list_items li_kept
      where li_kept.jersey_id = into_jersey and li_kept.list_id = item.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'list_items', id from moved;
  update public.comments set jersey_id = into_jersey where jersey_id = from_jersey;
  with moved as (
    update public.reports report set target_id = into_jersey
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(from_jersey, into_jersey) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = into_jersey where jersey_id = from_jersey;
  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  update public.jersey_redirects set into_id = into_jersey where into_id = from_jersey;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_suggestions(from_jersey uuid, into_jersey uuid, title text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with moved as (
    update public.suggestions suggestion
    set target_id = move_suggestions.into_jersey, title = move_suggestions.title, edited_at = clock_timestamp()
    from private.moved_rows mr
    where mr.jersey_id = from_jersey and mr.relation = 'suggestions' and mr.row_id = suggestion.id
      and suggestion.target_id <> move_suggestions.into_jersey and suggestion.status = 'open'
    returning suggestion.id)
  update public.jersey_images image set jersey_id = move_suggestions.into_jersey from moved where image.suggestion_id = moved.id
$function$
;

CREATE OR REPLACE FUNCTION private.next_undoing(batch bigint[], of_type text, reached bigint)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when reached > batch[cardinality(batch)] or cardinality(batch) = private.undo_size(of_type)
      then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
    when of_type <> 'competition' then jsonb_build_object(
      'target_type', private.type_after(of_type), 'batch_id', private.current_batch())
  end
$function$
;

CREATE OR REPLACE FUNCTION private.notify(recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select setting.by_mail, setting.in_account into by_mail, in_account
  from public.notice_settings setting
  where setting.user_id = recipient and setting.topic = notify.topic;
  by_mail := coalesce(by_mail, true);
  in_account := coalesce(in_account, true);
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices n_earlier
    where n_earlier.recipient_id = recipient and n_earlier.jersey_id = notify.jersey_id
      and n_earlier.outcome in ('approved', 'corrected', 'rejected') and not n_earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_members_with_jersey(jersey_id uuid, outcome text, subject uuid, title text, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify(holder.id, 'jersey', outcome, 'jersey', subject, title, note)
  from (
    -- The administrator of an import isn't told of each of its jerseys.
    select author_id from public.jerseys
    where id = notify_members_with_jersey.jersey_id and author_id is not null
      and private.import_of((private.current_change() -> 'revision' ->> 'undoes')::bigint) is null
    union select user_id from public.user_collections collection where collection.jersey_id = notify_members_with_jersey.jersey_id
    union select owner_id from public.copies copy
      where copy.jersey_id = notify_members_with_jersey.jersey_id and copy.removed_at is null
    union select user_id from public.user_wishlists wishlist where wishlist.jersey_id = notify_members_with_jersey.jersey_id
    -- Whose merge or removal is undone.
    union select revision.contributor_id from public.revisions revision
      where revision.id = (private.current_change() -> 'revision' ->> 'undoes')::bigint and revision.kind in ('merge', 'removal')
  ) holder (id);
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
      join public.visitor_reports vr on vr.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and vr.target_id = filed.target_id) then
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
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
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

CREATE OR REPLACE FUNCTION private.open_edit(jersey uuid, changes jsonb DEFAULT '{}'::jsonb, was jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion uuid;
  present jsonb;
  accepted text[];
begin
  loop
    select edit.id into suggestion from private.own_edits edit where edit.jersey_id = open_edit.jersey;
    exit when found;
    -- Another request of the same author may be faster.
    insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
    select 'jersey', j.id, j.title, auth.uid(), '{}', '{}', '{}' from public.jerseys j where j.id = open_edit.jersey
    on conflict do nothing
    returning id into suggestion;
    exit when found;
  end loop;
  present := private.target_row('jersey', open_edit.jersey);
  accepted := array(
    select verdict.key from public.suggestions s cross join jsonb_each(s.verdicts) verdict
    where s.id = suggestion and verdict.value -> 'accepted' = 'true');
  update public.suggestions s
  set changes = s.changes || open_edit.changes, was = open_edit.was || (s.was - accepted), status = 'open',
    -- It is still another reviewer's.
    contest = case when s.status = 'open' then s.contest end,
    contested_at = case when s.status = 'open' then s.contested_at end,
    -- It begins to wait again.
    created_at = case when s.status = 'open' then s.created_at else clock_timestamp() end,
    verdicts = private.accepted_verdicts(s.verdicts, open_edit.changes),
    words = s.words || private.suggestion_words(
      'jersey', present || open_edit.was || (s.was - accepted), present || open_edit.changes,
      array(select name from jsonb_object_keys(open_edit.changes) name)),
    edited_at = clock_timestamp()
  where s.id = suggestion;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.open_reports_about(report public.reports)
 RETURNS SETOF public.reports
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select * from public.reports r_beside
  where r_beside.status = 'open' and (
    r_beside.jersey_id = report.jersey_id or r_beside.comment_id = report.comment_id or r_beside.profile_id = report.profile_id
    or report.target_type = 'list' and r_beside.target_type = 'list' and r_beside.target_id = report.target_id)
$function$
;

CREATE OR REPLACE FUNCTION private.open_showcase(username text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select showcase.member_id
  from public.profiles profile
  join public.showcases showcase on showcase.member_id = profile.id and showcase.is_open
  where profile.username = open_showcase.username
    and not exists (
      select from auth.users u where u.id = profile.id and u.banned_until > now())
$function$
;

CREATE OR REPLACE FUNCTION private.own_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from added));
  insert into public.copies (owner_id, jersey_id, created_at)
  select user_id, jersey_id, created_at from added
  where not exists (
    select from public.copies copy
    where copy.owner_id = added.user_id and copy.jersey_id = added.jersey_id and copy.removed_at is null);
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

CREATE OR REPLACE FUNCTION private.place_list_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last integer;
begin
  new.note := private.tidy(new.note);
  if tg_op = 'UPDATE' then
    return new;
  end if;
  perform from public.lists where id = new.list_id for update;
  select coalesce(max(item.place), 0) into last from public.list_items item where item.list_id = new.list_id;
  -- Who undoes a removal says where the jersey was.
  if new.place is null or new.place not between 1 and last or exists (
    select from public.list_items item where item.list_id = new.list_id and item.place = new.place) then
    new.place := last + 1;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.player_counts(player_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select private.may_count(u)
    from public.daily_players player join auth.users u on u.id = player.user_id
    where player.id = player_counts.player_id), false)
$function$
;

CREATE OR REPLACE FUNCTION private.prefix_matches(word text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select vocabulary.word from private.search_vocabulary vocabulary
    where vocabulary.word >= prefix_matches.word collate "C"
      and vocabulary.word < (prefix_matches.word || U&'\+10FFFF') collate "C"
    limit 41)
$function$
;

CREATE OR REPLACE FUNCTION private.publish_suggestion(suggestion public.suggestions, columns text[], given jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_revision('trusted', suggestion.member_id, null, suggestion.id);
  perform private.write_fields(suggestion.target_type, suggestion.target_id, given);
  perform private.end_revision();
  update public.suggestions s
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where s.id = suggestion.id
  returning * into suggestion;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_file_deletion(images public.jersey_images[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  -- An undo may bring it back.
  select distinct on (gone.path) 'jerseys', gone.path, jersey.id, now() + case when jersey.id is null then '0' else private.undo_period() end
  from unnest(images) gone
  left join public.jerseys jersey on jersey.id = gone.jersey_id and jersey.status = 'approved' and gone.suggestion_id is null
  where gone.path is not null
    and not exists (select from public.jersey_images image where image.path = gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  perform private.withhold_files(array(
    select deletion.name from public.storage_deletions deletion
    where deletion.bucket_id = 'jerseys' and deletion.name in (select path from unnest(images)) and deletion.held_for is not null), true);
end $function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant text := (
    select jsonb_object_agg(key, value)::text from jsonb_each(line)
    where key in ('team', 'team_competition', 'league', 'competition', 'season', 'brand', 'as_written',
      'competition_id', 'season_id', 'team_id', 'brand_id')
      or key = 'year' and line ->> 'season' is null);
  resolved jsonb := memo -> asked;
  competition jsonb;
  season jsonb;
  team jsonb;
  brand jsonb;
begin
  if resolved is null then
    competition := private.resolve_competition(line);
    season := private.resolve_season(line);
    brand := private.resolve_brand(line);
    if competition #>> '{refusal,reason}' = 'missing' then
      -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
      team := private.resolve_team(line, null, line ->> 'league', (season ->> 'id')::uuid);
      if team ? 'id' then
        competition := private.resolve_competition(jsonb_build_object('competition_id', (
          select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
      end if;
    else
      team := private.resolve_team(
        line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    end if;
    resolved := jsonb_build_object('competition', competition, 'season', season, 'team', team, 'brand', brand);
    memo := memo || jsonb_build_object(asked, resolved);
  else
    competition := resolved -> 'competition';
    season := resolved -> 'season';
    team := resolved -> 'team';
    brand := resolved -> 'brand';
  end if;
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(resolved) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'title', private.tidy(line ->> 'title'), 'year', private.tidy(line ->> 'year'),
      'edition', private.tidy(line ->> 'edition'), 'kit_type', line ->> 'kit_type', 'colors', line -> 'colors',
      'description', private.tidy(line ->> 'description'), 'external_link', private.tidy(line ->> 'external_link'),
      'price', private.tidy(line ->> 'price'), 'created_at', line ->> 'created_at')));
end $function$
;

CREATE OR REPLACE FUNCTION private.readable_verdicts(suggestion public.suggestions, verdicts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when verdict.key like 'photo:%' then 'image' else regexp_replace(verdict.key, '_id$', '') end,
      'before', case when image.suggestion_id is null and image.id is not null then image.url
        else private.as_text(suggestion.words -> verdict.key -> 'before') end,
      'after', case when image.suggestion_id is not null then image.url
        when image.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images image
    on image.jersey_id = suggestion.target_id and private.photo_key(image.id) = verdict.key
$function$
;

CREATE OR REPLACE FUNCTION private.reason_not_to_go(from_jersey uuid, into_jersey uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not exists (select from public.jerseys where id = from_jersey)
      or into_jersey is not null and not exists (select from public.jerseys where id = into_jersey) then 'jersey_not_found'
    when private.is_gone(from_jersey) or into_jersey is not null and private.is_gone(into_jersey) then 'jersey_not_public'
    when not exists (
        select from public.jerseys jersey
        where jersey.id = from_jersey and jersey.is_active
          and (jersey.status = 'approved' or jersey.status = 'pending' and into_jersey is not null))
      -- A submission goes into another one; what is public only into what is public.
      or into_jersey is not null and not exists (
        select from public.jerseys jersey
        where jersey.id = into_jersey and jersey.is_active and jersey.status <> 'rejected'
          and (jersey.status = 'approved' or not private.is_public_jersey(from_jersey))) then 'jersey_not_public'
  end
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

CREATE OR REPLACE FUNCTION private.recheck_voters(voters uuid[], most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.jersey_votes vote set counts = wrong.may
  from (
    select jv.jersey_id, jv.voter_id, private.may_count(u) as may
    from auth.users u
    join public.jersey_votes jv on jv.voter_id = u.id
    cross join lateral (
      select from public.jerseys where id = jv.jersey_id for key share skip locked) jersey
    where u.id = any(voters) and jv.counts <> private.may_count(u)
    limit most
    for update of jv skip locked) wrong
  where (vote.jersey_id, vote.voter_id) = (wrong.jersey_id, wrong.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.reconcile_edit(jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edit public.suggestions;
begin
  select suggestion.* into edit from private.own_edits oe_own join public.suggestions suggestion on suggestion.id = oe_own.id
  where oe_own.jersey_id = reconcile_edit.jersey and oe_own.status = 'open';
  if edit.id is null or private.pending_keys(edit) <> '{}' then
    return;
  end if;
  if edit.verdicts = '{}' then
    delete from public.suggestions where id = edit.id;
  else
    update public.suggestions set status = private.outcome_of(verdicts) where id = edit.id;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_account_event(action text, heading text, traits jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    jsonb_strip_nulls(jsonb_build_object(
      'action', record_account_event.action, 'actor_id', u.id,
      'actor_username', coalesce(u.email, ''), 'actor_via_sso', u.is_sso_user,
      'log_type', record_account_event.heading, 'traits', record_account_event.traits))::json,
    now(), ''
  from auth.users u where u.id = auth.uid()
$function$
;

CREATE OR REPLACE FUNCTION private.record_arrival(kind text, jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.arrivals as arrival (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or exists (select from private.imported_jerseys ij where ij.jersey_id = jersey.id)
        and record_arrival.kind = 'jersey'
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where arrival.kind = 'photo'
$function$
;

CREATE OR REPLACE FUNCTION private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.decisions decision
  where record_decision.decided_by is null
    and decision.table_name = record_decision.table_name and decision.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by, record_decision.was
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
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

CREATE OR REPLACE FUNCTION private.refresh_changed(table_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  with taken as (
    delete from private.changed_facts fact where fact.table_name = refresh_changed.table_name returning fact.jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id) into ids from taken;
  if table_name = 'jersey_images' and ids is not null then
    -- A decision on the jersey waits, or has been made: otherwise it could miss this change, and this change it.
    perform from public.jerseys where id = any (ids) order by id for no key update;
    ids := array(
      select id from public.jerseys where id = any (ids) and status = 'approved' and is_active);
  end if;
  if cardinality(ids) > 0 then
    perform private.refresh_entries(ids);
  end if;
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
      select s_shown.id from private.searchable s_shown where s_shown.kind = kinds and s_shown.id = any (ids)));

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

CREATE OR REPLACE FUNCTION private.reopen_decision(suggestion_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  past private.decisions;
begin
  select * into past from private.decisions decision
  where decision.table_name = 'suggestions' and decision.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same.
  update public.suggestions suggestion set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions s_decided
  where s_decided.id = reopen_decision.suggestion_id and s_decided.kind in ('merge', 'edit') and suggestion.id <> s_decided.id
    and suggestion.kind = s_decided.kind and suggestion.decided_at = s_decided.decided_at
    and (suggestion.target_id = s_decided.target_id and suggestion.changes = s_decided.changes
      -- The same two jerseys, either into the other.
      or suggestion.kind = 'merge' and (suggestion.target_id, private.other_of(suggestion)) in (
        (s_decided.target_id, private.other_of(s_decided)), (private.other_of(s_decided), s_decided.target_id)));
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions revision set reason = null where revision.suggestion_id = reopen_decision.suggestion_id and revision.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
end $function$
;

CREATE OR REPLACE FUNCTION private.report_token(token text, purpose text)
 RETURNS private.visitor_report_tokens
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_token private.visitor_report_tokens;
begin
  select * into found_token from private.visitor_report_tokens vrt
  where vrt.digest = sha256(convert_to(coalesce(report_token.token, ''), 'UTF8'))
    and vrt.purpose = report_token.purpose and vrt.expires_at > now();
  if not found then
    raise sqlstate 'PT404' using
      message = 'report_token_unknown', detail = 'The link is not valid, or not any more.';
  end if;
  return found_token;
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_competition(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', competition.id, 'name', competition.name, 'league', competition.league, 'place', 1)) into found
    from public.competitions competition where competition.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = private.slug(asked_name)
          or competition.search_text = private.fold(asked_name))
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, private.fold(asked_name)) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_team(line jsonb, competition uuid, league text, season uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, c.name as hint, rank() over (order by
        private.fold(team.name) <> private.fold(asked_name), team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition
            and ts.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions c on c.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or c.league = resolve_team.league)
        and (asked_home is null or c.slug = private.slug(asked_home)
          or c.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, c.name as hint,
          greatest(extensions.similarity(private.fold(team.name), private.fold(asked_name)),
            extensions.similarity(private.fold(team.short_name), private.fold(asked_name))) as likeness
        from public.teams team join public.competitions c on c.id = team.competition_id
        where resolve_team.league is null or c.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' else 'merged' end, into_jersey, jersey.title, reason);
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  values (
    from_jersey, private.current_batch(), case when into_jersey is null then 'removal' else 'merge' end, into_jersey, jersey.title, jersey.team,
    coalesce((select name from public.seasons where id = jersey.season_id), jersey.year::text), reason, urgency,
    now() + private.undo_period());
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_same_merges(from_jersey, into_jersey);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = from_jersey;
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if into_jersey is null or urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images image where image.jersey_id = from_jersey
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = from_jersey), true);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.season_cells(competition_id uuid, season_id uuid)
 RETURNS TABLE(team_id uuid, team_slug text, kit_type text, jerseys bigint, best uuid, club bigint)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  with ranked as (
    select jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug) as kit_type, jersey.id,
      ts.team_id is not null as is_entrant,
      max(jersey.score) over (partition by jersey.team_id, jersey.team_slug) as top_score,
      count(*) over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)) as jerseys,
      row_number() over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)
        order by jersey.score desc, jersey.id desc) as place
    from public.jerseys jersey
    left join public.team_seasons ts
      on ts.competition_id = jersey.competition_id and ts.season_id = jersey.season_id
      and ts.team_id = jersey.team_id
    where jersey.competition_id = season_cells.competition_id and jersey.season_id = season_cells.season_id
      and jersey.status = 'approved' and jersey.is_active
  )
  select ranked.team_id, ranked.team_slug, ranked.kit_type, ranked.jerseys, ranked.id,
    dense_rank() over (
      order by ranked.is_entrant desc, ranked.top_score desc, ranked.team_slug, ranked.team_id)
  from ranked
  where ranked.place = 1
$function$
;

CREATE OR REPLACE FUNCTION private.set_guess(day date, jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with drawn as (
    insert into public.daily_shirts (day, kind, jersey_id, facts)
    select set_guess.day, 'guess', jersey.id, private.facts_of_day(jersey, set_guess.day) || jsonb_build_object(
      'home_id', team.competition_id, 'is_national', c_home.slug in ('international-teams', 'international-women'),
      'competition_name', competition.name, 'palette', jersey.colors, 'brand', jersey.brand,
      'from', least(worn.first, jersey.year), 'to', greatest(worn.first + worn.years, jersey.year),
      'image_id', (
        select image.id from public.jersey_images image
        where image.jersey_id = jersey.id and image.suggestion_id is null order by image.position, image.id limit 1))
    from public.jerseys jersey
    join public.teams team on team.id = jersey.team_id
    join public.competitions c_home on c_home.id = team.competition_id
    join public.competitions competition on competition.id = jersey.competition_id
    join public.seasons season on season.id = jersey.season_id
    cross join lateral (
      select left(season.code, 4)::integer as first, case when season.code like '%-%' then 1 else 0 end as years) worn
    where jersey.id = set_guess.jersey_id
    returning day)
  insert into private.guess_pictures (day, step)
  select drawn.day, step from drawn, unnest(array['pattern', 'detail', 'whole']) step
$function$
;

CREATE OR REPLACE FUNCTION private.set_removed(suggestion_id uuid, removed jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.suggestions suggestion
  set changes = case when coalesce(removed, '[]') = '[]' then suggestion.changes - 'removed'
    else suggestion.changes || jsonb_build_object('removed', removed) end
  where suggestion.id = set_removed.suggestion_id
$function$
;

CREATE OR REPLACE FUNCTION private.shown_words(member uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('about', showcase.about, 'lines', array(
    select shirt.line from public.showcase_shirts shirt
    where shirt.member_id = showcase.member_id and shirt.line is not null order by shirt.place))
  from public.showcases showcase where showcase.member_id = shown_words.member and showcase.is_open
$function$
;

CREATE OR REPLACE FUNCTION private.stage_image(image public.jersey_images)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edit uuid;
  removed jsonb;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  removed := (select changes -> 'removed' from public.suggestions where id = edit);
  select ji_shown.id into back
  from public.jersey_images ji_shown
  where ji_shown.jersey_id = image.jersey_id and removed ? ji_shown.id::text
    and ji_shown.url = image.url and ji_shown.alt is not distinct from image.alt
    -- The same photo under another licence is a change.
    and ji_shown.licence = image.licence and ji_shown.rights_stated = image.rights_stated
  order by ji_shown.position, ji_shown.id limit 1;
  perform private.set_change('staging', 'true');
  if back is null then
    update public.jersey_images set suggestion_id = edit where id = image.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = image.id;
    update public.jersey_images set id = image.id where id = back and back = private.parked_image_id(image.id);
    perform private.set_removed(edit, removed - back::text);
  end if;
  perform private.set_change('staging', null);
  perform private.reconcile_edit(image.jersey_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.sum_outcomes(outcomes jsonb[], refused text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
    'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
    'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
    'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
    'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
  from (
    select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
      then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
      else outcome end as outcome
    from unnest(outcomes) with ordinality as sent (outcome, place)) done
$function$
;

CREATE OR REPLACE FUNCTION private.take_letter()
 RETURNS public.letters
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.letters
  set week = private.letter_week(), claimed_at = now(), retry_at = null,
    attempts = case when week < private.letter_week() then 1 else attempts + 1 end
  where member_id = coalesce(
    (select letter.member_id from public.letters letter
      where letter.is_wanted and letter.week < private.letter_week()
      order by letter.week, letter.member_id limit 1 for update skip locked),
    (select letter.member_id from public.letters letter
      where letter.is_wanted and letter.retry_at <= now()
      order by letter.retry_at limit 1 for update skip locked))
  returning *
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
      select case when count(distinct competition.league) = 1 then min(competition.league) end
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.trust_in(member uuid)
 RETURNS TABLE(decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with decisions as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select suggestion.decided_at, suggestion.status = 'accepted' and suggestion.afterwards is distinct from 'undone' as was_right
    from public.suggestions suggestion
    where suggestion.member_id = trust_in.member and suggestion.decided_at > now() - interval '1 year'
      -- An author's own texts and photos are no judgement on others'.
      and suggestion.source is not null
      -- One that is contested counts as it was decided.
      and (suggestion.status in ('accepted', 'partly', 'refused') or suggestion.status = 'open' and suggestion.contested_at is not null)
      and (not suggestion.trusted or suggestion.afterwards is not null)
      and not suggestion.verdicts @? '$.* ? (@.reason == "gone")'
  ), figures as (
    select (select count(*)::integer from decisions) as decided, count(*)::integer as recent,
      count(*) filter (where latest.was_right)::integer as recent_accepted, (
        select count(*)::integer from public.revisions revision
        where revision.contributor_id = trust_in.member and exists (
          select from public.revisions r_undoing
          cross join lateral jsonb_object_keys(r_undoing.changes) field
          where r_undoing.undoes = revision.id and r_undoing.at > now() - interval '30 days' and private.is_undone(revision.id, field))
      ) as undone
    from (select was_right from decisions order by decided_at desc limit 50) latest
  )
  select figures.*, decided >= 20 and recent_accepted >= 0.95 * recent and undone = 0 from figures
$function$
;

CREATE OR REPLACE FUNCTION private.type_after(of_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case of_type when 'jersey' then 'team' when 'team' then 'competition' end
$function$
;

CREATE OR REPLACE FUNCTION private.uncollect(owners uuid[], jerseys uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_collections(owners);
  delete from public.user_collections collection using unnest(owners, jerseys) pair (owner_id, jersey_id)
  where collection.user_id = pair.owner_id and collection.jersey_id = pair.jersey_id
    and not exists (
      select from public.copies copy
      where copy.owner_id = pair.owner_id and copy.jersey_id = pair.jersey_id and copy.removed_at is null);
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_approval(revision public.revisions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := revision.stored -> 'was';
begin
  perform private.set_fields(jersey.id, jsonb_populate_record(jersey, (
    select coalesce(jsonb_object_agg(field.key, field.value -> 'before'), '{}') from jsonb_each(revision.stored -> 'fields') field
    -- What somebody corrected since stays.
    where to_jsonb(jersey) -> field.key = field.value -> 'after')))
  -- Corrections that changed nothing used to be stored as null.
  from public.jerseys jersey where jersey.id = revision.target_id and jsonb_typeof(revision.stored -> 'fields') = 'object';
  update public.jerseys jersey
  set status = was ->> 'status', moderation_note = was ->> 'moderation_note', moderated_at = (was ->> 'moderated_at')::timestamptz,
    edited_at = (was ->> 'edited_at')::timestamptz
  where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_changes(batch bigint[], fields text[], reason text, is_dry boolean, waits_again boolean, is_alone boolean, OUT reached bigint, OUT undone integer, OUT seen jsonb[], OUT announced jsonb[], OUT fresh public.revisions[], OUT departures bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions r_own where r_own.id = any (batch)
    order by case when is_dry then r_own.target_id end, r_own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    select divided.back, divided.stays into back, stays
    from private.divide_fields(revision, current, restored, fields) divided;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions r_beside
          where r_beside.id = any (batch) and r_beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else
          announced := announced || private.describe_undone(revision, back, current);
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
    if not is_alone then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_fields(revision public.revisions, fields text[], current jsonb, reason text, waits_again boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant uuid := private.gone_of(revision);
  became public.gone_jerseys;
begin
  perform private.begin_revision('undo', null, reason, null, revision.id);
  if 'image' = any (fields) then
    perform private.undo_photo(revision, waits_again);
  elsif revision.kind = 'approved' then
    perform private.undo_approval(revision);
  elsif revision.changes ?| array['merged', 'jersey'] then
    select * into became from public.gone_jerseys where jersey_id = gone;
    if found then
      perform private.bring_back(became, reason, not waits_again);
    else
      perform private.count_write('merges', 1);
      perform private.retire_jersey(gone, case when revision.changes ? 'merged' then revision.target_id end, reason, revision.stored ->> 'urgency');
    end if;
  elsif revision.changes ? 'line_up' then
    perform private.undo_line_up(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(
      revision.target_type, revision.target_id,
      jsonb_build_object('colors', current -> 'colors') || private.former_values(revision, fields));
  end if;
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
RETURN '90 days'::interval
;

CREATE OR REPLACE FUNCTION private.undo_photo(revision public.revisions, waits_again boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, coalesce((
    -- An earlier removal may have been undone, and that too: the photo comes back as it was last.
    select r_later.stored -> 'image' from public.revisions r_later
    where r_later.target_type = 'jersey' and r_later.target_id = revision.target_id
      and r_later.changes -> 'image' -> 'after' = 'null' and revision.changes -> 'image' -> 'after' = 'null'
      and r_later.stored -> 'image' ->> 'id' = revision.stored -> 'image' ->> 'id'
      and r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
    order by r_later.id desc limit 1), revision.stored -> 'image'));
begin
  if revision.changes -> 'image' ->> 'after' is not null and waits_again then
    update public.jersey_images ji set suggestion_id = revision.suggestion_id where ji.id = image.id;
  elsif revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images ji where ji.id = image.id;
  end if;
  if revision.changes -> 'image' ->> 'before' is not null then
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      case when exists (select from public.jersey_images ji_taken where ji_taken.id = image.id)
        then gen_random_uuid() else image.id end,
      revision.target_id, revision.changes -> 'image' ->> 'before', image.alt, image.position, image.likeness,
      image.version, image.licence, image.rights_stated, image.kind);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_size(of_type text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A team's name and colours are on all of its jerseys.
  select case of_type when 'team' then 5 else 200 end
$function$
;

CREATE OR REPLACE FUNCTION private.undoable_revisions(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, of_type text, before_id bigint, most integer)
 RETURNS SETOF public.revisions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select * from public.revisions revision
    where %s and ($2 is null or revision.target_type = $2) and ($3 is null or revision.id < $3)
    order by revision.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'revision.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'revision.batch_id = $1::uuid'
      else 'revision.contributor_id = $1::uuid and revision.kind <> ''approved'' and ($5 is null or revision.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
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

CREATE OR REPLACE FUNCTION private.used_by_members(jersey_id uuid, besides uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections collection
      where collection.jersey_id = used_by_members.jersey_id and collection.user_id is distinct from used_by_members.besides)
      or exists (select from public.copies copy
        where copy.jersey_id = used_by_members.jersey_id and copy.owner_id is distinct from used_by_members.besides)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wishlist
      where wishlist.jersey_id = used_by_members.jersey_id and wishlist.user_id is distinct from used_by_members.besides)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'suggestions' where exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)
    ) used
$function$
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

CREATE OR REPLACE FUNCTION private.waiting_photos(jersey_id uuid, suggestion public.suggestions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', image.id, 'url', image.url, 'path', image.path, 'alt', image.alt, 'kind', image.kind,
      'licence', image.licence, 'rights_stated', image.rights_stated, 'version', image.version,
      'is_removal', image.suggestion_id is null and suggestion.id is not null,
      'is_known', image.suggestion_id is not null and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = image.jersey_id and ji_shown.suggestion_id is null
          and private.looks_alike(ji_shown.likeness, image.likeness)))
      order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = waiting_photos.jersey_id
    and case when suggestion.id is null then image.suggestion_id is null
      else image.suggestion_id = suggestion.id
        or image.suggestion_id is null and coalesce(suggestion.changes -> 'removed' ? image.id::text, false) end
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_version(of_type text, present jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
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

CREATE OR REPLACE FUNCTION private.withhold_files(names text[], withheld boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with changed as (
    update storage.objects object
    set user_metadata = case
      when withheld then coalesce(object.user_metadata, '{}') || '{"withheld": true}'
      else object.user_metadata - 'withheld' end
    where object.bucket_id = 'jerseys' and object.name collate "C" = any (names)
      -- In a hosted project an update gives a file the time of now, by which is_outdated() knows one that was replaced.
      and (object.user_metadata -> 'withheld' is not distinct from 'true') <> withheld
      and not (withheld and exists (
        select from public.jersey_images image
        join public.jerseys jersey on jersey.id = image.jersey_id
        where image.path = object.name and image.suggestion_id is null and jersey.status = 'approved' and jersey.is_active))
    returning object.name
  )
  select private.queue_cache_purges(array(select name from changed)) where withheld and exists (select from changed)
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

CREATE OR REPLACE FUNCTION private.write_departure(from_jersey uuid, into_jersey uuid, title text, urgency text, goes boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What hurts isn't named in the history of the one that stays.
  shown constant text := case when into_jersey is null or urgency is null then title else '…' end;
begin
  perform private.write_revision(
    'jersey', coalesce(into_jersey, from_jersey),
    jsonb_build_object(
      case when into_jersey is null then 'jersey' else 'merged' end,
      case when goes then jsonb_build_object('before', shown, 'after', null) else jsonb_build_object('before', null, 'after', shown) end),
    jsonb_strip_nulls(jsonb_build_object('gone', from_jersey, 'urgency', urgency)));
end $function$
;

CREATE OR REPLACE FUNCTION private.write_line_ups(roll_over public.roll_overs, is_shown boolean, is_undoing boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  season constant text := (select name from public.seasons where id = roll_over.season_id);
  said constant jsonb := private.current_change() -> 'revision';
  competition uuid;
begin
  for competition in
    select roc.competition_id
    from public.roll_over_competitions roc join public.competitions c_played on c_played.id = roc.competition_id
    where roc.roll_over_id = roll_over.id order by c_played.name, c_played.id
  loop
    if is_undoing then
      perform private.begin_revision('undo', null, said ->> 'reason', null, (
        select max(id) from public.revisions
        where target_type = 'competition' and target_id = competition and stored ->> 'roll_over' = roll_over.id::text));
    end if;
    perform private.write_revision(
      'competition', competition, jsonb_build_object('line_up', jsonb_build_object(
        'before', case when not is_shown then season end, 'after', case when is_shown then season end)),
      jsonb_build_object('roll_over', roll_over.id));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.year_of(member uuid, year integer)
 RETURNS TABLE(shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  with span as (
    select make_timestamptz(year_of.year, 1, 1, 0, 0, 0, 'Europe/Paris') as since,
      make_timestamptz(year_of.year + 1, 1, 1, 0, 0, 0, 'Europe/Paris') as till
    where now() >= make_timestamptz(year_of.year, 12, 1, 0, 0, 0, 'Europe/Paris')
  ), added as (
    select copy.id, jersey.id as jersey_id, jersey.team_id, jersey.colors[1] as color, jersey.score,
      coalesce(jersey.year, left(season.code, 4)::integer) as worn
    from span
    join public.copies copy on copy.owner_id = year_of.member and copy.removed_at is null
      and copy.created_at >= span.since and copy.created_at < span.till
    left join public.jerseys jersey
      on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.seasons season on season.id = jersey.season_id
  ), club as (
    select added.team_id, count(*) as shirts from added
    join public.teams team on team.id = added.team_id and team.is_active
    group by added.team_id order by shirts desc, max(added.score) desc, added.team_id limit 1
  ), rare as (
    -- Below three owners, nobody is told how many there are (25.19).
    select own.jersey_id, owners.count from (select distinct jersey_id from added where jersey_id is not null) own
    cross join lateral (
      select count(*) from public.user_collections collection where collection.jersey_id = own.jersey_id) owners
    where owners.count >= 3
    order by owners.count, own.jersey_id limit 1
  )
  select (select count(*) from added),
    (select count(distinct worn) from added), (select min(worn) from added), (select max(worn) from added),
    club.team_id, club.shirts,
    (select jersey_id from added where worn is not null order by worn, score desc, jersey_id limit 1),
    rare.jersey_id, rare.count,
    (select coalesce(jsonb_agg(jsonb_build_object('color', paint.color, 'shirts', paint.shirts)
        order by paint.shirts desc, paint.color), '[]')
      from (select color, count(*) as shirts from added where color is not null group by color) paint),
    array(select jersey_id from added where jersey_id is not null group by jersey_id order by max(score) desc, jersey_id limit 4),
    (select count(*) from public.jerseys jersey
      where jersey.author_id = year_of.member and jersey.status = 'approved'
        and jersey.created_at >= span.since and jersey.created_at < span.till)
    + (select count(*) from public.suggestions suggestion
      where suggestion.member_id = year_of.member and suggestion.status in ('accepted', 'partly')
        and suggestion.decided_at >= span.since and suggestion.decided_at < span.till)
  from span left join club on true left join rare on true
$function$
;

CREATE OR REPLACE FUNCTION public.age_votes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id
    from public.jersey_votes jv_aged
    cross join lateral (
      select from public.jerseys where id = jv_aged.jersey_id for key share skip locked) jersey
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update of jv_aged skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
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
  insert into public.daily_duel_answers as answer (player_id, day, choice, counts)
  values (playing, duel.day, answer_duel.choice, private.player_counts(playing))
  on conflict on constraint daily_duel_answers_pkey do update set choice = excluded.choice, counts = excluded.counts
  where (answer.choice, answer.counts) is distinct from (excluded.choice, excluded.counts);
  return private.duel_state(duel, playing);
end $function$
;

CREATE OR REPLACE FUNCTION public.arrange_copy_photos(copy uuid, version timestamp with time zone, photos jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  latest timestamptz;
begin
  if jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) > 6 then
    raise sqlstate 'PT400' using
      message = 'photos_malformed', detail = 'Send a list of at most six photos.';
  end if;
  -- The member before the rows, as everywhere.
  perform private.lock_own_collection();
  select updated_at into latest from public.copies
  where id = arrange_copy_photos.copy and updated_at = arrange_copy_photos.version and removed_at is null for update;
  if latest is null then
    return null;
  end if;
  delete from public.copy_photos
  where copy_id = arrange_copy_photos.copy and path not in (
    select photo ->> 'path' from jsonb_array_elements(photos) photo where photo ->> 'path' is not null);
  insert into public.copy_photos (copy_id, path, position)
  select arrange_copy_photos.copy, photo ->> 'path', place - 1
  from jsonb_array_elements(photos) with ordinality as wanted (photo, place)
  where not exists (select from public.copy_photos cp where cp.path = photo ->> 'path');
  update public.copy_photos cp
  set position = wanted.place, is_shown = wanted.is_shown
  from (
    select photo ->> 'path' as path, (place - 1)::integer as place, coalesce((photo ->> 'is_shown')::boolean, false) as is_shown
    from jsonb_array_elements(photos) with ordinality as wanted (photo, place)) wanted
  where cp.copy_id = arrange_copy_photos.copy and cp.path = wanted.path
    and (cp.position, cp.is_shown) is distinct from (wanted.place, wanted.is_shown);
  select updated_at into latest from public.copies where id = arrange_copy_photos.copy;
  return latest;
end $function$
;

CREATE OR REPLACE FUNCTION public.cancel_email_change()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_session();
  update auth.users u
  set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where u.id = auth.uid() and u.email_change <> '';
  if found then
    perform private.record_account_event('user_modified', 'user');
  end if;
  delete from auth.one_time_tokens token
  where token.user_id = auth.uid()
    and token.token_type in ('email_change_token_new', 'email_change_token_current');
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_cache_purges()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- After an hour, caches ask by themselves.
  delete from public.cache_purges where requested_at < now() - interval '1 day';
  return query
    update public.cache_purges purge
    set attempts = attempts + 1, retry_at = now() + interval '30 seconds' * least(power(2, attempts), 120)
    where purge.name in (
      select purge.name from public.cache_purges purge
      where purge.retry_at <= now() order by purge.retry_at limit 2 for update skip locked)
    returning purge.name;
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
  update public.daily_duel_answers answer set player_id = member, counts = private.player_counts(member)
  where answer.player_id = visitor and not exists (
    select from public.daily_duel_answers dda_own where dda_own.player_id = member and dda_own.day = answer.day);
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players dp where dp.id = visitor;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_letters(most integer)
 RETURNS TABLE(member_id uuid, key uuid, email text, lang text, week text, changes jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  letter public.letters;
  account auth.users;
  claimed integer := 0;
begin
  -- Most members have nothing new: at most so many in one statement, so that it stays short.
  for step in 1..200 loop
    letter := private.take_letter();
    exit when letter.member_id is null;
    select * into account from auth.users where id = letter.member_id;
    changes := null;
    if account.email <> '' and account.email_confirmed_at is not null and coalesce(account.banned_until <= now(), true) then
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', changed.kind, 'amount', changed.amount, 'kit_type', changed.kit_type,
        'jersey_id', jersey.id, 'title', jersey.title, 'team_slug', jersey.team_slug, 'kit_type_slug', jersey.kit_type_slug,
        'year', jersey.year, 'target_type', coalesce(changed.target_type, case when changed.team_id is not null then 'team' end),
        'target_id', coalesce(changed.target_id, changed.team_id),
        'target', coalesce(team.name, competition.name, brand.name, list.title),
        'target_slug', coalesce(c_home.slug, competition.slug), 'target_country', team.country)) order by changed.place)
      into changes
      from private.changes_of(letter.member_id, greatest(letter.covered_until, now() - interval '90 days'), letter.claimed_at, 30)
        with ordinality changed (kind, jersey_id, team_id, kit_type, amount, target_type, target_id, place)
      left join public.jerseys jersey on jersey.id = changed.jersey_id
      -- A set is a team's, which its member need not follow.
      left join public.teams team on team.id = coalesce(changed.target_id, changed.team_id)
      left join public.competitions c_home on c_home.id = team.competition_id
      left join public.competitions competition on competition.id = changed.target_id
      left join public.brands brand on brand.id = changed.target_id
      left join public.lists list on list.id = changed.target_id;
    end if;
    if changes is null then
      -- Not by finish_letter(): what is claimed must reach the disk.
      update public.letters l set covered_until = l.claimed_at, problem = null
      where l.member_id = letter.member_id;
    else
      member_id := letter.member_id;
      key := letter.key;
      email := account.email;
      lang := account.raw_user_meta_data ->> 'lang';
      week := letter.week;
      return next;
      claimed := claimed + 1;
      exit when claimed >= most;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_notice_mail()
 RETURNS TABLE(notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text, changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select mail.notice_id from public.notice_mails mail
      where mail.retry_at <= now() and mail.attempts < 10
      order by mail.retry_at, mail.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, u.email::text, u.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
    from public.notices notice
    join auth.users u on u.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and u.email <> '' and u.email_confirmed_at is not null
      and coalesce(u.banned_until <= now(), true)
      and not exists (
        select from public.notice_settings setting
        where setting.user_id = notice.recipient_id and setting.topic = notice.topic and not setting.by_mail)
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices n_newer
          where n_newer.recipient_id = notice.recipient_id and n_newer.jersey_id = notice.jersey_id
            and n_newer.outcome in ('approved', 'corrected', 'rejected')
            and n_newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_visitor_report_mail()
 RETURNS TABLE(id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text, token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select vrm_due.id from public.visitor_report_mails vrm_due
      where vrm_due.retry_at <= now() and vrm_due.attempts < 10
      order by vrm_due.retry_at, vrm_due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails vrm_gone where vrm_gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and private.may_contest(report, mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select profile.username from public.profiles profile
       where filed.target_type = 'profile' and profile.id = filed.target_id and exists (
         select from public.jerseys jersey
         where jersey.author_id = profile.id and jersey.status = 'approved' and jersey.is_active))
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.competition_seasons(competition_id uuid)
 RETURNS SETOF public.seasons
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select season.*
  from public.seasons season
  where season.is_active and (
    exists (
      select from public.team_seasons ts
      where ts.competition_id = competition_seasons.competition_id and ts.season_id = season.id)
    or exists (
      select from public.jerseys jersey
      where jersey.competition_id = competition_seasons.competition_id and jersey.season_id = season.id
        and jersey.status = 'approved' and jersey.is_active))
  order by season.code desc
$function$
;

CREATE OR REPLACE FUNCTION public.contest_report(token text, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports
  where id = (select report_id from public.visitor_reports where id = known.visitor_report_id);
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in one order, so that two contests of one decision wait for each other.
  perform from public.reports r_locked
  where r_locked.target_type = report.target_type and r_locked.target_id = report.target_id
  order by r_locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case known.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, known.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, known.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select r_beside.id, known.party, case when known.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_report.reason), ''), r_beside.status, r_beside.resolution_note
  from public.reports r_beside where r_beside.id = any (together)
  on conflict do nothing;
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.contest_suggestion(suggestion_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its author took back what was refused, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions s_own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where s_own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $function$
;

CREATE OR REPLACE FUNCTION public.contributors(jersey_id uuid)
 RETURNS TABLE(username text, display_name text, revisions integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profile.username, profile.display_name, sum(given.revisions)::integer
  from (
    select revision.contributor_id, count(*) as revisions
    from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = contributors.jersey_id
      and revision.contributor_id is not null
      and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    group by revision.contributor_id
    union all
    -- Approved before there was a history.
    select jersey.author_id, 1
    from public.jerseys jersey
    where jersey.id = contributors.jersey_id and jersey.status = 'approved'
      and not exists (
        select from public.revisions revision
        where revision.target_type = 'jersey' and revision.target_id = jersey.id
          and revision.kind in ('approved', 'imported'))
  ) given
  join public.profiles profile on profile.id = given.contributor_id
  where private.may_read('jersey', contributors.jersey_id)
  group by profile.id, profile.username, profile.display_name
  order by 3 desc, profile.username
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
  if exists (select from public.suggestions suggestion where suggestion.id = decide.id) then
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
      select revision.batch_id from public.revisions revision
      where revision.batch_id = private.current_batch()
        and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.draw_days()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  -- What has happened to a jersey since it was drawn changes only days that haven't begun.
  delete from public.daily_shirts shirt
  where shirt.kind = 'shown' and shirt.day > today and not exists (
    select from public.jerseys jersey where jersey.id = shirt.jersey_id and private.fits_a_day(jersey));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts shirt where shirt.day = today + n and shirt.kind = 'shown')
    order by n
  loop
    chosen := private.choose_jersey('shown', ahead);
    if chosen is not null then
      perform private.set_day(ahead, chosen);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn + private.draw_guesses();
end $function$
;

CREATE OR REPLACE FUNCTION public.draw_duels()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen record;
begin
  -- The lock of draw_days(): what is shown and guessed stays as it is meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  drawn := private.count_duels(today);
  delete from public.daily_duels duel
  where duel.day > today and 2 > (
    select count(*) from public.jerseys jersey
    where jersey.id in (duel.first_id, duel.second_id) and private.fits_a_day(jersey)
      and not private.is_beside_duel(jersey.team_id, duel.day));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_duels duel where duel.day = today + n)
    order by n
  loop
    select * into chosen from private.choose_duel(ahead);
    if chosen.pair is not null then
      insert into public.daily_duels (day, kind, first_id, second_id, first_facts, second_facts)
      select ahead, chosen.kind, jersey.id, j_other.id, private.facts_of_day(jersey, ahead), private.facts_of_day(j_other, ahead)
      from public.jerseys jersey, public.jerseys j_other
      where jersey.id = chosen.pair[1] and j_other.id = chosen.pair[2];
      insert into private.duel_tallies (day) values (ahead);
      drawn := drawn + 1;
    end if;
  end loop;
  return drawn;
end $function$
;

CREATE OR REPLACE FUNCTION public.fill_list(list_id uuid, filter jsonb, sort text DEFAULT 'best'::text)
 RETURNS TABLE(added integer, is_full boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  room integer;
  step jsonb;
  ids uuid[] := '{}';
  fresh uuid[];
begin
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
    ids := ids || fresh;
    exit when step ->> 'next' is null or cardinality(ids) > room;
  end loop;
  is_full := cardinality(ids) > room;
  ids := ids[:room];
  added := cardinality(ids);
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(added, 1));
  insert into public.list_items (list_id, jersey_id)
  select fill_list.list_id, chosen.id from unnest(ids) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION public.guess_days("from" date, "to" date)
 RETURNS TABLE(day date, palette text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 31
 SET search_path TO ''
AS $function$
  select shirt.day, array(select jsonb_array_elements_text(shirt.facts -> 'palette'))
  from public.daily_shirts shirt
  where shirt.kind = 'guess' and shirt.day between guess_days."from" and least(guess_days."to", private.day_at(now()))
  order by shirt.day desc limit 31
$function$
;

CREATE OR REPLACE FUNCTION public.guess_picture(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shirt.facts || jsonb_build_object('step', picture.step, 'path', (
    -- Of a jersey that left public view after its day began, the shirt is drawn.
    select image.path from public.jersey_images image
    where image.id = (shirt.facts ->> 'image_id')::uuid and private.is_public_jersey(image.jersey_id)))
  from private.guess_pictures picture
  join public.daily_shirts shirt on shirt.day = picture.day and shirt.kind = picture.kind
  where picture.token = guess_picture.token and shirt.day <= private.day_at(now())
$function$
;

CREATE OR REPLACE FUNCTION public.held_of_list(list_id uuid)
 RETURNS TABLE(jersey_id uuid, is_held boolean, is_wished boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select jersey.id,
    exists (
      select from public.user_collections collection where collection.user_id = auth.uid() and collection.jersey_id = jersey.id),
    exists (
      select from public.user_wishlists wishlist where wishlist.user_id = auth.uid() and wishlist.jersey_id = jersey.id)
  from public.lists list
  join public.list_items item on item.list_id = list.id
  join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
  where list.id = held_of_list.list_id and (private.is_shown_list(list) or list.member_id = auth.uid())
  order by item.place
$function$
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
  select * into list from public.lists l where l.id = hide_list.list_id for update;
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

CREATE OR REPLACE FUNCTION public.history(target_type text, target_id uuid, before_id bigint DEFAULT NULL::bigint, page_size integer DEFAULT 20)
 RETURNS TABLE(id bigint, at timestamp with time zone, kind text, changes jsonb, reason text, username text, display_name text, undoes bigint, is_undoable boolean, batch_id uuid, batch_size integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_reviewing constant boolean := public.is_reviewer(auth.uid());
  is_administrator constant boolean := public.is_admin(auth.uid());
  current jsonb;
  shown integer;
begin
  if not private.may_read(history.target_type, history.target_id) then
    return;
  end if;
  if is_reviewing then
    current := private.target_row(history.target_type, history.target_id);
  end if;
  return query
  select revision.id, revision.at, revision.kind, revision.changes, revision.reason, profile.username,
    profile.display_name, revision.undoes,
    is_reviewing and revision.kind <> 'approved' and private.fields_back(
      revision, private.fields_that_stay(revision, current, is_administrator)) <> '{}',
    revision.batch_id,
    -- Of an import it may be twenty thousand.
    (select count(*)::integer from (
      select from public.revisions r_other where r_other.batch_id = revision.batch_id limit 1000) together)
  from public.revisions revision
  left join public.profiles profile on profile.id = revision.contributor_id
  where revision.target_type = history.target_type and revision.target_id = history.target_id
    and (before_id is null or revision.id < before_id)
  order by revision.id desc limit size;
  get diagnostics shown = row_count;
  -- Of a jersey that was approved before there was a history, the approval is known.
  if history.target_type = 'jersey' and shown < size and coalesce(before_id, 1) > 0 then
    return query
    select 0::bigint, least(jersey.moderated_at, earliest.at, now()), 'approved', '{}'::jsonb, null::text,
      profile.username, profile.display_name, null::bigint, false, null::uuid, 1
    from public.jerseys jersey
    left join public.profiles profile on profile.id = jersey.author_id
    cross join lateral (
      select min(revision.at) as at, coalesce(bool_or(revision.kind in ('approved', 'imported')), false) as is_known
      from public.revisions revision
      where revision.target_type = 'jersey' and revision.target_id = jersey.id) earliest
    where jersey.id = history.target_id and jersey.status = 'approved' and not earliest.is_known;
  end if;
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
    exists (select from private.imported_lines il
      where il.import_id = own.id and il.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  perform private.add_copies(own, batch, gone);
  perform private.change_copies(own, batch);
  gone := gone || array(
    select batch.key from unnest(batch) batch
    where batch.is_change and not exists (
      select from private.imported_lines il
      where il.import_id = own.id and il.key = private.import_key(batch.key)));

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
      select coalesce(jsonb_object_agg(batch.key, il.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines il
        on il.import_id = own.id and il.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  verdict text;
  digest text;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[];
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select cb.result into known from private.catalogue_batches cb
  where cb.import_id = own.id and cb.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, own.id, memo) of_line;
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  perform private.hold_what_is_named(rows);
  refused := private.insert_each(rows);
  result := private.sum_outcomes(outcomes, refused);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (is_admin.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id = is_admin.user_id and ur.role = 'admin'
          and (u.banned_until is null or u.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_admin.user_id)),
    false)
$function$
;

CREATE OR REPLACE FUNCTION public.is_reviewer(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (is_reviewer.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id = is_reviewer.user_id and ur.role in ('admin', 'reviewer')
          and (u.banned_until is null or u.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_reviewer.user_id)),
    false)
$function$
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
          count(*) filter (where ji_own.suggestion_id is null),
          count(*) filter (where ji_own.id in (select ei.id from private.edited_images ei where ei.jersey_id = into_id)))
        from public.jersey_images ji_own
        where ji_own.jersey_id = into_id and ji_own.contributor_id is not distinct from image.contributor_id) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      -- Their number tells how many photos wait.
      and ((select auth.uid()) is null or public.is_reviewer((select auth.uid())))
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

CREATE OR REPLACE FUNCTION public.kits_beside(jersey_id uuid)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), first_of_team as materialized (
    select of_slug.*
    from shown cross join lateral (
      select jersey.id, jersey.season_id, jersey.kit_type_slug, jersey.score, jersey.league, jersey.team_id
      from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.status = 'approved' and jersey.is_active
      limit 41) of_slug
  ), few as (
    select kit.id, kit.score, season.code
    from shown
    -- Two teams may share a name: in two sports, or as the men's and the women's team.
    join first_of_team kit
      on kit.league = shown.league and kit.team_id is not distinct from shown.team_id
      and kit.kit_type_slug = shown.kit_type_slug
    join public.seasons season on season.id = kit.season_id and season.is_active
    where (select count(*) from first_of_team) <= 40
  ), beside as (
    (select distinct on (jersey.kit_type_slug) jersey.id
    from shown
    join public.jerseys jersey
      on jersey.team_slug = shown.team_slug and jersey.season_id = shown.season_id
      and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
    where jersey.status = 'approved' and jersey.is_active and jersey.kit_type_slug <> shown.kit_type_slug
    order by jersey.kit_type_slug, jersey.score desc, jersey.id desc)
    union all
    (select few.id from few join shown on few.code > shown.code
    order by few.code, few.score desc, few.id desc limit 1)
    union all
    (select few.id from few join shown on few.code < shown.code
    order by few.code desc, few.score desc, few.id desc limit 1)
    union all
    -- Of a team with many: season by season away from the shown one, until one has this kit, usually the first.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code desc
    limit 1)
  )
  select jersey.* from beside join public.jerseys jersey on jersey.id = beside.id
$function$
;

CREATE OR REPLACE FUNCTION public.line_up_seasons()
 RETURNS SETOF public.seasons
 LANGUAGE sql
 STABLE ROWS 200
 SET search_path TO ''
AS $function$
  select season.* from public.seasons season
  where season.is_active
    and exists (select from public.team_seasons ts where ts.season_id = season.id)
$function$
;

CREATE OR REPLACE FUNCTION public.line_ups(competition_ids uuid[], in_season uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.team_seasons
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  select ts_entry.*
  from public.competitions competition
  -- The season comes from an expression: with a condition "no season or this one" PostgreSQL's general plan walks all
  -- seasons of each competition.
  cross join lateral (
    select coalesce(line_ups.in_season, (
      select season.id from public.seasons season
      where season.is_active and exists (
        select from public.team_seasons ts
        where ts.season_id = season.id and ts.competition_id = competition.id)
      order by season.code desc
      limit 1)) as id) chosen
  join public.seasons s_shown on s_shown.id = chosen.id and s_shown.is_active
  join public.team_seasons ts_entry
    on ts_entry.season_id = s_shown.id and ts_entry.competition_id = competition.id
  where competition.is_active and competition.id = any (line_ups.competition_ids)
$function$
;

CREATE OR REPLACE FUNCTION public.list_members(query text DEFAULT ''::text, after text DEFAULT ''::text, joined_before timestamp with time zone DEFAULT NULL::timestamp with time zone, before uuid DEFAULT NULL::uuid, administrators boolean DEFAULT false, suspended boolean DEFAULT false, size integer DEFAULT 30)
 RETURNS TABLE(id uuid, username text, display_name text, joined_at timestamp with time zone, is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, u.created_at,
      exists (
        select from public.user_roles ur where ur.user_id = profile.id and ur.role = ''admin''),
      coalesce(u.banned_until > now(), false),
      coalesce(ac.jerseys, 0), coalesce(ac.rejected, 0)
    from public.profiles profile
    join auth.users u on u.id = profile.id
    left join private.author_counts ac on ac.author_id = profile.id
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and u.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (u.created_at, u.id) < ($1, $2))
    order by u.created_at desc, u.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (u.banned_until is null or u.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and u.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $function$
;

CREATE OR REPLACE FUNCTION public.lists_of_member(username text)
 RETURNS TABLE(id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[], changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select card.* from private.list_cards(array(
    select list.id from public.lists list
    join public.profiles profile on profile.id = list.member_id
    where profile.username = lists_of_member.username and list.is_public)) card
$function$
;

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
          and private.is_copy_of_line(copy, line -> 'jersey')
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey')) own
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
  perform private.retire_jersey(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $function$
;

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text, overrule boolean DEFAULT false, seen jsonb DEFAULT NULL::jsonb, corrections jsonb DEFAULT NULL::jsonb, refused text[] DEFAULT NULL::text[])
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule, corrections);

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select suggestion.* into edit
  from private.own_edits oe_own join public.suggestions suggestion on suggestion.id = oe_own.id
  where oe_own.jersey_id = jersey.id and jersey.status = 'approved' for update of suggestion;
  perform private.check_undecided(jersey, edit, overrule, seen, refused);

  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit) where edit.id is not null;
    update public.suggestions suggestion
    set status = 'refused', decided_at = now(), changes = suggestion.changes - 'removed',
      verdicts = suggestion.verdicts || coalesce(private.verdicts_of_edit(edit, decision, null, reason), '{}')
    where suggestion.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
  elsif edit.status = 'open' then
    perform private.check_decidable(edit);
    parts := private.verdicts_of_edit(edit, decision, refused, reason);
    if not overrule then
      perform private.check_conflicts(edit, parts, '{}');
    end if;
    perform private.apply_verdicts(edit, parts, null);
    if decision = 'rejected' then
      -- The edit is refused, not the jersey: its approved version stays.
      jersey.moderated_by := auth.uid();
      return jersey;
    end if;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    jersey := private.correct_jersey(uncorrected, corrections);
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  -- An undo takes the corrections back as well.
  if decision = 'approved' and corrections is not null then
    perform private.keep_corrections(uncorrected, jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_in_list(list_id uuid, jersey_id uuid, place integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.lists list where list.id = move_in_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members order their own lists.';
  end if;
  perform private.check_standing();
  perform private.count_write('list_items', 1);
  update public.list_items item set place = ordered.place
  from (
    select others.id, others.nth + case when others.nth >= move_in_list.place then 1 else 0 end as place
    from (
      select item.id, row_number() over (order by item.place)::integer as nth
      from public.list_items item
      where item.list_id = move_in_list.list_id and item.jersey_id <> move_in_list.jersey_id) others
    union all
    select li_moved.id, greatest(1, least(move_in_list.place, (
      select count(*)::integer from public.list_items item where item.list_id = move_in_list.list_id)))
    from public.list_items li_moved
    where li_moved.list_id = move_in_list.list_id and li_moved.jersey_id = move_in_list.jersey_id
  ) ordered
  where item.id = ordered.id and item.place <> ordered.place;
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
  select greatest(u.created_at, now() - interval '7 days') into began
  from auth.users u where u.id = member;
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

CREATE OR REPLACE FUNCTION public.popular_teams(max_results integer DEFAULT 6)
 RETURNS SETOF public.teams
 LANGUAGE sql
 STABLE ROWS 6
 SET search_path TO ''
AS $function$
  select team.*
  from public.jersey_counts jc
  join public.teams team on team.id = jc.key::uuid
  where jc.kind = 'team' and jc.jerseys > 0 and team.is_active
  order by jc.jerseys desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$function$
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
  created_before timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    created_before := now() - make_interval(days => (filter ->> 'days')::integer);
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
      and coalesce(jersey.edited_at, jersey.created_at) <= created_before
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select suggestion.id, suggestion.kind, suggestion.target_type, suggestion.target_id, fact.league, suggestion.created_at, suggestion.member_id
    from public.suggestions suggestion
    cross join lateral (select private.league_of(suggestion.target_type, suggestion.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (suggestion.status = 'open')::integer = case when to_check then 0 else 1 end
      and (suggestion.status = 'open' and suggestion.held_at is null or suggestion.trusted and suggestion.afterwards is null)
      and (not filter ? 'kind' or suggestion.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and suggestion.created_at <= created_before
      and (last_id is null or (suggestion.created_at, suggestion.id) > (last_since, last_id))
    order by suggestion.created_at, suggestion.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= created_before
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(report, comment, jersey, j_commented)
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(waiting integer, typical_hours numeric, oldest timestamp with time zone, by_kind jsonb, to_check integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select 'new' as kind, count(*)::integer as amount, min(coalesce(edited_at, created_at)) as oldest
    from public.jerseys where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null)
    union all
    select kind, count(*)::integer, min(created_at) from public.suggestions where status = 'open' and held_at is null group by kind
    union all
    -- Those about the same thing are one, as in the queue.
    select 'report', count(distinct coalesce(jersey_id, comment_id, profile_id, target_id))::integer, min(created_at) from public.reports report
    where status = 'open' and (select public.is_reviewer(auth.uid()))
      and ((select public.is_admin(auth.uid())) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
  )
  select (select sum(amount)::integer from counted where kind <> 'report'),
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours),
    case when caller.is_reviewer then (select min(counted.oldest) from counted) end,
    case when caller.is_reviewer then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    -- As the index says it: otherwise every open suggestion is looked at.
    case when caller.is_reviewer then (
      select count(*)::integer from public.suggestions
      where (status = 'open')::integer = 0 and trusted and afterwards is null) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$function$
;

CREATE OR REPLACE FUNCTION public.queue_unused_files(older_than interval DEFAULT '24:00:00'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  -- Photos of a refusal that can't be contested any more.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.status in ('refused', 'partly')
    and suggestion.decided_at < now() - case when suggestion.contested_at is null then private.contest_time() else private.undo_time() end;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      else private.is_copy_photo(object.name) end
    and not exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = object.bucket_id and deletion.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $function$
;

CREATE OR REPLACE FUNCTION public.recheck_due_voters()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 1000;
  -- A member who is voting just now is left for the next time: waiting here could deadlock.
  voters uuid[] := array(
    select voter_id from (
      select voter_id from private.voters_due where due_at <= now()
      order by due_at limit 100 for update skip locked) due
    where pg_try_advisory_xact_lock(hashtextextended('jersey_votes' || voter_id, 0)));
  changed integer;
begin
  if voters = '{}' then
    return 0;
  end if;
  changed := private.recheck_voters(voters, most);
  if changed = most then
    return changed;
  end if;
  -- Votes that others had locked were skipped. Their voters stay due until the next call.
  voters := array(
    select u.id from auth.users u
    where u.id = any(voters) and not exists (
      select from public.jersey_votes vote
      where vote.voter_id = u.id and vote.counts <> private.may_count(u)));
  -- Whoever has to wait for a day or for the end of a suspension is due then.
  update private.voters_due due set due_at = private.counts_from(u)
  from auth.users u
  where u.id = due.voter_id and due.voter_id = any(voters)
    and private.may_ever_count(u) and private.counts_from(u) > now();
  delete from private.voters_due where voter_id = any(voters) and due_at <= now();
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_authors()
 RETURNS TABLE(author_id uuid, jerseys bigint, rejected bigint, was_jerseys bigint, was_rejected bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select author_id, count(*) as jerseys, count(*) filter (where status = 'rejected') as rejected
    from public.jerseys where author_id is not null group by author_id
  ), wrong as (
    select author_id, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(counted.rejected, 0) as rejected, coalesce(ac.jerseys, 0) as was_jerseys,
      coalesce(ac.rejected, 0) as was_rejected
    from counted full join private.author_counts ac using (author_id)
    where (coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0))
      <> (coalesce(ac.jerseys, 0), coalesce(ac.rejected, 0))
  ), repaired as (
    insert into private.author_counts (author_id, jerseys, rejected)
    select author_id, jerseys, rejected from wrong
    on conflict (author_id) do update set jerseys = excluded.jerseys, rejected = excluded.rejected
  )
  select author_id, jerseys, rejected, was_jerseys, was_rejected from wrong;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_catalogue()
 RETURNS TABLE(what text, counted bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys, public.jersey_images in share row exclusive mode;
  perform private.begin_edition();
  delete from private.pending_standings;
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact
    full join (select * from private.catalogue_entries where until = private.for_ever()) entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_entries(wrong);

  return query
  with facts as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_facts group by 1, 2, 3, 4, 5, 6, 7
  ), fresh as (
    select key.dims, key.competition as competition_id, key.team as team_id, key.period, key.kit_known as kit,
      key.brand as brand_id, key.color_known as color, key.photo as has_photo, sum(facts.jerseys)::integer as jerseys
    from facts cross join lateral private.cell_keys(
      facts.competition_id, facts.team_id, facts.year, facts.kit, facts.brand_id, facts.color, facts.has_photo) key
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), differing as (
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo,
      coalesce(fresh.jerseys, 0) as jerseys, coalesce(cell.jerseys, 0) as was
    from fresh full join private.catalogue_cells cell
      using (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
    where coalesce(fresh.jerseys, 0) <> coalesce(cell.jerseys, 0)
  ), repaired as (
    insert into private.catalogue_cells (
      dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys from differing
    on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  )
  select concat_ws(' ', 'cell', dims, competition_id, team_id, period, kit, brand_id, color, has_photo),
    jerseys::bigint, was::bigint
  from differing;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_kits()
 RETURNS TABLE(team_id uuid, year integer, kit_type_slug text, jerseys bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select team_id, coalesce(year, 0) as year,
      case when year is null then season_id else '00000000-0000-0000-0000-000000000000' end as season_id,
      kit_type_slug, count(*) as jerseys
    from public.jerseys where status = 'approved' and is_active and team_id is not null
    group by 1, 2, 3, 4
  ), wrong as (
    select team_id, year, season_id, kit_type_slug, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(tkc.jerseys, 0) as was
    from counted full join private.team_kit_counts tkc using (team_id, year, season_id, kit_type_slug)
    where coalesce(counted.jerseys, 0) <> coalesce(tkc.jerseys, 0)
  ), repaired as (
    insert into private.team_kit_counts (team_id, year, season_id, kit_type_slug, jerseys)
    select team_id, year, season_id, kit_type_slug, jerseys from wrong
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = excluded.jerseys
  )
  select team_id, year, kit_type_slug, jerseys, was from wrong;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_standings()
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, rising double precision, was_upvotes integer, was_downvotes integer, was_rising double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  -- What is due is no error.
  while public.age_votes() > 0 loop end loop;
  perform private.recheck_voters(array(select voter_id from private.voters_due where due_at <= now()), null);

  create temporary table fresh on commit drop as
  select *, (up, down, rising) <> (was_up, was_down, was_rising) as is_wrong
  from (
    select coalesce(counted.jersey_id, standing.jersey_id) as jersey_id,
      coalesce(counted.up, 0)::integer as up, coalesce(counted.down, 0)::integer as down,
      coalesce(counted.rising, 0) as rising,
      coalesce(standing.upvotes, 0) as was_up, coalesce(standing.downvotes, 0) as was_down,
      coalesce(standing.rising, 0) as was_rising, coalesce(counted.mismarked, false) as mismarked
    from (
      select jersey_id, count(*) filter (where vote = 'up' and may) as up,
        count(*) filter (where vote = 'down' and may) as down,
        sum(private.rising_of(vote, may, cast_at)) as rising, bool_or(counts <> may) as mismarked
      from (
        select vote.*, private.may_count(u) as may
        from public.jersey_votes vote join auth.users u on u.id = vote.voter_id) judged
      group by jersey_id) counted
    full join private.standings standing on standing.jersey_id = counted.jersey_id) compared
  where mismarked or (up, down, rising) <> (was_up, was_down, was_rising);
  -- Jerseys that another transaction holds are left for the next count, with the marks of their votes.
  delete from pg_temp.fresh where jersey_id <> all (array(
    select id from public.jerseys where id in (select jersey_id from pg_temp.fresh) for key share skip locked));

  -- Votes that are marked wrong move standings, which the count then overwrites.
  perform private.recheck_voters(array(
    select distinct voter_id from public.jersey_votes where jersey_id in (select jersey_id from pg_temp.fresh)), null);
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from pg_temp.fresh
  on conflict (jersey_id) do update
    set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
    where (standing.upvotes, standing.downvotes, standing.rising)
      <> (excluded.upvotes, excluded.downvotes, excluded.rising);
  insert into private.outdated (jersey_id)
  select jersey_id from pg_temp.fresh where is_wrong
  on conflict (jersey_id) do nothing;
  return query
  select jersey_id, up, down, rising, was_up, was_down, was_rising from pg_temp.fresh where is_wrong;
  drop table pg_temp.fresh;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_sums()
 RETURNS TABLE(what text, counted bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  create temporary table fresh on commit drop as
  select
    case when grouping(league) = 0 then 'league' when grouping(competition_id) = 0 then 'competition'
      when grouping(team_id) = 0 then 'team' else 'all' end as kind,
    coalesce(league, competition_id::text, team_id::text, '') as key, count(*) as jerseys,
    coalesce(sum(upvotes), 0)::bigint as upvotes, coalesce(sum(downvotes), 0)::bigint as downvotes
  from public.jerseys where status = 'approved' and is_active
  group by grouping sets ((), (league), (competition_id), (team_id))
  having grouping(team_id) = 1 or team_id is not null;

  return query
  select btrim(concat('jerseys, ', kind, ' ', key)), coalesce(fresh.jerseys, 0), coalesce(jc.jerseys, 0)
  from pg_temp.fresh full join public.jersey_counts jc using (kind, key)
  where coalesce(fresh.jerseys, 0) <> coalesce(jc.jerseys, 0)
  union all
  select sums.what, sums.counted, sums.was
  from pg_temp.fresh, (
    select coalesce(sum(upvotes), 0)::bigint as up, coalesce(sum(downvotes), 0)::bigint as down
    from private.vote_sums) kept,
    lateral (values ('upvotes', fresh.upvotes, kept.up), ('downvotes', fresh.downvotes, kept.down))
      as sums (what, counted, was)
  where fresh.kind = 'all' and sums.counted <> sums.was;

  delete from public.jersey_counts;
  insert into public.jersey_counts (kind, key, jerseys) select kind, key, jerseys from pg_temp.fresh;
  delete from private.vote_sums;
  insert into private.vote_sums (slot, upvotes, downvotes)
  select -1, upvotes, downvotes from pg_temp.fresh where kind = 'all';
  drop table pg_temp.fresh;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_leaderboards()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, season.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons season on season.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards leaderboard
    where not exists (select from fresh where (fresh.scope, fresh.value) = (leaderboard.scope, leaderboard.value))
    returning 1
  ), written as (
    insert into private.leaderboards as leaderboard (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (leaderboard.label, leaderboard.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  if changed > 0 then
    perform pg_notify('public_changes', '*');
  end if;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.removal_reason(jersey_id uuid)
 RETURNS TABLE(removed_at timestamp with time zone, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select gj.gone_at, gj.reason from public.gone_jerseys gj
  where gj.jersey_id = removal_reason.jersey_id and gj.kind = 'removal'
$function$
;

CREATE OR REPLACE FUNCTION public.remove_jersey(jersey_id uuid, reason text, urgency text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  reason := private.check_departure(jersey_id, null, reason, urgency);
  perform private.begin_revision('removal', null, reason);
  perform private.retire_jersey(jersey_id, null, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $function$
;

CREATE OR REPLACE FUNCTION public.removed_jersey(jersey_id uuid)
 RETURNS TABLE(title text, team text, season text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Of what is offensive or unlawful, the words may be.
  select case when gj.urgency is null then gj.title end, case when gj.urgency is null then gj.team end,
    case when gj.urgency is null then gj.season end
  from public.gone_jerseys gj
  where gj.jersey_id = removed_jersey.jersey_id and gj.kind = 'removal'
$function$
;

CREATE OR REPLACE FUNCTION public.replace_image(image_id uuid, url text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.suggestions suggestion on suggestion.target_id = image.jersey_id and suggestion.status = 'open' and suggestion.changes ? 'photos'
    left join lateral jsonb_array_elements(suggestion.changes -> 'photos') with ordinality listed (photo, place)
      on listed.photo ->> 'id' = image.id::text
    where image.jersey_id = former.jersey_id and suggestion.member_id = (select auth.uid())
    order by listed.place, image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  delete from public.jersey_images image
  where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text;
  if not found then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_line_ups(line_ups jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_catalogue_admin();
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions competition on competition.id = team.competition_id
      where competition.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
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
    select from public.user_roles ur
    where ur.user_id = reset_names.user_id and ur.role = 'admin'
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

CREATE OR REPLACE FUNCTION public.same_pictures(jersey_id uuid)
 RETURNS TABLE(other_id uuid, distance integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare pictures.';
  end if;
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images ji_own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(ji_own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(ji_own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(ji_own.likeness)
        and image.likeness is not null and image.suggestion_id is null and image.jersey_id <> ji_own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected' and jerseys.is_active
  where ji_own.jersey_id = same_pictures.jersey_id and ji_own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $function$
;

CREATE OR REPLACE FUNCTION public.save_showcase(is_open boolean, with_wishes boolean DEFAULT false, about text DEFAULT NULL::text, teams uuid[] DEFAULT '{}'::uuid[], shirts jsonb DEFAULT '[]'::jsonb)
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
  insert into public.showcases as showcase (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), clubs)
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
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

CREATE OR REPLACE FUNCTION public.search_jerseys(query text, max_results integer DEFAULT 5)
 RETURNS SETOF public.jerseys
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.jersey_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  first_year integer;
  last_year integer;
  called uuid[];
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  -- An article at the end may begin the name of a team: "saint et". Then its jerseys are meant.
  if unfinished <> '{}' then
    called := array(
      select id from private.search_documents
      where kind = 'team' and words @@ (select private.search_query(asked || unfinished, 2))
      limit 100);
    if called <> '{}' then
      return query
        select best.*
        from unnest(called) team (id)
        cross join lateral (
          select jersey.* from public.jerseys jersey
          where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc
          limit wanted) best
        order by best.score desc, best.id desc
        limit wanted;
      return;
    end if;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  select min(year), max(case when starts_with(word, '~') then year + 9 else year end) into first_year, last_year
  from unnest(asked) word
  cross join lateral (
    select case
      when word ~ '^\d{4}$' then word::integer
      when starts_with(word, '~') then 10 * substr(word, 2)::integer end as year) worn;
  -- Colours and a year or a decade, and no other word: jerseys whose main colour it is come first, as in the catalogue.
  if first_year is not null and names_colors and not exists (
    select from unnest(asked) word
    where word !~ '^(~\d+|\d{4})$' and private.called_colors(word, false) = '{}')
  then
    found := private.colored_jerseys(asked, first_year, last_year, wanted);
  end if;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_teams(query text, max_results integer DEFAULT 3, lang text DEFAULT NULL::text)
 RETURNS SETOF public.teams
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  sought text[];
  typed text;
  slugs text[];
  matching uuid[];
  found uuid[] := '{}';
begin
  -- 0: an article at the end as the beginning of a word. If nothing has one, it counts for nothing.
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    typed := array_to_string(sought, ' ');
    slugs := array[private.slug(query), private.slug(typed)];
    matching := array(
      select id from private.search_documents
      where kind = 'team' and id <> all (found)
        and words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end)));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team.id from unnest(matching) team (id)
        join public.jersey_counts jc on jc.kind = 'team' and jc.key = team.id::text
        order by jc.jerseys desc, team.id
        limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(tn.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams t_club
            where t_club.id = any (matching) and starts_with(team.name, t_club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          coalesce((
            select jc.jerseys from public.jersey_counts jc
            where jc.kind = 'team' and jc.key = team.id::text), 0) as jerseys
        from public.teams team
        join private.team_names tn on tn.id = team.id
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.is_begun desc, near.jerseys desc, near.distance, near.is_another,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.shared_year(key uuid)
 RETURNS TABLE(username text, display_name text, year integer, shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select profile.username, profile.display_name, link.year, counted.*
  from public.year_links link
  join public.profiles profile on profile.id = link.member_id
  cross join lateral private.year_of(link.member_id, link.year) counted
  where link.key = shared_year.key
    and not exists (
      select from auth.users u where u.id = link.member_id and u.banned_until > now())
$function$
;

CREATE OR REPLACE FUNCTION public.shelf_counts(jersey_id uuid)
 RETURNS TABLE(collectors bigint, wishers bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select
    (select case when count(*) >= 3 then count(*) end from public.user_collections collection where collection.jersey_id = jersey.id),
    (select case when count(*) >= 3 then count(*) end from public.user_wishlists wishlist where wishlist.jersey_id = jersey.id)
  from public.jerseys jersey
  where jersey.id = shelf_counts.jersey_id and jersey.status = 'approved' and jersey.is_active
$function$
;

CREATE OR REPLACE FUNCTION public.showcase(username text)
 RETURNS TABLE(about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint, pageless bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select s.about,
    array(
      select team.id from unnest(s.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    s.with_wishes,
    (select count(*) from public.user_collections collection
      join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
      where collection.user_id = s.member_id),
    own.copies, own.teams, own.pageless
  from public.showcases s
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams,
      count(*) filter (where copy.jersey_id is null) as pageless
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = s.member_id and copy.removed_at is null) own
  where s.member_id = private.open_showcase(showcase.username)
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_collection(username text)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select jersey.*
  from public.user_collections collection
  join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
  where collection.user_id = private.open_showcase(showcase_collection.username)
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_sets(username text)
 RETURNS TABLE(team_id uuid, kit_type text, held bigint, jerseys bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  with owned as (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held
    from public.user_collections collection
    join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
    where collection.user_id = private.open_showcase(showcase_sets.username)
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
    order by held desc, jersey.team_id, jersey.kit_type_slug
    limit 6
  )
  select owned.team_id, private.kit_of(owned.kit_type_slug), owned.held,
    (select sum(counts.jerseys) from private.team_kit_counts counts
      where counts.team_id = owned.team_id and counts.kit_type_slug = owned.kit_type_slug)::bigint
  from owned join public.teams team on team.id = owned.team_id and team.is_active
  order by owned.held desc, owned.team_id, owned.kit_type_slug
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_wishes(username text)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select jersey.*
  from public.showcases showcase
  join public.user_wishlists wishlist on wishlist.user_id = showcase.member_id
  join public.jerseys jersey on jersey.id = wishlist.jersey_id and jersey.status = 'approved' and jersey.is_active
  where showcase.member_id = private.open_showcase(showcase_wishes.username) and showcase.with_wishes
$function$
;

CREATE OR REPLACE FUNCTION public.start_roll_over(code text, name text, competitions uuid[])
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant uuid[] := array(select distinct unnest(start_roll_over.competitions));
  wanted_code constant text := private.tidy(start_roll_over.code);
  season public.seasons;
  created boolean;
  taken jsonb;
  draft public.roll_overs;
begin
  perform private.require_catalogue_admin();
  if cardinality(wanted) = 0 then
    raise sqlstate 'PT400' using message = 'roll_over_empty', detail = 'Choose at least one competition.';
  end if;
  if exists (select unnest(wanted) except select id from public.competitions) then
    raise sqlstate 'PT404' using message = 'competition_not_found', detail = 'A competition was deleted.';
  end if;

  -- A season that exists keeps its name. Two administrators who start at once wait here for each other.
  select * into season from public.seasons where seasons.code = wanted_code for no key update;
  created := not found;
  if created then
    insert into public.seasons (code, name, is_active)
    values (wanted_code, private.tidy(start_roll_over.name), false)
    on conflict (code) do nothing returning * into season;
    if not found then
      created := false;
      select * into strict season from public.seasons where seasons.code = wanted_code for no key update;
    end if;
  end if;

  if exists (select from public.roll_overs where season_id = season.id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', season.id)::text,
      hint = 'Publish or discard the draft first.';
  end if;
  select jsonb_agg(competition.name order by competition.name) into taken
  from public.competitions competition
  where competition.id = any (wanted) and exists (
    select from public.team_seasons where season_id = season.id and competition_id = competition.id);
  if taken is not null then
    raise sqlstate 'PT409' using
      message = 'line_up_exists', detail = jsonb_build_object('competitions', taken)::text,
      hint = 'These competitions have a line-up in this season; change it there.';
  end if;

  insert into public.roll_overs (season_id, created_season) values (season.id, created) returning * into draft;
  insert into public.roll_over_competitions (roll_over_id, competition_id, source_season_id)
  select draft.id, competition.id, (
    select ts.season_id
    from public.team_seasons ts join public.seasons s_earlier on s_earlier.id = ts.season_id
    where ts.competition_id = competition.id and s_earlier.is_active and s_earlier.code < season.code
    order by s_earlier.code desc limit 1)
  from unnest(wanted) competition (id);
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select draft.id, roc.competition_id, team.id
  from public.roll_over_competitions roc
  join public.team_seasons ts
    on ts.competition_id = roc.competition_id and ts.season_id = roc.source_season_id
  join public.teams team on team.id = ts.team_id and team.is_active
  where roc.roll_over_id = draft.id;
  return draft;
end $function$
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
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
  locks_target boolean;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]'
    and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or is_administrator or suggest.suggestion_id is not null;

  select found.target, found.present into target, present
  from private.lock_suggested(of_type, target, locks_target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null or (present ->> 'author_id')::uuid is not distinct from member;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- An author's own edits of texts and photos aren't counted until facts are suggested with them.
  if not (at_once or is_administrator) and (suggestion.status is distinct from 'open' or suggestion.source is null) then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and columns <> '{}' then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    suggestion := private.insert_suggestion(of_type, target, present, wanted, columns, given, stated);
  else
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, stated, is_added);
  end if;
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' and private.pending_keys(suggestion) = '{}' then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id returning * into suggestion;
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns, given);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspend_member(user_id uuid, suspended boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was boolean;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators suspend members.';
  end if;
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and exists (
    select from public.user_roles ur
    where ur.user_id = suspend_member.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was), jsonb_build_object('suspended', suspended));
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
  select * into planned from public.daily_shirts shirt where shirt.day = swap_daily_shirt.day and shirt.kind = 'shown';
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

CREATE OR REPLACE FUNCTION public.sweep_daily_players()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from private.daily_arrivals where hour < now() - interval '1 day';
  delete from public.daily_players player
  where player.token_hash is not null and player.last_played_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end $function$
;

CREATE OR REPLACE FUNCTION public.sweep_gone_jerseys()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  departed public.gone_jerseys;
  is_taken_back boolean;
  swept integer := 0;
begin
  perform private.lock_merges();
  for departed in
    select * from public.gone_jerseys where undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(array[departed.jersey_id]);
    -- Everybody concerned was told when it went.
    is_taken_back := private.is_taken_back(departed.jersey_id);
    perform private.begin_revision('none');
    delete from public.jerseys where id = departed.jersey_id and not is_active;
    perform private.end_revision();
    update public.gone_jerseys set undo_until = null where jersey_id = departed.jersey_id;
    delete from public.gone_jerseys where jersey_id = departed.jersey_id and is_taken_back;
    swept := swept + 1;
  end loop;
  return swept;
end $function$
;

CREATE OR REPLACE FUNCTION public.sweep_imports(older_than interval DEFAULT '7 days'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from private.imported_wishes wish using public.collection_imports import
  where import.id = wish.import_id and import.created_at < now() - older_than;
  delete from private.imported_votes vote using public.collection_imports import
  where import.id = vote.import_id and import.created_at < now() - older_than;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  -- Without them an import that was left can't go on.
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and coalesce(import.finished_at, import.created_at + interval '1 year') < now() - older_than;
  return swept;
end $function$
;

CREATE OR REPLACE FUNCTION public.takes_visitor_reports()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.visitor_report_intake where open_until > now())
    and not exists (
      select from private.write_limits wl
      where wl.kind = 'visitor_reports_of_anyone'
        and wl.most <= (
          select count(*) from public.visitor_reports vr
          where vr.from_anyone and vr.confirmed_at is null and vr.created_at > now() - wl.span))
$function$
;

CREATE OR REPLACE FUNCTION public.team_colors(team_id uuid)
 RETURNS TABLE(decade integer, color text, kits bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO ''
AS $function$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. The other kit
  -- types have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select tkc.year, best.color
    from private.team_kit_counts tkc
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.year = tkc.year
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year > 0 and tkc.jerseys > 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts tkc
    join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.season_id = tkc.season_id and jersey.year is null
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year = 0 and tkc.jerseys > 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits(team_id uuid)
 RETURNS TABLE(year integer, kit_type text, jerseys bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select coalesce(left(season.code, 4)::integer, tkc.year), private.kit_of(tkc.kit_type_slug),
    sum(tkc.jerseys)::bigint
  from private.team_kit_counts tkc
  left join public.seasons season on season.id = tkc.season_id and season.is_active
  where tkc.team_id = team_kits.team_id and tkc.jerseys > 0
    and (tkc.year > 0 or season.id is not null)
  group by 1, 2
  order by 1 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits_near(team_id uuid, year_from integer, year_to integer, kit_type text DEFAULT NULL::text, max_results integer DEFAULT 6)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  -- The stored counts tell which years have jerseys; only the nearest are read.
  with near as (
    select tkc.year, tkc.season_id, tkc.kit_type_slug, dated.distance
    from private.team_kit_counts tkc
    left join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, tkc.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where tkc.team_id = team_kits_near.team_id and tkc.jerseys > 0
      and (tkc.year > 0 or season.id is not null)
      and private.kit_of(tkc.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(tkc.kit_type_slug))
    order by dated.distance, tkc.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$function$
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
  given constant text := private.tidy(undo.reason);
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  total integer;
  batch bigint[];
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  made record;
  next jsonb;
begin
  perform private.check_undo(undo.revision_id, undo.batch_id, undo.member, undo.fields, given, is_dry, undo.after);
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
    select step.batch, step.of_type into batch, of_type
    from private.begin_undoing(undo.revision_id, undo.batch_id, undo.member, undo.since, undo.after, of_type) step;
  end if;
  waits_again := undo.batch_id is not null and not is_dry and private.is_batch_fresh(batch);
  made := private.undo_changes(batch, undo.fields, given, is_dry, waits_again, undo.revision_id is not null);
  perform private.notify_undone(made.announced, undo.member, given);
  perform private.forget_decisions(made.fresh);
  perform private.count_undone_imports(made.departures);
  next := case
    when is_dry or undo.revision_id is not null or made.fresh <> '{}' then null
    else private.next_undoing(batch, of_type, made.reached)
  end;
  if next is not null then
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when made.undone > cardinality(made.fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', made.undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(made.seen) item),
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
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
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
  -- Others may have been told of another decision of the same statement.
  delete from public.notices notice
  where notice.created_at = moment and notice.due_at > clock_timestamp() and notice.recipient_id = coalesce(
    suggestion.member_id, (select reporter_id from public.reports where id = decided_id),
    (select author_id from public.jerseys where id = decided_id));
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
  delete from public.jersey_votes vote using private.imported_votes iv_brought
  left join public.jersey_redirects redirect on redirect.from_id = iv_brought.jersey_id
  where iv_brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (iv_brought.jersey_id, redirect.into_id)
    and vote.vote = iv_brought.vote and vote.cast_at = iv_brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wishlist using private.imported_wishes iw_brought
  where iw_brought.import_id = own.id and wishlist.id = iw_brought.wish_id and private.wish_details(wishlist) = iw_brought.said;
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

CREATE OR REPLACE FUNCTION public.undone_revisions(revision_ids bigint[])
 RETURNS TABLE(id bigint, is_whole boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select revision.id, bool_and(undone.is_undone)
  from public.revisions revision
  cross join lateral jsonb_object_keys(revision.changes) field
  cross join lateral (select private.is_undone(revision.id, field) as is_undone) undone
  where revision.id = any (revision_ids[:200])
    and exists (select from public.revisions r_later where r_later.undoes = revision.id)
    and private.may_read(revision.target_type, revision.target_id)
  group by revision.id
  having bool_or(undone.is_undone)
$function$
;

CREATE OR REPLACE FUNCTION public.want_letter(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'letters_denied', detail = 'Members choose their letters.';
  end if;
  perform private.check_standing();
  perform private.count_write('letters', 1);
  -- The first one comes next Monday, also to who switches it off and on again.
  insert into public.letters as letter (member_id, is_wanted, week)
  values (member, want_letter.wanted, private.letter_week())
  on conflict on constraint letters_pkey do update set
    is_wanted = excluded.is_wanted,
    week = greatest(letter.week, excluded.week),
    retry_at = null,
    covered_until = case when excluded.is_wanted and not letter.is_wanted then now() else letter.covered_until end
  where letter.is_wanted <> excluded.is_wanted;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdraw_suggestion(suggestion_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  is_decided boolean;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' and not exists (select from private.own_edits edit where edit.id = suggestion.id) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- One that was decided is as it was decided: what was accepted of it stays, what was refused counts. Of a contested one that its
  -- author changed, nothing is decided any more.
  is_decided := suggestion.verdicts <> '{}' and (
    suggestion.contested_at is not null or suggestion.verdicts @? '$.* ? (@.accepted == true)'
    or suggestion.status <> 'open' and suggestion.source is not null);
  update public.suggestions s_own
  set changes = case when is_decided and suggestion.status <> 'open'
      then s_own.changes - private.pending_keys(suggestion) - 'removed' else s_own.changes end,
    status = case when is_decided then private.outcome_of(suggestion.verdicts) else 'withdrawn' end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $function$
;

CREATE VIEW "private"."team_names" AS  SELECT team.id,
    concat_ws(' '::text, team.name, team.short_name, cn.names, private.saint_variant(team.name)) AS names
   FROM ((public.teams team
     JOIN public.competitions competition ON ((competition.id = team.competition_id)))
     LEFT JOIN private.country_names cn ON (((cn.code = team.country) AND (competition.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))));;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, cn.names, jersey.brand, jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.saint_variant(jersey.team), other.names) AS text,
    ((private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)) || private.decade_mark(COALESCE(jersey.year, ("left"(season.code, 4))::integer))) AS marks
   FROM ((((((public.jerseys jersey
     JOIN public.competitions competition ON ((competition.id = jersey.competition_id)))
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN public.teams team ON ((team.id = jersey.team_id)))
     LEFT JOIN public.competitions c_home ON ((c_home.id = team.competition_id)))
     LEFT JOIN private.country_names cn ON (((cn.code = team.country) AND (c_home.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    team.id,
    concat_ws(' '::text, tn.names, other.names) AS text,
    '{}'::text[] AS marks
   FROM ((public.teams team
     JOIN private.team_names tn ON ((tn.id = team.id)))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE team.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id,
    competitions.name AS text,
    '{}'::text[] AS marks
   FROM public.competitions
  WHERE competitions.is_active;;

CREATE POLICY "members read their own answers" ON "public"."daily_duel_answers" FOR SELECT TO "authenticated" USING ((player_id = ( SELECT player.id
   FROM public.daily_players player
  WHERE (player.user_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "members read their own games" ON "public"."daily_guesses" FOR SELECT TO "authenticated" USING ((player_id = ( SELECT player.id
   FROM public.daily_players player
  WHERE (player.user_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "reviewers read what departed of jerseys" ON "public"."gone_jerseys" FOR SELECT TO "authenticated" USING (( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer));

CREATE POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images" FOR DELETE TO "authenticated" USING ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE ((jerseys.id = jersey_images.jersey_id) AND (jerseys.author_id = ( SELECT auth.uid() AS uid))))) AND ((suggestion_id IS NULL) OR (EXISTS ( SELECT
   FROM public.suggestions suggestion
  WHERE ((suggestion.id = jersey_images.suggestion_id) AND (suggestion.member_id = ( SELECT auth.uid() AS uid)))))))));

CREATE POLICY "members read images of jerseys they read" ON "public"."jersey_images" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_images.jersey_id))) AND
CASE
    WHEN (suggestion_id IS NULL) THEN (NOT (EXISTS ( SELECT
       FROM public.suggestions suggestion
      WHERE ((suggestion.target_id = jersey_images.jersey_id) AND (suggestion.member_id = ( SELECT auth.uid() AS uid)) AND (suggestion.kind = ANY (ARRAY['edit'::text, 'photos'::text])) AND ((suggestion.changes -> 'removed'::text) ? (jersey_images.id)::text) AND ((suggestion.status = 'open'::text) OR ((suggestion.status = ANY (ARRAY['refused'::text, 'partly'::text])) AND (suggestion.decided_at > (now() - private.contest_time()))))))))
    ELSE (EXISTS ( SELECT
       FROM public.suggestions
      WHERE (suggestions.id = jersey_images.suggestion_id)))
END));

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';

COMMENT ON COLUMN "public"."daily_guesses"."on_day" IS 'True for a game that began on its day, until it ends after the next noon: it counts for the streak';

COMMENT ON COLUMN "public"."jerseys"."colors" IS 'One to three of the fourteen named colours, the main one first; an empty list is replaced by the default colours (docs/product/jersey.md 23). Not hexadecimal, unlike teams.colors';

COMMENT ON FUNCTION "private"."accept_same_merges"(uuid, uuid) IS 'Whoever suggested to merge these two hears that it was done';

COMMENT ON FUNCTION "private"."add_copies"(public.collection_imports, private.import_line[], text[]) IS 'Adds the copies of imported lines, but of those that are gone or were imported before';

COMMENT ON FUNCTION "private"."begin_suggesting"(text, jsonb, jsonb) IS 'Refuses who may not suggest now, and what has not the shape of a suggestion; a member''s suggestions wait for each other';

COMMENT ON FUNCTION "private"."begin_undoing"(bigint, uuid, uuid, timestamp with time zone, jsonb, text) IS 'Counts an undoing, and locks the changes of its next step: `batch`, all of one kind of page';

COMMENT ON FUNCTION "private"."bring_back"(public.gone_jerseys, text, boolean) IS 'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The caller has locked and begun the revision';

COMMENT ON FUNCTION "private"."change_copies"(public.collection_imports, private.import_line[]) IS 'Changes the copies of imported lines, and keeps what they were for an undo';

COMMENT ON FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean) IS 'Adds to an open suggestion of the caller what they give now, or puts it in its place';

COMMENT ON FUNCTION "private"."check_departure"(uuid, uuid, text, text) IS 'Checks and locks a merge (or removal, `into_jersey` null) by the caller, counts it, and returns the tidied reason';

COMMENT ON FUNCTION "private"."check_moderation"(text, text, boolean, jsonb) IS 'Refuses what moderate_jersey() decides on no jersey: a caller without the right, a decision without its reason, corrections of no field';

COMMENT ON FUNCTION "private"."check_not_said"(uuid, text, uuid, jsonb) IS 'Refuses what another open suggestion of the caller says';

COMMENT ON FUNCTION "private"."check_room"(uuid) IS 'Refuses one more open suggestion of a member who has as many as they may have';

COMMENT ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text) IS 'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source';

COMMENT ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]) IS 'Refuses a decision on what was decided, or was changed since the reviewer saw it, unless an administrator overrules';

COMMENT ON FUNCTION "private"."check_undo"(bigint, uuid, uuid, text[], text, boolean, jsonb) IS 'Refuses what undo() can''t be asked for, whatever there is to undo';

COMMENT ON FUNCTION "private"."choose_duel"(date, text) IS 'The duel of a day, by docs/product/daily.md 28.33; nothing if the catalogue has no two jerseys for it';

COMMENT ON FUNCTION "private"."choose_in_season"(date, text, text, interval, double precision, text) IS 'Two jerseys of one season of a competition, or (kind `decade`) of two seasons of a decade; null if there are none';

COMMENT ON FUNCTION "private"."choose_jersey"(text, date, text) IS 'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

COMMENT ON FUNCTION "private"."choose_rivals"(date, text, interval, double precision, text) IS 'Two jerseys of two teams of one city and competition of a sport; null if there are none';

COMMENT ON FUNCTION "private"."colored_jerseys"(text[], integer, integer, integer) IS 'Public jerseys of these years whose main colour the words name, in the order of the catalogue';

COMMENT ON FUNCTION "private"."combining_marks"() IS 'Marks that stand above or below the letter before them, as a regular expression';

COMMENT ON FUNCTION "private"."correct_jersey"(public.jerseys, jsonb) IS 'Writes a reviewer''s corrections, and keeps them in words for the author''s notice';

COMMENT ON FUNCTION "private"."count_bulk"(uuid, timestamp with time zone, timestamp with time zone) IS 'How many jerseys of what a member follows imports added between two times; 1000 at most';

COMMENT ON FUNCTION "private"."describe_undone"(public.revisions, text[], jsonb) IS 'What private.notify_undone() tells of a change that was undone';

COMMENT ON FUNCTION "private"."detail_of_report"(public.reports, public.comments, public.jerseys, public.jerseys) IS 'What a reviewer reads of a report: `jersey` is what it is about, `commented` where its comment stands';

COMMENT ON FUNCTION "private"."divide_fields"(public.revisions, jsonb, uuid[], text[]) IS 'Which fields of a change go back, and which stay and why; of the asked fields only, if some are asked for';

COMMENT ON FUNCTION "private"."forget_decisions"(public.revisions[]) IS 'Decisions of which nobody was told yet are as if they had not been: their suggestions wait again';

COMMENT ON FUNCTION "private"."found_words"(text) IS 'The words by which a name is found: "D.C. United" also as "DC United", "Newell''s" also as "Newells"';

COMMENT ON FUNCTION "private"."game_counts"(public.daily_guesses) IS 'Whether a game counts for the streak, or will if it ends now: one that began on its day has until noon of the next';

COMMENT ON FUNCTION "private"."hold_what_is_named"(jsonb[]) IS 'Keeps the files and the names of new jerseys as they are until they are in';

COMMENT ON FUNCTION "private"."insert_each"(jsonb[]) IS 'Inserts imported jerseys; returns the keys of the lines that the database refuses';

COMMENT ON FUNCTION "private"."is_batch_fresh"(bigint[]) IS 'True if nobody was told of these changes of others yet, and all of them can go back';

COMMENT ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb) IS 'False if a line says another team, season or kit than the shirt of this copy';

COMMENT ON FUNCTION "private"."is_decided_by_another"(public.suggestions) IS 'True of a contested decision of the caller''s. An administrator decides anew after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."is_like_jersey"(text, uuid) IS 'Whether a jersey has these words, or ones that are like them: search also finds by colours and bold corrections';

COMMENT ON FUNCTION "private"."is_uuid"(text) IS 'True if the text is a UUID as PostgreSQL writes it';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'True if a text shows all of its characters, each in its line';

COMMENT ON FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys) IS 'Adds the corrections to the revision of the approval, so that an undo takes them back as well';

COMMENT ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) IS 'The five jerseys of these teams that are nearest to a line, those of the first teams first, whether it surely means one, and whether one has the team, time, kit and sport that the line says (`fits`)';

COMMENT ON FUNCTION "private"."lock_own_suggestion"(uuid, text, uuid, boolean) IS 'The caller''s suggestion that a new one replaces (`suggestion_id`) or is added to; null if it stands by itself, as a merge or removal (`ends_target`) does';

COMMENT ON FUNCTION "private"."lock_suggested"(text, uuid, boolean) IS 'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

COMMENT ON FUNCTION "private"."move_jersey"(uuid, uuid) IS 'Moves votes, collections, copies, wishes, comments, reports, images, notices and suggestions to another jersey, without duplicates, and the address; notes what moved';

COMMENT ON FUNCTION "private"."move_suggestions"(uuid, uuid, text) IS 'Gives the open suggestions that a merge takes along, with their photos, the jersey that stays, or back the one that comes back';

COMMENT ON FUNCTION "private"."next_undoing"(bigint[], text, bigint) IS '`after` of the next call of undo(); null if this step was the last';

COMMENT ON FUNCTION "private"."own_copy"(public.copies) IS 'A copy of the caller''s with what its shirt is called';

COMMENT ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb) IS 'Makes a small correction of a trusted member public at once';

COMMENT ON FUNCTION "private"."reason_not_to_go"(uuid, uuid) IS 'Why a jersey can''t be merged or removed: the name of an error; null if it can';

COMMENT ON FUNCTION "private"."record_row_revision"() IS 'Argument: the type of target. A direct write is an administrator''s correction';

COMMENT ON FUNCTION "private"."retire_jersey"(uuid, uuid, text, text) IS 'Merges a jersey into another one, or removes it (`into_jersey` null): hides it and says so in the history. The caller has checked, locked, and begun the revision';

COMMENT ON FUNCTION "private"."sum_outcomes"(jsonb[], text[]) IS 'The answer of import_jerseys(): what happened to each line, and how many lines that is of each kind';

COMMENT ON FUNCTION "private"."teams_among_words"(text) IS 'Teams that the most words in a row of a name call, where others stand beside them';

COMMENT ON FUNCTION "private"."trust_in"(uuid) IS 'Whether a member''s small corrections are public at once, with the figures: at least 20 suggestions decided within a year, 95 % of the last 50 accepted in full, no change undone within 30 days (docs/product/contribute.md 26.53)';

COMMENT ON FUNCTION "private"."type_after"(text) IS 'The kind of page that an undoing takes next';

COMMENT ON FUNCTION "private"."undo_changes"(bigint[], text[], text, boolean, boolean, boolean) IS 'Undoes a step of undo(), the newest change first, or says what would happen: the last one reached, how many went back, what the answer shows of each, what is announced, decisions of which nobody was told, and revisions that brought a jersey which is gone again';

COMMENT ON FUNCTION "private"."undo_period"() IS 'How long a merge or removal can be undone, and a photo that left public view comes back';

COMMENT ON FUNCTION "private"."undo_size"(text) IS 'How many changes of one kind of page an undoing takes back in a step';

COMMENT ON FUNCTION "private"."unnamed"() IS 'The username of a member who chose none. In public it is shown as the word for member in the reader''s language';

COMMENT ON FUNCTION "private"."username_from"(text, text) IS 'The nearest allowed username, null if nothing of it is. It is never made from the e-mail address, which is private';

COMMENT ON FUNCTION "private"."visible"(text) IS 'A text without its hidden characters and its fifth mark on a letter; null when nothing is left';

COMMENT ON FUNCTION "private"."wanted_version"(text, jsonb, jsonb) IS 'A row with the suggested values, in the types of its table';

COMMENT ON FUNCTION "private"."whole_words"(text) IS 'A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen''s". Twin of wholeWords() in app/shared/domain/words.ts';

COMMENT ON FUNCTION "private"."worded_candidates"(jsonb) IS 'The jerseys, five at most, that search finds by all words of a line';

COMMENT ON FUNCTION "private"."write_departure"(uuid, uuid, text, text, boolean) IS 'Writes the revision of a jersey that goes (into another one, or off the site: `into_jersey` null), or comes back';

COMMENT ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) IS 'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';

COMMENT ON FUNCTION "public"."import_copies"(uuid, jsonb, boolean) IS 'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys of lines that brought nothing: their jersey is gone, or the copy was changed since';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same (`kept`), and the sport of the team that it names. `kind` is `wish` or `vote`, none for a copy. At most 200 lines, of which 50 are searched';

COMMENT ON FUNCTION "public"."my_changes"() IS 'What changed for the caller since their last visit, and when that was; notes this visit of whoever may write';

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams, `pageless` of them of shirts without a page, which it doesn''t show; no row unless they show it';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; an own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Takes back the caller''s refusal, check or settled report as if it had not been, within private.undo_time(): nobody was told yet';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON TABLE "public"."gone_jerseys" IS 'What departed of jerseys that were merged or removed; merge_jerseys(), remove_jersey() and undo() write it';

COMMENT ON TYPE "private"."import_line" IS 'A line of a batch, read; its place among all that are sent';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

COMMENT ON VIEW "private"."team_names" IS 'What teams are called, without their other names';

REVOKE ALL ON FUNCTION "private"."accept_same_merges"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_copies"(public.collection_imports, private.import_line[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_suggested_photos"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_suggesting"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_undoing"(bigint, uuid, uuid, timestamp with time zone, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bring_back"(public.gone_jerseys, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_copies"(public.collection_imports, private.import_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_departure"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_moderation"(text, text, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_said"(uuid, text, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_room"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undo"(bigint, uuid, uuid, text[], text, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_duel"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_in_season"(date, text, text, interval, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_jersey"(text, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_rivals"(date, text, interval, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."colored_jerseys"(text[], integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_jersey"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_bulk"(uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_undone"(public.revisions, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_of_report"(public.reports, public.comments, public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_of_submission"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."divide_fields"(public.revisions, jsonb, uuid[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_decisions"(public.revisions[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."game_counts"(public.daily_guesses) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_what_is_named"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_time"(public.collection_imports, timestamp with time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_each"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_suggestion"(text, uuid, jsonb, jsonb, text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_batch_fresh"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_decided_by_another"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_like_jersey"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_jersey"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_like_team"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_team"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_shirts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_shirts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_own_suggestion"(uuid, text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggested"(text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_jersey"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_suggestions"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_undoing"(bigint[], text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_copy"(public.copies) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_copy"(public.copies) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_not_to_go"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retire_jersey"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_outcomes"(jsonb[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."teams_among_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_among_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."teams_of_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_of_line"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."type_after"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_changes"(bigint[], text[], text, boolean, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_period"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_size"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_version"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_departure"(uuid, uuid, text, text, boolean) FROM PUBLIC;

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
