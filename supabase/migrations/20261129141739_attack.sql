-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."open_rows"(text, uuid);

DROP FUNCTION "public"."open_changes"(bigint, integer);

CREATE OR REPLACE FUNCTION private.hidden_characters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select U&'[\0001-\001f\007f-\009f\00ad\034f\061c\115f\1160\17b4\17b5\180b-\180f\200b-\200f\2028-\202e\2060-\206f\2800\3164\fe00-\fe0f\feff\ffa0\fff0-\fffb\fffe\ffff\+013430-\+01343f\+01bca0-\+01bca3\+01d173-\+01d17a\+0e0000-\+0e0fff]'
$function$
;

CREATE OR REPLACE FUNCTION private.invalidate_lists_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.invalidate_pages(list.id) from public.lists list where list.member_id = new.id and list.is_public;
  -- A suspension that ends by itself is noted for then.
  insert into private.changes (kind, id, at)
  select line.kind, line.id, moment
  from public.lists list
  cross join unnest(array[now(), new.banned_until]) moment
  cross join lateral (
    select 'list' as kind, list.id union all select 'page', item.jersey_id from public.list_items item where item.list_id = list.id) line
  where list.member_id = new.id and list.is_public and moment <= now() + interval '1 year';
  perform private.invalidate_pages(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_copy_of_line(copy public.copies, said jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not (
    coalesce(said ->> 'season' <> coalesce(season.code, copy.former_jersey ->> 'season'), false)
    or coalesce(said ->> 'kit_type' <> coalesce(jersey.kit_type, copy.former_jersey ->> 'kit_type'), false)
    or coalesce(private.slug(private.said_text(said, 'team')) <> private.slug(coalesce(jersey.team, copy.former_jersey ->> 'team')), false)
      and case when jersey.id is null
        then not private.teams_of_line(left(said ->> 'team', 120)) -> 'teams' @> jsonb_build_object(
          coalesce(copy.former_jersey ->> 'league', ''), copy.former_jersey ->> 'team')
        else coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true) end)
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
$function$
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.teams team join public.competitions competition on competition.id = team.competition_id
    where team.id = names_club.club and (
      team.slug = private.team_slug(names_club.name) or private.slug(team.short_name) = private.slug(names_club.name)
      or exists (
        select from public.team_aliases alias
        where alias.team_id = team.id and alias.folded = private.word_line(private.words(names_club.name)))
      or private.slug(names_club.name) like '%-%' and starts_with(private.slug(team.name) || '-', private.slug(names_club.name) || '-')
      or private.slug(team.city) = private.slug(names_club.name) and not exists (
        select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
        where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league)))
$function$
;

CREATE OR REPLACE FUNCTION private.open_files(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE kind WHEN 'jersey'::text THEN ARRAY['jerseys'::text, 'photos'::text, 'redirects'::text] WHEN 'team'::text THEN ARRAY['teams'::text, 'line_ups'::text, 'redirects'::text] WHEN 'competition'::text THEN ARRAY['competitions'::text] WHEN 'season'::text THEN ARRAY['seasons'::text] WHEN 'brand'::text THEN ARRAY['brands'::text] ELSE NULL::text[] END
;

CREATE OR REPLACE FUNCTION private.open_rows(ids uuid[])
 RETURNS TABLE(id uuid, file text, rows json)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select row_.id, 'jerseys', json_agg(row_) from private.open_jerseys row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.jersey_id, 'photos', json_agg(row_ order by row_.id) from private.open_photos row_ where row_.jersey_id = any (ids) group by row_.jersey_id
  union all
  select row_.id, 'teams', json_agg(row_) from private.open_teams row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.team_id, 'line_ups', json_agg(row_ order by row_.competition_id, row_.season_id)
  from private.open_line_ups row_ where row_.team_id = any (ids) group by row_.team_id
  union all
  select row_.id, 'competitions', json_agg(row_) from private.open_competitions row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'seasons', json_agg(row_) from private.open_seasons row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'brands', json_agg(row_) from private.open_brands row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.from_id, 'redirects', json_agg(row_) from private.open_redirects row_ where row_.from_id = any (ids) group by row_.from_id
$function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain boolean := called <> '{}';
  is_named boolean;
  found uuid[];
begin
  if not is_certain then
    found := array(
      select team.id from public.search_teams(teams_of_line.name, 6) with ordinality as team order by team.ordinality);
    called := array_remove(array[private.club_called(name, found)], null);
    is_certain := called <> '{}';
  end if;
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(select id from unnest(found[:3]) id where private.is_like_team(teams_of_line.name, id));
  end if;
  return (
    with meant as (
      select team.id, team.name, competition.league
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)
    )
    select jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
      'league', case when is_named and count(distinct meant.league) = 1 then min(meant.league) end,
      'teams', (
        select coalesce(jsonb_object_agg(of_league.league, of_league.name), '{}')
        from (
          select club.league, min(club.name) as name from meant club
          where is_certain and private.names_club(teams_of_line.name, club.id) and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
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
    where ctid = any (array(select ctid from private.changes where at <= now() limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
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

CREATE OR REPLACE FUNCTION public.open_changes(after bigint, at_most integer DEFAULT 200)
 RETURNS TABLE(number bigint, kind text, id uuid, change text, into_id uuid, at text, rows json)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with taken as materialized (
    select * from public.public_changes
    -- Lists are in no dump.
    where public_changes.number > open_changes.after and public_changes.kind <> 'list'
    order by public_changes.number limit least(greatest(open_changes.at_most, 1), 200)
  ), found as materialized (
    select * from private.open_rows(array(select taken.id from taken))
  )
  select pc.number, pc.kind, pc.id, pc.change, pc.into_id, private.open_time(pc.at), (
    select json_object_agg(listed.name, coalesce(found.rows, '[]'))
    from unnest(private.open_files(pc.kind)) listed (name) left join found on found.id = pc.id and found.file = listed.name)
  from taken pc
  order by pc.number
$function$
;

CREATE OR REPLACE FUNCTION public.worker_state()
 RETURNS TABLE(waiting bigint, lag_seconds double precision, failed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::double precision,
    (select count(*) from private.failed_changes)
  from private.changes where at <= now()
$function$
;

COMMENT ON FUNCTION "private"."names_club"(text, uuid) IS 'True if a club is called so: by a whole name, by the first words of its name, or by a city that has no other of its sport';

COMMENT ON FUNCTION "private"."open_files"(text) IS 'The files of a dump that have rows of a thing';

COMMENT ON FUNCTION "private"."open_rows"(uuid[]) IS 'What each file of a dump has of these things now';

COMMENT ON FUNCTION "public"."open_changes"(bigint, integer) IS 'The public changes after a number, at most 200, in their order, each with all rows that a dump would have of the thing now: they take the place of those of before';

REVOKE ALL ON FUNCTION "private"."names_club"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."names_club"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_files"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_files"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."open_rows"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_rows"(uuid[]) TO "anon";

REVOKE ALL ON FUNCTION "public"."open_changes"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "service_role";

set check_function_bodies = on;
-- end
