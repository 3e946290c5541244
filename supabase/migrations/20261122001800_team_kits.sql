-- A team's timeline: per year and kit type the best rated jerseys and how many there are, instead of all of them. A
-- jersey without a known year counts for the year in which its season began.

create function private.kit_of(kit_type_slug text) returns text
language sql immutable parallel safe
return case when kit_type_slug = 'maillot' then 'other' else kit_type_slug end;
comment on function private.kit_of is 'The kit type that a jersey counts as, also one without';

-- Stored counts: a team may have thousands of jerseys. Those without a year are counted by season,
-- because a season's code may change.
create table private.team_kit_counts (
  team_id uuid not null,
  -- 0: not known.
  year integer not null,
  -- The nil UUID if the year is known.
  season_id uuid not null,
  kit_type_slug text not null,
  jerseys bigint not null,
  constraint team_kit_counts_pkey primary key (team_id, year, season_id, kit_type_slug)
) with (fillfactor = 50);
comment on table private.team_kit_counts is
  'Public jerseys of a team by year and kit type. Triggers keep it; no row means 0';

create function private.count_kit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op <> 'INSERT' and old.status = 'approved' and old.is_active and old.team_id is not null then
    update private.team_kit_counts set jerseys = jerseys - 1
    where team_id = old.team_id and year = coalesce(old.year, 0)
      and season_id = case when old.year is null then old.season_id else nil end
      and kit_type_slug = old.kit_type_slug;
  end if;
  if tg_op <> 'DELETE' and new.status = 'approved' and new.is_active and new.team_id is not null then
    insert into private.team_kit_counts as counts (team_id, year, season_id, kit_type_slug, jerseys)
    values (
      new.team_id, coalesce(new.year, 0), case when new.year is null then new.season_id else nil end,
      new.kit_type_slug, 1)
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = counts.jerseys + 1;
  end if;
  return null;
end $$;

-- Fires after jerseys_counted, which makes decisions take turns: triggers fire in the order of their names.
create trigger jerseys_kits_counted
after insert or delete or update of status, is_active, team_id, year, season_id, kit_type
on public.jerseys for each row execute function private.count_kit();
revoke execute on function private.count_kit from public;

create function public.recount_kits()
returns table (team_id uuid, year integer, kit_type_slug text, jerseys bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select team_id, coalesce(year, 0) as year,
      case when year is null then season_id else '00000000-0000-0000-0000-000000000000' end as season_id,
      kit_type_slug, count(*) as jerseys
    from public.jerseys where status = 'approved' and is_active and team_id is not null
    group by 1, 2, 3, 4
  ), wrong as (
    select team_id, year, season_id, kit_type_slug, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(kept.jerseys, 0) as was
    from counted full join private.team_kit_counts kept using (team_id, year, season_id, kit_type_slug)
    where coalesce(counted.jerseys, 0) <> coalesce(kept.jerseys, 0)
  ), repaired as (
    insert into private.team_kit_counts (team_id, year, season_id, kit_type_slug, jerseys)
    select team_id, year, season_id, kit_type_slug, jerseys from wrong
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = excluded.jerseys
  )
  select team_id, year, kit_type_slug, jerseys, was from wrong;
end $$;
comment on function public.recount_kits is
  'Counts every team''s jerseys by year and kit type; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_kits from public, anon, authenticated;
grant execute on function public.recount_kits to service_role;

create function public.team_kits(team_id uuid)
returns table (year integer, kit_type text, jerseys bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  select coalesce(left(season.code, 4)::integer, kept.year), private.kit_of(kept.kit_type_slug),
    sum(kept.jerseys)::bigint
  from private.team_kit_counts kept
  left join public.seasons season on season.id = kept.season_id and season.is_active
  where kept.team_id = team_kits.team_id and kept.jerseys > 0
    and (kept.year > 0 or season.id is not null)
  group by 1, 2
  order by 1 desc, 2
$$;
comment on function public.team_kits is
  'How many public jerseys a team has of every year and kit type; one without a year counts by its season, one without a kit type as ''other''';

create function public.team_decade(team_id uuid, decade integer) returns setof public.jerseys
language sql stable security definer rows 60 set search_path = ''
as $$
  with worn as (
    select dated.year, private.kit_of(kit.slug) as kit, best.id, best.score
    from generate_series(team_decade.decade, least(team_decade.decade, 9990) + 9) dated (year)
    cross join unnest(array['home', 'away', 'third', 'training', 'other', 'maillot']) kit (slug)
    cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_decade.team_id and jersey.year = dated.year
        and jersey.kit_type_slug = kit.slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 2) best
    union all
    select left(season.code, 4)::integer, private.kit_of(kit.slug), best.id, best.score
    from public.seasons season
    cross join unnest(array['home', 'away', 'third', 'training', 'other', 'maillot']) kit (slug)
    cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_decade.team_id and jersey.season_id = season.id
        and jersey.year is null and jersey.kit_type_slug = kit.slug
        and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 2) best
    where season.is_active
      and left(season.code, 4)::bigint - team_decade.decade between 0 and 9
  ), ranked as (
    select worn.id, row_number() over (
      partition by worn.year, worn.kit order by worn.score desc, worn.id desc) as place
    from worn
  )
  select jersey.*
  from ranked join public.jerseys jersey on jersey.id = ranked.id
  where ranked.place <= 2
  order by jersey.score desc, jersey.id desc
$$;
comment on function public.team_decade is
  'The two best rated public jerseys of a team of every year and kit type, for ten years';

revoke execute on function public.team_kits, public.team_decade from public;
grant execute on function public.team_kits, public.team_decade to anon, authenticated, service_role;
