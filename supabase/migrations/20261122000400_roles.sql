-- Roles: members with further rights.

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null constraint user_roles_role_known check (role in ('admin')),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Roles of members beyond membership itself; is_admin() reads it';

create function private.has_factor(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors factor
    where factor.user_id = member and factor.status = 'verified')
$$;
comment on function private.has_factor is 'True if the member has a verified second factor';
revoke execute on function private.has_factor from public;

-- Runs with its owner's rights because the policies of user_roles call it in turn. A suspended
-- administrator doesn't count, whatever the token's claims. An account with a second factor counts
-- only after the session has verified it.
create function public.is_admin(user_id uuid) returns boolean
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
comment on function public.is_admin is
  'True if the caller is this user and an administrator. False about anybody else: visitors must not learn who the administrators are';
revoke execute on function public.is_admin from public;
grant execute on function public.is_admin to anon, authenticated, service_role;

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, delete on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;
select private.guard_writes('public.user_roles');

create policy "members read their own roles, admins all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
create policy "admins give roles" on public.user_roles
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
-- Not their own: the last administrator can't lock everyone out by mistake.
create policy "admins take roles from others" on public.user_roles
  for delete to authenticated
  using (user_id <> (select auth.uid()) and (select public.is_admin((select auth.uid()))));
