-- The catalogue of jerseys: competitions, seasons, teams, brands. Administrators maintain it;
-- everyone else reads active rows.

create table public.competitions (
  id uuid primary key default gen_random_uuid(),
  league text not null
    constraint competitions_league_known check (league in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  name text not null
    constraint competitions_name_length check (char_length(name) between 2 and 120),
  slug text not null default ''
    constraint competitions_slug_key unique
    constraint competitions_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  country text constraint competitions_country_length check (char_length(country) <= 80),
  priority integer not null default 0,
  sport text not null default ''
    constraint competitions_sport_known check (sport in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored,
  -- Target of a reference of jerseys to a competition together with its league.
  constraint competitions_id_league_key unique (id, league)
);
comment on column public.competitions.sport is
  'Accepts ''soccer'' and ''eSport'' too and stores upper case; the league when left out';
comment on column public.competitions.updated_at is
  'Forms send it back with a change, which is refused when the row has changed meanwhile';
create index competitions_list on public.competitions (league, priority desc, name, id);
comment on index public.competitions_list is
  'Competitions by league, the most important first: home, competitions page, submit form';

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
  search_text text not null generated always as (private.fold(code || ' ' || name)) stored
);
comment on column public.seasons.updated_at is 'See competitions.updated_at';
comment on constraint seasons_code_key on public.seasons is 'Also serves the season selectors: newest code first';

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint teams_name_length check (char_length(name) between 2 and 120),
  short_name text constraint teams_short_name_length check (char_length(short_name) <= 60),
  slug text not null default ''
    constraint teams_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
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
  constraint teams_slug_key unique (competition_id, slug)
);
comment on column public.teams.competition_id is 'The team''s home competition and the default of team_seasons';
comment on column public.teams.colors is
  'Colours of a drawn shirt, where there is no photo. Up to three as #rrggbb, in the order of the home shirt: base, second, trim';
comment on column public.teams.updated_at is 'See competitions.updated_at';
create index teams_list on public.teams (competition_id, name, id);
comment on index public.teams_list is 'Teams of a competition by name: competition page, submit form';

-- The key is a number of its own. With the three references as its key, PostgREST would read the table as a
-- many-to-many link, and `teams?select=*,competitions(*)` would be ambiguous.
create table public.team_seasons (
  id bigint generated always as identity primary key,
  team_id uuid not null references public.teams (id) on delete cascade,
  season_id uuid not null references public.seasons (id),
  competition_id uuid not null references public.competitions (id),
  constraint team_seasons_key unique (season_id, competition_id, team_id)
);
comment on table public.team_seasons is 'A team takes part in a competition in a season';
comment on constraint team_seasons_key on public.team_seasons is
  'Also serves the teams of a competition in a season: home, submit form';
create index team_seasons_by_team on public.team_seasons (team_id);
comment on index public.team_seasons_by_team is 'Seasons of a team: team page, admin form';
create index team_seasons_by_competition on public.team_seasons (competition_id);

create table public.brands (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint brands_name_key unique
    constraint brands_name_length check (char_length(name) between 1 and 80),
  priority integer not null default 0,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored
);
comment on column public.brands.updated_at is 'See competitions.updated_at';
create index brands_list on public.brands (priority desc, name, id);
comment on index public.brands_list is 'Brands by priority, then name: submit form';

-- Functions that complete fields.

create function private.complete_competition() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.tidy(new.name);
  new.sport := upper(coalesce(private.tidy(new.sport), new.league) collate "C");
  new.slug := coalesce(private.tidy(new.slug), private.slug(new.name));
  return new;
end $$;

create trigger competitions_complete before insert or update on public.competitions
for each row execute function private.complete_competition();

create function private.complete_team() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.tidy(new.name);
  new.short_name := private.tidy(new.short_name);
  new.slug := coalesce(private.tidy(new.slug), private.team_slug(new.name));
  return new;
end $$;

create trigger teams_complete before insert or update on public.teams
for each row execute function private.complete_team();

-- Runs with its owner's rights so that an inactive team has a home competition too.
create function private.complete_team_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.competition_id := coalesce(
    new.competition_id,
    (select competition_id from public.teams where id = new.team_id));
  return new;
end $$;

create trigger team_seasons_complete before insert on public.team_seasons
for each row execute function private.complete_team_season();

-- Fires after <table>_complete, which only tidies: triggers fire in the order of their names.
create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Generated columns are not computed yet: comparing them would make every update look like a change.
  if to_jsonb(new) - 'search_text' is distinct from to_jsonb(old) - 'search_text' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end $$;

create trigger competitions_touch before update on public.competitions
for each row execute function private.touch();
create trigger seasons_touch before update on public.seasons
for each row execute function private.touch();
create trigger teams_touch before update on public.teams
for each row execute function private.touch();
create trigger brands_touch before update on public.brands
for each row execute function private.touch();

revoke execute on function
  private.complete_competition, private.complete_team, private.complete_team_season, private.touch
from public;

-- Permissions to read and write.

alter table public.competitions enable row level security;
alter table public.seasons enable row level security;
alter table public.teams enable row level security;
alter table public.team_seasons enable row level security;
alter table public.brands enable row level security;

revoke all on public.competitions, public.seasons, public.teams, public.team_seasons, public.brands
  from anon, authenticated;
grant select on public.competitions, public.seasons, public.teams, public.team_seasons, public.brands
  to anon;
grant select, insert, update, delete
  on public.competitions, public.seasons, public.teams, public.team_seasons, public.brands
  to authenticated, service_role;

select private.guard_writes('public.competitions');
select private.guard_writes('public.seasons');
select private.guard_writes('public.teams');
select private.guard_writes('public.team_seasons');
select private.guard_writes('public.brands');

create policy "visitors read active competitions" on public.competitions
  for select to anon using (is_active);
create policy "members read active competitions, admins all" on public.competitions
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
create policy "admins add competitions" on public.competitions
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins change competitions" on public.competitions
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete competitions" on public.competitions
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "visitors read active seasons" on public.seasons
  for select to anon using (is_active);
create policy "members read active seasons, admins all" on public.seasons
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
create policy "admins add seasons" on public.seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins change seasons" on public.seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete seasons" on public.seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "visitors read active teams" on public.teams
  for select to anon using (is_active);
create policy "members read active teams, admins all" on public.teams
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
create policy "admins add teams" on public.teams
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins change teams" on public.teams
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete teams" on public.teams
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

-- References only: the team or season behind one is shown only if active.
create policy "everyone reads who played when" on public.team_seasons
  for select to anon, authenticated using (true);
create policy "admins add team_seasons" on public.team_seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins change team_seasons" on public.team_seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete team_seasons" on public.team_seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "everyone reads brands" on public.brands
  for select to anon, authenticated using (true);
create policy "admins add brands" on public.brands
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins change brands" on public.brands
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete brands" on public.brands
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
