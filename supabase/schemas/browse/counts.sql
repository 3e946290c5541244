-- Counts of public jerseys, by what the site shows of them.
-- They are kept in the transaction that changes a jersey, and recount_sums() proves and repairs them.
-- The row 'all' is locked first, so that decisions wait for each other in one order.

create table public.jersey_counts (
  kind text not null
    constraint jersey_counts_kind_known check (kind in ('all', 'league', 'competition', 'team')),
  -- The league, or the id of the competition or team; empty for all.
  key text not null,
  jerseys bigint not null,
  constraint jersey_counts_pkey primary key (kind, key)
) with (fillfactor = 50);
comment on table public.jersey_counts is
  'Exact numbers of public jerseys: all, of a league, of a competition, of a team. Triggers keep it; no row means 0';
insert into public.jersey_counts (kind, key, jerseys) values ('all', '', 0);

alter table public.jersey_counts enable row level security;
revoke all on public.jersey_counts from anon, authenticated;
grant select on public.jersey_counts to anon, authenticated;
grant select, insert, update, delete on public.jersey_counts to service_role;

create function private.add_jerseys(jersey public.jerseys, amount integer) returns void
language sql set search_path = ''
as $$
  -- Always in this order: a waiting transaction waits for the first row and holds none of the
  -- others.
  insert into public.jersey_counts as counts (kind, key, jerseys)
  select kind, key, amount
  from (values
    ('all', ''), ('league', jersey.league), ('competition', jersey.competition_id::text),
    ('team', jersey.team_id::text)) as counted (kind, key)
  where key is not null
  on conflict (kind, key) do update set jerseys = counts.jerseys + excluded.jerseys
$$;

create function private.count_jersey(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if was.id is not null and was.status = 'approved' and was.is_active then
    perform private.add_jerseys(was, -1);
  end if;
  if becomes.id is not null and becomes.status = 'approved' and becomes.is_active then
    perform private.add_jerseys(becomes, 1);
  end if;
end $$;

create function public.recount_sums() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  create temporary table fresh on commit drop as
  select
    case when grouping(league) = 0 then 'league' when grouping(competition_id) = 0 then 'competition'
      when grouping(team_id) = 0 then 'team' else 'all' end as kind,
    coalesce(league, competition_id::text, team_id::text, '') as key, count(*) as jerseys
  from public.jerseys where status = 'approved' and is_active
  group by grouping sets ((), (league), (competition_id), (team_id))
  having grouping(team_id) = 1 or team_id is not null;

  return query
  select btrim(concat('jerseys, ', kind, ' ', key)), coalesce(fresh.jerseys, 0), coalesce(jc.jerseys, 0)
  from pg_temp.fresh full join public.jersey_counts jc using (kind, key)
  where coalesce(fresh.jerseys, 0) <> coalesce(jc.jerseys, 0);

  delete from public.jersey_counts;
  insert into public.jersey_counts (kind, key, jerseys) select kind, key, jerseys from pg_temp.fresh;
  drop table pg_temp.fresh;
end $$;
comment on function public.recount_sums is
  'Counts every public jersey again; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_sums from public, anon, authenticated;
grant execute on function public.recount_sums to service_role;

-- Some members have thousands of submissions, and a list of members shows dozens of these counts.
create table private.author_counts (
  author_id uuid constraint author_counts_pkey primary key
    constraint author_counts_author_id_fkey references auth.users (id) on delete cascade,
  jerseys bigint not null,
  rejected bigint not null
) with (fillfactor = 50);
comment on table private.author_counts is
  'How many jerseys a member has submitted, and how many of them are rejected. Triggers keep it; no row means 0';

create function private.count_of_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A deleted author has no row, and gets none.
  if was.id is not null and was.author_id is not null then
    update private.author_counts
    set jerseys = jerseys - 1, rejected = rejected - (was.status = 'rejected')::integer
    where author_id = was.author_id;
  end if;
  if becomes.id is not null and becomes.author_id is not null then
    insert into private.author_counts as counts (author_id, jerseys, rejected)
    values (becomes.author_id, 1, (becomes.status = 'rejected')::integer)
    on conflict (author_id) do update
      set jerseys = counts.jerseys + 1, rejected = counts.rejected + excluded.rejected;
  end if;
end $$;

create function public.recount_authors()
returns table (author_id uuid, jerseys bigint, rejected bigint, was_jerseys bigint, was_rejected bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select author_id, count(*) as jerseys, count(*) filter (where status = 'rejected') as rejected
    from public.jerseys where author_id is not null group by author_id
  ), wrong as (
    select author_id, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(counted.rejected, 0) as rejected, coalesce(ac.jerseys, 0) as was_jerseys,
      coalesce(ac.rejected, 0) as was_rejected
    from counted full join private.author_counts ac using (author_id)
    where (coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0))
      <> (coalesce(ac.jerseys, 0), coalesce(ac.rejected, 0))
  ), repaired as (
    insert into private.author_counts (author_id, jerseys, rejected)
    select author_id, jerseys, rejected from wrong
    on conflict (author_id) do update set jerseys = excluded.jerseys, rejected = excluded.rejected
  )
  select author_id, jerseys, rejected, was_jerseys, was_rejected from wrong;
end $$;
comment on function public.recount_authors is
  'Counts what every member has submitted; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_authors from public, anon, authenticated;
grant execute on function public.recount_authors to service_role;

create policy "everyone reads how many there are" on public.jersey_counts
  for select to anon, authenticated using (true);

revoke execute on function
  private.add_jerseys, private.count_jersey, private.count_of_author
from public;
