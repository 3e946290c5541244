-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.candidate(jersey_id uuid, is_sure boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when own.copies = 1 then (
      select private.own_copy(copy) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$function$
;

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, how many copies of it the caller has, and the only one; null if the caller can''t read it';

set check_function_bodies = on;
-- end
