-- Images of jerseys: at most five, in an order, the first is the cover.

-- Addresses contain an object's name as encodeURI writes it. Of the characters that the storage service allows in
-- a name, encodeURI changes the space only.
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
  path text generated always as (private.storage_path(url)) stored,
  alt text constraint jersey_images_alt_length check (char_length(alt) <= 300),
  position integer not null default 0
    constraint jersey_images_position_range check (position between 0 and 1000),
  likeness bit(128)
    constraint jersey_images_likeness_telling
      check (bit_count(substring(likeness from 1 for 64)) between 6 and 58)
);
comment on column public.jersey_images.path is
  'Name of the file in bucket `jerseys`: stays valid when the site moves to another address';
comment on column public.jersey_images.likeness is
  'What the picture looks like: 64 bits of brightness, 64 of colour (app/domain/likeness.ts). The browser computes it, so it is only a hint. Null: unknown, or the picture shows next to nothing';

create index jersey_images_of_jersey on public.jersey_images (jersey_id, position, id);
comment on index public.jersey_images_of_jersey is 'Images of jerseys in order, the cover first';
create index jersey_images_by_path on public.jersey_images (path);
comment on index public.jersey_images_by_path is
  'True if a file is in use: policies of the bucket, clean-up after a deletion';

-- If two halves of 64 bits differ in at most 7 bits, one of their four quarters differs in at most one bit.
create function private.likeness_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter << 16 | substring(likeness from quarter * 16 + 1 for 16)::integer)
  from generate_series(0, 3) quarter
$$;
revoke execute on function private.likeness_quarters from public;
grant execute on function private.likeness_quarters to authenticated, service_role;
create index jersey_images_alike on public.jersey_images
  using gin (private.likeness_quarters(likeness)) where likeness is not null;
comment on index public.jersey_images_alike is 'Pictures that look like another: moderation';

create function private.limit_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one jersey take turns. Two at once would each find room for one more image.
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

revoke execute on function private.limit_images, private.note_image_edit from public;

-- Authors may not update images: an approved file must not change. A new order shows no new
-- content, so it does not return the jersey to the moderation queue.
create function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  perform from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  if (select coalesce(array_agg(id order by id), '{}') from public.jersey_images
      where jersey_images.jersey_id = order_images.jersey_id)
    is distinct from (select coalesce(array_agg(id order by id), '{}') from unnest(image_ids) id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1;
end $$;
comment on function public.order_images is
  'Puts all images of a jersey into this order; for its author and administrators';
revoke execute on function public.order_images from public, anon;
grant execute on function public.order_images to authenticated, service_role;

alter table public.jersey_images enable row level security;
revoke all on public.jersey_images from anon, authenticated;
grant select on public.jersey_images to anon;
grant select, delete on public.jersey_images to authenticated;
grant insert (id, jersey_id, url, alt, position, likeness) on public.jersey_images to authenticated;
grant update (url, alt, position) on public.jersey_images to authenticated;
grant select, insert, update, delete on public.jersey_images to service_role;
select private.guard_writes('public.jersey_images');

-- The policies of jerseys decide which jerseys `exists` finds here.
create policy "visitors read images of public jerseys" on public.jersey_images
  for select to anon
  using (exists (select from public.jerseys where jerseys.id = jersey_id));
create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = jersey_id));
-- Only files of the author's own folder. An address elsewhere could show something else after approval, and
-- deleting the row must not delete another member's file.
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
