-- A table of the members' own.
create table bookmarks (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid(),
  url text not null
);
alter table bookmarks enable row level security;
create policy own on bookmarks to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

-- A change to an account that bypasses the auth service.
create function drop_own_factors() returns void
language sql volatile security definer set search_path = ''
as $$ delete from auth.mfa_factors where user_id = auth.uid() $$;
