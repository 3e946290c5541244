-- Members as administrators see them. What is asked of `auth` goes through functions with their
-- owner's rights; addresses and everything else of an account stay there.

create function public.list_members(
  query text default '', after text default '', administrators boolean default false,
  suspended boolean default false, size integer default 30
)
returns table (
  id uuid, username text, display_name text, joined_at timestamptz,
  is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  return query
  select found.*, count(jersey.id), count(jersey.id) filter (where jersey.status = 'rejected')
  from (
    select profile.id, profile.username, profile.display_name, account.created_at,
      exists (
        select from public.user_roles held where held.user_id = profile.id and held.role = 'admin'
      ) as is_administrator,
      coalesce(account.banned_until > now(), false) as is_suspended
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.username collate "C" > coalesce(list_members.after, '')
      and strpos(private.fold(concat_ws(' ', profile.username, profile.display_name)), wanted) > 0
      and (not administrators or exists (
        select from public.user_roles held where held.user_id = profile.id and held.role = 'admin'))
      and (not list_members.suspended or account.banned_until > now())
    order by profile.username collate "C"
    limit least(greatest(size, 1), 100)
  ) found
  left join public.jerseys jersey on jersey.author_id = found.id
  group by found.id, found.username, found.display_name, found.created_at,
    found.is_administrator, found.is_suspended
  order by found.username collate "C";
end $$;
comment on function public.list_members is
  'Members whose name contains the text, by username, beginning after one of them';

create function public.suspend_member(user_id uuid, suspended boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was boolean;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators suspend members.';
  end if;
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and exists (
    select from public.user_roles held
    where held.user_id = suspend_member.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- A century, as the auth service itself writes a ban without end: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens go with their session: nobody stays signed in longer than an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was), jsonb_build_object('suspended', suspended));
end $$;
comment on function public.suspend_member is
  'Bars an account from signing in, or lets it in again; what it has published stays';

revoke execute on function public.list_members, public.suspend_member from public, anon;
grant execute on function public.list_members, public.suspend_member to authenticated, service_role;
