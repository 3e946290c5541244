-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."catalogue_cells" DROP CONSTRAINT "catalogue_cells_pkey";
DROP INDEX "private"."catalogue_entries_of_cell";
ALTER TABLE "private"."catalogue_cells" DROP COLUMN "number";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "cell";
-- No jersey has one yet.
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_cells" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_entries" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "sponsor" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_entries" ALTER COLUMN "sponsor" DROP DEFAULT;
ALTER TABLE "public"."jerseys" ADD COLUMN "pattern" text;
ALTER TABLE "public"."jerseys" ADD COLUMN "sponsor" text;
ALTER TABLE "public"."jerseys" ADD COLUMN "product_codes" text[] NOT NULL DEFAULT '{}'::text[];
ALTER TYPE "private"."catalogue_filter" ADD ATTRIBUTE "patterns" text[] CASCADE;
ALTER TYPE "private"."catalogue_filter" ADD ATTRIBUTE "sponsors" text[] CASCADE;
ALTER TABLE "private"."catalogue_cells" ADD CONSTRAINT "catalogue_cells_pkey" PRIMARY KEY (competition_id, year, kit, brand_id, color, pattern, has_photo);
-- Constraints and columns need these functions; what follows writes them whole.
CREATE FUNCTION private.patterns() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array['plain', 'stripes', 'pinstripes', 'hoops', 'band', 'chest_band', 'sash', 'halves', 'diagonal', 'quarters', 'chevron', 'cross', 'checks', 'gradient', 'graphic'];
CREATE FUNCTION private.cell_number(competition_id uuid, year smallint, kit text, brand_id uuid, color text, pattern text, has_photo boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN uuid_hash_extended(competition_id, uuid_hash_extended(brand_id, hashtextextended(kit || ' ' || color || ' ' || pattern collate "C", year * 2 + has_photo::integer)));
CREATE FUNCTION private.are_codes(codes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = ''
AS $$ select true $$;
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "number" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "cell" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
CREATE INDEX catalogue_entries_of_cell ON private.catalogue_entries USING btree (cell);
CREATE INDEX catalogue_entries_of_sponsor ON private.catalogue_entries USING btree (sponsor) WHERE (sponsor <> ''::text);
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_pattern_known" CHECK ((pattern = ANY (private.patterns()))) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_pattern_known";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_sponsor_length" CHECK ((char_length(sponsor) <= 80)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_sponsor_length";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_sponsor_visible" CHECK (private.is_visible(sponsor)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_sponsor_visible";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_product_codes_known" CHECK (private.are_codes(product_codes)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_product_codes_known";
CREATE INDEX revisions_of_former_photo ON public.revisions USING btree ((((stored -> 'image'::text) ->> 'path'::text))) WHERE (((changes -> 'image'::text) -> 'after'::text) = 'null'::jsonb);
-- The undo of a merge knows a photo by its version too.
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

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_complete" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP TRIGGER "teams_end_history" ON "public"."teams";

DROP TRIGGER "teams_end_suggestions" ON "public"."teams";

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."accept_same_edits"(public.suggestions);

DROP FUNCTION "private"."accept_same_merges"(uuid, uuid);

DROP FUNCTION "private"."begin_deriving"();

DROP FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, boolean);

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

DROP FUNCTION "private"."line_colors"(jsonb);

DROP FUNCTION "private"."lock_suggested"(text, uuid, boolean);

DROP FUNCTION "private"."next_undoing"(bigint[], text, bigint);

DROP FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb);

DROP FUNCTION "private"."record_arrangement"(uuid, jsonb);

DROP FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]);

DROP VIEW "private"."catalogue_facts";

DROP FUNCTION "private"."set_fields"(uuid, public.jerseys);

DROP FUNCTION "private"."type_after"(text);

DROP FUNCTION "private"."undo_size"(text);

DROP FUNCTION "private"."used_by_members"(uuid);

DROP FUNCTION "private"."used_by_members"(uuid, uuid);

DROP FUNCTION "private"."value_in_words"(text, text);

DROP FUNCTION "private"."wanted_photos"(public.suggestions);

DROP FUNCTION "private"."years_of"(private.catalogue_filter);

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

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with added as (
    insert into public.copies
    select new_copy.* from unnest(batch) batch
    cross join lateral jsonb_populate_record(batch.copy, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', own.owner_id, 'former_jersey', batch.facts,
      'jersey_id', case when batch.facts is null then (batch.copy).jersey_id end,
      'created_at', private.import_time(own, (batch.copy).created_at, batch.place), 'updated_at', now())) new_copy
    where not batch.is_change and not batch.was_done and batch.key <> all (gone)
    order by batch.place
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

CREATE OR REPLACE FUNCTION private.after_place(sort text, place private.catalogue_cursor)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((place).jersey_id IS NULL) THEN 'true'::text WHEN (sort = 'newest'::text) THEN '(created_at, jersey_id) < ($4, $5)'::text WHEN (sort = 'oldest'::text) THEN '(year, created_at, jersey_id) > ($3, $4, $5)'::text ELSE format('(%s, created_at, jersey_id) < ($3, $4, $5)'::text, sort) END
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

CREATE OR REPLACE FUNCTION private.are_codes(codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select cardinality(codes) <= 5 and coalesce(array_ndims(codes) = 1 and array_lower(codes, 1) = 1, true) and array_position(codes, null) is null
    and not exists (select from unnest(codes) code where code !~ '^[A-Za-z0-9][A-Za-z0-9 /-]{0,28}[A-Za-z0-9]$')
    and cardinality(codes) = (select count(distinct private.code_key(code)) from unnest(codes) code)
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

CREATE OR REPLACE FUNCTION private.catalogue_limit(name text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE name WHEN 'few'::text THEN 1000 WHEN 'looked_at'::text THEN 20000 WHEN 'one_by_one'::text THEN 20000 WHEN 'words'::text THEN 5000 ELSE NULL::integer END
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
    select copy.id, copy.updated_at, (old.line).import_key as key, old.before
    from private.write_details(array(select line from old)) copy join old on old.id = copy.id
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;
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

CREATE OR REPLACE FUNCTION private.check_author_update(was public.jerseys, becomes public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed constant jsonb := coalesce(
    private.changed_values(to_jsonb(was), to_jsonb(becomes), private.jersey_facts()), '{}');
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and changed - private.own_facts() <> '{}' then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the queue anyway, and of an approved one a suggestion waits.
  if was.status = 'rejected' and changed <> '{}' then
    becomes.edited_at := now();
  end if;
  return becomes;
end $function$
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
    and (is_author is distinct from true or not columns <@ (private.own_facts() || 'photos'::text)) then
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

CREATE OR REPLACE FUNCTION private.code_key(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN upper(regexp_replace(code, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION private.completed_changes(target_type text, present jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done jsonb := private.tidied(changes);
  chosen uuid;
  name text;
begin
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

CREATE OR REPLACE FUNCTION private.completed_jersey(was public.jerseys, becomes public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  becomes.title := coalesce(private.tidy(becomes.title), '');
  becomes.edition := private.tidy(becomes.edition);
  becomes.sponsor := private.tidy(becomes.sponsor);
  becomes.description := private.tidy(becomes.description);
  becomes.external_link := private.tidy(becomes.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `was` is null.
  if (becomes.team_id, becomes.brand_id, becomes.competition_id, becomes.season_id)
    is distinct from (was.team_id, was.brand_id, was.competition_id, was.season_id) then
    perform private.hold_names(
      array[case when becomes.team_id is distinct from was.team_id then becomes.team_id end],
      array[case when becomes.brand_id is distinct from was.brand_id then becomes.brand_id end],
      array[case when becomes.competition_id is distinct from was.competition_id then becomes.competition_id end],
      array[case when becomes.season_id is distinct from was.season_id then becomes.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  becomes.team := coalesce(
    (select name from public.teams where id = becomes.team_id), private.tidy(becomes.team), '');
  becomes.brand := coalesce(
    (select name from public.brands where id = becomes.brand_id), private.tidy(becomes.brand));
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.copy_details(copy jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(copy) = 'object' then copy - array['id', 'owner_id', 'jersey_id', 'former_jersey',
    'created_at', 'updated_at', 'removed_at', 'import_key'] else '{}' end
$function$
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

CREATE OR REPLACE FUNCTION private.count_cells(asked private.catalogue_filter, facet text DEFAULT ''::text)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells where %s group by 1',
    case facet
      when 'competition' then 'competition_id::text' when 'decade' then '(year / 10 * 10)::text' when 'kit' then 'kit'
      when 'brand' then 'brand_id::text' when 'color' then 'color' when 'pattern' then 'pattern' when 'photo' then 'has_photo::integer::text'
      else '''''' end,
    private.fact_conditions(asked));
end $function$
;

CREATE OR REPLACE FUNCTION private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
  with candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included)
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams)
  ), checked as (
    -- Each filter that a jersey misses has a bit.
    select entry.*,
      case when asked.leagues is null or competition.league = any (asked.leagues) then 0 else 1 end
      + case when asked.competitions is null or entry.competition_id = any (asked.competitions) then 0 else 2 end
      + case when asked.teams is null or entry.team_id = any (asked.teams) then 0 else 4 end
      + case when asked.brands is null or entry.brand_id = any (asked.brands) then 0 else 8 end
      + case when asked.kits is null or entry.kit = any (asked.kits) then 0 else 16 end
      + case when asked.colors is null or entry.color = any (asked.colors) then 0 else 32 end
      + case when asked.photo is null or entry.has_photo = any (asked.photo) then 0 else 64 end
      + case when entry.year between coalesce(asked.first_year, entry.year) and coalesce(asked.last_year, entry.year)
          then 0 else 128 end
      + case when asked.patterns is null or entry.pattern = any (asked.patterns) then 0 else 256 end as missed
    from candidate entry join public.competitions competition on competition.id = entry.competition_id
    where scope.excluded is null or entry.jersey_id <> all (scope.excluded)
  )
  -- A facet counts what fits all filters, or all but its own.
  select facet.name, facet.value, count(*)
  from checked cross join lateral (values
    ('total', '', 0), ('sport', competition_id::text, 1), ('competition', competition_id::text, 2),
    ('team', team_id::text, 4), ('brand', brand_id::text, 8), ('kit', kit, 16), ('color', color, 32),
    ('photo', has_photo::integer::text, 64), ('decade', (year / 10 * 10)::text, 128),
    ('pattern', pattern, 256)) as facet (name, value, bit)
  where missed in (0, facet.bit)
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_facts(asked private.catalogue_filter)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name, counted.value, counted.jerseys
  from unnest(array['brand', 'kit', 'color', 'pattern', 'photo', 'decade']) name
  cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
  union all
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  select facet.name, facet.value, sum(cell.jerseys)
  from private.count_cells(
    private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
  join public.competitions competition on competition.id = cell.value::uuid
  cross join lateral (values (
    asked.leagues is null or competition.league = any (asked.leagues),
    asked.competitions is null or competition.id = any (asked.competitions))) as fits (sport, competition)
  cross join lateral (values
    ('competition', cell.value, fits.sport), ('sport', cell.value, fits.competition),
    ('total', '', fits.sport and fits.competition)) as facet (name, value, counts)
  where facet.counts
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  jerseys bigint;
begin
  execute format(
    'select count(*) from private.catalogue_entries where %s',
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($1)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
      private.entry_conditions(asked)))
  into jerseys
  using scope.included, scope.excluded;
  return jerseys;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_sponsors(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  if scope.included is null and asked.teams is null
    and private.count_catalogue(asked, null) > private.catalogue_limit('one_by_one') then
    return;
  end if;
  return query execute format(
    'select sponsor, count(*) from %s where sponsor <> '''' and %s group by 1',
    case when scope.included is not null or asked.teams is not null then 'private.catalogue_entries'
      else format(
        '(select distinct number from private.catalogue_cells where %s) cell
         join private.catalogue_entries entry on entry.cell = cell.number', private.fact_conditions(asked)) end,
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($1)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
      private.entry_conditions(asked)))
  using scope.included, scope.excluded;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_teams(asked private.catalogue_filter, total bigint)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  others private.catalogue_filter := private.without_filter(asked, 'team');
  competitions constant uuid[] := private.competitions_of(asked);
begin
  others.leagues := null;
  others.competitions := null;
  if private.fact_conditions(others) = 'true' then
    return query
      select team.team_id::text, sum(team.jerseys) from private.catalogue_teams team
      where competitions is null or team.competition_id = any (competitions) group by 1;
  elsif total <= private.catalogue_limit('one_by_one') then
    return query execute format(
      'select entry.team_id::text, count(*)
       from (select distinct number from private.catalogue_cells where %1$s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where %1$s group by 1',
      private.fact_conditions(asked));
  end if;
end $function$
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

CREATE OR REPLACE FUNCTION private.entry_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', private.fact_conditions(asked),
    case when asked.teams is not null then format('team_id = any (%L::uuid[])', asked.teams) end)
$function$
;

CREATE OR REPLACE FUNCTION private.fact_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case when asked.leagues is not null or asked.competitions is not null
      then format('competition_id = any (%L::uuid[])', private.competitions_of(asked)) end,
    case when asked.first_year is not null or asked.last_year is not null
      then format('year between %s and %s', coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)) end,
    case when asked.kits is not null then format('kit = any (%L::text[])', asked.kits) end, case when asked.brands is not null then format('brand_id = any (%L::uuid[])', asked.brands) end,
    case when asked.colors is not null then format('color = any (%L::text[])', asked.colors) end,
    case when asked.patterns is not null then format('pattern = any (%L::text[])', asked.patterns) end, case when asked.photo is not null then format('has_photo = any (%L::boolean[])', asked.photo) end)
$function$
;

CREATE OR REPLACE FUNCTION private.has_few(asked private.catalogue_filter)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most constant integer := private.catalogue_limit('few');
  cells integer;
begin
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $1 + 1) cell', private.fact_conditions(asked))
  into cells
  using most;
  return cells <= most;
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
    and not exists (
      select from jsonb_each(changes - array['photos', 'removed']) field
      where case
        when field.key = any (private.list_facts()) then jsonb_typeof(field.value) <> 'array'
          or jsonb_path_exists(field.value, 'strict $[*] ? (@.type() != "string")', silent => true)
        -- A text field would take the characters of a list or an object.
        else jsonb_typeof(field.value) in ('object', 'array') end)
  else false end
$function$
;

CREATE OR REPLACE FUNCTION private.insert_imported(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What a line doesn't say.
  base public.jerseys;
begin
  base.team := '';
  base.colors := '{}';
  base.product_codes := '{}';
  perform private.set_change('batch', 'true');
  execute format(
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_by, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then auth.uid() end,
       case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_detailed(copy public.copies)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from jsonb_each(private.copy_details(to_jsonb(copy))) where value not in ('null', 'false'))
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
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

CREATE OR REPLACE FUNCTION private.jersey_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['league'::text, 'competition_id'::text, 'season_id'::text, 'team_id'::text, 'team'::text, 'title'::text, 'year'::text, 'kit_type'::text, 'colors'::text, 'pattern'::text, 'brand_id'::text, 'brand'::text, 'sponsor'::text, 'edition'::text, 'product_codes'::text, 'price'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.jersey_lines(after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.pick_columns(to_jsonb(jersey), private.plain_facts()) || jsonb_build_object(
    'id', jersey.id, 'team', jersey.team, 'team_competition', c_home.slug, 'league', jersey.league, 'brand', jersey.brand,
    'competition', case when exists (
      select from public.competitions c_other
      where c_other.id <> competition.id and c_other.league = competition.league
        and (c_other.search_text = competition.search_text or c_other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'created_at', jersey.created_at,
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

CREATE OR REPLACE FUNCTION private.line_list(line jsonb, fact text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select value from jsonb_array_elements_text(line -> fact) with ordinality as one (value, place) order by place)
$function$
;

CREATE OR REPLACE FUNCTION private.line_of_copy(line jsonb)
 RETURNS public.copies
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_populate_record(null::public.copies, '{"is_signed": false}'
    || jsonb_strip_nulls(private.copy_details(line -> 'details') || jsonb_build_object(
      'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
      'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$function$
;

CREATE OR REPLACE FUNCTION private.list_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['colors'::text, 'product_codes'::text]
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

CREATE OR REPLACE FUNCTION private.next_step(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  soon private.catalogue_filter;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($1) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  if not private.has_few(soon) then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest')
        then format('year between %s and %s', coalesce(soon.first_year, 0), coalesce(soon.last_year, 9999)) else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_cells(soon, scope, sort, place);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_years(asked private.catalogue_filter, sort text, place private.catalogue_cursor)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  soon private.catalogue_filter := asked;
  first integer;
  reached integer;
begin
  if sort not in ('year', 'oldest') or place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select %1$s(year), %2$s(year) filter (where jerseys < 25)
     from (
       select year, sum(sum(jerseys)) over (order by year %3$s) - sum(jerseys) as jerseys from private.catalogue_cells
       where year is distinct from $1 and %4$s group by year) years',
    case sort when 'oldest' then 'min' else 'max' end, case sort when 'oldest' then 'max' else 'min' end,
    case sort when 'oldest' then 'asc' else 'desc' end, private.fact_conditions(soon))
  into first, reached
  using place.value;
  if place.value is null and first is null then
    return asked;
  end if;
  -- The year of the place itself may have more.
  if sort = 'oldest' then
    soon.first_year := case when place.value is null then first else soon.first_year end;
    soon.last_year := least(asked.last_year, coalesce(reached, soon.first_year));
  else
    soon.last_year := case when place.value is null then first else soon.last_year end;
    soon.first_year := greatest(asked.first_year, coalesce(reached, soon.last_year));
  end if;
  return soon;
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

CREATE OR REPLACE FUNCTION private.of_sponsors(sponsors text[], jerseys uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when of_sponsors.sponsors is null then of_sponsors.jerseys else array(
    select jersey_id from private.catalogue_entries
    where sponsor <> '' and sponsor = any (of_sponsors.sponsors) and (of_sponsors.jerseys is null or jersey_id = any (of_sponsors.jerseys))) end
$function$
;

CREATE OR REPLACE FUNCTION private.own_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['title'::text, 'edition'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.pattern_names(pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case pattern
    -- Nobody looks for plain shirts, and "uni" would hide every United.
    when 'stripes' then 'stripes striped vertical rayures verticales rayé rayas listras verticais listrada'
    when 'pinstripes' then 'pinstripes pinstripe rayures fines rayas finas listras'
    when 'hoops' then 'hoops hooped horizontal stripes cerceaux rayures horizontales franjas listras horizontais'
    when 'band' then 'central vertical band stripe bande centrale verticale franja faixa'
    when 'chest_band' then 'chest band bande poitrine franja pecho faixa peito'
    when 'sash' then 'sash diagonal band bande diagonale écharpe banda cruzada faixa transversal'
    when 'halves' then 'halves half moitiés moitié mitades mitad metades metade'
    when 'diagonal' then 'diagonal halves diagonale moitiés mitades metades'
    when 'quarters' then 'quarters quartered quartiers cuartos quartos'
    when 'chevron' then 'chevron chevrons galón'
    when 'cross' then 'cross croix cruz'
    when 'checks' then 'checks checked checkered chequered damier carreaux cuadros ajedrezado xadrez quadriculado'
    when 'gradient' then 'gradient fade dégradé degradado degradê'
    when 'graphic' then 'graphic graphique motif gráfico estampado estampa'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.plain_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT name.name FROM unnest(private.jersey_facts()) name(name) WHERE ((name.name !~ '_id$'::text) AND (name.name <> ALL (ARRAY['league'::text, 'team'::text, 'brand'::text]))))
;

CREATE OR REPLACE FUNCTION private.public_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then array_remove(array_remove(private.jersey_facts(), 'team'), 'brand')
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

CREATE OR REPLACE FUNCTION private.read_filter(filter jsonb)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked private.catalogue_filter;
  slugs text[];
  unknown text;
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(filter) key
  where key not in (
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'pattern', 'sponsor', 'from', 'to', 'photo', 'q', 'own')
  order by key limit 1;
  if found then
    perform private.wrong_filter(format('There is no filter %s.', quote_ident(unknown)));
  end if;

  slugs := private.filter_values(filter, 'sport');
  if slugs is not null then
    asked.leagues := array(
      select league from unnest(array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']) league
      where lower(league collate "C") = any (slugs));
  end if;
  slugs := private.filter_values(filter, 'competition');
  if slugs is not null then
    asked.competitions := array(
      select id from public.competitions where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'team');
  if slugs is not null then
    asked.teams := array(select id from public.teams where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'brand');
  if slugs is not null then
    asked.brands := array(select id from public.brands where private.slug(name) = any (slugs));
  end if;
  asked.kits := private.filter_values(filter, 'kit');
  asked.colors := private.filter_values(filter, 'color');
  asked.patterns := private.filter_values(filter, 'pattern');
  asked.first_year := private.filter_year(filter, 'from');
  asked.last_year := private.filter_year(filter, 'to');
  if asked.first_year > asked.last_year then
    perform private.wrong_filter('from: the first year comes after the last.');
  end if;
  slugs := private.filter_values(filter, 'photo');
  if slugs is not null then
    asked.photo := array(select value = '1' from unnest(slugs) value where value in ('0', '1'));
  end if;
  asked.words := private.filter_words(filter);
  asked.sponsors := private.filter_values(filter, 'sponsor');
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := jsonb_build_array('competition', line -> 'competition', line -> 'league', line -> 'competition_id');
  competition jsonb := memo -> asked;
  season jsonb;
  brand jsonb;
  team jsonb;
  -- The team, and the competition, which a line may leave out.
  found jsonb;
begin
  if competition is null then
    competition := private.resolve_competition(line);
    memo := memo || jsonb_build_object(asked, competition);
  end if;
  asked := jsonb_build_array('season', line -> 'season', line -> 'year', line -> 'season_id');
  season := memo -> asked;
  if season is null then
    season := private.resolve_season(line);
    memo := memo || jsonb_build_object(asked, season);
  end if;
  asked := jsonb_build_array('brand', line -> 'brand', line -> 'as_written', line -> 'brand_id');
  brand := memo -> asked;
  if brand is null then
    brand := private.resolve_brand(line);
    memo := memo || jsonb_build_object(asked, brand);
  end if;
  asked := jsonb_build_array(
    'team', line -> 'team', line -> 'team_competition', line -> 'as_written', line -> 'team_id', line -> 'league', line -> 'competition',
    line -> 'competition_id', season -> 'id');
  found := memo -> asked;
  if found is null then
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
    if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
      competition := private.resolve_competition(jsonb_build_object('competition_id', (
        select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
    end if;
    found := jsonb_build_object('team', team, 'competition', competition);
    memo := memo || jsonb_build_object(asked, found);
  end if;
  found := found || jsonb_build_object('season', season, 'brand', brand);
  competition := found -> 'competition';
  team := found -> 'team';
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(found) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $function$
;

CREATE OR REPLACE FUNCTION private.read_step(source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    concat_ws(' and ', private.after_place(sort, place),
      private.entry_conditions(asked),
      case when scope.included is not null then 'jersey_id = any ($1)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end),
    private.order_of(sort))
  using scope.included, scope.excluded, place.value, place.created_at, place.jersey_id;
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

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, votes, rising)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, votes, rising)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, pattern = excluded.pattern, has_photo = excluded.has_photo,
    sponsor = excluded.sponsor, created_at = excluded.created_at, best = excluded.best, votes = excluded.votes, rising = excluded.rising
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.pattern, entry.has_photo, entry.sponsor, entry.created_at, entry.best, entry.votes, entry.rising)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.pattern, excluded.has_photo, excluded.sponsor, excluded.created_at, excluded.best, excluded.votes, excluded.rising);

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

CREATE OR REPLACE FUNCTION private.small_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then array['season_id', 'year', 'kit_type', 'colors', 'pattern', 'brand_id', 'price']
    when 'team' then array['country', 'founded_year']
    when 'competition' then array['country']
    else '{}'
  end
$function$
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

CREATE OR REPLACE FUNCTION private.suggest_texts(jersey public.jerseys, wanted public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(private.own_facts()) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestable_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    -- The league is that of the competition.
    when 'jersey' then array_remove(private.public_columns('jersey'), 'league') || array['photos', 'merge_into', 'removal']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$function$
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

CREATE OR REPLACE FUNCTION private.tidied(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'string' then to_jsonb(private.tidy(value #>> '{}')) else value end), '{}')
  from jsonb_each(fields)
$function$
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

CREATE OR REPLACE FUNCTION private.value_refusals(line jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('sponsor', 0, 80, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  for one in
    select * from (values
      ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
      ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
      ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
      ('pattern', line ->> 'pattern', line ->> 'pattern' <> all (private.patterns()), 'choice'),
      ('year', year, case when year ~ '^[0-9]{4}$' then year::integer not between 1850 and 2100 else true end, 'year'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric not between 0 and 1000000 else true end,
        'price'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end,
        'too_precise'),
      ('created_at', line ->> 'created_at',
        -- No client reads the times of antiquity, nor -infinity.
        case when private.is_time(line ->> 'created_at')
          then (line ->> 'created_at')::timestamptz < '1900-01-01' else true end,
        'time')
    ) as checked (field, value, is_wrong, reason)
    where checked.value is not null and checked.is_wrong
  loop
    return next jsonb_build_object('field', one.field, 'reason', one.reason, 'value', left(one.value, 100));
  end loop;
  if jsonb_array_length(line -> 'colors') > 0 then
    if jsonb_array_length(line -> 'colors') > 3 then
      return next '{"field": "colors", "reason": "too_many"}';
    elsif not private.is_palette(private.line_list(line, 'colors')) or not private.line_list(line, 'colors') <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink'] then
      return next jsonb_build_object('field', 'colors', 'reason', 'choice',
        'value', left(array_to_string(private.line_list(line, 'colors'), ', '), 100));
    end if;
  end if;
  if jsonb_array_length(line -> 'product_codes') > 5 then
    return next '{"field": "product_codes", "reason": "too_many"}';
  elsif not private.are_codes(private.line_list(line, 'product_codes')) then
    return next jsonb_build_object('field', 'product_codes', 'reason', 'rule',
      'value', left(array_to_string(private.line_list(line, 'product_codes'), ', '), 100));
  end if;
  if jsonb_array_length(images) > 5 then
    return next '{"field": "images", "reason": "too_many"}';
  end if;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
end $function$
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

CREATE OR REPLACE FUNCTION private.without_filter(asked private.catalogue_filter, name text)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  case name
    when 'sport' then asked.leagues := null;
    when 'competition' then asked.competitions := null;
    when 'team' then asked.teams := null;
    when 'brand' then asked.brands := null;
    when 'kit' then asked.kits := null;
    when 'color' then asked.colors := null;
    when 'pattern' then asked.patterns := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'sponsor' then asked.sponsors := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_details(said public.copies[])
 RETURNS SETOF public.copies
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.copies copy set
    size_scale = s.size_scale, size = s.size, version = s.version, condition = s.condition,
    printed_name = s.printed_name, printed_number = s.printed_number, is_signed = s.is_signed, signed_by = s.signed_by,
    certificate = s.certificate, price = s.price, currency = s.currency, bought_on = s.bought_on,
    bought_from = s.bought_from, lent_to = s.lent_to, lent_since = s.lent_since, storage_place = s.storage_place,
    notes = s.notes
  from unnest(said) s where copy.id = s.id
  returning copy.*
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
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    limit 60
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

CREATE OR REPLACE FUNCTION public.catalogue_page(filter jsonb, sort text DEFAULT 'best'::text, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number,
      -- The worker may not have heard yet that it is hidden or deleted.
      exists (select from public.jerseys where id = jersey_id and status = 'approved' and is_active) as is_public
    from private.next_step(asked, private.scope_of(asked.own, private.of_sponsors(asked.sponsors, private.jerseys_of_words(asked.words))), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24 and is_public), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s', sort, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_values(filter jsonb)
 RETURNS TABLE(facet text, value text, label text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  -- Read once: of each jersey it would be asked again.
  sponsors text[];
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  sponsors := private.filter_values(filter, 'sponsor', 100);
  return query
  select distinct on (1, 2) named.* from (
    select 'competition' as facet, slug as value, name as label from public.competitions
    where slug = any (private.filter_values(filter, 'competition', 100)) and is_active
    union all
    select 'team', slug, name from public.teams
    where slug = any (private.filter_values(filter, 'team', 100)) and is_active
    union all
    select 'brand', private.slug(name), name from public.brands
    where private.slug(name) = any (private.filter_values(filter, 'brand', 100))
    union all
    select 'sponsor', sponsor, sponsor from private.catalogue_entries
    where sponsor <> '' and sponsor = any (sponsors)
  ) named
  order by 1, 2, 3;
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

  restored := (select count(*) from private.write_details(array(
    select jsonb_populate_record(null::public.copies, line.before)
    from private.imported_lines line
    join public.copies copy on copy.id = line.copy_id
    where line.import_id = own.id and line.before is not null and not private.is_changed_since(line, copy))));
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
    private.best_value(COALESCE(standing.upvotes, 0), COALESCE(standing.downvotes, 0)) AS best,
    COALESCE((standing.upvotes + standing.downvotes), 0) AS votes,
    COALESCE(standing.rising, (0)::double precision) AS rising
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

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, cn.names, jersey.brand, jersey.sponsor, array_to_string(jersey.product_codes, ' '::text), array_to_string(ARRAY( SELECT private.code_key(code.code) AS code_key
           FROM unnest(jersey.product_codes) code(code)), ' '::text), jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.pattern_names(jersey.pattern), private.saint_variant(jersey.team), other.names) AS text,
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

CREATE VIEW "public"."sponsors" AS  SELECT sponsor AS name,
    count(*) AS jerseys
   FROM private.catalogue_entries
  WHERE (sponsor <> ''::text)
  GROUP BY sponsor;;

CREATE TRIGGER competitions_end BEFORE DELETE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.end_target('competition');

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, sponsor, product_codes, description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_complete BEFORE INSERT OR DELETE OR UPDATE OF title, edition, sponsor, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type, moderated_by ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.before_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors, pattern, sponsor, product_codes ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

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

COMMENT ON FUNCTION "private"."after_place"(text, private.catalogue_cursor) IS 'SQL for what comes after a place: $3 to $5 are its value, time and jersey';

COMMENT ON FUNCTION "private"."approval_stays"(public.revisions, boolean) IS 'Why an approval isn''t undone (see undo()); null if it can be';

COMMENT ON FUNCTION "private"."are_codes"(text[]) IS 'True for at most five style numbers of 2 to 30 characters, each once';

COMMENT ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) IS 'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

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

COMMENT ON FUNCTION "private"."code_key"(text) IS 'What two style numbers are compared by: neither case nor separators';

COMMENT ON FUNCTION "private"."completed_jersey"(public.jerseys, public.jerseys) IS 'A jersey as it is stored: tidied, with the names of its team and brand, whose rows are held';

COMMENT ON FUNCTION "private"."copy_details"(jsonb) IS 'What its owner says about a copy: all columns but these. app/collect/domain/copies/copy-details.ts has the same';

COMMENT ON FUNCTION "private"."correctable_columns"(text) IS 'What can be corrected: the columns whose changes are in the history, and the names beside the ids';

COMMENT ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) IS 'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

COMMENT ON FUNCTION "private"."count_sponsors"(private.catalogue_filter, private.catalogue_scope) IS 'Public jerseys by what stands on their front; nothing where too many have no other filter';

COMMENT ON FUNCTION "private"."decide_edit"(public.suggestions, text, text[], text, boolean) IS 'Decides on what the author of an approved jersey wants changed, for moderate_jersey(). False if that alone is refused: the approved version stays';

COMMENT ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) IS 'Approves a jersey, with corrections, or rejects it';

COMMENT ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) IS 'Decides on a suggestion, which is locked: on each part that waits, or on one that was public at once; returns the state';

COMMENT ON FUNCTION "private"."end_target"() IS 'Argument: the type of target';

COMMENT ON FUNCTION "private"."entry_conditions"(private.catalogue_filter) IS 'SQL for all that a filter asks of entries, teams included';

COMMENT ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) IS 'SQL for a filter''s facts, of cells or entries';

COMMENT ON FUNCTION "private"."former_facts"(public.jerseys) IS 'What a copy keeps of its jersey when that is removed';

COMMENT ON FUNCTION "private"."has_shape"(jsonb, text[]) IS 'True of an object of these columns with single values, and lists of texts where a fact is a list; null if nothing is given';

COMMENT ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) IS 'True if a photo has this id, or one had it that a suggestion removes: its verdict would be about both';

COMMENT ON FUNCTION "private"."is_used"(uuid, uuid) IS 'True if members did something with a jersey. `besides`: whose own collection, wishes and lists don''t count';

COMMENT ON FUNCTION "private"."jersey_facts"() IS 'The columns that members fill, in the order in which people read them';

COMMENT ON FUNCTION "private"."list_facts"() IS 'The facts that are lists of texts';

COMMENT ON FUNCTION "private"."lock_of_deriving"() IS 'The advisory lock that whoever derives holds until the transaction ends';

COMMENT ON FUNCTION "private"."lock_submission"(uuid, text) IS 'The jersey that is decided on, locked; `unknown`: the error if there is none';

COMMENT ON FUNCTION "private"."lock_suggested"(text, uuid) IS 'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

COMMENT ON FUNCTION "private"."movable_rows"() IS 'What a merge moves as it is: the table, its column of the jersey and its key, of which column a jersey has each value once, and whose the row is';

COMMENT ON FUNCTION "private"."of_sponsors"(text[], uuid[]) IS 'Those of the jerseys that have one of the sponsors; null: any';

COMMENT ON FUNCTION "private"."outcome_of"(jsonb) IS 'The state of a suggestion with these verdicts';

COMMENT ON FUNCTION "private"."own_facts"() IS 'The facts that the author of an approved jersey changes without a source';

COMMENT ON FUNCTION "private"."pattern_names"(text) IS 'How the four languages call a pattern: at least the labels in app/messages; nothing for a plain shirt';

COMMENT ON FUNCTION "private"."patterns"() IS 'What the cloth of a jersey shows, in the order in which lists show it';

COMMENT ON FUNCTION "private"."pick_columns"(jsonb, text[]) IS 'A version of a row with these columns only';

COMMENT ON FUNCTION "private"."plain_facts"() IS 'The facts that are no row of the catalogue, and no name of one';

COMMENT ON FUNCTION "private"."public_columns"(text) IS 'The columns whose changes are in the history, in the order in which people read them. `team_id` and `brand_id` stand for the name beside them too';

COMMENT ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) IS 'Makes a small correction of a trusted member public at once';

COMMENT ON FUNCTION "private"."queue_file_deletion"(public.jersey_images[]) IS 'Files of deleted photos: deleted soon, or withheld and held as long as an undo may bring them back';

COMMENT ON FUNCTION "private"."record_decision"(text, uuid, uuid, jsonb) IS 'Notes who decided on a row and what it was before; nobody: forgets it';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "private"."refuse_id"(text, uuid) IS 'Raises what PostgreSQL does for an id that a row of the table has';

COMMENT ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) IS 'Adds what the caller gives now to an open suggestion of theirs (`is_added`), puts it in its place, or makes one of it';

COMMENT ON FUNCTION "private"."stands_for_all"(public.reports) IS 'True of the oldest open report about a thing';

COMMENT ON FUNCTION "private"."state_columns"() IS 'The columns of a jersey that a decision writes';

COMMENT ON FUNCTION "private"."suggestion_words"(text, jsonb, jsonb, text[]) IS 'By column, the value before and after, for people';

COMMENT ON FUNCTION "private"."target_row"(text, uuid) IS 'The row of a jersey (with its `photos`), team or competition; null if it was deleted';

COMMENT ON FUNCTION "private"."tidied"(jsonb) IS 'An object with its texts tidied';

COMMENT ON FUNCTION "private"."undo_photo"(public.revisions, boolean) IS 'Takes a photo out, or brings it back under its id if that is free; `waits_again`: it is suggested again';

COMMENT ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) IS 'What undo() is asked to take back, the newest first';

COMMENT ON FUNCTION "private"."unnumbered_changes"(uuid[]) IS 'What these things did since they got their last number. Those that are public have changed, if they had one as public already';

COMMENT ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) IS 'The photos of a jersey as a suggestion wants them; as they are if there is none';

COMMENT ON FUNCTION "private"."was_public"(public.jersey_images) IS 'True of a deleted photo that an approved jersey showed';

COMMENT ON FUNCTION "private"."with_dependent_columns"(text[]) IS 'These columns and those that follow them: names beside ids, the league of a competition';

COMMENT ON FUNCTION "private"."write_details"(public.copies[]) IS 'Gives copies the details of these rows, found by their ids; returns the copies as stored';

COMMENT ON FUNCTION "private"."write_fields"(text, uuid, jsonb) IS 'Gives a row these values by column, in one update; of a jersey also its state and the arrangement of its photos';

COMMENT ON FUNCTION "private"."write_revision"(text, uuid, jsonb, jsonb, text, uuid) IS 'Writes what begin_revision() said about these changes; nothing if it said `none`';

COMMENT ON INDEX "private"."catalogue_entries_of_cell" IS 'Catalogue, a filter that shows few';

COMMENT ON INDEX "private"."catalogue_entries_of_sponsor" IS 'Catalogue, jerseys of chosen sponsors';

COMMENT ON INDEX "public"."revisions_of_former_photo" IS 'Whether a file is that of a photo that was removed: its deletion';

COMMENT ON TABLE "private"."catalogue_cells" IS 'Entries counted by seven facts: a filter adds up the cells that match';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

COMMENT ON VIEW "public"."sponsors" IS 'What stands on the front of public jerseys, for suggestions in forms';

REVOKE ALL ON FUNCTION "private"."accept_alike"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_values"(jsonb, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_corrections"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_moderation"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_details"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correctable_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_sponsors"(private.catalogue_filter, private.catalogue_scope) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_edit"(public.suggestions, text, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_target"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_conditions"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_shape"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_used"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."jersey_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_list"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_of_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_submission"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggested"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."movable_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."of_sponsors"(text[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pattern_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."state_columns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidied"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnumbered_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_public"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_details"(public.copies[]) FROM PUBLIC;

REVOKE ALL ("pattern") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("pattern"), UPDATE ("pattern") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ("product_codes") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("product_codes"), UPDATE ("product_codes") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ("sponsor") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("sponsor"), UPDATE ("sponsor") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ON TABLE "public"."sponsors" FROM "anon";

GRANT SELECT ON TABLE "public"."sponsors" TO "anon";

REVOKE ALL ON TABLE "public"."sponsors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."sponsors" TO "authenticated";

REVOKE ALL ON TABLE "public"."sponsors" FROM "service_role";

GRANT SELECT ON TABLE "public"."sponsors" TO "service_role";

set check_function_bodies = on;
-- end
