-- The votes that count, per jersey.
-- A vote counts when its account is confirmed and old enough; jerseys rise by the votes of the last 30 days
-- (docs/decisions/021-what-is-counted.md).
-- The worker derives them from votes and accounts (site/worker.sql).

create table private.standings (
  -- No reference: its check would lock the jersey.
  jersey_id uuid constraint standings_pkey primary key,
  upvotes integer not null default 0 constraint standings_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint standings_downvotes_positive check (downvotes >= 0),
  -- Of the votes of the last 30 days, those for minus those against.
  rising double precision not null default 0
) with (fillfactor = 50);
comment on table private.standings is
  'Votes of members whose votes count, per jersey; no row means none. jerseys.upvotes and downvotes hold all votes';

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

-- The auth service never waits for votes: the worker looks at the votes of an account that has changed.
create function private.mark_voter_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changes (kind, id) values ('voter', new.id);
  return null;
end $$;
comment on function private.mark_voter_due is 'Notes for the worker that an account has changed: its votes may start or stop counting';

-- What only the passing of time changes.
create table private.voters_noted (until timestamptz);
comment on table private.voters_noted is 'One row: up to when note_due_voters() has noted whose votes start counting; null before the first time';
insert into private.voters_noted (until) values (null);

create function private.note_due_voters() returns void
language plpgsql set search_path = ''
as $$
declare
  since timestamptz;
begin
  select coalesce(until, now()) into since from private.voters_noted
  where until is null or until < now() - interval '5 seconds';
  if not found then
    return;
  end if;
  insert into private.changes (kind, id)
  select 'voter', u.id from auth.users u
  where private.may_ever_count(u) and private.counts_from(u) > since and private.counts_from(u) <= now()
    -- Lists are shown again, whether votes count or not.
    or u.banned_until > since and u.banned_until <= now();
  update private.voters_noted set until = now();
end $$;
comment on function private.note_due_voters is
  'Notes for the worker whose first day or suspension is over; at most every five seconds';

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
  'Forgets when votes were cast that are 30 days old, and with it takes them from the rising jerseys: at most 1000 a call, returns how many';
revoke execute on function public.age_votes from public, anon, authenticated;
grant execute on function public.age_votes to service_role;

create function private.refresh_standings(ids uuid[]) returns void
language sql set search_path = ''
as $$
  with counted as (
    select vote.jersey_id, count(*) filter (where vote.vote = 'up')::integer as up,
      count(*) filter (where vote.vote = 'down')::integer as down,
      coalesce(sum(case vote.vote when 'up' then 1 else -1 end) filter (where vote.cast_at > now() - interval '30 days'), 0) as rising
    from public.jersey_votes vote join auth.users u on u.id = vote.voter_id
    where vote.jersey_id = any (ids) and private.may_count(u)
    group by vote.jersey_id
  ), gone as (
    delete from private.standings
    where jersey_id = any (ids) and jersey_id not in (select jersey_id from counted)
  )
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from counted
  on conflict (jersey_id) do update set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
  where (standing.upvotes, standing.downvotes, standing.rising) <> (excluded.upvotes, excluded.downvotes, excluded.rising)
$$;
comment on function private.refresh_standings is 'Counts the votes of these jerseys that count for rankings';
