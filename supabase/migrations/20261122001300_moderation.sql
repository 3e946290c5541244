-- Moderation: decisions on jerseys, an author's changes since, going back to the version decided
-- on, and similar pictures. Errors have a stable word as their message and an HTTP status as their
-- code, in PostgREST's form (PT409 → 409).

create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  reason constant text := private.tidy(note);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators decide on jerseys.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;

  -- The second of two administrators waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', jersey.moderated_by, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = jersey.moderated_by)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey_id
  returning * into jersey;
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Decides on a jersey in the queue (pending, or edited since the last decision). Outside the queue it needs overrule';

create function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := jersey_changes.jersey_id;
  -- When the first edit after the last decision returned the jersey to the queue.
  since timestamptz;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators compare versions.';
  end if;
  select log.at into since
  from public.audit_log log join public.jerseys on jerseys.id = jersey_changes.jersey_id
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
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt
  having sum(moved.n) <> 0;
end $$;
comment on function public.jersey_changes is
  'What differs from the version last decided on: a row per field, and one per image added or removed';

create function public.revert_jersey(jersey_id uuid) returns public.jerseys
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
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  -- Added images are deleted first, to leave room for those that come back.
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
comment on function public.revert_jersey is 'Goes back to the version last decided on';

create function private.likely_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter # flip)
  from unnest(private.likeness_quarters(likeness)) quarter,
    (select 0 as flip union all select 1 << place from generate_series(0, 15) place) flips
$$;
comment on function private.likely_quarters is
  'The quarters of a likeness, and every quarter that differs from one of them in one bit';
revoke execute on function private.likely_quarters from public;

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
      -- Bounded: somebody may have uploaded thousands of similar pictures.
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
  'Jerseys with a picture that looks like one of this jersey''s, the most alike first: points out shirts submitted twice';

revoke execute on function
  public.moderate_jersey, public.jersey_changes, public.revert_jersey, public.same_pictures
from public, anon;
grant execute on function
  public.moderate_jersey, public.jersey_changes, public.revert_jersey, public.same_pictures
to authenticated, service_role;
