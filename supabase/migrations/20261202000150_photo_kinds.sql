-- What each photo of a jersey shows, and reading and comparing the arrangement of a jersey's photos: their order and kinds.

alter table public.jersey_images
  add column kind text
    constraint jersey_images_kind_known check (kind in ('front', 'back', 'detail', 'label', 'worn'));
comment on column public.jersey_images.kind is 'What the photo shows; null: nobody has said';

create function private.photos_of(jersey_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and image.edit_id is null
$$;
comment on function private.photos_of is 'The arrangement of a jersey''s public photos: a list of id and kind, the cover first';

create function private.photos_in(photos jsonb, others jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', photo.value -> 'id', 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  where others @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
$$;
comment on function private.photos_in is 'Those of an arrangement that another one has too: photos come and go without changing the order of the rest';

create function private.arranged_photos(present jsonb, wanted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with shown as (
    select photo.value -> 'id' as id, photo.value -> 'kind' as kind, photo.place,
      row_number() over (partition by wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
        order by photo.place) as nth,
      wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id')) as is_wanted
    from jsonb_array_elements(present) with ordinality photo (value, place)
  ), moved as (
    select asked.value -> 'id' as id,
      case when asked.value ? 'kind' then asked.value -> 'kind' else shown.kind end as kind,
      row_number() over (order by asked.place) as nth
    from jsonb_array_elements(wanted) with ordinality asked (value, place)
    join shown on shown.id = asked.value -> 'id'
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', coalesce(moved.id, shown.id), 'kind', case when moved.id is null then shown.kind else moved.kind end)
      order by shown.place),
    '[]')
  from shown left join moved on shown.is_wanted and moved.nth = shown.nth
$$;
comment on function private.arranged_photos is
  'An arrangement in the order and with the kinds of another one: the photos of both take each other''s places. Photos that are gone are left out, those that came since stay where they are';

create function private.photos_in_words(jersey_id uuid, photos jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('url', image.url, 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  join public.jersey_images image
    on image.jersey_id = photos_in_words.jersey_id and image.id = (photo.value ->> 'id')::uuid and image.edit_id is null
$$;
comment on function private.photos_in_words is 'An arrangement for people: a list of url and kind';

revoke execute on function
  private.photos_of, private.photos_in, private.arranged_photos, private.photos_in_words
from public;

-- A removed photo that waits for review stays as it is, under its id: the history and open suggestions name it by that.

create function private.aside(image_id uuid) returns uuid
language sql immutable strict set search_path = ''
return md5(image_id::text)::uuid;
comment on function private.aside is 'The id of a removed photo whose own id its author has given to another one';

create function private.make_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('maillotheque.staging', 'on', true);
  update public.jersey_images image set id = private.aside(new.id)
  where image.id = new.id and image.jersey_id = new.jersey_id and exists (
    select from public.jersey_edits own where own.author_id = auth.uid() and new.id = any (own.removed_images));
  if found then
    update public.jersey_edits edit set removed_images = array_replace(edit.removed_images, new.id, private.aside(new.id))
    where edit.jersey_id = new.jersey_id;
  end if;
  perform set_config('maillotheque.staging', '', true);
  return new;
end $$;
comment on function private.make_room is 'To its author a removed photo is gone, and its id free';
create trigger jersey_images_b_make_room before insert on public.jersey_images
for each row when (private.is_author_writing()) execute function private.make_room();

create or replace function private.stage_image() returns trigger
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
    update public.jersey_images set id = new.id where id = back and back = private.aside(new.id);
    update public.jersey_edits set removed_images = array_remove(removed_images, back) where id = edit;
  end if;
  perform private.settle_edit(new.jersey_id);
  return null;
end $$;

create or replace function private.stage_image_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
begin
  if private.locked_status(old.jersey_id) is distinct from 'approved' then
    return null;
  end if;
  edit := private.open_edit(old.jersey_id);
  update public.jersey_edits
  set removed_images = case when old.edit_id is null then removed_images || old.id else removed_images end,
    image_order = array_remove(image_order, old.id)
  where id = edit;
  if old.edit_id is null then
    perform set_config('maillotheque.staging', 'on', true);
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      old.id, old.jersey_id, old.url, old.alt, old.position, old.likeness, old.version, old.licence,
      old.rights_stated, old.kind);
  end if;
  perform private.settle_edit(old.jersey_id);
  return null;
end $$;
revoke execute on function private.aside, private.make_room from public;
