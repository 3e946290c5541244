-- Photos of suggestions: images of the jersey that only their member and reviewers see until they are accepted.
-- They count with those that are public: five of a member, twenty in all.
-- That public ones go is suggested, too.

create function private.wanted_photos(jersey_id uuid, suggestion public.suggestions) returns setof public.jersey_images
language sql stable security definer set search_path = ''
as $$
  select image.* from public.jersey_images image
  where image.jersey_id = wanted_photos.jersey_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$$;
comment on function private.wanted_photos is 'The photos of a jersey as a suggestion wants them';

create function private.removed_photos(jersey_id uuid, asked jsonb, removed jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(image.id order by image.position, image.id)
  from public.jersey_images image
  where image.jersey_id = removed_photos.jersey_id and image.suggestion_id is null
    and (asked ? image.id::text or coalesce(removed ? image.id::text, false))
$$;
comment on function private.removed_photos is 'The public photos that are asked to go, with those that a suggestion removes already; null: none';

create function private.is_photo_id_taken(photo_id uuid, jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jersey_images image where image.id = photo_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_photo_id_taken.jersey_id
        and suggestion.changes -> 'removed' ? photo_id::text)
$$;
comment on function private.is_photo_id_taken is
  'True if a photo has this id, or one had it that a suggestion removes: its verdict would be about both';

create function private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or private.is_photo_id_taken(picture.id, target) then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$$;
comment on function private.add_suggested_photos is
  'Adds these photos to a suggestion, each under its id if no other has or had it';

create function private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
  photo jsonb;
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  for photo in select value from jsonb_array_elements(photos) loop
    perform private.check_image_address(photo ->> 'url');
    if photo ->> 'kind' is null then
      raise not_null_violation using message = 'A suggested photo says what it shows.';
    elsif split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text then
      -- A file of somebody else could be exchanged after it was accepted.
      raise insufficient_privilege using
        message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
    end if;
  end loop;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) given
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(given ->> 'url')
          or image.suggestion_id is null and image.likeness::text = given ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      -- An own photo, or one of the own jersey, in another frame. Others' photos don't change hands.
      where suggestion.id is null and not (coalesce(removed ? image.id::text, false) and (
          image.contributor_id = member or exists (select from public.jerseys where id = target and author_id = member)))
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(given ->> 'url')) from jsonb_array_elements(photos) given) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $$;
comment on function private.check_suggested_photos is
  'Refuses photos that are no file of the member''s own, that the jersey has, or that find no room; `replaced`: the suggestion in whose place they come';
