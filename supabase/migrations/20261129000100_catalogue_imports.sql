-- Imports of catalogue jerseys by administrators: the record of each import, what it made, and its batches. The client
-- reads the file, sends its lines in batches (a batch is one transaction), and sends a batch again if its answer was lost.

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
  undo_began_at timestamptz,
  undone_at timestamptz
);
comment on table public.catalogue_imports is 'Imports of jerseys into the catalogue, for administrators';
comment on column public.catalogue_imports.file_key is
  'Digest of the file: an import that was left goes on with the same file';
comment on column public.catalogue_imports.status is 'What its jerseys are at first: approved, or pending in the moderation queue';
comment on column public.catalogue_imports.batches is 'Batches that are done; the next one has this number';
comment on column public.catalogue_imports.kept is 'Jerseys that undoing left in place, because members did something with them';
create index catalogue_imports_list on public.catalogue_imports (created_at desc, id desc);
comment on index public.catalogue_imports_list is 'Imports, newest first: administration';
create index catalogue_imports_by_admin on public.catalogue_imports (admin_id);

create table private.imported_jerseys (
  key text constraint imported_jerseys_pkey primary key,
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  -- No reference: a jersey may be merged into another, and its line still is imported.
  jersey_id uuid not null,
  is_kept boolean not null default false
);
comment on table private.imported_jerseys is
  'Digests of the lines that were imported, and their jerseys: the same line adds nothing again';
comment on column private.imported_jerseys.is_kept is 'Undoing its import has left it in place';
create index imported_jerseys_by_import on private.imported_jerseys (import_id, key);
comment on index private.imported_jerseys_by_import is 'What an import made: undoing';
create index imported_jerseys_by_jersey on private.imported_jerseys (jersey_id);
comment on index private.imported_jerseys_by_jersey is 'Whether a jersey is of the same import: duplicates';

create table private.catalogue_batches (
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  batch integer not null,
  result jsonb not null,
  constraint catalogue_batches_pkey primary key (import_id, batch)
);
comment on table private.catalogue_batches is 'Answers to batches, for a batch that is sent again; deleted after a week';

alter table public.catalogue_imports enable row level security;
alter table private.imported_jerseys enable row level security;
alter table private.catalogue_batches enable row level security;
revoke all on public.catalogue_imports from anon, authenticated;
revoke all on private.imported_jerseys, private.catalogue_batches from public, anon, authenticated, service_role;
grant select on public.catalogue_imports to authenticated;
grant select, insert, update, delete on public.catalogue_imports to service_role;
create policy "admins read imports of the catalogue" on public.catalogue_imports
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

-- The jerseys are on record themselves; of the import, its beginning, its end and its undoing.
create trigger catalogue_imports_audit
after insert or delete or update of finished_at, undo_began_at, undone_at on public.catalogue_imports
for each row execute function private.record_change('id');

create function private.check_importer() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'import_denied', detail = 'Only administrators import and export the catalogue.';
  end if;
end $$;

create function public.begin_catalogue_import(
  import uuid, file_name text, file_key text, line_count integer, status text
) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  begun public.catalogue_imports;
begin
  perform private.check_importer();
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

create or replace function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and import.created_at < now() - older_than;
  return swept;
end $$;

revoke execute on function private.check_importer from public;
revoke execute on function public.begin_catalogue_import from public, anon;
grant execute on function public.begin_catalogue_import to authenticated, service_role;
