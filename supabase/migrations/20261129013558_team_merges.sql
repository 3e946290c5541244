CREATE TABLE "public"."team_redirects" ("from_id" uuid NOT NULL, "into_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "team_redirects_elsewhere" CHECK ((from_id <> into_id)), CONSTRAINT "team_redirects_pkey" PRIMARY KEY (from_id));
ALTER TABLE "public"."team_redirects" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."team_redirects" ADD CONSTRAINT "team_redirects_into_id_fkey" FOREIGN KEY (into_id) REFERENCES public.teams(id) ON DELETE CASCADE;
CREATE INDEX team_redirects_by_into ON public.team_redirects USING btree (into_id);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.former_values(revision public.revisions, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(value.key, value.value)
  from unnest(fields) field
  cross join lateral (
    select field as key, case field
      when 'photos' then revision.stored -> 'photos' -> 'before'
      else revision.changes -> field -> 'before' end as value
    where field not in ('season', 'competition')
    union all
    select field || '_id', case
      -- The team or brand was deleted since: its name stays. A merged team is the one that it became.
      when field = 'team' and not exists (
        select from public.teams where id = (revision.stored -> 'team_id' ->> 'before')::uuid) then coalesce((
          select to_jsonb(redirect.into_id) from public.team_redirects redirect
          where redirect.from_id = (revision.stored -> 'team_id' ->> 'before')::uuid), 'null')
      when field = 'brand' and not exists (
        select from public.brands where id = (revision.stored -> 'brand_id' ->> 'before')::uuid) then 'null'
      else revision.stored -> (field || '_id') -> 'before' end
    where revision.stored ? (field || '_id') or field in ('season', 'competition')
  ) value
$function$
;

CREATE OR REPLACE FUNCTION private.move_team(gone public.teams, kept public.teams)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As a renamed team's: its jerseys don't say it one by one.
  perform private.begin_revision('none');
  perform from public.jerseys where team_id = gone.id order by id for no key update;
  update public.jerseys set team_id = kept.id where team_id = gone.id;
  update public.team_seasons ts set team_id = kept.id
  where ts.team_id = gone.id and not exists (
    select from public.team_seasons ts_kept
    where ts_kept.team_id = kept.id and (ts_kept.season_id, ts_kept.competition_id) = (ts.season_id, ts.competition_id));
  update public.roll_over_teams rot set team_id = kept.id
  where rot.team_id = gone.id and not exists (
    select from public.roll_over_teams rot_kept
    where rot_kept.team_id = kept.id
      and (rot_kept.roll_over_id, rot_kept.competition_id) = (rot.roll_over_id, rot.competition_id));
  insert into public.team_aliases (team_id, alias, language)
  select kept.id, other.alias, other.language
  from (
    select alias, language from public.team_aliases where team_id = gone.id
    union all select name, null from unnest(array[gone.name, gone.short_name]) name) other (alias, language)
  where char_length(other.alias) between 2 and 60
    and private.word_line(private.words(other.alias)) <> ''
    and private.word_line(private.words(other.alias)) <> private.word_line(private.words(kept.name))
  on conflict on constraint team_aliases_key do nothing;
  -- Before the deletion, which ends what still follows the team. One who follows both keeps one.
  update public.follows follow set target_id = kept.id
  where follow.target_id = gone.id and not exists (
    select from public.follows f_kept where f_kept.member_id = follow.member_id and f_kept.target_id = kept.id);
  update public.showcases set teams = array_replace(array_remove(teams, kept.id), gone.id, kept.id)
  where teams @> array[gone.id];
  update private.arrivals arrival set target_id = kept.id
  where arrival.target_id = gone.id and not exists (
    select from private.arrivals a_kept
    where (a_kept.target_id, a_kept.jersey_id, a_kept.kind) = (kept.id, arrival.jersey_id, arrival.kind));
  delete from private.arrivals where target_id = gone.id;
  -- The right answer of a guess is the team that can be named.
  update public.daily_shirts set facts = facts || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  where facts ->> 'team_id' = gone.id::text;
  update public.daily_duels
  set first_facts = case when first_facts ->> 'team_id' = gone.id::text
      then first_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else first_facts end,
    second_facts = case when second_facts ->> 'team_id' = gone.id::text
      then second_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else second_facts end
  where gone.id::text in (first_facts ->> 'team_id', second_facts ->> 'team_id');
  update public.suggestions
  set changes = changes || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  where status = 'open' and target_type = 'jersey' and changes ->> 'team_id' = gone.id::text;
  update public.team_redirects set into_id = kept.id where into_id = gone.id;
  insert into public.team_redirects (from_id, into_id) values (gone.id, kept.id);
  perform private.end_revision();
  -- Ends its history, and tells those whose suggestions about it are open.
  delete from public.teams where id = gone.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.adopt_team(jersey_id uuid, team_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed public.jerseys;
  adopted public.teams;
  is_admin constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) or adopt_team.team_id is null and not is_admin then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Reviewers choose a team of the catalogue, and administrators add one.';
  end if;
  select * into typed from public.jerseys jersey
  where jersey.id = adopt_team.jersey_id and jersey.team_id is null and (jersey.status = 'pending' or is_admin);
  if not found then
    raise sqlstate 'PT409' using message = 'team_known', detail = 'The jersey has a team of the catalogue, was decided or deleted.';
  end if;
  if adopt_team.team_id is null then
    insert into public.teams (name, competition_id) values (typed.team, typed.competition_id) returning * into adopted;
  else
    select * into adopted from public.teams team where team.id = adopt_team.team_id and team.is_active for share;
    if not found then
      raise sqlstate 'PT404' using message = 'team_not_found', detail = 'The team was deleted or merged.';
    end if;
  end if;
  -- Public jerseys are corrected, for everybody to see; what waits simply changes.
  perform private.begin_revision('correction', auth.uid());
  update public.jerseys jersey set team_id = adopted.id
  where jersey.id in (
    select j_like.id from public.jerseys j_like
    where j_like.team_id is null and j_like.league = typed.league
      and private.team_slug(j_like.team) = private.team_slug(typed.team)
      and (j_like.status = 'pending' or is_admin)
    order by j_like.id for no key update);
  perform private.end_revision();
  return adopted.id;
end $function$
;

REVOKE ALL ON FUNCTION "public"."adopt_team"(uuid, uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.match_jerseys(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.check_importer();
  perform private.check_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, null, memo) of_line;
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_teams(from_id uuid, into_id uuid, preview boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone public.teams;
  kept public.teams;
  counted jsonb;
begin
  perform private.require_catalogue_admin();
  perform from public.teams team where team.id in (merge_teams.from_id, merge_teams.into_id) order by team.id for update;
  select * into gone from public.teams team where team.id = merge_teams.from_id;
  select * into kept from public.teams team where team.id = merge_teams.into_id;
  if gone.id is null or kept.id is null then
    raise sqlstate 'PT404' using message = 'team_not_found', detail = 'One of the teams was deleted or merged.';
  end if;
  if gone.id = kept.id or not kept.is_active or 1 < (
    select count(distinct competition.league) from public.competitions competition
    where competition.id in (gone.competition_id, kept.competition_id)) then
    raise sqlstate 'PT409' using
      message = 'teams_unmergeable', detail = 'A team is merged into another, active one of its league.';
  end if;
  select jsonb_build_object(
    'jerseys', (select count(*) from public.jerseys where team_id = gone.id),
    'entries', (select count(*) from public.team_seasons where team_id = gone.id),
    'names', (select count(*) from public.team_aliases where team_id = gone.id),
    'suggestions', (
      select count(*) from public.suggestions
      where status = 'open' and target_type = 'team' and target_id = gone.id)) into counted;
  if not merge_teams.preview then
    perform private.move_team(gone, kept);
  end if;
  return counted;
end $function$
;

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) FROM "anon";

CREATE OR REPLACE FUNCTION public.replace_line_ups(line_ups jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_catalogue_admin();
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions competition on competition.id = team.competition_id
      where competition.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      -- A competition without teams leaves the draft.
      delete from public.roll_over_competitions
      where roll_over_id = draft and competition_id = line_up.competition_id and line_up.teams = '{}';
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.teams_like(jersey_id uuid)
 RETURNS SETOF public.teams
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select team.*
  from public.jerseys jersey
  cross join lateral private.resolve_team(
    jsonb_build_object('team', jersey.team), jersey.competition_id, jersey.league, jersey.season_id) resolved
  cross join lateral jsonb_array_elements(
    case when resolved ? 'id' then jsonb_build_array(resolved) else resolved #> '{refusal,candidates}' end)
    with ordinality likely (named, place)
  join public.teams team on team.id = (likely.named ->> 'id')::uuid and team.is_active
  where jersey.id = teams_like.jersey_id and public.is_reviewer(auth.uid())
    -- The nearest name of all may be a wholly other one.
    and (resolved #>> '{refusal,reason}' is distinct from 'unknown'
      or extensions.similarity(private.fold(team.name), private.fold(jersey.team)) >= 0.3)
  order by likely.place limit 3
$function$
;

REVOKE ALL ON FUNCTION "public"."teams_like"(uuid) FROM "anon";

CREATE POLICY "everyone follows redirects to teams they read" ON "public"."team_redirects" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.teams team
  WHERE (team.id = team_redirects.into_id))));

CREATE POLICY "service role" ON "public"."team_redirects" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON FUNCTION "private"."move_team"(public.teams, public.teams) IS 'Gives everything of a team to another one, then deletes it';

COMMENT ON FUNCTION "public"."adopt_team"(uuid, uuid) IS 'Gives a jersey whose team was typed a team of the catalogue, or as an administrator adds that team; also others of the league that are typed alike: those that wait, and for an administrator public ones';

COMMENT ON FUNCTION "public"."match_jerseys"(jsonb) IS 'What an import into the catalogue would do with each line, at most 200: new, there, duplicate with candidates, or refused with fields, reasons and nearest names. Of a line without a title also the names of its team and season, which make one. Changes nothing. For administrators';

COMMENT ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) IS 'Merges a team into another of its league: jerseys, line-ups, names, follows and its address. Answers how much moves, and how many open suggestions about it end; as a preview nothing does';

COMMENT ON FUNCTION "public"."replace_line_ups"(jsonb) IS 'Sets the teams of competitions in seasons, all or none: [{season_id, competition_id, teams, seen}]. In a season with a draft, a competition without a public line-up is changed in the draft, and leaves it without teams';

COMMENT ON FUNCTION "public"."teams_like"(uuid) IS 'The teams of the catalogue that a typed one may be, as an import finds them. For reviewers; nobody else gets a row';

COMMENT ON TABLE "public"."team_redirects" IS 'Where the address of a merged team leads; merge_teams() writes it';

REVOKE ALL ON FUNCTION "private"."move_team"(public.teams, public.teams) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."adopt_team"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."adopt_team"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."adopt_team"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."teams_like"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."teams_like"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."teams_like"(uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."team_redirects" FROM "anon";

GRANT SELECT ON TABLE "public"."team_redirects" TO "anon";

REVOKE ALL ON TABLE "public"."team_redirects" FROM "authenticated";

GRANT SELECT ON TABLE "public"."team_redirects" TO "authenticated";

set check_function_bodies = on;
-- end
