-- accepted: all of it: because no server of 1.0.0 runs anywhere yet

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images";

DROP POLICY "members read images of jerseys they read" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_added" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_admit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed_by_author" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_complete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removal_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removed" ON "public"."jersey_images";

DROP TRIGGER "jerseys_approved_stays" ON "public"."jerseys";

DROP TRIGGER "jerseys_came_or_went" ON "public"."jerseys";

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_description" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_edition" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_external_link" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_title" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP TRIGGER "jerseys_wait_for_merges" ON "public"."jerseys";

DROP TRIGGER "jerseys_with_edit" ON "public"."jerseys";

DROP VIEW "private"."edited_images";

DROP VIEW "private"."own_edits";

DROP FUNCTION "private"."accepted_verdicts"(jsonb, jsonb);

DROP FUNCTION "private"."admit_image"();

DROP FUNCTION "private"."after_images_added"();

DROP FUNCTION "private"."after_images_removed"();

DROP FUNCTION "private"."after_jersey_came_or_went"();

DROP FUNCTION "private"."after_jersey_changed"();

DROP FUNCTION "private"."check_image_count"(uuid[]);

DROP FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, uuid);

DROP FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text);

DROP FUNCTION "private"."drop_changes"(uuid, text[]);

DROP FUNCTION "private"."free_image_id"(uuid, uuid);

DROP FUNCTION "private"."is_author_writing"();

DROP FUNCTION "private"."is_staging"();

DROP FUNCTION "private"."keep_approved"();

DROP FUNCTION "private"."locked_status"(uuid);

DROP FUNCTION "private"."open_edit"(uuid, jsonb, jsonb);

DROP FUNCTION "private"."parked_image_id"(uuid);

DROP FUNCTION "private"."photos_of"(uuid);

DROP FUNCTION "private"."place_images"(uuid[]);

DROP FUNCTION "private"."place_in"(jsonb, uuid);

DROP FUNCTION "private"."reconcile_edit"(uuid);

DROP FUNCTION "private"."set_removed"(uuid, jsonb);

DROP FUNCTION "private"."show_edit"();

DROP FUNCTION "private"."stage_image"(public.jersey_images);

DROP FUNCTION "private"."stage_image_removal"(public.jersey_images);

DROP FUNCTION "private"."stage_text"();

DROP FUNCTION "private"."stages_edits"(text);

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
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$function$
;

CREATE OR REPLACE FUNCTION private.admit_jersey_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  elsif tg_op = 'INSERT' then
    perform private.check_active(null, new);
    return new;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id, new.team);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  new := private.check_author_update(old, new);
  perform private.check_active(old, new);
  if old.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_texts(old, new);
    return old;
  end if;
  return new;
end $function$
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
  if becomes.id is null and was.id is not null then
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
  end if;
  if is_author and was.id is null then
    becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id);
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_suggested constant boolean := image.suggestion_id is not null;
begin
  perform private.log_change(
    'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  perform private.list_image(old, new);
  if is_suggested then
    return null;
  end if;
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if pg_trigger_depth() = 1 and (tg_op <> 'UPDATE' or old.suggestion_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.suggestion_id is not null then
    perform private.record_arrival('photo', image.jersey_id);
  end if;
  perform private.invalidate_pages(image.jersey_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.follow_images(
    array(select written::public.jersey_images from written), tg_op = 'INSERT', current_user = 'authenticated');
  return null;
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
  is_moved constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type)
      is distinct from (new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type);
  is_found_otherwise constant boolean := is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors, old.created_at)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors, new.created_at);
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
  if is_found_otherwise and (was_public or is_public) then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
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
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Lists and counts of any page change.
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
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

CREATE OR REPLACE FUNCTION private.before_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return private.admitted_image(old, new, current_user = 'authenticated');
end $function$
;

CREATE OR REPLACE FUNCTION private.before_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'DELETE' then
    perform private.lock_merges();
  end if;
  return null;
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
  set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end
      || private.pick_columns(present, private.with_dependent_columns(columns)),
    words = case when is_added then s.words - dropped else '{}' end
      || private.suggestion_words(s.target_type, present, wanted, columns)
  where s.id = suggestion.id
  returning * into suggestion;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return suggestion;
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
    cross join private.wanted_photos(suggestion) wanted
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
    cross join private.wanted_photos(suggestion) wanted
    where suggestion.id = any (suggestion_ids)
    group by suggestion.id having count(*) > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
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
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && @.key != "removed" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or changes ? 'colors'
      and (jsonb_typeof(changes -> 'colors') <> 'array'
        or jsonb_path_exists(changes, 'strict $.colors[*] ? (@.type() != "string")'))
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
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url')
          or image.suggestion_id is null and image.likeness::text = photo ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      where suggestion.id is null and not coalesce(removed ? image.id::text, false)
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid();
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if given ? 'removed' and is_author is distinct from true then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Only its author takes photos off a jersey; others report them.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 and removed is null then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if char_length(stated) not between 10 and 500 or stated is null
    -- An author says what their jersey is called and shows it.
    and (is_author is distinct from true or not columns <@ array['title', 'edition', 'description', 'external_link', 'photos']) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.deletes_image(image public.jersey_images)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  if image.suggestion_id is not null then
    perform private.end_empty_suggestion(suggestion, private.photo_key(image.id))
    from public.suggestions suggestion where suggestion.id = image.suggestion_id;
    return true;
  end if;
  select * into jersey from public.jerseys j where j.id = image.jersey_id for no key update;
  if jersey.status is distinct from 'approved' then
    return true;
  end if;
  perform private.count_write('edits', 1);
  perform private.suggest_own(jersey, jsonb_build_object('removed', jsonb_build_array(image.id)));
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_of_author(jersey public.jerseys)
 RETURNS public.suggestions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.end_empty_suggestion(suggestion public.suggestions, leaving text DEFAULT NULL::text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.pending_keys(suggestion) <@ array_remove(array[leaving], null) then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id and s.status = 'open'
    returning * into suggestion;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_images(images public.jersey_images[], are_added boolean, is_request boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_request then
    perform private.count_write(case when are_added then 'images' else 'edits' end, cardinality(images));
  end if;
  perform private.return_to_queue(array(select distinct image.jersey_id from unnest(images) image));
  if are_added then
    perform private.check_image_count(images);
    perform private.keep_files(images);
  else
    perform private.queue_file_deletion(images);
  end if;
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
  -- An author's direct write in another window: it has no lock of the member's.
  if not found then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
  end if;
  return suggestion;
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
      and s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null for update;
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

CREATE OR REPLACE FUNCTION private.photos_of(jersey_id uuid, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and (image.suggestion_id is null or image.suggestion_id = photos_of.suggestion_id)
$function$
;

CREATE OR REPLACE FUNCTION private.removed_photos(jersey_id uuid, asked jsonb, removed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(image.id order by image.position, image.id)
  from public.jersey_images image
  where image.jersey_id = removed_photos.jersey_id and image.suggestion_id is null
    and (asked ? image.id::text or coalesce(removed ? image.id::text, false))
$function$
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
  if suggestion.id is not null then
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, null, true);
    -- A photo may follow.
    return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
  elsif columns <> '{}' or not given ? 'photos' then
    return private.insert_suggestion('jersey', jersey.id, present, wanted, columns, given, null);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggest_texts(jersey public.jerseys, wanted public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(array['title', 'edition', 'description', 'external_link']) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestion_of_image(jersey_id uuid)
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
  return case when jersey.status = 'approved' then (private.suggest_own(jersey, '{}')).id end;
end $function$
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link, 'league', version.league,
    'competition_id', version.competition_id, 'season_id', version.season_id, 'team_id', version.team_id,
    'team', case when version.team_id is null then version.team end, 'year', version.year,
    'brand_id', version.brand_id, 'brand', case when version.brand_id is null then version.brand end,
    'kit_type', version.kit_type, 'colors', to_jsonb(version.colors), 'price', version.price,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by place, image.position, image.id), '[]')
        from private.wanted_photos(edit) image
        left join jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
          on photo ->> 'id' = image.id::text)
    end)
  from private.edit_of_author(jersey) edit
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_photos(suggestion public.suggestions)
 RETURNS SETOF public.jersey_images
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select image.* from public.jersey_images image
  where image.jersey_id = suggestion.target_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$function$
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
    -- Its refused photos are gone, or its page is deleted.
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
      select from public.jerseys jersey cross join private.edit_of_author(jersey) edit
      where jersey.id = decide.id and edit.id is not null) then
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
      (select count(*) from public.jersey_images ji_own
        where ji_own.jersey_id = into_id and ji_own.contributor_id is not distinct from image.contributor_id
          -- With room for what waits.
          and (ji_own.suggestion_id is null or ji_own.suggestion_id in (select id from public.suggestions where status = 'open'))) as present
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
  limit greatest(20 - (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null), 0)
$function$
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
  select * into edit from public.suggestions suggestion where suggestion.id = (private.edit_of_author(jersey)).id for update;
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

CREATE OR REPLACE FUNCTION public.order_images(jersey_id uuid, image_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
  present uuid[];
  photos constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', id) order by place) from unnest(image_ids) with ordinality given (id, place));
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    suggestion := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  end if;
  present := array(
    select image.id from public.jersey_images image
    where image.jersey_id = jersey.id and (image.suggestion_id is null or image.suggestion_id = suggestion.id)
      -- One that is to go may be among them.
      and (not coalesce(suggestion.changes -> 'removed' ? image.id::text, false) or image.id = any (image_ids)));
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_own(jersey, jsonb_build_object('photos', photos));
  elsif image_ids <> '{}' then
    perform private.arrange_photos(jersey.id, private.arranged_photos(private.photos_of(jersey.id), photos));
  end if;
end $function$
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
  if not exists (
    select from public.jersey_images image join public.jerseys jersey on jersey.id = image.jersey_id
    where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text
      and (jersey.author_id = (select auth.uid()) or public.is_admin((select auth.uid())))) then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  delete from public.jersey_images image where image.id = former.id;
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

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present
  from private.lock_suggested(of_type, target, at_once or is_administrator or suggest.suggestion_id is not null) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
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

  if suggestion.id is null then
    suggestion := private.insert_suggestion(of_type, target, present, wanted, columns, given, stated);
  else
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, stated, is_added);
  end if;
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
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

CREATE OR REPLACE FUNCTION public.withdraw_suggestion(suggestion_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- A contested one is as it was decided: what was accepted of it stays, what was refused counts.
  update public.suggestions s_own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $function$
;

CREATE TRIGGER jersey_images_added AFTER INSERT ON public.jersey_images REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jersey_images_admit BEFORE INSERT OR DELETE OR UPDATE OF url ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.before_image();

CREATE TRIGGER jersey_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.after_image();

CREATE TRIGGER jersey_images_removed AFTER DELETE ON public.jersey_images REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

CREATE POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images" FOR DELETE TO "authenticated" USING ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE ((jerseys.id = jersey_images.jersey_id) AND (jerseys.author_id = ( SELECT auth.uid() AS uid))))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "members read images of jerseys they read" ON "public"."jersey_images" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_images.jersey_id))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer))));

COMMENT ON COLUMN "public"."suggestions"."source" IS 'Where it is from, or why; the jersey''s author needs none for texts and photos';

COMMENT ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) IS 'A photo as it is written. Null: its author may not delete it, but suggests that. `is_request`: a member writes it, no function';

COMMENT ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) IS 'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source that it needs';

COMMENT ON FUNCTION "private"."deletes_image"(public.jersey_images) IS 'False if an author''s deletion of a photo is suggested instead, because the jersey is approved';

COMMENT ON FUNCTION "private"."edit_of_author"(public.jerseys) IS 'What waits that the author of an approved jersey wants changed; all null if nothing does';

COMMENT ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) IS 'Ends an open suggestion of which its member took back everything; `leaving`: the key of a photo that is being deleted';

COMMENT ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) IS 'What follows when photos were added or deleted: limits, the queue of rejected jerseys, their files';

COMMENT ON FUNCTION "private"."photos_of"(uuid, uuid) IS 'The arrangement of a jersey''s public photos, with those that a suggestion adds: a list of id and kind, the cover first';

COMMENT ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) IS 'The public photos that are asked to go, with those that a suggestion removes already; null: none';

COMMENT ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) IS 'What the author of an approved jersey writes directly (texts, `photos`, `removed`, or nothing yet of a photo) goes into their suggestion, whose id a photo gets; the jersey is locked';

COMMENT ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) IS 'Suggests the texts that an author''s update of an approved jersey changes; one that it sets to what is public stays in the suggestion as it is';

COMMENT ON FUNCTION "private"."suggestion_of_image"(uuid) IS 'The suggestion to which a photo belongs that an author adds; null: to the jersey, which is not approved';

COMMENT ON FUNCTION "private"."wanted_photos"(public.suggestions) IS 'The photos of a jersey as a suggestion wants them';

COMMENT ON FUNCTION "public"."order_images"(uuid, uuid[]) IS 'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order is suggested';

COMMENT ON FUNCTION "public"."replace_image"(uuid, text) IS 'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it is suggested';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; its author also `removed` photos, and texts and photos without a source. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."withdraw_suggestion"(uuid) IS 'Takes back an own open suggestion';

REVOKE ALL ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."after_images"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_jersey"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_image_count"(public.jersey_images[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deletes_image"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_of_author"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."photos_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggestion_of_image"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_photos"(public.suggestions) FROM PUBLIC;

set check_function_bodies = on;
-- end

DROP INDEX "public"."suggestions_of_author";
