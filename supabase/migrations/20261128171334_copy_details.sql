-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with added as (
    insert into public.copies
    select new_copy.* from unnest(batch) batch
    cross join lateral jsonb_populate_record(batch.copy, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', own.owner_id, 'former_jersey', batch.facts,
      'jersey_id', case when batch.facts is null then (batch.copy).jersey_id end,
      'created_at', private.import_time(own, (batch.copy).created_at, batch.place), 'updated_at', now())) new_copy
    where not batch.is_change and not batch.was_done and batch.key <> all (gone)
    order by batch.place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;
end $function$
;

CREATE OR REPLACE FUNCTION private.change_copies(own public.collection_imports, batch private.import_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select c_mine.id, to_jsonb(c_mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies c_mine on c_mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and c_mine.owner_id = own.owner_id
      and c_mine.updated_at = (batch.copy).updated_at
    order by c_mine.id for update of c_mine
  ),
  changed as (
    select copy.id, copy.updated_at, (old.line).import_key as key, old.before
    from private.write_details(array(select line from old)) copy join old on old.id = copy.id
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.copy_details(copy jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(copy) = 'object' then copy - array['id', 'owner_id', 'jersey_id', 'former_jersey',
    'created_at', 'updated_at', 'removed_at', 'import_key'] else '{}' end
$function$
;

CREATE OR REPLACE FUNCTION private.is_detailed(copy public.copies)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from jsonb_each(private.copy_details(to_jsonb(copy))) where value not in ('null', 'false'))
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
$function$
;

CREATE OR REPLACE FUNCTION private.line_of_copy(line jsonb)
 RETURNS public.copies
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_populate_record(null::public.copies, '{"is_signed": false}'
    || jsonb_strip_nulls(private.copy_details(line -> 'details') || jsonb_build_object(
      'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
      'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$function$
;

CREATE OR REPLACE FUNCTION private.write_details(said public.copies[])
 RETURNS SETOF public.copies
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.copies copy set
    size_scale = s.size_scale, size = s.size, version = s.version, condition = s.condition,
    printed_name = s.printed_name, printed_number = s.printed_number, is_signed = s.is_signed, signed_by = s.signed_by,
    certificate = s.certificate, price = s.price, currency = s.currency, bought_on = s.bought_on,
    bought_from = s.bought_from, lent_to = s.lent_to, lent_since = s.lent_since, storage_place = s.storage_place,
    notes = s.notes
  from unnest(said) s where copy.id = s.id
  returning copy.*
$function$
;

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

COMMENT ON FUNCTION "private"."copy_details"(jsonb) IS 'What its owner says about a copy: all columns but these. app/collect/domain/copies/copy-details.ts has the same';

COMMENT ON FUNCTION "private"."write_details"(public.copies[]) IS 'Gives copies the details of these rows, found by their ids; returns the copies as stored';

REVOKE ALL ON FUNCTION "private"."copy_details"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_details"(public.copies[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
