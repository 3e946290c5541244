-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.rising_jerseys(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid)
language sql stable security definer set search_path = ''
as $$
  select place, jersey_id from public.rising_with_votes(rising_jerseys.league, rising_jerseys.max_results)
$$;

create or replace function public.rising_with_votes(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid, votes integer)
language sql stable security definer set search_path = ''
as $$
  select number::integer, id,
    (select coalesce(sum(case vote when 'up' then 1 else -1 end), 0)::integer
     from public.jersey_votes given
     where given.jersey_id = id and given.counts and given.cast_at is not null)
  from unnest(private.first_of(
    case when league is null then '{}' else jsonb_build_object('sport', array[lower(league)]) end, 'rising',
    least(greatest(coalesce(max_results, 24), 1), 100))) with ordinality as risen (id, number)
$$;

COMMENT ON FUNCTION "public"."rising_jerseys"(text, integer) IS 'The jerseys of rising_with_votes(), without their votes';

COMMENT ON FUNCTION "public"."rising_with_votes"(text, integer) IS 'The public jerseys that gain most by the votes of the last 30 days, each of which halves in weight every week; with those for minus those against; of one league, or of all; at most 100';

REVOKE ALL ON FUNCTION "public"."rising_with_votes"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rising_with_votes"(text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."rising_with_votes"(text, integer) TO "service_role";

set check_function_bodies = on;
-- end
