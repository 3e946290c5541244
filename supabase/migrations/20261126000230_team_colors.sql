-- The colours of a team over the decades: a strip on its page.

create function public.team_colors(team_id uuid)
returns table (decade integer, color text, kits bigint)
language sql stable security definer rows 40 set search_path = ''
as $$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. Training and other
  -- shirts have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select kept.year, best.color
    from private.team_kit_counts kept
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.year = kept.year
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year > 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts kept
    join public.seasons season on season.id = kept.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.season_id = kept.season_id and jersey.year is null
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year = 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$$;
comment on function public.team_colors is
  'The main colours of a team''s public shirts by decade: how many kits (best jersey of each season and of home, away and third) have each';
revoke execute on function public.team_colors from public;
grant execute on function public.team_colors to anon, authenticated, service_role;
