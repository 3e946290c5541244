-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.complete_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.reason := private.tidy(new.reason);
  new.done := case when new.status = 'upheld' then coalesce(new.done, 'other') end;
  if tg_op = 'UPDATE' and new.status <> old.status then
    -- Whose decision is contested doesn't decide again: private.is_report_for_another(). Nor after another's decision was undone.
    if new.status <> 'open' then
      perform private.record_decision('reports', new.id, auth.uid(), jsonb_build_object(
        'at', now(), 'status', old.status, 'decided_by', private.decided_by('reports', new.id)));
    elsif not exists (
      select from public.report_contests contest where contest.report_id = new.id and contest.created_at >= old.resolved_at) then
      perform private.record_decision('reports', new.id, (
        select (decision.was ->> 'decided_by')::uuid from private.decisions decision
        where decision.table_name = 'reports' and decision.row_id = new.id));
    end if;
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $function$
;

set check_function_bodies = on;
-- end
