create table public.jerseys (
  id uuid primary key default gen_random_uuid(),
  -- A jersey outlives its author's account. Embedding reads this reference as "the author", so it
  -- must stay the only one from jerseys to profiles.
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
  -- To the account, not the profile: see author_id.
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
  -- With the league, so that a jersey can't be of one league and in a competition of another.
  constraint jerseys_competition_id_fkey foreign key (competition_id, league)
    references public.competitions (id, league) on update cascade,
  -- A row that everyone may read carries nothing that only its author may.
  constraint jerseys_moderation_note_private check (moderation_note is null or status = 'rejected')
);
comment on column public.jerseys.moderation_note is 'Why it was rejected, for the author';
comment on column public.jerseys.edited_at is
  'The author''s newest change since the last decision; null when nothing waits for review';
comment on column public.jerseys.search_text is 'What search compares, folded: lower case, no accents';

-- One index per list the product reads. `id` breaks ties, so that a page can start after a row.
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
create index jerseys_of_competition on public.jerseys (competition_id, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_competition is
  'Best jerseys of a competition: competition page, home with a competition chosen';
create index jerseys_variations on public.jerseys (team_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations is 'Jerseys by slug of the team: variations page';
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc);
comment on index public.jerseys_of_author is 'A member''s submissions of any status: account';
create index jerseys_pending on public.jerseys (created_at, id) where status = 'pending';
comment on index public.jerseys_pending is 'Moderation queue: new submissions, oldest first';
create index jerseys_edited on public.jerseys (edited_at, id) where edited_at is not null;
comment on index public.jerseys_edited is 'Moderation queue: changes after a decision, oldest first';
create index jerseys_search on public.jerseys using gin (search_text extensions.gin_trgm_ops);
comment on index public.jerseys_search is
  'Search, and likely duplicates in moderation: search_text contains the folded words';
-- Serve the checks and cascades of the references, over rows of any status.
create index jerseys_by_competition on public.jerseys (competition_id, league);
create index jerseys_by_season on public.jerseys (season_id);
create index jerseys_by_team on public.jerseys (team_id);
create index jerseys_by_brand on public.jerseys (brand_id);
create index jerseys_by_moderator on public.jerseys (moderated_by);

alter table public.jerseys enable row level security;
revoke all on public.jerseys from anon, authenticated;
grant select on public.jerseys to anon;
grant select, delete on public.jerseys to authenticated;
-- The id is the client's to make, so that an insert whose answer got lost can be sent again.
grant insert (
  id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
  edition, kit_type, description, external_link, price
) on public.jerseys to authenticated;
-- Administrators are `authenticated` too. What only they may change is in this grant, and
-- private.guard_jersey() refuses it to the others. Status and counters nobody sets by hand.
grant update (
  league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
  edition, kit_type, description, external_link, price, is_active
) on public.jerseys to authenticated;

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
