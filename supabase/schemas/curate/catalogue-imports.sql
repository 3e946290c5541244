-- Imports of jerseys into the catalogue by administrators, in batches, and exporting it.
-- A batch that is sent again answers with its first result.
-- undo() takes it back by its id, and leaves what members have used.

create table public.catalogue_imports (
  id uuid primary key,
  -- The record outlives the account.
  admin_id uuid references auth.users (id) on delete set null,
  file_name text not null
    constraint catalogue_imports_file_name_length check (char_length(file_name) <= 200),
  file_key text not null
    constraint catalogue_imports_file_key_length check (char_length(file_key) between 1 and 100),
  line_count integer not null
    constraint catalogue_imports_line_count_range check (line_count between 1 and 20000),
  status text not null
    constraint catalogue_imports_status_known check (status in ('approved', 'pending')),
  batches integer not null default 0,
  added integer not null default 0,
  already_there integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz
);
comment on table public.catalogue_imports is 'Imports of jerseys into the catalogue, for administrators';
comment on column public.catalogue_imports.file_key is
  'Digest of the file: an import that was left goes on with the same file';
comment on column public.catalogue_imports.status is 'What its jerseys are at first: approved, or pending in the moderation queue';
comment on column public.catalogue_imports.batches is 'Batches that are done; the next one has this number';
comment on column public.catalogue_imports.removed is 'Jerseys that undoing has taken off the site';
comment on column public.catalogue_imports.kept is 'Jerseys that undoing has left in place, most because members did something with them';
comment on column public.catalogue_imports.undone_at is 'Since when some of its jerseys are taken back; null: none is';

create index catalogue_imports_list on public.catalogue_imports (created_at desc, id desc);
comment on index public.catalogue_imports_list is 'Imports, newest first: administration';
create index catalogue_imports_by_admin on public.catalogue_imports (admin_id);

alter table public.catalogue_imports enable row level security;
revoke all on public.catalogue_imports from anon, authenticated;
grant select on public.catalogue_imports to authenticated;
grant select, insert, update, delete on public.catalogue_imports to service_role;

create table private.imported_jerseys (
  key text constraint imported_jerseys_pkey primary key,
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  -- No reference: a jersey may be merged into another, and its line still is imported.
  jersey_id uuid not null
);
comment on table private.imported_jerseys is
  'Digests of the lines that were imported, and their jerseys: the same line adds nothing again';

create table private.catalogue_batches (
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  batch integer not null,
  result jsonb not null,
  constraint catalogue_batches_pkey primary key (import_id, batch)
);
comment on table private.catalogue_batches is 'Answers to batches, for a batch that is sent again; deleted a week after the import''s end';

create function public.begin_catalogue_import(
  import uuid, file_name text, file_key text, line_count integer, status text
) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  begun public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  insert into public.catalogue_imports (id, admin_id, file_name, file_key, line_count, status)
  values (
    begin_catalogue_import.import, auth.uid(), left(begin_catalogue_import.file_name, 200),
    begin_catalogue_import.file_key, begin_catalogue_import.line_count, begin_catalogue_import.status)
  on conflict (id) do nothing;
  select * into begun from public.catalogue_imports
  where id = begin_catalogue_import.import and admin_id = auth.uid();
  if begun.id is null then
    raise sqlstate 'PT409' using message = 'import_taken', detail = 'Another administrator has begun this import.';
  end if;
  return begun;
end $$;
comment on function public.begin_catalogue_import is
  'Begins an import of jerseys into the catalogue; the same id again returns the same import. For administrators';

create function private.own_catalogue_import(id uuid) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  select * into own from public.catalogue_imports import
  where import.id = own_catalogue_import.id for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $$;

create function private.insert_imported(rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- What a line doesn't say.
  base public.jerseys;
begin
  base.team := '';
  base.colors := '{}';
  base.product_codes := '{}';
  perform private.set_change('batch', 'true');
  execute format(
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.record_decision('jerseys', (line ->> 'id')::uuid, auth.uid())
  from jsonb_array_elements(insert_imported.rows) line where line ->> 'status' = 'approved';
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $$;

create function private.is_distinctive(likeness text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(case when likeness ~ '^[01]{128}$'
    then bit_count(substring(likeness::bit(128) from 1 for 64)) between 6 and 58 end, false)
$$;
comment on function private.is_distinctive is 'True for a likeness that jersey_images takes (jersey_images_likeness_telling)';

-- An id of the file is kept if it is free.
create function private.id_of_line(id text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select case
    when private.is_uuid(id) and not exists (select from public.jerseys jersey where jersey.id = id_of_line.id::uuid)
      and not private.is_jersey_id_taken(id::uuid)
    then id_of_line.id::uuid
    else gen_random_uuid() end
$$;

create function private.hold_what_is_named(rows jsonb[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
end $$;
comment on function private.hold_what_is_named is 'Keeps the files and the names of new jerseys as they are until they are in';

create function private.insert_each(rows jsonb[]) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  refused text[] := '{}';
  one jsonb;
begin
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  return refused;
end $$;
comment on function private.insert_each is 'Inserts imported jerseys; returns the keys of the lines that the database refuses';

create function private.sum_outcomes(outcomes jsonb[], refused text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
    'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
    'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
    'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
    'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
  from (
    select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
      then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
      else outcome end as outcome
    from unnest(outcomes) with ordinality as sent (outcome, place)) done
$$;
comment on function private.sum_outcomes is
  'The answer of import_jerseys(): what happened to each line, and how many lines that is of each kind';

create function public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  names jsonb;
  judged jsonb;
  verdict text;
  digest text;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[];
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select cb.result into known from private.catalogue_batches cb
  where cb.import_id = own.id and cb.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, own.id, names);
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  perform private.hold_what_is_named(rows);
  refused := private.insert_each(rows);
  result := private.sum_outcomes(outcomes, refused);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_jerseys is
  'Imports a batch of lines into the catalogue in one transaction; a batch that is done returns its result again. What happened to each line: added, there, duplicate, refused. For administrators';

-- undo() takes an import back by its id. A jersey with which members did something stays.
create function private.is_used(jersey_id uuid, besides uuid default null) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- A shirt of one's own that the jersey adopted is its owner's without it, too.
  select exists (select from public.jersey_votes vote where vote.jersey_id = is_used.jersey_id)
    or exists (
      select from public.user_collections collection
      where collection.jersey_id = is_used.jersey_id and collection.user_id is distinct from besides
        and not exists (
          select from public.copies own
          where own.owner_id = collection.user_id and own.jersey_id = collection.jersey_id and own.former_jersey is not null))
    or exists (
      select from public.copies copy
      where copy.jersey_id = is_used.jersey_id and copy.owner_id is distinct from besides and copy.former_jersey is null
        and copy.removed_at is null)
    or exists (
      select from public.user_wishlists wishlist
      where wishlist.jersey_id = is_used.jersey_id and wishlist.user_id is distinct from besides and wishlist.former_jersey is null)
    or exists (
      select from public.list_items item join public.lists list on list.id = item.list_id
      where item.jersey_id = is_used.jersey_id and list.member_id is distinct from besides)
    or exists (select from public.comments comment where comment.jersey_id = is_used.jersey_id)
    or exists (select from public.reports report where report.jersey_id = is_used.jersey_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_used.jersey_id)
    or exists (select from public.jersey_redirects redirect where redirect.into_id = is_used.jersey_id)
$$;
comment on function private.is_used is
  'True if members did something with a jersey. `besides`: whose own collection, wishes and lists don''t count';

create function private.import_of(revision_id bigint) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select id, undoes, kind, batch_id from public.revisions where id = import_of.revision_id
    union all
    select revision.id, revision.undoes, revision.kind, revision.batch_id
    from chain join public.revisions revision on revision.id = chain.undoes
  )
  select batch_id from chain where kind = 'imported'
$$;
comment on function private.import_of is
  'The import by which a jersey came, of that revision, its undoing, the undoing of that and so on; null of any other';

create function private.is_taken_back(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = is_taken_back.jersey_id and revision.kind = 'imported'
      and private.is_undone(revision.id, 'jersey'))
$$;
comment on function private.is_taken_back is 'True of a jersey that went with its import: as if it had never come';

create function private.count_undone_imports(undone bigint[]) returns void
language sql security definer set search_path = ''
as $$
  update public.catalogue_imports import
  set removed = import.removed + counted.gone,
    kept = case when import.removed + counted.gone > 0 then import.added - import.removed - counted.gone else 0 end,
    undone_at = case when import.removed + counted.gone > 0 then coalesce(import.undone_at, now()) end,
    finished_at = coalesce(import.finished_at, now())
  from (
    select private.import_of(revision.id) as id,
      sum(case when revision.changes -> 'jersey' -> 'after' = 'null' then -1 else 1 end)::integer as gone
    from public.revisions revision where revision.id = any (undone) group by 1) counted
  where import.id = counted.id
$$;
comment on function private.count_undone_imports is
  'Keeps the counters of imports up to date, when these revisions were undone by which jerseys had come or gone';

-- Export: jerseys as lines, the oldest first.
create function private.jersey_lines(after_at timestamptz, after_id uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.pick_columns(to_jsonb(jersey), private.plain_facts()) || jsonb_build_object(
    'id', jersey.id, 'team', jersey.team, 'team_competition', c_home.slug, 'league', jersey.league, 'brand', jersey.brand,
    'competition', case when exists (
      select from public.competitions c_other
      where c_other.id <> competition.id and c_other.league = competition.league
        and (c_other.search_text = competition.search_text or c_other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions c_home on c_home.id = team.competition_id
$$;

create function public.export_jerseys(
  after_at timestamptz default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('import', 'import and export the catalogue');
  return private.jersey_lines(after_at, after_id, greatest(least(page_size, 1000), 1));
end $$;
comment on function public.export_jerseys is
  'The public jerseys of the catalogue as lines of a file, oldest first, after a row. For administrators';

create index imported_jerseys_by_import on private.imported_jerseys (import_id, key);
comment on index private.imported_jerseys_by_import is 'What goes with an import that is deleted';

create index imported_jerseys_by_jersey on private.imported_jerseys (jersey_id);
comment on index private.imported_jerseys_by_jersey is 'Whether a jersey is of the same import: duplicates';

create policy "admins read imports of the catalogue" on public.catalogue_imports
  for select to authenticated using ((select public.is_admin((select auth.uid()))));
