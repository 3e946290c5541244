-- The catalogue as it is read: an entry for each public jersey, and entries counted by seven facts, and by team.
-- The worker derives it from jerseys, photos and collections (site/worker.sql, docs/decisions/021-what-is-counted.md).

-- Its table comes later.
create function private.told_owners(jersey uuid) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  owners constant integer := (select count(*) from public.user_collections collection where collection.jersey_id = told_owners.jersey);
begin
  return case when owners >= 3 then owners end;
end $$;
comment on function private.told_owners is
  'How many members have a jersey in their collection; null below three, which nobody is told, and which give no place in an order (docs/product/collect.md 7.6)';

create function private.demonstration() returns uuid language sql immutable parallel safe
return 'b628c51e-db81-5f0c-807b-cbe63b2d6e2f'::uuid;
comment on function private.demonstration is
  'The account whose pictures are drawings (app/shared/domain/demonstration.ts); on most sites nobody has it';

create view private.catalogue_facts as
  select jersey.id as jersey_id, jersey.competition_id, coalesce(jersey.team_id, private.nil()) as team_id,
    least(greatest(coalesce(jersey.year, left(season.code, 4)::integer), 1850), 2100)::smallint as year,
    private.kit_of(jersey.kit_type_slug) collate "C" as kit,
    coalesce(jersey.brand_id, private.nil()) as brand_id, coalesce(jersey.colors[1], '') collate "C" as color,
    coalesce(jersey.pattern, '') collate "C" as pattern,
    exists (
      select from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null
        and image.contributor_id is distinct from private.demonstration()) as has_photo,
    coalesce(jersey.sponsor, '') collate "C" as sponsor, jersey.created_at,
    jersey.score::double precision as best,
    coalesce(private.told_owners(jersey.id), 0) as owned
  from public.jerseys jersey
  join public.seasons season on season.id = jersey.season_id
  where jersey.status = 'approved' and jersey.is_active;
comment on view private.catalogue_facts is 'What private.catalogue_entries should say now';

create function private.cell_number(
  competition_id uuid, year smallint, kit text, brand_id uuid, color text, pattern text, has_photo boolean)
returns bigint language sql immutable parallel safe
return uuid_hash_extended(competition_id, uuid_hash_extended(brand_id,
  hashtextextended(kit || ' ' || color || ' ' || pattern collate "C", year * 2 + has_photo::integer)));
comment on function private.cell_number is
  'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

create table private.catalogue_entries (
  -- No reference: its check would lock the jersey whenever votes are derived from.
  jersey_id uuid constraint catalogue_entries_pkey primary key,
  competition_id uuid not null,
  team_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  pattern text collate "C" not null,
  has_photo boolean not null,
  sponsor text collate "C" not null,
  created_at timestamptz not null,
  best double precision not null,
  owned integer not null default 0,
  cell bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) stored
) with (fillfactor = 80);
comment on table private.catalogue_entries is
  'Public jerseys with what the catalogue filters and orders by';

create table private.catalogue_cells (
  competition_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  pattern text collate "C" not null,
  has_photo boolean not null,
  jerseys integer not null,
  number bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) stored,
  constraint catalogue_cells_pkey primary key (competition_id, year, kit, brand_id, color, pattern, has_photo)
) with (fillfactor = 70);
comment on table private.catalogue_cells is 'Entries counted by seven facts: a filter adds up the cells that match';

create table private.catalogue_teams (
  team_id uuid not null,
  competition_id uuid not null,
  jerseys integer not null,
  constraint catalogue_teams_pkey primary key (team_id, competition_id)
) with (fillfactor = 70);
comment on table private.catalogue_teams is
  'Entries counted by team and competition; the nil UUID stands for no team';

create function private.refresh_catalogue_counts(facts private.catalogue_facts[]) returns void
language sql set search_path = ''
as $$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, pattern, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
    group by 1, 2, 3, 4, 5, 6, 7
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.pattern, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, pattern, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$$;
comment on function private.refresh_catalogue_counts is 'Counts the cells and the teams again that jerseys with these facts are in';

create function private.refresh_catalogue(ids uuid[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  changed constant uuid[] := array(
    select jersey_id from unnest(former) f full join unnest(fresh) n using (jersey_id) where f is distinct from n);
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries where jersey_id = any (changed);
  insert into private.catalogue_entries (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)
  select * from unnest(fresh) where jersey_id = any (changed);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo, f.sponsor)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo, n.sponsor));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $$;
comment on function private.refresh_catalogue is
  'Brings these jerseys into the catalogue as they are now, and counts the cells and teams that they leave or enter. Returns whether one came, went or has other facts';

create view public.jersey_counts as
  select 'all' as kind, '' as key, coalesce(sum(jerseys), 0)::bigint as jerseys from private.catalogue_teams
  union all
  select 'league', competition.league, sum(team.jerseys)::bigint
  from private.catalogue_teams team join public.competitions competition on competition.id = team.competition_id
  group by competition.league
  union all
  select 'competition', competition_id::text, sum(jerseys)::bigint from private.catalogue_teams group by competition_id
  union all
  select 'team', team_id::text, sum(jerseys)::bigint from private.catalogue_teams
  where team_id <> '00000000-0000-0000-0000-000000000000' group by team_id;
comment on view public.jersey_counts is
  'Numbers of public jerseys, by kind: all, of a league, of a competition, of a team. The key is the league or the id, and empty for all; no row means 0';
revoke all on public.jersey_counts from anon, authenticated, service_role;
grant select on public.jersey_counts to anon, authenticated, service_role;

create view public.sponsors as
  select sponsor as name, count(*) as jerseys from private.catalogue_entries where sponsor <> '' group by sponsor;
comment on view public.sponsors is 'What stands on the front of public jerseys, for suggestions in forms';
revoke all on public.sponsors from anon, authenticated, service_role;
grant select on public.sponsors to anon, authenticated, service_role;

-- To find the entries of a filter that shows few.
create index catalogue_cells_of_brand on private.catalogue_cells (brand_id);

create index catalogue_cells_of_color on private.catalogue_cells (color);

create index catalogue_cells_of_year on private.catalogue_cells (year);

create index catalogue_entries_best on private.catalogue_entries (best, created_at, jersey_id);
comment on index private.catalogue_entries_best is 'Catalogue, highest score first';

create index catalogue_entries_owned on private.catalogue_entries (owned, created_at, jersey_id);
comment on index private.catalogue_entries_owned is 'Catalogue, most owned first';

create index catalogue_entries_newest on private.catalogue_entries (created_at, jersey_id);
comment on index private.catalogue_entries_newest is 'Catalogue, newest first';

create index catalogue_entries_year on private.catalogue_entries (year, created_at, jersey_id);
comment on index private.catalogue_entries_year is 'Catalogue, by year, both ways';

create index catalogue_entries_of_cell on private.catalogue_entries (cell);
comment on index private.catalogue_entries_of_cell is 'Catalogue, a filter that shows few';

create index catalogue_entries_of_sponsor on private.catalogue_entries (sponsor) where sponsor <> '';
comment on index private.catalogue_entries_of_sponsor is 'Catalogue, jerseys of chosen sponsors';

create index catalogue_entries_of_team on private.catalogue_entries (team_id, competition_id);
comment on index private.catalogue_entries_of_team is 'Catalogue, jerseys of chosen teams; jerseys counted by team';
