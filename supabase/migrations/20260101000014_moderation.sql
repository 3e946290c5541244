-- Errors carry a stable word as their message, and as their code an HTTP status in the form that
-- PostgREST reads (PT409 → 409).

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

  -- The second of two administrators waits here, and then reads what the first one wrote.
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
  'Decides on a jersey in the queue (pending, or edited since the last decision); one that is not in the queue only with overrule';

create function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := jersey_changes.jersey_id;
  -- When the first edit since the last decision put the jersey back into the queue.
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
  -- An image added and removed again meanwhile is no difference.
  select 'image',
    max(log.before ->> 'url') filter (where log.action = 'delete'),
    max(log.after ->> 'url') filter (where log.action = 'insert')
  from public.audit_log log
  where log.table_name = 'jersey_images' and log.row_id = jersey
    and log.action in ('insert', 'delete') and log.at >= since
  group by coalesce(log.after, log.before) ->> 'id'
  having count(*) = 1;
end $$;
comment on function public.jersey_changes is
  'What differs from the version last decided on: a row per field, and one per image added or removed';

revoke execute on function public.moderate_jersey, public.jersey_changes from public, anon;
grant execute on function public.moderate_jersey, public.jersey_changes to authenticated, service_role;
