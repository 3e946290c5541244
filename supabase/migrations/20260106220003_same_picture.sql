-- Pictures that look alike point moderators to shirts submitted twice. The browser says what a
-- picture looks like when it prepares it; nobody is believed for more than a hint.

alter table public.jersey_images add column likeness bit(128)
  constraint jersey_images_likeness_telling
    check (bit_count(substring(likeness from 1 for 64)) between 6 and 58);
comment on column public.jersey_images.likeness is
  'What it looks like: 64 bits of brightness, 64 of colour (app/domain/likeness.ts). Null: not known, or nothing much to see';
grant insert (likeness) on public.jersey_images to authenticated;

-- Two halves of 64 bits that differ in at most 7 have a quarter in which they differ in at most one.
create function private.likeness_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter << 16 | substring(likeness from quarter * 16 + 1 for 16)::integer)
  from generate_series(0, 3) quarter
$$;

create function private.likely_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter # flip)
  from unnest(private.likeness_quarters(likeness)) quarter,
    (select 0 as flip union all select 1 << place from generate_series(0, 15) place) flips
$$;
revoke execute on function private.likeness_quarters, private.likely_quarters from public;
grant execute on function private.likeness_quarters to authenticated, service_role;

create index jersey_images_alike on public.jersey_images
  using gin (private.likeness_quarters(likeness)) where likeness is not null;
comment on index public.jersey_images_alike is 'Moderation: pictures that look like another';

create function public.same_pictures(jersey_id uuid)
returns table (other_id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators compare pictures.';
  end if;
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(own.likeness from 65)) colors
    from (
      -- Bounded, whatever anybody may have uploaded thousands of.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(own.likeness)
        and image.likeness is not null and image.jersey_id <> own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected'
  where own.jersey_id = same_pictures.jersey_id and own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;
comment on function public.same_pictures is
  'Jerseys with a picture that looks like one of this jersey''s, the likest first';
revoke execute on function public.same_pictures from public, anon;
grant execute on function public.same_pictures to authenticated, service_role;
