-- The storage buckets: who writes files to `jerseys`, and which files of it and of `copies` are deleted.
-- A file that a jersey shows, or may show again, is not replaced; one that nothing shows is queued for deletion.
-- Limits of uploads are those of private.write_limits, and the quotas in count_upload() and count_copy_upload().

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
comment on table public.storage_deletions is 'Files to delete';
comment on column public.storage_deletions.held_for is
  'The jersey that may show the file again: an undo brings back a photo that left public view, until retry_at';

create index storage_deletions_due on public.storage_deletions (retry_at, id);
comment on index public.storage_deletions_due is 'Files due for deletion, oldest first: job';
create index storage_deletions_by_jersey on public.storage_deletions (held_for)
  where held_for is not null;

alter table public.storage_deletions enable row level security;
revoke all on public.storage_deletions from anon, authenticated;
grant select, insert, update, delete on public.storage_deletions to service_role;

-- Caches in front of the site may have what left public view for another hour (job “purge of caches”). A file is noted when
-- its address answers nobody any more: earlier, a cache would fetch it again.
create table public.cache_purges (
  name text constraint cache_purges_pkey primary key
    constraint cache_purges_name_length check (char_length(name) <= 1024),
  attempts integer not null default 0,
  requested_at timestamptz not null default now(),
  retry_at timestamptz not null default now()
);
comment on table public.cache_purges is 'Files of the bucket `jerseys` that caches in front of the site should drop';
create index cache_purges_due on public.cache_purges (retry_at);
comment on index public.cache_purges_due is 'Purges that are due, oldest first: job';

alter table public.cache_purges enable row level security;
revoke all on public.cache_purges from anon, authenticated;
grant select, insert, update, delete on public.cache_purges to service_role;

create function private.queue_cache_purges(names text[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.cache_purges (name) select distinct name from unnest(names) name order by name
  on conflict on constraint cache_purges_pkey
  do update set attempts = 0, requested_at = now(), retry_at = now()
$$;

create function private.queue_purges_of_deleted_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_cache_purges(array(select name from gone where bucket_id = 'jerseys'));
  return null;
end $$;

create function public.claim_cache_purges() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  -- After an hour, caches ask by themselves.
  delete from public.cache_purges where requested_at < now() - interval '1 day';
  return query
    update public.cache_purges purge
    set attempts = attempts + 1, retry_at = now() + interval '30 seconds' * least(power(2, attempts), 120)
    where purge.name in (
      select purge.name from public.cache_purges purge
      where purge.retry_at <= now() order by purge.retry_at limit 2 for update skip locked)
    returning purge.name;
end $$;
comment on function public.claim_cache_purges is
  'Two files whose addresses caches should drop; they are due again after growing delays unless finish_cache_purges() is called';

create function public.finish_cache_purges(names text[]) returns void
language sql security definer set search_path = ''
as $$
  -- One that left public view again meanwhile is due already.
  delete from public.cache_purges where name = any (names) and retry_at > now()
$$;

create function private.was_public(image public.jersey_images) returns boolean
language sql stable set search_path = ''
as $$
  select image.suggestion_id is null and exists (
    select from public.jerseys jersey where jersey.id = image.jersey_id and jersey.status = 'approved')
$$;
comment on function private.was_public is 'True of a deleted photo that an approved jersey showed';

create function private.queue_file_deletion(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  -- An undo may bring it back.
  select distinct on (gone.path) 'jerseys', gone.path, jersey.id, now() + case when jersey.id is null then '0' else private.undo_period() end
  from unnest(images) gone
  left join public.jerseys jersey on jersey.status = 'approved' and jersey.id = case
    when private.was_public(gone) then gone.jersey_id
    -- It was public before this one, which waited.
    else (
      select revision.target_id from public.revisions revision
      where revision.stored -> 'image' ->> 'path' = gone.path and revision.changes -> 'image' -> 'after' = 'null'
        and revision.at > now() - private.undo_period()
      order by revision.id desc limit 1) end
  where gone.path is not null
    and not exists (select from public.jersey_images image where image.path = gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  -- Also where something that waits keeps the file.
  perform private.withhold_files(array(select gone.path from unnest(images) gone where private.was_public(gone)), true);
end $$;
comment on function private.queue_file_deletion is
  'Files of deleted photos: deleted soon, or withheld and held as long as an undo may bring them back';

-- A file that is shown again before the background job runs stays, and so does a photo that becomes public again.
create function private.keep_files(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from unnest(images));
  perform private.withhold_files(array(
    select added.path from unnest(images) added join public.jerseys jersey on jersey.id = added.jersey_id
    where added.suggestion_id is null and jersey.status = 'approved' and jersey.is_active), false);
end $$;

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
  -- Photos of a refusal that can't be contested any more.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.status in ('refused', 'partly')
    and suggestion.decided_at < now() - case when suggestion.contested_at is null then private.contest_time() else private.undo_time() end;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies', 'dumps')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      when 'copies' then private.is_copy_photo(object.name)
      -- Of a dump that was interrupted.
      else exists (select from public.dumps dump where dump.id = split_part(object.name, '/', 1)) end
    and not exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = object.bucket_id and deletion.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function public.queue_unused_files is
  'Queues for deletion the files that no image has shown for a while, and those of unfinished dumps; returns how many';

-- Runs with its owner's rights: the file may belong to a jersey that the caller can't read. A file held for an undo is in use
-- too: its author must not replace it before it comes back.
-- Volatile: a replacement that waited for the row of an image sees that row, although it began before.
create function private.is_image_in_use(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = 'jerseys' and deletion.name = is_image_in_use.name
        and deletion.held_for is not null)
$$;
comment on function private.is_image_in_use is 'True if a jersey shows the file, or may show it again';

-- If the file of an image is missing, its name stays taken: another file under it would show on the jersey without a
-- decision. A file that exists is protected by the policies for replacements, and the upload of its name again is
-- answered as a duplicate.
create function private.may_take_name(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select not private.is_image_in_use(may_take_name.name)
    or exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name = may_take_name.name)
$$;
comment on function private.may_take_name is
  'True unless a jersey shows, or may show again, a file of this name that does not exist';

create function private.count_copy_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  most_bytes constant bigint := 5368709120;
  -- A photo is two files.
  most_files constant integer := 40000;
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > most_bytes or stored.files >= most_files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', most_bytes, most_files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $$;
comment on function private.count_copy_upload is
  'Notes an upload of a copy''s photo; refuses more than the limits and the quota allow, by an error';

-- Files of photos that were undone, or of a jersey that was removed.
create function private.withhold_files(names text[], withheld boolean) returns void
language sql security definer set search_path = ''
as $$
  with changed as (
    update storage.objects object
    set user_metadata = case
      when withheld then coalesce(object.user_metadata, '{}') || '{"withheld": true}'
      else object.user_metadata - 'withheld' end
    where object.bucket_id = 'jerseys' and object.name collate "C" = any (names)
      -- In a hosted project an update gives a file the time of now, by which is_outdated() knows one that was replaced.
      and (object.user_metadata -> 'withheld' is not distinct from 'true') <> withheld
      and not (withheld and exists (
        select from public.jersey_images image
        join public.jerseys jersey on jersey.id = image.jersey_id
        where image.path = object.name and image.suggestion_id is null and jersey.status = 'approved' and jersey.is_active))
    returning object.name
  )
  select private.queue_cache_purges(array(select name from changed)) where withheld and exists (select from changed)
$$;
comment on function private.withhold_files is
  'Withholds files that no public jersey shows from the public, or gives them back: the storage service of this project answers as if they were private';

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
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
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
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
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

-- Members have no metadata of their own stored beside a file; nothing else bounds it on a hosted project. 100 bytes: the mark
-- by which private.withhold_files() withholds a file.
create policy "suspended and anonymous accounts replace nothing" on storage.objects
  as restrictive for update to authenticated
  using ((select private.in_good_standing()))
  with check (
    (select private.in_good_standing())
    and coalesce(octet_length(user_metadata::text), 0) <= 100
  );

create policy "suspended and anonymous accounts delete nothing" on storage.objects
  as restrictive for delete to authenticated
  using ((select private.in_good_standing()));

create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check (
    (select private.require_factor())
    and (select private.in_good_standing())
    and coalesce(octet_length(user_metadata::text), 0) <= 100
    and case bucket_id
      when 'copies' then private.count_copy_upload(metadata)
      else private.count_upload(metadata) end
  );
