-- Files of photos of copies: a bucket that is not public, who reads and writes it, and files to delete.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('copies', 'copies', false, 5242880, array['image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.small_version(path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select regexp_replace(path, '\.(webp|jpg)$', '.small.\1') $$;
comment on function private.small_version is 'Name of the small version of a copy''s photo';
grant execute on function private.small_version to authenticated, service_role;

create function private.is_copy_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.copy_photos photo
    where photo.path = regexp_replace(is_copy_photo.name, '\.small\.(webp|jpg)$', '.\1'))
$$;
comment on function private.is_copy_photo is 'True if a copy shows the file, or its large version';
revoke execute on function private.is_copy_photo from public;
grant execute on function private.is_copy_photo to authenticated;

create policy "members read files of their own copies" on storage.objects
  for select to authenticated
  using (bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text);
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
revoke execute on function private.queue_copy_file_deletion from public;
create trigger copy_photos_gone after delete on public.copy_photos
referencing old table as gone
for each statement execute function private.queue_copy_file_deletion();

create or replace function public.queue_unused_files(older_than interval default '24 hours') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      else private.is_copy_photo(object.name) end
    and not exists (
      select from public.storage_deletions known
      where known.bucket_id = object.bucket_id and known.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
