-- Imports of lists into a collection: copies, wishes and votes.
-- A line that was imported before is changed, not added.
-- What each import did is kept until it can't be undone any more.

create table public.collection_imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  file_name text not null default ''
    constraint collection_imports_file_name_length check (char_length(file_name) <= 200),
  line_count integer not null,
  added integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  wishes integer not null default 0,
  votes integer not null default 0,
  photos integer not null default 0,
  constraint collection_imports_line_count_range check (line_count between 1 and 50000)
);
comment on table public.collection_imports is 'Imports of lists into collections: their owner''s alone';
comment on column public.collection_imports.finished_at is 'Null while batches are missing: it can be resumed in the browser that has the file';
comment on column public.collection_imports.added is 'Copies that it added';
comment on column public.collection_imports.wishes is 'Wishes that it added';
comment on column public.collection_imports.votes is 'Votes that it cast';
comment on column public.collection_imports.photos is 'Photos that it brought, as of its last batch';

create index collection_imports_list on public.collection_imports (owner_id, created_at desc, id desc);
comment on index public.collection_imports_list is 'A member''s imports, newest first: account';

alter table public.collection_imports enable row level security;
revoke all on public.collection_imports from anon, authenticated;
grant select on public.collection_imports to authenticated;
grant select, insert, update, delete on public.collection_imports to service_role;
grant insert (id, file_name, line_count) on public.collection_imports to authenticated;

create table private.imported_lines (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  key text not null,
  copy_id uuid not null references public.copies (id) on delete cascade,
  version timestamptz not null,
  before jsonb,
  primary key (import_id, key)
);
comment on table private.imported_lines is 'What an import did, for its undoing; deleted when that ends';
comment on column private.imported_lines.version is 'updated_at of the copy after the import: another one now means that its owner changed it since';
comment on column private.imported_lines.before is 'The copy before it was changed; null if it was added';

create table private.imported_wishes (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  wish_id uuid not null references public.user_wishlists (id) on delete cascade,
  said jsonb not null,
  primary key (import_id, wish_id)
);
comment on table private.imported_wishes is 'Wishes that an import added, for its undoing; deleted when that ends';
comment on column private.imported_wishes.said is 'What the wish said then: something else now means that its owner changed it since';

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

create index imported_lines_by_copy on private.imported_lines (copy_id);

create index imported_wishes_by_wish on private.imported_wishes (wish_id);

create function private.import_key(key text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select encode(sha256(convert_to(key, 'UTF8')), 'hex') $$;

-- A batch that is no list of at most 200 objects is refused before anything is read.
create function private.check_lines(lines jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 200
    or jsonb_path_exists(lines, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using
      message = 'lines_malformed', detail = 'Send a list of at most 200 objects.';
  end if;
end $$;

create function private.line_of_copy(line jsonb) returns public.copies
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.copies, '{"is_signed": false}'
    || jsonb_strip_nulls(private.copy_details(line -> 'details') || jsonb_build_object(
      'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
      'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$$;

-- What is kept of a jersey that the catalogue doesn't have; null if it names no title, team and league.
create function private.facts_of_line(facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(said.title, 160), 'team', left(said.team, 120), 'league', facts ->> 'league',
    'competition', left(said.competition, 120),
    'season', substring(facts ->> 'season' from '^[0-9]{4}(?:-[0-9]{2})?$'),
    'year', substring(facts ->> 'year' from '^[0-9]{4}$')::integer,
    'kit_type', case when facts ->> 'kit_type' = any (private.kit_types()) then facts ->> 'kit_type' end,
    'brand', left(said.brand, 80)))
  from (
    select private.said_text(facts, 'title') as title, private.said_text(facts, 'team') as team,
      private.said_text(facts, 'competition') as competition, private.said_text(facts, 'brand') as brand) said
  where said.title is not null and said.team is not null and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT', 'OTHER')
$$;

-- The caller may read it, and it is not removed. Its author and administrators still read a removed one: an import says of
-- its line that the jersey is gone, and saves the others.
create function private.readable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = readable_jersey.id
      and ((jersey.status = 'approved' and jersey.is_active)
        or (jersey.author_id = auth.uid() or public.is_admin(auth.uid()))
          and not private.is_gone(readable_jersey.id)))
$$;
comment on function private.readable_jersey is
  'True if the caller reads a jersey that was neither merged nor removed: an import may say something about it';

create function private.own_import(id uuid) returns public.collection_imports
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
begin
  select * into own from public.collection_imports import
  where import.id = own_import.id and import.owner_id = auth.uid() for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $$;

-- The first line of a list is the newest: a collection shows them in the order of the list. Times that are known to the
-- microsecond have an order already.
create function private.import_time(own public.collection_imports, said timestamptz, place bigint) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest(least(coalesce(said, own.created_at), now()), '1900-01-01')
    + case when said is null or said = date_trunc('milliseconds', said)
        then greatest(own.line_count - greatest(place, 0), 0) * interval '1 microsecond' else interval '0' end
$$;

create type private.import_line as (
  place bigint, key text, facts jsonb, is_change boolean, was_done boolean, copy public.copies);
comment on type private.import_line is 'A line of a batch, read; its place among all that are sent';

create function private.add_copies(own public.collection_imports, batch private.import_line[], gone text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  taken_down constant text[] := private.taken_down_titles(own.owner_id);
begin
  with added as (
    insert into public.copies
    select new_copy.* from unnest(batch) batch
    cross join lateral jsonb_populate_record(batch.copy, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', own.owner_id, 'former_jersey', batch.facts || case when private.fold(batch.facts ->> 'title') = any (taken_down) then '{"unsaid": true}' else '{}' end::jsonb,
      'jersey_id', case when batch.facts is null then (batch.copy).jersey_id end,
      'created_at', private.import_time(own, (batch.copy).created_at, batch.place), 'updated_at', now())) new_copy
    where not batch.is_change and not batch.was_done and batch.key <> all (gone)
    order by batch.place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;
end $$;
comment on function private.add_copies is 'Adds the copies of imported lines, but of those that are gone or were imported before';

create function private.change_copies(own public.collection_imports, batch private.import_line[]) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.change_copies is 'Changes the copies of imported lines, and keeps what they were for an undo';

create function public.import_copies(import uuid, lines jsonb, is_last boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
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

  select array_agg(row (coalesce((line.value ->> 'place')::bigint, line.place), line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines il
      where il.import_id = own.id and il.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  perform private.add_copies(own, batch, gone);
  perform private.change_copies(own, batch);
  gone := gone || array(
    select batch.key from unnest(batch) batch
    where batch.is_change and not exists (
      select from private.imported_lines il
      where il.import_id = own.id and il.key = private.import_key(batch.key)));

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
      select coalesce(jsonb_object_agg(batch.key, il.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines il
        on il.import_id = own.id and il.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_copies is
  'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys of lines that brought nothing: their jersey is gone, or the copy was changed since';

-- Importing. Everybody locks in one order: jerseys, the member, rows. So votes come first, which move their jerseys' counters.
create function private.import_votes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.is_public_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.is_public_jersey(jersey_id)
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

create function private.wish_details(wish public.user_wishlists) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('size_scale', wish.size_scale, 'size', wish.size, 'highest_price', wish.highest_price,
    'currency', wish.currency, 'note', wish.note,
    'former_jersey', wish.former_jersey)
$$;

create function private.import_wishes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (
      where line ->> 'jersey_id' is not null and not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and (line ->> 'jersey_id' is not null or private.facts_of_line(line -> 'facts') is not null);
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wishlist (
      user_id, jersey_id, former_jersey, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid, case when line ->> 'jersey_id' is null then line -> 'facts' end,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where line ->> 'jersey_id' is null or private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict do nothing
    returning wishlist.id, private.wish_details(wishlist) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $$;

create policy "members read their own imports" on public.collection_imports
  for select to authenticated using (owner_id = (select auth.uid()));

create policy "members begin imports of their own" on public.collection_imports
  for insert to authenticated with check (owner_id = (select auth.uid()));
