-- An approval names the images that the administrator saw. Their ids are not enough: the author makes them, so that one
-- could remove an image, replace its file or its text, and add it again under the same id.

alter table public.jersey_images add column version uuid not null default gen_random_uuid();
comment on column public.jersey_images.version is
  'Of this row with its file and text, which its author can only remove: an image added again has another version, also under the same id';

-- The copy of a removed image is the image that was approved.
create or replace function private.stage_image_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  kept constant uuid := gen_random_uuid();
begin
  if private.locked_status(old.jersey_id) is distinct from 'approved' then
    return null;
  end if;
  edit := private.open_edit(old.jersey_id);
  update public.jersey_edits
  set removed_images = case when old.edit_id is null then removed_images || kept else removed_images end,
    image_order = array_remove(image_order, old.id)
  where id = edit;
  if old.edit_id is null then
    perform set_config('maillotheque.staging', 'on', true);
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version)
    values (kept, old.jersey_id, old.url, old.alt, old.position, old.likeness, old.version);
  end if;
  perform private.settle_edit(old.jersey_id);
  return null;
end $$;

create or replace view private.edited_images as
  select edit.id as edit_id, edit.jersey_id, image.id, image.url, image.position,
    row_number() over (
      partition by edit.id, edit.jersey_id
      order by array_position(edit.image_order, image.id), image.position, image.id) as place,
    image.version
  from public.jersey_edits edit
  join public.jersey_images image on image.jersey_id = edit.jersey_id
    and (image.edit_id = edit.id or image.edit_id is null and image.id <> all (edit.removed_images));

create or replace function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.edit_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by image.place), '[]')
        from private.edited_images image where image.edit_id = edit.id)
    end)
  from (select jersey.id) one
  left join public.jersey_edits edit on edit.jersey_id = one.id and edit.status = 'open'
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;
comment on function private.version_for_review is
  'What a decision is about: texts and versions of the images in order, of the edit where one waits';

comment on function public.moderate_jersey is
  'Decides on a jersey in the queue, pending or edited since the last decision. If an edit of an approved jersey waits, the decision is about the edit: approving publishes it, rejecting refuses it and leaves the jersey as it is. Outside the queue, or to reject an approved jersey with an edit, it needs overrule. With `seen` (title, edition, description, external_link, and the versions of the images in order) it decides on that version only';

-- A new parameter makes a new function.
drop function public.merge_jerseys(uuid, uuid);
create function public.merge_jerseys(from_id uuid, into_id uuid, seen uuid[] default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  images integer;
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
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = gone and image.edit_id is null order by image.position, image.id)
    and exists (select from public.jerseys unseen where unseen.id = gone and unseen.status <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate is deleted with the other jersey.
  update public.jersey_votes moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id);
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.user_wishlists moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_wishlists own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.comments set jersey_id = kept where jersey_id = gone;
  update public.reports moved set target_id = kept
  where jersey_id = gone and not (status = 'open' and exists (
    select from public.reports own
    where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id));
  -- Images move behind the existing ones, up to the limit of five.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and edit_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  update public.jersey_images moved
  set jersey_id = kept, position = (
      select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
    ) + next.place
  from (
    select id, row_number() over (order by position, id) as place
    from public.jersey_images where jersey_id = gone and edit_id is null
  ) next
  where moved.id = next.id and next.place <= 5 - images;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;
comment on function public.merge_jerseys is
  'Moves what belongs to one jersey to another, deletes it and leaves a redirect. With `seen` (the versions of its images in order), images that nobody has approved move only if these are they';
revoke execute on function public.merge_jerseys from public, anon;
grant execute on function public.merge_jerseys to authenticated, service_role;

-- An image that comes back is the one that was there: its file was held. Entries before this migration name no version.
create or replace function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
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
  -- Added images are deleted first, to leave room for those that come back.
  for change in
    select * from private.changes_since_decision(jersey.id)
    where not found order by field = 'image' and before is not null
  loop
    if change.field <> 'image' then
      execute format('update public.jerseys set %I = $1 where id = $2', change.field)
      using change.before, jersey.id;
    elsif change.before is null then
      delete from public.jersey_images images
      where images.jersey_id = jersey.id and images.url = change.after;
    else
      insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version)
      select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
        coalesce(image.version, gen_random_uuid())
      from public.audit_log log
      cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
      where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
        and log.action = 'delete' and image.url = change.before and log.id <= newest
        -- An image whose file is gone stays deleted.
        and (image.path is null or image.path = any(shown) or private.is_image_in_use(image.path))
      order by log.id desc limit 1;
    end if;
  end loop;
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;
