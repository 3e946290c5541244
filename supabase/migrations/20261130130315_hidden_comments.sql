-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "comments_record_hiding" ON "public"."comments";

DROP TRIGGER "lists_forget_decision" ON "public"."lists";

DROP VIEW "private"."reopenable";

DROP FUNCTION "public"."my_decisions"();

CREATE OR REPLACE FUNCTION private.notify_comments_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author record;
begin
  for author in
    select becomes.author_id as id, count(*) as amount, (array_agg(becomes.jersey_id))[1] as jersey_id,
      min(becomes.hidden_reason) as reason
    from becomes join was on was.id = becomes.id
    where becomes.hidden_reason is not null and was.hidden_reason is null
    group by becomes.author_id
  loop
    -- Its reader is told when it can't be undone any more.
    perform private.set_change('undoable', 'true');
    if author.amount = 1 then
      perform private.notify(
        author.id, 'jersey', 'comment_hidden', 'comment', author.jersey_id,
        (select title from public.jerseys where id = author.jersey_id), author.reason);
    else
      perform private.notify(
        author.id, 'jersey', 'comment_hidden', 'profile', null, private.shown_name(author.id), author.reason);
    end if;
    perform private.set_change('undoable', null);
  end loop;
  -- Shown again within seconds, or given back to the queue: its author was told nothing, and isn't now. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is null
    and notice.id = private.hidden_notice(was.author_id, was.jersey_id, was.hidden_reason);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_hiding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision(
    'comments', new.id, auth.uid(), jsonb_build_object('at', now()));
  return null;
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
  perform private.require_reviewer('hide lists');
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

CREATE OR REPLACE FUNCTION public.my_decisions()
 RETURNS TABLE(ids uuid[], kind text, target_type text, target_id uuid, title text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  select array_agg(row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.comments comment on comment.id = decision.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where decision.table_name = 'comments' and decision.decided_by = auth.uid() and comment.hidden_reason is not null
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()) decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 20;
end $function$
;

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM "anon";

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
        update public.comments set is_hidden = true, hidden_reason = coalesce(given, 'off_topic') where id = report.target_id;
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
      message = 'report_decided', detail = jsonb_build_object(
        'username', (
          select profile.username from public.profiles profile
          where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())),
        'status', (
          select r_decided.status from public.reports r_decided
          where r_decided.id = report_ids[1] and (
            public.is_admin(auth.uid()) or r_decided.target_type <> 'profile' and not private.is_about(r_decided, auth.uid()))))::text;
  end if;
  return jsonb_build_object('settled', settled, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
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
  told uuid[];
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_target('jersey', decided_id);
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true) and not exists (
      select from private.reopenable where row_id = decided_id and decided_by = auth.uid())
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    -- What was hidden is shown again like any comment.
    or past.table_name = 'comments'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision, was changed since, or made something public: see undo().';
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
  told := array[suggestion.member_id, (select author_id from public.jerseys where id = decided_id)] || array(
    select unnest(array[report.reporter_id, private.reported_author(report)]) from public.reports report where report.id = decided_id);
  delete from public.notices notice
  where notice.created_at = moment and notice.due_at > clock_timestamp() and notice.recipient_id = any (told);
  delete from public.notice_mails mail using public.notices notice
  where notice.id = mail.notice_id and notice.created_at = moment and notice.recipient_id = any (told);
  -- What their readers were told isn't so any more. The rows stay: the mails that have left name them.
  update public.notices notice set in_account = false
  where notice.created_at = moment and notice.recipient_id = any (told);
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

CREATE VIEW "private"."reopenable" AS  SELECT decision.row_id,
    decision.decided_by,
    ((decision.was ->> 'at'::text))::timestamp with time zone AS decided_at,
    refused.kind,
    refused.target_type,
    refused.target_id,
    refused.title
   FROM (private.decisions decision
     CROSS JOIN LATERAL ( SELECT 'new'::text AS kind,
            'jersey'::text AS target_type,
            jersey.id AS target_id,
            jersey.title
           FROM public.jerseys jersey
          WHERE ((decision.table_name = 'jerseys'::text) AND (jersey.id = decision.row_id) AND (jersey.status = 'rejected'::text) AND (jersey.edited_at IS NULL) AND jersey.is_active)
        UNION ALL
         SELECT suggestion.kind,
            suggestion.target_type,
            suggestion.target_id,
            suggestion.title
           FROM (public.suggestions suggestion
             CROSS JOIN LATERAL ( SELECT private.target_row(suggestion.target_type, suggestion.target_id) AS version) present)
          WHERE ((decision.table_name = 'suggestions'::text) AND (suggestion.id = decision.row_id) AND (suggestion.status = 'refused'::text) AND (suggestion.afterwards IS NULL) AND (suggestion.contested_at IS NULL) AND (suggestion.member_id IS NOT NULL) AND ((present.version ->> 'is_active'::text) = 'true'::text) AND (COALESCE((present.version ->> 'status'::text), 'approved'::text) = 'approved'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.suggestions s_other
                  WHERE ((s_other.member_id = suggestion.member_id) AND (s_other.target_id = suggestion.target_id) AND (s_other.status = 'open'::text))))))
        UNION ALL
         SELECT 'report'::text AS kind,
            report.target_type,
            report.target_id,
            COALESCE(jersey.title, report.reported_name) AS title
           FROM ((public.reports report
             LEFT JOIN public.comments comment ON ((comment.id = report.comment_id)))
             LEFT JOIN public.jerseys jersey ON ((jersey.id = COALESCE(report.jersey_id, comment.jersey_id))))
          WHERE ((decision.table_name = 'reports'::text) AND (report.id = decision.row_id) AND (report.status = 'dismissed'::text) AND ((decision.was ->> 'status'::text) = 'open'::text) AND COALESCE(jersey.is_active, true) AND (NOT (EXISTS ( SELECT
                   FROM public.reports r_again
                  WHERE ((r_again.reporter_id = report.reporter_id) AND (r_again.target_id = report.target_id) AND (r_again.status = 'open'::text))))))) refused)
  WHERE (((decision.was ->> 'at'::text))::timestamp with time zone > (now() - private.contest_time()));;

CREATE TRIGGER comments_record_hiding AFTER UPDATE ON public.comments FOR EACH ROW WHEN (((new.hidden_reason IS DISTINCT FROM old.hidden_reason) AND (new.hidden_reason IS NOT NULL))) EXECUTE FUNCTION private.record_hiding();

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, once for all of one statement';

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; what was decided together as one. Also comments that they have hidden (`hidden`), which any reviewer can show again';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Puts back into the queue what the caller refused, checked or settled. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists, and the account doesn''t show the notice any more';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, hid a comment, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON VIEW "private"."reopenable" IS 'Refusals and dismissed reports that can wait again, as nothing happened since: nothing of them became public, nobody contested, changed, decided or sent it again, and its page is there. As long as refused photos are stored';

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "service_role";

set check_function_bodies = on;
-- end
