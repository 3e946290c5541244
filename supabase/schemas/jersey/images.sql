-- Images of a jersey: how many, in which order, whose, and with which rights.
-- The author may have five, and so has everybody else who contributes; a jersey has twenty (private.check_image_count).
-- An image names an existing file of its contributor and only administrators change it; the first one is the cover.

-- Null for everything that isn't exactly the public address of a valid key. The characters and segments of a key are those that
-- the storage service accepts. A query or fragment doesn't change which file is served. Addresses contain a key as encodeURI
-- writes it; of the characters that the storage service allows, encodeURI changes the space only.
create function private.storage_path(url text) returns text
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
      check (bit_count(substring(likeness from 1 for 64)) between 6 and 58),
  licence text not null default 'shown-here-only'
    constraint jersey_images_licence_known check (licence in ('CC-BY-SA-4.0', 'shown-here-only')),
  rights_stated boolean not null default false,
  contributor_id uuid references public.profiles (id) on delete set null,
  suggestion_id uuid references public.suggestions (id) on delete cascade,
  version uuid not null default gen_random_uuid(),
  kind text
    constraint jersey_images_kind_known check (kind in ('front', 'back', 'detail', 'label', 'worn')),
  constraint jersey_images_alt_visible check (private.is_visible(alt)),
  constraint jersey_images_licence_stated check (licence = 'shown-here-only' or rights_stated)
);
comment on table public.jersey_images is
  'Photos of jerseys, the cover first. private.check_image_count() checks jersey_images_five_per_jersey (of a member) and jersey_images_twenty_per_jersey, private.check_image_address() checks jersey_images_url_file, jersey_images_url_host and jersey_images_url_stored';
comment on column public.jersey_images.path is
  'Name of the file in bucket `jerseys`: stays valid when the site moves to another address';
comment on column public.jersey_images.likeness is
  'What the picture looks like: 64 bits of brightness, 64 of colour (app/shared/domain/likeness.ts). The browser computes it, so it is only a hint. Null: unknown, or the picture shows next to nothing';
comment on column public.jersey_images.licence is
  'What others may do with the photo. It stays when its contributor''s account is deleted';
comment on column public.jersey_images.rights_stated is
  'True if the contributor said that the photo is their own or that they may share it';
comment on column public.jersey_images.contributor_id is
  'Whom the photo is credited to: the member in whose folder its file is. Null: the account is deleted';
comment on column public.jersey_images.suggestion_id is 'The suggestion that adds this image; null: part of the jersey for all';
comment on column public.jersey_images.version is
  'Of this row with its file and text, which its author can only remove: an image added again has another version, also under the same id';
comment on column public.jersey_images.kind is 'What the photo shows; null: nobody has said';

create index jersey_images_of_jersey on public.jersey_images (jersey_id, position, id);
comment on index public.jersey_images_of_jersey is 'Images of jerseys in order, the cover first';
create index jersey_images_by_path on public.jersey_images (path);
comment on index public.jersey_images_by_path is
  'True if a file is in use: policies of the bucket, clean-up after a deletion';
create index jersey_images_by_contributor on public.jersey_images (contributor_id);
create index jersey_images_by_suggestion on public.jersey_images (suggestion_id);

alter table public.jersey_images enable row level security;
-- Members choose the licence when they add a photo. Later only administrators change it, like everything else of an image.
revoke all on public.jersey_images from anon, authenticated;
grant select on public.jersey_images to anon;
grant select, delete on public.jersey_images to authenticated;
grant select, insert, update, delete on public.jersey_images to service_role;
grant insert (id, jersey_id, url, alt, position, likeness, licence, rights_stated) on public.jersey_images to authenticated;
grant update (url, alt, position, licence) on public.jersey_images to authenticated;

-- For same_pictures(): if two halves of 64 bits differ in at most 7 bits, one of their four quarters differs in at most one bit.
create function private.likeness_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter << 16 | substring(likeness from quarter * 16 + 1 for 16)::integer)
  from generate_series(0, 3) quarter
$$;

-- The author has five images, and so has everybody else who contributes; a jersey has twenty. So has what a suggestion wants.
create function private.check_image_count(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey_ids constant uuid[] := array(select distinct image.jersey_id from unnest(images) image);
  suggestion_ids constant uuid[] := array(select distinct image.suggestion_id from unnest(images) image);
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
      -- Those of former members aren't one member's.
      and image.contributor_id is not null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.target_id = any (jersey_ids) and suggestion.status = 'open' and wanted.contributor_id = suggestion.member_id
    group by suggestion.id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.id = any (suggestion_ids)
    group by suggestion.id having count(*) > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $$;

-- The credit of a photo that may be used elsewhere goes with it, in dumps.
create function private.note_credited_jerseys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changes (kind, id)
  select distinct 'jersey', jersey_id from public.jersey_images
  where contributor_id = new.id and licence = 'CC-BY-SA-4.0' and suggestion_id is null;
  return null;
end $$;
comment on function private.note_credited_jerseys is 'Notes for the worker the jerseys whose free photos are credited to a member by another name now';

-- An author who adds or removes an image of a rejected jersey changes what was decided on.
create function private.return_to_queue(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    update public.jerseys set edited_at = now()
    where id = any (jersey_ids) and author_id = auth.uid() and status = 'rejected';
  end if;
end $$;

-- A member who deletes images locks them, then (in a trigger) their jersey. What locks the jersey and then changes its images
-- takes the same order, or each could wait for the other. Decisions on a jersey wait for each other before they lock its images:
-- one that waited for a merge would otherwise meet images that it hadn't seen, after the jersey and not before it.
create function private.lock_images(jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  has_jerseys boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('decision ' || jersey, 0))
  from (select distinct unnest(lock_images.jerseys) as jersey order by 1) wanted;
  loop
    perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
    order by image.id for update;
    has_jerseys := false;
    begin
      perform from public.jerseys where id = any (lock_images.jerseys) order by id for update;
      has_jerseys := true;
      -- An image that came before the jersey was locked may be held by a member who waits for the jersey. Then the jersey is
      -- released, and the image waited for.
      perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
      order by image.id for update nowait;
      return;
    exception when lock_not_available then
      -- A time limit for locks (lock_timeout) raises the same.
      if not has_jerseys then
        raise;
      end if;
    end;
  end loop;
end $$;
comment on function private.lock_images is 'Locks the images of jerseys, and then the jerseys, for a decision';

-- Authors may not update images: an approved file must not change. A new order shows no new content: of a jersey that isn't approved it
-- takes effect at once, of an approved one it is suggested.
create function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
  present uuid[];
  photos constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', id) order by place) from unnest(image_ids) with ordinality given (id, place));
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    suggestion := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  end if;
  present := array(
    select image.id from public.jersey_images image
    where image.jersey_id = jersey.id and (image.suggestion_id is null or image.suggestion_id = suggestion.id)
      -- One that is to go may be among them.
      and (not coalesce(suggestion.changes -> 'removed' ? image.id::text, false) or image.id = any (image_ids)));
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_own(jersey, jsonb_build_object('photos', photos));
  elsif image_ids <> '{}' then
    perform private.arrange_photos(jersey.id, private.arranged_photos(private.photos_of(jersey.id), photos));
  end if;
end $$;
comment on function public.order_images is
  'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order is suggested';

-- An image names no empty file: the storage service looks into every picture and refuses small ones, but takes an empty file
-- whose name ends like that of a folder's placeholder, which its owner can rename to that of a picture. Nor a withheld one,
-- which nobody could look at.
-- An image names a file: a valid key of an existing object in bucket `jerseys`, in the folder of the member who adds it. Other
-- spellings of the same file (`{member}//b.png`, `%62.png`) and addresses of other hosts are refused, because the file behind
-- them isn't the one that is_image_in_use() protects.
create function private.check_image_address(url text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file constant text := private.storage_path(check_image_address.url);
  host constant text := lower(substring(check_image_address.url from '^https?://[^/]*'));
  -- The auth service signs this claim, so that it tells the site's address without trusting the member.
  site constant text := lower(substring(auth.jwt() ->> 'iss' from '^https?://[^/]*'));
  loopback constant text := '^https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$';
begin
  if file is null then
    perform private.refuse('jersey_images_url_file', 'The address is not that of a file in bucket jerseys.');
  end if;
  -- A site on the member's own machine has several names.
  if host <> coalesce(site, '') and not (host ~ loopback and coalesce(site, host) ~ loopback) then
    perform private.refuse(
      'jersey_images_url_host', 'The address is on another host.',
      'Give the address without its host: /storage/v1/object/public/jerseys/…');
  end if;
  -- The policies refuse files of others; whether they exist is not told.
  if split_part(file, '/', 1) is distinct from auth.uid()::text and not public.is_admin(auth.uid()) then
    return;
  end if;
  -- The lock makes a replacement or deletion that runs meanwhile wait. It then finds the file in use, or this finds
  -- its outcome.
  perform from storage.objects
  where bucket_id = 'jerseys' and name = file and metadata ->> 'size' is distinct from '0'
    and user_metadata -> 'withheld' is distinct from 'true' for share;
  if not found then
    perform private.refuse('jersey_images_url_stored', 'There is no such file: upload it first.');
  end if;
end $$;
comment on function private.check_image_address is
  'Refuses an address that is not the one of an existing file of this site. Commands, the service key and functions with their owner''s rights are not checked: their images come from rows that were';

-- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
create function private.contributor_of(url text) returns uuid
language sql stable security definer set search_path = ''
as $$ select id from public.profiles where id::text = split_part(private.storage_path(url), '/', 1) $$;
comment on function private.contributor_of is 'Whose photo this is: the member in whose folder its file lies';

-- With the caller's rights: policies, limits, the log and suggestions apply as to a deletion and an insertion.
create function public.replace_image(image_id uuid, url text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.suggestions suggestion on suggestion.target_id = image.jersey_id and suggestion.status = 'open' and suggestion.changes ? 'photos'
    left join lateral jsonb_array_elements(suggestion.changes -> 'photos') with ordinality listed (photo, place)
      on listed.photo ->> 'id' = image.id::text
    where image.jersey_id = former.jersey_id and suggestion.member_id = (select auth.uid())
    order by listed.place, image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  if not exists (
    select from public.jersey_images image join public.jerseys jersey on jersey.id = image.jersey_id
    where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text
      and (jersey.author_id = (select auth.uid()) or public.is_admin((select auth.uid())))) then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  delete from public.jersey_images image where image.id = former.id;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $$;
comment on function public.replace_image is
  'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it is suggested';

create function private.photos_of(jersey_id uuid, suggestion_id uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and (image.suggestion_id is null or image.suggestion_id = photos_of.suggestion_id)
$$;
comment on function private.photos_of is
  'The arrangement of a jersey''s public photos, with those that a suggestion adds: a list of id and kind, the cover first';

create function private.photos_in(photos jsonb, others jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', photo.value -> 'id', 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  where others @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
$$;
comment on function private.photos_in is 'Those of an arrangement that another one has too: photos come and go without changing the order of the rest';

create function private.arranged_photos(present jsonb, wanted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with shown as (
    select photo.value -> 'id' as id, photo.value -> 'kind' as kind, photo.place,
      row_number() over (partition by wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
        order by photo.place) as nth,
      wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id')) as is_wanted
    from jsonb_array_elements(present) with ordinality photo (value, place)
  ), moved as (
    select asked.value -> 'id' as id,
      case when asked.value ? 'kind' then asked.value -> 'kind' else shown.kind end as kind,
      row_number() over (order by asked.place) as nth
    from jsonb_array_elements(wanted) with ordinality asked (value, place)
    join shown on shown.id = asked.value -> 'id'
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', coalesce(moved.id, shown.id), 'kind', case when moved.id is null then shown.kind else moved.kind end)
      order by shown.place),
    '[]')
  from shown left join moved on shown.is_wanted and moved.nth = shown.nth
$$;
comment on function private.arranged_photos is
  'An arrangement in the order and with the kinds of another one: the photos of both take each other''s places. Photos that are gone are left out, those that came since stay where they are';

create function private.photos_in_words(jersey_id uuid, photos jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('url', image.url, 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  join public.jersey_images image
    on image.jersey_id = photos_in_words.jersey_id and image.id = (photo.value ->> 'id')::uuid
$$;
comment on function private.photos_in_words is 'An arrangement for people: a list of url and kind';

create index jersey_images_alike on public.jersey_images
  using gin (private.likeness_quarters(likeness)) where likeness is not null;
comment on index public.jersey_images_alike is 'Pictures that look like another: moderation';

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
  using ((select public.is_admin((select auth.uid()))));

create policy "members delete images of their own jerseys, admins all" on public.jersey_images
  for delete to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    or exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
      and (suggestion_id is null or contributor_id = (select auth.uid()))
  );

create policy "visitors read images of public jerseys" on public.jersey_images
  for select to anon
  using (suggestion_id is null and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (
    exists (select from public.jerseys where jerseys.id = jersey_id)
    -- One that waits is its contributor's, who suggested it.
    and (suggestion_id is null or contributor_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))))
  );
