-- How many members have a jersey in their collection. Collections are private (docs/product.md 7.2), so the number is
-- told to nobody, administrators included, while it is below three: one or two might be guessed.

create function public.collectors(jersey_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from public.user_collections shelf
  join public.jerseys jersey on jersey.id = shelf.jersey_id
  where shelf.jersey_id = collectors.jersey_id and jersey.status = 'approved' and jersey.is_active
  having count(*) >= 3
$$;
comment on function public.collectors is
  'How many members have a public jersey in their collection; null below three';

revoke execute on function public.collectors from public;
grant execute on function public.collectors to anon, authenticated, service_role;

-- The number is on the page of the jersey. Noted, not notified, for the reason given in public_changes.sql.
create function private.note_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outdated (jersey_id)
  select changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= (
      select count(*)
      from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  return null;
end $$;
comment on function private.note_collected is
  'Notes that the page of a jersey is outdated, because the number of its collectors has changed';

create trigger user_collections_tell
after insert or delete or update of jersey_id on public.user_collections
for each row execute function private.note_collected();

revoke execute on function private.note_collected from public;
