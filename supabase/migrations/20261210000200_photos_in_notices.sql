-- Notices about photos say what each shows (front, back …): whoever suggested three knows which one was refused.

create function private.photo_kind(address text, jersey_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select image.kind from public.jersey_images image
     where image.path = shown.path and image.jersey_id = photo_kind.jersey_id limit 1),
    (select photo.kind from public.suggestion_photos photo where photo.path = shown.path limit 1),
    -- One that was taken out.
    (select revision.stored -> 'image' ->> 'kind' from public.revisions revision
     where revision.target_type = 'jersey' and revision.target_id = photo_kind.jersey_id
       and revision.stored -> 'image' ->> 'path' = shown.path
     order by revision.id desc limit 1))
  from private.storage_path(address) shown(path)
$$;
comment on function private.photo_kind is 'What a photo of a jersey shows, also one that is only suggested or was taken out; null if nobody said';

create function private.name_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.changes := (
    select jsonb_agg(
      case when change ->> 'field' = 'image'
        then change || jsonb_build_object(
          'kind', private.photo_kind(coalesce(change ->> 'after', change ->> 'before'), new.jersey_id))
        else change end
      order by place)
    from jsonb_array_elements(new.changes) with ordinality told(change, place));
  return new;
end $$;
comment on function private.name_photos is 'Adds to each photo of a notice what it shows';

create trigger notices_name_photos before insert on public.notices
for each row when (jsonb_typeof(new.changes) = 'array' and new.changes @> '[{"field": "image"}]')
execute function private.name_photos();

revoke execute on function private.photo_kind, private.name_photos from public;
