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
revoke execute on function private.queue_copy_file_deletion, private.keep_copy_file from public;
create trigger copy_photos_kept after insert on public.copy_photos
referencing new table as added
for each statement execute function private.keep_copy_file();
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

create or replace function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not exists (select from public.user_roles where user_id <> member and role = 'admin') then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;
