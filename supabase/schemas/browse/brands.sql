-- Brands that make jerseys.
-- Anyone reads them; administrators write.
-- Jerseys carry a copy of the name, which follows a rename.

create table public.brands (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint brands_name_key unique
    constraint brands_name_length check (char_length(name) between 1 and 80),
  priority integer not null default 0,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored,
  constraint brands_name_visible check (private.is_visible(name))
);
comment on column public.brands.updated_at is 'See competitions.updated_at';

create index brands_list on public.brands (priority desc, name, id);
comment on index public.brands_list is 'Brands by priority, then name: submit form';

alter table public.brands enable row level security;
revoke all on public.brands from anon, authenticated;
grant select on public.brands to anon;
grant select, insert, update, delete on public.brands to authenticated, service_role;

create function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  update public.jerseys set brand = new.name where brand_id = new.id;
  return null;
end $$;

create policy "everyone reads brands" on public.brands
  for select to anon, authenticated using (true);

create policy "admins add brands" on public.brands
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change brands" on public.brands
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))));

create policy "admins delete brands" on public.brands
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
