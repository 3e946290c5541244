-- Standings: the votes that count for rankings, in a narrow row per jersey. No index holds these numbers, so that a vote
-- changes the row in place; private.catalogue_entries orders by them a moment later.

create table private.standings (
  jersey_id uuid constraint standings_pkey primary key
    constraint standings_jersey_id_fkey references public.jerseys (id) on delete cascade,
  upvotes integer not null default 0 constraint standings_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint standings_downvotes_positive check (downvotes >= 0),
  -- See private.rising_weight().
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
revoke execute on function private.wilson from public;
