-- The administrators' list began with suspended accounts if these were the newest. Members who are active come
-- first, the newest first; then the suspended ones. Lists by a text stay in the order of usernames, which are a-z, 0-9 and _:
-- their code points are every reader's alphabet.

create or replace function public.list_members(
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
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (account.created_at, account.id) < ($1, $2))
    order by account.created_at desc, account.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (account.banned_until is null or account.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and account.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
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
  'Without a text: active members, then suspended ones, each the newest first, starting after one of them. With a text: members whose name contains it, by username, starting after one of them; usernames that begin with it come first';
