create table notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null check (body <> '')
);
alter table notes enable row level security;
create policy "own notes" on notes to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

insert into storage.buckets (id, name) values ('attachments', 'attachments');
create policy "own folder" on storage.objects to authenticated
  using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);
