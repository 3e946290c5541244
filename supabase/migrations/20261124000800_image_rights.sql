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

-- From here on, functions that copy images copy their rights too.

create or replace function private.stage_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(new.jersey_id) is distinct from 'approved' then
    return null;
  end if;
  edit := private.open_edit(new.jersey_id);
  select image.id into back
  from public.jersey_edits waiting
  join public.jersey_images image
    on image.jersey_id = waiting.jersey_id and image.id = any (waiting.removed_images)
  where waiting.id = edit and image.url = new.url and image.alt is not distinct from new.alt
    -- The same photo under another licence is a change.
    and image.licence = new.licence and image.rights_stated = new.rights_stated
  order by image.position, image.id limit 1;
  perform set_config('maillotheque.staging', 'on', true);
  if back is null then
    update public.jersey_images set edit_id = edit where id = new.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = new.id;
    update public.jersey_images set id = new.id where id = back;
    update public.jersey_edits set removed_images = array_remove(removed_images, back) where id = edit;
  end if;
  perform private.settle_edit(new.jersey_id);
  return null;
end $$;

create or replace function private.stage_image_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  kept constant uuid := gen_random_uuid();
begin
  if private.locked_status(old.jersey_id) is distinct from 'approved' then
    return null;
  end if;
  edit := private.open_edit(old.jersey_id);
  update public.jersey_edits
  set removed_images = case when old.edit_id is null then removed_images || kept else removed_images end,
    image_order = array_remove(image_order, old.id)
  where id = edit;
  if old.edit_id is null then
    perform set_config('maillotheque.staging', 'on', true);
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated)
    values (
      kept, old.jersey_id, old.url, old.alt, old.position, old.likeness, old.version, old.licence,
      old.rights_stated);
  end if;
  perform private.settle_edit(old.jersey_id);
  return null;
end $$;

create or replace function private.changes_since_decision(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := changes_since_decision.jersey_id;
  -- When the first edit after the last decision returned the jersey to the queue.
  since timestamptz;
begin
  select log.at into since
  from public.audit_log log join public.jerseys on jerseys.id = changes_since_decision.jersey_id
  where log.table_name = 'jerseys' and log.row_id = jersey and jerseys.edited_at is not null
    and log.before -> 'edited_at' = 'null' and log.after -> 'edited_at' <> 'null'
  order by log.id desc limit 1;
  return query
  select edit.* from (
    select key,
      (array_agg(log.before ->> key order by log.id))[1],
      (array_agg(log.after ->> key order by log.id desc))[1]
    from public.audit_log log, jsonb_object_keys(log.after) key
    where log.table_name = 'jerseys' and log.row_id = jersey
      and log.action = 'update' and log.at >= since
      and key in ('title', 'description', 'edition', 'external_link')
    group by key
  ) edit (field, before, after)
  where edit.before is distinct from edit.after
  union all
  -- An image added and removed again is no difference. Clients make the ids: one that is used again for another
  -- picture counts as one image removed and one added.
  select 'image',
    case when sum(moved.n) < 0 then moved.url end,
    case when sum(moved.n) > 0 then moved.url end
  from (
    select image ->> 'id' as id, image ->> 'url' as url, image ->> 'alt' as alt,
      -- Entries of the log from before this migration name no licence.
      coalesce(image ->> 'licence', 'shown-here-only') as licence,
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt, moved.licence
  having sum(moved.n) <> 0;
end $$;

create or replace function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  change record;
  -- Later entries are of this function's own deletions.
  newest constant bigint := (select max(id) from public.audit_log);
  shown constant text[] := array(
    select images.path from public.jersey_images images where images.jersey_id = revert_jersey.jersey_id);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  perform private.lock_images(array[revert_jersey.jersey_id]);
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  delete from public.jersey_edits edit where edit.jersey_id = jersey.id;
  -- Without an edit, the changes are in the jersey itself.
  -- Added images are deleted first, to leave room for those that come back.
  for change in
    select * from private.changes_since_decision(jersey.id)
    where not found order by field = 'image' and before is not null
  loop
    if change.field <> 'image' then
      execute format('update public.jerseys set %I = $1 where id = $2', change.field)
      using change.before, jersey.id;
    elsif change.before is null then
      delete from public.jersey_images images
      where images.jersey_id = jersey.id and images.url = change.after;
    else
      insert into public.jersey_images (
        id, jersey_id, url, alt, position, likeness, version, licence, rights_stated)
      select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
        coalesce(image.version, gen_random_uuid()),
        coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false)
      from public.audit_log log
      cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
      where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
        and log.action = 'delete' and image.url = change.before and log.id <= newest
        -- An image whose file is gone stays deleted.
        and (image.path is null or image.path = any(shown) or private.is_image_in_use(image.path))
      order by log.id desc limit 1;
    end if;
  end loop;
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;
