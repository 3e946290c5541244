-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
CREATE INDEX revisions_of_former_photo ON public.revisions USING btree ((((stored -> 'image'::text) ->> 'path'::text))) WHERE (((changes -> 'image'::text) -> 'after'::text) = 'null'::jsonb);
update private.moved_rows mr
set stored = jsonb_build_object('position', mr.stored, 'version', image.version)
from public.jersey_images image
where mr.relation = 'jersey_images' and image.id = mr.row_id and jsonb_typeof(mr.stored) = 'number';

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members follow redirects to jerseys they read" ON "public"."jersey_redirects";

DROP POLICY "visitors follow redirects to public jerseys" ON "public"."jersey_redirects";

DROP POLICY "members read the history of what they read" ON "public"."revisions";

DROP POLICY "visitors read the history of what they read" ON "public"."revisions";

DROP TRIGGER "competitions_end_history" ON "public"."competitions";

DROP TRIGGER "competitions_end_suggestions" ON "public"."competitions";

DROP TRIGGER "teams_end_history" ON "public"."teams";

DROP TRIGGER "teams_end_suggestions" ON "public"."teams";

DROP FUNCTION "private"."accept_same_edits"(public.suggestions);

DROP FUNCTION "private"."accept_same_merges"(uuid, uuid);

DROP FUNCTION "private"."begin_deriving"();

DROP FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean);

DROP FUNCTION "private"."changed_ids"(jsonb, jsonb);

DROP FUNCTION "private"."check_moderation"(text, text, boolean, jsonb);

DROP FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]);

DROP FUNCTION "private"."correct_jersey"(public.jerseys, jsonb);

DROP FUNCTION "private"."correctable_columns"();

DROP FUNCTION "private"."corrections_in_words"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."decide_suggestion"(uuid, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."end_history"();

DROP FUNCTION "private"."end_suggestions"();

DROP FUNCTION "private"."field_in_words"(text);

DROP FUNCTION "private"."fields_back"(public.revisions, jsonb);

DROP FUNCTION "private"."insert_suggestion"(text, uuid, jsonb, jsonb, text[], jsonb, text);

DROP FUNCTION "private"."is_experienced"(uuid);

DROP FUNCTION "private"."is_version_seen"(public.jerseys, jsonb);

DROP FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."lock_suggested"(text, uuid, boolean);

DROP FUNCTION "private"."next_undoing"(bigint[], text, bigint);

DROP FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb);

DROP FUNCTION "private"."record_arrangement"(uuid, jsonb);

DROP FUNCTION "private"."set_fields"(uuid, public.jerseys);

DROP FUNCTION "private"."type_after"(text);

DROP FUNCTION "private"."undo_size"(text);

DROP FUNCTION "private"."used_by_members"(uuid);

DROP FUNCTION "private"."used_by_members"(uuid, uuid);

DROP FUNCTION "private"."value_in_words"(text, text);

DROP FUNCTION "private"."wanted_photos"(public.suggestions);

CREATE OR REPLACE FUNCTION private.accept_alike(ids uuid[], page uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_alike
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_alike)) key)
    -- Not the reviewer's own, nor what another reviewer must decide.
    where s_alike.id = any (ids) and s_alike.status = 'open' and s_alike.contested_at is null and s_alike.held_at is null
      and s_alike.member_id is distinct from auth.uid()
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then page end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or private.is_photo_id_taken(picture.id, target) then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$function$
;

CREATE OR REPLACE FUNCTION private.admitted_image(was public.jersey_images, becomes public.jersey_images, is_request boolean)
 RETURNS public.jersey_images
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := is_request and not public.is_admin(auth.uid());
begin
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
    if is_author then
      becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id, becomes.id);
    end if;
  elsif becomes.id is null then
    if is_author then
      perform private.check_not_gone(was.jersey_id);
    end if;
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if (was_public or is_public) and old is distinct from new then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  if tg_op = 'UPDATE' and is_public and not was_public then
    perform private.withhold_files(array(select path from public.jersey_images where jersey_id = new.id), false);
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at),
        -- An undo takes the corrections back as well.
        'fields', private.changed_values(to_jsonb(old), to_jsonb(new), private.correctable_columns('jersey'))),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
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
    case when suggestion.trusted then 'trusted' when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction'
      else 'suggestion' end,
    suggestion.member_id, case when not suggestion.trusted then suggestion.source end, suggestion.id);
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
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
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
    if corrections is null and suggestion.status = 'accepted' and suggestion.kind = 'edit' then
      perform private.accept_alike(array(
        select s_alike.id from public.suggestions s_alike
        where s_alike.target_type = suggestion.target_type and s_alike.target_id = suggestion.target_id
          and s_alike.kind = 'edit' and s_alike.changes = suggestion.changes
          and not exists (select from public.jersey_images image where image.suggestion_id = s_alike.id)), suggestion.target_id);
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
    when jersey.id is null then 'gone'
    when exists (
      select from public.revisions r_later
      where r_later.target_type = 'jersey' and r_later.target_id = jersey.id and r_later.kind = 'approved' and r_later.id > revision.id)
      then 'changed'
    when jersey.status <> 'approved' then 'undone'
    when not jersey.is_active then 'hidden'
    when not is_administrator and jersey.author_id = auth.uid() then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.is_used(jersey.id, jersey.author_id) then 'used'
  end
  from (select revision.target_id as id) target left join public.jerseys jersey on jersey.id = target.id
$function$
;

CREATE OR REPLACE FUNCTION private.arrange_photos(jersey_id uuid, photos jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
  becomes jsonb;
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.last <= 1000 then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      -- Of two in one position the second moves on.
      select array_agg(slot.position order by slot.position) as positions, max(slot.position) as last
      from (
        select (max(shown.position - shown.nth) over (order by shown.nth) + shown.nth)::integer as position
        from (
          select image.position, row_number() over (order by image.position, image.id) as nth
          from public.jersey_images image
          where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null) shown) slot) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  becomes := private.photos_of(arrange_photos.jersey_id);
  -- One revision for all of them.
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or private.current_change() ? 'revision')
    and exists (select from public.jerseys where id = arrange_photos.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', arrange_photos.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(arrange_photos.jersey_id, was),
        'after', private.photos_in_words(arrange_photos.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
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
    -- A team's name and colours are on all of its jerseys.
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, case of_type when 'team' then 5 else 200 end);
    exit when batch is not null or of_type = 'competition';
    of_type := case of_type when 'jersey' then 'team' else 'competition' end;
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
end $function$
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
  movable record;
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
    perform private.set_change('moving', 'true');
    for movable in select * from private.movable_rows() loop
      execute format($query$
        update public.%1$I row_ set %2$I = $1
        from private.moved_rows mr
        where mr.jersey_id = $1 and mr.relation = %1$L and mr.row_id = row_.%3$I and row_.%2$I = $2
          and not exists (select from public.%1$I other where other.%2$I = $1 and other.%4$I = row_.%4$I)$query$,
        movable.relation, movable.jersey, movable.id, movable.same)
      using gone, kept;
    end loop;
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.reports report set target_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (mr.stored ->> 'position')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      -- Not another one that took its id.
      and image.version = (mr.stored ->> 'version')::uuid
      and image.jersey_id = kept and image.suggestion_id is null;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.changed_values(was jsonb, becomes jsonb, columns text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(name, jsonb_build_object('before', was -> name, 'after', becomes -> name))
  from unnest(columns) name
  where was -> name is distinct from becomes -> name
$function$
;

CREATE OR REPLACE FUNCTION private.check_constraints(relation regclass, version jsonb, columns text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = relation);
  rule record;
  holds boolean;
begin
  for rule in
    select constraint_.conname, pg_catalog.pg_get_expr(constraint_.conbin, constraint_.conrelid) as condition
    from pg_catalog.pg_constraint constraint_
    where constraint_.conrelid = relation and constraint_.contype = 'c'
      and exists (
        select from pg_catalog.pg_attribute attribute
        where attribute.attrelid = relation and attribute.attnum = any (constraint_.conkey)
          and attribute.attname = any (columns))
    order by constraint_.conname
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) given', rule.condition, relation)
    into holds using version;
    if not coalesce(holds, true) then
      raise check_violation using
        message = format('new row for relation "%s" violates check constraint "%s"', name, rule.conname),
        table = name, constraint = rule.conname;
    end if;
  end loop;
  -- Not null is no check.
  if exists (
    select from pg_catalog.pg_attribute attribute
    where attribute.attrelid = relation and attribute.attnotnull and attribute.attname = any (columns)
      and coalesce(version -> attribute.attname, 'null') = 'null') then
    raise not_null_violation using message = 'A field of the suggestion can''t be empty.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_corrections(decision text, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  elsif not private.has_shape(corrections, private.correctable_columns('jersey')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns('jersey'), ', ') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_image_count(images public.jersey_images[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey_ids constant uuid[] := array(select distinct image.jersey_id from unnest(images) image);
  suggestion_ids constant uuid[] := array(select distinct image.suggestion_id from unnest(images) image);
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
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.target_id = any (jersey_ids) and suggestion.status = 'open' and wanted.contributor_id = suggestion.member_id
    group by suggestion.id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.id = any (suggestion_ids)
    group by suggestion.id having count(*) > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_jersey_id(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (select from public.suggestions where suggestions.id = check_jersey_id.id)
    or exists (select from public.gone_jerseys where jersey_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    perform private.refuse_id('jerseys', check_jersey_id.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_moderation(decision text, reason text, overrule boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_reviewer();
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
    perform private.refuse('jerseys_moderation_note_length', 'A note has up to 1000 characters.');
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
  -- Members for thirty days of whom a suggestion was accepted may have more.
  room constant integer := case when
    exists (select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly') and source is not null)
    then 30 else 5 end;
begin
  if room <= (
    select count(*) from public.suggestions suggestion
    where suggestion.member_id = member and suggestion.status = 'open' and suggestion.held_at is null and suggestion.source is not null) then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_shape(target_type text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.suggestable_columns(target_type) is null or private.has_shape(
      changes, private.suggestable_columns(target_type)
        || case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) is distinct from true
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    or changes ? 'removed' and (jsonb_typeof(changes -> 'removed') <> 'array'
      or jsonb_path_exists(changes, 'strict $.removed[*] ? (@.type() != "string")'))
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
  photo jsonb;
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  for photo in select value from jsonb_array_elements(photos) loop
    perform private.check_image_address(photo ->> 'url');
    if photo ->> 'kind' is null then
      raise not_null_violation using message = 'A suggested photo says what it shows.';
    elsif split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text then
      -- A file of somebody else could be exchanged after it was accepted.
      raise insufficient_privilege using
        message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
    end if;
  end loop;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) given
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(given ->> 'url')
          or image.suggestion_id is null and image.likeness::text = given ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      where suggestion.id is null and not coalesce(removed ? image.id::text, false)
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(given ->> 'url')) from jsonb_array_elements(photos) given) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
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
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  made record;
begin
  update public.suggestions s_live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = s_live.verdicts || check_trusted.verdicts
  where s_live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  made := private.undo_changes(
    array(
      select revision.id from public.revisions revision
      where revision.target_type = suggestion.target_type and revision.target_id = suggestion.target_id
        and revision.suggestion_id = suggestion.id and revision.kind = 'trusted'),
    array(select regexp_replace(name, '_id$', '') from unnest(refused) name), reason, false, false, true);
  if made.undone > 0 then
    perform private.count_write('undoings', 1);
    perform private.notify_undone(made.announced, null, reason);
  else
    -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, check_trusted.verdicts));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undecided(jersey public.jerseys, edit public.suggestions, overrule boolean, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moderator constant uuid := private.decided_by('jerseys', jersey.id);
begin
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null and edit.id is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;
  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen <> private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
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
  perform private.check_reviewer();
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

CREATE OR REPLACE FUNCTION private.completed_changes(target_type text, present jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done jsonb;
  chosen uuid;
  name text;
begin
  select coalesce(jsonb_object_agg(
    key, case when jsonb_typeof(value) = 'string' then to_jsonb(private.tidy(value #>> '{}')) else value end), '{}') into done
  from jsonb_each(changes);
  if target_type <> 'jersey' then
    return done;
  end if;
  -- The whole arrangement, as it would become.
  if done ? 'photos' then
    done := done || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', done -> 'photos'));
  end if;
  if done ? 'merge_into' then
    chosen := coalesce((
      select into_id from public.jersey_redirects where from_id = (done ->> 'merge_into')::uuid), (done ->> 'merge_into')::uuid);
    if chosen = (present ->> 'id')::uuid then
      raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
    elsif not private.is_public_jersey(chosen) then
      raise sqlstate 'PT404' using message = 'suggestion_target_gone', detail = 'The other jersey was deleted, or is not shown any more.';
    end if;
    done := jsonb_build_object('merge_into', chosen);
  end if;
  if done ? 'competition_id' then
    done := done || jsonb_build_object('league', (
      select league from public.competitions
      where id = (done ->> 'competition_id')::uuid and is_active));
    perform private.check_reference('jerseys', 'competition_id', done ->> 'league' is not null);
  end if;
  if done ? 'season_id' then
    perform private.check_reference('jerseys', 'season_id', exists (
      select from public.seasons where id = (done ->> 'season_id')::uuid and is_active));
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  if done ?| array['team_id', 'team'] then
    chosen := (done ->> 'team_id')::uuid;
    name := coalesce(done ->> 'team', present ->> 'team');
    if chosen is not null then
      select teams.name into name from public.teams where id = chosen and is_active;
      perform private.check_reference('jerseys', 'team_id', found);
    end if;
    done := done || jsonb_build_object('team_id', chosen, 'team', name);
  end if;
  if done ?| array['brand_id', 'brand'] then
    chosen := (done ->> 'brand_id')::uuid;
    name := done ->> 'brand';
    if chosen is not null then
      select brands.name into name from public.brands where id = chosen;
      perform private.check_reference('jerseys', 'brand_id', found);
    end if;
    done := done || jsonb_build_object('brand_id', chosen, 'brand', name);
  end if;
  return done;
end $function$
;

CREATE OR REPLACE FUNCTION private.correctable_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.with_dependent_columns(private.public_columns(target_type)) $function$
;

CREATE OR REPLACE FUNCTION private.corrections_in_words(was jsonb, becomes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', key, 'before', private.as_text(words -> key -> 'before'), 'after', private.as_text(words -> key -> 'after'))
    order by place)
  from (select private.changes_in_words('jersey', was, becomes) as words) changed
  cross join unnest(private.public_columns('jersey')) with ordinality field (name, place)
  cross join lateral (select regexp_replace(name, '_id$', '') as key) shown
  -- Another team or brand may have the same name.
  where words -> key -> 'before' is distinct from words -> key -> 'after'
$function$
;

CREATE OR REPLACE FUNCTION private.decide_edit(edit public.suggestions, decision text, refused text[], reason text, overrule boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant jsonb := private.verdicts_of_edit(edit, decision, refused, reason);
begin
  if edit.id is null then
    return true;
  elsif overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit);
    update public.suggestions suggestion
    set status = 'refused', decided_at = now(), changes = suggestion.changes - 'removed', verdicts = suggestion.verdicts || parts
    where suggestion.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
    return true;
  end if;
  perform private.check_decidable(edit);
  if not overrule then
    perform private.check_conflicts(edit, parts, '{}');
  end if;
  perform private.apply_verdicts(edit, parts, null);
  return decision = 'approved';
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_jersey(jersey public.jerseys, status text, reason text, corrections jsonb)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- private.before_jersey() stores who decided elsewhere, private.after_jersey() what was corrected.
  perform private.write_fields('jersey', jersey.id, coalesce(corrections, '{}') || jsonb_build_object(
    'status', decide_jersey.status, 'moderation_note', reason, 'moderated_by', auth.uid(), 'moderated_at', now(), 'edited_at', null));
  select * into jersey from public.jerseys where id = decide_jersey.jersey.id;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_suggestion(suggestion public.suggestions, verdicts jsonb, seen jsonb, corrections jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  current jsonb;
  accepted text[];
  pending text[];
  to_check constant boolean := suggestion.trusted and suggestion.afterwards is null;
begin
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

CREATE OR REPLACE FUNCTION private.departure_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
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
      when private.is_used(gone.id) then 'used' end
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

CREATE OR REPLACE FUNCTION private.divide_fields(revision public.revisions, current jsonb, restored uuid[], fields text[], OUT back text[], OUT stays jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := array(select field from jsonb_object_keys(revision.changes) field where not stays ? field order by field);
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

CREATE OR REPLACE FUNCTION private.end_target()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.close_history(tg_argv[0], old.id);
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_shape(changes jsonb, columns text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(changes) = 'object' then
    changes - columns = '{}'
    -- A text field would take the characters of a list or an object.
    and not jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && @.key != "removed" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    and (not changes ? 'colors' or jsonb_typeof(changes -> 'colors') = 'array'
      and not jsonb_path_exists(changes -> 'colors', 'strict $[*] ? (@.type() != "string")', silent => true))
  else false end
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
      where suggestion.id = revision.suggestion_id and (
        revision.undoes is null and (suggestion.status = 'open' or suggestion.decided_at <> revision.at)
        or suggestion.member_id is null or suggestion.kind in ('edit', 'photos') and exists (
          select from public.suggestions s_other
          where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open'
            and s_other.kind in ('edit', 'photos'))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_photo_id_taken(photo_id uuid, jersey_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_images image where image.id = photo_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_photo_id_taken.jersey_id
        and suggestion.changes -> 'removed' ? photo_id::text)
$function$
;

CREATE OR REPLACE FUNCTION private.is_used(jersey_id uuid, besides uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_votes vote where vote.jersey_id = is_used.jersey_id)
    or exists (
      select from public.user_collections collection
      where collection.jersey_id = is_used.jersey_id and collection.user_id is distinct from besides)
    or exists (
      select from public.copies copy where copy.jersey_id = is_used.jersey_id and copy.owner_id is distinct from besides)
    or exists (
      select from public.user_wishlists wishlist
      where wishlist.jersey_id = is_used.jersey_id and wishlist.user_id is distinct from besides)
    or exists (
      select from public.list_items item join public.lists list on list.id = item.list_id
      where item.jersey_id = is_used.jersey_id and list.member_id is distinct from besides)
    or exists (select from public.comments comment where comment.jersey_id = is_used.jersey_id)
    or exists (select from public.reports report where report.jersey_id = is_used.jersey_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_used.jersey_id)
    or exists (select from public.jersey_redirects redirect where redirect.into_id = is_used.jersey_id)
$function$
;

CREATE OR REPLACE FUNCTION private.lock_of_deriving()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended('maillotheque.derive'::text, (0)::bigint)
;

CREATE OR REPLACE FUNCTION private.lock_submission(jersey_id uuid, unknown text)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  perform private.lock_target('jersey', lock_submission.jersey_id);
  select * into jersey from public.jerseys where id = lock_submission.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = unknown, detail = 'There is no such jersey, or it was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_suggested(of_type text, INOUT target uuid, OUT present jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  -- Two who shared it could not both write.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
    end if;
    perform private.lock_target(of_type, target);
    exit when of_type <> 'jersey' or not exists (select from public.jersey_redirects where from_id = target);
  end loop;
  present := private.target_row(of_type, target);
  if present ->> 'is_active' is distinct from 'true' or coalesce(present ->> 'status', 'approved') <> 'approved' then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.movable_rows()
 RETURNS TABLE(relation text, jersey text, id text, same text, member text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('jersey_votes', 'jersey_id', 'voter_id', 'voter_id', 'voter_id'), ('user_wishlists', 'jersey_id', 'id', 'user_id', 'null::uuid'),
    ('list_items', 'jersey_id', 'id', 'list_id', 'null::uuid'), ('comments', 'jersey_id', 'id', 'id', 'null::uuid'),
    ('notices', 'jersey_id', 'id', 'id', 'recipient_id'), ('jersey_redirects', 'into_id', 'from_id', 'from_id', 'null::uuid')
$function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  movable record;
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
        and s_kept.kind in ('edit', 'photos'));

  perform private.set_change('moving', 'true');
  for movable in select * from private.movable_rows() loop
    -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
    execute format($query$
      with moved as (
        update public.%1$I row_ set %2$I = $2
        where row_.%2$I = $1 and not exists (select from public.%1$I other where other.%2$I = $2 and other.%4$I = row_.%4$I)
        returning row_.%3$I as id, %5$s as member)
      insert into private.moved_rows (jersey_id, relation, row_id, member_id) select $1, %1$L, id, member from moved$query$,
      movable.relation, movable.jersey, movable.id, movable.same, movable.member)
    using from_jersey, into_jersey;
  end loop;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
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
    returning image.id, jsonb_build_object('position', next.position, 'version', image.version) as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, was from moved;

  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_author(was public.jerseys, becomes public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrections constant jsonb := private.corrections_in_words(to_jsonb(was), to_jsonb(becomes));
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' in ('none', 'undo') then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $function$
;

CREATE OR REPLACE FUNCTION private.public_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then array[
      'league', 'competition_id', 'season_id', 'team_id', 'title', 'year', 'kit_type', 'colors', 'brand_id',
      'edition', 'price', 'external_link', 'description']
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$function$
;

CREATE OR REPLACE FUNCTION private.publish_suggestion(suggestion public.suggestions, columns text[])
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suggestions s
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where s.id = suggestion.id
  returning * into suggestion;
  perform private.apply_suggestion(suggestion, columns);
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
  left join public.jerseys jersey on jersey.status = 'approved' and jersey.id = case
    when private.was_public(gone) then gone.jersey_id
    -- It was public before this one, which waited.
    else (
      select revision.target_id from public.revisions revision
      where revision.stored -> 'image' ->> 'path' = gone.path and revision.changes -> 'image' -> 'after' = 'null'
        and revision.at > now() - private.undo_period()
      order by revision.id desc limit 1) end
  where gone.path is not null
    and not exists (select from public.jersey_images image where image.path = gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  -- Also where something that waits keeps the file.
  perform private.withhold_files(array(select gone.path from unnest(images) gone where private.was_public(gone)), true);
end $function$
;

CREATE OR REPLACE FUNCTION private.reason_not_to_go(from_jersey uuid, into_jersey uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when jersey.id is null or into_jersey is not null and other.id is null then 'jersey_not_found'
    when not jersey.is_active or jersey.status <> 'approved' and (jersey.status <> 'pending' or into_jersey is null) then 'jersey_not_public'
    -- A submission goes into another one; what is public only into what is public.
    when not other.is_active or other.status <> 'approved' and (other.status <> 'pending' or jersey.status = 'approved') then 'jersey_not_public'
  end
  from (select from_jersey as id) departing
  left join public.jerseys jersey on jersey.id = departing.id
  left join public.jerseys other on other.id = into_jersey
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_rows(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (ids) and (jersey.upvotes, jersey.downvotes) <> (
      select count(*) filter (where vote.vote = 'up'), count(*) filter (where vote.vote = 'down')
      from public.jersey_votes vote where vote.jersey_id = jersey.id)));
  perform private.refresh_projection('standings', ids);
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id from private.unnumbered_changes(ids) where change <> 'changed'));
end $function$
;

CREATE OR REPLACE FUNCTION private.record_revision(target_type text, target_id uuid, was jsonb, becomes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes constant jsonb := private.changes_in_words(target_type, was, becomes);
begin
  if changes is not null then
    perform private.write_revision(target_type, target_id, changes, private.changed_values(
      was, becomes, array['competition_id', 'season_id', 'team_id', 'brand_id']));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_public_changes(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.public_changes (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from private.unnumbered_changes(ids)
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_id(relation text, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', relation),
    detail = format('Key (id)=(%s) already exists.', id), table = relation, constraint = relation || '_pkey';
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
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_alike(array(
      select suggestion.id from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and (
        suggestion.target_id = from_jersey and suggestion.changes ->> 'merge_into' = into_jersey::text
        or suggestion.target_id = into_jersey and suggestion.changes ->> 'merge_into' = from_jersey::text)), into_jersey);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = from_jersey;
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's.
  if into_jersey is null or urgency is not null then
    perform private.withhold_photos(array[from_jersey]);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.save_suggestion(suggestion public.suggestions, of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text, is_added boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  called constant text := coalesce(present ->> 'title', present ->> 'name');
  former constant jsonb := private.pick_columns(present, private.with_dependent_columns(columns));
  said constant jsonb := private.suggestion_words(of_type, present, wanted, columns);
  saved public.suggestions;
begin
  if suggestion.id is null then
    insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
    values (of_type, target, called, auth.uid(), given, former, said, stated)
    on conflict do nothing
    returning * into saved;
    -- An author's direct write in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
    return saved;
  end if;
  update public.suggestions s
  set title = called, edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end || former,
    words = case when is_added then s.words - dropped else '{}' end || said
  where s.id = suggestion.id
  returning * into saved;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return saved;
end $function$
;

CREATE OR REPLACE FUNCTION private.state_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['status'::text, 'moderation_note'::text, 'moderated_by'::text, 'moderated_at'::text, 'edited_at'::text]
;

CREATE OR REPLACE FUNCTION private.suggest_own(jersey public.jerseys, given jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  present constant jsonb := to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id, suggestion.id));
  wanted jsonb;
  columns text[];
  dropped text[];
begin
  if given ? 'photos' then
    given := given || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', given -> 'photos'));
  elsif given ? 'removed' then
    given := jsonb_build_object('removed', private.removed_photos(jersey.id, given -> 'removed', suggestion.changes -> 'removed'));
  end if;
  wanted := present || given;
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name where given ? name and private.differs(name, present, wanted));
  dropped := array(
    select name from jsonb_object_keys(given) name where suggestion.changes ? name and name <> all (columns) and name <> 'removed');
  perform private.check_constraints('public.jerseys', wanted, columns);
  given := private.pick_columns(given, columns || array['removed']);
  if suggestion.id is null and columns = '{}' and given ? 'photos' then
    return null;
  end if;
  suggestion := private.save_suggestion(suggestion, 'jersey', jersey.id, present, wanted, columns, given, dropped, null, true);
  -- A photo may follow.
  return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestion_of_image(jersey_id uuid, image_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if private.is_photo_id_taken(image_id, jersey.id) then
    perform private.refuse_id('jersey_images', image_id);
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_approval(revision public.revisions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_fields('jersey', jersey.id, jsonb_build_object('colors', jersey.colors) || (
    select coalesce(jsonb_object_agg(field.key, field.value -> 'before'), '{}')
    -- Null where nothing was corrected.
    from jsonb_each(nullif(revision.stored -> 'fields', 'null')) field
    -- What somebody corrected since stays.
    where to_jsonb(jersey) -> field.key = field.value -> 'after') || (revision.stored -> 'was'))
  from public.jerseys jersey where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $function$
;

CREATE OR REPLACE FUNCTION private.unnumbered_changes(ids uuid[])
 RETURNS TABLE(kind text, id uuid, change text, into_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select kind, id, found.change, gone.into_id
  from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
  full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
  left join (select jersey_id, into_id from public.gone_jerseys) gone
    on kind = 'jersey' and gone.jersey_id = id and thing.is_shown is null
  cross join lateral (select case
    when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
    when gone.into_id is not null then 'merged'
    else 'went' end as change) found
  -- What has gone once does not go again.
  where found.change = 'changed' or (found.change, gone.into_id) is distinct from (known.change, known.into_id)
$function$
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(to_jsonb(version), private.correctable_columns('jersey')) || jsonb_build_object(
    'team', case when version.team_id is null then version.team end,
    'brand', case when version.brand_id is null then version.brand end,
    'images', (
      select coalesce(jsonb_agg(image.version order by place, image.position, image.id), '[]')
      from private.wanted_photos(jersey.id, edit) image
      left join jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
        on photo ->> 'id' = image.id::text))
  from private.edit_of_author(jersey) edit
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_photos(jersey_id uuid, suggestion public.suggestions)
 RETURNS SETOF public.jersey_images
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select image.* from public.jersey_images image
  where image.jersey_id = wanted_photos.jersey_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_version(of_type text, present jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(null::public.jerseys, present || given))
    when 'team' then to_jsonb(jsonb_populate_record(null::public.teams, present || given))
    else to_jsonb(jsonb_populate_record(null::public.competitions, present || given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
$function$
;

CREATE OR REPLACE FUNCTION private.was_public(image public.jersey_images)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select image.suggestion_id is null and exists (
    select from public.jerseys jersey where jersey.id = image.jersey_id and jersey.status = 'approved')
$function$
;

CREATE OR REPLACE FUNCTION private.write_fields(target_type text, target_id uuid, fields jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns constant text := (
    select string_agg(quote_ident(name), ', ')
    from unnest(private.correctable_columns(target_type) || private.state_columns()) name where fields ? name);
begin
  if columns <> '' then
    -- Only what is given: colours that nobody names follow, and naming a part of the key, like a team's competition, locks the key.
    -- Whoever writes a jersey locks it before its team's key, and a rename the other way round.
    execute format(
      'update %s present set (%s) = (select %2$s from jsonb_populate_record(present, $1)) where id = $2',
      private.relation_of(target_type), columns)
    using fields, write_fields.target_id;
  end if;
  if fields ? 'photos' then
    perform private.arrange_photos(
      write_fields.target_id, private.arranged_photos(private.photos_of(write_fields.target_id), fields -> 'photos'));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  jersey public.jerseys;
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  suggestion := private.lock_suggestion(decide.id);
  if suggestion.id is not null then
    status := private.decide_suggestion(suggestion, verdicts, seen, corrections);
  else
    jersey := private.lock_submission(decide.id, 'suggestion_not_found');
    perform private.check_undecided(jersey, null, false, coalesce(seen, 'null'));
    perform private.check_verdicts(array['jersey'], verdicts);
    status := case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end;
    perform private.check_corrections(status, corrections);
    perform private.decide_jersey(
      jersey, status, case when status = 'rejected' then private.stored_reason(verdicts -> 'jersey') end, corrections);
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
  if private.refresh_projection('catalogue', voted || changed) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || array(select id from unnest(taken) where kind = 'page'));
  end if;
  return cardinality(taken);
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
    is_reviewing and revision.kind <> 'approved' and revision.changes - array(
      select jsonb_object_keys(private.fields_that_stay(revision, current, is_administrator))) <> '{}',
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

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text, overrule boolean DEFAULT false, seen jsonb DEFAULT NULL::jsonb, corrections jsonb DEFAULT NULL::jsonb, refused text[] DEFAULT NULL::text[])
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  edit public.suggestions;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule);
  perform private.check_corrections(decision, corrections);
  jersey := private.lock_submission(moderate_jersey.jersey_id, 'jersey_not_found');
  edit := private.lock_suggestion((private.edit_of_author(jersey)).id);
  perform private.check_undecided(jersey, edit, overrule, seen);
  if private.decide_edit(edit, decision, refused, reason, overrule) then
    return private.decide_jersey(jersey, decision, case when decision = 'rejected' then reason end, corrections);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild(after uuid DEFAULT NULL::uuid, at_most integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  former jsonb;
  wrong jsonb;
begin
  -- What waits for the worker, or is due, is no error.
  while public.age_votes() > 0 loop end loop;
  perform public.derive(10000);
  perform pg_advisory_xact_lock(private.lock_of_deriving());
  ids := private.rebuild_ids(coalesce(after, private.nil()), least(greatest(at_most, 1), 100000));
  -- Votes wait. Counting would undo those cast meanwhile.
  perform from public.jerseys jersey where jersey.id = any (ids) order by jersey.id for update;
  former := (select jsonb_agg(row_) from private.derived_rows(ids) row_);
  perform private.rebuild_rows(ids);
  wrong := (
    select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', f.facts, 'is', fresh.facts) order by id, what), '[]')
    from jsonb_to_recordset(former) f (what text, id uuid, facts text)
    full join private.derived_rows(ids) fresh using (what, id)
    -- What was written after the worker had been called is the worker's.
    where f.facts is distinct from fresh.facts
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting))
      and not exists (
        select from private.changes voter join public.jersey_votes vote on vote.voter_id = voter.id
        where voter.kind = 'voter' and vote.jersey_id = id and what = 'standings'));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
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
        (select team_id
        from unnest(matching) team_id left join private.catalogue_teams counted using (team_id)
        group by team_id order by coalesce(sum(counted.jerseys), 0) desc, team_id limit enough));
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
          (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) as jerseys
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
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present from private.lock_suggested(of_type, target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
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
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and columns <> '{}' then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  suggestion := private.save_suggestion(
    suggestion, of_type, target, present, wanted, columns, given, dropped, stated, is_added);
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns);
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
  if not is_dry and undo.revision_id is null and made.fresh = '{}'
    and (of_type <> 'competition' or made.reached > batch[cardinality(batch)] or cardinality(batch) = 200) then
    next := jsonb_build_object('target_type', of_type, 'id', made.reached, 'batch_id', private.current_batch());
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
  perform private.lock_target('jersey', decided_id);
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
    perform private.write_fields('jersey', decided_id, past.was);
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

CREATE TRIGGER competitions_end BEFORE DELETE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.end_target('competition');

CREATE TRIGGER teams_end BEFORE DELETE ON public.teams FOR EACH ROW EXECUTE FUNCTION private.end_target('team');

CREATE POLICY "everyone follows redirects to jerseys they read" ON "public"."jersey_redirects" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_redirects.into_id))));

CREATE POLICY "everyone reads the history of what they read" ON "public"."revisions" FOR SELECT TO "anon", "authenticated" USING (
CASE target_type
    WHEN 'jersey'::text THEN (EXISTS ( SELECT
       FROM public.jerseys
      WHERE (jerseys.id = revisions.target_id)))
    WHEN 'team'::text THEN (EXISTS ( SELECT
       FROM public.teams
      WHERE (teams.id = revisions.target_id)))
    ELSE (EXISTS ( SELECT
       FROM public.competitions
      WHERE (competitions.id = revisions.target_id)))
END);

COMMENT ON COLUMN "private"."moved_rows"."stored" IS 'Of an image its position and version; of a collected jersey the row, which its copies take along';

COMMENT ON FUNCTION "private"."accept_alike"(uuid[], uuid) IS 'Accepts those of these suggestions that say the same as what was done, and tells their members; `page`: of the jersey to look at';

COMMENT ON FUNCTION "private"."add_suggested_photos"(uuid, uuid, jsonb) IS 'Adds these photos to a suggestion, each under its id if no other has or had it';

COMMENT ON FUNCTION "private"."approval_stays"(public.revisions, boolean) IS 'Why an approval isn''t undone (see undo()); null if it can be';

COMMENT ON FUNCTION "private"."changed_values"(jsonb, jsonb, text[]) IS 'Which of these columns differ between two versions of a row, with both values; null if none does';

COMMENT ON FUNCTION "private"."check_corrections"(text, jsonb) IS 'Refuses corrections of what is rejected, or of no field; null: there are none';

COMMENT ON FUNCTION "private"."check_decidable"(public.suggestions) IS 'Refuses a decision on what is the caller''s own, was decided, is held, or waits for another reviewer';

COMMENT ON FUNCTION "private"."check_moderation"(text, text, boolean) IS 'Refuses what moderate_jersey() decides on no jersey: a caller without the right, a decision without its reason';

COMMENT ON FUNCTION "private"."check_not_gone"(uuid) IS 'Refuses what is written about a jersey that was merged or removed; a merge under way is waited for';

COMMENT ON FUNCTION "private"."check_reference"(text, text, boolean) IS 'Raises what PostgreSQL does for a reference to no row';

COMMENT ON FUNCTION "private"."check_reviewer"() IS 'Refuses callers who are no reviewers, or may not write now';

COMMENT ON FUNCTION "private"."check_shape"(text, jsonb) IS 'Refuses changes that can be of no target of this type, whatever their values';

COMMENT ON FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, jsonb, uuid) IS 'Refuses photos that are no file of the member''s own, that the jersey has, or that find no room; `replaced`: the suggestion in whose place they come';

COMMENT ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb) IS 'Refuses a decision on what was decided, or was changed since the reviewer saw it, unless an administrator overrules';

COMMENT ON FUNCTION "private"."check_verdicts"(text[], jsonb) IS 'Refuses verdicts that name not exactly what is pending, and refusals without a reason';

COMMENT ON FUNCTION "private"."completed_jersey"(public.jerseys, public.jerseys) IS 'A jersey as it is stored: tidied, with the names of its team and brand, whose rows are held';

COMMENT ON FUNCTION "private"."correctable_columns"(text) IS 'What can be corrected: the columns whose changes are in the history, and the names beside the ids';

COMMENT ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) IS 'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

COMMENT ON FUNCTION "private"."decide_edit"(public.suggestions, text, text[], text, boolean) IS 'Decides on what the author of an approved jersey wants changed, for moderate_jersey(). False if that alone is refused: the approved version stays';

COMMENT ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) IS 'Approves a jersey, with corrections, or rejects it';

COMMENT ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) IS 'Decides on a suggestion, which is locked: on each part that waits, or on one that was public at once; returns the state';

COMMENT ON FUNCTION "private"."end_target"() IS 'Argument: the type of target';

COMMENT ON FUNCTION "private"."former_facts"(public.jerseys) IS 'What a copy keeps of its jersey when that is removed';

COMMENT ON FUNCTION "private"."has_shape"(jsonb, text[]) IS 'True of an object of these columns with single values, and colors with a list of names; null if nothing is given';

COMMENT ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) IS 'True if a photo has this id, or one had it that a suggestion removes: its verdict would be about both';

COMMENT ON FUNCTION "private"."is_used"(uuid, uuid) IS 'True if members did something with a jersey. `besides`: whose own collection, wishes and lists don''t count';

COMMENT ON FUNCTION "private"."lock_of_deriving"() IS 'The advisory lock that whoever derives holds until the transaction ends';

COMMENT ON FUNCTION "private"."lock_submission"(uuid, text) IS 'The jersey that is decided on, locked; `unknown`: the error if there is none';

COMMENT ON FUNCTION "private"."lock_suggested"(text, uuid) IS 'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

COMMENT ON FUNCTION "private"."movable_rows"() IS 'What a merge moves as it is: the table, its column of the jersey and its key, of which column a jersey has each value once, and whose the row is';

COMMENT ON FUNCTION "private"."outcome_of"(jsonb) IS 'The state of a suggestion with these verdicts';

COMMENT ON FUNCTION "private"."pick_columns"(jsonb, text[]) IS 'A version of a row with these columns only';

COMMENT ON FUNCTION "private"."public_columns"(text) IS 'The columns whose changes are in the history, in the order in which people read them. `team_id` and `brand_id` stand for the name beside them too';

COMMENT ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) IS 'Makes a small correction of a trusted member public at once';

COMMENT ON FUNCTION "private"."queue_file_deletion"(public.jersey_images[]) IS 'Files of deleted photos: deleted soon, or withheld and held as long as an undo may bring them back';

COMMENT ON FUNCTION "private"."record_decision"(text, uuid, uuid, jsonb) IS 'Notes who decided on a row and what it was before; nobody: forgets it';

COMMENT ON FUNCTION "private"."refuse_id"(text, uuid) IS 'Raises what PostgreSQL does for an id that a row of the table has';

COMMENT ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) IS 'Adds what the caller gives now to an open suggestion of theirs (`is_added`), puts it in its place, or makes one of it';

COMMENT ON FUNCTION "private"."stands_for_all"(public.reports) IS 'True of the oldest open report about a thing';

COMMENT ON FUNCTION "private"."state_columns"() IS 'The columns of a jersey that a decision writes';

COMMENT ON FUNCTION "private"."suggestion_words"(text, jsonb, jsonb, text[]) IS 'By column, the value before and after, for people';

COMMENT ON FUNCTION "private"."target_row"(text, uuid) IS 'The row of a jersey (with its `photos`), team or competition; null if it was deleted';

COMMENT ON FUNCTION "private"."undo_photo"(public.revisions, boolean) IS 'Takes a photo out, or brings it back under its id if that is free; `waits_again`: it is suggested again';

COMMENT ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) IS 'What undo() is asked to take back, the newest first';

COMMENT ON FUNCTION "private"."unnumbered_changes"(uuid[]) IS 'What these things did since they got their last number. Those that are public have changed, if they had one as public already';

COMMENT ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) IS 'The photos of a jersey as a suggestion wants them; as they are if there is none';

COMMENT ON FUNCTION "private"."was_public"(public.jersey_images) IS 'True of a deleted photo that an approved jersey showed';

COMMENT ON FUNCTION "private"."with_dependent_columns"(text[]) IS 'These columns and those that follow them: names beside ids, the league of a competition';

COMMENT ON FUNCTION "private"."write_fields"(text, uuid, jsonb) IS 'Gives a row these values by column, in one update; of a jersey also its state and the arrangement of its photos';

COMMENT ON FUNCTION "private"."write_revision"(text, uuid, jsonb, jsonb, text, uuid) IS 'Writes what begin_revision() said about these changes; nothing if it said `none`';

COMMENT ON INDEX "public"."revisions_of_former_photo" IS 'Whether a file is that of a photo that was removed: its deletion';

REVOKE ALL ON FUNCTION "private"."accept_alike"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_values"(jsonb, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_corrections"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_moderation"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correctable_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_edit"(public.suggestions, text, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_target"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_shape"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_used"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_of_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_submission"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggested"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."movable_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."state_columns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnumbered_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_public"(public.jersey_images) FROM PUBLIC;

set check_function_bodies = on;
-- end
