-- Imports bring wishes and votes, too: those of an exported collection. What is there already stays as it is; undoing takes
-- away what the import brought and its owner hasn't changed since. An export of any collection fits into one import.

alter table public.collection_imports
  drop constraint collection_imports_line_count_range,
  add constraint collection_imports_line_count_range check (line_count between 1 and 50000),
  add column wishes integer not null default 0,
  add column votes integer not null default 0,
  add column photos integer not null default 0;
comment on column public.collection_imports.added is 'Copies that it added';
comment on column public.collection_imports.wishes is 'Wishes that it added';
comment on column public.collection_imports.votes is 'Votes that it cast';
comment on column public.collection_imports.photos is 'Photos that it brought, as of its last batch';
update private.write_limits set most = case span when '1 hour' then 100000 else 300000 end
where kind = 'matched_lines';
update private.write_limits set most = case span when '1 hour' then 60000 else 200000 end
where kind = 'imported_lines';

create table private.imported_wishes (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  wish_id uuid not null references public.user_wishlists (id) on delete cascade,
  said jsonb not null,
  primary key (import_id, wish_id)
);
comment on table private.imported_wishes is 'Wishes that an import added, for its undoing; deleted when that ends';
comment on column private.imported_wishes.said is 'What the wish said then: something else now means that its owner changed it since';
create index imported_wishes_by_wish on private.imported_wishes (wish_id);

create table private.imported_votes (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  -- No reference: a merge moves votes to another jersey.
  jersey_id uuid not null,
  vote text not null,
  cast_at timestamptz not null,
  primary key (import_id, jersey_id)
);
comment on table private.imported_votes is 'Votes that an import cast, for its undoing; deleted when that ends';
comment on column private.imported_votes.cast_at is
  'Another time now means that its owner switched the vote since, or withdrew it and voted again';
alter table private.imported_wishes enable row level security;
alter table private.imported_votes enable row level security;
revoke all on private.imported_wishes, private.imported_votes from public, anon, authenticated, service_role;

-- Matching: a wish or a vote is about a jersey of the catalogue, and is there already or not.

-- With its caller's rights, as the candidates are.
create function private.mark_candidates(kind text, candidates jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(candidate || jsonb_build_object('mine', case kind
      when 'wish' then (
        select 'wish' from public.user_wishlists wish
        where wish.user_id = (select auth.uid()) and wish.jersey_id = jersey.id)
      else (
        select vote.vote from public.jersey_votes vote
        where vote.voter_id = (select auth.uid()) and vote.jersey_id = jersey.id) end) order by place), '[]')
  from jsonb_array_elements(candidates) with ordinality as found (candidate, place)
  join public.jerseys jersey on jersey.id = (candidate ->> 'id')::uuid
  where kind = 'wish' or (jersey.status = 'approved' and jersey.is_active)
$$;
comment on function private.mark_candidates is
  'Jerseys that a wish or a vote may be about, each with the caller''s own (`mine`). Votes are on public jerseys only';

create or replace function public.match_copies(lines jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  line jsonb;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  answers jsonb := '[]';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line in select value from jsonb_array_elements(lines) loop
    known := null;
    if line ->> 'kind' is null then
      select to_jsonb(copy) - 'owner_id' - 'import_key' into known
      from public.copies copy
      where copy.owner_id = member
        and (copy.import_key = private.import_key(line ->> 'key')
          or private.is_uuid(line ->> 'id') and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid)
      order by copy.removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when line #>> '{jersey,team}' is null then '[]'
      else private.line_candidates(line -> 'jersey', private.line_teams(left(line #>> '{jersey,team}', 120))) end;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := answers || jsonb_build_array(jsonb_build_object('known', known, 'candidates', candidates));
  end loop;
  return answers;
end $$;
comment on function public.match_copies is
  'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about. `kind` is `wish` or `vote`, none for a copy. At most 200 lines';

-- Importing. Everybody locks in one order: jerseys, the member, rows. So votes come first, which move their jerseys' counters.

create function private.votable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = votable_jersey.id and jersey.status = 'approved' and jersey.is_active)
$$;
comment on function private.votable_jersey is 'Twin of the policies of jersey_votes, for functions with their owner''s rights';

create function private.import_votes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.votable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  -- A member's votes take turns (private.begin_votes()).
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.votable_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
end $$;

create function private.said_of_wish(wish public.user_wishlists) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('size_scale', wish.size_scale, 'size', wish.size, 'highest_price', wish.highest_price,
    'currency', wish.currency, 'note', wish.note)
$$;

create function private.import_wishes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (where not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wish (
      user_id, jersey_id, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict (user_id, jersey_id) do nothing
    returning wish.id, private.said_of_wish(wish) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $$;

create or replace function public.import_copies(import uuid, lines jsonb, is_last boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  member constant uuid := auth.uid();
  batch private.import_line[];
  gone text[];
  gone_marks text[];
begin
  perform private.check_standing();
  perform private.check_lines(lines);
  own := private.own_import(import);
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  perform private.count_write('imported_lines', jsonb_array_length(lines));
  gone_marks := private.import_votes(own, lines) || private.import_wishes(own, lines);

  select array_agg(row (line.place, line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  with added as (
    insert into public.copies (
      owner_id, jersey_id, former_jersey, import_key, created_at, size_scale, size, version, condition, printed_name,
      printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since,
      storage_place, notes)
    select member, case when facts is null then (copy).jersey_id end, facts, (copy).import_key,
      greatest(least(coalesce((copy).created_at, now()), now()), '1900-01-01'), (copy).size_scale, (copy).size, (copy).version,
      (copy).condition, (copy).printed_name, (copy).printed_number, (copy).is_signed, (copy).signed_by,
      (copy).certificate, (copy).price, (copy).currency, (copy).bought_on, (copy).bought_from, (copy).lent_to,
      (copy).lent_since, (copy).storage_place, (copy).notes
    from unnest(batch)
    where not is_change and not was_done and key <> all (gone)
    order by place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;

  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select mine.id, to_jsonb(mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies mine on mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and mine.owner_id = member
      and mine.updated_at = (batch.copy).updated_at
    order by mine.id for update of mine
  ),
  changed as (
    update public.copies copy set
      size_scale = (line).size_scale, size = (line).size, version = (line).version, condition = (line).condition,
      printed_name = (line).printed_name, printed_number = (line).printed_number, is_signed = (line).is_signed,
      signed_by = (line).signed_by, certificate = (line).certificate, price = (line).price,
      currency = (line).currency, bought_on = (line).bought_on, bought_from = (line).bought_from,
      lent_to = (line).lent_to, lent_since = (line).lent_since, storage_place = (line).storage_place,
      notes = (line).notes
    from old where copy.id = old.id
    returning copy.id, copy.updated_at, (old.line).import_key as key, old.before
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;

  update public.collection_imports set
    added = (select count(*) from private.imported_lines where import_id = own.id and before is null),
    changed = (select count(*) from private.imported_lines where import_id = own.id and before is not null),
    wishes = (select count(*) from private.imported_wishes where import_id = own.id),
    votes = (select count(*) from private.imported_votes where import_id = own.id),
    photos = (select count(*) from public.copy_photos where import_id = own.id),
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where id = own.id;
  return jsonb_build_object(
    'gone', to_jsonb(gone || gone_marks),
    'done', (
      select coalesce(jsonb_object_agg(batch.key, done.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines done
        on done.import_id = own.id and done.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_copies is
  'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys whose jersey is gone';

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
    and vote.jersey_id = coalesce(redirect.into_id, brought.jersey_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.said_of_wish(wish) = brought.said;
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
comment on function public.undo_import is
  'Takes back a whole import of the caller''s within seven days, all at once. Copies that were changed since stay and are named; wishes and votes that were changed since stay';

create or replace function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from private.imported_wishes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from private.imported_votes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and import.created_at < now() - older_than;
  return swept;
end $$;

revoke execute on function
  private.mark_candidates, private.votable_jersey, private.import_votes, private.said_of_wish, private.import_wishes
from public;
-- match_copies runs with its caller's rights.
grant execute on function private.mark_candidates to authenticated;
