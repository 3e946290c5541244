-- Collections and copies: a jersey is in the collection exactly while its owner has a copy of it that is not removed.
-- `user_collections` keeps its calls: an insert owns a copy without details, a delete removes the copies.

create function private.is_detailed(copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select copy.is_signed
    or num_nonnulls(
      copy.size_scale, copy.size, copy.version, copy.condition, copy.printed_name, copy.printed_number, copy.price,
      copy.bought_on, copy.bought_from, copy.lent_to, copy.storage_place, copy.notes) > 0
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
$$;
comment on function private.is_detailed is 'True if its owner has said anything about the copy';
revoke execute on function private.is_detailed from public;

-- A member's changes take turns. Otherwise one tab's new copy would find the jersey still collected while another tab takes
-- its last copy out. Rows are locked, as a merge can touch more members than there is room for advisory locks.
create function private.lock_collections(owners uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = any (owners) order by id for no key update;
end $$;
revoke execute on function private.lock_collections from public;

-- Triggers of statements fire for no row too. Each function below ends there, or two would call each other for ever.

create function private.collect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform private.lock_collections(array(select owner_id from added));
  insert into public.user_collections (user_id, jersey_id)
  select distinct owner_id, jersey_id from added
  where jersey_id is not null and removed_at is null
  order by owner_id, jersey_id
  on conflict do nothing;
  return null;
end $$;

create function private.own_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from added));
  insert into public.copies (owner_id, jersey_id, created_at)
  select user_id, jersey_id, created_at from added
  where not exists (
    select from public.copies own
    where own.owner_id = added.user_id and own.jersey_id = added.jersey_id and own.removed_at is null);
  return null;
end $$;

create function private.remove_uncollected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from gone));
  delete from public.copies copy using gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null
    and not private.is_detailed(copy);
  update public.copies copy set removed_at = now() from gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null;
  return null;
end $$;

create function private.uncollect_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  perform private.lock_collections(array(select owner_id from gone));
  delete from public.user_collections collected using gone
  where collected.user_id = gone.owner_id and collected.jersey_id = gone.jersey_id
    and gone.removed_at is null
    and not exists (
      select from public.copies own
      where own.owner_id = gone.owner_id and own.jersey_id = gone.jersey_id and own.removed_at is null);
  return null;
end $$;

create trigger copies_collected after insert on public.copies
referencing new table as added
for each statement execute function private.collect_copies();
create trigger copies_collected_again after update on public.copies
referencing new table as added
for each statement execute function private.collect_copies();
create trigger copies_uncollected after delete on public.copies
referencing old table as gone
for each statement execute function private.uncollect_removed();
create trigger copies_uncollected_by_update after update on public.copies
referencing old table as gone
for each statement execute function private.uncollect_removed();

create trigger user_collections_owned after insert on public.user_collections
referencing new table as added
for each statement execute function private.own_collected();
create trigger user_collections_removed after delete on public.user_collections
referencing old table as gone
for each statement execute function private.remove_uncollected();

-- A member who changes which jersey a copy is of may choose among those they can read.
create function private.check_copy_jersey() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.jerseys where id = new.jersey_id) then
    raise insufficient_privilege using
      message = 'copy_jersey_unreadable', detail = 'There is no such jersey.';
  end if;
  new.former_jersey := null;
  return new;
end $$;
create trigger copies_jersey before update of jersey_id on public.copies
for each row when (current_user = 'authenticated' and new.jersey_id is distinct from old.jersey_id)
execute function private.check_copy_jersey();

-- The jersey is deleted, the shirt still hangs in the wardrobe.
create function private.keep_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set jersey_id = null, former_jersey = jsonb_strip_nulls(jsonb_build_object(
    'title', old.title, 'team', old.team, 'league', old.league, 'year', old.year, 'kit_type', old.kit_type,
    'brand', old.brand,
    'competition', (select name from public.competitions where id = old.competition_id),
    'season', (select code from public.seasons where id = old.season_id)))
  where jersey_id = old.id;
  return old;
end $$;
create trigger jerseys_keep_copies before delete on public.jerseys
for each row execute function private.keep_copies();

-- A merge notes where the jersey's address leads before it deletes the jersey: all of its copies go there.
create function private.move_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set jersey_id = new.into_id where jersey_id = new.from_id;
  return null;
end $$;
create trigger jersey_redirects_copies after insert on public.jersey_redirects
for each row execute function private.move_copies();

create function public.sweep_removed_copies(older_than interval default '30 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from public.copies where removed_at < now() - older_than;
  get diagnostics swept = row_count;
  return swept;
end $$;
comment on function public.sweep_removed_copies is 'Deletes copies that were removed long ago; returns how many';
revoke execute on function public.sweep_removed_copies from public, anon, authenticated;
grant execute on function public.sweep_removed_copies to service_role;

revoke execute on function
  private.collect_copies, private.own_collected, private.remove_uncollected, private.uncollect_removed,
  private.check_copy_jersey, private.keep_copies, private.move_copies
from public;

-- What was collected before copies had details.
insert into public.copies (owner_id, jersey_id, created_at)
select user_id, jersey_id, created_at from public.user_collections;

-- A wish may say more too.
alter table public.user_wishlists
  add column size_scale text
    constraint user_wishlists_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  add column size text constraint user_wishlists_size_length check (char_length(size) <= 20),
  add column highest_price numeric
    constraint user_wishlists_highest_price_range check (highest_price between 0 and 1000000)
    constraint user_wishlists_highest_price_cents check (highest_price = round(highest_price, 2)),
  add column currency text
    constraint user_wishlists_currency_known check (private.is_currency(currency)),
  add column note text constraint user_wishlists_note_length check (char_length(note) <= 500),
  add constraint user_wishlists_price_currency check ((highest_price is null) = (currency is null));
grant insert (size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;
grant update (size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;
create policy "members change their own wishes" on public.user_wishlists
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
