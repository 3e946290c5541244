-- The catalogue with filters: one entry for each public jersey, and cells that count entries by six facts.
-- Entries belong to an edition, so that a walk through pages sees one state of the catalogue
-- (docs/decisions/021-what-is-counted.md).
-- Changes of jerseys are brought in at the end of their statement.

create function private.best_value(upvotes integer, downvotes integer) returns double precision
language sql immutable parallel safe
return case
  when upvotes + downvotes >= 10 then 1 + private.wilson(upvotes, downvotes)
  else 0.5 + (upvotes - downvotes) / 100.0::double precision
end;
comment on function private.best_value is
  'Orders jerseys, the best first: by the Wilson bound from ten votes on, the others after them by score';

create function private.demonstration() returns uuid language sql immutable parallel safe
return 'b628c51e-db81-5f0c-807b-cbe63b2d6e2f'::uuid;
comment on function private.demonstration is
  'The account whose pictures are drawings (app/shared/domain/demonstration.ts); on most sites nobody has it';

create view private.catalogue_facts as
  select jersey.id as jersey_id, jersey.competition_id, coalesce(jersey.team_id, private.nil()) as team_id,
    least(greatest(coalesce(jersey.year, left(season.code, 4)::integer), 1850), 2100)::smallint as year,
    private.kit_of(jersey.kit_type_slug) collate "C" as kit,
    coalesce(jersey.brand_id, private.nil()) as brand_id, coalesce(jersey.colors[1], '') collate "C" as color,
    exists (
      select from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null
        and image.contributor_id is distinct from private.demonstration()) as has_photo,
    jersey.created_at,
    private.best_value(coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0)) as best,
    coalesce(standing.upvotes + standing.downvotes, 0) as votes, coalesce(standing.rising, 0) as rising
  from public.jerseys jersey
  join public.seasons season on season.id = jersey.season_id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active;
comment on view private.catalogue_facts is 'What private.catalogue_entries should say now';

-- Cells. A filter of up to three facts is counted in cells that know three or four, so a count reads some hundred rows
-- however many jerseys there are. More facts at once are counted in the cells that know all.
create table private.catalogue_groupings (
  dims integer constraint catalogue_groupings_pkey primary key
);
comment on table private.catalogue_groupings is
  'Which facts a cell may know, as a sum: competition 1, period 2, kit 4, brand 8, colour 16, photo 32, team 64';

create function private.cell_number(
  competition_id uuid, year smallint, kit text, brand_id uuid, color text, has_photo boolean)
returns bigint language sql immutable parallel safe
return uuid_hash_extended(competition_id, uuid_hash_extended(brand_id,
  hashtextextended(kit || ' ' || color collate "C", year * 2 + has_photo::integer)));
comment on function private.cell_number is
  'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

create table private.catalogue_cells (
  dims integer not null,
  competition_id uuid not null,
  team_id uuid not null,
  -- A year, or a decade as -1 - decade / 10: -200 is 1990 to 1999.
  period smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  jerseys integer not null,
  -- Of cells that know all facts and the year.
  number bigint generated always as (
    case when dims = 63 and period > 0
      then private.cell_number(competition_id, period, kit, brand_id, color, has_photo) end) stored,
  -- Facts that the cell doesn't know: nil, 0, '', false.
  constraint catalogue_cells_pkey
    primary key (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
) with (fillfactor = 70);
comment on table private.catalogue_cells is
  'Public jerseys counted by some of their facts. Triggers keep it; npm run recount proves it';

create function private.cell_keys(
  competition_id uuid, team_id uuid, year smallint, kit text, brand_id uuid, color text, has_photo boolean)
returns table (
  dims integer, competition uuid, team uuid, period smallint, kit_known text, brand uuid, color_known text,
  photo boolean)
language sql stable set search_path = ''
as $$
  select grouping_.dims,
    case when grouping_.dims & 1 > 0 then cell_keys.competition_id else private.nil() end,
    case when grouping_.dims & 64 > 0 then cell_keys.team_id else private.nil() end,
    case when grouping_.dims & 2 > 0 then time.period else 0 end::smallint,
    case when grouping_.dims & 4 > 0 then cell_keys.kit else '' end,
    case when grouping_.dims & 8 > 0 then cell_keys.brand_id else private.nil() end,
    case when grouping_.dims & 16 > 0 then cell_keys.color else '' end,
    grouping_.dims & 32 > 0 and cell_keys.has_photo
  from private.catalogue_groupings grouping_
  cross join lateral (values (cell_keys.year::integer), (-1 - cell_keys.year / 10)) as time (period)
  where (grouping_.dims & 2 > 0 or time.period > 0)
    -- Cells of four facts know decades only.
    and (time.period < 0 or grouping_.dims & 2 = 0 or bit_count((grouping_.dims & 63)::bit(6)) <> 4)
    and (grouping_.dims & 64 = 0 or cell_keys.team_id <> private.nil())
$$;
comment on function private.cell_keys is 'All cells in which a jersey of these facts is counted';

-- Entries. When a value that lists order by changes, the entry ends and a new one begins. A walk through a list reads the
-- entries of the edition in which it began, so that nothing is shown twice or skipped while votes move jerseys.
create table private.catalogue_edition (
  edition bigint not null,
  -- Entries that ended in this edition or before are deleted.
  forgotten bigint not null,
  cleaned_at timestamptz not null
) with (fillfactor = 50);
comment on table private.catalogue_edition is
  'One row: the newest edition. Who writes entries locks it until the end of the transaction';
insert into private.catalogue_edition (edition, forgotten, cleaned_at) values (1, 0, 'epoch');

create function private.for_ever() returns bigint language sql immutable parallel safe
return 9223372036854775807;

create table private.catalogue_entries (
  -- No reference: its check would lock the jersey whenever votes are applied.
  jersey_id uuid not null,
  since bigint not null,
  -- The edition in which it ended. In no index, so that ending an entry changes its row only.
  until bigint not null default private.for_ever(),
  competition_id uuid not null,
  team_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  cell bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored,
  created_at timestamptz not null,
  best double precision not null,
  votes integer not null,
  rising double precision not null,
  constraint catalogue_entries_pkey primary key (jersey_id, since)
) with (fillfactor = 80);
comment on table private.catalogue_entries is
  'Public jerseys as the catalogue with filters orders them: the newest edition, and what ended within the last hour';

-- What ended when, to delete it an hour later.
create table private.ended_entries (
  jersey_id uuid not null,
  since bigint not null,
  until bigint not null,
  ended_at timestamptz not null
);

create function private.begin_edition() returns bigint
language plpgsql set search_path = ''
as $$
declare
  begun bigint;
begin
  -- First the row that decisions on jerseys lock (private.count_jersey), then the edition, in every transaction.
  perform from public.jersey_counts where kind = 'all' and key = '' for no key update;
  if not found then
    insert into public.jersey_counts as counts (kind, key, jerseys) values ('all', '', 0)
    on conflict (kind, key) do update set jerseys = counts.jerseys;
  end if;
  update private.catalogue_edition set edition = edition + 1 returning edition into begun;
  return begun;
end $$;
comment on function private.begin_edition is
  'Begins an edition of the entries. Until the transaction ends, no other writes entries or cells';

create function private.refresh_entries(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Statements after the lock see what others have committed before it was free.
  edition constant bigint := private.begin_edition();
  now_ever constant bigint := private.for_ever();
begin
  insert into private.catalogue_cells as cells (
    dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
  with live as (
    select * from private.catalogue_entries where jersey_id = any (ids) and until = now_ever
  ), wanted as (
    select * from private.catalogue_facts where jersey_id = any (ids)
  ), moved as (
    select live.competition_id, live.team_id, live.year, live.kit, live.brand_id, live.color, live.has_photo,
      -1 as amount
    from live
    union all
    select competition_id, team_id, year, kit, brand_id, color, has_photo, 1 from wanted
  ), net as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, sum(amount) as amount
    from moved group by 1, 2, 3, 4, 5, 6, 7 having sum(amount) <> 0
  )
  select key.dims, key.competition, key.team, key.period, key.kit_known, key.brand, key.color_known, key.photo,
    sum(net.amount)
  from net cross join lateral private.cell_keys(
    net.competition_id, net.team_id, net.year, net.kit, net.brand_id, net.color, net.has_photo) key
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(net.amount) <> 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict on constraint catalogue_cells_pkey do update set jerseys = cells.jerseys + excluded.jerseys;

  -- All editions: what is no longer public is not shown to a walk that began before either.
  delete from private.catalogue_entries entry
  where entry.jersey_id = any (ids)
    and not exists (select from private.catalogue_facts fact where fact.jersey_id = entry.jersey_id);

  with ended as (
    update private.catalogue_entries entry set until = edition
    from private.catalogue_facts fact
    where entry.jersey_id = any (ids) and entry.until = now_ever and fact.jersey_id = entry.jersey_id
      and (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
          entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
        is distinct from
        (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
          fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising)
    returning entry.jersey_id, entry.since
  )
  insert into private.ended_entries (jersey_id, since, until, ended_at)
  select jersey_id, since, edition, clock_timestamp() from ended;

  insert into private.catalogue_entries (
    jersey_id, since, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best,
    votes, rising)
  select fact.jersey_id, edition, fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id,
    fact.color, fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising
  from private.catalogue_facts fact
  where fact.jersey_id = any (ids)
    and not exists (
      select from private.catalogue_entries entry
      where entry.jersey_id = fact.jersey_id and entry.until = now_ever);
end $$;
comment on function private.refresh_entries is
  'Brings the entries and cells of these jerseys up to date, whether they are public, no longer public, or deleted';

-- Which facts have changed. A row trigger marks the jerseys and a statement trigger refreshes them together: an import of
-- ten thousand counts once. Transition tables would do without marks, but can't name columns, and votes would fire them.
create table private.changed_facts (
  jersey_id uuid not null,
  -- Jerseys and images take their own marks only: deleting a jersey deletes its images in between.
  table_name text not null
);
comment on table private.changed_facts is
  'Jerseys whose facts the running statement changes; empty again when it ends';

create function private.mark_changed_facts(jersey_ids uuid[], table_name text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.changed_facts (jersey_id, table_name)
  select distinct id, mark_changed_facts.table_name from unnest(jersey_ids) id where id is not null
$$;
comment on function private.mark_changed_facts is 'Notes jerseys whose entries refresh_changed() brings up to date when the statement ends';

create function private.mark_changed_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_facts (jersey_id, table_name)
  select id, tg_table_name from public.jerseys
  where season_id = new.id and year is null and status = 'approved' and is_active;
  return null;
end $$;

create function private.refresh_changed(table_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  with taken as (
    delete from private.changed_facts fact where fact.table_name = refresh_changed.table_name returning fact.jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id) into ids from taken;
  if table_name = 'jersey_images' and ids is not null then
    -- A decision on the jersey waits, or has been made: otherwise it could miss this change, and this change it.
    perform from public.jerseys where id = any (ids) order by id for no key update;
    ids := array(
      select id from public.jerseys where id = any (ids) and status = 'approved' and is_active);
  end if;
  if cardinality(ids) > 0 then
    perform private.refresh_entries(ids);
  end if;
end $$;

create function private.refresh_entries_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_changed(tg_table_name);
  return null;
end $$;

-- Votes

create function private.forget_entries() returns void
language plpgsql set search_path = ''
as $$
declare
  oldest constant timestamptz := clock_timestamp() - interval '1 hour';
begin
  update private.catalogue_edition set cleaned_at = clock_timestamp(), forgotten = greatest(forgotten,
    (select max(until) from private.ended_entries where ended_at < oldest));
  with ended as (
    delete from private.ended_entries where ended_at < oldest returning jersey_id, since
  )
  delete from private.catalogue_entries entry using ended
  where entry.jersey_id = ended.jersey_id and entry.since = ended.since;
end $$;
comment on function private.forget_entries is 'Deletes entries that ended more than an hour ago';

create function private.apply_standings(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  edition constant bigint := private.begin_edition();
begin
  -- Facts are those of the entry that ends: only what lists order by may have changed.
  with applied as (
    select entry.jersey_id, entry.since, standing.*
    from private.catalogue_entries entry
    cross join lateral (
      select private.best_value(coalesce(sum(upvotes)::integer, 0), coalesce(sum(downvotes)::integer, 0)) as best,
        coalesce(sum(upvotes + downvotes)::integer, 0) as votes, coalesce(sum(rising), 0) as rising
      from private.standings where jersey_id = entry.jersey_id) standing
    where entry.jersey_id = any (ids) and entry.until = private.for_ever()
      and (entry.best, entry.votes, entry.rising) is distinct from (standing.best, standing.votes, standing.rising)
  ), ended as (
    update private.catalogue_entries entry set until = edition
    from applied where entry.jersey_id = applied.jersey_id and entry.since = applied.since
    returning entry.*, applied.best as new_best, applied.votes as new_votes, applied.rising as new_rising
  ), marked as (
    insert into private.ended_entries (jersey_id, since, until, ended_at)
    select jersey_id, since, edition, clock_timestamp() from ended
  )
  insert into private.catalogue_entries (
    jersey_id, since, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes,
    rising)
  select jersey_id, edition, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, new_best,
    new_votes, new_rising
  from ended;
end $$;
comment on function private.apply_standings is 'Brings the votes of these jerseys into their entries';

create function private.tidy_entries() returns void
language plpgsql set search_path = ''
as $$
begin
  if (select cleaned_at < clock_timestamp() - interval '1 minute' from private.catalogue_edition) then
    perform private.begin_edition();
    perform private.forget_entries();
  end if;
end $$;
comment on function private.tidy_entries is 'Deletes entries that ended more than an hour ago, about once a minute';

create function public.recount_catalogue() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys, public.jersey_images in share row exclusive mode;
  perform private.begin_edition();
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact
    full join (select * from private.catalogue_entries where until = private.for_ever()) entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_entries(wrong);

  return query
  with facts as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_facts group by 1, 2, 3, 4, 5, 6, 7
  ), fresh as (
    select key.dims, key.competition as competition_id, key.team as team_id, key.period, key.kit_known as kit,
      key.brand as brand_id, key.color_known as color, key.photo as has_photo, sum(facts.jerseys)::integer as jerseys
    from facts cross join lateral private.cell_keys(
      facts.competition_id, facts.team_id, facts.year, facts.kit, facts.brand_id, facts.color, facts.has_photo) key
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), differing as (
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo,
      coalesce(fresh.jerseys, 0) as jerseys, coalesce(cell.jerseys, 0) as was
    from fresh full join private.catalogue_cells cell
      using (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
    where coalesce(fresh.jerseys, 0) <> coalesce(cell.jerseys, 0)
  ), repaired as (
    insert into private.catalogue_cells (
      dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys from differing
    on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  )
  select concat_ws(' ', 'cell', dims, competition_id, team_id, period, kit, brand_id, color, has_photo),
    jerseys::bigint, was::bigint
  from differing;
end $$;
comment on function public.recount_catalogue is
  'Compares every entry and cell of the catalogue with the jerseys; repairs and returns those that were wrong';
revoke execute on function public.recount_catalogue from public, anon, authenticated;
grant execute on function public.recount_catalogue to service_role;

-- To find the entries of a filter that shows few: cells change rarely, and their counters are in no index.
create index catalogue_cells_of_brand on private.catalogue_cells (brand_id) where dims = 63 and period > 0;

create index catalogue_cells_of_color on private.catalogue_cells (color) where dims = 63 and period > 0;

create index catalogue_cells_of_year on private.catalogue_cells (period) where dims = 63 and period > 0;

create index catalogue_entries_best on private.catalogue_entries (best, created_at, jersey_id);
comment on index private.catalogue_entries_best is 'Catalogue, best rated first';

create index catalogue_entries_votes on private.catalogue_entries (votes, created_at, jersey_id);
comment on index private.catalogue_entries_votes is 'Catalogue, most voted first';

create index catalogue_entries_rising on private.catalogue_entries (rising, created_at, jersey_id);
comment on index private.catalogue_entries_rising is 'Catalogue, rising first';

create index catalogue_entries_newest on private.catalogue_entries (created_at, jersey_id);
comment on index private.catalogue_entries_newest is 'Catalogue, newest first';

create index catalogue_entries_year on private.catalogue_entries (year, created_at, jersey_id);
comment on index private.catalogue_entries_year is 'Catalogue, by year, both ways';

create index catalogue_entries_of_cell on private.catalogue_entries (cell);
comment on index private.catalogue_entries_of_cell is 'Catalogue, a filter that shows few';

create index catalogue_entries_of_team on private.catalogue_entries (team_id) where team_id <> '00000000-0000-0000-0000-000000000000';
comment on index private.catalogue_entries_of_team is 'Catalogue, jerseys of chosen teams';

insert into private.catalogue_groupings (dims)
select dims from generate_series(1, 63) dims where bit_count(dims::bit(6)) in (3, 4)
union all select 63
-- A team of a competition, with one more fact.
union all select 65 + fact from unnest(array[2, 4, 8, 16, 32]) fact;

revoke execute on function
  private.best_value, private.cell_number, private.cell_keys, private.for_ever, private.begin_edition, private.refresh_entries,
  private.mark_changed_facts, private.mark_changed_season, private.refresh_changed, private.refresh_entries_of_statement,
  private.forget_entries, private.apply_standings, private.tidy_entries
from public;
