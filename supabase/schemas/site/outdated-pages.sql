-- Which kept pages a write makes outdated (docs/decisions/023-page-cache-invalidation.md).
-- A trigger publishes on channel `outdated_pages`; servers drop those pages.
-- Of votes, collections and lists the worker publishes.

create function private.invalidate_pages(id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('outdated_pages', invalidate_pages.id::text);
  end if;
end $$;
comment on function private.invalidate_pages is 'Tells servers that pages for which this row was read are outdated';

create function private.note_thing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A line-up may leave one team for another.
  insert into private.changes (kind, id)
  select distinct tg_argv[0], (written ->> coalesce(tg_argv[1], 'id'))::uuid
  from unnest(array[to_jsonb(old), to_jsonb(new)]) written where written is not null;
  perform pg_notify('outdated_pages', '*');
  return null;
end $$;
comment on function private.note_thing is
  'Notes for the worker what changed, and tells servers that every page is outdated. Arguments: what kind of thing, and the column with its id';

create function private.invalidate_pages_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.invalidate_pages((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end $$;
comment on function private.invalidate_pages_of_row is
  'Tells servers that the pages of a row are outdated. Argument: the column that names the row';

-- A vote must not notify in its own transaction: PostgreSQL lets only one transaction that notifies commit at a time. The worker
-- does, for many at once.
create function private.publish_pages(ids uuid[]) returns void
language sql set search_path = ''
as $$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('outdated_pages', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message
    from public.jerseys where id = any (ids) and status = 'approved' and is_active) numbered
  group by message
$$;
comment on function private.publish_pages is 'Tells servers that the pages of these jerseys are outdated, of those that are public';
