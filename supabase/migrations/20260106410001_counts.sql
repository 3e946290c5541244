-- How many public jerseys there are, and what all votes come to: kept in the transaction that changes
-- it, because counting a million rows takes longer than the page that shows the number.

create table public.jersey_counts (
  kind text not null
    constraint jersey_counts_kind_known check (kind in ('all', 'league', 'competition', 'team')),
  -- The league, or the id of the competition or team; empty for all.
  key text not null,
  jerseys bigint not null,
  constraint jersey_counts_pkey primary key (kind, key)
) with (fillfactor = 50);
comment on table public.jersey_counts is
  'Public jerseys, exactly: all, of a league, of a competition, of a team. Kept by triggers; none means 0';

alter table public.jersey_counts enable row level security;
revoke all on public.jersey_counts from anon, authenticated;
grant select on public.jersey_counts to anon, authenticated, service_role;
create policy "everyone reads how many there are" on public.jersey_counts
  for select to anon, authenticated using (true);

-- Every vote moves the sum over all jerseys. Were that one row, voters would wait for each other; so
-- each connection has a row of its own, and the sum is theirs.
create table private.vote_sums (
  slot integer constraint vote_sums_pkey primary key,
  upvotes bigint not null,
  downvotes bigint not null
) with (fillfactor = 50);
comment on table private.vote_sums is
  'Votes on public jerseys, in summands; a single one says nothing and may be negative';

create function private.add_votes(up bigint, down bigint) returns void
language sql set search_path = ''
as $$
  insert into private.vote_sums as sums (slot, upvotes, downvotes)
  select pg_backend_pid() % 1024, up, down where up <> 0 or down <> 0
  on conflict (slot) do update
    set upvotes = sums.upvotes + excluded.upvotes, downvotes = sums.downvotes + excluded.downvotes
$$;

create function private.add_jerseys(jersey public.jerseys, amount integer) returns void
language sql set search_path = ''
as $$
  -- Always in this order: who waits, waits for the first, holding none of the others.
  insert into public.jersey_counts as counts (kind, key, jerseys)
  select kind, key, amount
  from (values
    ('all', ''), ('league', jersey.league), ('competition', jersey.competition_id::text),
    ('team', jersey.team_id::text)) as counted (kind, key)
  where key is not null
  on conflict (kind, key) do update set jerseys = counts.jerseys + excluded.jerseys;
  select private.add_votes(amount * jersey.upvotes, amount * jersey.downvotes);
$$;

create function private.count_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.status = 'approved' and old.is_active then
    perform private.add_jerseys(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'approved' and new.is_active then
    perform private.add_jerseys(new, 1);
  end if;
  return null;
end $$;

-- Named columns: votes have their own way, below.
create trigger jerseys_counted
after insert or delete or update of status, is_active, league, competition_id, team_id
on public.jerseys for each row execute function private.count_jersey();

drop function private.shift_votes;
create function private.shift_votes(jersey_id uuid, up bigint, down bigint) returns boolean
language sql security definer set search_path = ''
as $$
  update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down
  where id = shift_votes.jersey_id
  returning status = 'approved' and is_active
$$;
comment on function private.shift_votes is 'Moves a jersey''s counters; says whether it is public';

-- As before (vote_order), and once all jerseys have moved, the sum over all of them.
create or replace function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set while an insert is under way, of which an update is the second half.
  changed jsonb := nullif(current_setting('private.votes_changed', true), '')::jsonb;
  up_sum bigint;
  down_sum bigint;
begin
  if tg_op = 'INSERT' then
    perform set_config('private.votes_changed', '', true);
    select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
    from (
      select up, down, private.shift_votes(jersey_id, up, down) as is_public from (
        select jersey_id, sum(up) up, sum(down) down from (
          select jersey_id, (vote = 'up')::integer up, (vote = 'down')::integer down from cast_votes
          union all
          select * from jsonb_to_recordset(changed) as earlier (jersey_id uuid, up integer, down integer)
        ) each
        group by jersey_id having sum(up) <> 0 or sum(down) <> 0
        order by jersey_id) moved
    ) shifted;
  elsif tg_op = 'DELETE' then
    select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
    from (
      select up, down, private.shift_votes(jersey_id, up, down) as is_public from (
        select jersey_id, -count(*) filter (where vote = 'up') up, -count(*) filter (where vote = 'down') down
        from past_votes group by jersey_id order by jersey_id) moved
    ) shifted;
  else
    select jsonb_agg(moved) into changed from (
      select jersey_id, sum(up) up, sum(down) down from (
        select jersey_id, (vote = 'up')::integer up, (vote = 'down')::integer down from cast_votes
        union all
        select jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer from past_votes) each
      group by jersey_id having sum(up) <> 0 or sum(down) <> 0
      order by jersey_id) moved;
    if current_setting('private.votes_changed', true) = '[]' then
      perform set_config('private.votes_changed', coalesce(changed, '[]')::text, true);
    else
      select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
      from (
        select up, down, private.shift_votes(jersey_id, up, down) as is_public
        from jsonb_to_recordset(changed) as moved (jersey_id uuid, up bigint, down bigint)
      ) shifted;
    end if;
  end if;
  perform private.add_votes(up_sum, down_sum);
  return null;
end $$;

create function public.recount_sums() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Whatever would change a number meanwhile waits.
  lock table public.jerseys in share row exclusive mode;
  create temporary table fresh on commit drop as
  select
    case when grouping(league) = 0 then 'league' when grouping(competition_id) = 0 then 'competition'
      when grouping(team_id) = 0 then 'team' else 'all' end as kind,
    coalesce(league, competition_id::text, team_id::text, '') as key, count(*) as jerseys,
    coalesce(sum(upvotes), 0)::bigint as upvotes, coalesce(sum(downvotes), 0)::bigint as downvotes
  from public.jerseys where status = 'approved' and is_active
  group by grouping sets ((), (league), (competition_id), (team_id))
  having grouping(team_id) = 1 or team_id is not null;

  return query
  select btrim(concat('jerseys, ', kind, ' ', key)), coalesce(fresh.jerseys, 0), coalesce(kept.jerseys, 0)
  from pg_temp.fresh full join public.jersey_counts kept using (kind, key)
  where coalesce(fresh.jerseys, 0) <> coalesce(kept.jerseys, 0)
  union all
  select sums.what, sums.counted, sums.was
  from pg_temp.fresh, (
    select coalesce(sum(upvotes), 0)::bigint as up, coalesce(sum(downvotes), 0)::bigint as down
    from private.vote_sums) kept,
    lateral (values ('upvotes', fresh.upvotes, kept.up), ('downvotes', fresh.downvotes, kept.down))
      as sums (what, counted, was)
  where fresh.kind = 'all' and sums.counted <> sums.was;

  delete from public.jersey_counts;
  insert into public.jersey_counts (kind, key, jerseys) select kind, key, jerseys from pg_temp.fresh;
  delete from private.vote_sums;
  insert into private.vote_sums (slot, upvotes, downvotes)
  select -1, upvotes, downvotes from pg_temp.fresh where kind = 'all';
  drop table pg_temp.fresh;
end $$;
comment on function public.recount_sums is
  'Counts every jersey again, and the votes of all together; repairs and returns the numbers that were wrong';

revoke execute on function
  private.shift_votes, private.add_votes, private.add_jerseys, private.count_jersey from public;
revoke execute on function public.recount_sums from public, anon, authenticated;
grant execute on function public.recount_sums to service_role;

create or replace function public.vote_totals() returns table (upvotes bigint, downvotes bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(upvotes), 0)::bigint, coalesce(sum(downvotes), 0)::bigint
  from private.vote_sums
$$;
comment on function public.vote_totals is
  'Votes on all public jerseys: the rating in the markup of the home page';
revoke execute on function public.vote_totals from public;
grant execute on function public.vote_totals to anon, authenticated, service_role;

select public.recount_sums();
