-- What the running transaction is doing, for the triggers that follow a write.
-- `maillotheque.change` is the only setting, an object whose keys are listed below.
-- A function sets a key before it writes and removes it afterwards; it ends with the transaction. `announced` stays.

-- `revision`: kind, contributor, reason, suggestion and undone revision of what is written to the public history. Kind `none`:
--   the writes are no change, so neither history nor notices tell of them.
-- `undoable`: the decision can be undone for some seconds, so its notices wait.
-- `batch`: an import adds jerseys, of which those who follow learn as one.
-- `batch_id`: to which batch of revisions the running request writes.
-- `leaving`: the jersey that is being deleted; its counters go with it.
-- `moving`: many votes come or go at once, whose jerseys are counted afterwards (private.recount_jerseys()).
-- `colors`: the running update names the colours of a jersey.
-- `announced`: how many ids this transaction has announced as outdated.
create function private.current_change() returns jsonb
language sql stable parallel safe
return coalesce(nullif(current_setting('maillotheque.change', true), ''), '{}')::jsonb;
comment on function private.current_change is 'The change in progress: an object of the keys above; empty outside of one';

create function private.set_change(key text, value jsonb) returns void
language sql set search_path = ''
as $$
  select set_config('maillotheque.change', case
    when value is null then private.current_change() - key
    else private.current_change() || jsonb_build_object(key, value)
  end::text, true)
$$;
comment on function private.set_change is 'Sets a key of the change in progress; null removes it';
