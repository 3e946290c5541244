-- Whom administrators look for has mostly just come: without a name to look for, members are listed
-- by when they joined, the newest first.

-- On a hosted project this index may not be made: then all accounts are sorted for each page.
do $$
begin
  create index if not exists users_by_joining on auth.users (created_at desc, id desc);
exception when insufficient_privilege then
  null;
end $$;

drop function public.list_members(text, text, boolean, boolean, integer);

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
  -- As a pattern of LIKE, in which the characters that mean something there stand for themselves.
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
  -- Those called so from the beginning first, for which the order of names is an index. The last
  -- username that was seen tells which of the two it belonged to.
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
  -- Planned for these very values: a rare name is looked up, a common one found on the way.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $$;
comment on function public.list_members is
  'Members, the newest first, beginning after one of them; or those whose name contains the text, by username and beginning after one: first those whose username begins so, then the others';

revoke execute on function public.list_members from public, anon;
grant execute on function public.list_members to authenticated, service_role;
