-- Competitions: the leagues and cups that jerseys belong to.
-- Anyone reads active ones; administrators write, and reviewers by accepting a suggestion.
-- A row of the catalogue that is in use can't be deleted: who tries is told what depends on it.

create table public.competitions (
  id uuid primary key default gen_random_uuid(),
  league text not null
    constraint competitions_league_known check (league in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  name text not null
    constraint competitions_name_length check (char_length(name) between 2 and 120),
  slug text not null default ''
    constraint competitions_slug_key unique
    constraint competitions_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  country text constraint competitions_country_length check (char_length(country) <= 80),
  priority integer not null default 0,
  sport text not null default ''
    constraint competitions_sport_known check (sport in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored,
  -- Target of a reference of jerseys to a competition together with its league.
  constraint competitions_id_league_key unique (id, league),
  constraint competitions_name_visible check (private.is_visible(name)),
  constraint competitions_country_visible check (private.is_visible(country))
);
comment on column public.competitions.sport is
  'Accepts ''soccer'' and ''eSport'' too and stores upper case; the league when left out';
comment on column public.competitions.updated_at is
  'Forms send it back with a change, which is refused when the row has changed meanwhile';

create index competitions_list on public.competitions (league, priority desc, name, id);
comment on index public.competitions_list is
  'Competitions by league, the most important first: home, competitions page, submit form';

-- Permissions to read and write.
alter table public.competitions enable row level security;
revoke all on public.competitions from anon, authenticated;
grant select on public.competitions to anon;
grant select, insert, update, delete on public.competitions to authenticated, service_role;

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

-- Fires after <table>_complete, which tidies and completes the row: triggers fire in the order of their names.
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

-- A row of the catalogue that is in use cannot be deleted. Administrators see what depends on it.
create function private.dependents(table_name text, row_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(kind, amount) filter (where amount > 0), '{}')
  from (
    select 'jerseys' as kind, sum(amount) as amount from (
      select count(*) amount from public.jerseys
      where dependents.table_name = 'teams' and team_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'seasons' and season_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'brands' and brand_id = dependents.row_id) jerseys
    union all
    select 'teams', count(*) from public.teams
    where dependents.table_name = 'competitions' and competition_id = dependents.row_id
    union all
    -- A team's own seasons are deleted with it.
    select 'entries', sum(amount) from (
      select count(*) amount from public.team_seasons
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.team_seasons
      where dependents.table_name = 'seasons' and season_id = dependents.row_id) entries
  ) counted
$$;
comment on function private.dependents is
  'How much depends on a row of the catalogue: jerseys, teams, entries of teams for a season';

create function private.keep_what_is_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  used constant jsonb := private.dependents(tg_table_name, old.id);
begin
  if used = '{}' then
    return old;
  end if;
  raise foreign_key_violation using
    message = 'in_use', detail = used::text, hint = 'Make it inactive instead.';
end $$;

create policy "everyone reads active competitions, admins all" on public.competitions
  for select to anon, authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add competitions" on public.competitions
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change competitions" on public.competitions
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))));

create policy "admins delete competitions" on public.competitions
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
