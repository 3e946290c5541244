-- Jerseys: the table, its lists, its permissions, and the rules for every write.

create table public.jerseys (
  id uuid primary key default gen_random_uuid(),
  -- A jersey outlives its author's account. Embedding profiles means the author, so this must stay the only
  -- reference from jerseys to profiles.
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  league text not null
    constraint jerseys_league_known check (league in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  competition_id uuid not null,
  season_id uuid not null references public.seasons (id),
  team_id uuid references public.teams (id) on delete set null,
  team text not null default ''
    constraint jerseys_team_length check (char_length(team) between 2 and 120),
  title text not null constraint jerseys_title_length check (char_length(title) between 3 and 160),
  year integer constraint jerseys_year_range check (year between 1850 and 2100),
  brand text constraint jerseys_brand_length check (char_length(brand) <= 80),
  brand_id uuid references public.brands (id) on delete set null,
  edition text constraint jerseys_edition_length check (char_length(edition) <= 120),
  kit_type text
    constraint jerseys_kit_type_known check (kit_type in ('home', 'away', 'third', 'training', 'other')),
  description text constraint jerseys_description_length check (char_length(description) <= 5000),
  external_link text
    constraint jerseys_external_link_format check (external_link ~ '^https?://[^\s]+$')
    constraint jerseys_external_link_length check (char_length(external_link) <= 2048),
  price numeric
    constraint jerseys_price_range check (price between 0 and 1000000)
    constraint jerseys_price_cents check (price = round(price, 2)),
  status text not null default 'pending'
    constraint jerseys_status_known check (status in ('pending', 'approved', 'rejected')),
  moderation_note text
    constraint jerseys_moderation_note_length check (char_length(moderation_note) <= 1000),
  -- References the account, not the profile: see author_id.
  moderated_by uuid references auth.users (id) on delete set null,
  moderated_at timestamptz,
  edited_at timestamptz,
  is_active boolean not null default true,
  upvotes integer not null default 0 constraint jerseys_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint jerseys_downvotes_positive check (downvotes >= 0),
  score integer not null generated always as (upvotes - downvotes) stored,
  created_at timestamptz not null default now(),
  team_slug text not null generated always as (private.team_slug(team)) stored,
  kit_type_slug text not null generated always as (coalesce(kit_type, 'maillot')) stored,
  search_text text not null generated always as (
    private.fold(
      title || ' ' || team || ' ' || coalesce(brand, '') || ' ' || coalesce(edition, '') || ' '
        || coalesce(year::text, ''))
  ) stored,
  -- References the league too: a jersey of one league can't be in a competition of another.
  constraint jerseys_competition_id_fkey foreign key (competition_id, league)
    references public.competitions (id, league) on update cascade,
  -- A public row contains no text for its author alone.
  constraint jerseys_moderation_note_private check (moderation_note is null or status = 'rejected')
);
comment on column public.jerseys.moderation_note is 'Why it was rejected, for the author';
comment on column public.jerseys.edited_at is
  'The author''s newest change since the last decision; null when nothing waits for review';
comment on column public.jerseys.search_text is
  'Title, team, brand, edition and year, folded, for filters of API clients; search reads private.search_documents';

-- One index per list of the product. `id` breaks ties, so that a page can start after a row.
create index jerseys_latest on public.jerseys (created_at desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_latest is 'Newest jerseys: home carousel, competitions page';
create index jerseys_latest_of_league on public.jerseys (league, created_at desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_latest_of_league is 'Newest jerseys of a league: home, sports page';
create index jerseys_top on public.jerseys (score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_top is 'Best jerseys: trends';
create index jerseys_top_of_league on public.jerseys (league, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_top_of_league is
  'Best jerseys of a league: trends with a filter, sport page, similar jerseys';
create index jerseys_of_team on public.jerseys (team_id, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_team is 'Best jerseys of a team: team page, similar jerseys';
create index jerseys_worn on public.jerseys (team_id, year, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is not null;
comment on index public.jerseys_worn is 'Best jerseys of a team by year and kit type: team page';
create index jerseys_worn_in_season
  on public.jerseys (team_id, season_id, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is null;
comment on index public.jerseys_worn_in_season is
  'Best jerseys of a team by season and kit type, of those without a year: team page';
create index jerseys_of_competition on public.jerseys (competition_id, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_competition is
  'Best jerseys of a competition: competition page, home with a competition chosen';
create index jerseys_variations on public.jerseys (team_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations is 'Jerseys by slug of the team: variations page';
create index jerseys_variations_of_year on public.jerseys (team_slug, year, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations_of_year is 'Jerseys by slug of the team and year: variations page';
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc);
comment on index public.jerseys_of_author is 'A member''s submissions of any status: account';
create index jerseys_pending on public.jerseys (created_at, id) where status = 'pending';
comment on index public.jerseys_pending is 'Moderation queue: new submissions, oldest first';
create index jerseys_edited on public.jerseys (edited_at, id) where edited_at is not null;
comment on index public.jerseys_edited is 'Moderation queue: changes after a decision, oldest first';
-- Two indexes: duplicates share the season or the year.
create index jerseys_of_slug_and_season on public.jerseys (team_slug, season_id)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_season is 'Likely duplicates of a submission, by season: moderation';
create index jerseys_of_slug_and_year on public.jerseys (team_slug, year)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_year is 'Likely duplicates of a submission, by year: moderation';
-- The next five serve the checks and cascades of references, over rows of any status.
create index jerseys_by_competition on public.jerseys (competition_id, league);
create index jerseys_by_season on public.jerseys (season_id);
create index jerseys_by_team on public.jerseys (team_id);
create index jerseys_by_brand on public.jerseys (brand_id);
create index jerseys_by_moderator on public.jerseys (moderated_by);

-- PostgreSQL reuses a generic plan only if it looks as cheap as a plan for the values. Without
-- these hints it assumes that a third of the jerseys have a status and half of those are active,
-- and plans every read again: half a millisecond at a million jerseys. Queries select the status
-- and activity of almost all jerseys.
alter table public.jerseys
  alter column status set (n_distinct = 1),
  alter column is_active set (n_distinct = 1);

alter table public.jerseys enable row level security;
revoke all on public.jerseys from anon, authenticated;
grant select on public.jerseys to anon;
grant select, delete on public.jerseys to authenticated;
-- Clients make the id, so that an insert whose answer was lost can be repeated.
grant insert (
  id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
  edition, kit_type, description, external_link, price
) on public.jerseys to authenticated;
-- Administrators are `authenticated` too. This grant includes columns that only they may change;
-- private.guard_jersey() refuses these to others. Status and counters are never set directly.
grant update (
  league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
  edition, kit_type, description, external_link, price, is_active
) on public.jerseys to authenticated;
grant select, insert, update, delete on public.jerseys to service_role;
select private.guard_writes('public.jerseys');

create policy "visitors read public jerseys" on public.jerseys
  for select to anon using (status = 'approved' and is_active);
create policy "members read public jerseys and their own, admins all" on public.jerseys
  for select to authenticated
  using (
    (status = 'approved' and is_active)
    or author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
  );
create policy "members submit as themselves" on public.jerseys
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "members change their own jerseys, admins all" on public.jerseys
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))))
  with check (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
create policy "members delete their own jerseys, admins all" on public.jerseys
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

-- Runs with its owner's rights: the name of an inactive team is still its name.
create function private.complete_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.edition := private.tidy(new.edition);
  new.description := private.tidy(new.description);
  new.external_link := private.tidy(new.external_link);
  -- A chosen team or brand overrides the text typed beside it.
  new.team := coalesce(
    (select name from public.teams where id = new.team_id), private.tidy(new.team), '');
  new.brand := coalesce(
    (select name from public.brands where id = new.brand_id), private.tidy(new.brand));
  return new;
end $$;

create trigger jerseys_complete
before insert or update of title, edition, description, external_link, team, team_id, brand, brand_id
on public.jerseys
for each row execute function private.complete_jersey();

-- Runs with the caller's rights on purpose: `current_user` distinguishes a member's request from an
-- update by a trigger or by moderate_jersey().
create function private.guard_jersey() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'authenticated' or public.is_admin(auth.uid()) then
    return new;
  end if;
  if (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.year, new.brand,
      new.brand_id, new.kit_type, new.price, new.is_active)
    is distinct from
     (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.year, old.brand,
      old.brand_id, old.kit_type, old.price, old.is_active) then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link only.';
  end if;
  -- A pending jersey is in the moderation queue anyway.
  if old.status <> 'pending'
    and (new.title, new.description, new.edition, new.external_link)
      is distinct from (old.title, old.description, old.edition, old.external_link) then
    new.edited_at := now();
  end if;
  return new;
end $$;

-- Fires after jerseys_complete (triggers fire in the order of their names), so white space alone is no change.
create trigger jerseys_guard before update on public.jerseys
for each row execute function private.guard_jersey();

-- Jerseys carry a copy of the names of their team and brand.

create function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.jerseys set team = new.name where team_id = new.id;
  return null;
end $$;

create trigger teams_rename after update of name on public.teams
for each row when (old.name is distinct from new.name) execute function private.rename_team();

create function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.jerseys set brand = new.name where brand_id = new.id;
  return null;
end $$;

create trigger brands_rename after update of name on public.brands
for each row when (old.name is distinct from new.name) execute function private.rename_brand();

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
    message = 'in_use', detail = used::text, hint = 'Make it inactive instead.',
    table = tg_table_name, constraint = tg_table_name || '_in_use';
end $$;

create trigger competitions_in_use before delete on public.competitions
for each row execute function private.keep_what_is_in_use();
create trigger seasons_in_use before delete on public.seasons
for each row execute function private.keep_what_is_in_use();
create trigger teams_in_use before delete on public.teams
for each row execute function private.keep_what_is_in_use();
create trigger brands_in_use before delete on public.brands
for each row execute function private.keep_what_is_in_use();

revoke execute on function
  private.complete_jersey, private.guard_jersey, private.rename_team, private.rename_brand,
  private.dependents, private.keep_what_is_in_use
from public;
