-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.reported_author(report public.reports)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case report.target_type
    when 'jersey' then (
      select author_id from public.jerseys
      -- What was merged because of it is of another author than the jersey that stays.
      where id = coalesce(
        (select vr.target_id from public.visitor_reports vr where vr.report_id = report.id and report.done = 'merged'), report.jersey_id))
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    when 'list' then (select member_id from public.lists where id = report.target_id)
    else report.profile_id
  end
$function$
;

set check_function_bodies = on;
-- end
