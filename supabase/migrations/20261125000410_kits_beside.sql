-- The way from one shirt of a team to its next ones: the other kits of its season, and the same kit of the seasons
-- before and after.

create function public.kits_beside(jersey_id uuid) returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), beside as (
    (select distinct on (kit.kit_type_slug) kit.id
    from shown
    join public.jerseys kit
      on kit.team_slug = shown.team_slug and kit.season_id = shown.season_id
      -- Two teams may share a name: in two sports, or as the men's and the women's team.
      and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
    where kit.status = 'approved' and kit.is_active and kit.kit_type_slug <> shown.kit_type_slug
    order by kit.kit_type_slug, kit.score desc, kit.id desc)
    union all
    -- Season by season away from the shown one, until one has this kit: usually the first.
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
    order by season.code desc
    limit 1)
  )
  select kit.* from beside join public.jerseys kit on kit.id = beside.id
$$;
comment on function public.kits_beside is
  'Of the team of a public jersey: the best public one of every other kit type of its season, and of the same kit type in the seasons before and after that have one';

revoke execute on function public.kits_beside from public;
grant execute on function public.kits_beside to anon, authenticated, service_role;
