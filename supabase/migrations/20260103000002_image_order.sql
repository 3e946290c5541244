-- The order of a jersey's images, the first of which is its cover. Authors may not update images:
-- a file that was approved must stay that file. Another order shows nothing new, so it doesn't
-- bring the jersey back to the moderation queue.
create function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- An image added or removed meanwhile waits here, or is seen below.
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
