-- Votes: one per member and public jersey, up or down, which can be changed or taken back.
-- The counters of a jersey move in the same transaction, under its row lock; all that is only read follows by the worker (site/worker.sql).
-- rebuild() proves and repairs them.

-- The voter is an account, not a profile. With two references to exposed tables in its key, the table would be a
-- many-to-many link, and embedding a jersey's author would be ambiguous.
create table public.jersey_votes (
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  voter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  vote text not null constraint jersey_votes_vote_known check (vote in ('up', 'down')),
  cast_at timestamptz default now(),
  primary key (jersey_id, voter_id)
);
comment on column public.jersey_votes.cast_at is
  'When the vote was cast or switched, for 30 days; null afterwards (public.age_votes()), and for votes from before this was recorded';

create index jersey_votes_of_voter on public.jersey_votes (voter_id, jersey_id);
comment on index public.jersey_votes_of_voter is 'A member''s votes on the jerseys of a page';
-- Only the votes of 30 days are in it.
create index jersey_votes_by_age on public.jersey_votes (cast_at) where cast_at is not null;
comment on index public.jersey_votes_by_age is 'Votes that become 30 days old (age_votes)';

alter table public.jersey_votes enable row level security;
-- By column: since when a vote counts is not for clients to say. Upserts set every column they name, the key included.
revoke all on public.jersey_votes from anon, authenticated;
grant select, delete on public.jersey_votes to authenticated;
grant select, insert, update, delete on public.jersey_votes to service_role;
grant insert (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;
grant update (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;

-- Runs with the caller's rights on purpose: `current_user` distinguishes a request from a function's own write.
create function private.admit_vote() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  elsif tg_op = 'UPDATE' and new.vote <> old.vote then
    new.cast_at := now();
  end if;
  return coalesce(new, old);
end $$;
comment on function private.admit_vote is 'Refuses the votes of a suspended member, and one on a jersey that is gone; dates a vote that is switched';

create function private.move_counters(jersey_id uuid, up integer, down integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if up <> 0 or down <> 0 then
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down where id = move_counters.jersey_id;
  end if;
  insert into private.changes (kind, id) values ('vote', move_counters.jersey_id);
end $$;
comment on function private.move_counters is 'Moves the counters of a jersey, and notes for the worker that its votes changed';

-- Counters move by the difference, under the jersey's row lock, so no vote is lost. A merge moves thousands of votes of one jersey
-- to another and then counts both (recount_jerseys).
create function private.count_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.current_change() ? 'moving' then
    return null;
  elsif tg_op = 'UPDATE' and old.jersey_id = new.jersey_id then
    if (old.vote, old.cast_at) is distinct from (new.vote, new.cast_at) then
      perform private.move_counters(
        new.jersey_id, (new.vote = 'up')::integer - (old.vote = 'up')::integer,
        (new.vote = 'down')::integer - (old.vote = 'down')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.move_counters(old.jersey_id, -(old.vote = 'up')::integer, -(old.vote = 'down')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.move_counters(new.jersey_id, (new.vote = 'up')::integer, (new.vote = 'down')::integer);
  end if;
  return null;
end $$;
comment on function private.count_vote is 'Moves the counters of the jersey of a vote that came, changed or went';

create function private.recount_jerseys(ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with counted as (
    select jersey.id, count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
  )
  insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
$$;
comment on function private.recount_jerseys is 'Counts the votes of these jerseys again, but of one that is being deleted';

create function public.age_votes() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id from public.jersey_votes jv_aged
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function public.age_votes is
  'Forgets when votes were cast that are 30 days old: at most 1000 a call, returns how many';

-- All jerseys are read to know it: by a job, not by a page.
create table private.vote_sums (
  upvotes bigint not null,
  downvotes bigint not null
);
comment on table private.vote_sums is 'One row: the votes on all public jerseys, as refresh_vote_sums() found them last';
insert into private.vote_sums (upvotes, downvotes) values (0, 0);

create function public.refresh_vote_sums() returns void
language sql security definer set search_path = ''
as $$
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down)
$$;
comment on function public.refresh_vote_sums is 'Sums up the votes on all public jerseys. The server calls it every ten minutes';

create function public.vote_totals() returns table (upvotes bigint, downvotes bigint)
language sql stable security definer set search_path = ''
as $$ select upvotes, downvotes from private.vote_sums $$;
comment on function public.vote_totals is
  'Votes on all public jerseys: the rating in the markup of the home page';

create policy "members read their own votes, admins all" on public.jersey_votes
  for select to authenticated
  using (voter_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members vote on public jerseys" on public.jersey_votes
  for insert to authenticated
  with check (
    voter_id = (select auth.uid())
    and exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.status = 'approved' and jerseys.is_active)
  );

create policy "members change their votes on public jerseys" on public.jersey_votes
  for update to authenticated
  using (voter_id = (select auth.uid()))
  with check (
    voter_id = (select auth.uid())
    and exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.status = 'approved' and jerseys.is_active)
  );

-- Also on a jersey that is no longer public: members can always take back their own vote.
create policy "members withdraw their votes" on public.jersey_votes
  for delete to authenticated using (voter_id = (select auth.uid()));
