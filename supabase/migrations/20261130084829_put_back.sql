-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
  from private.reopenable
  where decided_by = auth.uid()
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 20;
end $function$
;

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM "anon";

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

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; reports that were dismissed together as one';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Puts back into the queue what the caller refused, checked or settled. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists';

COMMENT ON VIEW "private"."reopenable" IS 'Refusals and dismissed reports that can wait again, as nothing happened since: nothing of them became public, nobody contested, changed, decided or sent it again, and its page is there. As long as refused photos are stored';

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "service_role";

set check_function_bodies = on;
-- end
