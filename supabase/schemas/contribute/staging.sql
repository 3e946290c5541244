-- How an author's change of an approved jersey becomes a suggestion (docs/decisions/038-staged-edits.md).
-- Authors write by the same calls as before an approval: the change is taken back and kept in the suggestion instead.
-- The answer to a write of texts shows its author what they want. Reads of jerseys show everybody the approved texts; policies show
-- photos of a suggestion to its member and to reviewers.

create view private.own_edits as
  select newest.id, newest.target_id as jersey_id, newest.member_id as author_id, newest.status, newest.changes, newest.verdicts,
    newest.edited_at,
    newest.changes - array(
      select verdict.key from jsonb_each(newest.verdicts) verdict where verdict.value -> 'accepted' = 'true') as pending
  from (
    select distinct on (suggestion.target_id) suggestion.*
    from public.suggestions suggestion
    join public.jerseys jersey on jersey.id = suggestion.target_id and jersey.author_id = suggestion.member_id
    where suggestion.target_type = 'jersey' and suggestion.kind in ('edit', 'photos')
    order by suggestion.target_id, (suggestion.status = 'open' and suggestion.contested_at is null) desc, suggestion.created_at desc,
      suggestion.id) newest
  where newest.status = 'open'
    or newest.status in ('refused', 'partly') and newest.decided_at > now() - private.contest_time();
comment on view private.own_edits is
  'What the author of a jersey wants changed: what waits, or was refused and comes back with the next change. `pending`: without what was accepted';

create function private.place_in(photos jsonb, image_id uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select listed.place from jsonb_array_elements(photos) with ordinality listed (photo, place)
  where listed.photo ->> 'id' = image_id::text
$$;
comment on function private.place_in is 'The place of a photo in an arrangement, from 1; null if it is not in it';

create view private.edited_images as
  select edit.id as suggestion_id, edit.jersey_id, image.id, image.version, image.url, image.position,
    row_number() over (
      partition by edit.id, edit.jersey_id
      order by private.place_in(edit.pending -> 'photos', image.id), image.position, image.id) as place
  from private.own_edits edit
  join public.jersey_images image on image.jersey_id = edit.jersey_id
    and (image.suggestion_id = edit.id
      or image.suggestion_id is null and not coalesce(edit.changes -> 'removed' ? image.id::text, false));
comment on view private.edited_images is 'The images of a jersey as its author wants them';

-- Conditions of triggers. They run with the caller's rights on purpose, so that `current_user` tells a member's request from a function's own write.
create function private.is_author_writing() returns boolean
language sql stable set search_path = ''
as $$ select current_user = 'authenticated' and not public.is_admin(auth.uid()) $$;
comment on function private.is_author_writing is
  'True in a request of a member, false for administrators, triggers, and functions with their owner''s rights';

create function private.stages_edits(status text) returns boolean
language sql stable set search_path = ''
as $$ select status = 'approved' and private.is_author_writing() $$;
comment on function private.stages_edits is 'True if a write to a jersey of this status goes into a suggestion';

create function private.is_staging() returns boolean
language sql stable set search_path = ''
as $$ select private.current_change() ? 'staging' $$;
comment on function private.is_staging is
  'True while a trigger puts an approved jersey back. Such a write changes nothing that is public, so it is neither on record nor announced';

create function private.open_edit(jersey uuid, changes jsonb default '{}', was jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion uuid;
  present jsonb;
  accepted text[];
begin
  loop
    select edit.id into suggestion from private.own_edits edit where edit.jersey_id = open_edit.jersey;
    exit when found;
    -- Another request of the same author may be faster.
    insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
    select 'jersey', j.id, j.title, auth.uid(), '{}', '{}', '{}' from public.jerseys j where j.id = open_edit.jersey
    on conflict do nothing
    returning id into suggestion;
    exit when found;
  end loop;
  present := private.target_row('jersey', open_edit.jersey);
  accepted := array(
    select verdict.key from public.suggestions s cross join jsonb_each(s.verdicts) verdict
    where s.id = suggestion and verdict.value -> 'accepted' = 'true');
  update public.suggestions s
  set changes = s.changes || open_edit.changes, was = open_edit.was || (s.was - accepted), status = 'open',
    -- It is still another reviewer's.
    contest = case when s.status = 'open' then s.contest end,
    contested_at = case when s.status = 'open' then s.contested_at end,
    -- It begins to wait again.
    created_at = case when s.status = 'open' then s.created_at else clock_timestamp() end,
    verdicts = private.accepted_verdicts(s.verdicts, open_edit.changes),
    words = s.words || private.suggestion_words(
      'jersey', present || open_edit.was || (s.was - accepted), present || open_edit.changes,
      array(select name from jsonb_object_keys(open_edit.changes) name)),
    edited_at = clock_timestamp()
  where s.id = suggestion;
  return suggestion;
end $$;
comment on function private.open_edit is
  'Adds changes to what the author wants of a jersey, and puts it before reviewers (again). `was`: what is public now of these fields';

create function private.reconcile_edit(jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit public.suggestions;
begin
  select suggestion.* into edit from private.own_edits oe_own join public.suggestions suggestion on suggestion.id = oe_own.id
  where oe_own.jersey_id = reconcile_edit.jersey and oe_own.status = 'open';
  if edit.id is null or private.pending_keys(edit) <> '{}' then
    return;
  end if;
  if edit.verdicts = '{}' then
    delete from public.suggestions where id = edit.id;
  else
    update public.suggestions set status = private.outcome_of(verdicts) where id = edit.id;
  end if;
end $$;
comment on function private.reconcile_edit is 'Deletes a suggestion of the author that changes nothing (any more)';

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
    perform private.open_edit(new.id, jsonb_build_object(field, wanted), jsonb_build_object(field, to_jsonb(old) -> field));
  elsif exists (select from private.own_edits edit where edit.jersey_id = new.id and edit.pending ? field) then
    perform private.drop_changes(private.open_edit(new.id), array[field]);
  end if;
  return new;
end $$;
comment on function private.stage_text is 'Argument: the column';

create function private.drop_changes(suggestion_id uuid, fields text[]) returns void
language sql security definer set search_path = ''
as $$
  update public.suggestions suggestion set changes = suggestion.changes - fields, was = suggestion.was - fields, words = suggestion.words - fields
  where suggestion.id = drop_changes.suggestion_id
$$;

create function private.show_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Texts only: keep_approved() takes nothing else back, and facts that the author suggested would become public.
  return jsonb_populate_record(new, private.pick_columns(
    (select edit.pending from private.own_edits edit where edit.jersey_id = new.id),
    array['title', 'edition', 'description', 'external_link']));
end $$;
comment on function private.show_edit is 'Answers the author with all texts that they want';

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
  perform private.set_change('staging', null);
  perform private.reconcile_edit(new.id);
  return null;
end $$;

-- Images. An added one becomes part of the suggestion. A removed one stays as a copy: the author doesn't see it, as after any deletion.
create function private.locked_status(jersey uuid) returns text
language sql security definer set search_path = ''
as $$ select status from public.jerseys where id = locked_status.jersey for no key update $$;
comment on function private.locked_status is
  'Status of a jersey that no decision can change before this transaction ends';

create function private.set_removed(suggestion_id uuid, removed jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.suggestions suggestion
  set changes = case when coalesce(removed, '[]') = '[]' then suggestion.changes - 'removed'
    else suggestion.changes || jsonb_build_object('removed', removed) end
  where suggestion.id = set_removed.suggestion_id
$$;

create function private.stage_image(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  removed jsonb;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  removed := (select changes -> 'removed' from public.suggestions where id = edit);
  select ji_shown.id into back
  from public.jersey_images ji_shown
  where ji_shown.jersey_id = image.jersey_id and removed ? ji_shown.id::text
    and ji_shown.url = image.url and ji_shown.alt is not distinct from image.alt
    -- The same photo under another licence is a change.
    and ji_shown.licence = image.licence and ji_shown.rights_stated = image.rights_stated
  order by ji_shown.position, ji_shown.id limit 1;
  perform private.set_change('staging', 'true');
  if back is null then
    update public.jersey_images set suggestion_id = edit where id = image.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = image.id;
    update public.jersey_images set id = image.id where id = back and back = private.parked_image_id(image.id);
    perform private.set_removed(edit, removed - back::text);
  end if;
  perform private.set_change('staging', null);
  perform private.reconcile_edit(image.jersey_id);
end $$;

create function private.stage_image_removal(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  changes jsonb;
begin
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  changes := (select suggestion.changes from public.suggestions suggestion where suggestion.id = edit);
  if changes ? 'photos' then
    perform private.open_edit(image.jersey_id, jsonb_build_object('photos', (
      select coalesce(jsonb_agg(photo order by place), '[]')
      from jsonb_array_elements(changes -> 'photos') with ordinality listed (photo, place)
      where photo ->> 'id' <> image.id::text)));
  end if;
  if image.suggestion_id is null then
    perform private.set_removed(edit, coalesce(changes -> 'removed', '[]') || to_jsonb(image.id));
    perform private.set_change('staging', 'true');
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      image.id, image.jersey_id, image.url, image.alt, image.position, image.likeness, image.version, image.licence,
      image.rights_stated, image.kind);
    perform private.set_change('staging', null);
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
  private.place_in, private.open_edit, private.reconcile_edit, private.lock_images, private.stage_text, private.drop_changes,
  private.show_edit, private.keep_approved, private.locked_status, private.set_removed, private.stage_image, private.stage_image_removal,
  private.place_images
from public;
