-- Which changes were undone, also where the undoing stands on another page of the history, or is of another page.

create function public.undone_revisions(revision_ids bigint[]) returns table (id bigint, is_whole boolean)
language sql stable security definer set search_path = ''
as $$
  select revision.id, bool_and(undone.is_undone)
  from public.revisions revision
  cross join lateral jsonb_object_keys(revision.changes) field
  cross join lateral (select private.is_undone(revision.id, field) as is_undone) undone
  where revision.id = any (revision_ids[:200])
    and exists (select from public.revisions later where later.undoes = revision.id)
    and private.may_read(revision.target_type, revision.target_id)
  group by revision.id
  having bool_or(undone.is_undone)
$$;
comment on function public.undone_revisions is
  'Those of these revisions that were undone and not brought back since: whole, or some of their fields';
revoke execute on function public.undone_revisions from public;
grant execute on function public.undone_revisions to anon, authenticated, service_role;
