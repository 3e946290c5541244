-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if was_public or is_public then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_image(former public.jersey_images, image public.jersey_images)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if former.id is not null and former.suggestion_id is null or image.id is not null and image.suggestion_id is null then
    insert into private.changes (kind, id)
    select distinct 'jersey', id from unnest(array[former.jersey_id, image.jersey_id]) id where id is not null;
  end if;
end $function$
;

COMMENT ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) IS 'Notes for the worker the jersey of a photo that everybody sees, or saw';

set check_function_bodies = on;
-- end
