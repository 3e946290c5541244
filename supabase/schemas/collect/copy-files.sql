-- Photos of copies, their private bucket, and files to delete.
-- They are readable by the owner alone, unless the owner shows one.
-- A member has a quota.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('copies', 'copies', false, 5242880, array['image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table public.copy_photos (
  id uuid primary key default gen_random_uuid(),
  copy_id uuid not null references public.copies (id) on delete cascade,
  path text not null
    constraint copy_photos_path_key unique
    constraint copy_photos_path_format check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|jpg)$'),
  position integer not null default 0
    constraint copy_photos_position_range check (position between 0 and 1000),
  is_shown boolean not null default false,
  created_at timestamptz not null default now(),
  import_id uuid references public.collection_imports (id) on delete set null
);
comment on table public.copy_photos is
  'Photos of copies, in bucket `copies`: at most six each (copy_photos_six_per_copy, checked by private.limit_copy_photos()), the first is the cover';
comment on column public.copy_photos.path is '<owner>/<name>.webp; the small version beside it is <owner>/<name>.small.webp';
comment on column public.copy_photos.is_shown is 'True if the owner lets it appear on pictures to share';
comment on column public.copy_photos.import_id is 'The import that brought it; null if its owner added it by hand';

create index copy_photos_of_copy on public.copy_photos (copy_id, position, id);
comment on index public.copy_photos_of_copy is 'Photos of a copy in order: account';
create index copy_photos_by_import on public.copy_photos (import_id);

alter table public.copy_photos enable row level security;
revoke all on public.copy_photos from anon, authenticated;
grant select, delete on public.copy_photos to authenticated;
grant select, insert, update, delete on public.copy_photos to service_role;
grant insert (id, copy_id, path, position, import_id) on public.copy_photos to authenticated;
grant update (position, is_shown) on public.copy_photos to authenticated;

create function private.limit_copy_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one copy wait for each other, as with jersey_images.
  perform from public.copies
  where id in (select copy_id from added) order by id for no key update;
  if exists (
    select from public.copy_photos
    where copy_id in (select copy_id from added) group by copy_id having count(*) > 6
  ) then
    perform private.refuse('copy_photos_six_per_copy', 'A copy has at most six photos.');
  end if;
  return null;
end $$;

create function private.small_version(path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select regexp_replace(path, '\.(webp|jpg)$', '.small.\1') $$;
comment on function private.small_version is 'Name of the small version of a copy''s photo';

create function private.is_copy_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.copy_photos photo
    where photo.path = regexp_replace(is_copy_photo.name, '\.small\.(webp|jpg)$', '.\1'))
$$;
comment on function private.is_copy_photo is 'True if a copy shows the file, or its large version';

create function private.queue_copy_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name)
  select 'copies', file.name from gone
  cross join lateral (values (path), (private.small_version(path))) file (name)
  order by file.name
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

-- A file that is shown again before the background job runs stays.
create function private.keep_copy_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'copies'
    and name in (select unnest(array[path, private.small_version(path)]) from added);
  return null;
end $$;

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
  perform private.lock_own_collection();
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
  where not exists (select from public.copy_photos cp where cp.path = photo ->> 'path');
  update public.copy_photos cp
  set position = wanted.place, is_shown = wanted.is_shown
  from (
    select photo ->> 'path' as path, (place - 1)::integer as place, coalesce((photo ->> 'is_shown')::boolean, false) as is_shown
    from jsonb_array_elements(photos) with ordinality as wanted (photo, place)) wanted
  where cp.copy_id = arrange_copy_photos.copy and cp.path = wanted.path
    and (cp.position, cp.is_shown) is distinct from (wanted.place, wanted.is_shown);
  select updated_at into latest from public.copies where id = arrange_copy_photos.copy;
  return latest;
end $$;
comment on function public.arrange_copy_photos is
  'Makes the photos of a copy those given (`path`, `is_shown`), in their order. Returns the new version; null if the copy was changed since `version`, and nothing is changed then';

create policy "members read photos of their own copies" on public.copy_photos
  for select to authenticated
  using (exists (select from public.copies where copies.id = copy_id));

create policy "members order photos of their own copies" on public.copy_photos
  for update to authenticated
  using (exists (select from public.copies where copies.id = copy_id));

create policy "members delete photos of their own copies" on public.copy_photos
  for delete to authenticated
  using (exists (select from public.copies where copies.id = copy_id));

-- Who reads the files stands in show/showcases.sql: their owner, and everyone those that are shown.
create policy "members upload files of their own copies" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- A file in use stays: its owner deletes the photo, and the file goes with it. Nothing replaces a file.
create policy "members delete unused files of their own copies" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text
    and not private.is_copy_photo(name)
  );

create policy "members add their own files to their own copies" on public.copy_photos
  for insert to authenticated
  with check (
    exists (select from public.copies where copies.id = copy_id)
    and split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from storage.objects object where object.bucket_id = 'copies' and object.name = path)
    -- Its own policies show a member their own imports only.
    and (import_id is null or exists (
      select from public.collection_imports import where import.id = import_id and import.undone_at is null))
  );
