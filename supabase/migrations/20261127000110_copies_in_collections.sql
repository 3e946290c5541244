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

-- Everybody locks in one order: the jersey, the member, the rows. A member who took rows first would wait for one who
-- has the turn and waits for those rows.
create function private.take_turn() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array[auth.uid()]);
  return null;
end $$;

-- The reference to the jersey would be locked after the member.
create function private.take_turn_for_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where id = new.jersey_id for key share;
  perform private.lock_collections(array[auth.uid()]);
  return new;
end $$;

create trigger copies_turn_insert before insert on public.copies
for each row when (current_user = 'authenticated') execute function private.take_turn_for_jersey();
-- Other details need no turn.
create trigger copies_turn_update before update of jersey_id, removed_at on public.copies
for each statement when (current_user = 'authenticated') execute function private.take_turn();
create trigger copies_turn_delete before delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.take_turn();
create trigger user_collections_turn_insert before insert on public.user_collections
for each row when (current_user = 'authenticated') execute function private.take_turn_for_jersey();
create trigger user_collections_turn_delete before delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.take_turn();
-- The first photo gives a copy details. Who takes the jersey out meanwhile must see it, or would delete both.
create trigger copy_photos_turn_insert before insert on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.take_turn();

-- What was collected before copies had details. More than the limit of copies may have been collected. No trigger below
-- has anything to add to it.
alter table public.copies disable trigger copies_limit;
insert into public.copies (owner_id, jersey_id, created_at)
select user_id, jersey_id, created_at from public.user_collections;
alter table public.copies enable trigger copies_limit;

create function private.collect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  insert into public.user_collections (user_id, jersey_id)
  select owner_id, jersey_id from unnest(owners, jerseys) pair (owner_id, jersey_id)
  order by owner_id, jersey_id
  on conflict do nothing;
end $$;
comment on function private.collect is 'Puts jerseys into collections whose owners have a copy. Pairs, each once';

create function private.uncollect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  delete from public.user_collections collected using unnest(owners, jerseys) pair (owner_id, jersey_id)
  where collected.user_id = pair.owner_id and collected.jersey_id = pair.jersey_id
    and not exists (
      select from public.copies own
      where own.owner_id = pair.owner_id and own.jersey_id = pair.jersey_id and own.removed_at is null);
end $$;
comment on function private.uncollect is 'Takes jerseys out of collections that have no copy of them left. Pairs, each once';

-- Triggers of statements fire for no row too. Each function below ends there, or two would call each other for ever.
-- They look at each jersey of a member once, however many copies of it change: the time for n copies must not be that of
-- n * n. A join of the rows before and after could be: its plan is made for the first statement, which may be a short one.

create function private.collect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from added where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.uncollect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from gone where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.follow_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from added where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from gone where removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from gone where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from added where removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
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

create trigger copies_collected after insert on public.copies
referencing new table as added
for each statement execute function private.collect_copies();
create trigger copies_followed after update on public.copies
referencing old table as gone new table as added
for each statement execute function private.follow_copies();
create trigger copies_uncollected after delete on public.copies
referencing old table as gone
for each statement execute function private.uncollect_copies();

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
  perform private.lock_collections(array(select owner_id from public.copies where jersey_id = old.id));
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

create or replace function public.merge_jerseys(from_id uuid, into_id uuid, seen uuid[] default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  images integer;
  jersey public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators merge jerseys.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;
  -- Whose collections it changes, before their rows: see private.take_turn().
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id = gone
    union select owner_id from public.copies where jersey_id = gone));
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = gone and image.edit_id is null order by image.position, image.id)
    and exists (select from public.jerseys unseen where unseen.id = gone and unseen.status <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate is deleted with the other jersey.
  update public.jersey_votes moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id);
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.user_wishlists moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_wishlists own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.comments set jersey_id = kept where jersey_id = gone;
  update public.reports moved set target_id = kept
  where jersey_id = gone and not (status = 'open' and exists (
    select from public.reports own
    where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id));
  -- Images move behind the existing ones, up to the limit of five.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and edit_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  update public.jersey_images moved
  set jersey_id = kept, position = (
      select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
    ) + next.place
  from (
    select id, row_number() over (order by position, id) as place
    from public.jersey_images where jersey_id = gone and edit_id is null
  ) next
  where moved.id = next.id and next.place <= 5 - images;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;

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
  private.take_turn, private.take_turn_for_jersey, private.collect, private.uncollect, private.collect_copies,
  private.uncollect_copies, private.follow_copies, private.own_collected, private.remove_uncollected,
  private.check_copy_jersey, private.keep_copies, private.move_copies
from public;

-- A wish may say more too.
alter table public.user_wishlists
  add column size_scale text
    constraint user_wishlists_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  add column size text constraint user_wishlists_size_length check (char_length(size) <= 20),
  add column highest_price numeric
    constraint user_wishlists_highest_price_range check (highest_price between 0 and 1000000)
    constraint user_wishlists_highest_price_cents check (scale(highest_price) <= 2),
  add column currency text
    constraint user_wishlists_currency_known check (private.is_currency(currency)),
  add column note text constraint user_wishlists_note_length check (char_length(note) <= 500),
  add constraint user_wishlists_price_currency check ((highest_price is null) = (currency is null));
grant insert (size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;
grant update (size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;
create policy "members change their own wishes" on public.user_wishlists
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
