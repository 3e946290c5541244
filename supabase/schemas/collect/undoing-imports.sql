-- Undoing an import of a list takes away what it added and gives back what it changed.
-- What the owner changed since stays.
-- What is kept for undoing goes a week after the import.

create function public.undo_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  delete from public.jersey_votes vote using private.imported_votes iv_brought
  left join public.jersey_redirects redirect on redirect.from_id = iv_brought.jersey_id
  where iv_brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (iv_brought.jersey_id, redirect.into_id)
    and vote.vote = iv_brought.vote and vote.cast_at = iv_brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wishlist using private.imported_wishes iw_brought
  where iw_brought.import_id = own.id and wishlist.id = iw_brought.wish_id and private.wish_details(wishlist) = iw_brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  restored := (select count(*) from private.write_details(array(
    select jsonb_populate_record(null::public.copies, line.before)
    from private.imported_lines line
    join public.copies copy on copy.id = line.copy_id
    where line.import_id = own.id and line.before is not null and not private.is_changed_since(line, copy))));
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $$;
comment on function public.undo_import is
  'Takes back a whole import of the caller''s within seven days, all at once. Copies that were changed since stay and are named; wishes and votes that were changed since stay';

create function private.is_changed_since(line private.imported_lines, copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select copy.updated_at <> line.version
    or line.before is null and exists (
      select from public.copy_photos photo
      where photo.copy_id = copy.id and photo.import_id is distinct from line.import_id)
$$;

-- Lists and pages are those of room `show`, whose tables come later.
create function public.undo_import_effects(import uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'listed', count(*) filter (where exists (
        select from public.list_items item join public.lists list on list.id = item.list_id
        where item.copy_id = copy.id and private.is_shown_list(list))),
      'shown', count(*) filter (where showcase.is_open
        and (jersey.id is not null or copy.jersey_id is null and private.is_shown_own(copy.former_jersey))))
    from public.collection_imports own
    join private.imported_lines line on line.import_id = own.id and line.before is null
    join public.copies copy on copy.id = line.copy_id and copy.removed_at is null and not private.is_changed_since(line, copy)
    left join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.showcases showcase on showcase.member_id = own.owner_id
    where own.id = undo_import_effects.import and own.owner_id = auth.uid());
end $$;
comment on function public.undo_import_effects is
  'How many of the copies that undo_import() would delete others see: in public lists (`listed`), and on the page of the caller (`shown`)';

create function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from private.imported_wishes wish using public.collection_imports import
  where import.id = wish.import_id and import.created_at < now() - older_than;
  delete from private.imported_votes vote using public.collection_imports import
  where import.id = vote.import_id and import.created_at < now() - older_than;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  -- Without them an import that was left can't go on.
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and coalesce(import.finished_at, import.created_at + interval '1 year') < now() - older_than;
  return swept;
end $$;
comment on function public.sweep_imports is
  'Deletes what would undo imports that are too old for it, and imports after a year; returns how many lines';
