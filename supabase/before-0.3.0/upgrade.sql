-- Brings a database with the migrations of versions.txt (commit 8a2efea7) to what the baseline makes.

-- Names that say what a thing is. Renamed and not made anew: their rows stay, and columns and indexes that use them.
alter table private.unsettled rename to pending_standings;
alter table private.told_of_plans rename to proposal_notified_members;
alter table private.proposal_notified_members rename constraint told_of_plans_pkey to proposal_notified_members_pkey;
alter table private.proposal_notified_members rename constraint told_of_plans_member_id_fkey to proposal_notified_members_member_id_fkey;
alter table private.proposal_notified_members rename constraint told_of_plans_proposal_id_fkey to proposal_notified_members_proposal_id_fkey;
alter index private.told_of_plans_by_member rename to proposal_notified_members_by_member;
alter table private.visitor_report_office rename to visitor_report_intake;
alter table private.visitor_report_intake rename constraint visitor_report_office_pkey to visitor_report_intake_pkey;
alter table private.visitor_report_intake rename constraint visitor_report_office_is_one_check to visitor_report_intake_is_one_check;
alter index public.reports_settled rename to reports_decided;
alter function private.one_letter_less(text) rename to deletion_variants;
alter function private.gaps(text) rename to masked_variants;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "on_voter_change" ON "auth"."users";

DROP TRIGGER "users_turn_of_proposals" ON "auth"."users";

DROP TRIGGER "standings_note" ON "private"."standings";

DROP TRIGGER "brands_tell" ON "public"."brands";

DROP TRIGGER "comments_a_guard_gone_edit" ON "public"."comments";

DROP TRIGGER "comments_a_guard_gone" ON "public"."comments";

DROP TRIGGER "comments_tell_gone" ON "public"."comments";

DROP TRIGGER "comments_tell" ON "public"."comments";

DROP TRIGGER "competitions_revised" ON "public"."competitions";

DROP TRIGGER "competitions_tell" ON "public"."competitions";

DROP TRIGGER "copies_a_guard_gone" ON "public"."copies";

DROP TRIGGER "copies_turn_delete" ON "public"."copies";

DROP TRIGGER "copies_turn_insert" ON "public"."copies";

DROP TRIGGER "copies_turn_update" ON "public"."copies";

DROP TRIGGER "copy_photos_gone" ON "public"."copy_photos";

DROP TRIGGER "copy_photos_kept" ON "public"."copy_photos";

DROP TRIGGER "copy_photos_turn_insert" ON "public"."copy_photos";

DROP TRIGGER "jersey_edits_gone" ON "public"."jersey_edits";

DROP TRIGGER "jersey_images_a_guard_gone" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_added" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_address_insert" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_address_update" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_approved_stays_after_delete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_approved_stays_after_insert" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_audit_delete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_audit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_b_make_room" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_credit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_limit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_listed_delete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_listed_insert" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_listed_update" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_refresh" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removed" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_revised_delete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_revised_insert" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_revised_update" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_tell_delete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_tell_insert" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_tell_update" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_unused" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_used" ON "public"."jersey_images";

DROP TRIGGER "jersey_redirects_tell" ON "public"."jersey_redirects";

DROP TRIGGER "jersey_votes_a_guard_gone" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_judge" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_standing_update" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_standing" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_switch" ON "public"."jersey_votes";

DROP TRIGGER "jerseys_a_guard_gone" ON "public"."jerseys";

DROP TRIGGER "jerseys_a_guard_held" ON "public"."jerseys";

DROP TRIGGER "jerseys_a_guard_removal" ON "public"."jerseys";

DROP TRIGGER "jerseys_audit_update" ON "public"."jerseys";

DROP TRIGGER "jerseys_audit" ON "public"."jerseys";

DROP TRIGGER "jerseys_before_counts" ON "public"."jerseys";

DROP TRIGGER "jerseys_bring_back" ON "public"."jerseys";

DROP TRIGGER "jerseys_colors_given" ON "public"."jerseys";

DROP TRIGGER "jerseys_complete" ON "public"."jerseys";

DROP TRIGGER "jerseys_counted" ON "public"."jerseys";

DROP TRIGGER "jerseys_default_colors" ON "public"."jerseys";

DROP TRIGGER "jerseys_edit_rate" ON "public"."jerseys";

DROP TRIGGER "jerseys_end_history" ON "public"."jerseys";

DROP TRIGGER "jerseys_end_suggestions" ON "public"."jerseys";

DROP TRIGGER "jerseys_forget_decision" ON "public"."jerseys";

DROP TRIGGER "jerseys_gone" ON "public"."jerseys";

DROP TRIGGER "jerseys_guard_hidden" ON "public"."jerseys";

DROP TRIGGER "jerseys_guard_id" ON "public"."jerseys";

DROP TRIGGER "jerseys_guard" ON "public"."jerseys";

DROP TRIGGER "jerseys_hide_moderator" ON "public"."jerseys";

DROP TRIGGER "jerseys_keep_copies" ON "public"."jerseys";

DROP TRIGGER "jerseys_kits_counted" ON "public"."jerseys";

DROP TRIGGER "jerseys_listed_delete" ON "public"."jerseys";

DROP TRIGGER "jerseys_listed_insert" ON "public"."jerseys";

DROP TRIGGER "jerseys_listed_update" ON "public"."jerseys";

DROP TRIGGER "jerseys_note_counters" ON "public"."jerseys";

DROP TRIGGER "jerseys_of_author_counted" ON "public"."jerseys";

DROP TRIGGER "jerseys_once_public" ON "public"."jerseys";

DROP TRIGGER "jerseys_refresh" ON "public"."jerseys";

DROP TRIGGER "jerseys_revised_by_approval" ON "public"."jerseys";

DROP TRIGGER "jerseys_revised" ON "public"."jerseys";

DROP TRIGGER "jerseys_search_tier" ON "public"."jerseys";

DROP TRIGGER "jerseys_search" ON "public"."jerseys";

DROP TRIGGER "jerseys_settled" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell_delete" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell_gone" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell_insert" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell_lists" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell_update" ON "public"."jerseys";

DROP TRIGGER "jerseys_tell" ON "public"."jerseys";

DROP TRIGGER "jerseys_turn_of_proposals" ON "public"."jerseys";

DROP TRIGGER "profiles_tell_delete" ON "public"."profiles";

DROP TRIGGER "profiles_tell_gone" ON "public"."profiles";

DROP TRIGGER "profiles_tell" ON "public"."profiles";

DROP TRIGGER "proposals_settle_plan" ON "public"."proposals";

DROP TRIGGER "reports_a_guard_gone" ON "public"."reports";

DROP TRIGGER "reports_note" ON "public"."reports";

DROP TRIGGER "reports_tell_gone" ON "public"."reports";

DROP TRIGGER "reports_tell_parties" ON "public"."reports";

DROP TRIGGER "reports_tell" ON "public"."reports";

DROP TRIGGER "revisions_note_revert" ON "public"."revisions";

DROP TRIGGER "seasons_listed" ON "public"."seasons";

DROP TRIGGER "seasons_refresh" ON "public"."seasons";

DROP TRIGGER "seasons_tell" ON "public"."seasons";

DROP TRIGGER "suggestion_photos_address" ON "public"."suggestion_photos";

DROP TRIGGER "suggestion_photos_kept" ON "public"."suggestion_photos";

DROP TRIGGER "suggestions_tell_source" ON "public"."suggestions";

DROP TRIGGER "team_aliases_tell" ON "public"."team_aliases";

DROP TRIGGER "team_seasons_tell" ON "public"."team_seasons";

DROP TRIGGER "teams_revised" ON "public"."teams";

DROP TRIGGER "teams_tell" ON "public"."teams";

DROP TRIGGER "user_collections_a_guard_gone" ON "public"."user_collections";

DROP TRIGGER "user_collections_tell" ON "public"."user_collections";

DROP TRIGGER "user_collections_turn_delete" ON "public"."user_collections";

DROP TRIGGER "user_collections_turn_insert" ON "public"."user_collections";

DROP TRIGGER "user_wishlists_a_guard_gone" ON "public"."user_wishlists";

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."aside"(uuid);

DROP FUNCTION "private"."became_of"(uuid);

DROP FUNCTION "private"."beginnings"(text);

DROP FUNCTION "private"."cast_again"();

DROP FUNCTION "private"."check_image_address"();

DROP FUNCTION "private"."complete_jersey"();

DROP FUNCTION "private"."count_jersey"();

DROP FUNCTION "private"."count_kit"();

DROP FUNCTION "private"."count_of_author"();

DROP FUNCTION "private"."count_write"(text, bigint, boolean);

DROP FUNCTION "private"."credit_image"();

DROP FUNCTION "private"."end_proposals"();

DROP FUNCTION "private"."guard_held"();

DROP FUNCTION "private"."guard_hidden"();

DROP FUNCTION "private"."guard_jersey"();

DROP FUNCTION "private"."guard_jersey_id"();

DROP FUNCTION "private"."guard_removal"();

DROP FUNCTION "private"."guard_writes"(regclass);

DROP FUNCTION "private"."hide_moderator"();

DROP FUNCTION "private"."holders"(uuid);

DROP FUNCTION "private"."is_telling"(text);

DROP FUNCTION "private"."keep_copies"();

DROP FUNCTION "private"."keep_file"();

DROP FUNCTION "private"."limit_images"();

DROP FUNCTION "private"."lock_images"(uuid[]);

DROP FUNCTION "private"."make_room"();

DROP FUNCTION "private"."meant"(text, text, jsonb, jsonb);

DROP FUNCTION "private"."meant_brand"(jsonb);

DROP FUNCTION "private"."meant_competition"(jsonb);

DROP FUNCTION "private"."meant_season"(jsonb);

DROP FUNCTION "private"."meant_team"(jsonb, uuid, text, uuid);

DROP FUNCTION "private"."note_access"(text, text, jsonb);

DROP FUNCTION "private"."note_approval"();

DROP FUNCTION "private"."note_arrangement"(uuid, jsonb);

DROP FUNCTION "private"."note_changed_facts"();

DROP FUNCTION "private"."note_changed_photo"();

DROP FUNCTION "private"."note_changed_season"();

DROP FUNCTION "private"."note_collected"();

DROP FUNCTION "private"."note_decided"(public.jerseys);

DROP FUNCTION "private"."note_decision"(text, uuid, uuid);

DROP FUNCTION "private"."note_given_colors"();

DROP FUNCTION "private"."note_image_edit"();

DROP FUNCTION "private"."note_once_public"();

DROP FUNCTION "private"."note_outdated"();

DROP FUNCTION "private"."note_photo_revision"();

DROP FUNCTION "private"."note_revert"();

DROP FUNCTION "private"."note_revision"();

DROP FUNCTION "private"."note_standing"(uuid);

DROP FUNCTION "private"."note_undoable"(public.jerseys);

DROP FUNCTION "private"."note_unsettled"();

DROP FUNCTION "private"."note_voter"();

DROP FUNCTION "private"."picked"(jsonb, text[]);

DROP FUNCTION "private"."queue_file_deletion"();

DROP FUNCTION "private"."record_tier"();

DROP FUNCTION "private"."refresh_changed"();

DROP FUNCTION "private"."release_files"();

DROP FUNCTION "private"."said_of_wish"(public.user_wishlists);

DROP FUNCTION "private"."saints"(text);

DROP FUNCTION "private"."settle_catalogue"(integer);

DROP FUNCTION "private"."settle_colors"();

DROP FUNCTION "private"."settle_edit"(uuid);

DROP FUNCTION "private"."settle_edit_gone"();

DROP FUNCTION "private"."settle_entries"(uuid[]);

DROP FUNCTION "private"."settle_plan"();

DROP FUNCTION "private"."settle_voters"(uuid[], integer);

DROP FUNCTION "private"."stage_image"();

DROP FUNCTION "private"."stage_image_removal"();

DROP FUNCTION "private"."stages_image_edits"(uuid);

DROP FUNCTION "private"."stays_because"(public.revisions, text, jsonb, boolean, uuid[]);

DROP FUNCTION "private"."take_own_turn"();

DROP FUNCTION "private"."take_turn"();

DROP FUNCTION "private"."take_turn_before"();

DROP FUNCTION "private"."take_turn_for_jersey"();

DROP FUNCTION "private"."take_turn_of_facts"();

DROP FUNCTION "private"."take_turn_of_proposals"();

DROP FUNCTION "private"."tell_author"();

DROP FUNCTION "private"."tell_change"(uuid);

DROP FUNCTION "private"."tell_everything"();

DROP FUNCTION "private"."tell_holders"(public.proposals, text, uuid, text, jsonb);

DROP FUNCTION "private"."tell_notifier_gone"();

DROP FUNCTION "private"."tell_of_comment_gone"();

DROP FUNCTION "private"."tell_of_jersey_gone"();

DROP FUNCTION "private"."tell_of_member_gone"();

DROP FUNCTION "private"."tell_owner"();

DROP FUNCTION "private"."tell_parties"();

DROP FUNCTION "private"."tell_reporter"();

DROP FUNCTION "private"."tell_source"();

DROP FUNCTION "private"."telling_words"(text[]);

DROP FUNCTION "private"."told_verdicts"(public.suggestions, jsonb);

DROP FUNCTION "private"."with_companions"(text[]);

DROP FUNCTION "public"."settle_catalogue"(integer);

DROP FUNCTION "public"."settle_notice_mail"(uuid, text, boolean);

DROP FUNCTION "public"."settle_visitor_report_mail"(uuid, text, boolean);

DROP FUNCTION "public"."settle_votes"();

create or replace function private.admit_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  end if;
  if tg_op = 'INSERT' or old.url is distinct from new.url then
    perform private.check_image_address(new.url);
  end if;
  if tg_op = 'INSERT' and not public.is_admin(auth.uid()) then
    perform private.free_image_id(new.id, new.jersey_id);
  end if;
  return new;
end $$;

create or replace function private.admit_jersey_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if not old.is_active then
      perform private.check_not_held(old.id);
    end if;
    if old.author_id is distinct from auth.uid() then
      perform private.check_removal(old);
    end if;
    return old;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active and not new.is_active then
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
  if new.is_active and not old.is_active then
    perform private.check_may_show(new.id);
  end if;
  return new;
end $$;

create or replace function private.after_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_of_edit constant boolean := image.edit_id is not null;
  is_author constant boolean := tg_nargs > 0;
  is_staged constant boolean := is_author
    and (select status from public.jerseys where id = image.jersey_id) is not distinct from 'approved';
begin
  if is_author and tg_op = 'INSERT' then
    perform private.stage_image(new);
  elsif is_author and tg_op = 'DELETE' then
    perform private.stage_image_removal(old);
  end if;
  if private.is_staging() then
    perform private.list_image(old, new);
    return null;
  end if;

  if tg_op <> 'DELETE' or is_of_edit or not is_staged then
    perform private.log_change(
      'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
      case when tg_op <> 'DELETE' then to_jsonb(new) end);
  end if;
  perform private.list_image(old, new);
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if not is_of_edit and pg_trigger_depth() = 1 and not is_staged
    and (tg_op <> 'UPDATE' or old.edit_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' and not is_staged or tg_op = 'UPDATE' and not is_of_edit
    or tg_op = 'DELETE' and not is_of_edit and not is_staged then
    perform private.invalidate_pages(image.jersey_id);
  end if;
  return null;
end $$;

create or replace function private.after_images_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey_ids constant uuid[] := array(select distinct jersey_id from added);
begin
  perform private.return_to_queue(jersey_ids);
  perform private.check_image_count(jersey_ids);
  perform private.refresh_changed('jersey_images');
  perform private.keep_files(array(select added::public.jersey_images from added));
  return null;
end $$;

create or replace function private.after_images_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_changed('jersey_images');
  perform private.return_to_queue(array(select distinct jersey_id from removed));
  perform private.queue_file_deletion(array(select removed::public.jersey_images from removed));
  return null;
end $$;

create or replace function private.after_jersey_came_or_went() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  -- It locks the row 'all' first, and decisions wait for each other there.
  perform private.count_jersey(old, new);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    perform private.release_files(old.id, true);
  end if;
  perform private.count_kit(old, new);
  if is_public then
    perform private.mark_changed_facts(array[jersey.id], 'jerseys');
  end if;
  perform private.count_of_author(old, new);
  perform private.record_words_of_jersey(jersey.id);
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('public_changes', '*');
  end if;
  return null;
end $$;

create or replace function private.after_jersey_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_placed_anew constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id) is distinct from (new.league, new.competition_id, new.team_id);
  is_moved constant boolean := is_placed_anew
    or (old.season_id, old.year, old.kit_type) is distinct from (new.season_id, new.year, new.kit_type);
  are_facts_changed constant boolean := was_public <> is_public
    or (old.competition_id, old.team_id, old.season_id, old.year, old.kit_type, old.brand_id, old.colors, old.created_at)
      is distinct from
      (new.competition_id, new.team_id, new.season_id, new.year, new.kit_type, new.brand_id, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing but the queue.
  if private.is_staging() then
    if old.edited_at is not null and new.edited_at is null then
      perform private.release_files(new.id, false);
    end if;
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if (is_moved or are_facts_changed) and (was_public or is_public) then
    perform private.lock_jersey_counts();
  end if;
  if is_placed_anew then
    perform private.count_jersey(old, new);
  end if;
  if is_moved then
    perform private.count_kit(old, new);
  end if;
  if are_facts_changed and (was_public or is_public) then
    perform private.mark_changed_facts(array[new.id], 'jerseys');
  end if;
  if (old.author_id, old.status) is distinct from (new.author_id, new.status) then
    perform private.count_of_author(old, new);
  end if;
  if old.status = 'approved' and new.status = 'rejected' then
    perform private.record_once_public(new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision('jersey', new.id, '{}', null, 'approved', new.author_id);
  end if;
  if is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors) then
    perform private.record_words_of_jersey(new.id);
  end if;
  if old.edited_at is not null and new.edited_at is null then
    perform private.release_files(new.id, false);
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
end $$;

create or replace function private.apply_edit(edit public.jersey_edits, refused text[], reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  accepted constant jsonb := edit.changes - refused;
  added constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.edit_id = edit.id and image.url <> all (refused));
  removed constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.id = any (edit.removed_images) and image.url <> all (refused));
  -- In the order of the edit; what it could not remove comes last.
  images constant uuid[] := array(
    select image.id from private.edited_images image
    where image.edit_id = edit.id and image.url <> all (refused)
    order by image.place)
    || array(select unnest(edit.removed_images) except select unnest(removed));
begin
  perform private.begin_revision('edit', edit.author_id);
  update public.jerseys jersey
  set title = wanted.title, edition = wanted.edition, description = wanted.description,
    external_link = wanted.external_link
  from public.jerseys approved
  cross join lateral jsonb_populate_record(approved, accepted) wanted
  where approved.id = edit.jersey_id and jersey.id = approved.id and accepted <> '{}';
  delete from public.jersey_images image
  where image.jersey_id = edit.jersey_id and image.id = any (removed);
  update public.jersey_images image set edit_id = null where image.id = any (added);
  -- A refused removal leaves less room.
  if refused <> '{}' and (
    select count(*) > 20 or count(*) filter (where image.contributor_id = edit.author_id) > 5
    from public.jersey_images image where image.jersey_id = edit.jersey_id and image.edit_id is null) then
    raise sqlstate 'PT409' using
      message = 'edit_part_too_many_images',
      detail = 'With the images that stay, the author would have more than five, or the jersey more than twenty.';
  end if;
  if edit.image_order is not null and 'order' <> all (refused) then
    perform private.place_images(images);
  end if;
  perform private.end_revision();
  if refused = '{}' then
    delete from public.jersey_edits where id = edit.id;
    return;
  end if;
  -- What is refused stays with its author, as a refused edit does.
  update public.jersey_edits part
  set status = 'refused', note = reason, changes = part.changes - array(select jsonb_object_keys(accepted)),
    removed_images = array(select unnest(part.removed_images) except select unnest(removed)),
    image_order = case when 'order' = any (refused) then part.image_order end
  where part.id = edit.id;
  perform private.notify(
    edit.author_id, 'jersey', 'partly_reverted', 'jersey', edit.jersey_id,
    (select title from public.jerseys where id = edit.jersey_id), reason);
end $$;

create or replace function private.apply_pending_standings(at_most integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  ids uuid[];
  applied integer;
begin
  with taken as (
    delete from private.pending_standings where ctid = any (array(
      select ctid from private.pending_standings limit at_most for update skip locked))
    returning jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id), count(*) into ids, applied from taken;
  if ids is not null then
    perform private.apply_standings(ids);
  end if;
  if (select cleaned_at < clock_timestamp() - interval '1 minute' from private.catalogue_edition) then
    perform private.begin_edition();
    perform private.forget_entries();
  end if;
  return applied;
end $$;

create or replace function private.apply_standings(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  edition constant bigint := private.begin_edition();
begin
  -- Facts are those of the entry that ends: only what lists order by may have changed.
  with applied as (
    select entry.jersey_id, entry.since, standing.*
    from private.catalogue_entries entry
    cross join lateral (
      select private.best_value(coalesce(sum(upvotes)::integer, 0), coalesce(sum(downvotes)::integer, 0)) as best,
        coalesce(sum(upvotes + downvotes)::integer, 0) as votes, coalesce(sum(rising), 0) as rising
      from private.standings where jersey_id = entry.jersey_id) standing
    where entry.jersey_id = any (ids) and entry.until = private.for_ever()
      and (entry.best, entry.votes, entry.rising) is distinct from (standing.best, standing.votes, standing.rising)
  ), ended as (
    update private.catalogue_entries entry set until = edition
    from applied where entry.jersey_id = applied.jersey_id and entry.since = applied.since
    returning entry.*, applied.best as new_best, applied.votes as new_votes, applied.rising as new_rising
  ), marked as (
    insert into private.ended_entries (jersey_id, since, until, ended_at)
    select jersey_id, since, edition, clock_timestamp() from ended
  )
  insert into private.catalogue_entries (
    jersey_id, since, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes,
    rising)
  select jersey_id, edition, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, new_best,
    new_votes, new_rising
  from ended;
end $$;

create or replace function private.arrange_photos(jersey_id uuid, photos jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.are_distinct then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      select array_agg(shown.position order by shown.position) as positions,
        count(*) = count(distinct shown.position) as are_distinct
      from public.jersey_images shown
      where shown.jersey_id = arrange_photos.jersey_id and shown.edit_id is null) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.edit_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  perform private.record_arrangement(arrange_photos.jersey_id, was);
end $$;

create or replace function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(left(query, 100)))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$$;

create or replace function private.before_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  end if;
  new.contributor_id := private.contributor_of(new.url);
  return new;
end $$;

create or replace function private.before_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_proposals(old);
    perform private.close_history('jersey', old.id, old.title);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision('jerseys', new.id, new.moderated_by);
    new.moderated_by := null;
  end if;
  return new;
end $$;

create or replace function private.begin_revision(
  kind text, contributor uuid default null, reason text default null, suggestion uuid default null,
  undoes bigint default null
) returns void
language sql set search_path = ''
as $$
  select private.set_change('revision', jsonb_build_object(
    'kind', kind, 'contributor', contributor, 'reason', reason, 'suggestion', suggestion, 'undoes', undoes))
$$;

create or replace function private.begin_votes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.current_votes() = '[]' then
    return null;
  end if;
  if current_user = 'authenticated' then
    -- Statements of one member wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || auth.uid(), 0));
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '[]', true);
  end if;
  return null;
end $$;

create or replace function private.bring_back(proposal public.proposals, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := proposal.jersey_id;
  -- Null of a removal, and if the jersey was deleted since: what copies were left without comes back to both.
  kept constant uuid := (select id from public.jerseys where id = proposal.into_id);
begin
  perform private.lock_jerseys(gone, kept);
  -- Owners of copies that a removal left without a jersey.
  perform private.lock_collections(array(
    select copy.owner_id from private.moved_rows moved join public.copies copy on copy.id = moved.row_id
    where moved.proposal_id = proposal.id and moved.relation = 'copies'));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.edit_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    update public.suggestions suggestion
    set target_id = gone, title = proposal.title, edited_at = clock_timestamp()
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'suggestions' and moved.row_id = suggestion.id
      and suggestion.target_type = 'jersey' and suggestion.target_id = kept and suggestion.status = 'open';
  else
    update public.suggestions set held_at = null
    where target_type = 'jersey' and target_id = gone and held_at is not null;
  end if;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from private.moved_rows where proposal_id = proposal.id;

  perform private.begin_revision('undo', null, bring_back.reason);
  if kept is not null then
    perform private.write_revision(
      'jersey', kept, jsonb_build_object('unmerged', jsonb_build_object('before', null, 'after', proposal.title)), null);
  end if;
  perform private.write_revision(
    'jersey', gone, jsonb_build_object('restored', jsonb_build_object('before', null, 'after', proposal.title)), null);
  perform private.end_revision();
  perform private.notify_members_with_jersey(proposal, 'brought_back', gone, bring_back.reason);
  return private.end_proposal(proposal.id, 'undone', bring_back.reason);
end $$;

create or replace function private.carry_out(proposal public.proposals) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  perform private.lock_jerseys(proposal.jersey_id, proposal.into_id);
  -- Either was deleted, merged, removed or hidden meanwhile.
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  select * into jersey from public.jerseys where id = proposal.jersey_id;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merged' else 'taken_down' end, proposal.into_id, proposal.reason);
  if proposal.kind = 'merge' then
    insert into private.moved_rows (proposal_id, relation, row_id, member_id)
    select proposal.id, 'notices', id, recipient_id from public.notices where notices.jersey_id = jersey.id;
    update public.notices set jersey_id = proposal.into_id where notices.jersey_id = jersey.id;
    perform private.move_jersey(jersey.id, proposal.into_id, proposal.id);
    update public.suggestions
    set target_id = proposal.into_id, edited_at = clock_timestamp(),
      title = (select title from public.jerseys where id = proposal.into_id)
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('merge', null, proposal.reason);
    perform private.write_revision(
      'jersey', proposal.into_id,
      -- What is offensive or unlawful isn't named.
      jsonb_build_object('merged', jsonb_build_object(
        'before', case when proposal.urgency is null then jersey.title else '…' end, 'after', null)), null);
  else
    insert into private.moved_rows (proposal_id, relation, row_id, member_id, stored)
    select proposal.id, 'user_collections', id, user_id, to_jsonb(collected)
    from public.user_collections collected where jersey_id = jersey.id
    union all
    select proposal.id, 'copies', id, null, null from public.copies where jersey_id = jersey.id;
    -- The shirt still hangs in the wardrobe.
    update public.copies set jersey_id = null, former_jersey = private.former_facts(jersey) where jersey_id = jersey.id;
    update public.suggestions set held_at = now()
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('removal', null, proposal.reason);
    perform private.write_revision(
      'jersey', jersey.id, jsonb_build_object('removed', jsonb_build_object('before', null, 'after', jersey.title)), null);
  end if;
  perform private.end_revision();
  update public.jerseys set is_active = false where id = jersey.id;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if proposal.kind = 'removal' or proposal.urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images where jersey_id = jersey.id
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = jersey.id), true);
  end if;
  update public.proposals set status = 'done', done_at = now(), undo_until = now() + private.undo_days()
  where id = proposal.id returning * into proposal;
  return proposal;
end $$;

create or replace function private.check_author_update(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (becomes.league, becomes.competition_id, becomes.season_id, becomes.team_id, becomes.team, becomes.year, becomes.brand,
      becomes.brand_id, becomes.kit_type, becomes.colors, becomes.price)
    is distinct from
    (was.league, was.competition_id, was.season_id, was.team_id, was.team, was.year, was.brand,
      was.brand_id, was.kit_type, was.colors, was.price);
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and are_facts_changed then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the moderation queue anyway.
  if was.status <> 'pending'
    and (are_facts_changed
      or (becomes.title, becomes.description, becomes.edition, becomes.external_link)
        is distinct from (was.title, was.description, was.edition, was.external_link)) then
    becomes.edited_at := now();
  end if;
  return becomes;
end $$;

create or replace function private.check_image_address(url text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file constant text := private.storage_path(check_image_address.url);
  host constant text := lower(substring(check_image_address.url from '^https?://[^/]*'));
  -- The auth service signs this claim, so that it tells the site's address without trusting the member.
  site constant text := lower(substring(auth.jwt() ->> 'iss' from '^https?://[^/]*'));
  loopback constant text := '^https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$';
begin
  if file is null then
    perform private.refuse('jersey_images_url_file', 'The address is not that of a file in bucket jerseys.');
  end if;
  -- A site on the member's own machine has several names.
  if host <> coalesce(site, '') and not (host ~ loopback and coalesce(site, host) ~ loopback) then
    perform private.refuse(
      'jersey_images_url_host', 'The address is on another host.',
      'Give the address without its host: /storage/v1/object/public/jerseys/…');
  end if;
  -- The policies refuse files of others; whether they exist is not told.
  if split_part(file, '/', 1) is distinct from auth.uid()::text and not public.is_admin(auth.uid()) then
    return;
  end if;
  -- The lock makes a replacement or deletion that runs meanwhile wait. It then finds the file in use, or this finds
  -- its outcome.
  perform from storage.objects
  where bucket_id = 'jerseys' and name = file and metadata ->> 'size' is distinct from '0'
    and user_metadata -> 'withheld' is distinct from 'true' for share;
  if not found then
    perform private.refuse('jersey_images_url_stored', 'There is no such file: upload it first.');
  end if;
end $$;

create or replace function private.check_image_count(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.edit_id is null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from private.edited_images edited
    join public.jersey_images image on image.id = edited.id
    where edited.jersey_id = any (jersey_ids)
    group by edited.jersey_id, image.contributor_id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.edit_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from private.edited_images edited
    where edited.jersey_id = any (jersey_ids) and edited.place > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $$;

create or replace function private.check_jersey_id(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', check_jersey_id.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
end $$;

create or replace function private.check_may_show(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.proposals where proposals.jersey_id = check_may_show.jersey_id and status = 'done') then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal.', hint = 'Undo the proposal.';
  end if;
end $$;

create or replace function private.check_not_gone(jersey_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  became constant public.proposals := private.hiding_proposal(jersey_id);
begin
  if became.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif became.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $$;

create or replace function private.check_not_held(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.proposals
    where proposals.jersey_id = check_not_held.jersey_id and status = 'done' and undo_until > now()) then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal, which can still be undone.';
  end if;
end $$;

create or replace function private.check_removal(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.needs_proposal(jersey) then
    raise sqlstate 'PT409' using
      message = 'proposal_required', detail = 'A jersey of somebody else that was public is removed by a proposal.';
  end if;
end $$;

create or replace function private.check_suggested_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_image_address(new.url);
  return new;
end $$;

create or replace function private.close_history(target_type text, target_id uuid, title text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
begin
  if target_type = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = target_id;
  end if;
  if kept is null then
    delete from public.revisions revision
    where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id;
  else
    perform private.write_revision(
      'jersey', kept, jsonb_build_object('merged', jsonb_build_object('before', title, 'after', null)), null, 'merge');
  end if;
end $$;

create or replace function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
  suggestion public.suggestions;
  gone jsonb;
begin
  if close_suggestions.target_type = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = close_suggestions.target_id;
  end if;
  if kept is not null then
    update public.suggestions moved
    set target_id = kept, title = (select title from public.jerseys where id = kept), edited_at = clock_timestamp()
    where moved.target_id = close_suggestions.target_id and moved.target_type = 'jersey' and moved.status = 'open';
    return;
  end if;
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, status = private.outcome_of(gone || ended.verdicts),
      decided_at = coalesce(ended.decided_at, now())
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;

create or replace function private.close_visitor_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed uuid;
begin
  update public.visitor_reports set closed_at = now()
  where report_id = old.id and closed_at is null returning id into filed;
  if filed is not null then
    insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'removed', 'notifier');
  end if;
  return old;
end $$;

create or replace function private.complete_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision('reports', new.id, case when new.status <> 'open' then auth.uid() end);
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

create or replace function private.completed_jersey(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
begin
  becomes.title := coalesce(private.tidy(becomes.title), '');
  becomes.edition := private.tidy(becomes.edition);
  becomes.description := private.tidy(becomes.description);
  becomes.external_link := private.tidy(becomes.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `was` is null.
  if (becomes.team_id, becomes.brand_id, becomes.competition_id, becomes.season_id)
    is distinct from (was.team_id, was.brand_id, was.competition_id, was.season_id) then
    perform private.hold_names(
      array[case when becomes.team_id is distinct from was.team_id then becomes.team_id end],
      array[case when becomes.brand_id is distinct from was.brand_id then becomes.brand_id end],
      array[case when becomes.competition_id is distinct from was.competition_id then becomes.competition_id end],
      array[case when becomes.season_id is distinct from was.season_id then becomes.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  becomes.team := coalesce(
    (select name from public.teams where id = becomes.team_id), private.tidy(becomes.team), '');
  becomes.brand := coalesce(
    (select name from public.brands where id = becomes.brand_id), private.tidy(becomes.brand));
  return becomes;
end $$;

create or replace function private.contributor_of(url text) returns uuid
language sql stable security definer set search_path = ''
as $$ select id from public.profiles where id::text = split_part(private.storage_path(url), '/', 1) $$;

create or replace function private.corrections(word text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  found text[];
begin
  -- Another year is no correction, and words of three letters resemble too many others.
  if word ~ '^\d+$' or char_length(word) < 4 or char_length(word) > 30 then
    return '{}';
  end if;
  found := array(
    select known.word from private.search_vocabulary known
    where known.word = any (
        private.deletion_variants(corrections.word) || private.swaps(corrections.word))
      or known.near && (corrections.word || private.masked_variants(corrections.word))
      or known.word like '%' || corrections.word || '%'
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select known.word from private.search_vocabulary known
    where known.word operator(extensions.%) corrections.word
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 4);
end $$;

create or replace function private.count_copy_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant record := private.copy_photo_quota();
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > quota.bytes or stored.files >= quota.files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', quota.bytes, quota.files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $$;

create or replace function private.count_jersey(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if was.id is not null and was.status = 'approved' and was.is_active then
    perform private.add_jerseys(was, -1);
  end if;
  if becomes.id is not null and becomes.status = 'approved' and becomes.is_active then
    perform private.add_jerseys(becomes, 1);
  end if;
end $$;

create or replace function private.count_kit(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if was.id is not null and was.status = 'approved' and was.is_active and was.team_id is not null then
    update private.team_kit_counts set jerseys = jerseys - 1
    where team_id = was.team_id and year = coalesce(was.year, 0)
      and season_id = case when was.year is null then was.season_id else nil end
      and kit_type_slug = was.kit_type_slug;
  end if;
  if becomes.id is not null and becomes.status = 'approved' and becomes.is_active and becomes.team_id is not null then
    insert into private.team_kit_counts as counts (team_id, year, season_id, kit_type_slug, jerseys)
    values (
      becomes.team_id, coalesce(becomes.year, 0), case when becomes.year is null then becomes.season_id else nil end,
      becomes.kit_type_slug, 1)
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = counts.jerseys + 1;
  end if;
end $$;

create or replace function private.count_of_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A deleted author has no row, and gets none.
  if was.id is not null and was.author_id is not null then
    update private.author_counts
    set jerseys = jerseys - 1, rejected = rejected - (was.status = 'rejected')::integer
    where author_id = was.author_id;
  end if;
  if becomes.id is not null and becomes.author_id is not null then
    insert into private.author_counts as counts (author_id, jerseys, rejected)
    values (becomes.author_id, 1, (becomes.status = 'rejected')::integer)
    on conflict (author_id) do update
      set jerseys = counts.jerseys + 1, rejected = counts.rejected + excluded.rejected;
  end if;
end $$;

create or replace function private.count_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  stored bigint;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock: the transaction lasts until the file is stored, and others would wait with a connection each. The
  -- service's own limit of attempts bounds how many can be too many.
  perform private.count_write('uploads', 1, false);
  perform private.count_write('upload_bytes', size, false);
  -- A range of names, which the index has in order: `0` follows `/`.
  select sum((object.metadata ->> 'size')::bigint) into stored
  from storage.objects object
  where object.bucket_id = 'jerseys'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored + size > private.upload_quota() then
    raise sqlstate 'PT413' using
      message = 'uploads_full',
      detail = format('A member stores at most %s bytes.', private.upload_quota()),
      hint = 'Delete images first.';
  end if;
  return true;
end $$;

create or replace function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The changes collected by the update part of a running upsert; null outside an insert.
  changed jsonb := nullif(private.current_votes(), '')::jsonb;
  shifts private.vote_shift[];
begin
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '', true);
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes);
    if changed is not null and changed <> '[]' then
      shifts := shifts || array(
        select earlier::private.vote_shift
        from jsonb_populate_recordset(null::private.vote_shift, changed) earlier);
    end if;
  elsif tg_op = 'DELETE' then
    shifts := array(
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
  else
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes
    union all
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
    if changed = '[]' then
      perform set_config('maillotheque.votes', to_jsonb(shifts)::text, true);
      return null;
    end if;
  end if;
  perform private.shift_all(shifts);
  return null;
end $$;

create or replace function private.count_write(kind text, amount bigint, is_locked boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes are serialized. Two at once would each see room for one more row.
  if is_locked then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select allowed.span, allowed.most, done.first + allowed.span as room_at into broken
  from private.write_limits allowed
  cross join lateral (
    select coalesce(sum(written.amount), 0) as amount, min(written.at) as first
    from private.writes written
    where written.member_id = member and written.kind = count_write.kind
      and written.at > clock_timestamp() - allowed.span
  ) done
  where allowed.kind = count_write.kind
    and done.amount + count_write.amount > allowed.most
    and (not allowed.for_new or private.is_new(member))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > allowed.most desc, room_at desc
  limit 1;
  if found then
    raise sqlstate 'PT429' using
      message = kind || '_too_many',
      detail = format('At most %s in %s.', broken.most, broken.span),
      hint = case
        when amount > broken.most then 'Send fewer at once.'
        else format('Retry after %s seconds.',
          greatest(1, ceil(extract(epoch from broken.room_at - clock_timestamp())))::bigint)
      end;
  end if;
  insert into private.writes (member_id, kind, amount) values (member, kind, amount);
end $$;

create or replace function private.current_change() returns jsonb
language sql stable parallel safe
return coalesce(nullif(current_setting('maillotheque.change', true), ''), '{}')::jsonb;

create or replace function private.current_votes() returns text
language sql stable parallel safe
return coalesce(current_setting('maillotheque.votes', true), '');

create or replace function private.default_colors_of(was public.jerseys, becomes public.jerseys) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  are_given constant boolean := private.current_change() ? 'colors';
begin
  if are_given then
    perform private.set_change('colors', null);
  end if;
  if becomes.colors = '{}' then
    return private.default_colors(becomes.kit_type, becomes.team_id, becomes.team);
  elsif was.id is not null and not are_given then
    return private.followed_colors(was, becomes);
  end if;
  return becomes.colors;
end $$;

create or replace function private.end_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_history(tg_argv[0], old.id);
  return old;
end $$;

create or replace function private.end_proposals(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  became public.proposals;
begin
  select * into became from public.proposals where jersey_id = jersey.id and status = 'done';
  if became.id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.proposals set into_id = became.into_id
    where into_id = jersey.id and status = 'done' and undo_until is not null and became.kind = 'merge'
      and jersey_id <> became.into_id;
    update public.proposals set undo_until = now()
    where into_id = jersey.id and status = 'done' and undo_until > now();
    delete from private.moved_rows where proposal_id = became.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for proposal in
      select * from public.proposals
      -- What may harm somebody stays hidden: one of the two or an administrator brings it back.
      where into_id = jersey.id and status = 'done' and undo_until > now() and urgency is null order by done_at desc for update
    loop
      perform private.bring_back(proposal, null);
    end loop;
    perform private.set_change('leaving', null);
  end if;
  -- Those who know its date have nothing to be told: it is gone, earlier.
  delete from private.proposal_notified_members where proposal_id in (
    select id from public.proposals where jersey_id = jersey.id and status = 'agreed');
  update public.proposals set status = 'cancelled', ended_at = now()
  where status in ('open', 'agreed') and (jersey_id = jersey.id or into_id = jersey.id);
  update public.proposals set undo_until = null
  where status = 'done' and jersey_id = jersey.id;
end $$;

create or replace function private.end_revision() returns void
language sql set search_path = ''
as $$ select private.set_change('revision', null) $$;

create or replace function private.end_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $$;

create or replace function private.fields_that_stay(
  revision public.revisions, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stays jsonb;
begin
  select coalesce(jsonb_object_agg(field, why) filter (where why is not null), '{}') into stays
  from jsonb_object_keys(revision.changes) field
  cross join lateral (
    select private.reason_not_undoable(revision, field, current, is_administrator, restored)) reason (why);
  -- A competition is of its league.
  if revision.changes ?& array['league', 'competition'] and stays ?| array['league', 'competition'] then
    stays := jsonb_build_object(
      'league', coalesce(stays -> 'league', stays -> 'competition'),
      'competition', coalesce(stays -> 'competition', stays -> 'league')) || stays;
  end if;
  return stays;
end $$;

create or replace function private.free_image_id(image_id uuid, jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jersey_images image set id = private.parked_image_id(free_image_id.image_id)
  where image.id = free_image_id.image_id and image.jersey_id = free_image_id.jersey_id and exists (
    select from public.jersey_edits own where own.author_id = auth.uid() and free_image_id.image_id = any (own.removed_images));
  if found then
    update public.jersey_edits edit set removed_images = array_replace(edit.removed_images, free_image_id.image_id, private.parked_image_id(free_image_id.image_id))
    where edit.jersey_id = free_image_id.jersey_id;
  end if;
  perform private.set_change('staging', null);
end $$;

create or replace function private.guard_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_renamed constant boolean := new.username <> old.username;
  is_shown_anew constant boolean := new.display_name is distinct from old.display_name;
  broken constant text := case
    when is_renamed and private.is_reserved(new.username) then 'profiles_username_reserved'
    when is_shown_anew and private.is_reserved(new.display_name) then 'profiles_display_name_reserved'
    when is_renamed and private.was_reset(new.id, new.username) then 'profiles_username_reset'
    when is_shown_anew and private.was_reset(new.id, new.display_name) then 'profiles_display_name_reset'
  end;
begin
  if broken is not null and not public.is_admin(auth.uid()) then
    perform private.refuse(
      broken, case when broken like '%reset' then 'An administrator has removed this name.' else 'This name is reserved.' end);
  end if;
  return new;
end $$;

create or replace function private.hiding_proposal(jersey_id uuid) returns public.proposals
language sql stable security definer set search_path = ''
as $$
  select proposal.* from public.proposals proposal
  where proposal.jersey_id = hiding_proposal.jersey_id and proposal.status = 'done'
    and exists (select from public.jerseys where id = hiding_proposal.jersey_id and not is_active)
$$;

create or replace function private.import_votes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
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
  -- A member's votes are serialized (private.begin_votes()).
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
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
end $$;

create or replace function private.import_wishes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (where not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wish (
      user_id, jersey_id, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict (user_id, jersey_id) do nothing
    returning wish.id, private.wish_details(wish) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $$;

create or replace function private.insert_imported(rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
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
  perform private.refresh_search('jersey', array(
    select (line ->> 'id')::uuid from jsonb_array_elements(insert_imported.rows) line));
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id, is_kept = false;
end $$;

create or replace function private.invalidate_all_pages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('public_changes', '*');
  return null;
end $$;

create or replace function private.invalidate_pages(id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('public_changes', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('public_changes', invalidate_pages.id::text);
  end if;
end $$;

create or replace function private.invalidate_pages_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.invalidate_pages((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end $$;

create or replace function private.is_distinctive(likeness text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(case when likeness ~ '^[01]{128}$'
    then bit_count(substring(likeness::bit(128) from 1 for 64)) between 6 and 58 end, false)
$$;

create or replace function private.is_staging() returns boolean
language sql stable set search_path = ''
as $$ select private.current_change() ? 'staging' $$;

create or replace function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(left(query, 100));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/shared/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $$;

create or replace function private.judge_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  due timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- A vote that is switched is a new one.
    if new.vote <> old.vote then
      new.cast_at := now();
    end if;
    return new;
  end if;
  perform private.check_not_gone(new.jersey_id);
  select private.may_count(account), case when private.may_ever_count(account) then private.counts_from(account) end
  into new.counts, due
  from auth.users account where account.id = new.voter_id;
  new.counts := coalesce(new.counts, false);
  if not new.counts and due is not null then
    insert into private.voters_due (voter_id, due_at) values (new.voter_id, due) on conflict (voter_id) do nothing;
  end if;
  return new;
end $$;

create or replace function private.keep_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jerseys
  set title = old.title, edition = old.edition, description = old.description,
    external_link = old.external_link
  where id = new.id
    and (title, edition, description, external_link)
      is distinct from (old.title, old.edition, old.description, old.external_link);
  perform private.reconcile_edit(new.id);
  return null;
end $$;

create or replace function private.keep_copies(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies set jersey_id = null, former_jersey = jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
  where copies.jersey_id = jersey.id;
end $$;

create or replace function private.keep_files(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from unnest(images));
  perform private.withhold_files(array(
    select added.path from unnest(images) added join public.jerseys jersey on jersey.id = added.jersey_id
    where added.edit_id is null and jersey.status = 'approved' and jersey.is_active), false);
end $$;

create or replace function private.keep_what_is_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  used constant jsonb := private.dependents(tg_table_name, old.id);
begin
  if used = '{}' then
    return old;
  end if;
  raise foreign_key_violation using
    message = 'in_use', detail = used::text, hint = 'Make it inactive instead.';
end $$;

create or replace function private.limit_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.copies
    where owner_id in (select owner_id from added) group by owner_id having count(*) > 20000
  ) then
    perform private.refuse('copies_per_owner', 'A collection has at most 20000 copies.');
  end if;
  return null;
end $$;

create or replace function private.limit_copy_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one copy wait for each other, as with jersey_images.
  perform from public.copies
  where id in (select copy_id from added) order by id for no key update;
  if exists (
    select from public.copy_photos
    where copy_id in (select copy_id from added) group by copy_id having count(*) > 6
  ) then
    perform private.refuse('copy_photos_six_per_copy', 'A copy has at most six photos.');
  end if;
  return null;
end $$;

create or replace function private.list_image(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if former.id is null and image.edit_id is null or image.id is null and former.edit_id is null
    or former.id is not null and image.id is not null
      and (former.jersey_id, former.edit_id) is distinct from (image.jersey_id, image.edit_id) then
    perform private.mark_changed_facts(array[former.jersey_id, image.jersey_id], 'jersey_images');
  end if;
end $$;

create or replace function private.lock_collection_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array[auth.uid()]);
  return null;
end $$;

create or replace function private.lock_images(jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  has_jerseys boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('decision ' || jersey, 0))
  from (select distinct unnest(lock_images.jerseys) as jersey order by 1) wanted;
  loop
    perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
    order by image.id for update;
    has_jerseys := false;
    begin
      perform from public.jerseys where id = any (lock_images.jerseys) order by id for update;
      has_jerseys := true;
      -- An image that came before the jersey was locked may be held by a member who waits for the jersey. Then the jersey is
      -- released, and the image waited for.
      perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
      order by image.id for update nowait;
      return;
    exception when lock_not_available then
      -- A time limit for locks (lock_timeout) raises the same.
      if not has_jerseys then
        raise;
      end if;
    end;
  end loop;
end $$;

create or replace function private.lock_jersey_and_collection() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where id = new.jersey_id for key share;
  perform private.lock_collections(array[auth.uid()]);
  return new;
end $$;

create or replace function private.lock_jersey_counts() returns void
language sql security definer set search_path = ''
as $$ select from public.jersey_counts where kind = 'all' and key = '' for no key update $$;

create or replace function private.lock_jerseys(gone uuid, kept uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  -- Whose collections it changes, before their rows: see private.lock_collection_first().
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id in (gone, kept)
    union select owner_id from public.copies where jersey_id in (gone, kept)));
end $$;

create or replace function private.lock_own_collection() returns void
language sql security definer set search_path = ''
as $$ select private.lock_collections(array[auth.uid()]) $$;

create or replace function private.lock_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.lock_proposals();
  select * into proposal from public.proposals where id = lock_proposal.proposal_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'proposal_not_found', detail = 'There is no such proposal.';
  end if;
  return proposal;
end $$;

create or replace function private.lock_proposals() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('proposals', 0)) $$;

create or replace function private.lock_proposals_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_proposals();
  return null;
end $$;

create or replace function private.log_change(table_name text, row_id text, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  action constant text := case when was is null then 'insert' when becomes is null then 'delete' else 'update' end;
begin
  if action = 'update' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, becomes -> key)
    into was, becomes
    from jsonb_object_keys(becomes) key
    where was -> key is distinct from becomes -> key;
    if becomes is null then
      return;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (auth.uid(), action, table_name, row_id, was, becomes);
end $$;

create or replace function private.mark_changed_facts(jersey_ids uuid[], table_name text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.changed_facts (jersey_id, table_name)
  select distinct id, mark_changed_facts.table_name from unnest(jersey_ids) id where id is not null
$$;

create or replace function private.mark_changed_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_facts (jersey_id, table_name)
  select id, tg_table_name from public.jerseys
  where season_id = new.id and year is null and status = 'approved' and is_active;
  return null;
end $$;

create or replace function private.mark_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outdated (jersey_id)
  select changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= (
      select count(*)
      from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  return null;
end $$;

create or replace function private.mark_given_colors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('colors', 'true');
  return new;
end $$;

create or replace function private.mark_outdated(jersey_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.outdated (jersey_id)
  select id from public.jerseys where id = mark_outdated.jersey_id and status = 'approved' and is_active
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id
$$;

create or replace function private.mark_pending_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pending_standings (jersey_id)
  values (case when tg_op = 'DELETE' then old.jersey_id else new.jersey_id end);
  return null;
end $$;

create or replace function private.mark_voter_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.voters_due (voter_id, due_at) values (new.id, now())
  on conflict (voter_id) do update set due_at = excluded.due_at;
  return null;
end $$;

create or replace function private.members_with_jersey(jersey_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select author_id from public.jerseys where id = members_with_jersey.jersey_id and author_id is not null
  union select user_id from public.user_collections where jersey_id = members_with_jersey.jersey_id
  union select owner_id from public.copies where jersey_id = members_with_jersey.jersey_id and removed_at is null
  union select user_id from public.user_wishlists where jersey_id = members_with_jersey.jersey_id
$$;

create or replace function private.name_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.changes := (
    select jsonb_agg(
      case when change ->> 'field' = 'image'
        then change || jsonb_build_object(
          'kind', private.photo_kind(coalesce(change ->> 'after', change ->> 'before'), new.jersey_id))
        else change end
      order by place)
    from jsonb_array_elements(new.changes) with ordinality listed(change, place));
  return new;
end $$;

create or replace function private.notify(
  recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text default null,
  changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select wish.by_mail, wish.in_account into by_mail, in_account
  from public.notice_settings wish
  where wish.user_id = recipient and wish.topic = notify.topic;
  by_mail := coalesce(by_mail, true);
  in_account := coalesce(in_account, true);
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices earlier
    where earlier.recipient_id = recipient and earlier.jersey_id = notify.jersey_id
      and earlier.outcome in ('approved', 'corrected', 'rejected') and not earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $$;

create or replace function private.notify_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set by moderate_jersey().
  corrections constant jsonb := private.current_change() -> 'corrections';
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' = 'none' then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $$;

create or replace function private.notify_comment_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Selects nothing if the comment is deleted with its jersey: the jersey's own trigger has
  -- notified already.
  perform private.notify(report.reporter_id, 'report', 'removed', 'comment', jersey.id, jersey.title)
  from public.reports report join public.jerseys jersey on jersey.id = old.jersey_id
  where report.comment_id = old.id and report.status = 'open';
  return old;
end $$;

create or replace function private.notify_jersey_deleted(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant uuid := (select into_id from public.jersey_redirects where from_id = jersey.id);
  -- What a proposal removed 90 days ago: everybody was told then.
  is_expiring constant boolean := private.current_change() -> 'revision' ->> 'kind' = 'none';
begin
  if kept is not null then
    update public.notices set jersey_id = kept where jersey_id = jersey.id;
    if is_expiring is not true then
      perform private.notify(jersey.author_id, 'jersey', 'merged', 'jersey', kept, jersey.title);
    end if;
    return;
  end if;
  if is_expiring is not true then
    perform private.notify(jersey.author_id, 'jersey', 'deleted', 'jersey', null, jersey.title);
  end if;
  perform private.notify(reporter_id, 'report', 'removed', target_type, null, jersey.title)
  from public.reports
  where status = 'open'
    and (jersey_id = jersey.id
      or comment_id in (select id from public.comments where comments.jersey_id = jersey.id));
end $$;

create or replace function private.notify_member_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(report.reporter_id, 'report', 'removed', 'profile', null, report.reported_name)
  from public.reports report
  where report.profile_id = old.id and report.status = 'open' and report.reporter_id <> old.id;
  return old;
end $$;

create or replace function private.notify_members_with_jersey(
  proposal public.proposals, outcome text, subject uuid, note text, changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(holder.id, 'jersey', notify_members_with_jersey.outcome, 'jersey', subject, proposal.title, notify_members_with_jersey.note,
    notify_members_with_jersey.changes)
  from private.members_with_jersey(proposal.jersey_id) holder (id);
end $$;

create or replace function private.notify_parties() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'notifier', new.resolution_note);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = now() and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'author', new.resolution_note);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $$;

create or replace function private.notify_proposal_cancelled() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'done' then
    perform private.notify(
      notified.member_id, 'jersey', 'called_off', 'jersey',
      (select id from public.jerseys where id = new.jersey_id), new.title)
    from private.proposal_notified_members notified where notified.proposal_id = new.id;
  end if;
  delete from private.proposal_notified_members where proposal_id = new.id;
  return new;
end $$;

create or replace function private.notify_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  return null;
end $$;

create or replace function private.parked_image_id(image_id uuid) returns uuid
language sql immutable strict set search_path = ''
return md5(image_id::text)::uuid;

create or replace function private.pick_columns(version jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(name, version -> name), '{}') from unnest(columns) name $$;

create or replace function private.place_images(image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant uuid := (select jersey_id from public.jersey_images where id = image_ids[1]);
  was constant jsonb := private.photos_of(jersey);
begin
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1;
  perform private.record_arrangement(jersey, was);
end $$;

create or replace function private.prefix_matches(word text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select known.word from private.search_vocabulary known
    where known.word >= prefix_matches.word collate "C"
      and known.word < (prefix_matches.word || U&'\+10FFFF') collate "C"
    limit 41)
$$;

create or replace function private.publish_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.revisions set reason = new.source where suggestion_id = new.id and kind = 'trusted';
  return null;
end $$;

create or replace function private.queue_file_deletion(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (gone.path) 'jerseys', gone.path, jerseys.id,
    case when jerseys.id is null then now() else 'infinity' end
  from unnest(images) gone
  -- The condition of private.return_to_queue(): an author's edit, not the deletion of the jersey.
  left join public.jerseys on jerseys.id = gone.jersey_id
    and jerseys.status = 'rejected' and jerseys.author_id = auth.uid()
    and not public.is_admin(auth.uid())
  where gone.path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
    and not private.is_suggested_photo(gone.path)
  order by gone.path, jerseys.id
  on conflict on constraint storage_deletions_name_key do nothing;
end $$;

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
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
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

create or replace function private.readable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = readable_jersey.id
      and ((jersey.status = 'approved' and jersey.is_active)
        or (jersey.author_id = auth.uid() or public.is_admin(auth.uid()))
          and (private.hiding_proposal(readable_jersey.id)).id is null))
$$;

create or replace function private.readable_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when photo.id is null then regexp_replace(verdict.key, '_id$', '') else 'image' end,
      'before', private.as_text(suggestion.words -> verdict.key -> 'before'),
      'after', case when photo.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') else photo.url end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.suggestion_photos photo
    on photo.suggestion_id = suggestion.id and private.photo_key(photo.id) = verdict.key
$$;

create or replace function private.reason_not_undoable(
  revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or (private.hiding_proposal(revision.target_id)).id is not null) then 'hidden'
    -- Nobody decides what is their own.
    when revision.target_type = 'jersey' and not is_administrator and (current ->> 'author_id')::uuid = auth.uid() then 'own'
    when private.is_undone(revision.id, field) then 'undone'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$$;

create or replace function private.recheck_voters(voters uuid[], most integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set counts = wrong.may
  from (
    select cast_vote.jersey_id, cast_vote.voter_id, private.may_count(account) as may
    from auth.users account
    join public.jersey_votes cast_vote on cast_vote.voter_id = account.id
    cross join lateral (
      select from public.jerseys where id = cast_vote.jersey_id for key share skip locked) jersey
    where account.id = any(voters) and cast_vote.counts <> private.may_count(account)
    limit most
    for update of cast_vote skip locked) wrong
  where (vote.jersey_id, vote.voter_id) = (wrong.jersey_id, wrong.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;

create or replace function private.recolor_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recolored uuid[];
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors, slug)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors, slug)) as becomes
    from unnest(array[null, 'home', 'away', 'third', 'training', 'other']) kit_type, private.team_slug(new.name) slug
  ), changed as (
    update public.jerseys jersey set colors = kits.becomes
    from kits
    where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
      and jersey.colors = kits.was and kits.was <> kits.becomes
    returning jersey.id
  )
  select array_agg(id) into recolored from changed;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', recolored);
  return null;
end $$;

create or replace function private.reconcile_deleted_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reconcile_edit(old.jersey_id);
  return null;
end $$;

create or replace function private.reconcile_edit(jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waiting timestamptz;
begin
  delete from public.jersey_edits edit
  where edit.jersey_id = reconcile_edit.jersey and edit.changes = '{}' and edit.removed_images = '{}'
    and edit.image_order is null
    and not exists (select from public.jersey_images image where image.edit_id = edit.id);
  select edit.edited_at into waiting from public.jersey_edits edit
  where edit.jersey_id = reconcile_edit.jersey and edit.status = 'open';
  perform private.set_change('staging', 'true');
  update public.jerseys set edited_at = waiting
  where id = reconcile_edit.jersey and status = 'approved' and edited_at is distinct from waiting;
  perform private.set_change('staging', null);
end $$;

create or replace function private.record_account_event(action text, heading text, traits jsonb default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    jsonb_strip_nulls(jsonb_build_object(
      'action', record_account_event.action, 'actor_id', account.id,
      'actor_username', coalesce(account.email, ''), 'actor_via_sso', account.is_sso_user,
      'log_type', record_account_event.heading, 'traits', record_account_event.traits))::json,
    now(), ''
  from auth.users account where account.id = auth.uid()
$$;

create or replace function private.record_arrangement(jersey_id uuid, was jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  becomes constant jsonb := private.photos_of(record_arrangement.jersey_id);
begin
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or private.current_change() ? 'revision')
    and exists (select from public.jerseys where id = record_arrangement.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', record_arrangement.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(record_arrangement.jersey_id, was),
        'after', private.photos_in_words(record_arrangement.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
end $$;

create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform private.log_change(tg_table_name, coalesce(becomes, was) ->> tg_argv[0], was, becomes);
  return null;
end $$;

create or replace function private.record_decided_state(jersey public.jerseys) returns void
language sql security definer set search_path = ''
as $$
  update private.undoable_decisions decision set decided = private.decided_state(record_decided_state.jersey)
  where decision.jersey_id = (record_decided_state.jersey).id
$$;

create or replace function private.record_decision(table_name text, row_id uuid, decided_by uuid) returns void
language sql set search_path = ''
as $$
  delete from private.decisions known
  where record_decision.decided_by is null
    and known.table_name = record_decision.table_name and known.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by
$$;

create or replace function private.record_once_public(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.once_public (jersey_id, until) values (record_once_public.jersey_id, now())
  on conflict (jersey_id) do update set until = excluded.until
$$;

create or replace function private.record_photo_revision(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
  -- A photo of an edit was not public.
  was constant text := case when former.edit_id is null then former.url end;
  becomes constant text := image.url;
  jersey constant uuid := coalesce(image.jersey_id, former.jersey_id);
begin
  -- A command that fills the catalogue makes no history.
  if said is null and auth.uid() is null then
    return;
  end if;
  if exists (select from public.jerseys where id = jersey and status = 'approved') then
    perform private.write_revision(
      'jersey', jersey, jsonb_build_object('image', jsonb_build_object('before', was, 'after', becomes)),
      jsonb_build_object('image', to_jsonb(case when image.id is null then former else image end)),
      case when said ->> 'kind' = 'undo' then 'undo' else 'photo' end);
  end if;
end $$;

create or replace function private.record_revert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  -- An undoing that is wholly undone never was one.
  if private.is_wholly_undone(undone) then
    delete from private.reverts revert where revert.undoing = undone.id;
    update public.suggestions suggestion set afterwards = 'seen'
    where suggestion.afterwards = 'undone' and suggestion.id = (
      select earlier.suggestion_id from public.revisions earlier where earlier.id = undone.undoes and earlier.kind = 'trusted');
    if undone.kind = 'trusted' then
      update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
    end if;
  end if;
  if undone.contributor_id is distinct from auth.uid() then
    insert into private.reverts (undoing, member_id)
    select new.id, account.id from auth.users account where account.id = undone.contributor_id;
  end if;
  return null;
end $$;

create or replace function private.record_revision(target_type text, target_id uuid, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := private.changes_in_words(target_type, was, becomes);
begin
  if changes is not null then
    perform private.write_revision(target_type, target_id, changes, private.changed_ids(was, becomes));
  end if;
end $$;

create or replace function private.record_row_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  return null;
end $$;

create or replace function private.record_undoable_decision(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undoable_decisions past
  where past.jersey_id = jersey.id or past.decided_at < now() - private.undo_time();
  insert into private.undoable_decisions (
    jersey_id, decided_by, moderator_before, jersey, edit, images, held_files)
  select jersey.id, auth.uid(), private.decided_by('jerseys', jersey.id), to_jsonb(jersey),
    (select to_jsonb(edit) from public.jersey_edits edit where edit.jersey_id = jersey.id),
    (select coalesce(jsonb_agg(to_jsonb(image)), '[]') from public.jersey_images image
      where image.jersey_id = jersey.id),
    array(select held.name from public.storage_deletions held where held.held_for = jersey.id);
end $$;

create or replace function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create or replace function private.record_words_of_jersey(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever changes many jerseys in one statement refreshes their words afterwards.
  if not private.current_change() ? 'batch' then
    perform private.refresh_search('jersey', array[jersey_id]);
  end if;
end $$;

create or replace function private.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  most constant integer := 10;
begin
  if private.session_level() is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  -- Attempts are serialized: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  if exists (
    select from private.recovery_attempts where user_id = member and failures >= most) then
    raise sqlstate 'PT429' using
      message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
  end if;

  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  return true;
end $$;

create or replace function private.refresh_changed(table_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  with taken as (
    delete from private.changed_facts changed where changed.table_name = refresh_changed.table_name returning changed.jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id) into ids from taken;
  if table_name = 'jersey_images' and ids is not null then
    -- A decision on the jersey waits, or has been made: otherwise it could miss this change, and this change it.
    perform from public.jerseys where id = any (ids) order by id for no key update;
    ids := array(
      select id from public.jerseys where id = any (ids) and status = 'approved' and is_active);
  end if;
  if cardinality(ids) > 0 then
    perform private.refresh_entries(ids);
  end if;
end $$;

create or replace function private.refresh_entries_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_changed(tg_table_name);
  return null;
end $$;

create or replace function private.refuse(rule text, detail text, hint text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  raise check_violation using message = rule, detail = refuse.detail, hint = refuse.hint;
end $$;

create or replace function private.release_files(jersey_id uuid, is_gone boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.storage_deletions set held_for = null, retry_at = now()
  where held_for = jersey_id and (is_gone or retry_at = 'infinity');
end $$;

create or replace function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  update public.jerseys set brand = new.name where brand_id = new.id;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(select id from public.jerseys where brand_id = new.id));
  return null;
end $$;

create or replace function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  update public.jerseys set team = new.name where team_id = new.id;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(select id from public.jerseys where team_id = new.id));
  return null;
end $$;

create or replace function private.resolve_brand(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
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
      from public.brands brand where brand.search_text = private.fold(asked_name)) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, private.fold(asked_name)) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $$;

create or replace function private.resolve_competition(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', 1)) into found
    from public.competitions one where one.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = private.slug(asked_name)
          or competition.search_text = private.fold(asked_name))
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, private.fold(asked_name)) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $$;

create or replace function private.resolve_reference(field text, value text, found jsonb, nearest jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when count(*) = 1 then (array_agg(row.value))[1]
    when count(*) > 1 then jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', 'ambiguous', 'value', resolve_reference.value,
      'candidates', (array_agg(resolve_reference.found))[1]))
    else jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', case when resolve_reference.value is null then 'missing' else 'unknown' end,
      'value', resolve_reference.value, 'candidates', (select coalesce(resolve_reference.nearest, '[]'))))
    end
  from jsonb_array_elements(resolve_reference.found) row
  where (row.value ->> 'place')::integer = 1
$$;

create or replace function private.resolve_season(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'season'), 40);
  asked_year constant integer := coalesce(substring(asked_name from '[0-9]{4}'), substring(line ->> 'year' from '^[0-9]{4}$'))::integer;
  found jsonb;
  nearest jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', season.id, 'name', season.name, 'place', 1)) into found
  from public.seasons season
  where case when private.is_uuid(line ->> 'season_id') then season.id::text = line ->> 'season_id'
    else season.code = asked_name or season.name = asked_name end;
  if found is null and asked_year is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.away, one.code) into nearest
    from (
      select season.id, season.name, season.code, abs(left(season.code, 4)::integer - asked_year) as away
      from public.seasons season order by away, season.code limit 5) one;
  end if;
  return private.resolve_reference('season', asked_name, coalesce(found, '[]'), nearest);
end $$;

create or replace function private.resolve_team(line jsonb, competition uuid, league text, season uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
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
      select team.id, team.name, its.name as hint, rank() over (order by
        private.fold(team.name) <> private.fold(asked_name), team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons played
          where played.team_id = team.id and played.competition_id = resolve_team.competition
            and played.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons played
          where played.team_id = team.id and played.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions its on its.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or its.league = resolve_team.league)
        and (asked_home is null or its.slug = private.slug(asked_home)
          or its.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, its.name as hint,
          greatest(extensions.similarity(private.fold(team.name), private.fold(asked_name)),
            extensions.similarity(private.fold(team.short_name), private.fold(asked_name))) as likeness
        from public.teams team join public.competitions its on its.id = team.competition_id
        where resolve_team.league is null or its.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $$;

create or replace function private.restore_edit(past private.undoable_decisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit public.jersey_edits;
begin
  if past.edit is null then
    return;
  end if;
  edit := jsonb_populate_record(null::public.jersey_edits, past.edit);
  insert into public.jersey_edits select edit.*
  -- A part of it was refused, and is there.
  on conflict (id) do update
  set status = edit.status, note = edit.note, changes = edit.changes, removed_images = edit.removed_images,
    image_order = edit.image_order;
  update public.jersey_images image set edit_id = was.edit_id, position = was.position
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where image.id = was.id
    and (image.edit_id is distinct from was.edit_id or image.position <> was.position);
  -- Last: until then the added images were part of the approved version, which has at most five of a member and twenty.
  insert into public.jersey_images (
    id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, edit_id, kind)
  select was.id, was.jersey_id, was.url, was.alt, was.position, was.likeness, was.version, was.licence,
    was.rights_stated, was.edit_id, was.kind
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where not exists (select from public.jersey_images image where image.id = was.id);
end $$;

create or replace function private.return_to_queue(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    update public.jerseys set edited_at = now()
    where id = any (jersey_ids) and author_id = auth.uid() and status = 'rejected';
  end if;
end $$;

create or replace function private.saint_variant(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when 'saint' = any (words) then 'st'
    when 'st' = any (words) then 'saint'
  end
  from private.words(name) words
$$;

create or replace function private.schedule_jobs() returns text[]
language plpgsql set search_path = ''
as $$
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
      ('recheck_due_voters', '5 seconds', 'select public.recheck_due_voters(), public.age_votes(), public.apply_pending_standings(10000)'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('carry_out_proposals', '*/5 * * * *', 'select public.carry_out_proposals()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_proposals()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;

create or replace function private.search_query(words text[], attempt integer, with_colors boolean) returns tsquery
language sql stable set search_path = ''
as $$
  -- Words hold letters and digits only, marks of decades a ~ more, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) and not starts_with(word, '~') then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.prefix_matches(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 and not starts_with(word, '~') then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;

create or replace function private.set_change(key text, value jsonb) returns void
language sql set search_path = ''
as $$
  select set_config('maillotheque.change', case
    when value is null then private.current_change() - key
    else private.current_change() || jsonb_build_object(key, value)
  end::text, true)
$$;

create or replace function private.shift_all(shifts private.vote_shift[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved constant private.vote_shift[] := array(
    select (jersey_id, sum(up), sum(down), sum(counted_up), sum(counted_down), sum(rising))::private.vote_shift
    from unnest(shifts) group by jersey_id
    having sum(up) <> 0 or sum(down) <> 0 or sum(counted_up) <> 0 or sum(counted_down) <> 0 or sum(rising) <> 0
    order by jersey_id);
  up_sum bigint;
  down_sum bigint;
begin
  if moved = '{}' then
    return;
  end if;
  -- Jerseys with their marks in the order of ids, then standings in that order: statements that move several cannot
  -- deadlock.
  select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
  from (
    select up, down, private.shift_votes(jersey_id, up, down) as is_public
    from unnest(moved) where up <> 0 or down <> 0) shifted;
  -- shift_votes() has marked the jerseys whose counters move.
  perform private.mark_outdated(jersey_id) from unnest(moved) where up = 0 and down = 0;
  perform private.shift_standing(jersey_id, counted_up, counted_down, rising)
  from unnest(moved) where counted_up <> 0 or counted_down <> 0 or rising <> 0;
  perform private.add_votes(up_sum, down_sum);
end $$;

create or replace function private.shift_votes(jersey_id uuid, up bigint, down bigint) returns boolean
language sql security definer set search_path = ''
as $$
  -- Its pages: a vote must not notify in its own transaction. `do nothing` would not lock the row: it could be published before
  -- this transaction commits.
  with moved as (
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down
    where id = shift_votes.jersey_id
      and id::text is distinct from private.current_change() ->> 'leaving'
    returning id, status = 'approved' and is_active as is_public
  )
  insert into private.outdated (jersey_id) select id from moved where is_public
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  -- A statement of its own: its search document may have come while the first one waited for the jersey.
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(private.tier_marks(private.tier(jersey.score)))
  from public.jerseys jersey
  where jersey.id = shift_votes.jersey_id and document.kind = 'jersey' and document.id = jersey.id
    and private.tier(jersey.score - (up - down)::integer) <> private.tier(jersey.score);
  select status = 'approved' and is_active from public.jerseys
  where id = shift_votes.jersey_id and id::text is distinct from private.current_change() ->> 'leaving';
$$;

create or replace function private.significant_words(words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Only half of the titles have them.
  select array(
    select word from unnest(words) with ordinality as given (word, place)
    where word <> all (private.jersey_names() || array[
      'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do', 'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o',
      'of', 'os', 'the', 'y'])
    order by place)
$$;

create or replace function private.stage_image(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  select removed.id into back
  from public.jersey_edits waiting
  join public.jersey_images removed
    on removed.jersey_id = waiting.jersey_id and removed.id = any (waiting.removed_images)
  where waiting.id = edit and removed.url = image.url and removed.alt is not distinct from image.alt
    -- The same photo under another licence is a change.
    and removed.licence = image.licence and removed.rights_stated = image.rights_stated
  order by removed.position, removed.id limit 1;
  perform private.set_change('staging', 'true');
  if back is null then
    update public.jersey_images set edit_id = edit where id = image.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = image.id;
    update public.jersey_images set id = image.id where id = back and back = private.parked_image_id(image.id);
    update public.jersey_edits set removed_images = array_remove(removed_images, back) where id = edit;
  end if;
  perform private.reconcile_edit(image.jersey_id);
end $$;

create or replace function private.stage_image_removal(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
begin
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  update public.jersey_edits
  set removed_images = case when image.edit_id is null then removed_images || image.id else removed_images end,
    image_order = array_remove(image_order, image.id)
  where id = edit;
  if image.edit_id is null then
    perform private.set_change('staging', 'true');
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      image.id, image.jersey_id, image.url, image.alt, image.position, image.likeness, image.version, image.licence,
      image.rights_stated, image.kind);
  end if;
  perform private.reconcile_edit(image.jersey_id);
end $$;

create or replace function private.used_by_members(jersey_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections owned where owned.jersey_id = used_by_members.jersey_id)
      or exists (select from public.copies copy where copy.jersey_id = used_by_members.jersey_id)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wish where wish.jersey_id = used_by_members.jersey_id)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'suggestions' where exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)
    union all select 'hidden' where (private.hiding_proposal(used_by_members.jersey_id)).id is not null) used
$$;

create or replace function private.wish_details(wish public.user_wishlists) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('size_scale', wish.size_scale, 'size', wish.size, 'highest_price', wish.highest_price,
    'currency', wish.currency, 'note', wish.note)
$$;

create or replace function private.with_dependent_columns(columns text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select unnest(columns)
    union select private.name_column(name) from unnest(columns) name where private.name_column(name) is not null
    union select 'league' where 'competition_id' = any (columns))
$$;

create or replace function private.write_revision(
  target_type text, target_id uuid, changes jsonb, stored jsonb, kind text default null, contributor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
begin
  if said ->> 'kind' = 'none' then
    return;
  end if;
  insert into public.revisions (target_type, target_id, kind, changes, reason, contributor_id, undoes, suggestion_id, stored)
  values (
    target_type, target_id, coalesce(kind, said ->> 'kind', 'correction'), changes, said ->> 'reason',
    -- A contributor may be leaving just now.
    (select profile.id from public.profiles profile
      where profile.id = coalesce(contributor, (said ->> 'contributor')::uuid)),
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid, stored);
end $$;

create or replace function public.agree_to_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(agree_to_proposal.proposal_id);
  perform private.check_state(proposal, '{open}');
  if proposal.proposer_id = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'proposal_own', detail = 'Somebody else agrees to what one has proposed.';
  end if;
  perform private.check_not_own(proposal);
  -- Two reviewers: one whose proposal it was may be none any more.
  if not private.still_decides(proposal.proposer_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  update public.proposals
  set status = 'agreed', agreed_by = auth.uid(), agreed_at = now(),
    due_at = now() + case when urgency is null then interval '48 hours' else '0' end
  where id = proposal.id returning * into proposal;
  if proposal.urgency is not null then
    return private.carry_out(proposal);
  end if;
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merge_planned' else 'removal_planned' end,
    proposal.jersey_id, proposal.reason, jsonb_build_object('planned_at', proposal.due_at));
  insert into private.proposal_notified_members (proposal_id, member_id)
  select proposal.id, holder.id
  from private.members_with_jersey(proposal.jersey_id) holder (id) join auth.users account on account.id = holder.id
  where holder.id <> auth.uid();
  return proposal;
end $$;

create or replace function public.apply_pending_standings(at_most integer default 1000) returns integer
language sql security definer set search_path = ''
as $$
  select private.apply_pending_standings(least(greatest(coalesce(at_most, 1000), 1), 10000))
$$;

REVOKE ALL ON FUNCTION "public"."apply_pending_standings"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."apply_pending_standings"(integer) FROM "authenticated";

create or replace function public.arrange_copy_photos(copy uuid, version timestamptz, photos jsonb) returns timestamptz
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  latest timestamptz;
begin
  if jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) > 6 then
    raise sqlstate 'PT400' using
      message = 'photos_malformed', detail = 'Send a list of at most six photos.';
  end if;
  -- The member before the rows, as everywhere.
  perform private.lock_own_collection();
  select updated_at into latest from public.copies
  where id = arrange_copy_photos.copy and updated_at = arrange_copy_photos.version and removed_at is null for update;
  if latest is null then
    return null;
  end if;
  delete from public.copy_photos
  where copy_id = arrange_copy_photos.copy and path not in (
    select photo ->> 'path' from jsonb_array_elements(photos) photo where photo ->> 'path' is not null);
  insert into public.copy_photos (copy_id, path, position)
  select arrange_copy_photos.copy, photo ->> 'path', place - 1
  from jsonb_array_elements(photos) with ordinality as wanted (photo, place)
  where not exists (select from public.copy_photos known where known.path = photo ->> 'path');
  update public.copy_photos stored
  set position = wanted.place, is_shown = wanted.is_shown
  from (
    select photo ->> 'path' as path, (place - 1)::integer as place, coalesce((photo ->> 'is_shown')::boolean, false) as is_shown
    from jsonb_array_elements(photos) with ordinality as wanted (photo, place)) wanted
  where stored.copy_id = arrange_copy_photos.copy and stored.path = wanted.path
    and (stored.position, stored.is_shown) is distinct from (wanted.place, wanted.is_shown);
  select updated_at into latest from public.copies where id = arrange_copy_photos.copy;
  return latest;
end $$;

create or replace function public.cancel_email_change() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  update auth.users account
  set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where account.id = auth.uid() and account.email_change <> '';
  if found then
    perform private.record_account_event('user_modified', 'user');
  end if;
  delete from auth.one_time_tokens token
  where token.user_id = auth.uid()
    and token.token_type in ('email_change_token_new', 'email_change_token_current');
end $$;

create or replace function public.carry_out_proposals(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  carried_out integer := 0;
begin
  -- A second server leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('proposals', 0)) then
    return 0;
  end if;
  for proposal in
    select * from public.proposals where status = 'agreed' and due_at <= now() order by due_at limit at_most for update
  loop
    begin
      if private.still_decides(proposal.proposer_id) and private.still_decides(proposal.agreed_by) then
        perform private.carry_out(proposal);
      else
        perform private.end_proposal(proposal.id, 'cancelled');
      end if;
    exception when others then
      -- The others go on. This one is tried again in an hour.
      raise warning 'proposal %: % (%)', proposal.id, sqlerrm, sqlstate;
      update public.proposals set due_at = now() + interval '1 hour' where id = proposal.id;
    end;
    carried_out := carried_out + 1;
  end loop;
  return carried_out;
end $$;

create or replace function public.claim_notice_mail()
returns table (
  notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text,
  changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select due.notice_id from public.notice_mails due
      where due.retry_at <= now() and due.attempts < 10
      order by due.retry_at, due.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, account.email::text, account.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
    from public.notices notice
    join auth.users account on account.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and account.email <> '' and account.email_confirmed_at is not null
      and coalesce(account.banned_until <= now(), true)
      and not exists (
        select from public.notice_settings wish
        where wish.user_id = notice.recipient_id and wish.topic = notice.topic and not wish.by_mail)
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices newer
          where newer.recipient_id = notice.recipient_id and newer.jersey_id = notice.jersey_id
            and newer.outcome in ('approved', 'corrected', 'rejected')
            and newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $$;

create or replace function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  select * into suggestion from public.suggestions own
  where own.id = contest_suggestion.suggestion_id and own.member_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")' then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  update public.suggestions own
  set target_id = case when own.target_type = 'jersey'
      then coalesce((select into_id from public.jersey_redirects where from_id = own.target_id), own.target_id)
      else own.target_id end,
    status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when (private.hiding_proposal(own.target_id)).kind = 'removal' then now() end
  where own.id = suggestion.id;
end $$;

create or replace function public.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  return query select private.create_recovery_codes();
  perform private.record_account_event('generate_recovery_codes', 'factor');
end $$;

create or replace function public.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen timestamptz)
returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
  current jsonb;
  accepted text[];
  conflicts text[];
  wanted jsonb;
  given jsonb;
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on suggestions.';
  end if;
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions waiting where waiting.id = decide_suggestion.suggestion_id;
    target := suggestion.target_id;
    if found then
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions waiting
    where waiting.id = decide_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  perform private.check_decidable(suggestion);
  if seen is distinct from suggestion.edited_at then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  perform private.check_verdicts(private.pending_keys(suggestion), verdicts);
  given := verdicts;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where given -> name ->> 'accepted' = 'true');
  if given @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  wanted := current || suggestion.changes;
  -- Somebody else may have made it so already.
  conflicts := array(
    select name from unnest(accepted) name
    where private.differs(name, current, suggestion.was) and private.differs(name, current, wanted)
      and given -> name ->> 'overwrite' is distinct from 'true');
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;

  perform private.begin_revision('suggestion', suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(accepted) name where private.differs(name, current, wanted)) then
    perform private.write_fields(
      suggestion.target_type, suggestion.target_id,
      private.pick_columns(suggestion.changes, private.with_dependent_columns(accepted)));
  end if;
  insert into public.jersey_images (jersey_id, url, alt, kind, likeness, licence, rights_stated, version, position)
  select suggestion.target_id, photo.url, photo.alt, photo.kind, photo.likeness, photo.licence, photo.rights_stated, photo.version,
    coalesce(last.position, -1) + row_number() over (order by photo.id)
  from public.suggestion_photos photo
  cross join lateral (
    select max(image.position) as position from public.jersey_images image
    where image.jersey_id = suggestion.target_id) last
  where photo.suggestion_id = suggestion.id and given -> private.photo_key(photo.id) ->> 'accepted' = 'true'
    -- Once, also after two jerseys with the same suggestion were merged.
    and not exists (
      select from public.jersey_images shown
      where shown.jersey_id = suggestion.target_id and shown.path = photo.path);
  perform private.end_revision();

  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now()
  where decided.id = suggestion.id
  returning * into suggestion;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    case when suggestion.target_type = 'jersey' then suggestion.target_id end,
    coalesce(current ->> 'title', current ->> 'name', suggestion.title),
    changes => private.readable_verdicts(suggestion, given));
  return suggestion;
end $$;

create or replace function public.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.require_session();
  end if;
  perform private.record_account_event('user_deleted', 'team');
  perform private.delete_account();
end $$;

create or replace function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  title text;
  filed uuid;
begin
  case target_type
    when 'jersey' then
      select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
      select jerseys.title into title from public.jerseys
      where id = target and status = 'approved' and is_active;
    when 'comment' then
      select jerseys.title into title from public.jerseys
      where status = 'approved' and is_active
        and id = (select jersey_id from public.comments where id = target and not is_hidden);
    when 'profile' then
      -- Only who has a page: the answer tells no more than the page.
      select private.shown_name(target) into title
      where exists (
        select from public.jerseys where author_id = target and status = 'approved' and is_active);
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment or member.';
  end if;
  -- Reports are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not private.has_room_for_report('visitor_reports', null, null)
    or not private.has_room_for_report('visitor_reports_of_origin', origin, null) then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  -- Not told: it would tell who uses the mailbox. Nor does it get more mails.
  if not private.has_room_for_report('visitor_reports_of_mailbox', null, email) then
    return;
  end if;
  insert into public.visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin)
  values (
    file_visitor_report.target_type, target, title, file_visitor_report.category,
    coalesce(private.tidy(file_visitor_report.reason), ''), private.tidy(file_visitor_report.name),
    trim(file_visitor_report.email), file_visitor_report.lang, file_visitor_report.origin)
  returning id into filed;
  insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'confirm', 'notifier');
end $$;

create or replace function public.finish_notice_mail(
  notice_id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.notice_mails mail where mail.notice_id = finish_notice_mail.notice_id;
  else
    update public.notice_mails mail
    set problem = finish_notice_mail.problem, attempts = case when final then 10 else attempts end
    where mail.notice_id = finish_notice_mail.notice_id;
  end if;
end $$;

REVOKE ALL ON FUNCTION "public"."finish_notice_mail"(uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_notice_mail"(uuid, text, boolean) FROM "authenticated";

create or replace function public.finish_visitor_report_mail(
  id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.visitor_report_mails mail where mail.id = finish_visitor_report_mail.id;
  else
    update public.visitor_report_mails mail
    set problem = finish_visitor_report_mail.problem, attempts = case when final then 10 else attempts end
    where mail.id = finish_visitor_report_mail.id;
  end if;
end $$;

REVOKE ALL ON FUNCTION "public"."finish_visitor_report_mail"(uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_visitor_report_mail"(uuid, text, boolean) FROM "authenticated";

create or replace function public.merge_jerseys(from_id uuid, into_id uuid, seen uuid[] default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  jersey public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators merge jerseys.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_proposals();
  perform private.lock_jerseys(gone, kept);
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2
    or exists (select from public.proposals where jersey_id in (gone, kept) and status = 'done') then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;
  if exists (select from public.jerseys jersey where jersey.id = gone and private.needs_proposal(jersey)) then
    raise sqlstate 'PT409' using
      message = 'proposal_required', detail = 'An approved jersey is merged by a proposal.';
  end if;
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = gone and image.edit_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.move_jersey(gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;

create or replace function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false,
  refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
  moderator uuid;
  reason constant text := private.tidy(note);
  is_administrator constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not is_administrator then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  select * into edit from public.jersey_edits waiting where waiting.jersey_id = jersey.id;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', coalesce(edit.status, jersey.status),
        'moderation_note', coalesce(edit.note, jersey.moderation_note),
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
  if refused <> '{}' then
    perform private.check_refused(edit, decision, refused, reason);
  end if;
  if is_edit_open and decision = 'rejected' and not overrule then
    -- The edit is refused, not the jersey: its approved version stays.
    update public.jersey_edits set status = 'refused', note = reason where id = edit.id;
    perform private.notify(edit.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title, reason);
    update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
    where id = jersey.id
    returning * into jersey;
    jersey.moderated_by := auth.uid();
    return jersey;
  end if;
  if undoable and decision = 'approved' then
    perform private.record_undoable_decision(jersey);
    perform private.set_change('undoable', 'true');
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit, coalesce(refused, '{}'), reason);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
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
  perform private.set_change('undoable', null);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.record_decided_state(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;

create or replace function public.offer_visitor_reports() returns void
language sql security definer set search_path = ''
as $$
  insert into private.visitor_report_intake (open_until) values (now() + interval '1 hour')
  on conflict (is_one) do update set open_until = excluded.open_until
$$;

create or replace function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  staged boolean;
  -- By position.
  present uuid[];
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
  staged := jersey.status = 'approved' and not public.is_admin(auth.uid());
  if staged and exists (select from public.jersey_edits edit where edit.jersey_id = jersey.id) then
    present := array(
      select image.id from private.edited_images image where image.jersey_id = jersey.id
      order by image.position, image.id);
  else
    present := array(
      select image.id from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null order by image.position, image.id);
  end if;
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if staged then
    perform private.open_edit(jersey.id);
    update public.jersey_edits edit set image_order = nullif(image_ids, present)
    where edit.jersey_id = jersey.id;
    perform private.reconcile_edit(jersey.id);
  else
    perform private.place_images(image_ids);
  end if;
end $$;

create or replace function public.recheck_due_voters() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 1000;
  -- A member who is voting just now is left for the next time: waiting here could deadlock.
  voters uuid[] := array(
    select voter_id from (
      select voter_id from private.voters_due where due_at <= now()
      order by due_at limit 100 for update skip locked) due
    where pg_try_advisory_xact_lock(hashtextextended('jersey_votes' || voter_id, 0)));
  changed integer;
begin
  if voters = '{}' then
    return 0;
  end if;
  changed := private.recheck_voters(voters, most);
  if changed = most then
    return changed;
  end if;
  -- Votes that others had locked were skipped. Their voters stay due until the next call.
  voters := array(
    select account.id from auth.users account
    where account.id = any(voters) and not exists (
      select from public.jersey_votes vote
      where vote.voter_id = account.id and vote.counts <> private.may_count(account)));
  -- Whoever has to wait for a day or for the end of a suspension is due then.
  update private.voters_due due set due_at = private.counts_from(account)
  from auth.users account
  where account.id = due.voter_id and due.voter_id = any(voters)
    and private.may_ever_count(account) and private.counts_from(account) > now();
  delete from private.voters_due where voter_id = any(voters) and due_at <= now();
  return changed;
end $$;

REVOKE ALL ON FUNCTION "public"."recheck_due_voters"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."recheck_due_voters"() FROM "authenticated";

create or replace function public.recount_catalogue() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys, public.jersey_images in share row exclusive mode;
  perform private.begin_edition();
  delete from private.pending_standings;
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact
    full join (select * from private.catalogue_entries where until = private.for_ever()) entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_entries(wrong);

  return query
  with facts as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_facts group by 1, 2, 3, 4, 5, 6, 7
  ), fresh as (
    select key.dims, key.competition as competition_id, key.team as team_id, key.period, key.kit_known as kit,
      key.brand as brand_id, key.color_known as color, key.photo as has_photo, sum(facts.jerseys)::integer as jerseys
    from facts cross join lateral private.cell_keys(
      facts.competition_id, facts.team_id, facts.year, facts.kit, facts.brand_id, facts.color, facts.has_photo) key
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), differing as (
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo,
      coalesce(fresh.jerseys, 0) as jerseys, coalesce(kept.jerseys, 0) as was
    from fresh full join private.catalogue_cells kept
      using (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
    where coalesce(fresh.jerseys, 0) <> coalesce(kept.jerseys, 0)
  ), repaired as (
    insert into private.catalogue_cells (
      dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys from differing
    on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  )
  select concat_ws(' ', 'cell', dims, competition_id, team_id, period, kit, brand_id, color, has_photo),
    jerseys::bigint, was::bigint
  from differing;
end $$;

create or replace function public.recount_standings()
returns table (
  jersey_id uuid, upvotes integer, downvotes integer, rising double precision,
  was_upvotes integer, was_downvotes integer, was_rising double precision
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  -- What is due is no error.
  while public.age_votes() > 0 loop end loop;
  perform private.recheck_voters(array(select voter_id from private.voters_due where due_at <= now()), null);

  create temporary table fresh on commit drop as
  select *, (up, down, rising) <> (was_up, was_down, was_rising) as is_wrong
  from (
    select coalesce(counted.jersey_id, standing.jersey_id) as jersey_id,
      coalesce(counted.up, 0)::integer as up, coalesce(counted.down, 0)::integer as down,
      coalesce(counted.rising, 0) as rising,
      coalesce(standing.upvotes, 0) as was_up, coalesce(standing.downvotes, 0) as was_down,
      coalesce(standing.rising, 0) as was_rising, coalesce(counted.mismarked, false) as mismarked
    from (
      select jersey_id, count(*) filter (where vote = 'up' and may) as up,
        count(*) filter (where vote = 'down' and may) as down,
        sum(private.rising_of(vote, may, cast_at)) as rising, bool_or(counts <> may) as mismarked
      from (
        select vote.*, private.may_count(account) as may
        from public.jersey_votes vote join auth.users account on account.id = vote.voter_id) judged
      group by jersey_id) counted
    full join private.standings standing on standing.jersey_id = counted.jersey_id) compared
  where mismarked or (up, down, rising) <> (was_up, was_down, was_rising);
  -- Jerseys that another transaction holds are left for the next count, with the marks of their votes.
  delete from pg_temp.fresh where jersey_id <> all (array(
    select id from public.jerseys where id in (select jersey_id from pg_temp.fresh) for key share skip locked));

  -- Votes that are marked wrong move standings, which the count then overwrites.
  perform private.recheck_voters(array(
    select distinct voter_id from public.jersey_votes where jersey_id in (select jersey_id from pg_temp.fresh)), null);
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from pg_temp.fresh
  on conflict (jersey_id) do update
    set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
    where (standing.upvotes, standing.downvotes, standing.rising)
      <> (excluded.upvotes, excluded.downvotes, excluded.rising);
  insert into private.outdated (jersey_id)
  select jersey_id from pg_temp.fresh where is_wrong
  on conflict (jersey_id) do nothing;
  return query
  select jersey_id, up, down, rising, was_up, was_down, was_rising from pg_temp.fresh where is_wrong;
  drop table pg_temp.fresh;
end $$;

create or replace function public.recount_votes()
returns table (jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  return query
  with counted as (
    select jersey_id, count(*) filter (where vote = 'up')::integer as upvotes,
      count(*) filter (where vote = 'down')::integer as downvotes
    from public.jersey_votes group by jersey_id
  ), wrong as (
    select jerseys.id, coalesce(counted.upvotes, 0) as up, coalesce(counted.downvotes, 0) as down,
      jerseys.upvotes as was_up, jerseys.downvotes as was_down
    from public.jerseys left join counted on counted.jersey_id = jerseys.id
    where (jerseys.upvotes, jerseys.downvotes)
      <> (coalesce(counted.upvotes, 0), coalesce(counted.downvotes, 0))
  )
  select wrong.id, wrong.up, wrong.down, wrong.was_up, wrong.was_down
  from wrong, private.shift_votes(wrong.id, wrong.up - wrong.was_up, wrong.down - wrong.was_down);
end $$;

create or replace function public.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_one constant boolean := private.redeem_recovery_code(redeem_recovery_code.code);
begin
  perform private.record_account_event(
    case when is_one then 'recovery_code_used' else 'recovery_code_refused' end, 'factor');
  return is_one;
end $$;

create or replace function public.rename_factor(factor_id uuid, name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using message = 'insufficient_aal';
  end if;
  if char_length(trim(name)) not between 1 and 60 then
    raise check_violation using message = 'factor_name_length';
  end if;
  update auth.mfa_factors factor set friendly_name = trim(name), updated_at = now()
  where factor.id = rename_factor.factor_id and factor.user_id = auth.uid();
  if not found then
    raise no_data_found using message = 'factor_not_found';
  end if;
  perform private.record_account_event('factor_updated', 'factor',
    jsonb_build_object('factor_id', rename_factor.factor_id));
end $$;

create or replace function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := 'fan_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
  update public.profiles set username = becomes, display_name = null where id = was.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $$;

create or replace function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  decided public.jerseys;
  change record;
  -- Later entries are of this function's own deletions.
  newest constant bigint := (select max(id) from public.audit_log);
  shown constant text[] := array(
    select images.path from public.jersey_images images where images.jersey_id = revert_jersey.jersey_id);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  perform private.lock_images(array[revert_jersey.jersey_id]);
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  delete from public.jersey_edits edit where edit.jersey_id = jersey.id;
  -- Without an edit, the changes are in the jersey itself.
  if not found then
    -- Together: a competition without its league, or a team without its name, would be refused or replaced.
    decided := jsonb_populate_record(jersey, (
      select jsonb_object_agg(field, case field when 'colors' then before::jsonb else to_jsonb(before) end)
      from private.changes_since_decision(jersey.id)
      where field <> 'image'));
    perform private.set_fields(jersey.id, decided);
    -- Added images are deleted first, to leave room for those that come back.
    for change in
      select * from private.changes_since_decision(jersey.id) where field = 'image' order by before is not null
    loop
      if change.before is null then
        delete from public.jersey_images images
        where images.jersey_id = jersey.id and images.url = change.after;
      else
        insert into public.jersey_images (
          id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
        select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
          coalesce(image.version, gen_random_uuid()),
          coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false), image.kind
        from public.audit_log log
        cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
        where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
          and log.action = 'delete' and image.url = change.before and log.id <= newest
          -- An image whose file is gone stays deleted.
          and (image.path is null or image.path = any(shown) or private.is_image_in_use(image.path))
        order by log.id desc limit 1;
      end if;
    end loop;
  end if;
  -- The notice below says it; the decision on the version that is back was announced when it was made.
  perform private.begin_revision('none');
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.end_revision();
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;

create or replace function public.review_trusted(suggestion_id uuid, undo boolean, reason text default null) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  given constant text := private.tidy(review_trusted.reason);
begin
  perform private.check_may_undo();
  if undo is not false then
    perform private.check_undoing(given);
  end if;
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  perform private.lock_target(suggestion.target_type, suggestion.target_id);
  select * into suggestion from public.suggestions live
  where live.id = review_trusted.suggestion_id and live.trusted for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.afterwards is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.afterwards,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if undo is not false then
    select * into revision from public.revisions made
    where made.target_type = suggestion.target_type and made.target_id = suggestion.target_id
      and made.suggestion_id = suggestion.id and made.kind = 'trusted';
    current := private.target_row(suggestion.target_type, suggestion.target_id);
    if revision.id is null or current is null then
      raise sqlstate 'PT404' using message = 'revision_target_gone', detail = 'It was deleted or merged.';
    end if;
    stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()));
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      perform public.undo_revision(revision.id, back, given);
    elsif exists (select from jsonb_each_text(stays) why where why.value = 'hidden') then
      raise sqlstate 'PT409' using
        message = 'revision_outdated', detail = to_jsonb(array(select jsonb_object_keys(stays)))::text,
        hint = 'The jersey is not public now.';
    else
      -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
      update public.suggestions live
      set verdicts = (
        select jsonb_object_agg(key, jsonb_build_object('accepted', false, 'reason', 'wrong', 'note', given))
        from jsonb_object_keys(live.verdicts) key)
      where live.id = suggestion.id returning * into suggestion;
      perform private.notify(
        suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
        case when suggestion.target_type = 'jersey' then suggestion.target_id end,
        coalesce(current ->> 'title', current ->> 'name'),
        changes => private.readable_verdicts(suggestion, suggestion.verdicts));
    end if;
  end if;
  -- Also where only a part of it, or nothing, can go back.
  update public.suggestions live set afterwards = case when undo is false then 'seen' else 'undone' end
  where live.id = suggestion.id;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  return suggestion;
end $$;

create or replace function public.revoke_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  delete from auth.sessions session
  where session.id = revoke_session.session_id and session.user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform private.record_account_event('session_revoked', 'account',
    jsonb_build_object('session_id', revoke_session.session_id));
  return true;
end $$;

create or replace function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.jersey_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;

create or replace function public.send_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The limit of an origin counts each alone.
  sender constant text := 'anyone ' || gen_random_uuid();
begin
  if not exists (select from private.visitor_report_intake where open_until > now()) then
    raise sqlstate 'PT503' using
      message = 'visitor_reports_closed', detail = 'No job sends the mails of reports.';
  end if;
  -- As in file_visitor_report(): two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not public.takes_visitor_reports() then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  perform public.file_visitor_report(target_type, target_id, category, reason, name, email, lang, sender);
  update public.visitor_reports set from_anyone = true where origin = sender;
end $$;

create or replace function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  kind constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  at_once boolean;
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(kind, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if kind = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if at_once then
        perform private.lock_target(kind, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif at_once then
      perform private.lock_target(kind, target);
    end if;
    if kind = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif kind = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for key share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (kind, target) then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if kind = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(kind, present, changes);
  wanted := case kind
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No column of the table.
  wanted := wanted || private.pick_columns(given, array(select 'photos' where given ? 'photos'));
  columns := array(
    select name from unnest(private.suggestable_columns(kind)) name
    where given ? name and private.differs(name, present, wanted));
  if columns = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if kind = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(kind), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and private.is_small(kind, columns, wanted);
  if suggestion.id is null and not at_once then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = kind and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(kind, target, pictures, suggestion.id);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      kind, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(kind, present, wanted, columns), stated)
    returning * into suggestion;
  else
    update public.suggestions made
    set target_id = target, title = coalesce(present ->> 'title', present ->> 'name'), changes = given,
      was = private.pick_columns(present, private.with_dependent_columns(columns)),
      words = private.suggestion_words(kind, present, wanted, columns), source = stated,
      edited_at = clock_timestamp()
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.suggestion_photos photo where photo.suggestion_id = suggestion.id;
  end if;
  insert into public.suggestion_photos (id, suggestion_id, url, alt, kind, licence, rights_stated, likeness)
  select coalesce(picture.id, gen_random_uuid()), suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness
  from jsonb_to_recordset(pictures) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128));
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(kind, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
end $$;

create or replace function public.suggestion_queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, target_type text, target_id uuid, title text, league text, team_slug text, kit_type_slug text, year integer,
  is_public boolean, changes jsonb, was jsonb, words jsonb, current jsonb, current_words jsonb, conflicts text[],
  pending text[], verdicts jsonb, source text, photos jsonb, created_at timestamptz, edited_at timestamptz, contest text,
  contested_at timestamptz, member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer,
  claimed_by text, claimed_until timestamptz, is_mine boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_afterwards constant boolean := filter @? '$ ? (@.afterwards == true)';
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  perform private.check_queue_filter(filter, after);
  return query
  with page as materialized (
    select open.*, fact.league
    from public.suggestions open
    -- Looked up row by row, in the order of the queue.
    left join lateral (
      select jersey.league, jersey.competition_id from public.jerseys jersey
      where open.target_type = 'jersey' and jersey.id = open.target_id
      union all
      select competition.league, competition.id
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where open.target_type = 'team' and team.id = open.target_id
      union all
      select competition.league, competition.id from public.competitions competition
      where open.target_type = 'competition' and competition.id = open.target_id
    ) fact on true
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when is_afterwards then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (after is null or (open.created_at, open.id) > ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      and (not filter ? 'target_type' or open.target_type = filter ->> 'target_type')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and (not filter ? 'competition_id' or fact.competition_id = (filter ->> 'competition_id')::uuid)
      and (not filter ? 'days' or open.created_at <= now() - make_interval(days => (filter ->> 'days')::integer))
      and (not filter ? 'new_members'
        or private.is_experienced(open.member_id) <> (filter ->> 'new_members')::boolean)
    order by open.created_at, open.id
    limit size
  ), shown as materialized (
    select page.*, coalesce(private.target_row(page.target_type, page.target_id), '{}') as version from page
  )
  select shown.id, shown.target_type, shown.target_id,
    coalesce(version ->> 'title', version ->> 'name', shown.title), shown.league, version ->> 'team_slug',
    version ->> 'kit_type_slug', (version ->> 'year')::integer,
    coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    shown.changes, shown.was, shown.words,
    private.pick_columns(version, array(select jsonb_object_keys(shown.changes))),
    (select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(shown.words) name),
    array(
      select name from jsonb_object_keys(shown.words) name
      where private.differs(name, version, shown.was) and private.differs(name, version, version || shown.changes)
      order by name),
    private.pending_keys(waiting), shown.verdicts, shown.source,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', photo.id, 'url', photo.url, 'path', photo.path, 'alt', photo.alt, 'kind', photo.kind,
        'licence', photo.licence, 'rights_stated', photo.rights_stated, 'version', photo.version,
        'is_known', exists (
          select from public.jersey_images image
          where image.jersey_id = shown.target_id and private.looks_alike(image.likeness, photo.likeness)))
        order by photo.id), '[]')
      from public.suggestion_photos photo where photo.suggestion_id = shown.id),
    shown.created_at, shown.edited_at, shown.contest, shown.contested_at, shown.member_id, profile.username,
    profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = shown.member_id and own.status in ('accepted', 'partly')),
    (select reviewer.username from public.profiles reviewer where reviewer.id = claim.reviewer_id), claim.until,
    shown.member_id = auth.uid()
  from shown
  join public.suggestions waiting on waiting.id = shown.id
  left join public.profiles profile on profile.id = shown.member_id
  left join auth.users account on account.id = shown.member_id
  left join private.suggestion_claims claim on claim.suggestion_id = shown.id and claim.until > now()
  order by shown.created_at, shown.id;
end $$;

create or replace function public.sweep_audit_log(older_than interval default '2 years') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.check_jersey_id).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert')
    -- Needed to show and undo a change that waits for review.
    and not exists (
      select from public.jerseys
      where jerseys.edited_at is not null and jerseys.id::text = log.row_id
        and log.table_name in ('jerseys', 'jersey_images'));
  get diagnostics gone = row_count;
  return gone;
end $$;

create or replace function public.sweep_proposals() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  swept integer := 0;
begin
  perform private.lock_proposals();
  for proposal in
    select * from public.proposals where status = 'done' and undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(proposal.jersey_id);
    -- Everybody concerned was told when it was carried out.
    perform private.begin_revision('none');
    delete from public.jerseys where id = proposal.jersey_id and not is_active;
    perform private.end_revision();
    delete from private.moved_rows where proposal_id = proposal.id;
    update public.proposals set undo_until = null where id = proposal.id;
    swept := swept + 1;
  end loop;
  return swept;
end $$;

create or replace function public.takes_visitor_reports() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.visitor_report_intake where open_until > now())
    and not exists (
      select from private.write_limits allowed
      where allowed.kind = 'visitor_reports_of_anyone'
        and allowed.most <= (
          select count(*) from public.visitor_reports filed
          where filed.from_anyone and filed.created_at > now() - allowed.span))
$$;

create or replace function public.undo_catalogue_import(import uuid, most integer default 200) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  step uuid[];
  unused uuid[];
  gone integer;
  left_in_place integer;
  is_done boolean;
begin
  own := private.own_catalogue_import(import);
  if own.undone_at is not null
    or own.undo_began_at is null and own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  step := array(
    select done.jersey_id from private.imported_jerseys done
    where done.import_id = own.id and not done.is_kept order by done.key limit greatest(least(most, 1000), 1));
  -- Before the jerseys, as everywhere: the deletion takes it as well.
  perform private.lock_proposals();
  -- A vote or a comment that is being written waits, or is seen below.
  perform from public.jerseys where id = any (step) order by id for update;
  unused := array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (step) and private.used_by_members(jersey.id) is null);
  -- Nobody is told of a deletion that takes back an import.
  update public.jerseys set author_id = null
  where id = any (unused) and author_id is distinct from auth.uid();
  delete from public.jerseys where id = any (unused);
  get diagnostics gone = row_count;
  delete from private.imported_jerseys done
  where done.import_id = own.id and done.jersey_id = any (step) and private.jersey_now(done.jersey_id) is null;
  update private.imported_jerseys done set is_kept = true
  where done.import_id = own.id and done.jersey_id = any (step);
  get diagnostics left_in_place = row_count;
  is_done := not exists (
    select from private.imported_jerseys done where done.import_id = own.id and not done.is_kept);
  update public.catalogue_imports set
    removed = removed + gone, kept = kept + left_in_place, undo_began_at = coalesce(undo_began_at, now()),
    undone_at = case when is_done then now() end, finished_at = coalesce(finished_at, now())
  where id = own.id
  returning * into own;
  return jsonb_build_object(
    'is_done', is_done, 'removed', own.removed, 'kept', own.kept, 'all', own.added,
    'kept_jerseys', case when is_done then (
      select coalesce(jsonb_agg(private.jersey_in_words(private.jersey_now(jersey_id))
        || jsonb_build_object('because', coalesce(private.used_by_members(private.jersey_now(jersey_id)), '{}'))), '[]')
      from (
        select done.jersey_id from private.imported_jerseys done
        where done.import_id = own.id and done.is_kept order by done.key limit 500) kept)
      else '[]' end);
end $$;

create or replace function public.undo_decision(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  past private.undoable_decisions;
  was public.jerseys;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo decisions.';
  end if;
  perform private.lock_images(array[undo_decision.jersey_id]);
  select * into jersey from public.jerseys where id = undo_decision.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  select * into past from private.undoable_decisions decision
  where decision.jersey_id = jersey.id and decision.decided_by = auth.uid()
    -- The time now, not that at which this began to wait for the jersey: its mail may be sent by then.
    and decision.decided_at > clock_timestamp() - private.undo_time();
  -- What its author or another administrator did since would be lost. Members choose the ids of images, so one that the
  -- approval removed may be that of another jersey by now.
  if not found or private.decided_state(jersey) is distinct from past.decided
    or exists (
      select from public.jersey_images elsewhere
      where elsewhere.jersey_id <> jersey.id
        and elsewhere.id in (select (image ->> 'id')::uuid from jsonb_array_elements(past.images) image)) then
    raise sqlstate 'PT409' using
      message = 'undo_too_late', detail = 'Only an approval of one''s own, of the last seconds, that nothing followed.';
  end if;
  was := jsonb_populate_record(null::public.jerseys, past.jersey);
  -- As if it had not been: nobody was told, and the history doesn't tell either.
  perform private.begin_revision('none');
  delete from public.revisions revision
  where revision.target_type = 'jersey' and revision.target_id = jersey.id and revision.at = past.decided_at;
  perform private.set_fields(jersey.id, was);
  update public.jerseys
  set status = was.status, moderation_note = was.moderation_note, moderated_at = was.moderated_at,
    edited_at = was.edited_at
  where id = jersey.id;
  perform private.record_decision('jerseys', jersey.id, past.moderator_before);
  perform private.restore_edit(past);
  perform private.end_revision();
  update public.storage_deletions set held_for = jersey.id, retry_at = 'infinity'
  where bucket_id = 'jerseys' and name = any (past.held_files);
  -- Their mails go with them.
  delete from public.notices notice
  where notice.jersey_id = jersey.id and notice.created_at = past.decided_at and notice.due_at > now();
  delete from private.undoable_decisions decision where decision.jersey_id = jersey.id;
  select * into jersey from public.jerseys where id = jersey.id;
  return jersey;
end $$;

create or replace function public.undo_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  delete from public.jersey_votes vote using private.imported_votes brought
  left join public.jersey_redirects redirect on redirect.from_id = brought.jersey_id
  where brought.import_id = own.id and vote.voter_id = own.owner_id
    and vote.jersey_id = coalesce(redirect.into_id, brought.jersey_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.wish_details(wish) = brought.said;
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
end $$;

create or replace function public.undo_member_changes(
  member uuid, reason text, since timestamptz default null, after jsonb default null, batch_size integer default 50
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A team's name and colours are on all of its jerseys.
  of_teams constant integer := 5;
  most constant integer := least(greatest(coalesce(batch_size, 50), 1), 200);
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  size integer;
  reached bigint;
  given constant text := private.tidy(undo_member_changes.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  of_types constant text[] := array['jersey', 'team', 'competition'];
  of_type text := coalesce(undo_member_changes.after ->> 'target_type', 'jersey');
  last_id bigint := (undo_member_changes.after ->> 'id')::bigint;
  batch bigint[];
  targets uuid[];
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  undone integer := 0;
  kept jsonb[] := '{}';
begin
  perform private.check_undoing(given);
  perform private.check_undone_member(member);
  if not of_type = any (of_types) then
    raise sqlstate 'PT400' using message = 'revision_cursor', detail = '`after` is the `next` of the call before.';
  end if;
  -- The second of two reviewers waits, and finds it done.
  perform pg_advisory_xact_lock(hashtextextended('undo ' || member, 0));
  -- One kind of page in a batch, all locked before the first change in the order of merges: nobody waits in a circle.
  loop
    size := case when of_type = 'team' then least(most, of_teams) else most end;
    select array_agg(own.id order by own.id desc), array_agg(distinct own.target_id) into batch, targets
    from (
      select id, target_id from public.revisions
      where contributor_id = member and target_type = of_type and kind not in ('approved', 'merge')
        and (undo_member_changes.since is null or at >= undo_member_changes.since)
        and (last_id is null or id < last_id)
      order by id desc limit size) own;
    exit when batch is not null or of_type = 'competition';
    of_type := of_types[array_position(of_types, of_type) + 1];
    last_id := null;
  end loop;
  if of_type = 'jersey' then
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (batch)));
    perform private.lock_images(targets);
    perform from public.jerseys where id = any (targets) order by id for update;
  elsif of_type = 'team' then
    perform from public.teams where id = any (targets) order by id for update;
  else
    perform from public.competitions where id = any (targets) order by id for update;
  end if;

  for revision in
    select * from public.revisions where id = any (batch) order by id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and clock_timestamp() > deadline;
    reached := revision.id;
    current := private.target_row(revision.target_type, revision.target_id);
    stays := private.fields_that_stay(revision, current, is_administrator);
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      begin
        perform private.undo_fields(revision, back, current, given);
        undone := undone + 1;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
      end;
    end if;
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    if stays <> '{}' then
      kept := kept || jsonb_build_object(
        'id', revision.id, 'target_type', revision.target_type, 'target_id', revision.target_id,
        'title', coalesce(current ->> 'title', current ->> 'name'), 'stays', stays);
    end if;
  end loop;
  -- One notice in all, whatever the reasons.
  if undone > 0 and not exists (
    select from public.notices notice
    where notice.recipient_id = member and notice.outcome = 'undone' and notice.about = 'profile'
      and notice.created_at > now() - interval '1 day') then
    perform private.notify(
      member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), given, '[]');
  end if;
  return jsonb_build_object(
    'undone', undone, 'kept', to_jsonb(kept),
    'next', case
      when reached > batch[cardinality(batch)] or cardinality(batch) = size
        then jsonb_build_object('target_type', of_type, 'id', reached)
      when of_type <> 'competition' then jsonb_build_object('target_type', of_types[array_position(of_types, of_type) + 1])
    end);
end $$;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, country.names, jersey.brand, jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.saint_variant(jersey.team), other.names) AS text,
    ((private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)) || private.decade_mark(COALESCE(jersey.year, ("left"(season.code, 4))::integer))) AS marks
   FROM ((((((public.jerseys jersey
     JOIN public.competitions competition ON ((competition.id = jersey.competition_id)))
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN public.teams team ON ((team.id = jersey.team_id)))
     LEFT JOIN public.competitions home ON ((home.id = team.competition_id)))
     LEFT JOIN private.country_names country ON (((country.code = team.country) AND (home.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    team.id,
    concat_ws(' '::text, team.name, team.short_name, country.names, private.saint_variant(team.name), other.names) AS text,
    '{}'::text[] AS marks
   FROM (((public.teams team
     JOIN public.competitions competition ON ((competition.id = team.competition_id)))
     LEFT JOIN private.country_names country ON (((country.code = team.country) AND (competition.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE team.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id,
    competitions.name AS text,
    '{}'::text[] AS marks
   FROM public.competitions
  WHERE competitions.is_active;;

create trigger on_voter_change
after update of email_confirmed_at, phone_confirmed_at, banned_until, is_anonymous, created_at, deleted_at on auth.users
for each row when (
  (old.email_confirmed_at is null and old.phone_confirmed_at is null)
    <> (new.email_confirmed_at is null and new.phone_confirmed_at is null)
  or (old.banned_until, old.is_anonymous, old.created_at, old.deleted_at)
    is distinct from (new.banned_until, new.is_anonymous, new.created_at, new.deleted_at))
execute function private.mark_voter_due();

create trigger users_lock_proposals before delete on auth.users
for each statement execute function private.lock_proposals_first();

create trigger standings_mark_pending after insert or update or delete on private.standings
for each row execute function private.mark_pending_standing();

create trigger brands_invalidate after insert or update or delete or truncate on public.brands
for each statement execute function private.invalidate_all_pages();

create trigger comments_admit_edit before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.guard_gone('jersey_id');

create trigger comments_admit before insert on public.comments
for each row execute function private.guard_gone('jersey_id');

create trigger comments_invalidate after insert or update or delete on public.comments
for each row execute function private.invalidate_pages_of_row('jersey_id');

create trigger comments_notify_deleted before delete on public.comments
for each row execute function private.notify_comment_deleted();

create trigger competitions_invalidate after insert or update or delete or truncate on public.competitions
for each statement execute function private.invalidate_all_pages();

create trigger competitions_revised after update on public.competitions
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('competition');

create trigger copies_admit before insert on public.copies
for each row when (new.jersey_id is not null) execute function private.guard_gone('jersey_id');

create trigger copies_wait_delete before delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copies_wait_insert before insert on public.copies
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger copies_wait_update before update of jersey_id, removed_at on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copy_photos_keep_files after insert on public.copy_photos
referencing new table as added
for each statement execute function private.keep_copy_file();

create trigger copy_photos_queue_file_deletion after delete on public.copy_photos
referencing old table as gone
for each statement execute function private.queue_copy_file_deletion();

create trigger copy_photos_wait_insert before insert on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger jersey_edits_removed after delete on public.jersey_edits
for each row execute function private.reconcile_deleted_edit();

create trigger jersey_images_added after insert on public.jersey_images
referencing new table as added
for each statement execute function private.after_images_added();

create trigger jersey_images_admit before insert or update of url on public.jersey_images
for each row when (current_user = 'authenticated') execute function private.admit_image();

create trigger jersey_images_changed_by_author after insert or update or delete on public.jersey_images
for each row when (private.is_author_writing()) execute function private.after_image('author');

create trigger jersey_images_changed after insert or update or delete on public.jersey_images
for each row when (not private.is_author_writing()) execute function private.after_image();

create trigger jersey_images_complete before insert or update of url on public.jersey_images
for each row execute function private.before_image();

create trigger jersey_images_refresh after update of jersey_id, edit_id on public.jersey_images
for each statement execute function private.refresh_entries_of_statement();

create trigger jersey_images_removed after delete on public.jersey_images
referencing old table as removed
for each statement execute function private.after_images_removed();

create trigger jersey_redirects_invalidate after insert or update or delete on public.jersey_redirects
for each row execute function private.invalidate_pages_of_row('from_id');

create trigger jersey_votes_judge before insert or update of vote on public.jersey_votes
for each row execute function private.judge_vote();

create trigger jerseys_admit before update or delete on public.jerseys
for each row when (current_user = 'authenticated') execute function private.admit_jersey_change();

create trigger jerseys_came_or_went after insert or delete on public.jerseys
for each row execute function private.after_jersey_came_or_went();

create trigger jerseys_changed
after update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors,
  description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at
on public.jerseys
for each row when (not private.stages_edits(old.status)) execute function private.after_jersey_changed();

create trigger jerseys_colors_given before update of colors on public.jerseys
for each row execute function private.mark_given_colors();

create trigger jerseys_complete
before insert or delete or update of
  title, edition, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type,
  moderated_by
on public.jerseys
for each row execute function private.before_jersey();

create trigger jerseys_refresh after insert or delete or update of
  status, is_active, competition_id, team_id, season_id, year, kit_type, brand_id, colors, created_at
on public.jerseys for each statement execute function private.refresh_entries_of_statement();

create trigger jerseys_wait_for_proposals before delete on public.jerseys
for each statement execute function private.lock_proposals_first();

create trigger profiles_invalidate_deleted after delete on public.profiles
for each row execute function private.invalidate_pages_of_row('id');

create trigger profiles_invalidate after update on public.profiles
for each row when (old.* is distinct from new.*)
execute function private.invalidate_pages_of_row('id');

create trigger profiles_notify_deleted before delete on public.profiles
for each row execute function private.notify_member_deleted();

create trigger proposals_notify_cancelled after update of status on public.proposals
for each row when (old.status = 'agreed' and new.status <> 'agreed')
execute function private.notify_proposal_cancelled();

create trigger reports_admit before insert on public.reports
for each row when (new.target_type = 'jersey') execute function private.guard_gone('target_id');

create trigger reports_notify_parties after update of status on public.reports
for each row when (new.status <> old.status) execute function private.notify_parties();

create trigger reports_notify after update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.notify_reporter();

create trigger reports_resolution_note before update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.check_report_note();

create trigger reports_withdrawn before delete on public.reports
for each row execute function private.close_visitor_report();

create trigger revisions_record_revert after insert on public.revisions
for each row when (new.undoes is not null)
execute function private.record_revert();

create trigger seasons_invalidate after insert or update or delete or truncate on public.seasons
for each statement execute function private.invalidate_all_pages();

create trigger seasons_listed after update of code on public.seasons
for each row when (old.code <> new.code) execute function private.mark_changed_season();

create trigger seasons_refresh after update of code on public.seasons
for each statement execute function private.refresh_entries_of_statement();

create trigger suggestion_photos_address before insert on public.suggestion_photos
for each row execute function private.check_suggested_address();

create trigger suggestion_photos_keep_files after insert on public.suggestion_photos
referencing new table as added
for each statement execute function private.keep_suggested_file();

create trigger suggestions_publish_source after update of afterwards on public.suggestions
for each row when (new.afterwards = 'seen')
execute function private.publish_source();

create trigger team_aliases_invalidate after insert or delete or truncate on public.team_aliases
for each statement execute function private.invalidate_all_pages();

create trigger team_seasons_invalidate after insert or update or delete or truncate on public.team_seasons
for each statement execute function private.invalidate_all_pages();

create trigger teams_invalidate after insert or update or delete or truncate on public.teams
for each statement execute function private.invalidate_all_pages();

create trigger teams_revised after update on public.teams
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('team');

create trigger user_collections_admit before insert on public.user_collections
for each row execute function private.guard_gone('jersey_id');

create trigger user_collections_mark_collected
after insert or delete or update of jersey_id on public.user_collections
for each row execute function private.mark_collected();

create trigger user_collections_wait_delete before delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger user_collections_wait_insert before insert on public.user_collections
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger user_wishlists_admit before insert on public.user_wishlists
for each row execute function private.guard_gone('jersey_id');

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The row''s id; of images and edits the jersey''s, of line-ups and aliases the team''s (record_change)';

COMMENT ON COLUMN "public"."jersey_votes"."cast_at" IS 'When the vote was cast or switched, for 30 days; null afterwards (public.age_votes()), and for votes from before this was recorded';

COMMENT ON COLUMN "public"."storage_deletions"."held_for" IS 'The jersey that may show the file again: what its author changed waits for a decision (retry_at is infinity), or its photo was undone and can come back until retry_at';

COMMENT ON FUNCTION "private"."apply_pending_standings"(integer) IS 'Brings votes into the orders of the catalogue; returns the number of marks. A server calls it about once a second after votes';

COMMENT ON FUNCTION "private"."apply_standings"(uuid[]) IS 'Brings the votes of these jerseys into their entries';

COMMENT ON FUNCTION "private"."check_author_update"(public.jerseys, public.jerseys) IS 'What an author may change; the row lock decides: an update that waits for an approval finds the jersey approved';

COMMENT ON FUNCTION "private"."check_image_address"(text) IS 'Refuses an address that is not the one of an existing file of this site. Commands, the service key and functions with their owner''s rights are not checked: their images come from rows that were';

COMMENT ON FUNCTION "private"."close_suggestions"(text, uuid) IS 'What becomes of open suggestions about what is deleted: they move to what it was merged into, or are refused as gone';

COMMENT ON FUNCTION "private"."contributor_of"(text) IS 'Whose photo this is: the member in whose folder its file lies';

COMMENT ON FUNCTION "private"."count_write"(text, bigint, boolean) IS 'Notes that the caller writes so many of a kind; refuses more than private.write_limits allows';

COMMENT ON FUNCTION "private"."current_change"() IS 'The change in progress: an object of the keys above; empty outside of one';

COMMENT ON FUNCTION "private"."current_votes"() IS 'Votes that the update part of a running upsert has collected, as JSON; empty outside of an insert';

COMMENT ON FUNCTION "private"."decided_together"(public.reports, text) IS 'The reports of the decision that a party contests: for the author, all that were decided with this one';

COMMENT ON FUNCTION "private"."default_colors_of"(public.jerseys, public.jerseys) IS 'A jersey without colours gets the default ones, which follow its team and its kit type';

COMMENT ON FUNCTION "private"."end_suggestions"() IS 'Argument: the type of target';

COMMENT ON FUNCTION "private"."free_image_id"(uuid, uuid) IS 'To its author a removed photo is gone, and its id free';

COMMENT ON FUNCTION "private"."hiding_proposal"(uuid) IS 'The proposal that hides a jersey; null if none does';

COMMENT ON FUNCTION "private"."in_good_standing"() IS 'check_standing() as a yes or no, for policies of storage: hosted projects allow no triggers on its tables';

COMMENT ON FUNCTION "private"."invalidate_all_pages"() IS 'Tells servers that every page is outdated';

COMMENT ON FUNCTION "private"."invalidate_pages"(uuid) IS 'Tells servers that pages with this id in them are outdated';

COMMENT ON FUNCTION "private"."invalidate_pages_of_row"() IS 'Tells servers that the pages of a row are outdated. Argument: the column that names the row';

COMMENT ON FUNCTION "private"."is_distinctive"(text) IS 'True for a likeness that jersey_images takes (jersey_images_likeness_telling)';

COMMENT ON FUNCTION "private"."is_staging"() IS 'True while a trigger puts an approved jersey back. Such a write changes nothing that is public, so it is neither on record nor announced';

COMMENT ON FUNCTION "private"."judge_vote"() IS 'Decides whether a new vote counts, otherwise notes from when on it will; dates a vote that is switched';

COMMENT ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) IS 'Notes the jerseys whose entries know whether they have a photo';

COMMENT ON FUNCTION "private"."lock_images"(uuid[]) IS 'Locks the images of jerseys, and then the jerseys, for a decision';

COMMENT ON FUNCTION "private"."lock_jersey_counts"() IS 'Changes of facts wait for each other here, after their jerseys are locked and before the first other counter';

COMMENT ON FUNCTION "private"."lock_own_collection"() IS 'Takes the lock of private.lock_collection_first() in a function with its caller''s rights';

COMMENT ON FUNCTION "private"."log_change"(text, text, jsonb, jsonb) IS 'Writes what the caller did to a row: all of it, or what an update changed. Null before an insert, and after a deletion';

COMMENT ON FUNCTION "private"."mark_changed_facts"(uuid[], text) IS 'Notes jerseys whose entries refresh_changed() brings up to date when the statement ends';

COMMENT ON FUNCTION "private"."mark_collected"() IS 'Notes that the page of a jersey is outdated, because the number of its collectors has changed';

COMMENT ON FUNCTION "private"."mark_outdated"(uuid) IS 'Notes a jersey whose standing changes without its counters';

COMMENT ON FUNCTION "private"."mark_voter_due"() IS 'Marks an account that has changed, so that its votes may start or stop counting';

COMMENT ON FUNCTION "private"."members_with_jersey"(uuid) IS 'The author of a jersey, and whose collection, copies or wishlist have it';

COMMENT ON FUNCTION "private"."move_jersey"(uuid, uuid, uuid) IS 'Moves votes, collections, copies, wishes, comments, reports and images to another jersey, without duplicates, and the address. Of a proposal it records what moved';

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(public.proposals, text, uuid, text, jsonb) IS 'Tells the author and who has the jersey of a proposal. To be called while the rows are the jersey''s';

COMMENT ON FUNCTION "private"."notify_proposal_cancelled"() IS 'Tells those who know the date of a merge or removal that it is called off. A proposal is agreed to once, so nobody is told twice';

COMMENT ON FUNCTION "private"."parked_image_id"(uuid) IS 'The id of a removed photo whose own id its author has given to another one';

COMMENT ON FUNCTION "private"."prefix_matches"(text) IS 'Known words that begin so: at most 40, or 41 for more';

COMMENT ON FUNCTION "private"."publish_outdated"() IS 'Tells servers that the pages of all marked jerseys are outdated';

COMMENT ON FUNCTION "private"."publish_source"() IS 'The history says the source of what a reviewer has seen';

COMMENT ON FUNCTION "private"."readable_verdicts"(public.suggestions, jsonb) IS 'Verdicts for their reader: field, before, after, accepted, reason, note';

COMMENT ON FUNCTION "private"."reason_not_undoable"(public.revisions, text, jsonb, boolean, uuid[]) IS 'Why a field doesn''t go back: gone, hidden, own, undone, file or changed; null if it does. `restored`: photos that came back before';

COMMENT ON FUNCTION "private"."recheck_voters"(uuid[], integer) IS 'Lets at most so many votes of these members start or stop counting; returns how many did';

COMMENT ON FUNCTION "private"."reconcile_edit"(uuid) IS 'Deletes an edit that changes nothing (any more), and brings the jersey into the moderation queue, or out of it';

COMMENT ON FUNCTION "private"."record_account_event"(text, text, jsonb) IS 'Records in auth.audit_log_entries what the caller did to their account';

COMMENT ON FUNCTION "private"."record_arrangement"(uuid, jsonb) IS 'Writes the revision, if the order or a kind differs from what it was';

COMMENT ON FUNCTION "private"."record_photo_revision"(public.jersey_images, public.jersey_images) IS 'Null before a photo is added, and after it is removed';

COMMENT ON FUNCTION "private"."record_revision"(text, uuid, jsonb, jsonb) IS 'Writes the revision, if the two versions of a row differ in what people see';

COMMENT ON FUNCTION "private"."record_row_revision"() IS 'Argument: the type of target';

COMMENT ON FUNCTION "private"."refuse"(text, text, text) IS 'Raises a broken rule as an error of its own kind: SQLSTATE 23514, the rule''s name as message';

COMMENT ON FUNCTION "private"."saint_variant"(text) IS 'The other spelling of "saint" in a name: "Paris St Germain", "Saint Louis Blues"';

COMMENT ON FUNCTION "private"."schedule_jobs"() IS 'Schedules with pg_cron what a server does in the embedded mode, mails, files and visitors'' reports excepted, and returns the names of the jobs; nothing without the extension';

COMMENT ON FUNCTION "private"."set_change"(text, jsonb) IS 'Sets a key of the change in progress; null removes it';

COMMENT ON FUNCTION "private"."shift_votes"(uuid, bigint, bigint) IS 'Moves a jersey''s counters, unless it is being deleted, and what shows them: its pages and its place in search. Returns true if it is public';

COMMENT ON FUNCTION "private"."significant_words"(text[]) IS 'Words without those for ''jersey'' and articles';

COMMENT ON FUNCTION "public"."apply_pending_standings"(integer) IS 'Brings votes into the orders of the catalogue, as the job of all servers: returns the number of marks, at_most if there may be more. A server calls the private one after votes';

COMMENT ON FUNCTION "public"."finish_notice_mail"(uuid, text, boolean) IS 'Records that a mail has left, or why it has not. A failed mail is claimed again, ten times at most, or never if the failure is final';

COMMENT ON FUNCTION "public"."finish_visitor_report_mail"(uuid, text, boolean) IS 'Records that a mail has left, or why it has not';

COMMENT ON FUNCTION "public"."recheck_due_voters"() IS 'Lets votes start or stop counting for rankings, of members whose account has changed or whose first day is over: at most 1000 a call, returns how many. The server calls it every few seconds';

COMMENT ON FUNCTION "public"."sweep_audit_log"(interval) IS 'Deletes entries of the audit log after two years, and records of writes after a day; returns how many entries';

COMMENT ON INDEX "private"."voters_due_by_time" IS 'Members who are due (recheck_due_voters)';

COMMENT ON INDEX "public"."reports_decided" IS 'Decided reports, newest first: admin';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion: reviewer or administrator';

COMMENT ON TABLE "private"."once_public" IS 'Until when a jersey that was rejected was public: see private.needs_proposal()';

COMMENT ON TABLE "private"."outdated" IS 'Jerseys with changed counters, standings or collectors, of which servers don''t know yet; see publish_outdated()';

COMMENT ON TABLE "private"."proposal_notified_members" IS 'Who was told the date of an agreed proposal, until it is carried out or called off: see private.notify_proposal_cancelled()';

COMMENT ON TABLE "private"."voters_due" IS 'When a member''s votes may start or stop counting; see recheck_due_voters()';

COMMENT ON TABLE "public"."copies" IS 'Shirts that members own: their owner''s alone. private.limit_copies() checks copies_per_owner';

COMMENT ON TABLE "public"."copy_photos" IS 'Photos of copies, in bucket `copies`: at most six each (copy_photos_six_per_copy, checked by private.limit_copy_photos()), the first is the cover';

COMMENT ON TABLE "public"."jersey_images" IS 'Photos of jerseys, the cover first. private.check_image_count() checks jersey_images_five_per_jersey (of a member) and jersey_images_twenty_per_jersey, private.check_image_address() checks jersey_images_url_file, jersey_images_url_host and jersey_images_url_stored';

COMMENT ON TABLE "public"."profiles" IS 'The public face of an account, made on sign-up. private.guard_names() checks profiles_username_reserved, profiles_username_reset, profiles_display_name_reserved and profiles_display_name_reset';

COMMENT ON TABLE "public"."storage_deletions" IS 'Files to delete';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

REVOKE ALL ON FUNCTION "private"."admit_image"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."admit_jersey_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_image"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_images_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_images_removed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_jersey_came_or_went"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_jersey_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_pending_standings"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_standings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_image"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_jersey"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_author_update"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_image_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_image_count"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_jersey_id"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_may_show"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_held"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_removal"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_standing"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_standing"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_suggested_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_history"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_suggestions"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_visitor_report"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."completed_jersey"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contributor_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_jersey"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_kit"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_of_author"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_write"(text, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."default_colors_of"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_proposals"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_image_id"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hiding_proposal"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invalidate_all_pages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invalidate_pages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invalidate_pages_of_row"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_distinctive"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_copies"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_files"(public.jersey_images[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_collection_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_images"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_jersey_and_collection"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_jersey_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_own_collection"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_own_collection"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_proposals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_proposals_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_change"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_changed_facts"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_changed_season"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_collected"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_given_colors"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_outdated"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_pending_standing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_voter_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."members_with_jersey"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_author"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_comment_deleted"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_jersey_deleted"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_member_deleted"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_members_with_jersey"(public.proposals, text, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_parties"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_proposal_cancelled"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_reporter"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parked_image_id"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pick_columns"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_source"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_file_deletion"(public.jersey_images[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."readable_verdicts"(public.suggestions, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_not_undoable"(public.revisions, text, jsonb, boolean, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recheck_voters"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconcile_deleted_edit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconcile_edit"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_account_event"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_arrangement"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_decided_state"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_decision"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_once_public"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_photo_revision"(public.jersey_images, public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_revert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_revision"(text, uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_row_revision"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_undoable_decision"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_words_of_jersey"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_changed"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_entries_of_statement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."release_files"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_brand"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_competition"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_reference"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_team"(jsonb, uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_to_queue"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_change"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stage_image"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stage_image_removal"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wish_details"(public.user_wishlists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_dependent_columns"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."apply_pending_standings"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_pending_standings"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_notice_mail"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_notice_mail"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_visitor_report_mail"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_visitor_report_mail"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."recheck_due_voters"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."recheck_due_voters"() TO "service_role";

set check_function_bodies = on;
-- end
