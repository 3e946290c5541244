-- Statements that vote on several jerseys at once never wait for each other in a circle: each moves
-- the counters of all its jerseys in one go, in the order of their ids. An upsert runs two triggers,
-- first for the votes it has changed, then for those it has added; the first leaves its part to
-- the second in a setting that ends with the transaction.

-- Caller's rights on purpose: `current_user` tells a request from what a function does.
create function private.begin_votes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A member's votes themselves are written one statement after the other.
  if current_user = 'authenticated' then
    perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || auth.uid(), 0));
  end if;
  if tg_op = 'INSERT' then
    perform set_config('private.votes_changed', '[]', true);
  end if;
  return null;
end $$;
revoke execute on function private.begin_votes from public;

create trigger jersey_votes_begin before insert or update or delete on public.jersey_votes
for each statement execute function private.begin_votes();

create or replace function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set while an insert is under way, of which an update is the second half.
  changed jsonb := nullif(current_setting('private.votes_changed', true), '')::jsonb;
begin
  if tg_op = 'INSERT' then
    perform set_config('private.votes_changed', '', true);
    perform private.shift_votes(jersey_id, up, down) from (
      select jersey_id, sum(up) up, sum(down) down from (
        select jersey_id, (vote = 'up')::integer up, (vote = 'down')::integer down from cast_votes
        union all
        select * from jsonb_to_recordset(changed) as earlier (jersey_id uuid, up integer, down integer)
      ) each
      group by jersey_id having sum(up) <> 0 or sum(down) <> 0
      order by jersey_id) moved;
  elsif tg_op = 'DELETE' then
    perform private.shift_votes(jersey_id, -up, -down) from (
      select jersey_id, count(*) filter (where vote = 'up') up, count(*) filter (where vote = 'down') down
      from past_votes group by jersey_id order by jersey_id) moved;
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
      perform private.shift_votes(jersey_id, up, down)
      from jsonb_to_recordset(changed) as moved (jersey_id uuid, up bigint, down bigint);
    end if;
  end if;
  return null;
end $$;
