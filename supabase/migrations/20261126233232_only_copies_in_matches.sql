-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.candidate(jersey_id uuid, is_sure boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when is_sure and own.copies = 1 then (
      select to_jsonb(copy) - 'owner_id' - 'import_key' from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$$;

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, how many copies of it the caller has, and the only one if the line surely means it; null if the caller can''t read it';

set check_function_bodies = on;
-- end
