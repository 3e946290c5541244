-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "public"."showcase"(text);

create or replace function public.showcase(username text)
returns table (about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select stored.about,
    array(
      select team.id from unnest(stored.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    stored.with_wishes,
    (select count(*) from public.user_collections shelf
      join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
      where shelf.user_id = stored.member_id),
    own.copies, own.teams
  from public.showcases stored
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = stored.member_id and copy.removed_at is null) own
  where stored.member_id = private.open_showcase(showcase.username)
$$;

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams; no row unless they show it';

REVOKE ALL ON FUNCTION "public"."showcase"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "service_role";

set check_function_bodies = on;
-- end
