-- Lists of administrators that took longer the more there is.

-- Whether a report may be read is asked of its reporter: with that in the index, counting and ordering
-- need no look at the table.
drop index public.reports_list;
create index reports_list on public.reports (status, created_at, id) include (reporter_id);
comment on index public.reports_list is 'Reports by status, oldest first: admin';
drop index public.reports_settled;
create index reports_settled on public.reports (status, resolved_at desc, id) include (reporter_id)
  where status <> 'open';
comment on index public.reports_settled is 'Settled reports, the newest first: admin';

-- How much a member has submitted: some have thousands, and a list shows dozens of members.
create table private.author_counts (
  author_id uuid constraint author_counts_pkey primary key
    constraint author_counts_author_id_fkey references auth.users (id) on delete cascade,
  jerseys bigint not null,
  rejected bigint not null
) with (fillfactor = 50);
comment on table private.author_counts is
  'How many jerseys a member has submitted, and how many of them are rejected. Kept by triggers; none means 0';

create function private.count_of_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An author who is gone has no row any more, and gets none.
  if tg_op <> 'INSERT' and old.author_id is not null then
    update private.author_counts
    set jerseys = jerseys - 1, rejected = rejected - (old.status = 'rejected')::integer
    where author_id = old.author_id;
  end if;
  if tg_op <> 'DELETE' and new.author_id is not null then
    insert into private.author_counts as counts (author_id, jerseys, rejected)
    values (new.author_id, 1, (new.status = 'rejected')::integer)
    on conflict (author_id) do update
      set jerseys = counts.jerseys + 1, rejected = counts.rejected + excluded.rejected;
  end if;
  return null;
end $$;

create trigger jerseys_of_author_counted
after insert or delete or update of author_id, status on public.jerseys
for each row execute function private.count_of_author();

create function public.recount_authors()
returns table (author_id uuid, jerseys bigint, rejected bigint, was_jerseys bigint, was_rejected bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Whatever would change a number meanwhile waits.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select author_id, count(*) as jerseys, count(*) filter (where status = 'rejected') as rejected
    from public.jerseys where author_id is not null group by author_id
  ), wrong as (
    select author_id, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(counted.rejected, 0) as rejected, coalesce(kept.jerseys, 0) as was_jerseys,
      coalesce(kept.rejected, 0) as was_rejected
    from counted full join private.author_counts kept using (author_id)
    where (coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0))
      <> (coalesce(kept.jerseys, 0), coalesce(kept.rejected, 0))
  ), repaired as (
    insert into private.author_counts (author_id, jerseys, rejected)
    select author_id, jerseys, rejected from wrong
    on conflict (author_id) do update set jerseys = excluded.jerseys, rejected = excluded.rejected
  )
  select author_id, jerseys, rejected, was_jerseys, was_rejected from wrong;
end $$;
comment on function public.recount_authors is
  'Counts what every member has submitted; repairs and returns the numbers that were wrong';

revoke execute on function private.count_of_author from public;
revoke execute on function public.recount_authors from public, anon, authenticated;
grant execute on function public.recount_authors to service_role;

create or replace function public.list_members(
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
    where profile.username collate "C" > $1'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and account.banned_until > now()' else '' end;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  -- Those called so from the beginning first, for which the order of names is an index. The last
  -- username that was seen tells which of the two it belonged to.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if wanted = '' or shown = wide then
    return;
  end if;
  -- Planned for these very values: a rare name is looked up, a common one found on the way.
  return query execute listed
    || ' and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $$;
comment on function public.list_members is
  'Members whose name contains the text, beginning after one of them: first those whose username begins so, then the others, each by username';

select public.recount_authors();
