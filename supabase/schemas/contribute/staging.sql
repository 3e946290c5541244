-- How an author's change of an approved jersey becomes an edit (docs/decisions/038-staged-edits.md).
-- Authors write by the same calls as before an approval: the change is taken back and kept in the edit instead.
-- The answer to a write of texts shows its author the edit. Reads of jerseys show everybody the approved texts; policies show
-- photos of an edit to its author and to reviewers.

create view private.edited_images as
  select edit.id as edit_id, edit.jersey_id, image.id, image.version, image.url, image.position,
    row_number() over (
      partition by edit.id, edit.jersey_id
      order by array_position(edit.image_order, image.id), image.position, image.id) as place
  from public.jersey_edits edit
  join public.jersey_images image on image.jersey_id = edit.jersey_id
    and (image.edit_id = edit.id or image.edit_id is null and image.id <> all (edit.removed_images));
comment on view private.edited_images is 'The images of a jersey as an edit wants them';

-- Conditions of triggers. They run with the caller's rights on purpose, so that `current_user` tells a member's request from a function's own write.
create function private.is_author_writing() returns boolean
language sql stable set search_path = ''
as $$ select current_user = 'authenticated' and not public.is_admin(auth.uid()) $$;
comment on function private.is_author_writing is
  'True in a request of a member, false for administrators, triggers, and functions with their owner''s rights';

create function private.stages_edits(status text) returns boolean
language sql stable set search_path = ''
as $$ select status = 'approved' and private.is_author_writing() $$;
comment on function private.stages_edits is 'True if a write to a jersey of this status goes into an edit';

create function private.is_staging() returns boolean
language sql stable set search_path = ''
as $$ select private.current_change() ? 'staging' $$;
comment on function private.is_staging is
  'True while a trigger puts an approved jersey back. Such a write changes nothing that is public, so it is neither on record nor announced';

create function private.open_edit(jersey uuid, changes jsonb default '{}') returns uuid
language sql security definer set search_path = ''
as $$
  insert into public.jersey_edits as edit (jersey_id, author_id, changes)
  values (open_edit.jersey, auth.uid(), open_edit.changes)
  on conflict (jersey_id) do update set
    changes = edit.changes || excluded.changes, status = 'open', note = null, edited_at = now()
  returning id
$$;
comment on function private.open_edit is 'Adds texts to the jersey''s edit, and puts it before administrators (again)';

create function private.reconcile_edit(jersey uuid) returns void
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
comment on function private.reconcile_edit is
  'Deletes an edit that changes nothing (any more), and brings the jersey into the moderation queue, or out of it';

create function private.reconcile_deleted_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reconcile_edit(old.jersey_id);
  return null;
end $$;

-- A member who deletes images locks them, then (in a trigger) their jersey. What locks the jersey and then changes its images
-- takes the same order, or each could wait for the other. Decisions on a jersey wait for each other before they lock its images:
-- one that waited for a merge would otherwise meet images that it hadn't seen, after the jersey and not before it.
create function private.lock_images(jerseys uuid[]) returns void
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
comment on function private.lock_images is 'Locks the images of jerseys, and then the jerseys, for a decision';

-- Texts: the update itself takes place, so constraints are checked and RETURNING shows the author's version. Then
-- the approved version comes back, in the same statement: no other transaction ever sees another.

-- One trigger per column: a column that the author did not name keeps its edit; one set to the approved text loses it.
create function private.stage_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  field constant text := tg_argv[0];
  wanted constant jsonb := to_jsonb(new) -> field;
begin
  if wanted is distinct from to_jsonb(old) -> field then
    perform private.open_edit(new.id, jsonb_build_object(field, wanted));
  elsif exists (select from public.jersey_edits edit where edit.jersey_id = new.id and edit.changes ? field) then
    perform private.open_edit(new.id);
    update public.jersey_edits set changes = changes - field where jersey_id = new.id;
  end if;
  return new;
end $$;
comment on function private.stage_text is 'Argument: the column';

create function private.show_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return jsonb_populate_record(
    new, (select edit.changes from public.jersey_edits edit where edit.jersey_id = new.id));
end $$;
comment on function private.show_edit is 'Answers the author with all of their edit';

create function private.keep_approved() returns trigger
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

-- Images. An added one becomes part of the edit. A removed one stays as a copy under another id: the id that the
-- author knows is gone, as after any deletion.
create function private.locked_status(jersey uuid) returns text
language sql security definer set search_path = ''
as $$ select status from public.jerseys where id = locked_status.jersey for no key update $$;
comment on function private.locked_status is
  'Status of a jersey that no decision can change before this transaction ends';

create function private.stage_image(image public.jersey_images) returns void
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

create function private.stage_image_removal(image public.jersey_images) returns void
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

create function private.place_images(image_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.arrange_photos(image.jersey_id, jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by wanted.place))
  from unnest(image_ids) with ordinality as wanted (id, place) join public.jersey_images image on image.id = wanted.id
  group by image.jersey_id
$$;
comment on function private.place_images is 'Gives the public photos of a jersey, all of them, this order';

revoke execute on function
  private.open_edit, private.reconcile_edit, private.reconcile_deleted_edit, private.lock_images, private.stage_text, private.show_edit,
  private.keep_approved, private.locked_status, private.stage_image, private.stage_image_removal, private.place_images
from public;
