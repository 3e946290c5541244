-- What happens when a jersey, an image, a vote or a comment changes, in the order in which it happens.
-- Each table's triggers stand in one place; the functions that they call stand with their subject.
-- docs/effects.md tells the same in words.

-- public.jerseys

create trigger jerseys_standing before insert or update or delete on public.jerseys
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jerseys_turn_of_proposals before delete on public.jerseys
for each statement execute function private.take_turn_before();

-- Renamed teams still reach it: only requests are refused. Who shows it again gets the answer of jerseys_guard_hidden.
create trigger jerseys_a_guard_gone before update on public.jerseys
for each row when (current_user = 'authenticated' and not old.is_active and not new.is_active)
execute function private.guard_gone('id');

create trigger jerseys_a_guard_held before delete on public.jerseys
for each row when (current_user = 'authenticated' and not old.is_active)
execute function private.guard_held();

create trigger jerseys_a_guard_removal before delete on public.jerseys
for each row when (current_user = 'authenticated' and old.author_id is distinct from auth.uid())
execute function private.guard_removal();

-- Before jerseys_end_history: triggers fire in the order of their names.
create trigger jerseys_bring_back before delete on public.jerseys
for each row execute function private.end_proposals();

create trigger jerseys_colors_given before update of colors on public.jerseys
for each row execute function private.note_given_colors();

-- Also when competition or season change: their names are among the words of search. Before jerseys_default_colors by its name,
-- which reads the team's colours.
create trigger jerseys_complete
before insert or update of
  title, edition, description, external_link, team, team_id, brand, brand_id, competition_id, season_id
on public.jerseys
for each row execute function private.complete_jersey();

create trigger jerseys_default_colors
before insert or update of colors, team_id, team, kit_type on public.jerseys
for each row execute function private.settle_colors();

create trigger jerseys_edit_rate
before update of
  title, description, edition, external_link, league, competition_id, season_id, team_id, team, year, brand,
  brand_id, kit_type, colors, price
on public.jerseys
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger jerseys_end_history before delete on public.jerseys
for each row execute function private.end_history('jersey');

create trigger jerseys_end_suggestions before delete on public.jerseys
for each row execute function private.end_suggestions('jersey');

-- Fires after jerseys_complete (triggers fire in the order of their names), so white space alone is no change.
create trigger jerseys_guard before update on public.jerseys
for each row execute function private.guard_jersey();

create trigger jerseys_guard_hidden before update of is_active on public.jerseys
for each row when (current_user = 'authenticated' and new.is_active and not old.is_active)
execute function private.guard_hidden();

create trigger jerseys_guard_id before insert on public.jerseys
for each row when (auth.uid() is not null) execute function private.guard_jersey_id();

create trigger jerseys_hide_moderator before insert or update of moderated_by on public.jerseys
for each row when (new.moderated_by is not null) execute function private.hide_moderator();

create trigger jerseys_keep_copies before delete on public.jerseys
for each row execute function private.keep_copies();

create trigger jerseys_stage_description before update of description on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('description');

create trigger jerseys_stage_edition before update of edition on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('edition');

create trigger jerseys_stage_external_link before update of external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('external_link');

-- Triggers fire in the order of their names: the first four after jerseys_complete and jerseys_guard, the fifth
-- after these, and the last one before every other that follows an update.
create trigger jerseys_stage_title before update of title on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('title');

create trigger jerseys_tell_gone before delete on public.jerseys
for each row execute function private.tell_of_jersey_gone();

create trigger jerseys_with_edit
before update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.show_edit();

create trigger jerseys_approved_stays
after update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.keep_approved();

create trigger jerseys_audit after insert or delete on public.jerseys
for each row execute function private.record_change('id');

-- Named columns: a vote moves the counters thousands of times and has records of its own.
create trigger jerseys_audit_update
after update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition,
  kit_type, colors, description, external_link, price, status, moderation_note, moderated_by, moderated_at,
  edited_at, is_active
on public.jerseys
for each row when (private.is_staging() is not true and not private.stages_edits(old.status))
execute function private.record_change('id');

-- After the rows of the statement, which are locked first, and by its name before jerseys_counted.
create trigger jerseys_before_counts
after update of
  status, is_active, league, competition_id, team_id, season_id, year, kit_type, brand_id, colors
on public.jerseys
for each row when (
  (old.status = 'approved' and old.is_active or new.status = 'approved' and new.is_active)
  and (old.status, old.is_active, old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type,
      old.brand_id, old.colors)
    is distinct from
    (new.status, new.is_active, new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type,
      new.brand_id, new.colors))
execute function private.take_turn_of_facts();

-- Named columns: a vote changes the counters of a jersey, and counts itself (private.count_votes).
create trigger jerseys_counted
after insert or delete or update of status, is_active, league, competition_id, team_id
on public.jerseys for each row execute function private.count_jersey();

create trigger jerseys_forget_decision after delete on public.jerseys
for each row execute function private.forget_decision();

create trigger jerseys_gone after delete on public.jerseys
for each row execute function private.release_files();

-- Fires after jerseys_counted, which makes decisions take turns: triggers fire in the order of their names.
create trigger jerseys_kits_counted
after insert or delete or update of status, is_active, team_id, year, season_id, kit_type
on public.jerseys for each row execute function private.count_kit();

create trigger jerseys_listed_delete after delete on public.jerseys
for each row when (old.status = 'approved' and old.is_active)
execute function private.note_changed_facts();

create trigger jerseys_listed_insert after insert on public.jerseys
for each row when (new.status = 'approved' and new.is_active)
execute function private.note_changed_facts();

create trigger jerseys_listed_update
after update of status, is_active, competition_id, team_id, season_id, year, kit_type, brand_id, colors, created_at
on public.jerseys for each row when (
  (old.status = 'approved' and old.is_active or new.status = 'approved' and new.is_active)
  and (old.status, old.is_active, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type,
      old.brand_id, old.colors, old.created_at)
    is distinct from
    (new.status, new.is_active, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type,
      new.brand_id, new.colors, new.created_at))
execute function private.note_changed_facts();

create trigger jerseys_note_counters after update of upvotes, downvotes on public.jerseys
for each row when (
  new.status = 'approved' and new.is_active
  and (old.upvotes <> new.upvotes or old.downvotes <> new.downvotes))
execute function private.note_outdated();

create trigger jerseys_of_author_counted
after insert or delete or update of author_id, status on public.jerseys
for each row execute function private.count_of_author();

create trigger jerseys_once_public after update of status on public.jerseys
for each row when (old.status = 'approved' and new.status = 'rejected')
execute function private.note_once_public();

-- pg_trigger_depth() leaves out what another trigger writes: a team that is renamed or gets other colours changes thousands
-- of jerseys, and a staged edit is taken back at once (private.keep_approved).
create trigger jerseys_revised
after update of
  league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors,
  description, external_link, price
on public.jerseys
for each row when (
  old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 0
  and private.is_staging() is not true and not private.stages_edits(old.status)
  and (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.title, old.year, old.brand,
      old.brand_id, old.edition, old.kit_type, old.colors, old.description, old.external_link, old.price)
    is distinct from
    (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.title, new.year, new.brand,
      new.brand_id, new.edition, new.kit_type, new.colors, new.description, new.external_link, new.price))
execute function private.note_revision('jersey');

create trigger jerseys_revised_by_approval after update of status on public.jerseys
for each row when (old.status <> 'approved' and new.status = 'approved')
execute function private.note_approval();

-- As before, with the colours. They are settled before the row is written, so they are named only by who changes nothing else.
create trigger jerseys_search after insert or delete or update of
  title, team, team_id, brand, brand_id, edition, year, kit_type, season_id, competition_id, status,
  is_active, colors
on public.jerseys for each row execute function private.record_words('jersey');

create trigger jerseys_search_tier after update of upvotes, downvotes on public.jerseys
for each row when (private.tier(old.score) <> private.tier(new.score))
execute function private.record_tier();

create trigger jerseys_settled after update of edited_at on public.jerseys
for each row when (old.edited_at is not null and new.edited_at is null)
execute function private.release_files();

create trigger jerseys_tell after update of status on public.jerseys
for each row execute function private.tell_author();

create trigger jerseys_tell_delete after delete on public.jerseys
for each row when (old.status = 'approved' and old.is_active)
execute function private.tell_everything();

-- A jersey that appears, disappears or moves to another list changes lists and counts of any page. Its other
-- changes concern the pages that show it.
create trigger jerseys_tell_insert after insert on public.jerseys
for each row when (new.status = 'approved' and new.is_active)
execute function private.tell_everything();

create trigger jerseys_tell_lists after update on public.jerseys
for each row when (
  (old.status = 'approved' and old.is_active) <> (new.status = 'approved' and new.is_active)
  or new.status = 'approved' and new.is_active
  and (old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type)
    is distinct from (new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type))
execute function private.tell_everything();

create trigger jerseys_tell_update after update on public.jerseys
for each row when (
  old.status = 'approved' and old.is_active and new.status = 'approved' and new.is_active
  and old.upvotes = new.upvotes and old.downvotes = new.downvotes
  and old.* is distinct from new.*
  and private.is_staging() is not true and not private.stages_edits(old.status))
execute function private.tell_owner('id');

-- Only requests count (role `authenticated`), as in private.guard_writes(): a cascade or a function with its owner's
-- rights writes on somebody's behalf.
create trigger jerseys_rate after insert on public.jerseys
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('jerseys');

create trigger jerseys_refresh after insert or delete or update of
  status, is_active, competition_id, team_id, season_id, year, kit_type, brand_id, colors, created_at
on public.jerseys for each statement execute function private.refresh_changed();

-- public.jersey_images

create trigger jersey_images_standing before insert or update or delete on public.jersey_images
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jersey_images_a_guard_gone before insert on public.jersey_images
for each row execute function private.guard_gone('jersey_id');

create trigger jersey_images_address_insert before insert on public.jersey_images
for each row when (current_user = 'authenticated') execute function private.check_image_address();

create trigger jersey_images_address_update before update of url on public.jersey_images
for each row when (current_user = 'authenticated' and old.url is distinct from new.url)
execute function private.check_image_address();

create trigger jersey_images_b_make_room before insert on public.jersey_images
for each row when (private.is_author_writing()) execute function private.make_room();

create trigger jersey_images_credit before insert or update of url on public.jersey_images
for each row execute function private.credit_image();

create trigger jersey_images_approved_stays_after_delete after delete on public.jersey_images
for each row when (private.is_author_writing()) execute function private.stage_image_removal();

-- Named so that they fire before the others of their event.
create trigger jersey_images_approved_stays_after_insert after insert on public.jersey_images
for each row when (private.is_author_writing()) execute function private.stage_image();

create trigger jersey_images_audit after insert or update on public.jersey_images
for each row when (private.is_staging() is not true)
execute function private.record_change('jersey_id');

create trigger jersey_images_audit_delete after delete on public.jersey_images
for each row when (
  private.is_staging() is not true
  and (old.edit_id is not null or not private.stages_image_edits(old.jersey_id)))
execute function private.record_change('jersey_id');

create trigger jersey_images_listed_delete after delete on public.jersey_images
for each row when (old.edit_id is null) execute function private.note_changed_photo();

create trigger jersey_images_listed_insert after insert on public.jersey_images
for each row when (new.edit_id is null) execute function private.note_changed_photo();

create trigger jersey_images_listed_update after update of jersey_id, edit_id on public.jersey_images
for each row when ((old.jersey_id, old.edit_id) is distinct from (new.jersey_id, new.edit_id))
execute function private.note_changed_photo();

create trigger jersey_images_revised_delete after delete on public.jersey_images
for each row when (
  old.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and not private.stages_image_edits(old.jersey_id))
execute function private.note_photo_revision();

create trigger jersey_images_revised_insert after insert on public.jersey_images
for each row when (
  new.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and not private.stages_image_edits(new.jersey_id))
execute function private.note_photo_revision();

create trigger jersey_images_revised_update after update of url, edit_id on public.jersey_images
for each row when (
  new.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and (old.edit_id is not null or old.url <> new.url))
execute function private.note_photo_revision();

create trigger jersey_images_tell_delete after delete on public.jersey_images
for each row when (
  private.is_staging() is not true
  and old.edit_id is null and not private.stages_image_edits(old.jersey_id))
execute function private.tell_owner('jersey_id');

create trigger jersey_images_tell_insert after insert on public.jersey_images
for each row when (private.is_staging() is not true and not private.stages_image_edits(new.jersey_id))
execute function private.tell_owner('jersey_id');

create trigger jersey_images_tell_update after update on public.jersey_images
for each row when (private.is_staging() is not true and new.edit_id is null)
execute function private.tell_owner('jersey_id');

create trigger jersey_images_added after insert on public.jersey_images
referencing new table as touched
for each statement execute function private.note_image_edit();

create trigger jersey_images_limit after insert on public.jersey_images
referencing new table as added
for each statement execute function private.limit_images();

create trigger jersey_images_rate after insert on public.jersey_images
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('images');

create trigger jersey_images_refresh after insert or delete or update of jersey_id, edit_id
on public.jersey_images for each statement execute function private.refresh_changed();

create trigger jersey_images_removal_rate after delete on public.jersey_images
referencing old table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('edits');

create trigger jersey_images_removed after delete on public.jersey_images
referencing old table as touched
for each statement execute function private.note_image_edit();

-- Triggers fire in the order of their names. The rows of files come after jersey_images_refresh, which locks the counters: a
-- decision on facts and a photo has the counters first, and one on the same photo alone would wait the other way round.
create trigger jersey_images_unused after delete on public.jersey_images
referencing old table as gone
for each statement execute function private.queue_file_deletion();

create trigger jersey_images_used after insert on public.jersey_images
referencing new table as added
for each statement execute function private.keep_file();

-- public.jersey_votes

create trigger jersey_votes_begin before insert or update or delete on public.jersey_votes
for each statement execute function private.begin_votes();

-- In place of private.guard_writes(). Triggers fire in the order of their names: jersey_votes_begin comes first.
create trigger jersey_votes_standing before insert or delete on public.jersey_votes
for each statement when (current_user = 'authenticated')
execute function private.require_standing();

create trigger jersey_votes_standing_update before update on public.jersey_votes
for each statement when (
  current_user = 'authenticated'
  and current_setting('private.votes_changed', true) is distinct from '[]')
execute function private.require_standing();

create trigger jersey_votes_a_guard_gone before insert on public.jersey_votes
for each row execute function private.guard_gone('jersey_id');

create trigger jersey_votes_judge before insert on public.jersey_votes
for each row execute function private.judge_vote();

create trigger jersey_votes_switch before update of vote on public.jersey_votes
for each row when (old.vote <> new.vote) execute function private.cast_again();

create trigger jersey_votes_cast after insert on public.jersey_votes
referencing new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_changed after update on public.jersey_votes
referencing old table as past_votes new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_withdrawn after delete on public.jersey_votes
referencing old table as past_votes
for each statement execute function private.count_votes();

-- public.comments

create trigger comments_standing before insert or update or delete on public.comments
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- Before the checks of policies and limits, so that everybody learns why.
create trigger comments_a_guard_gone before insert on public.comments
for each row execute function private.guard_gone('jersey_id');

create trigger comments_a_guard_gone_edit before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.guard_gone('jersey_id');

create trigger comments_edit_rate before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger comments_guard before insert or update on public.comments
for each row execute function private.guard_comment();

create trigger comments_tell_gone before delete on public.comments
for each row execute function private.tell_of_comment_gone();

create trigger comments_audit after insert or update or delete on public.comments
for each row execute function private.record_change('id');

create trigger comments_tell after insert or update or delete on public.comments
for each row execute function private.tell_owner('jersey_id');

create trigger comments_rate after insert on public.comments
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('comments');

-- private.standings

create trigger standings_note after insert or update or delete on private.standings
for each row execute function private.note_unsettled();
