-- Who may write at all. An access token goes on for a while after its account was suspended, so the
-- account is asked, not the token; and once per statement, so that nothing is slower for it.
-- Reading is never refused: what a member sees, visitors see too.

create function private.check_standing() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
end $$;

create function private.require_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  return null;
end $$;

-- The same as a question, for the policies of storage, whose tables are not ours to put triggers on.
create function private.in_good_standing() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from auth.users
    where id = auth.uid() and (is_anonymous or coalesce(banned_until > now(), false)))
$$;

revoke execute on function
  private.check_standing, private.require_standing, private.in_good_standing from public;
grant execute on function private.in_good_standing to authenticated;

-- On what is written by request only: a trigger of another table, or a function with its owner's
-- rights, has its own rules.
create function private.guard_writes(kept regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create trigger %I before insert or update or delete on %s for each statement
       when (current_user = ''authenticated'') execute function private.require_standing()',
    (select relname from pg_catalog.pg_class where oid = kept) || '_standing', kept);
end $$;
comment on function private.guard_writes is
  'To be called in the migration of every table that members write to';
revoke execute on function private.guard_writes from public;

do $$
declare
  kept regclass;
begin
  for kept in
    select oid from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (has_table_privilege('authenticated', oid, 'delete')
        or has_any_column_privilege('authenticated', oid, 'insert')
        or has_any_column_privilege('authenticated', oid, 'update'))
  loop
    perform private.guard_writes(kept);
  end loop;
end $$;

create policy "suspended and anonymous accounts upload nothing" on storage.objects
  as restrictive for insert to authenticated
  with check ((select private.in_good_standing()));
create policy "suspended and anonymous accounts replace nothing" on storage.objects
  as restrictive for update to authenticated
  using ((select private.in_good_standing()));
create policy "suspended and anonymous accounts delete nothing" on storage.objects
  as restrictive for delete to authenticated
  using ((select private.in_good_standing()));

create or replace function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  -- An image added or removed meanwhile waits here, or is seen below.
  perform from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  if (select coalesce(array_agg(id order by id), '{}') from public.jersey_images
      where jersey_images.jersey_id = order_images.jersey_id)
    is distinct from (select coalesce(array_agg(id order by id), '{}') from unnest(image_ids) id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1;
end $$;
