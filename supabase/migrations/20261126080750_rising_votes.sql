CREATE INDEX jersey_votes_recent ON public.jersey_votes USING btree (jersey_id, vote) WHERE (counts AND (cast_at IS NOT NULL));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "public"."rising_jerseys"(text, integer);

create or replace function public.rising_jerseys(league text default null, max_results integer default 24)
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

COMMENT ON FUNCTION "public"."rising_jerseys"(text, integer) IS 'The public jerseys that gain most by the votes of the last 30 days, each of which halves in weight every week; with those for minus those against; of one league, or of all; at most 100';

COMMENT ON INDEX "public"."jersey_votes_recent" IS 'The votes by which a jersey rises (rising_jerseys)';

REVOKE ALL ON FUNCTION "public"."rising_jerseys"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rising_jerseys"(text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."rising_jerseys"(text, integer) TO "service_role";

set check_function_bodies = on;
-- end
