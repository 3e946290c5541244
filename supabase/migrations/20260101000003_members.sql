-- Who the members are to each other. Nothing here is private: e-mail addresses stay in `auth`.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null
    constraint profiles_username_key unique
    constraint profiles_username_format check (username ~ '^[a-z0-9_]{3,30}$'),
  display_name text
    constraint profiles_display_name_length check (char_length(display_name) <= 60)
);
comment on table public.profiles is 'The public face of an account, made on sign-up';

create function private.tidy_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Lower case only, so that the unique constraint doesn't see case.
  new.username := lower(new.username collate "C");
  new.display_name := private.tidy(regexp_replace(new.display_name, '[[:cntrl:]]', '', 'g'));
  return new;
end $$;

create trigger profiles_tidy before insert or update on public.profiles
for each row execute function private.tidy_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon, authenticated;
grant update (username, display_name) on public.profiles to authenticated;

create policy "everyone reads profiles" on public.profiles
  for select to anon, authenticated using (true);
create policy "members update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null constraint user_roles_role_known check (role in ('admin')),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Who may do more than a member; is_admin() reads it';

-- Runs with its owner's rights because the policies of user_roles ask it in turn.
create function public.is_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_admin.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held
        where held.user_id = is_admin.user_id and held.role = 'admin'),
    false)
$$;
comment on function public.is_admin is
  'Whether the caller, if it is this user, is an administrator. Of others it says false: who the administrators are is not for visitors to probe';
revoke execute on function public.is_admin from public;
grant execute on function public.is_admin to anon, authenticated, service_role;

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, delete on public.user_roles to authenticated;

create policy "members read their own roles, admins all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
create policy "admins give roles" on public.user_roles
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
-- Not their own: the last administrator can't shut everyone out by a slip.
create policy "admins take roles from others" on public.user_roles
  for delete to authenticated
  using (user_id <> (select auth.uid()) and (select public.is_admin((select auth.uid()))));
