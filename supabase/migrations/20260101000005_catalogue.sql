-- What jerseys belong to. Kept by administrators; everyone else reads what is active.

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
  search_text text not null generated always as (private.fold(name)) stored,
  -- Lets jerseys refer to a competition together with its league.
  constraint competitions_id_league_key unique (id, league)
);
comment on column public.competitions.sport is
  'Accepts ''soccer'' and ''eSport'' too and keeps the upper case; the league when left out';
create index competitions_list on public.competitions (league, priority desc, name, id);
comment on index public.competitions_list is
  'Competitions by league, the most important first: home, competitions page, submit form';
create index competitions_search on public.competitions using gin (search_text extensions.gin_trgm_ops);
comment on index public.competitions_search is 'Search dialog: competitions whose name contains the text';

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
  is_active boolean not null default true
);
comment on constraint seasons_code_key on public.seasons is
  'Also serves the season selectors: newest code first';

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint teams_name_length check (char_length(name) between 2 and 120),
  short_name text constraint teams_short_name_length check (char_length(short_name) <= 60),
  slug text not null default ''
    constraint teams_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  city text constraint teams_city_length check (char_length(city) <= 80),
  country text constraint teams_country_length check (char_length(country) <= 80),
  -- No cascade: deleting a competition that still has teams is a mistake, deactivating it is not.
  competition_id uuid not null references public.competitions (id),
  founded_year integer
    constraint teams_founded_year_range check (founded_year between 1800 and 2100),
  is_active boolean not null default true,
  search_text text not null
    generated always as (private.fold(name || ' ' || coalesce(short_name, ''))) stored,
  -- Real Madrid plays football and basketball, hence not unique over all competitions.
  constraint teams_slug_key unique (competition_id, slug)
);
comment on column public.teams.competition_id is
  'The team''s home competition and the default of team_seasons';
create index teams_list on public.teams (competition_id, name, id);
comment on index public.teams_list is 'Teams of a competition by name: competition page, submit form';
create index teams_search on public.teams using gin (search_text extensions.gin_trgm_ops);
comment on index public.teams_search is 'Search dialog: teams whose name or short name contains the text';

-- The key is a number of its own: were it the three references, PostgREST would read the table as
-- a many-to-many link, and `teams?select=*,competitions(*)` would be ambiguous.
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
  priority integer not null default 0
);
create index brands_list on public.brands (priority desc, name, id);
comment on index public.brands_list is 'Brands by priority, then name: submit form';

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

revoke execute on function
  private.complete_competition, private.complete_team, private.complete_team_season from public;

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
  to authenticated;

create policy "visitors read active competitions" on public.competitions
  for select to anon using (is_active);
create policy "members read active competitions, admins all" on public.competitions
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
create policy "visitors read active seasons" on public.seasons
  for select to anon using (is_active);
create policy "members read active seasons, admins all" on public.seasons
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
create policy "visitors read active teams" on public.teams
  for select to anon using (is_active);
create policy "members read active teams, admins all" on public.teams
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));
-- Only references: the team or season behind one is not shown unless active.
create policy "everyone reads who played when" on public.team_seasons
  for select to anon, authenticated using (true);
create policy "everyone reads brands" on public.brands
  for select to anon, authenticated using (true);

do $$
declare
  kept text;
begin
  foreach kept in array array['competitions', 'seasons', 'teams', 'team_seasons', 'brands'] loop
    execute format(
      'create policy %I on public.%I for insert to authenticated
         with check ((select public.is_admin((select auth.uid()))))',
      'admins add ' || kept, kept);
    execute format(
      'create policy %I on public.%I for update to authenticated
         using ((select public.is_admin((select auth.uid()))))
         with check ((select public.is_admin((select auth.uid()))))',
      'admins change ' || kept, kept);
    execute format(
      'create policy %I on public.%I for delete to authenticated
         using ((select public.is_admin((select auth.uid()))))',
      'admins delete ' || kept, kept);
  end loop;
end $$;
