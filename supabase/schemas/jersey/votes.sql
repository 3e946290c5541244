-- Votes: one per member and public jersey, up or down, which can be changed or taken back.
-- The counters of a jersey move in the same transaction, under its row lock.
-- recount_votes() proves and repairs them.

-- The voter is an account, not a profile. With two references to exposed tables in its key, the table would be a
-- many-to-many link, and embedding a jersey's author would be ambiguous.
create table public.jersey_votes (
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  voter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  vote text not null constraint jersey_votes_vote_known check (vote in ('up', 'down')),
  counts boolean not null default false,
  cast_at timestamptz default now(),
  primary key (jersey_id, voter_id)
);
comment on column public.jersey_votes.counts is
  'Whether the vote counts for rankings: its voter may vote for them (private.may_count())';
comment on column public.jersey_votes.cast_at is
  'When the vote was cast or switched, for 30 days; null afterwards (public.age_votes()), and for votes from before this was recorded';

create index jersey_votes_of_voter on public.jersey_votes (voter_id, jersey_id);
comment on index public.jersey_votes_of_voter is 'A member''s votes on the jerseys of a page';
-- Only the votes of 30 days are in it.
create index jersey_votes_by_age on public.jersey_votes (cast_at) where cast_at is not null;
comment on index public.jersey_votes_by_age is 'Votes that become 30 days old (age_votes)';

alter table public.jersey_votes enable row level security;
-- By column: whether and since when a vote counts is not for clients to say. Upserts set every column they name,
-- the key included.
revoke all on public.jersey_votes from anon, authenticated;
grant select, delete on public.jersey_votes to authenticated;
grant select, insert, update, delete on public.jersey_votes to service_role;
grant insert (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;
grant update (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;

-- The update inside of an upsert need not do again what its insert has done (private.current_votes()).
-- Runs with the caller's rights on purpose: `current_user` distinguishes a request from a
-- function's own write.
create function private.begin_votes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.current_votes() = '[]' then
    return null;
  end if;
  if current_user = 'authenticated' then
    -- Statements of one member wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || auth.uid(), 0));
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '[]', true);
  end if;
  return null;
end $$;

-- Every vote changes the total of all votes. In a single row voters would wait for each other, so each connection
-- adds to a row of its own.
create table private.vote_sums (
  slot integer constraint vote_sums_pkey primary key,
  upvotes bigint not null,
  downvotes bigint not null
) with (fillfactor = 50);
comment on table private.vote_sums is
  'Votes on public jerseys, in summands; a single one has no meaning and may be negative';
-- Slot -1 takes the result of a recount (recount_sums).
insert into private.vote_sums (slot, upvotes, downvotes) values (-1, 0, 0);

create function private.add_votes(up bigint, down bigint) returns void
language sql set search_path = ''
as $$
  insert into private.vote_sums as sums (slot, upvotes, downvotes)
  select pg_backend_pid() % 1024, up, down where up <> 0 or down <> 0
  on conflict (slot) do update
    set upvotes = sums.upvotes + excluded.upvotes, downvotes = sums.downvotes + excluded.downvotes
$$;

create function private.shift_votes(jersey_id uuid, up bigint, down bigint) returns boolean
language sql security definer set search_path = ''
as $$
  -- Its pages: a vote must not notify in its own transaction. `do nothing` would not lock the row: it could be published before
  -- this transaction commits.
  with moved as (
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down
    where id = shift_votes.jersey_id
      and id::text is distinct from private.current_change() ->> 'leaving'
    returning id, status = 'approved' and is_active as is_public
  )
  insert into private.outdated (jersey_id) select id from moved where is_public
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  -- A statement of its own: its search document may have come while the first one waited for the jersey.
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(private.tier_marks(private.tier(jersey.score)))
  from public.jerseys jersey
  where jersey.id = shift_votes.jersey_id and document.kind = 'jersey' and document.id = jersey.id
    and private.tier(jersey.score - (up - down)::integer) <> private.tier(jersey.score);
  select status = 'approved' and is_active from public.jerseys
  where id = shift_votes.jersey_id and id::text is distinct from private.current_change() ->> 'leaving';
$$;
comment on function private.shift_votes is
  'Moves a jersey''s counters, unless it is being deleted, and what shows them: its pages and its place in search. Returns true if it is public';

-- Counters move by the difference, under the jersey's row lock, so no vote is lost. A statement moves all its jerseys in the
-- order of their ids: statements that vote on several jerseys at once cannot deadlock.
create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The changes collected by the update part of a running upsert; null outside an insert.
  changed jsonb := nullif(private.current_votes(), '')::jsonb;
  shifts private.vote_shift[];
begin
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '', true);
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes);
    if changed is not null and changed <> '[]' then
      shifts := shifts || array(
        select earlier::private.vote_shift
        from jsonb_populate_recordset(null::private.vote_shift, changed) earlier);
    end if;
  elsif tg_op = 'DELETE' then
    shifts := array(
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
  else
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes
    union all
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
    if changed = '[]' then
      perform set_config('maillotheque.votes', to_jsonb(shifts)::text, true);
      return null;
    end if;
  end if;
  perform private.shift_all(shifts);
  return null;
end $$;

create function public.recount_votes()
returns table (jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
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
  select wrong.id, wrong.up, wrong.down, wrong.was_up, wrong.was_down
  from wrong, private.shift_votes(wrong.id, wrong.up - wrong.was_up, wrong.down - wrong.was_down);
end $$;
comment on function public.recount_votes is
  'Counts every vote again; repairs and returns the jerseys whose counters were wrong';
revoke execute on function public.recount_votes from public, anon, authenticated;
grant execute on function public.recount_votes to service_role;

create function public.vote_totals() returns table (upvotes bigint, downvotes bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(upvotes), 0)::bigint, coalesce(sum(downvotes), 0)::bigint
  from private.vote_sums
$$;
comment on function public.vote_totals is
  'Votes on all public jerseys: the rating in the markup of the home page';
revoke execute on function public.vote_totals from public;
grant execute on function public.vote_totals to anon, authenticated, service_role;

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

revoke execute on function
  private.begin_votes, private.add_votes, private.shift_votes, private.count_votes
from public;
