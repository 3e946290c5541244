-- A team's wall chart: per year and kit type the best rated jerseys and how many there are, instead of
-- all of them. What was worn without a known year goes by the year in which its season began.

create index jerseys_worn on public.jerseys (team_id, year, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is not null;
comment on index public.jerseys_worn is 'Best jerseys of a team by year and kit type: team page';
create index jerseys_worn_in_season
  on public.jerseys (team_id, season_id, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is null;
comment on index public.jerseys_worn_in_season is
  'Best jerseys of a team by season and kit type, of those without a year: team page';

create function private.kit_of(kit_type_slug text) returns text
language sql immutable parallel safe
return case when kit_type_slug = 'maillot' then 'other' else kit_type_slug end;
comment on function private.kit_of is 'The kit type that a jersey counts as, also one without';

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

revoke execute on function public.team_decade from public;
grant execute on function public.team_decade to anon, authenticated, service_role;
