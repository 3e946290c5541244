-- The votes that count for rankings, per jersey, and the Wilson bound.
-- A vote counts when its account is confirmed and old enough; jerseys rise by the votes of the last 30 days
-- (docs/decisions/021-what-is-counted.md).
-- The counters of jerseys go on counting every vote at once.

create table private.standings (
  jersey_id uuid constraint standings_pkey primary key
    constraint standings_jersey_id_fkey references public.jerseys (id) on delete cascade,
  upvotes integer not null default 0 constraint standings_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint standings_downvotes_positive check (downvotes >= 0),
  -- See private.rising_of().
  rising double precision not null default 0
) with (fillfactor = 50);
comment on table private.standings is
  'Votes of members whose votes count, per jersey; no row means none. jerseys.upvotes and downvotes hold all votes';

create function private.wilson(upvotes integer, downvotes integer) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select case when n > 0 then
    (p + z * z / (2 * n) - z * sqrt((p * (1 - p) + z * z / (4 * n)) / n)) / (1 + z * z / n) end
  from (
    select (upvotes + downvotes)::double precision as n,
      upvotes::double precision / nullif(upvotes + downvotes, 0) as p, 1.959963984540054 as z) given
$$;
comment on function private.wilson is
  'Lower bound of the 95 % Wilson score interval for the share of upvotes, 0 to 1; null without votes';

-- Who may vote for rankings
create function private.may_ever_count(account auth.users) returns boolean
language sql immutable parallel safe
return (account.email_confirmed_at is not null or account.phone_confirmed_at is not null)
  and not account.is_anonymous and account.deleted_at is null;
comment on function private.may_ever_count is
  'Whether an account''s votes count now, or will by the passing of time alone';

create function private.counts_from(account auth.users) returns timestamptz
language sql stable parallel safe
return greatest(account.created_at + interval '1 day', account.banned_until);
comment on function private.counts_from is
  'When the first day of an account, and its suspension if it has one, are over';

create function private.may_count(account auth.users) returns boolean
language sql stable parallel safe
return private.may_ever_count(account) and private.counts_from(account) <= now()
  -- Nobody signs in to the accounts of the demonstration. Only the service key writes these data.
  or account.raw_app_meta_data @> '{"demo": true}';
comment on function private.may_count is
  'Whether an account''s votes count for rankings: address or number confirmed, not anonymous, a day old, not suspended, not deleted';

-- Members whose votes have to be looked at again, because their account has changed or their first day ends. A
-- mark and not the change itself: suspending somebody with thousands of votes does not make the request wait, and
-- the auth service never waits for votes.
create table private.voters_due (
  voter_id uuid constraint voters_due_pkey primary key
    constraint voters_due_voter_id_fkey references auth.users (id) on delete cascade,
  due_at timestamptz not null
);
comment on table private.voters_due is 'When a member''s votes may start or stop counting; see recheck_due_voters()';

create function private.mark_voter_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.voters_due (voter_id, due_at) values (new.id, now())
  on conflict (voter_id) do update set due_at = excluded.due_at;
  return null;
end $$;
comment on function private.mark_voter_due is 'Marks an account that has changed, so that its votes may start or stop counting';

-- A member's statements are serialized (begin_votes), and recheck_due_voters() takes the same lock. So an account
-- that changes while a vote is cast is seen by one of the two.
create function private.judge_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  due timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- A vote that is switched is a new one.
    if new.vote <> old.vote then
      new.cast_at := now();
    end if;
    return new;
  end if;
  perform private.check_not_gone(new.jersey_id);
  select private.may_count(u), case when private.may_ever_count(u) then private.counts_from(u) end
  into new.counts, due
  from auth.users u where u.id = new.voter_id;
  new.counts := coalesce(new.counts, false);
  if not new.counts and due is not null then
    insert into private.voters_due (voter_id, due_at) values (new.voter_id, due) on conflict (voter_id) do nothing;
  end if;
  return new;
end $$;
comment on function private.judge_vote is 'Decides whether a new vote counts, otherwise notes from when on it will; dates a vote that is switched';

-- How a vote moves the counters and the standing of a jersey.
create type private.vote_shift as (
  jersey_id uuid, up integer, down integer, counted_up integer, counted_down integer, rising double precision
);

create function private.rising_of(vote text, counts boolean, cast_at timestamptz) returns double precision
language sql immutable parallel safe
return case when counts and cast_at is not null then case vote when 'up' then 1 else -1 end else 0 end;
comment on function private.rising_of is 'What a vote adds to the rising of its jersey; nothing once it is 30 days old';

create function private.shift_standing(jersey_id uuid, up integer, down integer, rising double precision) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.standings standing
  set upvotes = standing.upvotes + up, downvotes = standing.downvotes + down, rising = standing.rising + shift_standing.rising
  where standing.jersey_id = shift_standing.jersey_id;
  -- Votes are taken away from a standing that exists, or with their jersey.
  if not found and up + down > 0 then
    insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
    values (shift_standing.jersey_id, up, down, shift_standing.rising)
    on conflict (jersey_id) do update
      set upvotes = standing.upvotes + excluded.upvotes, downvotes = standing.downvotes + excluded.downvotes,
        rising = standing.rising + excluded.rising;
  end if;
end $$;

-- One jersey at a time, like shift_votes(): a plan for many would read them all.
create function private.mark_outdated(jersey_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.outdated (jersey_id)
  select id from public.jerseys where id = mark_outdated.jersey_id and status = 'approved' and is_active
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id
$$;
comment on function private.mark_outdated is 'Notes a jersey whose standing changes without its counters';

create function private.shift_all(shifts private.vote_shift[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved constant private.vote_shift[] := array(
    select (jersey_id, sum(up), sum(down), sum(counted_up), sum(counted_down), sum(rising))::private.vote_shift
    from unnest(shifts) group by jersey_id
    having sum(up) <> 0 or sum(down) <> 0 or sum(counted_up) <> 0 or sum(counted_down) <> 0 or sum(rising) <> 0
    order by jersey_id);
  up_sum bigint;
  down_sum bigint;
begin
  if moved = '{}' then
    return;
  end if;
  -- Jerseys with their marks in the order of ids, then standings in that order: statements that move several cannot
  -- deadlock.
  select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
  from (
    select up, down, private.shift_votes(jersey_id, up, down) as is_public
    from unnest(moved) where up <> 0 or down <> 0) shifted;
  -- shift_votes() has marked the jerseys whose counters move.
  perform private.mark_outdated(jersey_id) from unnest(moved) where up = 0 and down = 0;
  perform private.shift_standing(jersey_id, counted_up, counted_down, rising)
  from unnest(moved) where counted_up <> 0 or counted_down <> 0 or rising <> 0;
  perform private.add_votes(up_sum, down_sum);
end $$;
comment on function private.shift_all is 'Moves the counters, the standings and the total of all votes';

-- Votes start and stop counting

-- Votes move with their jersey, so recheck_voters() and age_votes() take both. What another transaction holds is
-- skipped: a merge takes the jersey first and its votes later, and waiting for it could deadlock. A jersey that is
-- only voted on is not skipped.
create function private.recheck_voters(voters uuid[], most integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set counts = wrong.may
  from (
    select jv.jersey_id, jv.voter_id, private.may_count(u) as may
    from auth.users u
    join public.jersey_votes jv on jv.voter_id = u.id
    cross join lateral (
      select from public.jerseys where id = jv.jersey_id for key share skip locked) jersey
    where u.id = any(voters) and jv.counts <> private.may_count(u)
    limit most
    for update of jv skip locked) wrong
  where (vote.jersey_id, vote.voter_id) = (wrong.jersey_id, wrong.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function private.recheck_voters is
  'Lets at most so many votes of these members start or stop counting; returns how many did';

create function public.recheck_due_voters() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 1000;
  -- A member who is voting just now is left for the next time: waiting here could deadlock.
  voters uuid[] := array(
    select voter_id from (
      select voter_id from private.voters_due where due_at <= now()
      order by due_at limit 100 for update skip locked) due
    where pg_try_advisory_xact_lock(hashtextextended('jersey_votes' || voter_id, 0)));
  changed integer;
begin
  if voters = '{}' then
    return 0;
  end if;
  changed := private.recheck_voters(voters, most);
  if changed = most then
    return changed;
  end if;
  -- Votes that others had locked were skipped. Their voters stay due until the next call.
  voters := array(
    select u.id from auth.users u
    where u.id = any(voters) and not exists (
      select from public.jersey_votes vote
      where vote.voter_id = u.id and vote.counts <> private.may_count(u)));
  -- Whoever has to wait for a day or for the end of a suspension is due then.
  update private.voters_due due set due_at = private.counts_from(u)
  from auth.users u
  where u.id = due.voter_id and due.voter_id = any(voters)
    and private.may_ever_count(u) and private.counts_from(u) > now();
  delete from private.voters_due where voter_id = any(voters) and due_at <= now();
  return changed;
end $$;
comment on function public.recheck_due_voters is
  'Lets votes start or stop counting for rankings, of members whose account has changed or whose first day is over: at most 1000 a call, returns how many. The server calls it every few seconds';
revoke execute on function public.recheck_due_voters from public, anon, authenticated;
grant execute on function public.recheck_due_voters to service_role;

create function public.age_votes() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id
    from public.jersey_votes jv_aged
    cross join lateral (
      select from public.jerseys where id = jv_aged.jersey_id for key share skip locked) jersey
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update of jv_aged skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function public.age_votes is
  'Takes votes that are 30 days old from the rising jerseys: at most 1000 a call, returns how many. The server calls it every few seconds';
revoke execute on function public.age_votes from public, anon, authenticated;
grant execute on function public.age_votes to service_role;

create function public.recount_standings()
returns table (
  jersey_id uuid, upvotes integer, downvotes integer, rising double precision,
  was_upvotes integer, was_downvotes integer, was_rising double precision
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  -- What is due is no error.
  while public.age_votes() > 0 loop end loop;
  perform private.recheck_voters(array(select voter_id from private.voters_due where due_at <= now()), null);

  create temporary table fresh on commit drop as
  select *, (up, down, rising) <> (was_up, was_down, was_rising) as is_wrong
  from (
    select coalesce(counted.jersey_id, standing.jersey_id) as jersey_id,
      coalesce(counted.up, 0)::integer as up, coalesce(counted.down, 0)::integer as down,
      coalesce(counted.rising, 0) as rising,
      coalesce(standing.upvotes, 0) as was_up, coalesce(standing.downvotes, 0) as was_down,
      coalesce(standing.rising, 0) as was_rising, coalesce(counted.mismarked, false) as mismarked
    from (
      select jersey_id, count(*) filter (where vote = 'up' and may) as up,
        count(*) filter (where vote = 'down' and may) as down,
        sum(private.rising_of(vote, may, cast_at)) as rising, bool_or(counts <> may) as mismarked
      from (
        select vote.*, private.may_count(u) as may
        from public.jersey_votes vote join auth.users u on u.id = vote.voter_id) judged
      group by jersey_id) counted
    full join private.standings standing on standing.jersey_id = counted.jersey_id) compared
  where mismarked or (up, down, rising) <> (was_up, was_down, was_rising);
  -- Jerseys that another transaction holds are left for the next count, with the marks of their votes.
  delete from pg_temp.fresh where jersey_id <> all (array(
    select id from public.jerseys where id in (select jersey_id from pg_temp.fresh) for key share skip locked));

  -- Votes that are marked wrong move standings, which the count then overwrites.
  perform private.recheck_voters(array(
    select distinct voter_id from public.jersey_votes where jersey_id in (select jersey_id from pg_temp.fresh)), null);
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from pg_temp.fresh
  on conflict (jersey_id) do update
    set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
    where (standing.upvotes, standing.downvotes, standing.rising)
      <> (excluded.upvotes, excluded.downvotes, excluded.rising);
  insert into private.outdated (jersey_id)
  select jersey_id from pg_temp.fresh where is_wrong
  on conflict (jersey_id) do nothing;
  return query
  select jersey_id, up, down, rising, was_up, was_down, was_rising from pg_temp.fresh where is_wrong;
  drop table pg_temp.fresh;
end $$;
comment on function public.recount_standings is
  'Decides for every vote again whether it counts, and counts those that do; repairs and returns the standings that were wrong';
revoke execute on function public.recount_standings from public, anon, authenticated;
grant execute on function public.recount_standings to service_role;

create index voters_due_by_time on private.voters_due (due_at);
comment on index private.voters_due_by_time is 'Members who are due (recheck_due_voters)';

revoke execute on function
  private.wilson, private.may_ever_count, private.counts_from, private.may_count, private.mark_voter_due, private.judge_vote,
  private.rising_of, private.shift_standing, private.mark_outdated, private.shift_all,
  private.recheck_voters
from public;
