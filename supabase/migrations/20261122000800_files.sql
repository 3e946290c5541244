-- Files of images: the bucket, permissions to upload, replace and delete, and the queue of files to
-- delete.

-- Types are listed one by one: `image/*` would allow SVG, which can carry scripts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'jerseys', 'jerseys', true, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- SQL can't delete a file. The storage service (embedded) or a background job with the service key
-- (hosted) works through this table and removes each row when its file is gone.
create table public.storage_deletions (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  requested_at timestamptz not null default now(),
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  held_for uuid,
  constraint storage_deletions_name_key unique (bucket_id, name)
);
comment on table public.storage_deletions is 'Files whose image is gone';
comment on column public.storage_deletions.held_for is
  'The jersey whose changes an administrator has yet to decide on. Until then the file stays, because a removed image can be brought back';
create index storage_deletions_due on public.storage_deletions (retry_at, id);
comment on index public.storage_deletions_due is 'Files due for deletion, oldest first: job';
create index storage_deletions_by_jersey on public.storage_deletions (held_for)
  where held_for is not null;

alter table public.storage_deletions enable row level security;
revoke all on public.storage_deletions from anon, authenticated;
grant select, insert, update, delete on public.storage_deletions to service_role;

create function private.queue_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (path) 'jerseys', path, jerseys.id,
    case when jerseys.id is null then now() else 'infinity' end
  from gone
  -- The condition of private.note_image_edit(): an author's edit, not the deletion of the jersey.
  left join public.jerseys on jerseys.id = gone.jersey_id
    and jerseys.status <> 'pending' and jerseys.author_id = auth.uid()
    and not public.is_admin(auth.uid())
  where path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
  order by path, jerseys.id
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

create trigger jersey_images_gone after delete on public.jersey_images
referencing old table as gone
for each statement execute function private.queue_file_deletion();

-- A file that is shown again before the background job runs stays.
create function private.keep_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from added);
  return null;
end $$;

create trigger jersey_images_kept after insert on public.jersey_images
referencing new table as added
for each statement execute function private.keep_file();

-- The decision on a jersey, or its end, releases the files held for it.
create function private.release_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  return null;
end $$;

create trigger jerseys_settled after update of edited_at on public.jerseys
for each row when (old.edited_at is not null and new.edited_at is null)
execute function private.release_files();
create trigger jerseys_gone after delete on public.jerseys
for each row execute function private.release_files();

revoke execute on function
  private.queue_file_deletion, private.keep_file, private.release_files
from public;

-- Unsent forms and interrupted uploads leave orphan files.
create function public.queue_unused_files(older_than interval default '24 hours') returns bigint
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
  select 'jerseys', object.name from storage.objects object
  where object.bucket_id = 'jerseys'
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not exists (select from public.jersey_images image where image.path = object.name)
    and not exists (
      select from public.storage_deletions known
      where known.bucket_id = 'jerseys' and known.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function public.queue_unused_files is
  'Queues for deletion the files that no image has shown for a while; returns how many';
revoke execute on function public.queue_unused_files from public, anon, authenticated;
grant execute on function public.queue_unused_files to service_role;

-- Runs with its owner's rights: the file may belong to a jersey that the caller can't read. A file held for a
-- decision is in use too: its author must not replace it before it comes back.
create function private.is_image_in_use(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
$$;
comment on function private.is_image_in_use is 'True if a jersey shows the file, or may show it again';
revoke execute on function private.is_image_in_use from public;
grant execute on function private.is_image_in_use to authenticated;

-- Visitors read files by their public address; the bucket is public, so no policy applies. A policy
-- for them would only let them list folders, pending submissions included.
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
-- A file that a jersey shows stays as it was approved. A member deletes the image first; the file
-- is then deleted too (storage_deletions).
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

create policy "suspended and anonymous accounts upload nothing" on storage.objects
  as restrictive for insert to authenticated
  with check ((select private.in_good_standing()));
create policy "suspended and anonymous accounts replace nothing" on storage.objects
  as restrictive for update to authenticated
  using ((select private.in_good_standing()));
create policy "suspended and anonymous accounts delete nothing" on storage.objects
  as restrictive for delete to authenticated
  using ((select private.in_good_standing()));
