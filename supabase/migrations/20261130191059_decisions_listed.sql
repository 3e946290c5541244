-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP VIEW "private"."waiting";

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
  select array_agg(distinct row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.comments comment on comment.id = decision.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where decision.table_name = 'comments' and decision.decided_by = auth.uid() and comment.hidden_reason is not null
      and not private.is_comment_for_another(comment.id)
      -- What stayed hidden after a contest isn't shown again by a press.
      and not exists (
        select from public.report_contests rc join public.reports report on report.id = rc.report_id
        where report.comment_id = comment.id and rc.party = 'author')
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()
    union all
    -- Their page's history takes them back.
    select suggestion.id, 'accepted', suggestion.target_type, suggestion.target_id, suggestion.title, (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.suggestions suggestion on suggestion.id = decision.row_id and suggestion.status in ('accepted', 'partly')
    where decision.table_name = 'suggestions' and decision.decided_by = auth.uid()
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()
    union all
    select jersey.id, 'accepted', 'jersey', jersey.id, jersey.title, (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.jerseys jersey on jersey.id = decision.row_id and jersey.status = 'approved' and jersey.is_active
    where decision.table_name = 'jerseys' and decision.decided_by = auth.uid()
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()
    union all
    select list.id, 'hidden', 'list', list.id, list.title, (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.reports report on report.id = decision.row_id and report.target_type = 'list' and report.status = 'upheld'
    join public.lists list on list.id = report.target_id and list.is_hidden
    where decision.table_name = 'reports' and decision.decided_by = auth.uid()
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()) decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 50;
end $function$
;

CREATE VIEW "private"."waiting" AS  SELECT jersey.id,
    'new'::text AS kind,
    'jersey'::text AS target_type,
    jersey.id AS target_id,
    COALESCE(jersey.edited_at, jersey.created_at) AS since,
    jersey.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.jerseys jersey
  WHERE (jersey.is_active AND ((jersey.status = 'pending'::text) OR ((jersey.status = 'rejected'::text) AND (jersey.edited_at IS NOT NULL))))
UNION ALL
 SELECT suggestion.id,
    suggestion.kind,
    suggestion.target_type,
    suggestion.target_id,
    COALESCE(suggestion.contested_at, suggestion.created_at) AS since,
    suggestion.member_id,
    (suggestion.status <> 'open'::text) AS to_check,
    suggestion.*::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.suggestions suggestion
  WHERE (((suggestion.status = 'open'::text) AND (suggestion.held_at IS NULL)) OR ((suggestion.status <> 'open'::text) AND suggestion.trusted AND (suggestion.afterwards IS NULL)))
UNION ALL
 SELECT report.id,
    'report'::text AS kind,
    report.target_type,
    report.target_id,
    report.created_at AS since,
    report.reporter_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    report.*::public.reports AS report
   FROM public.reports report
  WHERE ((report.status = 'open'::text) AND private.stands_for_all(report.*))
UNION ALL
 SELECT comment.id,
    'comment'::text AS kind,
    'comment'::text AS target_type,
    comment.id AS target_id,
    comment.created_at AS since,
    comment.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.comments comment
  WHERE (comment.is_hidden AND (comment.hidden_reason IS NULL));;

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; what was decided together as one. Also comments and lists that they have hidden (`hidden`), which any reviewer can show again, and what they accepted (`accepted`)';

COMMENT ON VIEW "private"."waiting" IS 'What waits for a reviewer, since when and by whom; `to_check`: it was public at once by trust, and nobody has looked at it';

set check_function_bodies = on;
-- end
