-- Jerseys: the table, its lists, and who reads and writes it.
-- A jersey is pending, approved or rejected, and public when it is approved and active.
-- Its rules before a write are in rules.sql, what follows a write in effects.sql.

-- The register of a jersey's facts, the same as JERSEY_FACTS in app/shared/domain/facts/jersey.ts: a test compares both. What is
-- suggested, corrected, decided, undone, imported, exported and kept in the history is said by these three lists.
create function private.jersey_facts() returns text[]
language sql immutable parallel safe
return array[
  'league', 'competition_id', 'season_id', 'team_id', 'team', 'title', 'year', 'kit_type', 'colors', 'pattern', 'brand_id', 'brand', 'sponsor',
  'edition', 'product_codes', 'price', 'external_link', 'description'];
comment on function private.jersey_facts is 'The columns that members fill, in the order in which people read them';

create function private.own_facts() returns text[]
language sql immutable parallel safe
return array['title', 'edition', 'external_link', 'description'];
comment on function private.own_facts is 'The facts that the author of an approved jersey changes without a source';

create function private.plain_facts() returns text[]
language sql immutable parallel safe
return array(
  select name from unnest(private.jersey_facts()) name
  where name !~ '_id$' and name <> all (array['league', 'team', 'brand']));
comment on function private.plain_facts is 'The facts that are no row of the catalogue, and no name of one';

create function private.list_facts() returns text[]
language sql immutable parallel safe
return array['colors', 'product_codes'];
comment on function private.list_facts is 'The facts that are lists of texts';

-- The one list of the kit types in SQL, the same as KIT_TYPES in app/shared/domain/kit-types.ts. A new one is a word here and
-- its names in private.kit_type_names(); taking one away needs a look at the rows, which a check doesn't take again.
create function private.kit_types() returns text[]
language sql immutable parallel safe
return array['home', 'away', 'third', 'fourth', 'goalkeeper', 'prematch', 'training', 'anniversary', 'other'];
comment on function private.kit_types is 'What a jersey may be worn as, in the order in which lists show it';

create function private.kit_of(kit_type_slug text) returns text
language sql immutable parallel safe
return case when kit_type_slug = 'maillot' then 'other' else kit_type_slug end;
comment on function private.kit_of is 'The kit type that a jersey counts as, also one without';

-- The same list as PATTERNS in app/shared/domain/shirt/types.ts; its names in private.pattern_names().
create function private.patterns() returns text[]
language sql immutable parallel safe
return array[
  'plain', 'stripes', 'pinstripes', 'hoops', 'band', 'chest_band', 'sash', 'halves', 'diagonal', 'quarters', 'chevron',
  'cross', 'checks', 'gradient', 'graphic'];
comment on function private.patterns is 'What the cloth of a jersey shows, in the order in which lists show it';

create function private.is_palette(colors text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(colors) between 1 and 3
    -- A list of lists, or one that counts from another number than 1, has no main colour at colors[1].
    and array_ndims(colors) = 1 and array_lower(colors, 1) = 1
    and cardinality(colors) = (select count(distinct color) from unnest(colors) color)
$$;
comment on function private.is_palette is 'True for a list of one to three names, each once';

create function private.code_key(code text) returns text
language sql immutable strict parallel safe
return upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g'));
comment on function private.code_key is 'What two style numbers are compared by: neither case nor separators';

create function private.are_codes(codes text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(codes) <= 5 and coalesce(array_ndims(codes) = 1 and array_lower(codes, 1) = 1, true) and array_position(codes, null) is null
    and not exists (select from unnest(codes) code where code !~ '^[A-Za-z0-9][A-Za-z0-9 /-]{0,28}[A-Za-z0-9]$')
    and cardinality(codes) = (select count(distinct private.code_key(code)) from unnest(codes) code)
$$;
comment on function private.are_codes is 'True for at most five style numbers of 2 to 30 characters, each once';

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
  sponsor text constraint jerseys_sponsor_length check (char_length(sponsor) <= 80),
  product_codes text[] not null default '{}'
    constraint jerseys_product_codes_known check (private.are_codes(product_codes)),
  edition text constraint jerseys_edition_length check (char_length(edition) <= 120),
  kit_type text
    constraint jerseys_kit_type_known check (kit_type = any (private.kit_types())),
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
  moderated_by uuid,
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
  colors text[] not null default '{}',
  pattern text constraint jerseys_pattern_known check (pattern = any (private.patterns())),
  -- References the league too: a jersey of one league can't be in a competition of another.
  constraint jerseys_competition_id_fkey foreign key (competition_id, league)
    references public.competitions (id, league) on update cascade,
  -- A public row contains no text for its author alone.
  constraint jerseys_moderation_note_private check (moderation_note is null or status = 'rejected'),
  constraint jerseys_title_visible check (private.is_visible(title)),
  constraint jerseys_team_visible check (private.is_visible(team)),
  constraint jerseys_brand_visible check (private.is_visible(brand)),
  constraint jerseys_sponsor_visible check (private.is_visible(sponsor)),
  constraint jerseys_edition_visible check (private.is_visible(edition)),
  constraint jerseys_external_link_visible check (private.is_visible(external_link)),
  constraint jerseys_moderated_by_secret check (moderated_by is null),
  constraint jerseys_colors_known check (private.is_palette(colors)),
  -- Lists the names, which types the column: see scripts/types.
  constraint jerseys_colors_named check (
    colors <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink'])
);
comment on column public.jerseys.moderation_note is 'Why it was rejected, for the author';
comment on column public.jerseys.edited_at is
  'The author''s newest change since the last decision; null when nothing waits for review';
comment on column public.jerseys.search_text is
  'Title, team, brand, edition and year, folded, for filters of API clients; search reads private.search_documents';
comment on column public.jerseys.moderated_by is 'Always null, so that a program which names it still gets an answer: visitors read this table. See private.decisions';
comment on column public.jerseys.colors is
  'One to three of the fourteen named colours, the main one first; an empty list is replaced by the default colours (docs/product/jersey.md 23). Not hexadecimal, unlike teams.colors';
-- PostgreSQL reuses a generic plan only if it looks as cheap as a plan for the values. Without these hints it assumes that a
-- third of the jerseys have a status and half of those are active, and plans every read again: half a millisecond at a
-- million jerseys. Queries select the status and activity of almost all jerseys.
alter table public.jerseys
  alter column status set (n_distinct = 1),
  alter column is_active set (n_distinct = 1);

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
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc) include (status);
comment on index public.jerseys_of_author is 'A member''s submissions of any status: account; how many there are: list of members';
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
-- The next four serve the checks and cascades of references, over rows of any status.
create index jerseys_by_competition on public.jerseys (competition_id, league);
create index jerseys_by_season on public.jerseys (season_id);
create index jerseys_by_team on public.jerseys (team_id);
create index jerseys_by_brand on public.jerseys (brand_id);
create index jerseys_of_brand on public.jerseys (brand_id, score desc, id desc)
  where status = 'approved' and is_active and brand_id is not null;
comment on index public.jerseys_of_brand is 'Best jerseys of a brand: brand page';
create index jerseys_of_member on public.jerseys (author_id, score desc, id desc)
  where status = 'approved' and is_active and author_id is not null;
comment on index public.jerseys_of_member is 'Best approved jerseys of a member: member page';
create index jerseys_of_season
  on public.jerseys (competition_id, season_id, team_id, team_slug, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_season is
  'Jerseys of a competition in a season by club and kit type, best first: season page; seasons of a competition';

alter table public.jerseys enable row level security;
-- Clients make the id, so that an insert whose answer was lost can be repeated.
-- Administrators are `authenticated` too. This grant includes columns that only they may change;
-- private.check_author_update() refuses these to others. Status and counters are never set directly.
revoke all on public.jerseys from anon, authenticated;
grant select on public.jerseys to anon;
grant select, delete on public.jerseys to authenticated;
grant select, insert, update, delete on public.jerseys to service_role;
grant insert (id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition,
  kit_type, description, external_link, price, colors, pattern, sponsor, product_codes) on public.jerseys to authenticated;
grant update (league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description,
  external_link, price, is_active, colors, pattern, sponsor,
  product_codes) on public.jerseys to authenticated;

create policy "visitors read public jerseys" on public.jerseys
  for select to anon using (status = 'approved' and is_active);

create policy "members submit as themselves" on public.jerseys
  for insert to authenticated with check (author_id = (select auth.uid()));

create policy "members change their own jerseys, admins all" on public.jerseys
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members delete their own jerseys, admins all" on public.jerseys
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members read public jerseys and their own, reviewers undecided, admins all" on public.jerseys
  for select to authenticated
  using (
    (status = 'approved' and is_active)
    or author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or (status <> 'approved' and (select public.is_reviewer((select auth.uid()))))
  );
