-- Decisions on staged edits. What an administrator approves, compares, reverts or merges is the version of texts and
-- images on their screen. Ids of images are not enough: the author makes them, so that one could remove an image, replace
-- its file or its text, and add it again under the same id.

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
  'Decides on a jersey in the queue, pending or edited since the last decision. If an edit of an approved jersey waits, the decision is about the edit: approving publishes it, rejecting refuses it and leaves the jersey as it is. Outside the queue, or to reject an approved jersey with an edit, it needs overrule. With `seen` (title, edition, description, external_link, and the versions of the images in order) it decides on that version only';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

-- The body is the one of jersey_changes() until now, without the question who asks, and with licences.
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
      -- Entries of the log from before licences name none.
      coalesce(image ->> 'licence', 'shown-here-only') as licence,
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt, moved.licence
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
      insert into public.jersey_images (
        id, jersey_id, url, alt, position, likeness, version, licence, rights_stated)
      select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
        coalesce(image.version, gen_random_uuid()),
        coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false)
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

revoke execute on function
  private.apply_edit, private.version_for_review, private.changes_since_decision, private.changes_of_edit
from public;
