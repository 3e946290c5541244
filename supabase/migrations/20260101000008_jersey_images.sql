-- Addresses contain the object's name as encodeURI writes it; of the characters that the storage
-- service allows in a name, that changes the space only.
create function private.storage_path(url text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select replace(substring(url from '/storage/v1/object/public/jerseys/([^?#]+)'), '%20', ' ') $$;
comment on function private.storage_path is
  'Name of the object in bucket `jerseys` behind a public address; null for any other address';

create table public.jersey_images (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  url text not null
    constraint jersey_images_url_format check (url ~ '^(https?:/)?/[^\s]+$' and url !~ '/\.\.?(/|$)')
    constraint jersey_images_url_length check (char_length(url) <= 2048),
  alt text constraint jersey_images_alt_length check (char_length(alt) <= 300),
  position integer not null default 0
    constraint jersey_images_position_range check (position between 0 and 1000),
  path text generated always as (private.storage_path(url)) stored
);
comment on column public.jersey_images.path is
  'Name of the file in bucket `jerseys`: stays right when the site moves to another address';
create index jersey_images_of_jersey on public.jersey_images (jersey_id, position, id);
comment on index public.jersey_images_of_jersey is 'Images of jerseys in order, the cover first';
create index jersey_images_by_path on public.jersey_images (path);
comment on index public.jersey_images_by_path is
  'Whether a file is in use: policies of the bucket, clean-up after a deletion';

-- Files whose image is gone. SQL can't delete a file: the storage service (embedded) or a job with
-- the service key (hosted) works through this table and removes each row when its file is gone.
create table public.storage_deletions (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  requested_at timestamptz not null default now(),
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  constraint storage_deletions_name_key unique (bucket_id, name)
);
create index storage_deletions_due on public.storage_deletions (retry_at, id);
comment on index public.storage_deletions_due is 'The job: what is due, oldest first';

create function private.limit_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One insert per jersey at a time, or two uploads at once would each see room for one more.
  perform from public.jerseys
  where id in (select jersey_id from added) order by id for no key update;
  if exists (
    select from public.jersey_images
    where jersey_id in (select jersey_id from added)
    group by jersey_id having count(*) > 5
  ) then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_five_per_jersey"',
      detail = 'A jersey has at most five images.',
      table = 'jersey_images', constraint = 'jersey_images_five_per_jersey';
  end if;
  return null;
end $$;

create trigger jersey_images_limit after insert on public.jersey_images
referencing new table as added
for each statement execute function private.limit_images();

-- An author who adds or removes an image after a decision changes what was decided on.
create function private.note_image_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    update public.jerseys set edited_at = now()
    where id in (select jersey_id from touched) and author_id = auth.uid() and status <> 'pending';
  end if;
  return null;
end $$;

create trigger jersey_images_added after insert on public.jersey_images
referencing new table as touched
for each statement execute function private.note_image_edit();

create trigger jersey_images_removed after delete on public.jersey_images
referencing old table as touched
for each statement execute function private.note_image_edit();

create function private.queue_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name)
  select distinct 'jerseys', path from gone
  where path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

create trigger jersey_images_gone after delete on public.jersey_images
referencing old table as gone
for each statement execute function private.queue_file_deletion();

-- A file that is shown again before the job came by stays.
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

revoke execute on function
  private.limit_images, private.note_image_edit, private.queue_file_deletion, private.keep_file
from public;

alter table public.jersey_images enable row level security;
alter table public.storage_deletions enable row level security;
revoke all on public.jersey_images, public.storage_deletions from anon, authenticated;
grant select on public.jersey_images to anon;
grant select, delete on public.jersey_images to authenticated;
grant insert (id, jersey_id, url, alt, position) on public.jersey_images to authenticated;
grant update (url, alt, position) on public.jersey_images to authenticated;

-- The rows of jerseys that the reader sees are those that the policies of jerseys leave.
create policy "visitors read images of public jerseys" on public.jersey_images
  for select to anon
  using (exists (select from public.jerseys where jerseys.id = jersey_id));
create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = jersey_id));
-- Only files from the author's own folder: an address elsewhere could show something else after
-- approval, and deleting the row must not delete another member's file.
create policy "members add images to their own jerseys, admins to all" on public.jersey_images
  for insert to authenticated
  with check (
    (select public.is_admin((select auth.uid())))
    or (
      split_part(private.storage_path(url), '/', 1) = (select auth.uid())::text
      and exists (
        select from public.jerseys
        where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
    )
  );
create policy "admins change images" on public.jersey_images
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "members delete images of their own jerseys, admins all" on public.jersey_images
  for delete to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    or exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
  );
