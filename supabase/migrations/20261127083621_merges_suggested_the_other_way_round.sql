-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.reopen_decision(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  past private.decisions;
begin
  select * into past from private.decisions known
  where known.table_name = 'suggestions' and known.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same.
  update public.suggestions same set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions decided
  where decided.id = reopen_decision.suggestion_id and decided.kind in ('merge', 'edit') and same.id <> decided.id
    and same.kind = decided.kind and same.decided_at = decided.decided_at
    and (same.target_id = decided.target_id and same.changes = decided.changes
      -- The same two jerseys, either into the other.
      or same.kind = 'merge' and (same.target_id, private.other_of(same)) in (
        (decided.target_id, private.other_of(decided)), (private.other_of(decided), decided.target_id)));
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions live set reason = null where live.suggestion_id = reopen_decision.suggestion_id and live.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
end $$;

set check_function_bodies = on;
-- end
