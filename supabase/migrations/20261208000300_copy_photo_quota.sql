-- The photos of a member's copies have a room, as photos of jerseys do.

create function private.copy_photo_quota(out bytes bigint, out files integer)
language sql immutable parallel safe set search_path = ''
as $$ select 5368709120, 40000 $$;
comment on function private.copy_photo_quota is
  'Bytes and files that a member may store in the bucket of copies; a photo is two files';

create or replace function private.count_copy_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant record := private.copy_photo_quota();
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Not in turn, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > quota.bytes or stored.files >= quota.files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', quota.bytes, quota.files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $$;
comment on function private.count_copy_upload is
  'Notes an upload of a copy''s photo; refuses more than the limits and the quota allow, by an error';

revoke execute on function private.copy_photo_quota from public;
