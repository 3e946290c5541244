CREATE TABLE "public"."dumps" ("id" text NOT NULL, "taken_at" timestamp with time zone NOT NULL, "manifest" jsonb NOT NULL, CONSTRAINT "dumps_id_format" CHECK ((id ~ '^\d{4}-\d{2}-\d{2}T\d{9}Z$'::text)), CONSTRAINT "dumps_manifest_object" CHECK ((jsonb_typeof(manifest) = 'object'::text)), CONSTRAINT "dumps_pkey" PRIMARY KEY (id));
ALTER TABLE "public"."dumps" ENABLE ROW LEVEL SECURITY;
CREATE INDEX dumps_latest ON public.dumps USING btree (taken_at DESC);
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'dumps', 'dumps', true, 5368709120,
  array['application/gzip', 'application/vnd.apache.parquet', 'application/json'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_dump_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A new site waits for its first night.
  select coalesce(coalesce((select max(taken_at) from public.dumps), (select min(at) from public.public_changes)) < (
    date_trunc('day', now() at time zone 'Europe/Paris' - interval '3 hours') + interval '3 hours') at time zone 'Europe/Paris', false)
$function$
;

CREATE OR REPLACE FUNCTION private.note_credited_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  select distinct 'jersey', jersey_id from public.jersey_images
  where contributor_id = new.id and licence = 'CC-BY-SA-4.0' and suggestion_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_line_ups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select distinct 'team', team_id from public.team_seasons where %I = $1$sql$, tg_argv[0])
  using new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_thing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A line-up may leave one team for another.
  insert into private.changes (kind, id)
  select distinct tg_argv[0], (written ->> coalesce(tg_argv[1], 'id'))::uuid
  from unnest(array[to_jsonb(old), to_jsonb(new)]) written where written is not null;
  perform pg_notify('outdated_pages', '*');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.open_rows(kind text, id uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case open_rows.kind
    when 'jersey' then json_build_object(
      'jerseys', (select coalesce(json_agg(row_), '[]') from private.open_jerseys row_ where row_.id = open_rows.id),
      'photos', (select coalesce(json_agg(row_ order by row_.id), '[]') from private.open_photos row_ where row_.jersey_id = open_rows.id),
      'redirects', redirects.found)
    when 'team' then json_build_object(
      'teams', (select coalesce(json_agg(row_), '[]') from private.open_teams row_ where row_.id = open_rows.id),
      'line_ups', (
        select coalesce(json_agg(row_ order by row_.competition_id, row_.season_id), '[]')
        from private.open_line_ups row_ where row_.team_id = open_rows.id),
      'redirects', redirects.found)
    when 'competition' then json_build_object('competitions', (
      select coalesce(json_agg(row_), '[]') from private.open_competitions row_ where row_.id = open_rows.id))
    when 'season' then json_build_object('seasons', (
      select coalesce(json_agg(row_), '[]') from private.open_seasons row_ where row_.id = open_rows.id))
    when 'brand' then json_build_object('brands', (
      select coalesce(json_agg(row_), '[]') from private.open_brands row_ where row_.id = open_rows.id))
  end
  from (
    select coalesce(json_agg(row_), '[]') as found from private.open_redirects row_
    where row_.kind = open_rows.kind and row_.from_id = open_rows.id) redirects
$function$
;

CREATE OR REPLACE FUNCTION private.open_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text)
;

CREATE OR REPLACE FUNCTION private.unnumbered_changes(ids uuid[])
 RETURNS TABLE(kind text, id uuid, change text, into_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select kind, id, found.change, gone.into_id
  from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
  full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
  left join (
    select 'jersey' as what, jersey_id as from_id, into_id from public.gone_jerseys
    union all
    select 'team', from_id, into_id from public.team_redirects) gone
    on gone.what = kind and gone.from_id = id and thing.is_shown is null
  cross join lateral (select case
    when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
    when gone.into_id is not null then 'merged'
    else 'went' end as change) found
  -- What has gone once does not go again.
  where found.change = 'changed' or (found.change, gone.into_id) is distinct from (known.change, known.into_id)
$function$
;

CREATE OR REPLACE FUNCTION public.check_dump()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest constant timestamptz := (select max(taken_at) from public.dumps);
begin
  if newest < now() - interval '26 hours' then
    raise exception 'dump_too_old' using detail = 'The newest dump is of ' || private.open_time(newest) || '.';
  end if;
end $function$
;

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.finish_dump(id text, taken_at timestamp with time zone, manifest jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.dumps (id, taken_at, manifest) values (finish_dump.id, finish_dump.taken_at, finish_dump.manifest);
  with kept as (
    select distinct on (private.day_at(dump.taken_at)) dump.id from public.dumps dump
    where private.day_at(dump.taken_at) > private.day_at(finish_dump.taken_at) - 7
    order by private.day_at(dump.taken_at), dump.taken_at desc
  ), first_ones as (
    select distinct on (date_trunc('month', private.day_at(dump.taken_at))) dump.id from public.dumps dump
    order by date_trunc('month', private.day_at(dump.taken_at)), dump.taken_at
  ), gone as (
    delete from public.dumps dump
    where dump.id not in (select kept.id from kept) and dump.id not in (select first_ones.id from first_ones)
    returning dump.id
  )
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name
  from storage.objects object join gone on split_part(object.name, '/', 1) = gone.id
  where object.bucket_id = 'dumps'
  on conflict on constraint storage_deletions_name_key do nothing;
end $function$
;

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.open_changes(after bigint, at_most integer DEFAULT 1000)
 RETURNS TABLE(number bigint, kind text, id uuid, change text, into_id uuid, at text, rows json)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select pc.number, pc.kind, pc.id, pc.change, pc.into_id, private.open_time(pc.at), private.open_rows(pc.kind, pc.id)
  from (
    select * from public.public_changes
    -- Lists are in no dump.
    where public_changes.number > open_changes.after and public_changes.kind <> 'list'
    order by public_changes.number limit least(greatest(open_changes.at_most, 1), 1000)) pc
  order by pc.number
$function$
;

CREATE OR REPLACE FUNCTION public.queue_unused_files(older_than interval DEFAULT '24:00:00'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  -- Photos of a refusal that can't be contested any more.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.status in ('refused', 'partly')
    and suggestion.decided_at < now() - case when suggestion.contested_at is null then private.contest_time() else private.undo_time() end;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies', 'dumps')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      when 'copies' then private.is_copy_photo(object.name)
      -- Of a dump that was interrupted.
      else exists (select from public.dumps dump where dump.id = split_part(object.name, '/', 1)) end
    and not exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = object.bucket_id and deletion.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $function$
;

CREATE VIEW "private"."open_brands" WITH (security_invoker=true) AS  SELECT id,
    name
   FROM public.brands;;

CREATE VIEW "private"."open_competitions" WITH (security_invoker=true) AS  SELECT id,
    league,
    sport,
    name,
    slug,
    country
   FROM public.competitions
  WHERE is_active;;

CREATE VIEW "private"."open_jerseys" WITH (security_invoker=true) AS  SELECT id,
    league,
    competition_id,
    season_id,
    team_id,
    team,
    title,
    year,
    kit_type,
    colors,
    pattern,
    brand_id,
    brand,
    sponsor,
    edition,
    product_codes,
    price,
    external_link,
    private.open_time(created_at) AS created_at
   FROM public.jerseys
  WHERE ((status = 'approved'::text) AND is_active);;

CREATE VIEW "private"."open_line_ups" WITH (security_invoker=true) AS  SELECT competition_id,
    season_id,
    team_id
   FROM public.team_seasons;;

CREATE VIEW "private"."open_photos" WITH (security_invoker=true) AS  SELECT image.id,
    image.jersey_id,
    image."position",
    image.kind,
    image.licence,
    COALESCE(profile.display_name, profile.username) AS credit
   FROM (public.jersey_images image
     LEFT JOIN public.profiles profile ON ((profile.id = image.contributor_id)))
  WHERE ((image.licence = 'CC-BY-SA-4.0'::text) AND (image.suggestion_id IS NULL) AND (image.path IS NOT NULL));;

CREATE VIEW "private"."open_redirects" WITH (security_invoker=true) AS  SELECT kind,
    id AS from_id,
    into_id
   FROM public.public_changes
  WHERE (change = 'merged'::text);;

CREATE VIEW "private"."open_seasons" WITH (security_invoker=true) AS  SELECT id,
    code,
    name
   FROM public.seasons
  WHERE is_active;;

CREATE VIEW "private"."open_teams" WITH (security_invoker=true) AS  SELECT id,
    competition_id,
    name,
    short_name,
    slug,
    city,
    country,
    founded_year,
    colors,
    ARRAY( SELECT ta.alias
           FROM public.team_aliases ta
          WHERE (ta.team_id = team.id)
          ORDER BY (ta.folded COLLATE "C"), (ta.alias COLLATE "C")) AS aliases
   FROM public.teams team
  WHERE is_active;;

CREATE TRIGGER competitions_shown AFTER UPDATE OF is_active ON public.competitions FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION private.note_line_ups('competition_id');

CREATE TRIGGER profiles_credited AFTER UPDATE OF username, display_name ON public.profiles FOR EACH ROW WHEN (((old.username IS DISTINCT FROM new.username) OR (old.display_name IS DISTINCT FROM new.display_name))) EXECUTE FUNCTION private.note_credited_jerseys();

CREATE TRIGGER seasons_shown AFTER UPDATE OF is_active ON public.seasons FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION private.note_line_ups('season_id');

CREATE TRIGGER team_redirects_changed AFTER INSERT OR DELETE OR UPDATE ON public.team_redirects FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'from_id');

CREATE POLICY "everyone reads which dumps there are" ON "public"."dumps" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "service role" ON "public"."dumps" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."dumps"."manifest" IS 'What manifest.json beside the files says (app/open/domain/manifest.ts)';

COMMENT ON COLUMN "public"."dumps"."taken_at" IS 'The moment whose public rows the dump has';

COMMENT ON FUNCTION "private"."is_dump_due"() IS 'True from 3 o''clock in Paris until the night''s dump is made';

COMMENT ON FUNCTION "private"."note_credited_jerseys"() IS 'Notes for the worker the jerseys whose free photos are credited to a member by another name now';

COMMENT ON FUNCTION "private"."note_line_ups"() IS 'Notes for the worker the teams whose line-ups are shown, or hidden, with a season or competition. Argument: its column';

COMMENT ON FUNCTION "private"."open_rows"(text, uuid) IS 'What each file of a dump has of a thing now: all of its rows, so that whoever keeps a copy puts them in the place of those of before';

COMMENT ON FUNCTION "private"."open_time"(timestamp with time zone) IS 'A time in ISO 8601, the same whatever the session''s time zone is';

COMMENT ON FUNCTION "public"."check_dump"() IS 'Fails if the newest dump is older than 26 hours';

COMMENT ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) IS 'Shows a dump whose files are stored, and lets go of those that are neither of the last seven nights nor the first of their month';

COMMENT ON FUNCTION "public"."open_changes"(bigint, integer) IS 'The public changes after a number, at most 1000, in their order, each with the rows that a dump would have of the thing now';

COMMENT ON FUNCTION "public"."queue_unused_files"(interval) IS 'Queues for deletion the files that no image has shown for a while, and those of unfinished dumps; returns how many';

COMMENT ON INDEX "public"."dumps_latest" IS 'The newest dump, and those before it: page, job';

COMMENT ON TABLE "public"."dumps" IS 'The dumps that can be downloaded; finish_dump() writes it';

COMMENT ON VIEW "private"."open_brands" IS 'Brands';

COMMENT ON VIEW "private"."open_competitions" IS 'Active competitions';

COMMENT ON VIEW "private"."open_jerseys" IS 'Public jerseys: their facts';

COMMENT ON VIEW "private"."open_line_ups" IS 'Which team takes part in which competition in which season';

COMMENT ON VIEW "private"."open_photos" IS 'Photos of public jerseys that may be used elsewhere, with the name to cite';

COMMENT ON VIEW "private"."open_redirects" IS 'Merged jerseys and teams, each with the one that it became, which may have been merged later';

COMMENT ON VIEW "private"."open_seasons" IS 'Active seasons';

COMMENT ON VIEW "private"."open_teams" IS 'Active teams';

REVOKE ALL ON FUNCTION "private"."is_dump_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_credited_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_line_ups"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_rows"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_rows"(text, uuid) TO "anon";

REVOKE ALL ON FUNCTION "private"."open_time"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_time"(timestamp with time zone) TO "anon";

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_dump"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_changes"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "service_role";

REVOKE ALL ON TABLE "public"."dumps" FROM "anon";

GRANT SELECT ON TABLE "public"."dumps" TO "anon";

REVOKE ALL ON TABLE "public"."dumps" FROM "authenticated";

GRANT SELECT ON TABLE "public"."dumps" TO "authenticated";

REVOKE ALL ON TABLE "public"."dumps" FROM "service_role";

GRANT SELECT ON TABLE "public"."dumps" TO "service_role";

GRANT SELECT ON TABLE "private"."open_brands" TO "anon";

GRANT SELECT ON TABLE "private"."open_competitions" TO "anon";

GRANT SELECT ON TABLE "private"."open_jerseys" TO "anon";

GRANT SELECT ON TABLE "private"."open_line_ups" TO "anon";

GRANT SELECT ON TABLE "private"."open_photos" TO "anon";

GRANT SELECT ON TABLE "private"."open_redirects" TO "anon";

GRANT SELECT ON TABLE "private"."open_seasons" TO "anon";

GRANT SELECT ON TABLE "private"."open_teams" TO "anon";

set check_function_bodies = on;
-- end
