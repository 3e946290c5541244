-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant text := (
    select jsonb_object_agg(key, value)::text from jsonb_each(line)
    where key in ('team', 'team_competition', 'league', 'competition', 'season', 'brand', 'as_written',
      'competition_id', 'season_id', 'team_id', 'brand_id')
      or key = 'year' and line ->> 'season' is null);
  resolved jsonb := memo -> asked;
  competition jsonb;
  season jsonb;
  team jsonb;
  brand jsonb;
begin
  if resolved is null then
    competition := private.resolve_competition(line);
    season := private.resolve_season(line);
    brand := private.resolve_brand(line);
    if competition #>> '{refusal,reason}' = 'missing' then
      -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
      team := private.resolve_team(line, null, line ->> 'league', (season ->> 'id')::uuid);
      if team ? 'id' then
        competition := private.resolve_competition(jsonb_build_object('competition_id', (
          select own.competition_id from public.teams own where own.id = (team ->> 'id')::uuid)));
      end if;
    else
      team := private.resolve_team(
        line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    end if;
    resolved := jsonb_build_object('competition', competition, 'season', season, 'team', team, 'brand', brand);
    memo := memo || jsonb_build_object(asked, resolved);
  else
    competition := resolved -> 'competition';
    season := resolved -> 'season';
    team := resolved -> 'team';
    brand := resolved -> 'brand';
  end if;
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(resolved) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'title', private.tidy(line ->> 'title'), 'year', private.tidy(line ->> 'year'),
      'edition', private.tidy(line ->> 'edition'), 'kit_type', line ->> 'kit_type', 'colors', line -> 'colors',
      'description', private.tidy(line ->> 'description'), 'external_link', private.tidy(line ->> 'external_link'),
      'price', private.tidy(line ->> 'price'), 'created_at', line ->> 'created_at')));
end $function$
;

set check_function_bodies = on;
-- end
