-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.decidable_by(reviewer uuid)
 RETURNS TABLE(kind text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select waiting.kind, waiting.since
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and not private.is_for_another(waiting.suggestion, reviewer)
    and not coalesce(private.is_report_for_another(waiting.report, reviewer), false)
    and (caller.is_admin or waiting.member_id is distinct from reviewer and not private.removes_photo_of(waiting.suggestion, reviewer)
      and (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
      and not exists (
        select from public.jerseys
        where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
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
    'is_second', coalesce(private.is_report_for_another(report, auth.uid()), false),
    'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
    -- Their reason goes by mail to somebody who has no account, so one must be given.
    'needs_note', exists (
      select from private.open_reports_about(report) beside join public.visitor_reports vr on vr.report_id = beside.id),
    'team_slug', coalesce(jersey.team_slug, commented.team_slug),
    'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
$function$
;

CREATE OR REPLACE FUNCTION private.is_for_another(suggestion public.suggestions, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = reviewer
    and not private.may_decide_anew(reviewer, suggestion.member_id, suggestion.contested_at)
$function$
;

CREATE OR REPLACE FUNCTION private.is_report_for_another(report public.reports, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select report.status = 'open' and private.decided_by('reports', report.id) = reviewer and exists (
    select from public.report_contests contest
    where contest.report_id = report.id
      and not private.may_decide_anew(
        reviewer, case contest.party when 'author' then contest.author_id else report.reporter_id end, contest.created_at))
$function$
;

CREATE OR REPLACE FUNCTION private.may_decide_anew(reviewer uuid, contested_by uuid, contested_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.user_roles where user_id = reviewer and role = 'admin') and (
    contested_at <= now() - interval '3 days'
    or not exists (
      select from public.user_roles ur join auth.users u on u.id = ur.user_id
      where ur.user_id <> reviewer and ur.user_id is distinct from contested_by
        and (u.banned_until is null or u.banned_until <= now())))
$function$
;

CREATE OR REPLACE FUNCTION private.may_settle(report public.reports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.is_report_for_another(report, auth.uid()) and (public.is_admin(auth.uid())
    -- A resolution that stands is replaced by an administrator.
    or public.is_reviewer(auth.uid())
      and report.status = 'open'
      and report.reporter_id is distinct from auth.uid()
      and report.target_type <> 'profile'
      and not private.is_about(report, auth.uid()))
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
  with waiting as materialized (
    select * from private.waiting waiting
    where waiting.to_check = filter @? '$ ? (@.to_check == true)'
      -- Photos are a correction.
      and (not filter ? 'kind' or waiting.kind = filter ->> 'kind' or waiting.kind = 'photos' and filter ->> 'kind' = 'edit')
      and (not filter ? 'league' or private.league_of(waiting.target_type, waiting.target_id) = filter ->> 'league')
      and waiting.since <= created_before
      and (last_id is null or (waiting.since, waiting.id) > (last_since, last_id))
      and (waiting.kind <> 'report' or is_administrator
        or waiting.target_type <> 'profile' and not private.is_about(waiting.report, me))
    order by waiting.since, waiting.id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, (waiting.report).reported_name, (waiting.suggestion).title),
    private.league_of(waiting.target_type, waiting.target_id), waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb((waiting.suggestion).edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (
        waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false)
        or private.removes_photo_of(waiting.suggestion, me))
      or coalesce(private.is_for_another(waiting.suggestion, me), false)
      or coalesce(private.is_report_for_another(waiting.report, me), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(waiting.report, comment, jersey, j_commented)
      when 'comment' then jsonb_build_object(
        'comment', comment.body, 'edited_at', comment.edited_at, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(waiting.suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else (waiting.report).comment_id end
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
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
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself, or decides after one''s decision was contested.';
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

COMMENT ON FUNCTION "private"."is_for_another"(public.suggestions, uuid) IS 'True of a contested decision of this reviewer on a suggestion';

COMMENT ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) IS 'True of a contested decision of this reviewer on a report';

COMMENT ON FUNCTION "private"."may_decide_anew"(uuid, uuid, timestamp with time zone) IS 'True of an administrator who decides on a contest of their own decision: after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."may_settle"(public.reports) IS 'True if the caller decides on the report: an administrator, or a reviewer whom it doesn''t concern, but not who took the decision that is contested';

REVOKE ALL ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_decide_anew"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

set check_function_bodies = on;
-- end
