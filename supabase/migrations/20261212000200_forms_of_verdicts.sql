-- A verdict holds what the site writes, and nothing else: its notes go into mails, and all of it is stored.

create or replace function private.check_verdicts(pending text[], verdicts jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(verdict.value ->> 'note') > 1000) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where coalesce(verdict.value ->> 'reason', case when verdict.value -> 'accepted' = 'true' then 'other' else '' end)
      not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'other')) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights or other.';
  end if;
end $$;
