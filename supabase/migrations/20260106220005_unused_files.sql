-- Files of forms that were never sent, and of uploads that were cut short.

create function public.queue_unused_files(older_than interval default '24 hours') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  queued bigint;
begin
  -- One server at a time; the others have nothing to add.
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
  'Has the files deleted that no image shows and that have been there for a while';
revoke execute on function public.queue_unused_files from public, anon, authenticated;
grant execute on function public.queue_unused_files to service_role;
