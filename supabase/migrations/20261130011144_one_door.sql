ALTER TABLE "private"."arrivals" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."catalogue_batches" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."changes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."color_references" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."daily_arrivals" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."decisions" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."duel_tallies" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."failed_changes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."guess_pictures" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_jerseys" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_lines" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_votes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_wishes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."moved_rows" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."recovery_attempts" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."recovery_codes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."visitor_report_intake" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."visitor_report_tokens" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."write_limits" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."writes" DISABLE ROW LEVEL SECURITY;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."small_version"(text) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."small_version"(text) FROM "service_role";

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_complete" ON "public"."jerseys";

DROP FUNCTION "private"."check_moderation"(text, text, boolean);

DROP FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb);

DROP FUNCTION "private"."decide_edit"(public.suggestions, text, text[], text, boolean);

DROP FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb);

DROP FUNCTION "private"."edit_of_author"(public.jerseys);

DROP FUNCTION "private"."lock_submission"(uuid, text);

DROP FUNCTION "private"."verdicts_of_edit"(public.suggestions, text, text[], text);

DROP FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]);

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
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
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
  if private.is_for_another(suggestion, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undecided(jersey public.jerseys, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moderator constant uuid := private.decided_by('jerseys', jersey.id);
begin
  if jersey.status <> 'pending' and jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator));
  end if;
  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is distinct from private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_reported(jersey_id uuid, corrections jsonb, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  present jsonb;
  facts jsonb;
  given jsonb;
  columns text[];
  photos public.jersey_images[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id);
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  if jsonb_typeof(corrections -> 'removed') not in ('array', 'null') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = '`removed` is a list of ids.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, facts);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' and photos = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  perform private.begin_revision('correction', null, reason);
  if columns <> '{}' then
    columns := private.with_dependent_columns(columns);
    perform private.check_constraints('public.jerseys', present || given, columns);
    perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  end if;
  delete from public.jersey_images image using unnest(photos) gone where image.id = gone.id;
  perform private.end_revision();
  perform private.notify_undone(array(
    select jsonb_build_object(
      'contributor', coalesce(gone.contributor_id, jersey.author_id), 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone), null, reason);
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_jersey(jersey public.jerseys, status text, reason text, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := private.pick_columns(to_jsonb(jersey), private.state_columns());
begin
  perform private.record_decision('jerseys', jersey.id, auth.uid(), was || jsonb_build_object('at', now()));
  -- private.after_jersey() stores what was corrected.
  perform private.write_fields('jersey', jersey.id, coalesce(corrections, '{}') || jsonb_build_object(
    'status', decide_jersey.status, 'moderation_note', reason, 'moderated_at', now(), 'edited_at', null));
end $function$
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
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.record_decision('jerseys', (line ->> 'id')::uuid, auth.uid())
  from jsonb_array_elements(insert_imported.rows) line where line ->> 'status' = 'approved';
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

CREATE OR REPLACE FUNCTION private.lock_submission(jersey_id uuid)
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
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.state_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['status'::text, 'moderation_note'::text, 'moderated_at'::text, 'edited_at'::text]
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(to_jsonb(jersey), private.correctable_columns('jersey')) || jsonb_build_object(
    'team', case when jersey.team_id is null then jersey.team end,
    'brand', case when jersey.brand_id is null then jersey.brand end,
    'images', (
      select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
      from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null))
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
    jersey := private.lock_submission(decide.id);
    perform private.check_undecided(jersey, seen);
    perform private.check_verdicts(array['jersey'], verdicts);
    status := case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end;
    perform private.check_corrections(status, corrections);
    perform private.decide_jersey(
      jersey, status, case when status = 'rejected' then private.stored_reason(verdicts -> 'jersey') end, corrections);
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object('status', status, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  edit public.suggestions;
  verdict constant jsonb := case decision when 'approved' then '{"accepted": true}'
    when 'rejected' then jsonb_build_object('accepted', false, 'reason', 'other', 'note', note) else '{}' end;
begin
  perform private.check_reviewer();
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  select * into edit from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1;
  if edit.id is null then
    perform public.decide(moderate_jersey.jersey_id, jsonb_build_object('jersey', verdict), private.version_for_review(jersey));
  else
    perform public.decide(edit.id, jsonb_object_agg(key, verdict), to_jsonb(edit.edited_at)) from unnest(private.pending_keys(edit)) key;
  end if;
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text) FROM "anon";

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, sponsor, product_codes, description, external_link, price, status, moderation_note, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_complete BEFORE INSERT OR DELETE OR UPDATE OF title, edition, sponsor, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.before_jersey();

COMMENT ON COLUMN "public"."jerseys"."moderated_by" IS 'Always null, so that a program which names it still gets an answer: visitors read this table. See private.decisions';

COMMENT ON FUNCTION "private"."check_undecided"(public.jerseys, jsonb) IS 'Refuses a decision on what was decided, or was changed since the reviewer saw it';

COMMENT ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) IS 'Approves a jersey, with corrections, or rejects it';

COMMENT ON FUNCTION "private"."lock_submission"(uuid) IS 'The jersey that is decided on, locked';

COMMENT ON FUNCTION "private"."version_for_review"(public.jerseys) IS 'What a decision on a submission is about: its fields, and the versions of its images in order';

COMMENT ON FUNCTION "public"."moderate_jersey"(uuid, text, text) IS 'decide() on the submission of a jersey, or on what the author of an approved one wants changed, as a whole: `approved`, or `rejected` for the reason in `note`';

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_submission"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text) TO "service_role";

set check_function_bodies = on;
-- end
