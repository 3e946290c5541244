-- Shelves: a member's collection and wishlist. They are private; administrators don't read them either.
-- They belong to accounts rather than profiles for the reason given at jersey_votes.

create table public.user_collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_collections_user_id_jersey_id_key unique (user_id, jersey_id)
);
create index user_collections_list on public.user_collections (user_id, created_at desc, id desc);
comment on index public.user_collections_list is 'A member''s collection, newest first: account';
create index user_collections_by_jersey on public.user_collections (jersey_id);

create table public.user_wishlists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_wishlists_user_id_jersey_id_key unique (user_id, jersey_id)
);
create index user_wishlists_list on public.user_wishlists (user_id, created_at desc, id desc);
comment on index public.user_wishlists_list is 'A member''s wishlist, newest first: account';
create index user_wishlists_by_jersey on public.user_wishlists (jersey_id);

alter table public.user_collections enable row level security;
alter table public.user_wishlists enable row level security;
revoke all on public.user_collections, public.user_wishlists from anon, authenticated;
grant select, delete on public.user_collections, public.user_wishlists to authenticated;
grant insert (user_id, jersey_id) on public.user_collections, public.user_wishlists to authenticated;
grant select, insert, update, delete on public.user_collections, public.user_wishlists to service_role;
select private.guard_writes('public.user_collections');
select private.guard_writes('public.user_wishlists');

create policy "members read their own collection" on public.user_collections
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members collect jerseys they can read" on public.user_collections
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );
create policy "members remove from their own collection" on public.user_collections
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members read their own wishlist" on public.user_wishlists
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members wish for jerseys they can read" on public.user_wishlists
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );
create policy "members remove from their own wishlist" on public.user_wishlists
  for delete to authenticated using (user_id = (select auth.uid()));
