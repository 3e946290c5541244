-- Leaderboards of all, of sports, seasons, competitions, brands and colours, and the jerseys that rise.
-- They order by the Wilson bound of the votes that count (docs/decisions/021-what-is-counted.md).
-- Which leaderboards have a jersey is computed every ten minutes.

-- Below so many votes chance decides. The texts of `leaderboards.json` name the number, too.
create function private.votes_to_rank() returns integer
language sql immutable parallel safe
return 10;
comment on function private.votes_to_rank is 'How many votes that count a jersey needs to be ranked';

create function private.leaderboard_filter(scope text, value text) returns jsonb
language sql stable set search_path = ''
as $$
  select case scope
    when 'all' then '{}'
    when 'sport' then jsonb_build_object('sport', array[value])
    when 'competition' then jsonb_build_object('competition', array[value])
    when 'brand' then jsonb_build_object('brand', array[value])
    when 'color' then jsonb_build_object('color', array[value])
  end
$$;
comment on function private.leaderboard_filter is
  'The filter of the catalogue for a leaderboard; null for seasons and unknown scopes';

create function public.leaderboard(scope text default 'all', value text default '', max_results integer default 24)
returns table (place integer, jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  filter constant jsonb := private.leaderboard_filter(scope, coalesce(value, ''));
  at_most constant integer := least(greatest(coalesce(max_results, 24), 1), 100);
  jerseys uuid[];
begin
  if scope = 'season' then
    jerseys := private.first_of_season(value, at_most);
  elsif filter is not null then
    jerseys := private.first_of(filter, 'best', at_most);
  else
    raise sqlstate 'PT400' using
      message = 'leaderboard_unknown', detail = 'A leaderboard is of all, or of a sport, season, competition, brand or color.';
  end if;
  return query
  select rank() over (order by ranked.best desc)::integer, ranked.*
  from (
    select standing.jersey_id, standing.upvotes, standing.downvotes,
      private.wilson(standing.upvotes, standing.downvotes) as best
    from unnest(jerseys) found (id)
    join private.standings standing on standing.jersey_id = found.id) ranked
  order by ranked.best desc, ranked.jersey_id desc;
end $$;
comment on function public.leaderboard is
  'The best ranked public jerseys: of all, or of one sport, season (code), competition (slug), brand (slug of its name) or color; at most 100';
revoke execute on function public.leaderboard from public;
grant execute on function public.leaderboard to anon, authenticated, service_role;

create function public.rising_with_votes(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid, votes integer)
language sql stable security definer set search_path = ''
as $$
  select number::integer, id, standing.rising::integer
  from unnest(private.first_of(
    case when league is null then '{}' else jsonb_build_object('sport', array[lower(league)]) end, 'rising',
    least(greatest(coalesce(max_results, 24), 1), 100))) with ordinality as risen (id, number)
  join private.standings standing on standing.jersey_id = id
  order by number
$$;
comment on function public.rising_with_votes is
  'The public jerseys with the most votes of the last 30 days, those for minus those against; of one league, or of all; at most 100';
revoke execute on function public.rising_with_votes from public;
grant execute on function public.rising_with_votes to anon, authenticated, service_role;

-- Which leaderboards there are. To know it, all ranked jerseys are read: by a job, not by a page.
create table private.leaderboards (
  scope text not null,
  value text not null,
  label text,
  jerseys integer not null,
  constraint leaderboards_pkey primary key (scope, value)
);
comment on table private.leaderboards is 'Leaderboards with a jersey, as refresh_leaderboards() found them last';

create function public.refresh_leaderboards() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, season.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons season on season.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards leaderboard
    where not exists (select from fresh where (fresh.scope, fresh.value) = (leaderboard.scope, leaderboard.value))
    returning 1
  ), written as (
    insert into private.leaderboards as leaderboard (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (leaderboard.label, leaderboard.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down);
  if changed > 0 then
    perform pg_notify('outdated_pages', '*');
  end if;
  return changed;
end $$;
comment on function public.refresh_leaderboards is
  'Finds out which leaderboards have a jersey; returns how many came or went. The server calls it every ten minutes';
revoke execute on function public.refresh_leaderboards from public, anon, authenticated;
grant execute on function public.refresh_leaderboards to service_role;

create function public.leaderboards() returns table (scope text, value text, label text, jerseys integer)
language sql stable security definer set search_path = ''
as $$
  select scope, value, label, jerseys from private.leaderboards
$$;
comment on function public.leaderboards is
  'Which leaderboards have a jersey, and how many: scope and value as leaderboard() takes them, and the name';
revoke execute on function public.leaderboards from public;
grant execute on function public.leaderboards to anon, authenticated, service_role;

create function public.standings_of(jersey_ids uuid[])
returns table (jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language sql stable security definer set search_path = ''
as $$
  select jersey.id, coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0),
    case when standing.upvotes + standing.downvotes >= private.votes_to_rank()
      then private.wilson(standing.upvotes, standing.downvotes) end
  from unnest(jersey_ids[:100]) asked (id)
  join public.jerseys jersey on jersey.id = asked.id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active
$$;
comment on function public.standings_of is
  'The votes that count of public jerseys, and their bound; null while there are too few votes. At most 100 jerseys';
revoke execute on function public.standings_of from public;
grant execute on function public.standings_of to anon, authenticated, service_role;

create function private.first_of_season(season text, at_most integer) returns uuid[]
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select coalesce(array_agg(ranked.jersey_id), '{}')
  from (
    select entry.jersey_id
    from private.catalogue_entries entry
    join public.jerseys jersey on jersey.id = entry.jersey_id
    join public.seasons s_played on s_played.id = jersey.season_id
    where entry.best >= 1 and jersey.status = 'approved' and jersey.is_active
      and entry.year = (
        select left(code, 4)::smallint from public.seasons
        where code = first_of_season.season and is_active)
      -- A tournament of 2022 is not a part of the season 2022-23.
      and (s_played.code like '%-%') = (first_of_season.season like '%-%')
    order by entry.best desc, entry.created_at desc, entry.jersey_id desc
    limit first_of_season.at_most) ranked
$$;
comment on function private.first_of_season is
  'The best ranked public jerseys that the catalogue shows for the year in which a season begins, of seasons as long as it';

create function private.first_of(filter jsonb, sort text, at_most integer) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  step jsonb;
  after text;
  found uuid[] := '{}';
  enough boolean;
begin
  loop
    step := public.catalogue_page(filter, sort, after);
    select found || coalesce(array_agg(asked.id::uuid order by asked.number) filter (where listed.fits), '{}'),
      coalesce(not bool_and(listed.fits), true)
    into found, enough
    from jsonb_array_elements_text(step -> 'ids') with ordinality as asked (id, number)
    left join private.standings standing on standing.jersey_id = asked.id::uuid
    -- The orders put these last.
    cross join lateral (
      select coalesce(case sort when 'rising' then standing.rising > 0
        else standing.upvotes + standing.downvotes >= private.votes_to_rank() end, false) as fits) listed;
    after := step ->> 'next';
    exit when enough or after is null or cardinality(found) >= at_most;
  end loop;
  return found[:at_most];
end $$;
comment on function private.first_of is
  'The first public jerseys of a filter in the order best or rising that are ranked, or rise; read in steps of the catalogue, each of which costs the same however many jerseys there are';
