-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.club_called(name text, found uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with called as (
    select team.id, team.name, array_position(club_called.found, team.id) as place
    from public.teams team
    join private.team_names tn on tn.id = team.id
    where team.id = any (club_called.found) and char_length(club_called.name) > 3 and private.begin_words(
      concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)),
      private.asked_words(club_called.name))
  )
  select first.id from called first
  where first.place = (select min(place) from called)
    and not exists (select from called other where other.id <> first.id and not starts_with(other.name, first.name || ' '))
$function$
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
        then not private.teams_of_line(said ->> 'team') -> 'teams' @> jsonb_build_object(
          coalesce(copy.former_jersey ->> 'league', ''), copy.former_jersey ->> 'team')
        else coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true) end)
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
$function$
;

CREATE OR REPLACE FUNCTION private.kept_shirts(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select place, name, lower(private.said_text(jersey, 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    cross join lateral (
      select lower(coalesce(private.said_text(jersey, 'team'), private.said_text(jersey, 'title')))
      union
      select lower(name) from jsonb_each_text(line.value -> 'teams') club (league, name)) called (name)
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(distinct kept.id) as ids
    from asked join kept on kept.team = asked.name and kept.worn is not distinct from asked.worn
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
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
          where is_certain and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
end $function$
;

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and private.is_copy_of_line(copy, line -> 'jersey')
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    team_name := left(line #>> '{jersey,team}', 120);
    if known is null and jersey is null and team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', kept -> ordinality::text) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $function$
;

COMMENT ON FUNCTION "private"."club_called"(text, uuid[]) IS 'The only club among found teams whose names have words that begin so; null for less than four letters';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same (`kept`), the sport of the team that it names, and by sports what the catalogue calls it (`teams`). `kind` is `wish` or `vote`, none for a copy. At most 200 lines, of which 50 are searched';

REVOKE ALL ON FUNCTION "private"."club_called"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."club_called"(text, uuid[]) TO "authenticated";

set check_function_bodies = on;
-- end
