-- joins: 20261128043417 20261128084347 20261128102950
-- otherwise: start commit 2e4790f4 on it once, then this one

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

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "standings_mark_pending" ON "private"."standings";

DROP TRIGGER "competitions_search_jerseys" ON "public"."competitions";

DROP TRIGGER "jersey_images_refresh" ON "public"."jersey_images";

DROP TRIGGER "jersey_votes_begin" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_cast" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_changed" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_judge" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_withdrawn" ON "public"."jersey_votes";

DROP TRIGGER "jerseys_refresh" ON "public"."jerseys";

DROP TRIGGER "seasons_listed" ON "public"."seasons";

DROP TRIGGER "seasons_refresh" ON "public"."seasons";

DROP TRIGGER "seasons_search_jerseys" ON "public"."seasons";

DROP TRIGGER "teams_search_jerseys" ON "public"."teams";

DROP FUNCTION "private"."add_jerseys"(public.jerseys, integer);

DROP FUNCTION "private"."add_votes"(bigint, bigint);

DROP FUNCTION "private"."apply_pending_standings"(integer);

DROP FUNCTION "private"."apply_standings"(uuid[]);

DROP FUNCTION "private"."begin_edition"();

DROP FUNCTION "private"."begin_votes"();

DROP FUNCTION "private"."cell_keys"(uuid, uuid, smallint, text, uuid, text, boolean);

DROP FUNCTION "private"."cells_that_know"(integer);

DROP FUNCTION "private"."count_facts"(private.catalogue_filter);

DROP FUNCTION "private"."count_jersey"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_kit"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_of_author"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_together"(private.catalogue_filter, integer);

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."current_votes"();

DROP FUNCTION "private"."dim_of"(text);

DROP FUNCTION "private"."dims_of"(private.catalogue_filter);

DROP FUNCTION "private"."fact_conditions"(private.catalogue_filter, text);

DROP FUNCTION "private"."for_ever"();

DROP FUNCTION "private"."forget_entries"();

DROP FUNCTION "private"."judge_vote"();

DROP FUNCTION "private"."lock_jersey_counts"();

DROP FUNCTION "private"."mark_changed_facts"(uuid[], text);

DROP FUNCTION "private"."mark_changed_season"();

DROP FUNCTION "private"."mark_outdated"(uuid);

DROP FUNCTION "private"."mark_pending_standing"();

DROP FUNCTION "private"."periods_of"(private.catalogue_filter);

DROP FUNCTION "private"."publish_outdated"();

DROP FUNCTION "private"."recheck_voters"(uuid[], integer);

DROP FUNCTION "private"."record_words_of_jersey"(uuid);

DROP FUNCTION "private"."record_words_of_jerseys"();

DROP FUNCTION "private"."refresh_changed"(text);

DROP FUNCTION "private"."refresh_entries"(uuid[]);

DROP FUNCTION "private"."refresh_entries_of_statement"();

DROP FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone);

DROP FUNCTION "private"."shift_all"(private.vote_shift[]);

DROP FUNCTION "private"."shift_standing"(uuid, integer, integer, double precision);

DROP FUNCTION "private"."shift_votes"(uuid, bigint, bigint);

DROP FUNCTION "private"."value_sql"(text);

DROP FUNCTION "public"."apply_pending_standings"(integer);

DROP FUNCTION "public"."recheck_due_voters"();

DROP FUNCTION "public"."recount_authors"();

DROP FUNCTION "public"."recount_kits"();

DROP FUNCTION "public"."recount_sums"();

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

CREATE OR REPLACE FUNCTION private.after_images_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey_ids constant uuid[] := array(select distinct jersey_id from added);
begin
  perform private.return_to_queue(jersey_ids);
  perform private.check_image_count(jersey_ids);
  perform private.keep_files(array(select added::public.jersey_images from added));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_images_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.return_to_queue(array(select distinct jersey_id from removed));
  perform private.queue_file_deletion(array(select removed::public.jersey_images from removed));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey_came_or_went()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if is_public then
    insert into private.changes (kind, id) values ('jersey', jersey.id);
  end if;
  if tg_op = 'INSERT' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('public_changes', '*');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_moved constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type)
      is distinct from (new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type);
  is_found_otherwise constant boolean := is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors, old.created_at)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing.
  if private.is_staging() then
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if is_found_otherwise and (was_public or is_public) then
    insert into private.changes (kind, id) values ('jersey', new.id);
  end if;
  -- One that comes back was public before.
  if old.status <> 'approved' and is_public then
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
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
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

CREATE OR REPLACE FUNCTION private.follow_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
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

CREATE OR REPLACE FUNCTION private.list_image(former public.jersey_images, image public.jersey_images)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if former.id is null and image.suggestion_id is null or image.id is null and former.suggestion_id is null
    or former.id is not null and image.id is not null
      and (former.jersey_id, former.suggestion_id) is distinct from (image.jersey_id, image.suggestion_id) then
    insert into private.changes (kind, id)
    select 'jersey', id from unnest(array[former.jersey_id, image.jersey_id]) id where id is not null;
  end if;
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
  where private.may_ever_count(u) and private.counts_from(u) > since and private.counts_from(u) <= now();
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
      select 'jersey', id from public.jerseys where %I = $1 and status = 'approved' and is_active$sql$, tg_argv[0])
  using new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.publish_pages(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('public_changes', string_agg(id::text, ','))
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
    select 'jersey', id from public.jerseys where team_id = any (named) and status = 'approved' and is_active;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.recount_jerseys(ids uuid[])
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select jersey.id, jersey.upvotes as was_up, jersey.downvotes as was_down,
      count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
    returning jersey.id, counted.up, counted.down, counted.was_up, counted.was_down
  ), noted as (
    insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
  )
  select id, up, down, was_up, was_down from repaired
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

  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, has_photo
      from unnest(moved) where competition_id is not null) m
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
  insert into private.catalogue_cells (competition_id, year, kit, brand_id, color, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(moved) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_projection(projection text, ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant uuid[] := array(
    select unnest(ids)
    union
    select failed.id from private.failed_changes failed
    where failed.projection = refresh_projection.projection and failed.tried_at < now() - interval '1 minute');
  are_lists_changed boolean := false;
begin
  if asked = '{}' then
    return false;
  end if;
  case projection
    when 'standings' then perform private.refresh_standings(asked);
    when 'tiers' then perform private.refresh_tiers(asked);
    when 'words' then perform private.refresh_search('jersey', asked);
    when 'catalogue' then are_lists_changed := private.refresh_catalogue(asked);
  end case;
  delete from private.failed_changes failed
  where failed.projection = refresh_projection.projection and failed.id = any (asked);
  return are_lists_changed;
exception
  -- Derived again soon, with everything else.
  when serialization_failure or deadlock_detected or lock_not_available then
    raise;
  when others then
    insert into private.failed_changes as failed (projection, id, problem)
    select refresh_projection.projection, id, left(sqlerrm, 1000) from unnest(asked) id
    on conflict on constraint failed_changes_pkey do update set problem = excluded.problem, tried_at = now();
    if cardinality(asked) = 1 then
      return false;
    end if;
    -- Which of them can't be is found by halves; those that can are taken from the table again.
    are_lists_changed := private.refresh_projection(projection, asked[:cardinality(asked) / 2]);
    return private.refresh_projection(projection, asked[cardinality(asked) / 2 + 1:]) or are_lists_changed;
end $function$
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
  -- A document that is being written just now is looked at once more: waiting for it here could deadlock.
  with moved as (
    select document.id, private.tier_marks(private.tier(jersey.score)) as marks
    from public.jerseys jersey
    join private.search_documents document on document.kind = 'jersey' and document.id = jersey.id
    where jersey.id = any (ids)
      and array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%')
        <> private.tier_marks(private.tier(jersey.score))
  ), free as (
    select document.id from private.search_documents document
    where document.kind = 'jersey' and document.id in (select id from moved) for update skip locked
  ), busy as (
    insert into private.changes (kind, id)
    select 'vote', id from moved where id not in (select id from free)
  )
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(moved.marks)
  from moved join free using (id)
  where document.kind = 'jersey' and document.id = moved.id
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

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  changed uuid[] := '{}';
  voted uuid[] := '{}';
  pages uuid[] := '{}';
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
      select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter'));
    changed := array(select distinct id from unnest(taken) where kind = 'jersey');
    pages := array(select id from unnest(taken) where kind = 'page' union select unnest(voted || changed));
  end if;
  -- What comes later reads what is before it.
  perform private.refresh_projection('standings', voted);
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  if private.refresh_projection('catalogue', voted || changed) then
    perform pg_notify('public_changes', '*');
  else
    perform private.publish_pages(pages);
  end if;
  return coalesce(cardinality(taken), 0);
end $function$
;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "authenticated";

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

CREATE OR REPLACE FUNCTION public.recount_catalogue()
 RETURNS TABLE(what text, counted bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- What waits for the worker is no error.
  while public.derive() > 0 loop end loop;
  perform private.begin_deriving();
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact full join private.catalogue_entries entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_catalogue(wrong);

  create temporary table wrong_counts on commit drop as
  select concat_ws(' ', 'cell', competition_id, year, kit, brand_id, color, has_photo) as what,
    coalesce(fresh.jerseys, 0) as jerseys, coalesce(cell.jerseys, 0)::bigint as was
  from (
    select competition_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_entries group by 1, 2, 3, 4, 5, 6) fresh
  full join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, has_photo)
  where fresh.jerseys is distinct from cell.jerseys
  union all
  select concat_ws(' ', 'team', team_id, competition_id), coalesce(fresh.jerseys, 0), coalesce(team.jerseys, 0)
  from (
    select team_id, competition_id, count(*) as jerseys from private.catalogue_entries group by 1, 2) fresh
  full join private.catalogue_teams team using (team_id, competition_id)
  where fresh.jerseys is distinct from team.jerseys;
  return query select * from pg_temp.wrong_counts;
  if exists (select from pg_temp.wrong_counts) then
    delete from private.catalogue_cells;
    insert into private.catalogue_cells (competition_id, year, kit, brand_id, color, has_photo, jerseys)
    select competition_id, year, kit, brand_id, color, has_photo, count(*)
    from private.catalogue_entries group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
    delete from private.catalogue_teams;
    insert into private.catalogue_teams (team_id, competition_id, jerseys)
    select team_id, competition_id, count(*) from private.catalogue_entries group by 1, 2;
  end if;
  drop table pg_temp.wrong_counts;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_standings()
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, rising double precision, was_upvotes integer, was_downvotes integer, was_rising double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- What is due, or waits for the worker, is no error.
  while public.derive() > 0 loop end loop;
  perform private.begin_deriving();
  create temporary table former on commit drop as select * from private.standings;
  perform private.refresh_standings(array(
    select jersey_id from public.jersey_votes union select jersey_id from pg_temp.former));
  return query
  with wrong as (
    select coalesce(standing.jersey_id, former.jersey_id) as id, coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0),
      coalesce(standing.rising, 0), coalesce(former.upvotes, 0), coalesce(former.downvotes, 0), coalesce(former.rising, 0)
    from private.standings standing full join pg_temp.former former using (jersey_id)
    where (standing.upvotes, standing.downvotes, standing.rising) is distinct from (former.upvotes, former.downvotes, former.rising)
  ), noted as (
    insert into private.changes (kind, id) select 'vote', id from wrong
  )
  select * from wrong;
  drop table pg_temp.former;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_votes()
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  return query
  select * from private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    left join (
      select vote.jersey_id as id, count(*) filter (where vote.vote = 'up') as up, count(*) filter (where vote.vote = 'down') as down
      from public.jersey_votes vote group by 1) counted using (id)
    where (jersey.upvotes, jersey.downvotes) <> (coalesce(counted.up, 0), coalesce(counted.down, 0))));
end $function$
;

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
    perform pg_notify('public_changes', '*');
  end if;
  return changed;
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

CREATE TRIGGER competitions_search_jerseys AFTER UPDATE OF name ON public.competitions FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION private.note_jerseys('competition_id');

CREATE TRIGGER jersey_votes_admit BEFORE INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.admit_vote();

CREATE TRIGGER jersey_votes_count AFTER INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.count_vote();

CREATE TRIGGER seasons_search_jerseys AFTER UPDATE OF code, name ON public.seasons FOR EACH ROW WHEN (((old.code IS DISTINCT FROM new.code) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION private.note_jerseys('season_id');

CREATE TRIGGER teams_search_jerseys AFTER UPDATE OF short_name, country, competition_id ON public.teams FOR EACH ROW WHEN (((old.short_name IS DISTINCT FROM new.short_name) OR (old.country IS DISTINCT FROM new.country) OR (old.competition_id <> new.competition_id))) EXECUTE FUNCTION private.note_jerseys('team_id');

COMMENT ON FUNCTION "private"."admit_vote"() IS 'Refuses the votes of a suspended member, and one on a jersey that is gone; dates a vote that is switched';

COMMENT ON FUNCTION "private"."begin_deriving"() IS 'Until the transaction ends, nobody else derives';

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, how many copies of it the caller has, and the only one; null if the caller can''t read it';

COMMENT ON FUNCTION "private"."catalogue_limit"(text) IS 'Bounds of what one read of the catalogue costs, in cells (few) or jerseys';

COMMENT ON FUNCTION "private"."count_facts"(private.catalogue_filter) IS 'Public jerseys with the facts of a filter, by the values of each fact under the other filters; teams, words and the own side play no part';

COMMENT ON FUNCTION "private"."count_teams"(private.catalogue_filter, bigint) IS 'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where other facts than sport and competition are asked of too many';

COMMENT ON FUNCTION "private"."count_vote"() IS 'Moves the counters of the jersey of a vote that came, changed or went';

COMMENT ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) IS 'SQL for a filter''s facts, of cells or entries. $1 to $6: competitions, the first and last year, kit types, brands, colours, photo';

COMMENT ON FUNCTION "private"."has_few"(private.catalogue_filter) IS 'Whether a filter has so few cells that all their jerseys can be read and sorted';

COMMENT ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) IS 'Notes for the worker the jerseys of which the catalogue knows whether they have a photo';

COMMENT ON FUNCTION "private"."mark_voter_due"() IS 'Notes for the worker that an account has changed: its votes may start or stop counting';

COMMENT ON FUNCTION "private"."move_counters"(uuid, integer, integer) IS 'Moves the counters of a jersey, and notes for the worker that its votes changed';

COMMENT ON FUNCTION "private"."next_step"(private.catalogue_filter, private.catalogue_scope, text, private.catalogue_cursor) IS 'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these are few; else by looking at all jerseys in order';

COMMENT ON FUNCTION "private"."next_years"(private.catalogue_filter, text, private.catalogue_cursor) IS 'In an order by years, the filter with the years in which the next 25 jerseys after a place are';

COMMENT ON FUNCTION "private"."note_due_voters"() IS 'Notes for the worker whose first day or suspension is over; at most every five seconds';

COMMENT ON FUNCTION "private"."note_jerseys"() IS 'Notes for the worker the public jerseys that refer to a row: their words, or years, are also its. Argument: their column';

COMMENT ON FUNCTION "private"."publish_pages"(uuid[]) IS 'Tells servers that the pages of these jerseys are outdated, of those that are public';

COMMENT ON FUNCTION "private"."recount_jerseys"(uuid[]) IS 'Counts the votes of these jerseys again, but of one that is being deleted; returns those whose counters were others';

COMMENT ON FUNCTION "private"."refresh_catalogue"(uuid[]) IS 'Brings these jerseys into the catalogue as they are now, and counts the cells and teams that they leave or enter. Returns whether one came, went or has other facts';

COMMENT ON FUNCTION "private"."refresh_projection"(text, uuid[]) IS 'Derives a projection for these ids and those that failed a minute ago. Those that fail stay in private.failed_changes. Returns whether lists and counts changed';

COMMENT ON FUNCTION "private"."refresh_standings"(uuid[]) IS 'Counts the votes of these jerseys that count for rankings';

COMMENT ON FUNCTION "private"."refresh_tiers"(uuid[]) IS 'Marks the search documents of these jerseys with the tiers of their scores';

COMMENT ON FUNCTION "public"."age_votes"() IS 'Forgets when votes were cast that are 30 days old, and with it takes them from the rising jerseys: at most 1000 a call, returns how many';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: standings, words and tiers of search, the catalogue, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

COMMENT ON FUNCTION "public"."popular_teams"(integer) IS 'The teams with the most public jerseys, by count: what the empty search dialog offers';

COMMENT ON FUNCTION "public"."recount_catalogue"() IS 'Compares every entry and count of the catalogue with the jerseys; repairs and returns those that were wrong';

COMMENT ON FUNCTION "public"."recount_standings"() IS 'Counts the votes of all jerseys that count for rankings; repairs and returns the standings that were wrong';

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

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), an account whose votes may start or stop counting (voter), a jersey that came, went or changed in what it is found by (jersey), a jersey whose page shows something else (page)';

COMMENT ON TABLE "private"."failed_changes" IS 'From what a projection could not be derived, and why. It is tried again every minute, and holds up nothing else';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_leaderboards() found them last';

COMMENT ON TABLE "private"."voters_noted" IS 'One row: up to when note_due_voters() has noted whose votes start counting; null before the first time';

COMMENT ON VIEW "private"."team_kit_counts" IS 'Public jerseys of a team by year and kit type; those without a year (0) by season';

COMMENT ON VIEW "public"."jersey_counts" IS 'Numbers of public jerseys, by kind: all, of a league, of a competition, of a team. The key is the league or the id, and empty for all; no row means 0';

REVOKE ALL ON FUNCTION "private"."admit_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_facts"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_few"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_counters"(uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_due_voters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_pages"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_projection"(text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_standings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_tiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."derive"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."worker_state"() TO "service_role";

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
