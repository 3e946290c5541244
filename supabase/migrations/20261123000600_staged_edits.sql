-- Staged edits. What an author changes on an approved jersey waits in an edit until an administrator accepts it.
-- Before, it was public at once: anybody's approved jersey could become an advertisement or a link to a trap.
-- Clients write as ever, to `jerseys` and `jersey_images`. Triggers move the change into the edit, and the answer
-- shows the author what they wrote. Edits of pending and rejected jerseys stay direct: nobody else sees these.

create table public.jersey_edits (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  -- References the account for the reason given at jersey_votes.
  author_id uuid not null references auth.users (id) on delete cascade,
  changes jsonb not null default '{}'
    constraint jersey_edits_changes_known check (
      jsonb_typeof(changes) = 'object'
      and changes - array['title', 'edition', 'description', 'external_link'] = '{}'),
  removed_images uuid[] not null default '{}',
  image_order uuid[],
  status text not null default 'open'
    constraint jersey_edits_status_known check (status in ('open', 'refused')),
  note text constraint jersey_edits_note_length check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  constraint jersey_edits_one_per_jersey unique (jersey_id),
  constraint jersey_edits_note_of_refusal check ((status = 'refused') = (note is not null))
);
comment on table public.jersey_edits is 'What an author wants an approved jersey to become; deleted when accepted';
comment on column public.jersey_edits.changes is 'The changed texts: column and new value, null for an emptied one';
comment on column public.jersey_edits.removed_images is
  'Images of the approved version that the edit removes. Images that it adds name it in jersey_images.edit_id';
comment on column public.jersey_edits.image_order is
  'The order of the edit''s images; those not in it come last. Null: by position';
comment on column public.jersey_edits.note is 'Why it was refused, for the author';
create index jersey_edits_by_author on public.jersey_edits (author_id);

alter table public.jersey_images
  add column edit_id uuid references public.jersey_edits (id) on delete cascade,
  add column version uuid not null default gen_random_uuid();
comment on column public.jersey_images.edit_id is 'The edit that adds this image; null: part of the jersey for all';
comment on column public.jersey_images.version is
  'Of this row with its file and text, which its author can only remove: an image added again has another version, also under the same id';
create index jersey_images_by_edit on public.jersey_images (edit_id);

alter table public.jersey_edits enable row level security;
revoke all on public.jersey_edits from anon, authenticated;
-- Members write jerseys and images, never this table; they may take an edit back.
grant select, delete on public.jersey_edits to authenticated;
grant select, insert, update, delete on public.jersey_edits to service_role;
select private.guard_writes('public.jersey_edits');

create policy "members read their own edits, admins all" on public.jersey_edits
  for select to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
create policy "members take back their own edits" on public.jersey_edits
  for delete to authenticated using (author_id = (select auth.uid()));

-- Authors read their own version of the images, everyone else the approved one, administrators both.
drop policy "visitors read images of public jerseys" on public.jersey_images;
create policy "visitors read images of public jerseys" on public.jersey_images
  for select to anon
  using (edit_id is null and exists (select from public.jerseys where jerseys.id = jersey_id));
drop policy "members read images of jerseys they read" on public.jersey_images;
create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (
    exists (select from public.jerseys where jerseys.id = jersey_id)
    and case
      when edit_id is null then not exists (
        select from public.jersey_edits own
        where own.jersey_id = jersey_images.jersey_id and own.author_id = (select auth.uid())
          and jersey_images.id = any (own.removed_images))
      -- The policies of jersey_edits decide which edits `exists` finds here.
      else exists (select from public.jersey_edits edit where edit.id = jersey_images.edit_id)
    end
  );

create view private.edited_images as
  select edit.id as edit_id, edit.jersey_id, image.id, image.version, image.url, image.position,
    row_number() over (
      partition by edit.id, edit.jersey_id
      order by array_position(edit.image_order, image.id), image.position, image.id) as place
  from public.jersey_edits edit
  join public.jersey_images image on image.jersey_id = edit.jersey_id
    and (image.edit_id = edit.id or image.edit_id is null and image.id <> all (edit.removed_images));
comment on view private.edited_images is 'The images of a jersey as an edit wants them';

-- Conditions of triggers. They run with the caller's rights on purpose, like private.guard_jersey().

create function private.is_author_writing() returns boolean
language sql stable set search_path = ''
as $$ select current_user = 'authenticated' and not public.is_admin(auth.uid()) $$;
comment on function private.is_author_writing is
  'True in a request of a member, false for administrators, triggers, and functions with their owner''s rights';

create function private.stages_edits(status text) returns boolean
language sql stable set search_path = ''
as $$ select status = 'approved' and private.is_author_writing() $$;
comment on function private.stages_edits is 'True if a write to a jersey of this status goes into an edit';

create function private.stages_image_edits(jersey_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select private.stages_edits((select status from public.jerseys where id = stages_image_edits.jersey_id))
$$;

create function private.is_staging() returns boolean
language sql stable set search_path = ''
as $$ select current_setting('maillotheque.staging', true) = 'on' $$;
comment on function private.is_staging is
  'True (or null: never set) while a trigger puts an approved jersey back. Such a write changes nothing that is public, so it is neither on record nor announced';

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

create function private.settle_edit(jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waiting timestamptz;
begin
  delete from public.jersey_edits edit
  where edit.jersey_id = settle_edit.jersey and edit.changes = '{}' and edit.removed_images = '{}'
    and edit.image_order is null
    and not exists (select from public.jersey_images image where image.edit_id = edit.id);
  select edit.edited_at into waiting from public.jersey_edits edit
  where edit.jersey_id = settle_edit.jersey and edit.status = 'open';
  perform set_config('maillotheque.staging', 'on', true);
  update public.jerseys set edited_at = waiting
  where id = settle_edit.jersey and status = 'approved' and edited_at is distinct from waiting;
  perform set_config('maillotheque.staging', '', true);
end $$;
comment on function private.settle_edit is
  'Deletes an edit that changes nothing (any more), and brings the jersey into the moderation queue, or out of it';

create function private.settle_edit_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_edit(old.jersey_id);
  return null;
end $$;

create trigger jersey_edits_gone after delete on public.jersey_edits
for each row execute function private.settle_edit_gone();

create trigger jersey_edits_audit after insert or update or delete on public.jersey_edits
for each row execute function private.record_change('jersey_id');

-- A member who deletes images locks them, then (in a trigger) their jersey. What locks the jersey and then changes its
-- images takes the same order, or each could wait for the other.
create function private.lock_images(jerseys uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
  order by image.id for update
$$;
revoke execute on function private.lock_images from public;

-- Texts. The update itself takes place, so constraints are checked and RETURNING shows the author's version. Then
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
  perform set_config('maillotheque.staging', 'on', true);
  update public.jerseys
  set title = old.title, edition = old.edition, description = old.description,
    external_link = old.external_link
  where id = new.id
    and (title, edition, description, external_link)
      is distinct from (old.title, old.edition, old.description, old.external_link);
  perform private.settle_edit(new.id);
  return null;
end $$;

-- Triggers fire in the order of their names: the first four after jerseys_complete and jerseys_guard, the fifth
-- after these, and the last one before every other that follows an update.
create trigger jerseys_stage_title before update of title on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('title');
create trigger jerseys_stage_edition before update of edition on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('edition');
create trigger jerseys_stage_description before update of description on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('description');
create trigger jerseys_stage_external_link before update of external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('external_link');
create trigger jerseys_with_edit
before update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.show_edit();
create trigger jerseys_approved_stays
after update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.keep_approved();

-- Images. An added one becomes part of the edit. A removed one stays as a copy under another id: the id that the
-- author knows is gone, as after any deletion.

create function private.locked_status(jersey uuid) returns text
language sql security definer set search_path = ''
as $$ select status from public.jerseys where id = locked_status.jersey for no key update $$;
comment on function private.locked_status is
  'Status of a jersey that no decision can change before this transaction ends';

create function private.stage_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(new.jersey_id) is distinct from 'approved' then
    return null;
  end if;
  edit := private.open_edit(new.jersey_id);
  select image.id into back
  from public.jersey_edits waiting
  join public.jersey_images image
    on image.jersey_id = waiting.jersey_id and image.id = any (waiting.removed_images)
  where waiting.id = edit and image.url = new.url and image.alt is not distinct from new.alt
    -- The same photo under another licence is a change.
    and image.licence = new.licence and image.rights_stated = new.rights_stated
  order by image.position, image.id limit 1;
  perform set_config('maillotheque.staging', 'on', true);
  if back is null then
    update public.jersey_images set edit_id = edit where id = new.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = new.id;
    update public.jersey_images set id = new.id where id = back;
    update public.jersey_edits set removed_images = array_remove(removed_images, back) where id = edit;
  end if;
  perform private.settle_edit(new.jersey_id);
  return null;
end $$;

create function private.stage_image_removal() returns trigger
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
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated)
    values (
      kept, old.jersey_id, old.url, old.alt, old.position, old.likeness, old.version, old.licence,
      old.rights_stated);
  end if;
  perform private.settle_edit(old.jersey_id);
  return null;
end $$;

-- Named so that they fire before the others of their event.
create trigger jersey_images_approved_stays_after_insert after insert on public.jersey_images
for each row when (private.is_author_writing()) execute function private.stage_image();
create trigger jersey_images_approved_stays_after_delete after delete on public.jersey_images
for each row when (private.is_author_writing()) execute function private.stage_image_removal();

-- Five images in the approved version, and five in the edit, so that the edit can be accepted.
create or replace function private.limit_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched constant uuid[] := array(select distinct jersey_id from added);
begin
  -- Inserts for one jersey take turns. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (touched) order by id for no key update;
  if exists (
    select from public.jersey_images
    where jersey_id = any (touched) and edit_id is null
    group by jersey_id having count(*) > 5
  ) or exists (
    select from private.edited_images where jersey_id = any (touched) and place > 5
  ) then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_five_per_jersey"',
      detail = 'A jersey has at most five images.',
      table = 'jersey_images', constraint = 'jersey_images_five_per_jersey';
  end if;
  return null;
end $$;

-- Only a rejected jersey is still changed directly after a decision.
create or replace function private.note_image_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    update public.jerseys set edited_at = now()
    where id in (select jersey_id from touched) and author_id = auth.uid() and status = 'rejected';
  end if;
  return null;
end $$;

create or replace function private.queue_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (path) 'jerseys', path, jerseys.id,
    case when jerseys.id is null then now() else 'infinity' end
  from gone
  -- The condition of private.note_image_edit(): an author's edit, not the deletion of the jersey.
  left join public.jerseys on jerseys.id = gone.jersey_id
    and jerseys.status = 'rejected' and jerseys.author_id = auth.uid()
    and not public.is_admin(auth.uid())
  where path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
  order by path, jerseys.id
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

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
    perform private.settle_edit(jersey.id);
  else
    perform private.place_images(image_ids);
  end if;
end $$;
comment on function public.order_images is
  'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order waits for review';

create function private.place_images(image_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1
$$;

-- The log and the page cache leave out what a trigger takes back at once, and what visitors don't see.

drop trigger jerseys_audit on public.jerseys;
create trigger jerseys_audit after insert or delete on public.jerseys
for each row execute function private.record_change('id');
-- Named columns: a vote moves the counters thousands of times and has records of its own.
create trigger jerseys_audit_update
after update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition,
  kit_type, description, external_link, price, status, moderation_note, moderated_by, moderated_at,
  edited_at, is_active
on public.jerseys
for each row when (private.is_staging() is not true and not private.stages_edits(old.status))
execute function private.record_change('id');

drop trigger jerseys_tell_update on public.jerseys;
create trigger jerseys_tell_update after update on public.jerseys
for each row when (
  old.status = 'approved' and old.is_active and new.status = 'approved' and new.is_active
  and old.upvotes = new.upvotes and old.downvotes = new.downvotes
  and old.* is distinct from new.*
  and private.is_staging() is not true and not private.stages_edits(old.status))
execute function private.tell_owner('id');

drop trigger jersey_images_audit on public.jersey_images;
create trigger jersey_images_audit after insert or update on public.jersey_images
for each row when (private.is_staging() is not true)
execute function private.record_change('jersey_id');
create trigger jersey_images_audit_delete after delete on public.jersey_images
for each row when (
  private.is_staging() is not true
  and (old.edit_id is not null or not private.stages_image_edits(old.jersey_id)))
execute function private.record_change('jersey_id');

drop trigger jersey_images_tell on public.jersey_images;
create trigger jersey_images_tell_insert after insert on public.jersey_images
for each row when (private.is_staging() is not true and not private.stages_image_edits(new.jersey_id))
execute function private.tell_owner('jersey_id');
create trigger jersey_images_tell_update after update on public.jersey_images
for each row when (private.is_staging() is not true and new.edit_id is null)
execute function private.tell_owner('jersey_id');
create trigger jersey_images_tell_delete after delete on public.jersey_images
for each row when (
  private.is_staging() is not true
  and old.edit_id is null and not private.stages_image_edits(old.jersey_id))
execute function private.tell_owner('jersey_id');

-- Conditions of triggers run with the rights of the statement's role, so they stay executable.
revoke execute on function
  private.open_edit, private.settle_edit, private.settle_edit_gone, private.stage_text, private.show_edit,
  private.keep_approved, private.locked_status, private.stage_image, private.stage_image_removal,
  private.place_images
from public;
