-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
      -- Photos are a correction.
      and (not filter ? 'kind' or suggestion.kind = filter ->> 'kind' or suggestion.kind = 'photos' and filter ->> 'kind' = 'edit')
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
    union all
    (select comment.id, 'comment', 'comment', comment.id, jersey.league, comment.created_at, comment.author_id
    from public.comments comment join public.jerseys jersey on jersey.id = comment.jersey_id
    where not to_check and comment.is_hidden and comment.hidden_reason is null
      and (not filter ? 'kind' or filter ->> 'kind' = 'comment')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and comment.created_at <= created_before
      and (last_id is null or (comment.created_at, comment.id) > (last_since, last_id))
    order by comment.created_at, comment.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb(suggestion.edited_at) end,
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
      when 'comment' then jsonb_build_object('comment', comment.body, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report', 'comment') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else report.comment_id end
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
  order by r_asked.created_at, r_asked.id limit 1;
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
      perform private.correct_reported(report.target_id, settle_reports.changes, given);
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = nullif(given, '') where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
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

COMMENT ON FUNCTION "public"."queue"(jsonb, jsonb, integer) IS 'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit with photos, merge, removal, report, comment), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

set check_function_bodies = on;
-- end
