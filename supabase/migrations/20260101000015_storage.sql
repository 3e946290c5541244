-- Types are listed one by one: `image/*` would let in SVG, which can carry scripts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'jerseys', 'jerseys', true, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Runs with its owner's rights: the file may belong to a jersey that the caller can't read.
create function private.is_image_in_use(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jersey_images images where images.path = is_image_in_use.name)
$$;
revoke execute on function private.is_image_in_use from public;
grant execute on function private.is_image_in_use to authenticated;

-- Visitors read files by their public address, for which the bucket is public and no policy is
-- asked. A policy for them would only let them list folders, pending submissions included.
create policy "members list their own files, admins all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'jerseys'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or (select public.is_admin((select auth.uid()))))
  );
create policy "members upload to their own folder, admins anywhere" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'jerseys'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or (select public.is_admin((select auth.uid()))))
  );
-- A file that a jersey shows stays as it was approved. To delete it, delete the image first: its
-- file follows by itself (storage_deletions).
create policy "members replace their own unused files, admins all" on storage.objects
  for update to authenticated
  using (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and not private.is_image_in_use(name))
      or (select public.is_admin((select auth.uid()))))
  )
  with check (
    bucket_id = 'jerseys'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or (select public.is_admin((select auth.uid()))))
  );
create policy "members delete their own unused files, admins all" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and not private.is_image_in_use(name))
      or (select public.is_admin((select auth.uid()))))
  );
