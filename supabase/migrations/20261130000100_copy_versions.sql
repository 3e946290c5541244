-- The version of a copy (updated_at) grows with all that its owner changes, photos included, and with nothing else: a jersey
-- that is merged or deleted is no change of the owner's.

create or replace function private.tidy_copy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.size := private.tidy(new.size);
  new.printed_name := private.tidy(new.printed_name);
  new.printed_number := private.tidy(new.printed_number);
  new.signed_by := private.tidy(new.signed_by);
  new.certificate := private.tidy(new.certificate);
  new.bought_from := private.tidy(new.bought_from);
  new.lent_to := private.tidy(new.lent_to);
  new.storage_place := private.tidy(new.storage_place);
  new.notes := private.tidy(new.notes);
  -- Whatever time a client gives, the database's counts.
  new.removed_at := case when new.removed_at is null then null else coalesce(old.removed_at, now()) end;
  -- Members change the jersey by requests, merges and deletions by functions with their owner's rights.
  if tg_op = 'UPDATE' then
    new.updated_at := case
      when new.jersey_id is distinct from old.jersey_id and current_user <> 'authenticated' then old.updated_at
      else clock_timestamp() end;
  end if;
  return new;
end $$;

-- A photo that an import brings is part of the import, not a change since.
create function private.touch_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set updated_at = now()
  where id in (select copy_id from changed);
  return null;
end $$;
comment on function private.touch_copies is 'Raises the version of copies whose photos have changed; see private.tidy_copy()';

create function private.touch_copies_of_new_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set updated_at = now()
  where id in (select copy_id from changed where import_id is null);
  return null;
end $$;
comment on function private.touch_copies_of_new_photos is
  'As private.touch_copies(), but for new photos, of which imports bring some';
revoke execute on function private.touch_copies, private.touch_copies_of_new_photos from public;

create trigger copy_photos_touch_insert after insert on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies_of_new_photos();
create trigger copy_photos_touch_update after update on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies();
create trigger copy_photos_touch_delete after delete on public.copy_photos
referencing old table as changed
for each statement execute function private.touch_copies();

create function private.take_own_turn() returns void
language sql security definer set search_path = ''
as $$ select private.lock_collections(array[auth.uid()]) $$;
comment on function private.take_own_turn is 'Takes the turn of private.take_turn() in a function with its caller''s rights';
revoke execute on function private.take_own_turn from public;
grant execute on function private.take_own_turn to authenticated;

-- With the caller's rights: the policies of photos decide what becomes of each.
create function public.arrange_copy_photos(copy uuid, version timestamptz, photos jsonb) returns timestamptz
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
  perform private.take_own_turn();
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
comment on function public.arrange_copy_photos is
  'Makes the photos of a copy those given (`path`, `is_shown`), in their order. Returns the new version; null if the copy was changed since `version`, and nothing is changed then';
revoke execute on function public.arrange_copy_photos from public, anon, authenticated;
grant execute on function public.arrange_copy_photos to authenticated, service_role;
