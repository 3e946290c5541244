-- Photos of imports: uploads to the bucket of copies have limits of their own, with room for a whole collection, and a photo
-- names an import of its owner's only.

insert into private.write_limits (kind, span, most, for_new) values
  ('copy_uploads', '1 hour', 2000, false), ('copy_uploads', '1 day', 20000, false),
  ('copy_uploads', '1 day', 4000, true),
  ('copy_upload_bytes', '1 hour', 1073741824, false), ('copy_upload_bytes', '1 day', 4294967296, false),
  ('copy_upload_bytes', '1 day', 2147483648, true);

create function private.count_copy_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- Not in turn, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', greatest((metadata ->> 'size')::bigint, 1), false);
  return true;
end $$;
comment on function private.count_copy_upload is
  'Notes an upload of a copy''s photo; refuses more than the limits allow, by an error';

drop policy "members upload in good standing and within their limits" on storage.objects;
create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check (
    (select private.require_factor())
    and (select private.in_good_standing())
    and case bucket_id
      when 'copies' then private.count_copy_upload(metadata)
      else private.count_upload(metadata) end
  );

drop policy "members add their own files to their own copies" on public.copy_photos;
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

revoke execute on function private.count_copy_upload from public;
grant execute on function private.count_copy_upload to authenticated;
