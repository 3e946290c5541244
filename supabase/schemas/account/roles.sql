-- Roles: member, reviewer, administrator.
-- A reviewer decides on submissions, edits, reports and suggestions; an administrator also keeps the catalogue, members and
-- roles.
-- A reviewer decides on nothing of their own; an administrator does: a site with one of them must work.

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null,
  primary key (user_id, role),
  constraint user_roles_role_known check (role in ('admin', 'reviewer'))
);
comment on table public.user_roles is 'Roles of members beyond membership itself; private.has_role() reads it';

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, delete on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;

-- A suspended member has no role, whatever the token's claims. An account with a second factor has one
-- only after the session has verified it.
create function private.has_role(member uuid, roles text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (has_role.member = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id = has_role.member and ur.role = any (has_role.roles)
          and (u.banned_until is null or u.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(has_role.member)),
    false)
$$;
comment on function private.has_role is
  'True if the caller is this member and has one of these roles. False about anybody else: visitors must not learn who the administrators are';

-- With their owner's rights because the policies of user_roles call them in turn.
create function public.is_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_role(is_admin.user_id, '{admin}') $$;
comment on function public.is_admin is 'True if the caller is this user and an administrator; see private.has_role()';

create function public.is_reviewer(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_role(is_reviewer.user_id, '{admin, reviewer}') $$;
comment on function public.is_reviewer is
  'True if the caller is this user and a reviewer or an administrator; see private.has_role()';

create function private.has_administrator(beside uuid default null) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
    where ur.role = 'admin' and ur.user_id is distinct from has_administrator.beside
      and (u.banned_until is null or u.banned_until <= now()))
$$;
comment on function private.has_administrator is 'True if the site has an administrator who isn''t suspended, beside this one';

create function private.require_admin(subject text, purpose text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = subject || '_denied', detail = format('Only administrators %s.', purpose);
  end if;
end $$;
comment on function private.require_admin is 'Refuses callers who are no administrators; says that only these do what `purpose` says';

create function private.require_reviewer(purpose text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = format('Only reviewers and administrators %s.', purpose);
  end if;
end $$;
comment on function private.require_reviewer is 'Refuses callers who are no reviewers; says that only these do what they came for';

create function private.check_reviewer() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  perform private.require_reviewer('decide');
end $$;
comment on function private.check_reviewer is 'Refuses callers who are no reviewers, or may not write now';

create policy "members read their own roles, admins all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "admins give roles" on public.user_roles
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

-- Not their own: the last administrator can't lock everyone out by mistake.
create policy "admins take roles from others" on public.user_roles
  for delete to authenticated
  using (user_id <> (select auth.uid()) and (select public.is_admin((select auth.uid()))));

-- Two administrators who take each other's role at once: each is one still when their statement begins. A lock of the table
-- would deadlock, as both hold a weaker one by then.
create function private.lock_roles_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  return null;
end $$;

create function private.keep_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_administrator() then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;
  return null;
end $$;
