-- Members as administrators see them. Functions with their owner's rights read `auth`; addresses and everything
-- else of an account stay there.

-- A hosted project may refuse indexes on `auth`. Then every page of the list sorts all accounts.
do $$
begin
  -- Suspended members: few among many.
  create index if not exists users_banned_until on auth.users (banned_until)
    where banned_until is not null;
  -- Members by when they joined, newest first.
  create index if not exists users_by_joining on auth.users (created_at desc, id desc);
exception when insufficient_privilege then
  null;
end $$;

create function public.list_members(
  query text default '', after text default '',
  joined_before timestamptz default null, before uuid default null,
  administrators boolean default false, suspended boolean default false, size integer default 30
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
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, account.created_at,
      exists (
        select from public.user_roles held where held.user_id = profile.id and held.role = ''admin''),
      coalesce(account.banned_until > now(), false),
      coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0)
    from public.profiles profile
    join auth.users account on account.id = profile.id
    left join private.author_counts counted on counted.author_id = profile.id
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and account.banned_until > now()' else '' end;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  if wanted = '' then
    return query execute listed
      || case when joined_before is not null then ' and (account.created_at, account.id) < ($1, $2)' else '' end
      || ' order by account.created_at desc, account.id desc limit $3'
    using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $$;
comment on function public.list_members is
  'Without a text: members, newest first, starting after one of them. With a text: members whose name contains it, by username, starting after one of them; usernames that begin with it come first';

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
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was), jsonb_build_object('suspended', suspended));
end $$;
comment on function public.suspend_member is
  'Bars an account from signing in and writing, or lifts that; what it has published stays';

revoke execute on function public.list_members, public.suspend_member from public, anon;
grant execute on function public.list_members, public.suspend_member to authenticated, service_role;
