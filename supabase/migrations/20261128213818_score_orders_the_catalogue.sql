-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."first_of"(jsonb, text, integer);

DROP FUNCTION "private"."first_of_season"(text, integer);

DROP FUNCTION "private"."leaderboard_filter"(text, text);

DROP FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]);

DROP VIEW "private"."catalogue_facts";

DROP FUNCTION "private"."best_value"(integer, integer);

DROP FUNCTION "private"."votes_to_rank"();

DROP FUNCTION "private"."wilson"(integer, integer);

DROP FUNCTION "public"."leaderboard"(text, text, integer);

DROP FUNCTION "public"."leaderboards"();

DROP FUNCTION "public"."refresh_leaderboards"();

DROP FUNCTION "public"."rising_with_votes"(text, integer);

DROP FUNCTION "public"."standings_of"(uuid[]);

CREATE OR REPLACE FUNCTION private.schedule_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('check_derived', '*/10 * * * *', 'select public.check_derived()'),
      ('refresh_vote_sums', '*/10 * * * *', 'select public.refresh_vote_sums()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_vote_sums()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down)
$function$
;

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "authenticated";

CREATE VIEW "private"."catalogue_facts" AS  SELECT jersey.id AS jersey_id,
    jersey.competition_id,
    COALESCE(jersey.team_id, private.nil()) AS team_id,
    (LEAST(GREATEST(COALESCE(jersey.year, ("left"(season.code, 4))::integer), 1850), 2100))::smallint AS year,
    (private.kit_of(jersey.kit_type_slug) COLLATE "C") AS kit,
    COALESCE(jersey.brand_id, private.nil()) AS brand_id,
    (COALESCE(jersey.colors[1], ''::text) COLLATE "C") AS color,
    (COALESCE(jersey.pattern, ''::text) COLLATE "C") AS pattern,
    (EXISTS ( SELECT
           FROM public.jersey_images image
          WHERE ((image.jersey_id = jersey.id) AND (image.suggestion_id IS NULL) AND (image.contributor_id IS DISTINCT FROM private.demonstration())))) AS has_photo,
    (COALESCE(jersey.sponsor, ''::text) COLLATE "C") AS sponsor,
    jersey.created_at,
    (jersey.score)::double precision AS best,
    COALESCE((standing.upvotes + standing.downvotes), 0) AS votes,
    COALESCE(standing.rising, (0)::double precision) AS rising
   FROM ((public.jerseys jersey
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN private.standings standing ON ((standing.jersey_id = jersey.id)))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active);;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, pattern, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
    group by 1, 2, 3, 4, 5, 6, 7
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.pattern, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, pattern, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$function$
;

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "public"."refresh_vote_sums"() IS 'Sums up the votes on all public jerseys. The server calls it every ten minutes';

COMMENT ON INDEX "private"."catalogue_entries_best" IS 'Catalogue, highest score first';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_vote_sums() found them last';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refresh_vote_sums"() TO "service_role";

set check_function_bodies = on;
-- end

-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
insert into private.changes (kind, id) select 'vote', jersey_id from private.catalogue_entries;
drop table private.leaderboards;
select private.schedule_jobs();
