-- joins: 20261128124043 20261128155549
-- otherwise: start commit cf02adc3 on it once, then this one

-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
CREATE TABLE "private"."changes" ("kind" text NOT NULL, "id" uuid NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'page'::text]))));
ALTER TABLE "private"."changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."vote_sums" RESET (fillfactor);
CREATE TABLE "private"."voters_noted" ("until" timestamp with time zone);
delete from private.vote_sums where slot <> -1;
ALTER TABLE "private"."vote_sums" DROP CONSTRAINT "vote_sums_pkey";
ALTER TABLE "private"."vote_sums" DROP COLUMN "slot";
insert into private.voters_noted (until) values (null);
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
drop table private.catalogue_cells, private.catalogue_entries, private.ended_entries, private.catalogue_edition, private.catalogue_groupings,
  private.changed_facts, private.team_kit_counts, private.author_counts, public.jersey_counts;
alter type private.catalogue_cursor drop attribute edition cascade;
create table private.catalogue_entries (
  -- No reference: its check would lock the jersey whenever votes are derived from.
  jersey_id uuid constraint catalogue_entries_pkey primary key,
  competition_id uuid not null,
  team_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  created_at timestamptz not null,
  best double precision not null,
  votes integer not null,
  rising double precision not null,
  cell bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored
) with (fillfactor = 80);
create table private.catalogue_cells (
  competition_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  jerseys integer not null,
  number bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored,
  constraint catalogue_cells_pkey primary key (competition_id, year, kit, brand_id, color, has_photo)
) with (fillfactor = 70);
create table private.catalogue_teams (
  team_id uuid not null,
  competition_id uuid not null,
  jerseys integer not null,
  constraint catalogue_teams_pkey primary key (team_id, competition_id)
) with (fillfactor = 70);
create index catalogue_cells_of_brand on private.catalogue_cells (brand_id);
create index catalogue_cells_of_color on private.catalogue_cells (color);
create index catalogue_cells_of_year on private.catalogue_cells (year);
create index catalogue_entries_best on private.catalogue_entries (best, created_at, jersey_id);
create index catalogue_entries_votes on private.catalogue_entries (votes, created_at, jersey_id);
create index catalogue_entries_rising on private.catalogue_entries (rising, created_at, jersey_id);
create index catalogue_entries_newest on private.catalogue_entries (created_at, jersey_id);
create index catalogue_entries_year on private.catalogue_entries (year, created_at, jersey_id);
create index catalogue_entries_of_cell on private.catalogue_entries (cell);
create index catalogue_entries_of_team on private.catalogue_entries (team_id, competition_id);
alter table private.changes drop constraint changes_kind_known;
alter table private.changes add constraint changes_kind_known check (kind in ('vote', 'voter', 'jersey', 'page'));
drop index public.jerseys_of_author;
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc) include (status);
CREATE TABLE "private"."failed_changes" ("projection" text NOT NULL, "id" uuid NOT NULL, "problem" text NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "tried_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "failed_changes_pkey" PRIMARY KEY (projection, id));
ALTER TABLE "private"."failed_changes" ENABLE ROW LEVEL SECURITY;
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."changes" DROP CONSTRAINT "changes_kind_known";
CREATE TABLE "public"."public_changes" ("number" bigint NOT NULL, "kind" text NOT NULL, "id" uuid NOT NULL, "change" text NOT NULL, "into_id" uuid, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "public_changes_change_known" CHECK ((change = ANY (ARRAY['came'::text, 'changed'::text, 'went'::text, 'merged'::text]))), CONSTRAINT "public_changes_into_of_merge" CHECK (((change = 'merged'::text) = (into_id IS NOT NULL))), CONSTRAINT "public_changes_kind_known" CHECK ((kind = ANY (ARRAY['jersey'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text]))), CONSTRAINT "public_changes_number_key" UNIQUE (number), CONSTRAINT "public_changes_pkey" PRIMARY KEY (id, kind));
ALTER TABLE "public"."public_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."changes" ADD CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'jersey'::text, 'page'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text])));
insert into public.public_changes (number, kind, id, change)
select row_number() over (order by at, id), kind, id, 'came'
from (
  select 'jersey' as kind, id, created_at as at from public.jerseys where status = 'approved' and is_active
  union all select 'team', id, null from public.teams where is_active
  union all select 'competition', id, null from public.competitions where is_active
  union all select 'season', id, null from public.seasons where is_active
  union all select 'brand', id, null from public.brands
  union all select 'list', list.id, list.created_at from public.lists list where private.is_shown_list(list)) shown;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images";

DROP POLICY "members read images of jerseys they read" ON "public"."jersey_images";

DROP TRIGGER "standings_mark_pending" ON "private"."standings";

DROP TRIGGER "brands_invalidate" ON "public"."brands";

DROP TRIGGER "competitions_invalidate" ON "public"."competitions";

DROP TRIGGER "competitions_search_jerseys" ON "public"."competitions";

DROP TRIGGER "jersey_images_added" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_admit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed_by_author" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_complete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_refresh" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removal_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removed" ON "public"."jersey_images";

DROP TRIGGER "jersey_votes_begin" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_cast" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_changed" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_judge" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_withdrawn" ON "public"."jersey_votes";

DROP TRIGGER "jerseys_approved_stays" ON "public"."jerseys";

DROP TRIGGER "jerseys_came_or_went" ON "public"."jerseys";

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_refresh" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_description" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_edition" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_external_link" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_title" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP TRIGGER "jerseys_wait_for_merges" ON "public"."jerseys";

DROP TRIGGER "jerseys_with_edit" ON "public"."jerseys";

DROP TRIGGER "seasons_invalidate" ON "public"."seasons";

DROP TRIGGER "seasons_listed" ON "public"."seasons";

DROP TRIGGER "seasons_refresh" ON "public"."seasons";

DROP TRIGGER "seasons_search_jerseys" ON "public"."seasons";

DROP TRIGGER "team_aliases_invalidate" ON "public"."team_aliases";

DROP TRIGGER "team_seasons_invalidate" ON "public"."team_seasons";

DROP TRIGGER "teams_invalidate" ON "public"."teams";

DROP TRIGGER "teams_search_jerseys" ON "public"."teams";

DROP VIEW "private"."edited_images";

DROP VIEW "private"."own_edits";

DROP FUNCTION "private"."accepted_verdicts"(jsonb, jsonb);

DROP FUNCTION "private"."add_jerseys"(public.jerseys, integer);

DROP FUNCTION "private"."add_votes"(bigint, bigint);

DROP FUNCTION "private"."admit_image"();

DROP FUNCTION "private"."after_images_added"();

DROP FUNCTION "private"."after_images_removed"();

DROP FUNCTION "private"."after_jersey_came_or_went"();

DROP FUNCTION "private"."after_jersey_changed"();

DROP FUNCTION "private"."apply_pending_standings"(integer);

DROP FUNCTION "private"."apply_standings"(uuid[]);

DROP FUNCTION "private"."begin_edition"();

DROP FUNCTION "private"."begin_votes"();

DROP FUNCTION "private"."cell_keys"(uuid, uuid, smallint, text, uuid, text, boolean);

DROP FUNCTION "private"."cells_that_know"(integer);

DROP FUNCTION "private"."check_image_count"(uuid[]);

DROP FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, uuid);

DROP FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text);

DROP FUNCTION "private"."count_facts"(private.catalogue_filter);

DROP FUNCTION "private"."count_jersey"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_kit"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_of_author"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_together"(private.catalogue_filter, integer);

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."current_votes"();

DROP FUNCTION "private"."dim_of"(text);

DROP FUNCTION "private"."dims_of"(private.catalogue_filter);

DROP FUNCTION "private"."drop_changes"(uuid, text[]);

DROP FUNCTION "private"."fact_conditions"(private.catalogue_filter, text);

DROP FUNCTION "private"."for_ever"();

DROP FUNCTION "private"."forget_entries"();

DROP FUNCTION "private"."free_image_id"(uuid, uuid);

DROP FUNCTION "private"."invalidate_all_pages"();

DROP FUNCTION "private"."is_author_writing"();

DROP FUNCTION "private"."is_staging"();

DROP FUNCTION "private"."judge_vote"();

DROP FUNCTION "private"."keep_approved"();

DROP FUNCTION "private"."lock_jersey_counts"();

DROP FUNCTION "private"."locked_status"(uuid);

DROP FUNCTION "private"."mark_changed_facts"(uuid[], text);

DROP FUNCTION "private"."mark_changed_season"();

DROP FUNCTION "private"."mark_outdated"(uuid);

DROP FUNCTION "private"."mark_pending_standing"();

DROP FUNCTION "private"."open_edit"(uuid, jsonb, jsonb);

DROP FUNCTION "private"."parked_image_id"(uuid);

DROP FUNCTION "private"."periods_of"(private.catalogue_filter);

DROP FUNCTION "private"."photos_of"(uuid);

DROP FUNCTION "private"."place_images"(uuid[]);

DROP FUNCTION "private"."place_in"(jsonb, uuid);

DROP FUNCTION "private"."publish_outdated"();

DROP FUNCTION "private"."recheck_voters"(uuid[], integer);

DROP FUNCTION "private"."reconcile_edit"(uuid);

DROP FUNCTION "private"."record_words_of_jersey"(uuid);

DROP FUNCTION "private"."record_words_of_jerseys"();

DROP FUNCTION "private"."refresh_changed"(text);

DROP FUNCTION "private"."refresh_entries"(uuid[]);

DROP FUNCTION "private"."refresh_entries_of_statement"();

DROP FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone);

DROP FUNCTION "private"."set_removed"(uuid, jsonb);

DROP FUNCTION "private"."shift_all"(private.vote_shift[]);

DROP FUNCTION "private"."shift_standing"(uuid, integer, integer, double precision);

DROP FUNCTION "private"."shift_votes"(uuid, bigint, bigint);

DROP FUNCTION "private"."show_edit"();

DROP FUNCTION "private"."stage_image"(public.jersey_images);

DROP FUNCTION "private"."stage_image_removal"(public.jersey_images);

DROP FUNCTION "private"."stage_text"();

DROP FUNCTION "private"."stages_edits"(text);

DROP FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer);

DROP FUNCTION "private"."value_sql"(text);

DROP FUNCTION "public"."apply_pending_standings"(integer);

DROP FUNCTION "public"."recheck_due_voters"();

DROP FUNCTION "public"."recount_authors"();

DROP FUNCTION "public"."recount_catalogue"();

DROP FUNCTION "public"."recount_kits"();

DROP FUNCTION "public"."recount_standings"();

DROP FUNCTION "public"."recount_sums"();

DROP FUNCTION "public"."recount_votes"();

CREATE OR REPLACE FUNCTION private.accept_same_edits(decided public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_same
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_same)) key)
    where decided.kind = 'edit' and s_same.kind = 'edit' and s_same.status = 'open' and s_same.id <> decided.id
      and s_same.target_type = decided.target_type and s_same.target_id = decided.target_id and s_same.changes = decided.changes
      and s_same.verdicts = '{}' and s_same.contested_at is null and s_same.held_at is null
      and s_same.member_id is distinct from auth.uid()
      and not exists (select from public.jersey_images image where image.suggestion_id = s_same.id)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images image where image.id = picture.id)
      then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$function$
;

CREATE OR REPLACE FUNCTION private.admit_jersey_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  elsif tg_op = 'INSERT' then
    perform private.check_active(null, new);
    return new;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id, new.team);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  new := private.check_author_update(old, new);
  perform private.check_active(old, new);
  if old.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_texts(old, new);
    return old;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.admit_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  elsif tg_op = 'UPDATE' and new.vote <> old.vote then
    new.cast_at := now();
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION private.admitted_image(was public.jersey_images, becomes public.jersey_images, is_request boolean)
 RETURNS public.jersey_images
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := is_request and not public.is_admin(auth.uid());
begin
  if becomes.id is null and was.id is not null then
    if is_author then
      perform private.check_not_gone(was.jersey_id);
    end if;
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
  end if;
  if is_author and was.id is null then
    becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id, becomes.id);
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_suggested constant boolean := image.suggestion_id is not null;
begin
  perform private.log_change(
    'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  perform private.list_image(old, new);
  if is_suggested then
    return null;
  end if;
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if pg_trigger_depth() = 1 and (tg_op <> 'UPDATE' or old.suggestion_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.suggestion_id is not null then
    perform private.record_arrival('photo', image.jersey_id);
  end if;
  perform private.invalidate_pages(image.jersey_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.follow_images(
    array(select written::public.jersey_images from written), tg_op = 'INSERT', current_user = 'authenticated');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if (was_public or is_public) and old is distinct from new then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.anniversary_jersey(league text, day date, seed text, recent uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select found.id
  from (
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = anniversary_jersey.league
      and private.founded_round_years_ago(team.founded_year, anniversary_jersey.day) is not null
      -- Once in the year that it celebrates.
      and not exists (
        select from public.daily_shirts shirt
        where shirt.kind = 'shown' and date_trunc('year', shirt.day) = date_trunc('year', anniversary_jersey.day)
          and shirt.facts ->> 'team_id' = team.id::text)
    order by md5(seed || team.id) limit 20
  ) team cross join lateral (
    select picked.id from (
      select best.id from (
        select jersey.id, jersey.competition_id from public.jerseys jersey
        where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 200
      ) best
      where best.competition_id <> all (recent)
        and exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, anniversary_jersey.day, 'shown')
    limit 1
  ) found
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction' else 'suggestion' end,
    suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.before_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return private.admitted_image(old, new, current_user = 'authenticated');
end $function$
;

CREATE OR REPLACE FUNCTION private.before_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'DELETE' then
    perform private.lock_merges();
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_deriving()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) $function$
;

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'copies' and mr.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collection set id = gen_random_uuid()
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections' and collection.id = mr.row_id
    and collection.jersey_id = kept;
  update public.user_collections collection
  set id = mr.row_id, created_at = (mr.stored ->> 'created_at')::timestamptz
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections'
    and collection.user_id = mr.member_id and collection.jersey_id = gone
    and not exists (select from public.user_collections uc_taken where uc_taken.id = mr.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_redirects' and mr.row_id = redirect.from_id
      and redirect.into_id = kept;
    perform private.set_change('moving', 'true');
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_votes' and mr.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes jv_own where jv_own.jersey_id = gone and jv_own.voter_id = vote.voter_id);
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.user_wishlists wishlist set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'user_wishlists' and mr.row_id = wishlist.id
      and wishlist.jersey_id = kept
      and not exists (select from public.user_wishlists uw_own where uw_own.jersey_id = gone and uw_own.user_id = wishlist.user_id);
    update public.list_items item set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'list_items' and mr.row_id = item.id
      and item.jersey_id = kept
      and not exists (select from public.list_items li_own where li_own.jersey_id = gone and li_own.list_id = item.list_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'comments' and mr.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (mr.stored #>> '{}')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'notices' and mr.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
end $function$
;

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

CREATE OR REPLACE FUNCTION private.catalogue_limit(name text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE name WHEN 'few'::text THEN 1000 WHEN 'looked_at'::text THEN 20000 WHEN 'by_team'::text THEN 20000 WHEN 'words'::text THEN 5000 ELSE NULL::integer END
;

CREATE OR REPLACE FUNCTION private.change_suggestion(suggestion public.suggestions, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text, is_added boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suggestions s
  set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end
      || private.pick_columns(present, private.with_dependent_columns(columns)),
    words = case when is_added then s.words - dropped else '{}' end
      || private.suggestion_words(s.target_type, present, wanted, columns)
  where s.id = suggestion.id
  returning * into suggestion;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_image_count(images public.jersey_images[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey_ids constant uuid[] := array(select distinct image.jersey_id from unnest(images) image);
  suggestion_ids constant uuid[] := array(select distinct image.suggestion_id from unnest(images) image);
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
      -- Those of former members aren't one member's.
      and image.contributor_id is not null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion) wanted
    where suggestion.target_id = any (jersey_ids) and suggestion.status = 'open' and wanted.contributor_id = suggestion.member_id
    group by suggestion.id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion) wanted
    where suggestion.id = any (suggestion_ids)
    group by suggestion.id having count(*) > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_shape(target_type text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && @.key != "removed" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or changes ? 'colors'
      and (jsonb_typeof(changes -> 'colors') <> 'array'
        or jsonb_path_exists(changes, 'strict $.colors[*] ? (@.type() != "string")'))
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    or changes ? 'removed' and (jsonb_typeof(changes -> 'removed') <> 'array'
      or jsonb_path_exists(changes, 'strict $.removed[*] ? (@.type() != "string")'))
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_typeof(photos) <> 'array'
    or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A file of somebody else could be exchanged after it was accepted.
  perform private.check_image_address(photo ->> 'url') from jsonb_array_elements(photos) photo;
  if exists (
    select from jsonb_array_elements(photos) photo
    where photo ->> 'kind' is null) then
    raise not_null_violation using message = 'A suggested photo says what it shows.';
  end if;
  if exists (
    select from jsonb_array_elements(photos) photo
    where split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text) then
    raise insufficient_privilege using
      message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
  end if;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url')
          or image.suggestion_id is null and image.likeness::text = photo ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      where suggestion.id is null and not coalesce(removed ? image.id::text, false)
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid();
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if given ? 'removed' and is_author is distinct from true then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Only its author takes photos off a jersey; others report them.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 and removed is null then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if char_length(stated) not between 10 and 500 or stated is null
    -- An author says what their jersey is called and shows it.
    and (is_author is distinct from true or not columns <@ array['title', 'edition', 'description', 'external_link', 'photos']) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_cells(asked private.catalogue_filter, facet text DEFAULT ''::text)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells where %s group by 1',
    case facet
      when 'competition' then 'competition_id::text' when 'decade' then '(year / 10 * 10)::text' when 'kit' then 'kit'
      when 'brand' then 'brand_id::text' when 'color' then 'color' when 'photo' then 'has_photo::integer::text'
      else '''''' end,
    private.fact_conditions(asked))
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
  with candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included)
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams)
  ), checked as (
    -- Each filter that a jersey misses has a bit.
    select entry.*,
      case when asked.leagues is null or competition.league = any (asked.leagues) then 0 else 1 end
      + case when asked.competitions is null or entry.competition_id = any (asked.competitions) then 0 else 2 end
      + case when asked.teams is null or entry.team_id = any (asked.teams) then 0 else 4 end
      + case when asked.brands is null or entry.brand_id = any (asked.brands) then 0 else 8 end
      + case when asked.kits is null or entry.kit = any (asked.kits) then 0 else 16 end
      + case when asked.colors is null or entry.color = any (asked.colors) then 0 else 32 end
      + case when asked.photo is null or entry.has_photo = any (asked.photo) then 0 else 64 end
      + case when entry.year between coalesce(asked.first_year, entry.year) and coalesce(asked.last_year, entry.year)
          then 0 else 128 end as missed
    from candidate entry join public.competitions competition on competition.id = entry.competition_id
    where scope.excluded is null or entry.jersey_id <> all (scope.excluded)
  )
  -- A facet counts what fits all filters, or all but its own.
  select facet.name, facet.value, count(*)
  from checked cross join lateral (values
    ('total', '', 0), ('sport', competition_id::text, 1), ('competition', competition_id::text, 2),
    ('team', team_id::text, 4), ('brand', brand_id::text, 8), ('kit', kit, 16), ('color', color, 32),
    ('photo', has_photo::integer::text, 64), ('decade', (year / 10 * 10)::text, 128)) as facet (name, value, bit)
  where missed in (0, facet.bit)
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_facts(asked private.catalogue_filter)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name, counted.value, counted.jerseys
  from unnest(array['brand', 'kit', 'color', 'photo', 'decade']) name
  cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
  union all
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  select facet.name, facet.value, sum(cell.jerseys)
  from private.count_cells(
    private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
  join public.competitions competition on competition.id = cell.value::uuid
  cross join lateral (values (
    asked.leagues is null or competition.league = any (asked.leagues),
    asked.competitions is null or competition.id = any (asked.competitions))) as fits (sport, competition)
  cross join lateral (values
    ('competition', cell.value, fits.sport), ('sport', cell.value, fits.competition),
    ('total', '', fits.sport and fits.competition)) as facet (name, value, counts)
  where facet.counts
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  jerseys bigint;
begin
  execute format(
    'select count(*) from private.catalogue_entries where %s',
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end,
      private.fact_conditions(asked)))
  into jerseys
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams;
  return jerseys;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_teams(asked private.catalogue_filter, total bigint)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  others private.catalogue_filter := private.without_filter(asked, 'team');
  competitions constant uuid[] := private.competitions_of(asked);
begin
  others.leagues := null;
  others.competitions := null;
  if private.fact_conditions(others) = 'true' then
    return query
      select team.team_id::text, sum(team.jerseys) from private.catalogue_teams team
      where competitions is null or team.competition_id = any (competitions) group by 1;
  elsif total <= private.catalogue_limit('by_team') then
    return query execute format(
      'select entry.team_id::text, count(*)
       from (select distinct number from private.catalogue_cells where %1$s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where %1$s group by 1',
      private.fact_conditions(asked))
    using competitions, private.years_of(asked), asked.kits, asked.brands, asked.colors, asked.photo;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_change() ? 'moving' then
    return null;
  elsif tg_op = 'UPDATE' and old.jersey_id = new.jersey_id then
    if (old.vote, old.cast_at) is distinct from (new.vote, new.cast_at) then
      perform private.move_counters(
        new.jersey_id, (new.vote = 'up')::integer - (old.vote = 'up')::integer,
        (new.vote = 'down')::integer - (old.vote = 'down')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.move_counters(old.jersey_id, -(old.vote = 'up')::integer, -(old.vote = 'down')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.move_counters(new.jersey_id, (new.vote = 'up')::integer, (new.vote = 'down')::integer);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.deletes_image(image public.jersey_images)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
begin
  if image.suggestion_id is not null then
    -- What another request adds meanwhile is in it first.
    select * into suggestion from public.suggestions s where s.id = image.suggestion_id for update;
    perform private.end_empty_suggestion(suggestion, private.photo_key(image.id));
    return true;
  end if;
  select * into jersey from public.jerseys j where j.id = image.jersey_id for no key update;
  if jersey.status is distinct from 'approved' then
    return true;
  end if;
  perform private.count_write('edits', 1);
  perform private.suggest_own(jersey, jsonb_build_object('removed', jsonb_build_array(image.id)));
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION private.departure_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select case
    when gone.id is null then 'expired'
    when revision.kind = 'approved' then private.approval_stays(revision, is_administrator)
    when not is_administrator and (import.id is not null or gj.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when gj.jersey_id is null then 'undone'
      when gj.undo_until is null or gj.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when gj.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(gj.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys ij where ij.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when gj.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.used_by_members(gone.id) is not null then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys gj on gj.jersey_id = gone.id
$function$
;

CREATE OR REPLACE FUNCTION private.derived_rows(ids uuid[])
 RETURNS TABLE(what text, id uuid, facts text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'counters', jersey.id, concat_ws(' ', jersey.upvotes, jersey.downvotes) from public.jerseys jersey where jersey.id = any (ids)
  union all
  select 'standings', jersey_id, concat_ws(' ', upvotes, downvotes, rising) from private.standings where jersey_id = any (ids)
  union all
  select 'words', document.id, document.words::text
  from private.search_documents document where kind = 'jersey' and document.id = any (ids)
  union all
  select 'catalogue', jersey_id, entry::text from private.catalogue_entries entry where jersey_id = any (ids)
  union all
  select 'cell of the catalogue', entry.jersey_id, cell.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, has_photo)
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

CREATE OR REPLACE FUNCTION private.differs("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE WHEN ("column" = 'photos'::text) THEN (private.photos_in((was -> 'photos'::text), (becomes -> 'photos'::text)) IS DISTINCT FROM private.photos_in((becomes -> 'photos'::text), (was -> 'photos'::text))) ELSE ((was -> "column") IS DISTINCT FROM (becomes -> "column")) END OR ((private.name_column("column") IS NOT NULL) AND (NULLIF((becomes -> "column"), 'null'::jsonb) IS NULL) AND ((was -> private.name_column("column")) IS DISTINCT FROM (becomes -> private.name_column("column")))))
;

CREATE OR REPLACE FUNCTION private.drop_empty_counts()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with cells as (
    delete from private.catalogue_cells cell where not exists (
      select from private.catalogue_entries entry
      where entry.cell = cell.number and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.has_photo)
        = (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.has_photo))
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

CREATE OR REPLACE FUNCTION private.edit_of_author(jersey public.jerseys)
 RETURNS public.suggestions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.end_empty_suggestion(suggestion public.suggestions, leaving text DEFAULT NULL::text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.pending_keys(suggestion) <@ array_remove(array[leaving], null) then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id and s.status = 'open'
    returning * into suggestion;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_merges(jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  departed public.gone_jerseys;
  merged public.gone_jerseys;
begin
  insert into private.changes (kind, id) select 'jersey', jersey_id from public.gone_jerseys where into_id = jersey.id;
  select * into departed from public.gone_jerseys where jersey_id = jersey.id;
  if departed.jersey_id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.gone_jerseys
    set into_id = case when departed.kind = 'merge' and jersey_id <> departed.into_id then departed.into_id else into_id end,
      undo_until = case when undo_until is not null then now() end
    where into_id = jersey.id;
    update public.gone_jerseys set undo_until = null where jersey_id = jersey.id;
    delete from private.moved_rows where jersey_id = jersey.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for merged in
      select * from public.gone_jerseys where into_id = jersey.id and undo_until > now() order by gone_at desc for update
    loop
      if merged.urgency is null then
        perform private.begin_revision('undo');
        perform private.bring_back(merged, null);
        perform private.end_revision();
      else
        -- What may harm somebody stays hidden, as if it had been removed: an administrator brings it back.
        update public.gone_jerseys set kind = 'removal', into_id = null where jersey_id = merged.jersey_id;
        update public.revisions revision
        set kind = 'removal', target_id = merged.jersey_id,
          changes = jsonb_build_object('jersey', jsonb_build_object('before', merged.title, 'after', null))
        where revision.batch_id = merged.batch_id and private.gone_of(revision) = merged.jersey_id;
      end if;
    end loop;
    perform private.set_change('leaving', null);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.fact_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case when asked.leagues is not null or asked.competitions is not null then 'competition_id = any ($1)' end,
    case when asked.first_year is not null or asked.last_year is not null then 'year between ($2)[1] and ($2)[2]' end,
    case when asked.kits is not null then 'kit = any ($3)' end,
    case when asked.brands is not null then 'brand_id = any ($4)' end,
    case when asked.colors is not null then 'color = any ($5)' end,
    case when asked.photo is not null then 'has_photo = any ($6)' end)
$function$
;

CREATE OR REPLACE FUNCTION private.first_of_season(season text, at_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  select coalesce(array_agg(ranked.jersey_id), '{}')
  from (
    select entry.jersey_id
    from private.catalogue_entries entry
    join public.jerseys jersey on jersey.id = entry.jersey_id
    join public.seasons s_played on s_played.id = jersey.season_id
    where entry.best >= 1 and jersey.status = 'approved' and jersey.is_active
      and entry.year = (
        select left(code, 4)::smallint from public.seasons
        where code = first_of_season.season and is_active)
      -- A tournament of 2022 is not a part of the season 2022-23.
      and (s_played.code like '%-%') = (first_of_season.season like '%-%')
    order by entry.best desc, entry.created_at desc, entry.jersey_id desc
    limit first_of_season.at_most) ranked
$function$
;

CREATE OR REPLACE FUNCTION private.follow_images(images public.jersey_images[], are_added boolean, is_request boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_request then
    perform private.count_write(case when are_added then 'images' else 'edits' end, cardinality(images));
  end if;
  perform private.return_to_queue(array(select distinct image.jersey_id from unnest(images) image));
  if are_added then
    perform private.check_image_count(images);
    perform private.keep_files(images);
  else
    perform private.queue_file_deletion(images);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
  insert into private.changes (kind, id)
  select 'list', list.id from public.lists list where list.is_public and list.id in (select list_id from changed);
  -- A note is on the list's own page, which no cache has.
  if tg_op <> 'UPDATE' then
    perform private.invalidate_pages(list.id) from public.lists list
    where list.is_public and list.id in (select list_id from changed);
  end if;
  if tg_op = 'INSERT' then
    insert into private.changes (kind, id)
    select distinct 'page', item.jersey_id
    from changed item join public.lists list on list.id = item.list_id and list.is_public;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_undoing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if undone.kind <> 'trusted' and undone.undoes is null or exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select revision.suggestion_id from public.revisions revision where revision.id = undone.undoes and revision.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_few(asked private.catalogue_filter)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most constant integer := private.catalogue_limit('few');
  cells integer;
begin
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $7 + 1) cell', private.fact_conditions(asked))
  into cells
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, most;
  return cells <= most;
end $function$
;

CREATE OR REPLACE FUNCTION private.import_votes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.votable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.votable_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION private.insert_imported(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.set_change('batch', 'true');
  insert into public.jerseys (
    id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type,
    colors, description, external_link, price, status, moderated_by, moderated_at, created_at)
  select id, author_id, league, competition_id, season_id, team_id, coalesce(team, ''), title, year, brand, brand_id,
    edition, kit_type, coalesce(colors, '{}'), description, external_link, price, status,
    case when status = 'approved' then auth.uid() end, case when status = 'approved' then now() end,
    least(coalesce(created_at, now()), now())
  from jsonb_populate_recordset(null::public.jerseys, insert_imported.rows);
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $function$
;

CREATE OR REPLACE FUNCTION private.insert_suggestion(of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, stated text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
  values (
    of_type, target, coalesce(present ->> 'title', present ->> 'name'), auth.uid(), given,
    private.pick_columns(present, private.with_dependent_columns(columns)),
    private.suggestion_words(of_type, present, wanted, columns), stated)
  on conflict do nothing
  returning * into suggestion;
  -- An author's direct write in another window: it has no lock of the member's.
  if not found then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.is_public then
    perform private.invalidate_pages(old.id);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    perform private.invalidate_pages(new.member_id);
    perform private.mark_listed(new.id);
  end if;
  if tg_op <> 'INSERT' and old.is_public or tg_op <> 'DELETE' and new.is_public then
    insert into private.changes (kind, id) values ('list', coalesce(new.id, old.id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_pages(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('outdated_pages', invalidate_pages.id::text);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_undone(revision_id bigint, field text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  later record;
  undone bigint[] := '{}';
begin
  -- Most never were.
  if not exists (select from public.revisions revision where revision.undoes = is_undone.revision_id) then
    return false;
  end if;
  for later in
    with recursive chain as (
      select revision.id, revision.undoes from public.revisions revision
      where revision.undoes = is_undone.revision_id and revision.changes ? is_undone.field
      union all
      select revision.id, revision.undoes
      from chain join public.revisions revision on revision.undoes = chain.id and revision.changes ? is_undone.field
    )
    select chain.id, chain.undoes from chain order by chain.id desc
  loop
    if not later.id = any (undone) then
      undone := array_append(undone, later.undoes);
    end if;
  end loop;
  return is_undone.revision_id = any (undone);
end $function$
;

CREATE OR REPLACE FUNCTION private.list_image(former public.jersey_images, image public.jersey_images)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if former.id is not null and former.suggestion_id is null or image.id is not null and image.suggestion_id is null then
    insert into private.changes (kind, id)
    select distinct 'jersey', id from unnest(array[former.jersey_id, image.jersey_id]) id where id is not null;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions s_own
    where s_own.member_id = member and s_own.target_type = of_type and s_own.target_id = target and s_own.kind in ('edit', 'photos')
      and s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions s_own
    where s_own.id = lock_own_suggestion.suggestion_id and s_own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  select 'page', changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= case tg_table_name
      when 'user_collections' then
        (select count(*) from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
      else (select count(*) from (select from public.user_wishlists where jersey_id = changed.id limit 2) shelved)
    end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_listed(list_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.changes (kind, id)
  select 'page', item.jersey_id from public.list_items item where item.list_id = mark_listed.list_id
$function$
;

CREATE OR REPLACE FUNCTION private.mark_voter_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id) values ('voter', new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.move_counters(jersey_id uuid, up integer, down integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if up <> 0 or down <> 0 then
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down where id = move_counters.jersey_id;
  end if;
  insert into private.changes (kind, id) values ('vote', move_counters.jersey_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'))
  union all
  select from_jersey, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = from_jersey
  union all
  select from_jersey, 'comments', id, null from public.comments where jersey_id = from_jersey
  union all
  select from_jersey, 'notices', id, recipient_id from public.notices where jersey_id = from_jersey;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  perform private.set_change('moving', 'true');
  with moved as (
    update public.jersey_votes vote set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.jersey_votes jv_kept where jv_kept.jersey_id = into_jersey and jv_kept.voter_id = vote.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'jersey_votes', voter_id, voter_id from moved;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    update public.user_wishlists wishlist set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.user_wishlists uw_kept
      where uw_kept.jersey_id = into_jersey and uw_kept.user_id = wishlist.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items item set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.list_items li_kept
      where li_kept.jersey_id = into_jersey and li_kept.list_id = item.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'list_items', id from moved;
  update public.comments set jersey_id = into_jersey where jersey_id = from_jersey;
  with moved as (
    update public.reports report set target_id = into_jersey
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(from_jersey, into_jersey) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = into_jersey where jersey_id = from_jersey;
  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  update public.jersey_redirects set into_id = into_jersey where into_id = from_jersey;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.name_column("column" text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE "column" WHEN 'team_id'::text THEN 'team'::text WHEN 'brand_id'::text THEN 'brand'::text ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION private.next_step(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  soon private.catalogue_filter;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($7) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  if not private.has_few(soon) then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest') then 'year between ($2)[1] and ($2)[2]' else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, private.years_of(soon), null, null, null, null, null, null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_cells(soon, scope, sort, place);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_years(asked private.catalogue_filter, sort text, place private.catalogue_cursor)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  soon private.catalogue_filter := asked;
  first integer;
  reached integer;
begin
  if sort not in ('year', 'oldest') or place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select %1$s(year), %2$s(year) filter (where jerseys < 25)
     from (
       select year, sum(sum(jerseys)) over (order by year %3$s) - sum(jerseys) as jerseys from private.catalogue_cells
       where year is distinct from $7 and %4$s group by year) years',
    case sort when 'oldest' then 'min' else 'max' end, case sort when 'oldest' then 'max' else 'min' end,
    case sort when 'oldest' then 'asc' else 'desc' end, private.fact_conditions(soon))
  into first, reached
  using private.competitions_of(asked), private.years_of(soon), asked.kits, asked.brands, asked.colors,
    asked.photo, place.value;
  if place.value is null and first is null then
    return asked;
  end if;
  -- The year of the place itself may have more.
  if sort = 'oldest' then
    soon.first_year := case when place.value is null then first else soon.first_year end;
    soon.last_year := least(asked.last_year, coalesce(reached, soon.first_year));
  else
    soon.last_year := case when place.value is null then first else soon.last_year end;
    soon.first_year := greatest(asked.first_year, coalesce(reached, soon.last_year));
  end if;
  return soon;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_departures(jerseys uuid[], into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  select jersey.id, private.current_batch(), case when into_jersey is null then 'removal' else 'merge' end, into_jersey, jersey.title,
    jersey.team, coalesce(season.name, jersey.year::text), note_departures.reason, note_departures.urgency, now() + private.undo_period()
  from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
  where jersey.id = any (jerseys)
$function$
;

CREATE OR REPLACE FUNCTION private.note_due_voters()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  select coalesce(until, now()) into since from private.voters_noted
  where until is null or until < now() - interval '5 seconds';
  if not found then
    return;
  end if;
  insert into private.changes (kind, id)
  select 'voter', u.id from auth.users u
  where private.may_ever_count(u) and private.counts_from(u) > since and private.counts_from(u) <= now()
    -- Lists are shown again, whether votes count or not.
    or u.banned_until > since and u.banned_until <= now();
  update private.voters_noted set until = now();
end $function$
;

CREATE OR REPLACE FUNCTION private.note_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select 'jersey', id from public.jerseys where %I = $1$sql$, tg_argv[0])
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
  insert into private.changes (kind, id)
  values (tg_argv[0], (to_jsonb(coalesce(new, old)) ->> coalesce(tg_argv[1], 'id'))::uuid);
  perform pg_notify('outdated_pages', '*');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.photos_of(jersey_id uuid, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and (image.suggestion_id is null or image.suggestion_id = photos_of.suggestion_id)
$function$
;

CREATE OR REPLACE FUNCTION private.publish_pages(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('outdated_pages', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message
    from public.jerseys where id = any (ids) and status = 'approved' and is_active) numbered
  group by message
$function$
;

CREATE OR REPLACE FUNCTION private.read_cells(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(asked)),
    asked, scope, sort, place)
$function$
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
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'rising', 'votes') then
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

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := jsonb_build_array('competition', line -> 'competition', line -> 'league', line -> 'competition_id');
  competition jsonb := memo -> asked;
  season jsonb;
  brand jsonb;
  team jsonb;
  -- The team, and the competition, which a line may leave out.
  found jsonb;
begin
  if competition is null then
    competition := private.resolve_competition(line);
    memo := memo || jsonb_build_object(asked, competition);
  end if;
  asked := jsonb_build_array('season', line -> 'season', line -> 'year', line -> 'season_id');
  season := memo -> asked;
  if season is null then
    season := private.resolve_season(line);
    memo := memo || jsonb_build_object(asked, season);
  end if;
  asked := jsonb_build_array('brand', line -> 'brand', line -> 'as_written', line -> 'brand_id');
  brand := memo -> asked;
  if brand is null then
    brand := private.resolve_brand(line);
    memo := memo || jsonb_build_object(asked, brand);
  end if;
  asked := jsonb_build_array(
    'team', line -> 'team', line -> 'team_competition', line -> 'as_written', line -> 'team_id', line -> 'league', line -> 'competition',
    line -> 'competition_id', season -> 'id');
  found := memo -> asked;
  if found is null then
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
    if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
      competition := private.resolve_competition(jsonb_build_object('competition_id', (
        select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
    end if;
    found := jsonb_build_object('team', team, 'competition', competition);
    memo := memo || jsonb_build_object(asked, found);
  end if;
  found := found || jsonb_build_object('season', season, 'brand', brand);
  competition := found -> 'competition';
  team := found -> 'team';
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(found) where value ? 'refusal'
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

CREATE OR REPLACE FUNCTION private.read_step(source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    concat_ws(' and ', private.after_place(sort, place),
      private.fact_conditions(asked),
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end),
    private.order_of(sort))
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams, place.value, place.created_at, place.jersey_id;
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
      union (select jersey_id from private.standings where jersey_id > after order by jersey_id limit at_most)
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
  perform private.refresh_projection('standings', ids);
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id
    from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
    full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
    left join (select jersey_id, into_id from public.gone_jerseys) gone
      on kind = 'jersey' and gone.jersey_id = id and thing.is_shown is null
    where thing.is_shown is null and known.into_id is distinct from gone.into_id
      or (thing.is_shown is null) <> (coalesce(known.change, 'went') in ('went', 'merged'))));
end $function$
;

CREATE OR REPLACE FUNCTION private.recolor_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors, slug)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors, slug)) as becomes
    from unnest(array_prepend(null, private.kit_types())) kit_type, private.team_slug(new.name) slug
  )
  update public.jerseys jersey set colors = kits.becomes
  from kits
  where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
    and jersey.colors = kits.was and kits.was <> kits.becomes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_aliases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant uuid[] := array(select distinct team_id from changed);
begin
  -- Once per statement: a seed inserts hundreds of aliases, and a team may have thousands of jerseys.
  if named <> '{}' then
    perform from public.teams where id = any (named) order by id for no key update;
    perform private.refresh_search('team', named);
    insert into private.changes (kind, id)
    select 'jersey', id from public.jerseys where team_id = any (named);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_arrival(kind text, jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.arrivals as arrival (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or record_arrival.kind = 'jersey'
        and exists (select from private.imported_jerseys ij where ij.jersey_id = jersey.id)
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where arrival.kind = 'photo'
$function$
;

CREATE OR REPLACE FUNCTION private.recount_jerseys(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select jersey.id, count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
  )
  insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes, rising)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes, rising)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, has_photo = excluded.has_photo,
    created_at = excluded.created_at, best = excluded.best, votes = excluded.votes, rising = excluded.rising
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.has_photo, excluded.created_at, excluded.best, excluded.votes, excluded.rising);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.has_photo)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.has_photo));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo)
    group by 1, 2, 3, 4, 5, 6
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6
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
    when 'standings' then perform private.refresh_standings(ids);
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

CREATE OR REPLACE FUNCTION private.refresh_public_changes(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with found as (
    select kind, id, gone.into_id,
      case
        when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
        when gone.into_id is not null then 'merged'
        else 'went'
      end as change
    from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
    full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
    left join (select jersey_id, into_id from public.gone_jerseys) gone
      on kind = 'jersey' and gone.jersey_id = id and thing.is_shown is null
  )
  insert into public.public_changes as known (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from found
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
  -- What has gone once does not go again.
  where (known.change, known.into_id) is distinct from (excluded.change, excluded.into_id) or excluded.change = 'changed'
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_standings(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select vote.jersey_id, count(*) filter (where vote.vote = 'up')::integer as up,
      count(*) filter (where vote.vote = 'down')::integer as down,
      coalesce(sum(case vote.vote when 'up' then 1 else -1 end) filter (where vote.cast_at > now() - interval '30 days'), 0) as rising
    from public.jersey_votes vote join auth.users u on u.id = vote.voter_id
    where vote.jersey_id = any (ids) and private.may_count(u)
    group by vote.jersey_id
  ), gone as (
    delete from private.standings
    where jersey_id = any (ids) and jersey_id not in (select jersey_id from counted)
  )
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from counted
  on conflict (jersey_id) do update set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
  where (standing.upvotes, standing.downvotes, standing.rising) <> (excluded.upvotes, excluded.downvotes, excluded.rising)
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_tiers(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.search_documents document
  set words = ts_delete(document.words, known.marks) || array_to_tsvector(known.wanted)
  from (
    select sd.id, array(select word from unnest(tsvector_to_array(sd.words)) word where word like '#%') as marks,
      private.tier_marks(private.tier(jersey.score)) as wanted
    from public.jerseys jersey
    join private.search_documents sd on sd.kind = 'jersey' and sd.id = jersey.id
    where jersey.id = any (ids)) known
  where document.kind = 'jersey' and document.id = known.id and known.marks <> known.wanted
$function$
;

CREATE OR REPLACE FUNCTION private.removed_photos(jersey_id uuid, asked jsonb, removed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(image.id order by image.position, image.id)
  from public.jersey_images image
  where image.jersey_id = removed_photos.jersey_id and image.suggestion_id is null
    and (asked ? image.id::text or coalesce(removed ? image.id::text, false))
$function$
;

CREATE OR REPLACE FUNCTION private.rename_brand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  update public.jerseys set brand = new.name where brand_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.rename_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  update public.jerseys set team = new.name where team_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_brand(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
  asked_text constant text := private.fold(asked_name);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'brand_id') then
    select jsonb_agg(jsonb_build_object('id', brand.id, 'name', brand.name, 'place', 1)) into found
    from public.brands brand where brand.id = (line ->> 'brand_id')::uuid;
  elsif asked_name is null then
    return '{}';
  elsif line -> 'as_written' ? 'brand' then
    return jsonb_build_object('name', asked_name);
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'place', one.place)) into found
    from (
      select brand.id, brand.name, rank() over (order by brand.name <> asked_name) as place
      from public.brands brand where brand.search_text = asked_text) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, asked_text) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_competition(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Variables: in the queries they would be computed for every row.
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_slug constant text := private.slug(asked_name);
  asked_text constant text := private.fold(asked_name);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', competition.id, 'name', competition.name, 'league', competition.league, 'place', 1)) into found
    from public.competitions competition where competition.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = asked_slug or competition.search_text = asked_text)
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, asked_text) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_team(line jsonb, competition uuid, league text, season uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_text constant text := private.fold(asked_name);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, c.name as hint, rank() over (order by
        private.fold(team.name) <> asked_text, team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition
            and ts.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions c on c.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or c.league = resolve_team.league)
        and (asked_home is null or c.slug = private.slug(asked_home)
          or c.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, c.name as hint,
          greatest(extensions.similarity(private.fold(team.name), asked_text),
            extensions.similarity(private.fold(team.short_name), asked_text)) as likeness
        from public.teams team join public.competitions c on c.id = team.competition_id
        where resolve_team.league is null or c.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' else 'merged' end, into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_same_merges(from_jersey, into_jersey);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = from_jersey;
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's.
  if into_jersey is null or urgency is not null then
    perform private.withhold_photos(array[from_jersey]);
  end if;
end $function$
;

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
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
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

CREATE OR REPLACE FUNCTION private.season_jersey(competition_id uuid, season_id uuid, day date, kind text, seed text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select picked.id
  from (
    -- Ordered before they are looked at: mostly the first one fits.
    select sample.id from (
      -- From a random team on: a season may have thousands of jerseys.
      (select jersey.id from public.jerseys jersey
        where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
          and jersey.status = 'approved' and jersey.is_active and jersey.team_id >= md5(seed || season_jersey.season_id)::uuid
        order by jersey.team_id limit 100)
      union all
      (select jersey.id from public.jerseys jersey
        where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
          and jersey.status = 'approved' and jersey.is_active
        order by jersey.team_id limit 100)
    ) sample
    where exists (select from public.jersey_images image where image.jersey_id = sample.id and image.suggestion_id is null)
    order by md5(seed || sample.id) offset 0
  ) picked join public.jerseys jersey on jersey.id = picked.id
  where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, season_jersey.day, season_jersey.kind)
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.suggest_own(jersey public.jerseys, given jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  present constant jsonb := to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id, suggestion.id));
  wanted jsonb;
  columns text[];
  dropped text[];
begin
  if given ? 'photos' then
    given := given || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', given -> 'photos'));
  elsif given ? 'removed' then
    given := jsonb_build_object('removed', private.removed_photos(jersey.id, given -> 'removed', suggestion.changes -> 'removed'));
  end if;
  wanted := present || given;
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name where given ? name and private.differs(name, present, wanted));
  dropped := array(
    select name from jsonb_object_keys(given) name where suggestion.changes ? name and name <> all (columns) and name <> 'removed');
  perform private.check_constraints('public.jerseys', wanted, columns);
  given := private.pick_columns(given, columns || array['removed']);
  if suggestion.id is not null then
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, null, true);
    -- A photo may follow.
    return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
  elsif columns <> '{}' or not given ? 'photos' then
    return private.insert_suggestion('jersey', jersey.id, present, wanted, columns, given, null);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggest_texts(jersey public.jerseys, wanted public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(array['title', 'edition', 'description', 'external_link']) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestion_of_image(jersey_id uuid, image_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if exists (select from public.jersey_images where id = image_id) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jersey_images_pkey"',
      detail = format('Key (id)=(%s) already exists.', image_id),
      table = 'jersey_images', constraint = 'jersey_images_pkey';
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $function$
;

CREATE OR REPLACE FUNCTION private.team_sample(team_id uuid, day date, span interval, seed text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select picked.id from (
      select best.id from (
        select jersey.id from public.jerseys jersey
        where jersey.team_id = team_sample.team_id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 60
      ) best
      where exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_dueled_near(picked.id, team_sample.day, span)
    limit 12)
$function$
;

CREATE OR REPLACE FUNCTION private.undo_changes(batch bigint[], fields text[], reason text, is_dry boolean, waits_again boolean, is_alone boolean, OUT reached bigint, OUT undone integer, OUT seen jsonb[], OUT announced jsonb[], OUT fresh public.revisions[], OUT departures bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  imported bigint[] := '{}';
  refused bigint[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions r_own where r_own.id = any (batch)
    order by case when is_dry then r_own.target_id end, r_own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    select divided.back, divided.stays into back, stays
    from private.divide_fields(revision, current, restored, fields) divided;
    if back <> '{}' and not is_dry and revision.kind = 'imported' then
      -- Together, below: nothing older is about the jersey.
      imported := imported || revision.id;
    elsif back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions r_beside
          where r_beside.id = any (batch) and r_beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else
          announced := announced || private.describe_undone(revision, back, current);
        end if;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if not is_alone then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  if imported <> '{}' then
    refused := private.undo_imported(imported, reason);
    undone := undone + cardinality(imported) - cardinality(refused);
    departures := departures || array(select unnest(imported) except select unnest(refused));
    seen := array(
      select case when (item ->> 'id')::bigint = any (refused) then item || '{"back": [], "stays": {"jersey": "refused"}}' else item end
      from unnest(seen) item);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_imported(revision_ids bigint[], reason text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(select target_id from public.revisions where id = any (revision_ids));
  came record;
  refused bigint[] := '{}';
begin
  perform private.note_departures(ids, null, undo_imported.reason, null);
  for came in
    select revision.id as revision_id, jersey.id, jersey.title
    from public.revisions revision join public.jerseys jersey on jersey.id = revision.target_id
    where revision.id = any (revision_ids) order by revision.id desc
  loop
    perform private.begin_revision('undo', null, undo_imported.reason, null, came.revision_id);
    perform private.write_departure(came.id, null, came.title, null, true);
  end loop;
  update public.jerseys set is_active = false where id = any (ids);
  perform private.end_revision();
  perform private.withhold_photos(ids);
  return refused;
exception when integrity_constraint_violation then
  -- One that is refused keeps none of the others.
  if cardinality(revision_ids) = 1 then
    return revision_ids;
  end if;
  for came in select id from unnest(revision_ids) id loop
    refused := refused || private.undo_imported(array[came.id], undo_imported.reason);
  end loop;
  return refused;
end $function$
;

CREATE OR REPLACE FUNCTION private.undoable_revisions(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, of_type text, before_id bigint, most integer)
 RETURNS TABLE(id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select revision.id from public.revisions revision
    where %s and ($2 is null or revision.target_type = $2) and ($3 is null or revision.id < $3)
    order by revision.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'revision.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'revision.batch_id = $1::uuid'
      else 'revision.contributor_id = $1::uuid and revision.kind <> ''approved'' and ($5 is null or revision.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $function$
;

CREATE OR REPLACE FUNCTION private.verdicts_of_edit(edit public.suggestions, decision text, refused text[], reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pending constant text[] := private.pending_keys(edit);
  -- Clients name photos by their addresses.
  keys constant text[] := array(
    select coalesce(
      (select private.photo_key(image.id) from public.jersey_images image
        where image.jersey_id = edit.target_id and image.url = item and private.photo_key(image.id) = any (pending) limit 1),
      case item when 'order' then 'photos' else item end)
    from unnest(refused) item);
begin
  if refused <> '{}' and (decision <> 'approved' or keys @> pending or not keys <@ pending) then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if keys <> '{}' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
  return (
    -- Of an edit that says nothing, none.
    select coalesce(jsonb_object_agg(key, case
      when decision = 'approved' and key <> all (keys) then '{"accepted": true}'
      else jsonb_build_object('accepted', false, 'reason', 'other', 'note', reason) end), '{}')
    from unnest(pending) key);
end $function$
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link, 'league', version.league,
    'competition_id', version.competition_id, 'season_id', version.season_id, 'team_id', version.team_id,
    'team', case when version.team_id is null then version.team end, 'year', version.year,
    'brand_id', version.brand_id, 'brand', case when version.brand_id is null then version.brand end,
    'kit_type', version.kit_type, 'colors', to_jsonb(version.colors), 'price', version.price,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by place, image.position, image.id), '[]')
        from private.wanted_photos(edit) image
        left join jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
          on photo ->> 'id' = image.id::text)
    end)
  from private.edit_of_author(jersey) edit
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_photos(suggestion public.suggestions)
 RETURNS SETOF public.jersey_images
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select image.* from public.jersey_images image
  where image.jersey_id = suggestion.target_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$function$
;

CREATE OR REPLACE FUNCTION private.withhold_photos(jerseys uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Photos that were undone still wait for their undoing.
  select private.withhold_files(array(
    select path from public.jersey_images image where image.jersey_id = any (jerseys)
    union
    select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = any (jerseys)), true)
$function$
;

CREATE OR REPLACE FUNCTION public.age_votes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id from public.jersey_votes jv_aged
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_counts(filter jsonb)
 RETURNS TABLE(facet text, value text, jerseys integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 150
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing the words or the own side changes the scope.
  found constant uuid[] := private.jerseys_of_words(asked.words);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select 'total', '', 0
    union all
    select facet, value, jerseys from counted where facet = 'color' and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, null)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_page(filter jsonb, sort text DEFAULT 'best'::text, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number,
      -- The worker may not have heard yet that it is hidden or deleted.
      exists (select from public.jerseys where id = jersey_id and status = 'approved' and is_active) as is_public
    from private.next_step(asked, private.scope_of(asked.own, private.jerseys_of_words(asked.words)), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24 and is_public), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s', sort, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_derived()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failed text;
  wrong jsonb;
begin
  select string_agg(concat_ws(' ', projection, id, 'since', since::text, problem), '; ' order by since) into failed
  from (select * from private.failed_changes order by since limit 5) oldest;
  if failed is not null then
    raise exception 'not derived: %', failed;
  end if;
  -- From any place on. The repair is undone with the rest: somebody should see why it was wrong.
  wrong := public.rebuild(gen_random_uuid(), 100) -> 'wrong';
  if wrong <> '[]' then
    raise exception 'derived wrongly: %', left(wrong::text, 1000) using hint = 'npm run rebuild repairs it.';
  end if;
end $function$
;

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.contest_suggestion(suggestion_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its refused photos are gone, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions s_own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where s_own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  if exists (select from public.suggestions suggestion where suggestion.id = decide.id) then
    status := private.decide_suggestion(decide.id, verdicts, seen, corrections);
  else
    select jersey.status into status from public.jerseys jersey where jersey.id = decide.id;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
    elsif status = 'approved' and exists (
      select from public.jerseys jersey cross join private.edit_of_author(jersey) edit
      where jersey.id = decide.id and edit.id is not null) then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', status, 'username', (
          select username from public.profiles where id = private.decided_by('jerseys', decide.id)))::text;
    elsif seen is null then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Say which version was seen.', hint = 'Look at it again.';
    end if;
    perform private.check_verdicts(array['jersey'], verdicts);
    status := (public.moderate_jersey(
      decide.id, case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end,
      note => case when verdicts @? '$.jersey ? (@.accepted == false)' then private.stored_reason(verdicts -> 'jersey') end,
      seen => seen, corrections => corrections)).status;
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object(
    'status', status,
    'batch_id', (
      select revision.batch_id from public.revisions revision
      where revision.batch_id = private.current_batch()
        and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
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
  changed uuid[] := again;
  voted uuid[] := again;
  pages uuid[] := again;
  others uuid[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select array_agg(gone::private.changes) into taken from gone;
  if taken is not null then
    voted := array(
      select id from unnest(taken) where kind = 'vote'
      union
      select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter')
      union
      select unnest(again));
    changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
    pages := array(select id from unnest(taken) where kind = 'page' union select unnest(voted || changed));
    others := array(
      select id from unnest(taken) where kind not in ('vote', 'voter', 'page', 'jersey')
      union
      -- A suspended member's lists are shown to nobody.
      select id from public.lists where is_public and member_id in (select id from unnest(taken) where kind = 'voter'));
  end if;
  -- What comes later reads what is before it.
  perform private.refresh_projection('standings', voted);
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  if private.refresh_projection('catalogue', voted || changed) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(pages);
  end if;
  return coalesce(cardinality(taken), 0);
end $function$
;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.guess_picture(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shirt.facts || jsonb_build_object('step', picture.step, 'path', (
    -- Of a jersey that left public view after its day began, the shirt is drawn.
    select image.path from public.jersey_images image
    where image.id = (shirt.facts ->> 'image_id')::uuid and image.suggestion_id is null and private.is_public_jersey(image.jersey_id)))
  from private.guess_pictures picture
  join public.daily_shirts shirt on shirt.day = picture.day and shirt.kind = picture.kind
  where picture.token = guess_picture.token and shirt.day <= private.day_at(now())
$function$
;

CREATE OR REPLACE FUNCTION public.joining_photos(from_id uuid, into_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select count(*) from public.jersey_images ji_own
        where ji_own.jersey_id = into_id and ji_own.contributor_id is not distinct from image.contributor_id
          -- With room for what waits.
          and (ji_own.suggestion_id is null or ji_own.suggestion_id in (select id from public.suggestions where status = 'open'))) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      -- Their number tells how many photos wait.
      and ((select auth.uid()) is null or public.is_reviewer((select auth.uid())))
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: they join none that is public.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null), 0)
$function$
;

CREATE OR REPLACE FUNCTION public.list_members(query text DEFAULT ''::text, after text DEFAULT ''::text, joined_before timestamp with time zone DEFAULT NULL::timestamp with time zone, before uuid DEFAULT NULL::uuid, administrators boolean DEFAULT false, suspended boolean DEFAULT false, size integer DEFAULT 30)
 RETURNS TABLE(id uuid, username text, display_name text, joined_at timestamp with time zone, is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, u.created_at,
      exists (
        select from public.user_roles ur where ur.user_id = profile.id and ur.role = ''admin''),
      coalesce(u.banned_until > now(), false),
      submitted.jerseys, submitted.rejected
    from public.profiles profile
    join auth.users u on u.id = profile.id
    cross join lateral (
      select count(*) as jerseys, count(*) filter (where jersey.status = ''rejected'') as rejected
      from public.jerseys jersey where jersey.author_id = profile.id) submitted
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and u.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (u.created_at, u.id) < ($1, $2))
    order by u.created_at desc, u.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (u.banned_until is null or u.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and u.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $function$
;

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text, overrule boolean DEFAULT false, seen jsonb DEFAULT NULL::jsonb, corrections jsonb DEFAULT NULL::jsonb, refused text[] DEFAULT NULL::text[])
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule, corrections);

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select * into edit from public.suggestions suggestion where suggestion.id = (private.edit_of_author(jersey)).id for update;
  perform private.check_undecided(jersey, edit, overrule, seen, refused);

  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit) where edit.id is not null;
    update public.suggestions suggestion
    set status = 'refused', decided_at = now(), changes = suggestion.changes - 'removed',
      verdicts = suggestion.verdicts || coalesce(private.verdicts_of_edit(edit, decision, null, reason), '{}')
    where suggestion.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
  elsif edit.status = 'open' then
    perform private.check_decidable(edit);
    parts := private.verdicts_of_edit(edit, decision, refused, reason);
    if not overrule then
      perform private.check_conflicts(edit, parts, '{}');
    end if;
    perform private.apply_verdicts(edit, parts, null);
    if decision = 'rejected' then
      -- The edit is refused, not the jersey: its approved version stays.
      jersey.moderated_by := auth.uid();
      return jersey;
    end if;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    jersey := private.correct_jersey(uncorrected, corrections);
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  -- An undo takes the corrections back as well.
  if decision = 'approved' and corrections is not null then
    perform private.keep_corrections(uncorrected, jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_images(jersey_id uuid, image_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
  present uuid[];
  photos constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', id) order by place) from unnest(image_ids) with ordinality given (id, place));
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    suggestion := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  end if;
  present := array(
    select image.id from public.jersey_images image
    where image.jersey_id = jersey.id and (image.suggestion_id is null or image.suggestion_id = suggestion.id)
      -- One that is to go may be among them.
      and (not coalesce(suggestion.changes -> 'removed' ? image.id::text, false) or image.id = any (image_ids)));
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_own(jersey, jsonb_build_object('photos', photos));
  elsif image_ids <> '{}' then
    perform private.arrange_photos(jersey.id, private.arranged_photos(private.photos_of(jersey.id), photos));
  end if;
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
  perform private.begin_deriving();
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
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting))
      and not exists (
        select from private.changes voter join public.jersey_votes vote on vote.voter_id = voter.id
        where voter.kind = 'voter' and vote.jersey_id = id and what = 'standings'));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
end $function$
;

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.refresh_leaderboards()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, season.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons season on season.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards leaderboard
    where not exists (select from fresh where (fresh.scope, fresh.value) = (leaderboard.scope, leaderboard.value))
    returning 1
  ), written as (
    insert into private.leaderboards as leaderboard (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (leaderboard.label, leaderboard.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down);
  if changed > 0 then
    perform pg_notify('outdated_pages', '*');
  end if;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_image(image_id uuid, url text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.suggestions suggestion on suggestion.target_id = image.jersey_id and suggestion.status = 'open' and suggestion.changes ? 'photos'
    left join lateral jsonb_array_elements(suggestion.changes -> 'photos') with ordinality listed (photo, place)
      on listed.photo ->> 'id' = image.id::text
    where image.jersey_id = former.jersey_id and suggestion.member_id = (select auth.uid())
    order by listed.place, image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  if not exists (
    select from public.jersey_images image join public.jerseys jersey on jersey.id = image.jersey_id
    where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text
      and (jersey.author_id = (select auth.uid()) or public.is_admin((select auth.uid())))) then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  delete from public.jersey_images image where image.id = former.id;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_teams(query text, max_results integer DEFAULT 3, lang text DEFAULT NULL::text)
 RETURNS SETOF public.teams
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  sought text[];
  typed text;
  slugs text[];
  matching uuid[];
  found uuid[] := '{}';
begin
  -- 0: an article at the end as the beginning of a word. If nothing has one, it counts for nothing.
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    typed := array_to_string(sought, ' ');
    slugs := array[private.slug(query), private.slug(typed)];
    matching := array(
      select id from private.search_documents
      where kind = 'team' and id <> all (found)
        and words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end)));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team.id from unnest(matching) team (id)
        order by (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) desc,
          team.id
        limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(tn.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams t_club
            where t_club.id = any (matching) and starts_with(team.name, t_club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) as jerseys
        from public.teams team
        join private.team_names tn on tn.id = team.id
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.is_begun desc, near.jerseys desc, near.distance, near.is_another,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.suggest(target_type text, target_id uuid, changes jsonb, source text, photos jsonb DEFAULT '[]'::jsonb, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present
  from private.lock_suggested(of_type, target, at_once or is_administrator or suggest.suggestion_id is not null) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and columns <> '{}' then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    suggestion := private.insert_suggestion(of_type, target, present, wanted, columns, given, stated);
  else
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, stated, is_added);
  end if;
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns, given);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_kits_near(team_id uuid, year_from integer, year_to integer, kit_type text DEFAULT NULL::text, max_results integer DEFAULT 6)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  -- First which years have jerseys; only the nearest are read.
  with near as (
    select tkc.year, tkc.season_id, tkc.kit_type_slug, dated.distance
    from private.team_kit_counts tkc
    left join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, tkc.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where tkc.team_id = team_kits_near.team_id and tkc.jerseys > 0
      and (tkc.year > 0 or season.id is not null)
      and private.kit_of(tkc.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(tkc.kit_type_slug))
    order by dated.distance, tkc.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$function$
;

CREATE OR REPLACE FUNCTION public.underived()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select min(since) from private.failed_changes where public.is_admin(auth.uid()) $function$
;

REVOKE ALL ON FUNCTION "public"."underived"() FROM "anon";

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  delete from public.jersey_votes vote using private.imported_votes iv_brought
  left join public.jersey_redirects redirect on redirect.from_id = iv_brought.jersey_id
  where iv_brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (iv_brought.jersey_id, redirect.into_id)
    and vote.vote = iv_brought.vote and vote.cast_at = iv_brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wishlist using private.imported_wishes iw_brought
  where iw_brought.import_id = own.id and wishlist.id = iw_brought.wish_id and private.wish_details(wishlist) = iw_brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $function$
;

CREATE OR REPLACE FUNCTION public.vote_totals()
 RETURNS TABLE(upvotes bigint, downvotes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select upvotes, downvotes from private.vote_sums $function$
;

CREATE OR REPLACE FUNCTION public.withdraw_suggestion(suggestion_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- A contested one is as it was decided: what was accepted of it stays, what was refused counts.
  update public.suggestions s_own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.worker_state()
 RETURNS TABLE(waiting bigint, lag_seconds double precision, failed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::double precision,
    (select count(*) from private.failed_changes)
  from private.changes
$function$
;

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM "authenticated";

CREATE VIEW "private"."public_things" AS  SELECT 'jersey'::text AS kind,
    jerseys.id
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    teams.id
   FROM public.teams
  WHERE teams.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id
   FROM public.competitions
  WHERE competitions.is_active
UNION ALL
 SELECT 'season'::text AS kind,
    seasons.id
   FROM public.seasons
  WHERE seasons.is_active
UNION ALL
 SELECT 'brand'::text AS kind,
    brands.id
   FROM public.brands
UNION ALL
 SELECT 'list'::text AS kind,
    list.id
   FROM public.lists list
  WHERE private.is_shown_list(list.*);;

CREATE VIEW "private"."team_kit_counts" AS  SELECT jerseys.team_id,
    jerseys.year,
    private.nil() AS season_id,
    jerseys.kit_type_slug,
    count(*) AS jerseys
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active AND (jerseys.team_id IS NOT NULL) AND (jerseys.year IS NOT NULL))
  GROUP BY jerseys.team_id, jerseys.year, jerseys.kit_type_slug
UNION ALL
 SELECT jerseys.team_id,
    0 AS year,
    jerseys.season_id,
    jerseys.kit_type_slug,
    count(*) AS jerseys
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active AND (jerseys.team_id IS NOT NULL) AND (jerseys.year IS NULL))
  GROUP BY jerseys.team_id, jerseys.season_id, jerseys.kit_type_slug;;

CREATE VIEW "public"."jersey_counts" AS  SELECT 'all'::text AS kind,
    ''::text AS key,
    COALESCE(sum(catalogue_teams.jerseys), (0)::bigint) AS jerseys
   FROM private.catalogue_teams
UNION ALL
 SELECT 'league'::text AS kind,
    competition.league AS key,
    sum(team.jerseys) AS jerseys
   FROM (private.catalogue_teams team
     JOIN public.competitions competition ON ((competition.id = team.competition_id)))
  GROUP BY competition.league
UNION ALL
 SELECT 'competition'::text AS kind,
    (catalogue_teams.competition_id)::text AS key,
    sum(catalogue_teams.jerseys) AS jerseys
   FROM private.catalogue_teams
  GROUP BY catalogue_teams.competition_id
UNION ALL
 SELECT 'team'::text AS kind,
    (catalogue_teams.team_id)::text AS key,
    sum(catalogue_teams.jerseys) AS jerseys
   FROM private.catalogue_teams
  WHERE (catalogue_teams.team_id <> '00000000-0000-0000-0000-000000000000'::uuid)
  GROUP BY catalogue_teams.team_id;;

CREATE TRIGGER brands_changed AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.note_thing('brand');

CREATE TRIGGER competitions_changed AFTER INSERT OR DELETE OR UPDATE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.note_thing('competition');

CREATE TRIGGER competitions_search_jerseys AFTER UPDATE OF name ON public.competitions FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION private.note_jerseys('competition_id');

CREATE TRIGGER jersey_images_added AFTER INSERT ON public.jersey_images REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jersey_images_admit BEFORE INSERT OR DELETE OR UPDATE OF url ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.before_image();

CREATE TRIGGER jersey_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.after_image();

CREATE TRIGGER jersey_images_removed AFTER DELETE ON public.jersey_images REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jersey_votes_admit BEFORE INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.admit_vote();

CREATE TRIGGER jersey_votes_count AFTER INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.count_vote();

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

CREATE TRIGGER seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('season');

CREATE TRIGGER seasons_search_jerseys AFTER UPDATE OF code, name ON public.seasons FOR EACH ROW WHEN (((old.code IS DISTINCT FROM new.code) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION private.note_jerseys('season_id');

CREATE TRIGGER team_aliases_changed AFTER INSERT OR DELETE ON public.team_aliases FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER team_seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.team_seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER teams_changed AFTER INSERT OR DELETE OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION private.note_thing('team');

CREATE TRIGGER teams_search_jerseys AFTER UPDATE OF short_name, country, competition_id ON public.teams FOR EACH ROW WHEN (((old.short_name IS DISTINCT FROM new.short_name) OR (old.country IS DISTINCT FROM new.country) OR (old.competition_id <> new.competition_id))) EXECUTE FUNCTION private.note_jerseys('team_id');

CREATE POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images" FOR DELETE TO "authenticated" USING ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE ((jerseys.id = jersey_images.jersey_id) AND (jerseys.author_id = ( SELECT auth.uid() AS uid))))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "members read images of jerseys they read" ON "public"."jersey_images" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_images.jersey_id))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer))));

CREATE POLICY "everyone reads what changed" ON "public"."public_changes" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "service role" ON "public"."public_changes" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."suggestions"."source" IS 'Where it is from, or why; the jersey''s author needs none for texts and photos';

COMMENT ON FUNCTION "private"."admit_vote"() IS 'Refuses the votes of a suspended member, and one on a jersey that is gone; dates a vote that is switched';

COMMENT ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) IS 'A photo as it is written. Null: its author may not delete it, but suggests that. `is_request`: a member writes it, no function';

COMMENT ON FUNCTION "private"."begin_deriving"() IS 'Until the transaction ends, nobody else derives';

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, how many copies of it the caller has, and the only one; null if the caller can''t read it';

COMMENT ON FUNCTION "private"."catalogue_limit"(text) IS 'Bounds of what one read of the catalogue costs, in cells (few) or jerseys';

COMMENT ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) IS 'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source that it needs';

COMMENT ON FUNCTION "private"."count_facts"(private.catalogue_filter) IS 'Public jerseys with the facts of a filter, by the values of each fact under the other filters; teams, words and the own side play no part';

COMMENT ON FUNCTION "private"."count_teams"(private.catalogue_filter, bigint) IS 'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where other facts than sport and competition are asked of too many';

COMMENT ON FUNCTION "private"."count_vote"() IS 'Moves the counters of the jersey of a vote that came, changed or went';

COMMENT ON FUNCTION "private"."deletes_image"(public.jersey_images) IS 'False if an author''s deletion of a photo is suggested instead, because the jersey is approved';

COMMENT ON FUNCTION "private"."derived_rows"(uuid[]) IS 'What is derived from these ids now, as texts to compare';

COMMENT ON FUNCTION "private"."drop_empty_counts"() IS 'Deletes counts of the catalogue that no jersey is in; returns them';

COMMENT ON FUNCTION "private"."edit_of_author"(public.jerseys) IS 'What waits that the author of an approved jersey wants changed; all null if nothing does';

COMMENT ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) IS 'Ends an open suggestion of which its member took back everything; `leaving`: the key of a photo that is being deleted';

COMMENT ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) IS 'SQL for a filter''s facts, of cells or entries. $1 to $6: competitions, the first and last year, kit types, brands, colours, photo';

COMMENT ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) IS 'What follows when photos were added or deleted: limits, the queue of rejected jerseys, their files';

COMMENT ON FUNCTION "private"."has_few"(private.catalogue_filter) IS 'Whether a filter has so few cells that all their jerseys can be read and sorted';

COMMENT ON FUNCTION "private"."invalidate_pages"(uuid) IS 'Tells servers that pages for which this row was read are outdated';

COMMENT ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) IS 'Notes for the worker the jersey of a photo that everybody sees, or saw';

COMMENT ON FUNCTION "private"."mark_voter_due"() IS 'Notes for the worker that an account has changed: its votes may start or stop counting';

COMMENT ON FUNCTION "private"."move_counters"(uuid, integer, integer) IS 'Moves the counters of a jersey, and notes for the worker that its votes changed';

COMMENT ON FUNCTION "private"."next_step"(private.catalogue_filter, private.catalogue_scope, text, private.catalogue_cursor) IS 'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these are few; else by looking at all jerseys in order';

COMMENT ON FUNCTION "private"."next_years"(private.catalogue_filter, text, private.catalogue_cursor) IS 'In an order by years, the filter with the years in which the next 25 jerseys after a place are';

COMMENT ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) IS 'Notes what departs of jerseys that are merged or removed';

COMMENT ON FUNCTION "private"."note_due_voters"() IS 'Notes for the worker whose first day or suspension is over; at most every five seconds';

COMMENT ON FUNCTION "private"."note_jerseys"() IS 'Notes for the worker the jerseys that refer to a row, as their words, or years, are also its; others than public ones, too: one may be approved just now. Argument: their column';

COMMENT ON FUNCTION "private"."note_thing"() IS 'Notes for the worker what changed, and tells servers that every page is outdated. Arguments: what kind of thing, and the column with its id';

COMMENT ON FUNCTION "private"."photos_of"(uuid, uuid) IS 'The arrangement of a jersey''s public photos, with those that a suggestion adds: a list of id and kind, the cover first';

COMMENT ON FUNCTION "private"."publish_pages"(uuid[]) IS 'Tells servers that the pages of these jerseys are outdated, of those that are public';

COMMENT ON FUNCTION "private"."rebuild_ids"(uuid, integer) IS 'The next ids from which something is derived, or was';

COMMENT ON FUNCTION "private"."rebuild_rows"(uuid[]) IS 'Derives everything from these ids again; what can''t be is in private.failed_changes';

COMMENT ON FUNCTION "private"."recount_jerseys"(uuid[]) IS 'Counts the votes of these jerseys again, but of one that is being deleted';

COMMENT ON FUNCTION "private"."refresh_catalogue"(uuid[]) IS 'Brings these jerseys into the catalogue as they are now, and counts the cells and teams that they leave or enter. Returns whether one came, went or has other facts';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "private"."refresh_projection"(text, uuid[]) IS 'Derives a projection for these ids. Those that fail stay in private.failed_changes. Returns whether lists and counts changed';

COMMENT ON FUNCTION "private"."refresh_public_changes"(uuid[]) IS 'Gives the next numbers to those of these things that are public, or no longer are';

COMMENT ON FUNCTION "private"."refresh_standings"(uuid[]) IS 'Counts the votes of these jerseys that count for rankings';

COMMENT ON FUNCTION "private"."refresh_tiers"(uuid[]) IS 'Marks the search documents of these jerseys with the tiers of their scores';

COMMENT ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) IS 'The public photos that are asked to go, with those that a suggestion removes already; null: none';

COMMENT ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) IS 'What the author of an approved jersey writes directly (texts, `photos`, `removed`, or nothing yet of a photo) goes into their suggestion, whose id a photo gets; the jersey is locked';

COMMENT ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) IS 'Suggests the texts that an author''s update of an approved jersey changes; one that it sets to what is public stays in the suggestion as it is';

COMMENT ON FUNCTION "private"."suggestion_of_image"(uuid, uuid) IS 'The suggestion to which a photo belongs that an author adds; null: to the jersey, which is not approved';

COMMENT ON FUNCTION "private"."undo_imported"(bigint[], text) IS 'Takes the jerseys of an import off the site that came by these revisions, all at once; returns the revisions that the database refuses to undo. The caller holds the locks';

COMMENT ON FUNCTION "private"."wanted_photos"(public.suggestions) IS 'The photos of a jersey as a suggestion wants them';

COMMENT ON FUNCTION "private"."withhold_photos"(uuid[]) IS 'Withholds the photos of jerseys that are hidden from the public';

COMMENT ON FUNCTION "public"."age_votes"() IS 'Forgets when votes were cast that are 30 days old, and with it takes them from the rising jerseys: at most 1000 a call, returns how many';

COMMENT ON FUNCTION "public"."check_derived"() IS 'Fails if something could not be derived, or if what is derived from a hundred jerseys is not what it should be';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: standings, words and tiers of search, the catalogue, public changes, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

COMMENT ON FUNCTION "public"."order_images"(uuid, uuid[]) IS 'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order is suggested';

COMMENT ON FUNCTION "public"."popular_teams"(integer) IS 'The teams with the most public jerseys, by count: what the empty search dialog offers';

COMMENT ON FUNCTION "public"."rebuild"(uuid, integer) IS 'Derives everything from the next ids again. Returns the `last` of them, null when there are no more, and what was `wrong`: what, of which id, as it was and is';

COMMENT ON FUNCTION "public"."replace_image"(uuid, text) IS 'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it is suggested';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; its author also `removed` photos, and texts and photos without a source. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."underived"() IS 'Since when something could not be derived; null if all could, and for everybody but administrators';

COMMENT ON FUNCTION "public"."withdraw_suggestion"(uuid) IS 'Takes back an own open suggestion';

COMMENT ON FUNCTION "public"."worker_state"() IS 'How many changes the worker has yet to look at, for how long the oldest has waited, and how often a projection could not be derived';

COMMENT ON INDEX "private"."catalogue_entries_best" IS 'Catalogue, best rated first';

COMMENT ON INDEX "private"."catalogue_entries_newest" IS 'Catalogue, newest first';

COMMENT ON INDEX "private"."catalogue_entries_of_cell" IS 'Catalogue, a filter that shows few';

COMMENT ON INDEX "private"."catalogue_entries_of_team" IS 'Catalogue, jerseys of chosen teams; jerseys counted by team';

COMMENT ON INDEX "private"."catalogue_entries_rising" IS 'Catalogue, rising first';

COMMENT ON INDEX "private"."catalogue_entries_votes" IS 'Catalogue, most voted first';

COMMENT ON INDEX "private"."catalogue_entries_year" IS 'Catalogue, by year, both ways';

COMMENT ON INDEX "public"."jerseys_of_author" IS 'A member''s submissions of any status: account; how many there are: list of members';

COMMENT ON TABLE "private"."catalogue_cells" IS 'Entries counted by six facts: a filter adds up the cells that match';

COMMENT ON TABLE "private"."catalogue_entries" IS 'Public jerseys with what the catalogue filters and orders by';

COMMENT ON TABLE "private"."catalogue_teams" IS 'Entries counted by team and competition; the nil UUID stands for no team';

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), an account whose votes may start or stop counting (voter), a jersey whose page shows something else (page), and what came, went or changed (jersey, team, competition, season, brand, list)';

COMMENT ON TABLE "private"."failed_changes" IS 'From what a projection could not be derived, and why. It is tried again every minute, and holds up nothing else';

COMMENT ON TABLE "private"."search_documents" IS 'private.searchable as words: of jerseys by the worker, of others by triggers';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_leaderboards() found them last';

COMMENT ON TABLE "private"."voters_noted" IS 'One row: up to when note_due_voters() has noted whose votes start counting; null before the first time';

COMMENT ON TABLE "public"."public_changes" IS 'The newest change of everything that is or was public: it came, changed, went, or was merged into another. A later change has a greater number';

COMMENT ON VIEW "private"."public_things" IS 'What everybody may read';

COMMENT ON VIEW "private"."team_kit_counts" IS 'Public jerseys of a team by year and kit type; those without a year (0) by season';

COMMENT ON VIEW "public"."jersey_counts" IS 'Numbers of public jerseys, by kind: all, of a league, of a competition, of a team. The key is the league or the id, and empty for all; no row means 0';

REVOKE ALL ON FUNCTION "private"."admit_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."after_images"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_jersey"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_image_count"(public.jersey_images[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_facts"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deletes_image"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derived_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_empty_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_of_author"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."has_few"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_counters"(uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_due_voters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_thing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."photos_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_pages"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_ids"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_projection"(text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_public_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_standings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_tiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggestion_of_image"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_imported"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_photos"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold_photos"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_derived"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."derive"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rebuild"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."underived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."worker_state"() TO "service_role";

REVOKE ALL ON TABLE "public"."public_changes" FROM "anon";

GRANT SELECT ON TABLE "public"."public_changes" TO "anon";

REVOKE ALL ON TABLE "public"."public_changes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."public_changes" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_changes" FROM "service_role";

GRANT SELECT ON TABLE "public"."public_changes" TO "service_role";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "anon";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "anon";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "authenticated";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "service_role";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "service_role";

set check_function_bodies = on;
-- end

ALTER TABLE "private"."standings" DROP CONSTRAINT "standings_jersey_id_fkey";
ALTER TABLE "private"."voters_due" DROP CONSTRAINT "voters_due_voter_id_fkey";
DROP TYPE "private"."vote_shift";
ALTER TABLE "public"."jersey_votes" DROP COLUMN "counts";
DROP TABLE "private"."outdated";
DROP TABLE "private"."pending_standings";
DROP TABLE "private"."voters_due";

-- The slots are one row now, which the listing of leaderboards fills.
update private.vote_sums set (upvotes, downvotes) = (
  select coalesce(sum(upvotes), 0), coalesce(sum(downvotes), 0) from public.jerseys where status = 'approved' and is_active);

-- Votes that start or stop counting just now.
insert into private.changes (kind, id) select distinct 'vote', jersey_id from public.jersey_votes;

do $$
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage')
    or to_regprocedure('cron.unschedule(text)') is null then
    return;
  end if;
  perform cron.unschedule(jobname) from cron.job where jobname = 'maillotheque_recheck_due_voters';
end $$;
select private.schedule_jobs();
select private.refresh_catalogue(array(select id from public.jerseys));
DROP INDEX "public"."suggestions_of_author";
