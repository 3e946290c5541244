-- An image names a file: a valid key of an existing object in bucket `jerseys`, in the folder of the member who adds
-- it. Other spellings of the same file (`{member}//b.png`, `%62.png`) and addresses of other hosts are refused,
-- because the file behind them isn't the one that is_image_in_use() protects. Rows that exist are repaired.

-- Null for everything that isn't exactly the public address of a valid key. The characters and segments of a key are
-- those that the storage service accepts. A query or fragment doesn't change which file is served.
create or replace function private.storage_path(url text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select key
  from replace(
    substring(url from '^(?:https?://[^/?#\\\s]+)?/storage/v1/object/public/jerseys/([^?#]+)'),
    '%20', ' ') key
  where key ~ '^[A-Za-z0-9_/!.*''() &$@=;:+,-]+$'
    and key !~ '(^|/)\.{0,2}(/|$)'
    and char_length(key) <= 1024
$$;

create function private.check_image_address() returns trigger
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
  perform from storage.objects where bucket_id = 'jerseys' and name = file for share;
  if not found then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_stored"',
      detail = 'There is no such file: upload it first.',
      table = 'jersey_images', constraint = 'jersey_images_url_stored';
  end if;
  return new;
end $$;
comment on function private.check_image_address is
  'Refuses an address that is not the one of an existing file of this site. Commands, the service key and functions with their owner''s rights are not checked: their images come from rows that were';
revoke execute on function private.check_image_address from public;

create trigger jersey_images_address_insert before insert on public.jersey_images
for each row when (current_user = 'authenticated') execute function private.check_image_address();
create trigger jersey_images_address_update before update of url on public.jersey_images
for each row when (current_user = 'authenticated' and old.url is distinct from new.url)
execute function private.check_image_address();

-- Volatile: a replacement that waited for the row of an image sees that row, although it began before.
create or replace function private.is_image_in_use(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
$$;

-- If the file of an image is missing, its name stays taken: another file under it would show on the jersey without a
-- decision. A file that exists is protected by the policies for replacements, and the upload of its name again is
-- answered as a duplicate.
create function private.may_take_name(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select not private.is_image_in_use(may_take_name.name)
    or exists (
      select from storage.objects kept
      where kept.bucket_id = 'jerseys' and kept.name = may_take_name.name)
$$;
comment on function private.may_take_name is
  'True unless a jersey shows, or may show again, a file of this name that does not exist';
revoke execute on function private.may_take_name from public;
grant execute on function private.may_take_name to authenticated;

alter policy "members upload to their own folder, admins anywhere" on storage.objects
  with check (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
      or (select public.is_admin((select auth.uid()))))
  );
alter policy "members replace their own unused files, admins all" on storage.objects
  with check (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
      or (select public.is_admin((select auth.uid()))))
  );

-- Repair. Hosts were chosen by members, and no host is known here: the addresses become paths, which every reader of
-- `url` resolves against the backend. Pages use `path`, which stays or becomes right.

create function pg_temp.repaired(url text) returns text
language plpgsql immutable
as $$
declare
  key text := substring(url from '/storage/v1/object/public/jerseys/([^?#]*)');
  address text;
begin
  -- An address elsewhere, which only an administrator can have set. It names no file.
  if key is null then
    return url;
  end if;
  select string_agg(
    case when part ~ '^%.' then chr(('x' || substr(part, 2))::bit(8)::integer) else part end,
    '' order by place)
  into key
  from regexp_matches(key, '%[2-7][0-9A-Fa-f]|[^%]+|%', 'g') with ordinality as found (parts, place),
    unnest(parts) part;
  key := regexp_replace(coalesce(key, ''), '(^|/)(\./)+', '\1', 'g');
  key := trim(both '/' from regexp_replace(key, '/+', '/', 'g'));
  address := '/storage/v1/object/public/jerseys/' || replace(key, ' ', '%20');
  -- What no key can be made of loses its host only.
  return case when private.storage_path(address) is null
    then regexp_replace(url, '^(https?:)?/+[^/]*(?=/)', '') else address end;
end $$;

-- The change is no member's, and would be recorded for each image.
alter table public.jersey_images disable trigger jersey_images_audit;
update public.jersey_images set url = pg_temp.repaired(url)
where url <> pg_temp.repaired(url) or path is distinct from private.storage_path(url);
alter table public.jersey_images enable trigger jersey_images_audit;

-- Changes that wait for a decision are compared and undone by these addresses.
update public.audit_log log set
  before = log.before || jsonb_build_object(
    'url', pg_temp.repaired(log.before ->> 'url'),
    'path', private.storage_path(pg_temp.repaired(log.before ->> 'url'))),
  after = log.after || jsonb_build_object(
    'url', pg_temp.repaired(log.after ->> 'url'),
    'path', private.storage_path(pg_temp.repaired(log.after ->> 'url')))
from public.jerseys
where log.table_name = 'jersey_images' and log.action in ('insert', 'delete')
  and log.row_id = jerseys.id::text and jerseys.edited_at is not null;

-- Files counted as unused because an image named them in another spelling.
delete from public.storage_deletions queued
where bucket_id = 'jerseys' and held_for is null
  and exists (select from public.jersey_images image where image.path = queued.name);

-- A file that its author wrote after the decision may not be the one that was approved: an administrator looks again.
update public.jerseys set edited_at = now()
where status = 'approved' and edited_at is null
  and exists (
    select from public.jersey_images image
    join storage.objects file on file.bucket_id = 'jerseys' and file.name = image.path
    where image.jersey_id = jerseys.id and file.owner_id = jerseys.author_id::text
      and file.updated_at > jerseys.moderated_at);

drop function pg_temp.repaired(text);
