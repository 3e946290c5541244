-- Lists of administrators that took longer the more there is.

-- Whether a report may be read is asked of its reporter: with that in the index, counting and ordering
-- need no look at the table.
drop index public.reports_list;
create index reports_list on public.reports (status, created_at, id) include (reporter_id);
comment on index public.reports_list is 'Reports by status, oldest first: admin';
drop index public.reports_settled;
-- Of all reports, open ones too: a kept plan, made without knowing which status will be asked for, can't
-- use an index of some.
create index reports_settled on public.reports (status, resolved_at desc, id) include (reporter_id);
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

select public.recount_authors();
