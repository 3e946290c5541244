-- Teams of a competition, with colours and country.
-- Anyone reads active ones; administrators write, and reviewers by accepting a suggestion.
-- Jerseys carry a copy of the name, which follows a rename.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint teams_name_length check (char_length(name) between 2 and 120),
  short_name text constraint teams_short_name_length check (char_length(short_name) <= 60),
  slug text not null default ''
    constraint teams_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  city text constraint teams_city_length check (char_length(city) <= 80),
  country text constraint teams_country_length check (char_length(country) <= 80),
  -- No cascade: an administrator deactivates a competition that has teams, and cannot delete it.
  competition_id uuid not null references public.competitions (id),
  founded_year integer
    constraint teams_founded_year_range check (founded_year between 1800 and 2100),
  colors text[] not null default '{}'
    constraint teams_colors_format check (
      cardinality(colors) <= 3
      -- Seven characters each, and a space between.
      and char_length(array_to_string(colors, ' ', '?')) = greatest(8 * cardinality(colors) - 1, 0)
      and array_to_string(colors, ' ', '?') ~ '^(#[0-9a-f]{6}( #[0-9a-f]{6})*)?$'),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  search_text text not null
    generated always as (private.fold(name || ' ' || coalesce(short_name, ''))) stored,
  -- Unique within a competition only: Real Madrid plays football and basketball.
  constraint teams_slug_key unique (competition_id, slug),
  constraint teams_name_visible check (private.is_visible(name)),
  constraint teams_short_name_visible check (private.is_visible(short_name)),
  constraint teams_city_visible check (private.is_visible(city)),
  constraint teams_country_visible check (private.is_visible(country))
);
comment on column public.teams.competition_id is 'The team''s home competition and the default of team_seasons';
comment on column public.teams.colors is
  'Colours of a drawn shirt, where there is no photo. Up to three as #rrggbb, in the order of the home shirt: base, second, trim';
comment on column public.teams.updated_at is 'See competitions.updated_at';

create index teams_list on public.teams (competition_id, name, id);
comment on index public.teams_list is 'Teams of a competition by name: competition page, submit form';
create index teams_by_slug on public.teams (slug);
comment on index public.teams_by_slug is 'Teams that a line of a list may mean: imports';

alter table public.teams enable row level security;
revoke all on public.teams from anon, authenticated;
grant select on public.teams to anon;
grant select, insert, update, delete on public.teams to authenticated, service_role;

create function private.complete_team() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.tidy(new.name);
  new.short_name := private.tidy(new.short_name);
  new.slug := coalesce(private.tidy(new.slug), private.team_slug(new.name));
  return new;
end $$;

-- Jerseys carry a copy of the names of their team and brand.
create function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  update public.jerseys set team = new.name where team_id = new.id;
  return null;
end $$;

create function private.hold_names(teams uuid[], brands uuid[], competitions uuid[], seasons uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.teams where id = any (hold_names.teams) order by id for share;
  perform from public.brands where id = any (hold_names.brands) order by id for share;
  perform from public.competitions where id = any (hold_names.competitions) order by id for share;
  perform from public.seasons where id = any (hold_names.seasons) order by id for share;
end $$;
comment on function private.hold_names is
  'Waits for renames of these rows, and lets none begin before the end of the transaction. Before any jersey is locked, unless it arrives there';

create index teams_by_short_slug on public.teams (private.slug(short_name));
comment on index public.teams_by_short_slug is 'Teams that a line of a list may mean: imports';

create policy "everyone reads active teams, admins all" on public.teams
  for select to anon, authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add teams" on public.teams
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change teams" on public.teams
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))));

create policy "admins delete teams" on public.teams
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
