-- Photos of members: a public bucket in which everybody writes to a folder of their own.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'photos', 'photos', true, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);

create policy "own folder" on storage.objects to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The queue by which SQL has files deleted.
create table storage_deletions (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  unique (bucket_id, name)
);
revoke all on storage_deletions from anon, authenticated;
