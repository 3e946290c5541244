-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone);

DROP FUNCTION "private"."rising_weight"(timestamp with time zone);

create or replace function private.rising_of(vote text, counts boolean, cast_at timestamptz) returns double precision
language sql immutable parallel safe
return case when counts and cast_at is not null then case vote when 'up' then 1 else -1 end else 0 end;

create or replace function public.rising_with_votes(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid, votes integer)
language sql stable security definer set search_path = ''
as $$
  select number::integer, id, standing.rising::integer
  from unnest(private.first_of(
    case when league is null then '{}' else jsonb_build_object('sport', array[lower(league)]) end, 'rising',
    least(greatest(coalesce(max_results, 24), 1), 100))) with ordinality as risen (id, number)
  join private.standings standing on standing.jersey_id = id
  order by number
$$;

COMMENT ON FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone) IS 'What a vote adds to the rising of its jersey; nothing once it is 30 days old';

COMMENT ON FUNCTION "public"."rising_with_votes"(text, integer) IS 'The public jerseys with the most votes of the last 30 days, those for minus those against; of one league, or of all; at most 100';

REVOKE ALL ON FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone) FROM PUBLIC;

set check_function_bodies = on;
-- end

-- accepted: takes away: function private.rising_weight(cast_at timestamp with time zone) returning double precision: because only rising_of() called it

-- The sums without weights, while no vote comes in between.
lock table public.jersey_votes in share row exclusive mode;
update private.standings standing
set rising = coalesce(recent.votes, 0)
from private.standings known
left join (
  select jersey_id, sum(case vote when 'up' then 1 else -1 end) as votes
  from public.jersey_votes where counts and cast_at is not null group by jersey_id) recent using (jersey_id)
where standing.jersey_id = known.jersey_id and standing.rising <> coalesce(recent.votes, 0);
