-- What happens when a jersey, an image, a vote or a comment changes, in the order in which it happens.
-- Each table's triggers stand in one place, in the order in which they fire; what has an order of its own is a list of calls.
-- docs/effects.md says the same of jerseys, images, votes and copies in words.

-- Lock orders. Merges first (lock_merges), then the images of a jersey, the jersey, and files last. Whoever takes several of a kind takes them in the
-- order of their ids.

-- public.jerseys

-- With the caller's rights: `current_user` tells a member's request from writes of triggers and functions.
create function private.before_jerseys() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'DELETE' then
    perform private.lock_merges();
  end if;
  return null;
end $$;

-- Before a member's request. What is refused is refused here.
create function private.admit_jersey_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
    new.colors := private.default_colors(new.kit_type, new.team_id);
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
end $$;

-- Before an insertion, a deletion, and an update of what other columns follow (see jerseys_complete).
create function private.before_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
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
  return new;
end $$;

-- After a jersey has come or gone, or any column but the counters was named in an update.
create function private.after_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
  if tg_op = 'UPDATE' and is_public and not was_public then
    perform private.withhold_files(array(select path from public.jersey_images where jersey_id = new.id), false);
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
    perform private.adopt_shirts(new.id);
  elsif old.status = 'approved' and new.status <> 'approved' then
    -- The shirts that it adopted are their owners' own again.
    perform private.lock_collections(array(
      select copy.owner_id from public.copies copy where copy.jersey_id = new.id and copy.former_jersey is not null));
    update public.copies copy set jersey_id = null where copy.jersey_id = new.id and copy.former_jersey is not null;
    perform private.return_wishes(new.id);
    delete from public.notices notice where notice.jersey_id = new.id and notice.outcome = 'owned';
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at),
        -- An undo takes the corrections back as well.
        'fields', private.changed_values(to_jsonb(old), to_jsonb(new), private.correctable_columns('jersey'))),
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
end $$;

-- Named columns, also below: a vote moves the counters thousands of times.
create trigger jerseys_standing
before insert or delete or update of
  league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price,
  is_active, colors, pattern, sponsor, product_codes
on public.jerseys
for each statement execute function private.before_jerseys();

create trigger jerseys_admit before insert or update or delete on public.jerseys
for each row when (current_user = 'authenticated') execute function private.admit_jersey_change();

create trigger jerseys_colors_given before update of colors on public.jerseys
for each row execute function private.mark_given_colors();

create trigger jerseys_complete
before insert or delete or update of
  title, edition, sponsor, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type
on public.jerseys
for each row execute function private.before_jersey();

create trigger jerseys_changed
after insert or delete or update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, sponsor, product_codes,
  description, external_link, price, status, moderation_note, moderated_at, edited_at, is_active, created_at
on public.jerseys
for each row execute function private.after_jersey();

-- Only requests count: a cascade or a function with its owner's rights writes on somebody's behalf.
create trigger jerseys_rate after insert on public.jerseys
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('jerseys');

-- public.jersey_images

-- With the caller's rights, as private.before_jerseys().
create function private.before_image() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return private.admitted_image(old, new, current_user = 'authenticated');
end $$;

create function private.admitted_image(was public.jersey_images, becomes public.jersey_images, is_request boolean)
returns public.jersey_images
language plpgsql security definer set search_path = ''
as $$
declare
  is_author constant boolean := is_request and not public.is_admin(auth.uid());
begin
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
    if is_author then
      becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id, becomes.id);
    end if;
  elsif becomes.id is null then
    if is_author then
      perform private.check_not_gone(was.jersey_id);
    end if;
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $$;
comment on function private.admitted_image is
  'A photo as it is written. Null: its author may not delete it, but suggests that. `is_request`: a member writes it, no function';

-- After a row of an image.
create function private.after_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.list_image(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if former.id is not null and former.suggestion_id is null or image.id is not null and image.suggestion_id is null then
    insert into private.changes (kind, id)
    select distinct 'jersey', id from unnest(array[former.jersey_id, image.jersey_id]) id where id is not null;
  end if;
end $$;
comment on function private.list_image is 'Notes for the worker the jersey of a photo that everybody sees, or saw';

-- After a statement, with the caller's rights.
create function private.after_images() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.follow_images(
    array(select written::public.jersey_images from written), tg_op = 'INSERT', current_user = 'authenticated');
  return null;
end $$;

create function private.follow_images(images public.jersey_images[], are_added boolean, is_request boolean) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.follow_images is 'What follows when photos were added or deleted: limits, the queue of rejected jerseys, their files';

create trigger jersey_images_standing before insert or update or delete on public.jersey_images
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jersey_images_admit before insert or delete or update of url on public.jersey_images
for each row execute function private.before_image();

create trigger jersey_images_changed after insert or update or delete on public.jersey_images
for each row execute function private.after_image();

create trigger jersey_images_added after insert on public.jersey_images
referencing new table as written
for each statement execute function private.after_images();

create trigger jersey_images_removed after delete on public.jersey_images
referencing old table as written
for each statement execute function private.after_images();

-- public.jersey_votes

create trigger jersey_votes_admit before insert or update or delete on public.jersey_votes
for each row execute function private.admit_vote();

create trigger jersey_votes_count after insert or update or delete on public.jersey_votes
for each row execute function private.count_vote();

-- public.comments

create trigger comments_standing before insert or update or delete on public.comments
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- Before the checks of policies and limits, so that everybody learns why.
create trigger comments_admit before insert on public.comments
for each row execute function private.guard_gone('jersey_id');

create trigger comments_admit_edit before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.guard_gone('jersey_id');

create trigger comments_edit_rate before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger comments_guard before insert or update on public.comments
for each row execute function private.guard_comment();

create trigger comments_notify_deleted before delete on public.comments
for each row execute function private.notify_comment_deleted();

create trigger comments_audit after insert or update or delete on public.comments
for each row execute function private.record_change('id');

create trigger comments_forget_decision after delete on public.comments
for each row execute function private.forget_decision();

create trigger comments_invalidate after insert or update or delete on public.comments
for each row execute function private.invalidate_pages_of_row('jersey_id');

create trigger comments_record_hiding after update on public.comments
for each row when (new.hidden_reason is distinct from old.hidden_reason and new.hidden_reason is not null) execute function private.record_hiding();

create trigger comments_notify_hidden after update on public.comments
referencing old table as was new table as becomes
for each statement execute function private.notify_comments_hidden();

create trigger comments_rate after insert on public.comments
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('comments');

-- public.storage_deletions

-- Gone with its file, or shown again: then a cache fetches it once more.
create trigger storage_deletions_purge_caches after delete on public.storage_deletions
referencing old table as gone
for each statement execute function private.queue_purges_of_deleted_files();
