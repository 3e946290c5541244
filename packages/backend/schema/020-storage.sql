-- Schema `storage` as a hosted project has it: what the product's migrations put policies on,
-- and what the storage service keeps about each file. The bytes are elsewhere (see
-- backend/storage/store), found by bucket, name and version.

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  -- null: only the service's own limit applies
  file_size_limit bigint,
  -- null: any type; entries may end in `/*`
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  constraint buckets_name_length check (length(name) <= 100)
);
create unique index bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Deprecated upstream, kept for compatibility: use owner_id';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text
);
-- Collation C: also serves the prefix searches of lists.
create unique index bucketid_objname on storage.objects (bucket_id, name collate "C");
comment on column storage.objects.owner is 'Deprecated upstream, kept for compatibility: use owner_id';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- The request roles reach the tables; which rows, the policies of the migrations decide.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[]
language sql immutable
as $$ select parts[:cardinality(parts) - 1] from string_to_array(name, '/') parts $$;
comment on function storage.foldername is 'Folders of an object name, outermost first';

create function storage.filename(name text) returns text
language sql immutable
as $$ select split_part(name, '/', -1) $$;
comment on function storage.filename is 'Last segment of an object name';

create function storage.extension(name text) returns text
language sql immutable
as $$ select split_part(storage.filename(name), '.', -1) $$;
comment on function storage.extension is 'What follows the last dot of an object''s file name';

create function storage.operation() returns text
language sql stable
as $$ select current_setting('storage.operation', true) $$;
comment on function storage.operation is 'What the storage service is doing, for policies that ask';

create function storage.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.touch_updated_at();

create trigger update_buckets_updated_at before update on storage.buckets
for each row execute function storage.touch_updated_at();

-- As hosted: a row deleted by SQL alone would leave its file behind, so only the storage
-- service, which sets this variable, may.
create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;

create trigger protect_buckets_delete before delete on storage.buckets
for each statement execute function storage.protect_delete();

create trigger protect_objects_delete before delete on storage.objects
for each statement execute function storage.protect_delete();

grant execute on all functions in schema storage to anon, authenticated, service_role;
