-- An image that its author removes after a decision can be brought back until the next one: its file
-- is held that long. What it was is in the audit log.

alter table public.storage_deletions add column held_for uuid;
comment on column public.storage_deletions.held_for is
  'The jersey on whose changes an administrator has yet to decide; until then the file stays';
create index storage_deletions_by_jersey on public.storage_deletions (held_for)
  where held_for is not null;

create or replace function private.queue_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (path) 'jerseys', path, jerseys.id,
    case when jerseys.id is null then now() else 'infinity' end
  from gone
  -- As private.note_image_edit(): the change of an author, not the end of the jersey.
  left join public.jerseys on jerseys.id = gone.jersey_id
    and jerseys.status <> 'pending' and jerseys.author_id = auth.uid()
    and not public.is_admin(auth.uid())
  where path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
  order by path, jerseys.id
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

create function private.release_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  return null;
end $$;
revoke execute on function private.release_files from public;

create trigger jerseys_settled after update of edited_at on public.jerseys
for each row when (old.edited_at is not null and new.edited_at is null)
execute function private.release_files();

create trigger jerseys_gone after delete on public.jerseys
for each row execute function private.release_files();

-- Nor may the author put another file in the place of one that could come back.
create or replace function private.is_image_in_use(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
$$;

create or replace function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  change record;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  -- What was added goes first, to leave room for what comes back.
  for change in
    select * from public.jersey_changes(jersey.id) order by field = 'image' and before is not null
  loop
    if change.field <> 'image' then
      execute format('update public.jerseys set %I = $1 where id = $2', change.field)
      using change.before, jersey.id;
    elsif change.before is null then
      delete from public.jersey_images images
      where images.jersey_id = jersey.id and images.url = change.after;
    else
      insert into public.jersey_images (id, jersey_id, url, alt, position, likeness)
      select image.id, jersey.id, image.url, image.alt, image.position, image.likeness
      from public.audit_log log
      cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
      where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
        and log.action = 'delete' and image.url = change.before
        -- Its file may have gone before files were held.
        and (image.path is null or private.is_image_in_use(image.path))
      order by log.id desc limit 1;
    end if;
  end loop;
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;
comment on function public.revert_jersey is 'Goes back to the version last decided on';
