-- Imports of collections: lists of shirts from a file. The client reads the file and sends its lines in batches; a batch
-- is one transaction. Each line has a key, so that the same line is imported once. An import is undone in one step for
-- seven days.

create table public.collection_imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  file_name text not null default ''
    constraint collection_imports_file_name_length check (char_length(file_name) <= 200),
  line_count integer not null
    constraint collection_imports_line_count_range check (line_count between 1 and 5000),
  added integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz
);
comment on table public.collection_imports is 'Imports of lists into collections: their owner''s alone';
comment on column public.collection_imports.finished_at is 'Null while batches are missing: it can be resumed in the browser that has the file';
create index collection_imports_list on public.collection_imports (owner_id, created_at desc, id desc);
comment on index public.collection_imports_list is 'A member''s imports, newest first: account';

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
create index imported_lines_by_copy on private.imported_lines (copy_id);

alter table public.copies add column import_key text;
comment on column public.copies.import_key is 'Digest of the line that it was imported from: the same line adds nothing again';
create unique index copies_import_key on public.copies (owner_id, import_key) where import_key is not null;
comment on index public.copies_import_key is 'A copy by its line of a file: imports';
alter table public.copy_photos add column import_id uuid references public.collection_imports (id) on delete set null;
comment on column public.copy_photos.import_id is 'The import that brought it; null if its owner added it by hand';
create index copy_photos_by_import on public.copy_photos (import_id);
grant insert (import_id) on public.copy_photos to authenticated;

alter table public.collection_imports enable row level security;
alter table private.imported_lines enable row level security;
revoke all on public.collection_imports from anon, authenticated;
revoke all on private.imported_lines from public, anon, authenticated, service_role;
grant select on public.collection_imports to authenticated;
grant insert (id, file_name, line_count) on public.collection_imports to authenticated;
grant select, insert, update, delete on public.collection_imports to service_role;
select private.guard_writes('public.collection_imports');

create policy "members read their own imports" on public.collection_imports
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "members begin imports of their own" on public.collection_imports
  for insert to authenticated with check (owner_id = (select auth.uid()));

insert into private.write_limits (kind, span, most, for_new) values
  ('imports', '1 hour', 20, false), ('imports', '1 day', 60, false),
  ('matched_lines', '1 hour', 60000, false), ('matched_lines', '1 day', 200000, false),
  ('imported_lines', '1 hour', 40000, false), ('imported_lines', '1 day', 100000, false);
create trigger collection_imports_rate after insert on public.collection_imports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('imports');

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

-- Matching.

create function private.line_teams(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select id from (
      select team.id from public.teams team where team.slug = private.team_slug(line_teams.name)
      union
      select team.id from public.teams team where private.slug(team.short_name) = private.slug(line_teams.name)
      union
      select alias.team_id from public.team_aliases alias
      where alias.folded = private.word_line(private.words(line_teams.name))
    ) found (id) limit 20)
$$;
comment on function private.line_teams is 'Teams that a list may mean: by slug, name, short name, alias';
create index teams_by_slug on public.teams (slug);
comment on index public.teams_by_slug is 'Teams that a line of a list may mean: imports';
create index teams_by_short_slug on public.teams (private.slug(short_name));
comment on index public.teams_by_short_slug is 'Teams that a line of a list may mean: imports';
create index team_aliases_by_folded on public.team_aliases (folded);
comment on index public.team_aliases_by_folded is 'Teams that a line of a list may mean: imports';

-- Runs with its caller's rights: candidates are jerseys that the caller may read. The work for a line is bounded: at most
-- 300 jerseys are compared.
create function private.line_candidates(line jsonb, teams uuid[]) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  with asked as (
    select private.fold(left(line ->> 'title', 160)) as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select near.id, near.title, near.team, near.year, near.kit_type, season.code as season,
      case when asked.season is not null then season.code = asked.season or (near.year = asked.year and season.code is null)
        else coalesce(near.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      coalesce(near.kit_type = asked.kit_type, false) as fits_kit,
      coalesce(private.fold(near.title) = asked.title, false) as fits_title,
      coalesce(extensions.similarity(private.fold(near.title), asked.title), 0) as likeness
    from public.jerseys near cross join asked
    left join public.seasons season on season.id = near.season_id
    where near.id in (select id from near)
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_kit::integer * 2 + fits_title::integer * 3 + likeness as points
    from compared
    order by points desc, id limit 5
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'title', title, 'team', team, 'season', season, 'year', year, 'kit_type', kit_type,
      'sure', (fits_title and (fits_time or not has_time))
        or (fits_time and fits_kit and (
          select count(*) = 1 from compared other where other.fits_time and other.fits_kit)))
    order by points desc, id), '[]')
  from ranked
$$;
comment on function private.line_candidates is
  'The five jerseys of these teams that are nearest to a line, and whether it surely means one';

create function private.known_jersey(id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', true)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  where jersey.id = coalesce(
    (select into_id from public.jersey_redirects where from_id = known_jersey.id::uuid), known_jersey.id::uuid)
$$;

create function private.is_uuid(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false) $$;

create function public.match_copies(lines jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  line jsonb;
  known jsonb;
  jersey jsonb;
  answers jsonb := '[]';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line in select value from jsonb_array_elements(lines) loop
    select to_jsonb(copy) - 'owner_id' - 'import_key' into known
    from public.copies copy
    where copy.owner_id = member
      and (copy.import_key = private.import_key(line ->> 'key')
        or private.is_uuid(line ->> 'id') and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid)
    order by copy.removed_at is not null limit 1;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    answers := answers || jsonb_build_array(jsonb_build_object(
      'known', known,
      'candidates', case
        when known is not null then '[]'
        when jersey is not null then jsonb_build_array(jersey)
        when line #>> '{jersey,team}' is null then '[]'
        else private.line_candidates(line -> 'jersey', private.line_teams(left(line #>> '{jersey,team}', 120))) end));
  end loop;
  return answers;
end $$;
comment on function public.match_copies is
  'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about. At most 200 lines';

create function private.count_matching(amount integer) returns void
language sql security definer set search_path = ''
as $$ select private.count_write('matched_lines', amount, false) $$;

-- Importing.

create function private.line_of_copy(line jsonb) returns public.copies
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.copies, jsonb_strip_nulls(jsonb_build_object(
    'size_scale', line #>> '{details,size_scale}', 'size', line #>> '{details,size}',
    'version', line #>> '{details,version}', 'condition', line #>> '{details,condition}',
    'printed_name', line #>> '{details,printed_name}', 'printed_number', line #>> '{details,printed_number}',
    'is_signed', coalesce(line #>> '{details,is_signed}', 'false'),
    'signed_by', line #>> '{details,signed_by}', 'certificate', line #>> '{details,certificate}',
    'price', line #>> '{details,price}', 'currency', line #>> '{details,currency}',
    'bought_on', line #>> '{details,bought_on}', 'bought_from', line #>> '{details,bought_from}',
    'lent_to', line #>> '{details,lent_to}', 'lent_since', line #>> '{details,lent_since}',
    'storage_place', line #>> '{details,storage_place}', 'notes', line #>> '{details,notes}',
    'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
    'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$$;

-- What is kept of a jersey that the catalogue doesn't have; null if it names no title, team and league.
create function private.facts_of_line(facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(private.tidy(facts ->> 'title'), 160), 'team', left(private.tidy(facts ->> 'team'), 120),
    'league', facts ->> 'league', 'competition', left(private.tidy(facts ->> 'competition'), 120),
    'season', left(private.tidy(facts ->> 'season'), 20),
    'year', case when facts ->> 'year' ~ '^[0-9]{4}$' then (facts ->> 'year')::integer end,
    'kit_type', case when facts ->> 'kit_type' in ('home', 'away', 'third', 'training', 'other')
      then facts ->> 'kit_type' end,
    'brand', left(private.tidy(facts ->> 'brand'), 80)))
  where private.tidy(facts ->> 'title') is not null and private.tidy(facts ->> 'team') is not null
    and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')
$$;

create function private.readable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = readable_jersey.id
      and ((jersey.status = 'approved' and jersey.is_active) or jersey.author_id = auth.uid()
        or public.is_admin(auth.uid())))
$$;
comment on function private.readable_jersey is 'Twin of the policies of jerseys, for functions with their owner''s rights';

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

create type private.import_line as (
  place bigint, key text, facts jsonb, is_change boolean, was_done boolean, copy public.copies);
comment on type private.import_line is 'A line of a batch, read';

create function public.import_copies(import uuid, lines jsonb, is_last boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  member constant uuid := auth.uid();
  batch private.import_line[];
  gone text[];
begin
  perform private.check_standing();
  perform private.check_lines(lines);
  own := private.own_import(import);
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  perform private.count_write('imported_lines', jsonb_array_length(lines));

  select array_agg(row (line.place, line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null;

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
      least(coalesce((copy).created_at, now()), now()), (copy).size_scale, (copy).size, (copy).version,
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
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where id = own.id;
  return jsonb_build_object(
    'gone', to_jsonb(gone),
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
  'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy. Returns the copies of the batch by key, and keys whose jersey is gone';

create function public.undo_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
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
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  return jsonb_build_object('removed', removed, 'restored', restored, 'kept', kept);
end $$;
comment on function public.undo_import is
  'Takes back a whole import of the caller''s within seven days, all at once. Copies that were changed since stay and are named';

create function private.is_changed_since(line private.imported_lines, copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select copy.updated_at <> line.version
    or line.before is null and exists (
      select from public.copy_photos photo
      where photo.copy_id = copy.id and photo.import_id is distinct from line.import_id)
$$;

create function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  return swept;
end $$;
comment on function public.sweep_imports is
  'Deletes what would undo imports that are too old for it, and imports after a year; returns how many lines';

revoke execute on function
  private.import_key, private.check_lines, private.line_teams, private.line_candidates, private.known_jersey,
  private.is_uuid, private.count_matching, private.line_of_copy, private.facts_of_line, private.readable_jersey,
  private.own_import, private.is_changed_since
from public;
-- match_copies runs with its caller's rights.
grant execute on function
  private.import_key, private.check_lines, private.line_teams, private.line_candidates, private.known_jersey,
  private.is_uuid, private.count_matching
to authenticated;
revoke execute on function public.match_copies, public.import_copies, public.undo_import, public.sweep_imports
  from public, anon, authenticated;
grant execute on function public.match_copies, public.import_copies, public.undo_import to authenticated, service_role;
grant execute on function public.sweep_imports to service_role;
