-- Seasons: a year, or two that follow each other.
-- Anyone reads active ones; administrators write.
-- A jersey and a line-up belong to one.

create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  code text not null
    constraint seasons_code_key unique
    -- A year, or two of which the second follows the first.
    constraint seasons_code_format check (
      case when code ~ '^[0-9]{4}-[0-9]{2}$'
        then mod(left(code, 4)::integer + 1, 100) = right(code, 2)::integer
        else code ~ '^[0-9]{4}$'
      end),
  name text not null constraint seasons_name_length check (char_length(name) between 4 and 40),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  -- Searched without an index: there are hundreds of seasons at most, and as many brands.
  search_text text not null generated always as (private.fold(code || ' ' || name)) stored,
  constraint seasons_name_visible check (private.is_visible(name))
);
comment on column public.seasons.updated_at is 'See competitions.updated_at';
comment on constraint seasons_code_key on public.seasons is 'Also serves the season selectors: newest code first';

alter table public.seasons enable row level security;
revoke all on public.seasons from anon, authenticated;
grant select on public.seasons to anon;
grant select, insert, update, delete on public.seasons to authenticated, service_role;

create policy "everyone reads active seasons, admins all" on public.seasons
  for select to anon, authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add seasons" on public.seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change seasons" on public.seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))));

create policy "admins delete seasons" on public.seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
