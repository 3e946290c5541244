alter table public.showcases add constraint showcases_teams_flat check (array_ndims(teams) = 1) not valid;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  -- REST makes a nested list an array of two dimensions, from which no element can be removed.
  clubs constant uuid[] := array(
    select named.id from unnest(teams) with ordinality as named (id, place)
    where named.id is not null group by named.id order by min(named.place));
  was jsonb;
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  was := private.shown_words(member);
  insert into public.showcases as stored (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), clubs)
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (clubs) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
  perform private.record_showcase(member, was);
end $$;

create or replace function public.undo_import(import uuid) returns jsonb
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
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  delete from public.jersey_votes vote using private.imported_votes brought
  left join public.jersey_redirects redirect on redirect.from_id = brought.jersey_id
  where brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (brought.jersey_id, redirect.into_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.wish_details(wish) = brought.said;
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

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
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

set check_function_bodies = on;
-- end
