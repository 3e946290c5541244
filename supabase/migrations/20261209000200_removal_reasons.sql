-- The reason of a removal is public, as the proposal says. The history of a removed jersey has no page; its address says it.

create function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select proposal.done_at, proposal.reason from public.proposals proposal
  where proposal.jersey_id = removal_reason.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
$$;
comment on function public.removal_reason is 'When and why a jersey was removed, for its address; no row if it wasn''t';
revoke execute on function public.removal_reason from public;
grant execute on function public.removal_reason to anon, authenticated, service_role;
