-- Rights in photos. Whoever adds a photo states that they may share it, and under which licence. Earlier rows, and rows
-- of clients that state nothing, promise nothing: shown here only.

alter table public.jersey_images
  add column licence text not null default 'shown-here-only'
    constraint jersey_images_licence_known check (licence in ('CC-BY-SA-4.0', 'shown-here-only')),
  add column rights_stated boolean not null default false,
  add column contributor_id uuid references public.profiles (id) on delete set null,
  add constraint jersey_images_licence_stated check (licence = 'shown-here-only' or rights_stated);
comment on column public.jersey_images.licence is
  'What others may do with the photo. It stays when its contributor''s account is deleted';
comment on column public.jersey_images.rights_stated is
  'True if the contributor said that the photo is their own or that they may share it';
comment on column public.jersey_images.contributor_id is
  'Whom the photo is credited to: the member in whose folder its file is. Null: the account is deleted';
create index jersey_images_by_contributor on public.jersey_images (contributor_id);

-- Members state it when they add a photo. Later only administrators change it, like everything else of an image.
grant insert (licence, rights_stated) on public.jersey_images to authenticated;
grant update (licence) on public.jersey_images to authenticated;

-- The folder and not the caller: merges, reverts and staged edits move photos on behalf of somebody else.
create function private.credit_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.contributor_id := (
    select id from public.profiles
    where id::text = split_part(private.storage_path(new.url), '/', 1));
  return new;
end $$;
revoke execute on function private.credit_image from public;

create trigger jersey_images_credit before insert or update of url on public.jersey_images
for each row execute function private.credit_image();

-- No member's change: neither on record nor announced.
alter table public.jersey_images disable trigger user;
update public.jersey_images image set contributor_id = profile.id
from public.profiles profile
where profile.id::text = split_part(image.path, '/', 1);
alter table public.jersey_images enable trigger user;
