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
  add column edit_id uuid references public.jersey_edits (id) on delete cascade;
comment on column public.jersey_images.edit_id is 'The edit that adds this image; null: part of the jersey for all';
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
  select edit.id as edit_id, edit.jersey_id, image.id, image.url, image.position,
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
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness)
    values (kept, old.jersey_id, old.url, old.alt, old.position, old.likeness);
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

-- Decisions.

create function private.apply_edit(edit public.jersey_edits) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  images constant uuid[] := array(
    select image.id from private.edited_images image where image.edit_id = edit.id order by image.place);
begin
  update public.jerseys jersey
  set title = wanted.title, edition = wanted.edition, description = wanted.description,
    external_link = wanted.external_link
  from public.jerseys approved
  cross join lateral jsonb_populate_record(approved, edit.changes) wanted
  where approved.id = edit.jersey_id and jersey.id = approved.id and edit.changes <> '{}';
  delete from public.jersey_images image
  where image.jersey_id = edit.jersey_id and image.id = any (edit.removed_images);
  update public.jersey_images image set edit_id = null where image.edit_id = edit.id;
  if edit.image_order is not null then
    perform private.place_images(images);
  end if;
  delete from public.jersey_edits where id = edit.id;
end $$;
comment on function private.apply_edit is 'Makes an edit the approved version';

create function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.id order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.edit_id is null)
      else (
        select coalesce(jsonb_agg(image.id order by image.place), '[]')
        from private.edited_images image where image.edit_id = edit.id)
    end)
  from (select jersey.id) one
  left join public.jersey_edits edit on edit.jersey_id = one.id and edit.status = 'open'
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;
comment on function private.version_for_review is 'What a decision is about: texts and images, of the edit where one waits';

-- A new parameter makes a new function.
drop function public.moderate_jersey(uuid, text, text, boolean);
create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
  moderator uuid;
  reason constant text := private.tidy(note);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators decide on jerseys.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two administrators waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
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

  -- The author may have changed it since the administrator's page was loaded, to publish what nobody has looked at.
  if seen is not null and seen is distinct from private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
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
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  -- jerseys_hide_moderator stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Decides on a jersey in the queue, pending or edited since the last decision. If an edit of an approved jersey waits, the decision is about the edit: approving publishes it, rejecting refuses it and leaves the jersey as it is. Outside the queue, or to reject an approved jersey with an edit, it needs overrule. With `seen` (title, edition, description, external_link, and the ids of the images in order) it decides on that version only';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

-- The body is the one of jersey_changes() until now, without the question who asks.
create function private.changes_since_decision(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := changes_since_decision.jersey_id;
  -- When the first edit after the last decision returned the jersey to the queue.
  since timestamptz;
begin
  select log.at into since
  from public.audit_log log join public.jerseys on jerseys.id = changes_since_decision.jersey_id
  where log.table_name = 'jerseys' and log.row_id = jersey and jerseys.edited_at is not null
    and log.before -> 'edited_at' = 'null' and log.after -> 'edited_at' <> 'null'
  order by log.id desc limit 1;
  return query
  select edit.* from (
    select key,
      (array_agg(log.before ->> key order by log.id))[1],
      (array_agg(log.after ->> key order by log.id desc))[1]
    from public.audit_log log, jsonb_object_keys(log.after) key
    where log.table_name = 'jerseys' and log.row_id = jersey
      and log.action = 'update' and log.at >= since
      and key in ('title', 'description', 'edition', 'external_link')
    group by key
  ) edit (field, before, after)
  where edit.before is distinct from edit.after
  union all
  -- An image added and removed again is no difference. Clients make the ids: one that is used again for another
  -- picture counts as one image removed and one added.
  select 'image',
    case when sum(moved.n) < 0 then moved.url end,
    case when sum(moved.n) > 0 then moved.url end
  from (
    select image ->> 'id' as id, image ->> 'url' as url, image ->> 'alt' as alt,
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt
  having sum(moved.n) <> 0;
end $$;
comment on function private.changes_since_decision is
  'What the author of a rejected jersey has changed since, from the log';

create function private.changes_of_edit(jersey_id uuid)
returns table (field text, before text, after text)
language sql stable security definer set search_path = ''
as $$
  select text.key, to_jsonb(jersey) ->> text.key, text.value
  from public.jersey_edits edit
  join public.jerseys jersey on jersey.id = edit.jersey_id
  cross join lateral jsonb_each_text(edit.changes) text
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  select 'image',
    case when image.edit_id is null then image.url end,
    case when image.edit_id is not null then image.url end
  from public.jersey_edits edit
  join public.jersey_images image on image.edit_id = edit.id or image.id = any (edit.removed_images)
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  -- Addresses contain no white space.
  select 'order',
    (select string_agg(image.url, E'\n' order by image.position, image.id)
      from public.jersey_images image where image.jersey_id = edit.jersey_id and image.edit_id is null),
    (select string_agg(image.url, E'\n' order by image.place)
      from private.edited_images image where image.edit_id = edit.id)
  from public.jersey_edits edit
  where edit.jersey_id = changes_of_edit.jersey_id and edit.image_order is not null
$$;
comment on function private.changes_of_edit is 'What an edit changes on its approved jersey';

create or replace function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators compare versions.';
  end if;
  if exists (select from public.jersey_edits edit where edit.jersey_id = jersey_changes.jersey_id) then
    return query select * from private.changes_of_edit(jersey_changes.jersey_id);
  else
    return query select * from private.changes_since_decision(jersey_changes.jersey_id);
  end if;
end $$;
comment on function public.jersey_changes is
  'What differs from the version last decided on: a row per text, one per image added or removed, and one (`order`) if images change places, with all addresses in both orders, one per line';

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
      insert into public.jersey_images (id, jersey_id, url, alt, position, likeness)
      select image.id, jersey.id, image.url, image.alt, image.position, image.likeness
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
comment on function public.revert_jersey is 'Goes back to the version last decided on; an edit is deleted';

-- The edit of the jersey that goes is deleted with it. Images leave room for the edit of the one that stays.
create or replace function public.merge_jerseys(from_id uuid, into_id uuid) returns public.jerseys
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
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
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

-- Conditions of triggers run with the rights of the statement's role, so they stay executable.
revoke execute on function
  private.open_edit, private.settle_edit, private.settle_edit_gone, private.stage_text, private.show_edit,
  private.keep_approved, private.locked_status, private.stage_image, private.stage_image_removal,
  private.place_images, private.apply_edit, private.version_for_review, private.changes_since_decision, private.changes_of_edit
from public;

-- Approved jerseys that were edited before: their unreviewed version is public. The log gives back the version
-- decided on; the author's becomes an edit. Where the log does not reach back, nobody knows what was decided on: the
-- jersey is pending again.
do $$
declare
  jersey public.jerseys;
  change record;
  edit uuid;
  image public.jersey_images;
begin
  for jersey in
    select * from public.jerseys
    where status = 'approved' and edited_at is not null and author_id is not null
      and exists (select from private.changes_since_decision(id))
  loop
    insert into public.jersey_edits (jersey_id, author_id, created_at, edited_at)
    values (jersey.id, jersey.author_id, jersey.edited_at, jersey.edited_at)
    returning id into edit;
    for change in
      select * from private.changes_since_decision(jersey.id) order by field = 'image' and before is not null
    loop
      if change.field <> 'image' then
        update public.jersey_edits set changes = changes || jsonb_build_object(change.field, change.after)
        where id = edit;
        execute format('update public.jerseys set %I = $1 where id = $2', change.field)
        using change.before, jersey.id;
      elsif change.before is null then
        update public.jersey_images set edit_id = edit
        where jersey_id = jersey.id and url = change.after and edit_id is null;
      else
        select was.* into image
        from public.audit_log log
        cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) was
        where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
          and log.action = 'delete' and was.url = change.before
          -- An image whose file is gone stays deleted.
          and (was.path is null or private.is_image_in_use(was.path))
        order by log.id desc limit 1;
        if found then
          image.id := gen_random_uuid();
          update public.jersey_edits set removed_images = removed_images || image.id where id = edit;
          insert into public.jersey_images (id, jersey_id, url, alt, position, likeness)
          values (image.id, jersey.id, image.url, image.alt, image.position, image.likeness);
        end if;
      end if;
    end loop;
    -- Files held for images that could not come back.
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = jersey.id;
    perform private.settle_edit(jersey.id);
  end loop;
end $$;
update public.jerseys set status = 'pending', edited_at = null
where status = 'approved' and edited_at is not null
  and not exists (select from public.jersey_edits edit where edit.jersey_id = jerseys.id);
