-- An administrator whom the operator has barred is none, whatever the token says.
create or replace function public.is_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_admin.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id = is_admin.user_id and held.role = 'admin'
          and (account.banned_until is null or account.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_admin.user_id)),
    false)
$$;
