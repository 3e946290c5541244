-- An image names no empty file. The storage service looks into every picture and refuses small ones, but takes an empty file
-- whose name ends like that of a folder's placeholder, which its owner can rename to that of a picture.

create or replace function private.check_image_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  file constant text := private.storage_path(new.url);
  host constant text := lower(substring(new.url from '^https?://[^/]*'));
  -- The auth service signs this claim, so that it tells the site's address without trusting the member.
  site constant text := lower(substring(auth.jwt() ->> 'iss' from '^https?://[^/]*'));
  loopback constant text := '^https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$';
begin
  if file is null then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_file"',
      detail = 'The address is not that of a file in bucket jerseys.',
      table = 'jersey_images', constraint = 'jersey_images_url_file';
  end if;
  -- A site on the member's own machine has several names.
  if host <> coalesce(site, '') and not (host ~ loopback and coalesce(site, host) ~ loopback) then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_host"',
      detail = 'The address is on another host.',
      hint = 'Give the address without its host: /storage/v1/object/public/jerseys/…',
      table = 'jersey_images', constraint = 'jersey_images_url_host';
  end if;
  -- The policies refuse files of others; whether they exist is not told.
  if split_part(file, '/', 1) is distinct from auth.uid()::text and not public.is_admin(auth.uid()) then
    return new;
  end if;
  -- The lock makes a replacement or deletion that runs meanwhile wait. It then finds the file in use, or this finds
  -- its outcome.
  perform from storage.objects
  where bucket_id = 'jerseys' and name = file and metadata ->> 'size' is distinct from '0' for share;
  if not found then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_stored"',
      detail = 'There is no such file: upload it first.',
      table = 'jersey_images', constraint = 'jersey_images_url_stored';
  end if;
  return new;
end $$;
