CREATE TABLE "public"."year_links" ("year" integer NOT NULL, "key" uuid NOT NULL DEFAULT gen_random_uuid(), "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "year_links_key_key" UNIQUE (key), CONSTRAINT "year_links_year_range" CHECK (((year >= 2000) AND (year <= 2100))), "member_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "year_links_pkey" PRIMARY KEY (member_id, year));
ALTER TABLE "public"."year_links" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."year_links" ADD CONSTRAINT "year_links_member_id_fkey" FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."year_links" FROM "anon";

create or replace function private.year_of(member uuid, year integer)
returns table (
  shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid,
  rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$
  with span as (
    select make_timestamptz(year_of.year, 1, 1, 0, 0, 0, 'Europe/Paris') as since,
      make_timestamptz(year_of.year + 1, 1, 1, 0, 0, 0, 'Europe/Paris') as till
    where now() >= make_timestamptz(year_of.year, 12, 1, 0, 0, 0, 'Europe/Paris')
  ), added as (
    select copy.id, jersey.id as jersey_id, jersey.team_id, jersey.colors[1] as color, jersey.score,
      coalesce(jersey.year, left(season.code, 4)::integer) as worn
    from span
    join public.copies copy on copy.owner_id = year_of.member and copy.removed_at is null
      and copy.created_at >= span.since and copy.created_at < span.till
    left join public.jerseys jersey
      on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.seasons season on season.id = jersey.season_id
  ), club as (
    select added.team_id, count(*) as shirts from added
    join public.teams team on team.id = added.team_id and team.is_active
    group by added.team_id order by shirts desc, max(added.score) desc, added.team_id limit 1
  ), rare as (
    -- Below three owners, nobody is told how many there are (25.19).
    select own.jersey_id, owners.count from (select distinct jersey_id from added where jersey_id is not null) own
    cross join lateral (
      select count(*) from public.user_collections shelf where shelf.jersey_id = own.jersey_id) owners
    where owners.count >= 3
    order by owners.count, own.jersey_id limit 1
  )
  select (select count(*) from added),
    (select count(distinct worn) from added), (select min(worn) from added), (select max(worn) from added),
    club.team_id, club.shirts,
    (select jersey_id from added where worn is not null order by worn, score desc, jersey_id limit 1),
    rare.jersey_id, rare.count,
    (select coalesce(jsonb_agg(jsonb_build_object('color', paint.color, 'shirts', paint.shirts)
        order by paint.shirts desc, paint.color), '[]')
      from (select color, count(*) as shirts from added where color is not null group by color) paint),
    array(select jersey_id from added where jersey_id is not null group by jersey_id order by max(score) desc, jersey_id limit 4),
    (select count(*) from public.jerseys proposed
      where proposed.author_id = year_of.member and proposed.status = 'approved'
        and proposed.created_at >= span.since and proposed.created_at < span.till)
    + (select count(*) from public.suggestions accepted
      where accepted.member_id = year_of.member and accepted.status in ('accepted', 'partly')
        and accepted.decided_at >= span.since and accepted.decided_at < span.till)
  from span left join club on true left join rare on true
$$;

create or replace function public.my_year(year integer)
returns table (
  shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid,
  rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$ select * from private.year_of(auth.uid(), my_year.year) $$;

REVOKE ALL ON FUNCTION "public"."my_year"(integer) FROM "anon";

create or replace function public.shared_year(key uuid)
returns table (
  username text, display_name text, year integer, shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid,
  team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$
  select profile.username, profile.display_name, link.year, counted.*
  from public.year_links link
  join public.profiles profile on profile.id = link.member_id
  cross join lateral private.year_of(link.member_id, link.year) counted
  where link.key = shared_year.key
    and not exists (
      select from auth.users account where account.id = link.member_id and account.banned_until > now())
$$;

create trigger year_links_rate after insert on public.year_links
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('showcases');

create trigger year_links_standing before insert or update or delete on public.year_links
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create policy "members make links to their own years" on public.year_links
  for insert to authenticated with check (member_id = (select auth.uid()));

create policy "members read links to their own years" on public.year_links
  for select to authenticated using (member_id = (select auth.uid()));

create policy "members withdraw links to their own years" on public.year_links
  for delete to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."year_links" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."year_links"."key" IS 'What the link says; a link that was withdrawn never comes back';

COMMENT ON FUNCTION "private"."year_of"(uuid, integer) IS 'What a member added to their collection in a year (Europe/Paris) and contributed, counted; jerseys and clubs are public ones. No row before 1 December of that year';

COMMENT ON FUNCTION "public"."my_year"(integer) IS 'The caller''s year in shirts; no row before 1 December of that year';

COMMENT ON FUNCTION "public"."shared_year"(uuid) IS 'A year in shirts by the key of its link, and whose it is; no row after the link was withdrawn. Nothing of a suspended account is shown';

COMMENT ON TABLE "public"."year_links" IS 'The years in shirts that a member shows to whoever has the link. Others read them with shared_year()';

REVOKE ALL ON FUNCTION "private"."year_of"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."my_year"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_year"(integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_year"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shared_year"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shared_year"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."shared_year"(uuid) TO "service_role";

REVOKE ALL ("year") ON TABLE "public"."year_links" FROM "authenticated";

GRANT INSERT ("year") ON TABLE "public"."year_links" TO "authenticated";

REVOKE ALL ON TABLE "public"."year_links" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."year_links" TO "authenticated";

REVOKE ALL ("year") ON TABLE "public"."year_links" FROM "authenticated";

GRANT INSERT ("year") ON TABLE "public"."year_links" TO "authenticated";

set check_function_bodies = on;
-- end
