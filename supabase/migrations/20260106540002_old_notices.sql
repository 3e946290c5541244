-- Notices are for a while: what was read is in the account itself, what nobody reads for a year
-- was said by mail.

create index notices_age on public.notices (created_at);
comment on index public.notices_age is 'What is old enough to go: job';

create function public.sweep_notices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Nothing is read before it is written: the first condition narrows down to what the index finds.
  delete from public.notices
  where created_at < now() - interval '90 days'
    and (read_at < now() - interval '90 days' or created_at < now() - interval '1 year');
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_notices is
  'Deletes notices 90 days after they were read, and unread ones after a year; says how many';

revoke execute on function public.sweep_notices from public, anon, authenticated;
grant execute on function public.sweep_notices to service_role;
