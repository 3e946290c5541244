-- How many jerseys a team has of every year and kit type, kept instead of counted: a team may have
-- thousands. Of those without a year by season, for a season's code may change.

create table private.team_kit_counts (
  team_id uuid not null,
  -- 0: not known.
  year integer not null,
  -- Nil where the year is known.
  season_id uuid not null,
  kit_type_slug text not null,
  jerseys bigint not null,
  constraint team_kit_counts_pkey primary key (team_id, year, season_id, kit_type_slug)
) with (fillfactor = 50);
comment on table private.team_kit_counts is
  'Public jerseys of a team by year and kit type. Kept by triggers; none means 0';

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

-- After jerseys_counted, which makes decisions take turns: triggers go by name.
create trigger jerseys_kits_counted
after insert or delete or update of status, is_active, team_id, year, season_id, kit_type
on public.jerseys for each row execute function private.count_kit();

create function public.recount_kits()
returns table (team_id uuid, year integer, kit_type_slug text, jerseys bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Whatever would change a number meanwhile waits.
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
revoke execute on function private.count_kit from public;
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
  'How many public jerseys a team has of every year and kit type; one without a year goes by its season, one without a kit type by ''other''';
revoke execute on function public.team_kits from public;
grant execute on function public.team_kits to anon, authenticated, service_role;

select public.recount_kits();
