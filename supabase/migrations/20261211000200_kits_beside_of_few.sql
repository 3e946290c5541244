-- kits_beside() walks season by season until one has the kit. A team with few jerseys often has none, and all 250 seasons were
-- walked in vain: most of what a page of such a jersey cost the database. The jerseys of such a team are read at once instead.

create or replace function public.kits_beside(jersey_id uuid) returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), first_of_team as materialized (
    select of_slug.*
    from shown cross join lateral (
      select kit.id, kit.season_id, kit.kit_type_slug, kit.score, kit.league, kit.team_id
      from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.status = 'approved' and kit.is_active
      limit 41) of_slug
  ), few as (
    select kit.id, kit.score, season.code
    from shown
    -- Two teams may share a name: in two sports, or as the men's and the women's team.
    join first_of_team kit
      on kit.league = shown.league and kit.team_id is not distinct from shown.team_id
      and kit.kit_type_slug = shown.kit_type_slug
    join public.seasons season on season.id = kit.season_id and season.is_active
    where (select count(*) from first_of_team) <= 40
  ), beside as (
    (select distinct on (kit.kit_type_slug) kit.id
    from shown
    join public.jerseys kit
      on kit.team_slug = shown.team_slug and kit.season_id = shown.season_id
      and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
    where kit.status = 'approved' and kit.is_active and kit.kit_type_slug <> shown.kit_type_slug
    order by kit.kit_type_slug, kit.score desc, kit.id desc)
    union all
    (select few.id from few join shown on few.code > shown.code
    order by few.code, few.score desc, few.id desc limit 1)
    union all
    (select few.id from few join shown on few.code < shown.code
    order by few.code desc, few.score desc, few.id desc limit 1)
    union all
    -- Of a team with many: season by season away from the shown one, until one has this kit, usually the first.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select kit.id from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.season_id = season.id
        and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
        and kit.kit_type_slug = shown.kit_type_slug and kit.status = 'approved' and kit.is_active
      order by kit.score desc, kit.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select kit.id from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.season_id = season.id
        and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
        and kit.kit_type_slug = shown.kit_type_slug and kit.status = 'approved' and kit.is_active
      order by kit.score desc, kit.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code desc
    limit 1)
  )
  select kit.* from beside join public.jerseys kit on kit.id = beside.id
$$;
