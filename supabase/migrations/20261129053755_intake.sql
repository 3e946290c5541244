-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
  jersey := private.lock_submission(correct_reported.jersey_id, 'jersey_not_found');
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
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

CREATE OR REPLACE FUNCTION public.settle_reports(report_ids uuid[], done text DEFAULT NULL::text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, into_id uuid DEFAULT NULL::uuid, urgency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(note);
  report public.reports;
  settled uuid[];
begin
  perform private.check_reviewer();
  select r_asked.* into report from public.reports r_asked
  where r_asked.id = any (report_ids) and r_asked.status = 'open' and private.may_settle(r_asked)
  order by array_position(report_ids, r_asked.id) limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then settle_reports.done end)
    when 'corrected' then
      perform private.correct_reported(report.target_id, settle_reports.changes, coalesce(given, 'wrong'));
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = coalesce(nullif(given, ''), 'off_topic') where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
      -- A merge has led them to the jersey that stays.
      and r_closed.target_id in (report.target_id, settle_reports.into_id)
    returning r_closed.id)
  select array_agg(id) into settled from closed;
  perform private.set_change('undoable', null);
  if settled is null then
    if exists (select from public.reports where id = any (report_ids) and status = 'open') then
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself.';
    end if;
    raise sqlstate 'PT409' using
      message = 'report_decided', detail = jsonb_build_object('username', (
        select profile.username from public.profiles profile
        where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())))::text;
  end if;
  return jsonb_build_object(
    'settled', settled,
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

COMMENT ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) IS 'Gives a public jersey other values at once, and takes photos off (`removed`, their ids): somebody reported it, and a reviewer whom it doesn''t concern agrees. The history names neither; who contributed a photo is told why it went';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

set check_function_bodies = on;
-- end
