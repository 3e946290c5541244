-- The voter is an account, not a profile: with two references to exposed tables in its key, the
-- table would be a many-to-many link, and embedding a jersey's author would be ambiguous.
create table public.jersey_votes (
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  voter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  vote text not null constraint jersey_votes_vote_known check (vote in ('up', 'down')),
  primary key (jersey_id, voter_id)
);
create index jersey_votes_of_voter on public.jersey_votes (voter_id, jersey_id);
comment on index public.jersey_votes_of_voter is 'A member''s votes on the jerseys of a page';

create function private.shift_votes(jersey_id uuid, up bigint, down bigint) returns void
language sql security definer set search_path = ''
as $$
  update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down
  where id = shift_votes.jersey_id
$$;

-- Counters move by the difference under the jersey's row lock, so no vote is lost. Jerseys are
-- taken in the order of their ids, so statements that touch several can't wait for each other. Only
-- upserts that add votes to some jerseys and change them on others run two triggers, each in order
-- by itself: should two such meet, one fails with 40P01 and may be sent again.
create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.shift_votes(jersey_id, up, down) from (
      select jersey_id, count(*) filter (where vote = 'up') up, count(*) filter (where vote = 'down') down
      from cast_votes group by jersey_id order by jersey_id) moved;
  elsif tg_op = 'DELETE' then
    perform private.shift_votes(jersey_id, -up, -down) from (
      select jersey_id, count(*) filter (where vote = 'up') up, count(*) filter (where vote = 'down') down
      from past_votes group by jersey_id order by jersey_id) moved;
  else
    perform private.shift_votes(jersey_id, up, down) from (
      select jersey_id, sum(up) up, sum(down) down from (
        select jersey_id, (vote = 'up')::integer up, (vote = 'down')::integer down from cast_votes
        union all
        select jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer from past_votes) each
      group by jersey_id having sum(up) <> 0 or sum(down) <> 0
      order by jersey_id) moved;
  end if;
  return null;
end $$;

create trigger jersey_votes_cast after insert on public.jersey_votes
referencing new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_changed after update on public.jersey_votes
referencing old table as past_votes new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_withdrawn after delete on public.jersey_votes
referencing old table as past_votes
for each statement execute function private.count_votes();

create function public.recount_votes()
returns table (jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Votes wait until the count is done, or it would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  return query
  with counted as (
    select jersey_id, count(*) filter (where vote = 'up')::integer as upvotes,
      count(*) filter (where vote = 'down')::integer as downvotes
    from public.jersey_votes group by jersey_id
  ), wrong as (
    select jerseys.id, coalesce(counted.upvotes, 0) as up, coalesce(counted.downvotes, 0) as down,
      jerseys.upvotes as was_up, jerseys.downvotes as was_down
    from public.jerseys left join counted on counted.jersey_id = jerseys.id
    where (jerseys.upvotes, jerseys.downvotes)
      <> (coalesce(counted.upvotes, 0), coalesce(counted.downvotes, 0))
  )
  update public.jerseys set upvotes = wrong.up, downvotes = wrong.down
  from wrong where jerseys.id = wrong.id
  returning jerseys.id, wrong.up, wrong.down, wrong.was_up, wrong.was_down;
end $$;
comment on function public.recount_votes is
  'Counts every vote again; repairs and returns the jerseys whose counters were wrong';

revoke execute on function private.shift_votes, private.count_votes from public;
revoke execute on function public.recount_votes from public, anon, authenticated;
grant execute on function public.recount_votes to service_role;

alter table public.jersey_votes enable row level security;
revoke all on public.jersey_votes from anon, authenticated;
-- Upserts set every column they name, the key included.
grant select, insert, update, delete on public.jersey_votes to authenticated;

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
-- Also on a jersey that is no longer public: one's own vote can always be taken back.
create policy "members withdraw their votes" on public.jersey_votes
  for delete to authenticated using (voter_id = (select auth.uid()));
