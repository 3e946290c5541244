-- Dumps: the public catalogue as files, made every night by server/open/ (docs/product/open.md 32).
-- A row stands for a finished dump, whose files are in the bucket `dumps` in a folder of its name.
-- The last seven nights stay, and the first of each month.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'dumps', 'dumps', true, 5368709120,
  array['application/gzip', 'application/vnd.apache.parquet', 'application/json'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table public.dumps (
  id text constraint dumps_pkey primary key
    constraint dumps_id_format check (id ~ '^\d{4}-\d{2}-\d{2}T\d{9}Z$'),
  taken_at timestamptz not null,
  manifest jsonb not null constraint dumps_manifest_object check (jsonb_typeof(manifest) = 'object')
);
comment on table public.dumps is 'The dumps that can be downloaded; finish_dump() writes it';
comment on column public.dumps.taken_at is 'The moment whose public rows the dump has';
comment on column public.dumps.manifest is 'What manifest.json beside the files says (app/open/domain/manifest.ts)';

create index dumps_latest on public.dumps (taken_at desc);
comment on index public.dumps_latest is 'The newest dump, and those before it: page, job';

alter table public.dumps enable row level security;
revoke all on public.dumps from anon, authenticated, service_role;
grant select on public.dumps to anon, authenticated, service_role;

create policy "everyone reads which dumps there are" on public.dumps
  for select to anon, authenticated using (true);

create function private.is_dump_due() returns boolean
language sql stable set search_path = ''
as $$
  -- A new site waits for its first night.
  select coalesce(coalesce((select max(taken_at) from public.dumps), (select min(at) from public.public_changes)) < (
    date_trunc('day', now() at time zone 'Europe/Paris' - interval '3 hours') + interval '3 hours') at time zone 'Europe/Paris', false)
$$;
comment on function private.is_dump_due is 'True from 3 o''clock in Paris until the night''s dump is made';

create function public.finish_dump(id text, taken_at timestamptz, manifest jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.dumps (id, taken_at, manifest) values (finish_dump.id, finish_dump.taken_at, finish_dump.manifest);
  with kept as (
    select distinct on (private.day_at(dump.taken_at)) dump.id from public.dumps dump
    where private.day_at(dump.taken_at) > private.day_at(finish_dump.taken_at) - 7
    order by private.day_at(dump.taken_at), dump.taken_at desc
  ), first_ones as (
    select distinct on (date_trunc('month', private.day_at(dump.taken_at))) dump.id from public.dumps dump
    order by date_trunc('month', private.day_at(dump.taken_at)), dump.taken_at
  ), gone as (
    delete from public.dumps dump
    where dump.id not in (select kept.id from kept) and dump.id not in (select first_ones.id from first_ones)
    returning dump.id
  )
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name
  from storage.objects object join gone on split_part(object.name, '/', 1) = gone.id
  where object.bucket_id = 'dumps'
  on conflict on constraint storage_deletions_name_key do nothing;
end $$;
comment on function public.finish_dump is
  'Shows a dump whose files are stored, and lets go of those that are neither of the last seven nights nor the first of their month';

create function public.check_dump() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  newest constant timestamptz := (select max(taken_at) from public.dumps);
begin
  if newest < now() - interval '26 hours' then
    raise exception 'dump_too_old' using detail = 'The newest dump is of ' || private.open_time(newest) || '.';
  end if;
end $$;
comment on function public.check_dump is 'Fails if the newest dump is older than 26 hours';
