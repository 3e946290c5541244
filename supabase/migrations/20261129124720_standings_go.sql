-- A hosted project may not drop triggers of auth.users themselves.
drop function if exists private.mark_voter_due() cascade;
drop trigger if exists standings_mark_pending on private.standings;
delete from private.changes where kind = 'voter';
ALTER TABLE "private"."changes" DROP CONSTRAINT "changes_kind_known";
ALTER TABLE "private"."changes" ADD CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'jersey'::text, 'page'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text]))) NOT VALID;
DROP TABLE "private"."voters_noted";

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."may_count"(auth.users);

DROP FUNCTION "private"."counts_from"(auth.users);

DROP FUNCTION "private"."may_ever_count"(auth.users);

DROP FUNCTION "private"."note_due_voters"();

DROP FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]);

DROP VIEW "private"."catalogue_facts";

DROP FUNCTION "private"."refresh_standings"(uuid[]);

CREATE OR REPLACE FUNCTION private.derived_rows(ids uuid[])
 RETURNS TABLE(what text, id uuid, facts text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'counters', jersey.id, concat_ws(' ', jersey.upvotes, jersey.downvotes) from public.jerseys jersey where jersey.id = any (ids)
  union all
  select 'words', document.id, document.words::text
  from private.search_documents document where kind = 'jersey' and document.id = any (ids)
  union all
  select 'catalogue', jersey_id, entry::text from private.catalogue_entries entry where jersey_id = any (ids)
  union all
  select 'cell of the catalogue', entry.jersey_id, cell.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, pattern, has_photo)
  where entry.jersey_id = any (ids)
  union all
  select 'team of the catalogue', entry.jersey_id, team.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_teams team using (team_id, competition_id)
  where entry.jersey_id = any (ids)
  union all
  select 'public changes of a ' || known.kind, known.id, concat_ws(' ', known.number, known.change)
  from public.public_changes known where known.id = any (ids)
$function$
;

CREATE OR REPLACE FUNCTION private.drop_empty_counts()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with cells as (
    delete from private.catalogue_cells cell where not exists (
      select from private.catalogue_entries entry
      where entry.cell = cell.number
        and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
          = (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo))
    returning 'cell of the catalogue' as what, competition_id as id, jerseys
  ), teams as (
    delete from private.catalogue_teams team where not exists (
      select from private.catalogue_entries entry
      where (entry.team_id, entry.competition_id) = (team.team_id, team.competition_id))
    returning 'team of the catalogue', team_id, jerseys
  )
  select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', jerseys::text, 'is', null)), '[]')
  from (select * from cells union all select * from teams) gone
$function$
;

CREATE OR REPLACE FUNCTION private.invalidate_lists_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.invalidate_pages(list.id), private.mark_listed(list.id)
  from public.lists list where list.member_id = new.id and list.is_public;
  insert into private.changes (kind, id)
  select 'list', list.id from public.lists list where list.member_id = new.id and list.is_public;
  perform private.invalidate_pages(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.read_cursor(sort text, after text)
 RETURNS private.catalogue_cursor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place private.catalogue_cursor;
  parts text[];
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'owned') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[1];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[2]::bigint * interval '1 microsecond';
  place.jersey_id := parts[3];
  return place;
exception when numeric_value_out_of_range then
  raise invalid_parameter_value using
    message = 'catalogue_cursor_invalid', detail = 'No step of this order begins here.';
end $function$
;

CREATE OR REPLACE FUNCTION private.rebuild_ids(after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select id from (
      (select id from public.jerseys where id > after order by id limit at_most)
      union (select id from private.search_documents where kind = 'jersey' and id > after order by id limit at_most)
      union (select jersey_id from private.catalogue_entries where jersey_id > after order by jersey_id limit at_most)
      union (select id from public.public_changes where id > after order by id limit at_most)
      union (select id from private.public_things where kind <> 'jersey' and id > after order by id limit at_most)) known
    order by id limit at_most)
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_rows(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (ids) and (jersey.upvotes, jersey.downvotes) <> (
      select count(*) filter (where vote.vote = 'up'), count(*) filter (where vote.vote = 'down')
      from public.jersey_votes vote where vote.jersey_id = jersey.id)));
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id from private.unnumbered_changes(ids) where change <> 'changed'));
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, pattern = excluded.pattern, has_photo = excluded.has_photo,
    sponsor = excluded.sponsor, created_at = excluded.created_at, best = excluded.best, owned = excluded.owned
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.pattern, entry.has_photo, entry.sponsor, entry.created_at, entry.best, entry.owned)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.pattern, excluded.has_photo, excluded.sponsor, excluded.created_at, excluded.best, excluded.owned);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo, f.sponsor)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo, n.sponsor));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_projection(projection text, ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  are_lists_changed boolean := false;
begin
  if ids = '{}' then
    return false;
  end if;
  case projection
    when 'tiers' then perform private.refresh_tiers(ids);
    when 'words' then perform private.refresh_search('jersey', ids);
    when 'catalogue' then are_lists_changed := private.refresh_catalogue(ids);
    when 'public_changes' then perform private.refresh_public_changes(ids);
  end case;
  delete from private.failed_changes failed
  where failed.projection = refresh_projection.projection and failed.id = any (ids);
  return are_lists_changed;
exception
  -- Derived again soon, with everything else.
  when serialization_failure or deadlock_detected or lock_not_available then
    raise;
  when others then
    insert into private.failed_changes as failed (projection, id, problem)
    select refresh_projection.projection, id, left(sqlerrm, 1000) from unnest(ids) id
    on conflict on constraint failed_changes_pkey do update set problem = excluded.problem, tried_at = now();
    if cardinality(ids) = 1 then
      return false;
    end if;
    -- Which of them can't be is found by halves; those that can are taken from the table again.
    are_lists_changed := private.refresh_projection(projection, ids[:cardinality(ids) / 2]);
    return private.refresh_projection(projection, ids[cardinality(ids) / 2 + 1:]) or are_lists_changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  -- What failed a minute ago, with everything that reads it.
  again constant uuid[] := array(select distinct id from private.failed_changes where tried_at < now() - interval '1 minute');
  changed uuid[];
  voted uuid[];
  others uuid[];
  shown uuid[];
begin
  if not pg_try_advisory_xact_lock(private.lock_of_deriving()) then
    return 0;
  end if;
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select coalesce(array_agg(gone::private.changes), '{}') into taken from gone;
  voted := array(
    select id from unnest(taken) where kind = 'vote' union select unnest(again));
  changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
  shown := array(select id from unnest(taken) where kind = 'page');
  others := array(select distinct id from unnest(taken) where kind not in ('vote', 'page', 'jersey'));
  -- What comes later reads what is before it.
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  -- A page that shows other numbers: how many own a jersey orders the catalogue.
  if private.refresh_projection('catalogue', voted || changed || shown) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || shown);
  end if;
  return cardinality(taken);
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild(after uuid DEFAULT NULL::uuid, at_most integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  former jsonb;
  wrong jsonb;
begin
  -- What waits for the worker, or is due, is no error.
  while public.age_votes() > 0 loop end loop;
  perform public.derive(10000);
  perform pg_advisory_xact_lock(private.lock_of_deriving());
  ids := private.rebuild_ids(coalesce(after, private.nil()), least(greatest(at_most, 1), 100000));
  -- Votes wait. Counting would undo those cast meanwhile.
  perform from public.jerseys jersey where jersey.id = any (ids) order by jersey.id for update;
  former := (select jsonb_agg(row_) from private.derived_rows(ids) row_);
  perform private.rebuild_rows(ids);
  wrong := (
    select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', f.facts, 'is', fresh.facts) order by id, what), '[]')
    from jsonb_to_recordset(former) f (what text, id uuid, facts text)
    full join private.derived_rows(ids) fresh using (what, id)
    -- What was written after the worker had been called is the worker's.
    where f.facts is distinct from fresh.facts
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting)));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
end $function$
;

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
    COALESCE(private.told_owners(jersey.id), 0) AS owned
   FROM (public.jerseys jersey
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
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

COMMENT ON FUNCTION "public"."age_votes"() IS 'Forgets when votes were cast that are 30 days old: at most 1000 a call, returns how many';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: words and tiers of search, the catalogue, public changes, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), a jersey whose page shows something else (page), and what came, went or changed (jersey, team, competition, season, brand, list)';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

set check_function_bodies = on;
-- end

DROP INDEX "private"."catalogue_entries_rising";
DROP INDEX "private"."catalogue_entries_votes";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "rising";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "votes";
DROP TABLE "private"."standings";
