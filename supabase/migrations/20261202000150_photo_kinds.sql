-- What each photo of a jersey shows, and reading and comparing the arrangement of a jersey's photos: their order and kinds.

alter table public.jersey_images
  add column kind text
    constraint jersey_images_kind_known check (kind in ('front', 'back', 'detail', 'label', 'worn'));
comment on column public.jersey_images.kind is 'What the photo shows; null: nobody has said';

create function private.photos_of(jersey_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and image.edit_id is null
$$;
comment on function private.photos_of is 'The arrangement of a jersey''s public photos: a list of id and kind, the cover first';

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
    on image.jersey_id = photos_in_words.jersey_id and image.id = (photo.value ->> 'id')::uuid and image.edit_id is null
$$;
comment on function private.photos_in_words is 'An arrangement for people: a list of url and kind';

revoke execute on function
  private.photos_of, private.photos_in, private.arranged_photos, private.photos_in_words
from public;
