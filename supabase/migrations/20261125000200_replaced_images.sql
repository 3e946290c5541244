-- An author frames a photo of their jersey anew: another file in the place of the former one. One statement for both, so
-- that nothing is lost half way, and so that a jersey with five images never needs a sixth.

-- With the caller's rights: policies, limits, the log and staged edits apply as to a deletion and an insertion.
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
    join public.jersey_edits edit on edit.jersey_id = image.jersey_id and edit.image_order is not null
    where image.jersey_id = former.jersey_id and edit.author_id = (select auth.uid())
    order by array_position(edit.image_order, image.id), image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  delete from public.jersey_images image
  where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text;
  if not found then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
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
  'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it waits for review';
revoke execute on function public.replace_image from public, anon;
grant execute on function public.replace_image to authenticated;
