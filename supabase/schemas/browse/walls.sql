-- What a team wore, and what a season looked like.
-- Kits of a team by year, the neighbours of one kit, and the best jersey by club and kit type of a season.
-- All is counted on read.

-- Reads the indexes of what a team wore. Jerseys without a year count by season, because a season's code may change.
create view private.team_kit_counts as
  select team_id, year, private.nil() as season_id, kit_type_slug, count(*) as jerseys
  from public.jerseys
  where status = 'approved' and is_active and team_id is not null and year is not null
  group by team_id, year, kit_type_slug
  union all
  select team_id, 0, season_id, kit_type_slug, count(*)
  from public.jerseys
  where status = 'approved' and is_active and team_id is not null and year is null
  group by team_id, season_id, kit_type_slug;
comment on view private.team_kit_counts is
  'Public jerseys of a team by year and kit type; those without a year (0) by season';

create function public.team_kits(team_id uuid)
returns table (year integer, kit_type text, jerseys bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  select coalesce(left(season.code, 4)::integer, tkc.year), private.kit_of(tkc.kit_type_slug),
    sum(tkc.jerseys)::bigint
  from private.team_kit_counts tkc
  left join public.seasons season on season.id = tkc.season_id and season.is_active
  where tkc.team_id = team_kits.team_id
    and (tkc.year > 0 or season.id is not null)
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
    cross join unnest(private.kit_types() || 'maillot'::text) kit (slug)
    cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_decade.team_id and jersey.year = dated.year
        and jersey.kit_type_slug = kit.slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 2) best
    union all
    select left(season.code, 4)::integer, private.kit_of(kit.slug), best.id, best.score
    from public.seasons season
    cross join unnest(private.kit_types() || 'maillot'::text) kit (slug)
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

-- The way from one shirt of a team to its next ones: the other kits of its season, and the same kit of the seasons before and
-- after. Two teams may share a name: in two sports, or as the men's and the women's team.
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
    (select distinct on (jersey.kit_type_slug) jersey.id
    from shown
    join public.jerseys jersey
      on jersey.team_slug = shown.team_slug and jersey.season_id = shown.season_id
      and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
    where jersey.status = 'approved' and jersey.is_active and jersey.kit_type_slug <> shown.kit_type_slug
    order by jersey.kit_type_slug, jersey.score desc, jersey.id desc)
    union all
    -- Season by season away from the shown one, until one has this kit.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code desc
    limit 1)
  )
  select jersey.* from beside join public.jerseys jersey on jersey.id = beside.id
$$;
comment on function public.kits_beside is
  'Of the team of a public jersey: the best public one of every other kit type of its season, and of the same kit type in the seasons before and after that have one';

-- Reads the index only.
create function private.season_cells(competition_id uuid, season_id uuid)
returns table (team_id uuid, team_slug text, kit_type text, jerseys bigint, best uuid, club bigint)
language sql stable rows 100 set search_path = ''
as $$
  with ranked as (
    select jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug) as kit_type, jersey.id,
      ts.team_id is not null as is_entrant,
      max(jersey.score) over (partition by jersey.team_id, jersey.team_slug) as top_score,
      count(*) over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)) as jerseys,
      row_number() over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)
        order by jersey.score desc, jersey.id desc) as place
    from public.jerseys jersey
    left join public.team_seasons ts
      on ts.competition_id = jersey.competition_id and ts.season_id = jersey.season_id
      and ts.team_id = jersey.team_id
    where jersey.competition_id = season_cells.competition_id and jersey.season_id = season_cells.season_id
      and jersey.status = 'approved' and jersey.is_active
  )
  select ranked.team_id, ranked.team_slug, ranked.kit_type, ranked.jerseys, ranked.id,
    dense_rank() over (
      order by ranked.is_entrant desc, ranked.top_score desc, ranked.team_slug, ranked.team_id)
  from ranked
  where ranked.place = 1
$$;
comment on function private.season_cells is
  'A competition''s season by club and kit type: number of public jerseys and the best rated. Clubs are numbered: those of the line-up first, then by score';

-- A free text can name any number of clubs; a page has room for this many beside each other.
create function private.most_clubs() returns bigint language sql immutable parallel safe
return 120;
comment on function private.most_clubs is 'How many clubs with a jersey the wall of a season shows';

create function public.season_kits(competition_id uuid, season_id uuid)
returns table (team_id uuid, team_slug text, kit_type text, jerseys bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  select cell.team_id, cell.team_slug, cell.kit_type, cell.jerseys
  from private.season_cells(season_kits.competition_id, season_kits.season_id) cell
  where cell.club <= private.most_clubs()
  order by cell.club, cell.kit_type
$$;
comment on function public.season_kits is
  'How many public jerseys the clubs of a competition have of a season, by kit type; one without a kit type counts as ''other''';

create function public.season_wall(competition_id uuid, season_id uuid) returns setof public.jerseys
language sql stable security definer rows 100 set search_path = ''
as $$
  select jersey.*
  from private.season_cells(season_wall.competition_id, season_wall.season_id) cell
  join public.jerseys jersey on jersey.id = cell.best
  where cell.club <= private.most_clubs()
  order by jersey.score desc, jersey.id desc
$$;
comment on function public.season_wall is
  'The best rated public jersey of every club and kit type, of a competition in a season';

-- The seasons that have a wall. The definer's rights read the partial index without the policies of jerseys.
create function public.competition_seasons(competition_id uuid) returns setof public.seasons
language sql stable security definer rows 30 set search_path = ''
as $$
  select season.*
  from public.seasons season
  where season.is_active and (
    exists (
      select from public.team_seasons ts
      where ts.competition_id = competition_seasons.competition_id and ts.season_id = season.id)
    or exists (
      select from public.jerseys jersey
      where jersey.competition_id = competition_seasons.competition_id and jersey.season_id = season.id
        and jersey.status = 'approved' and jersey.is_active))
  order by season.code desc
$$;
comment on function public.competition_seasons is
  'The active seasons in which a competition has a line-up or a public jersey, newest first';

create function public.season_walls() returns table (id text, competition_id uuid, code text)
language sql stable security definer rows 1000 set search_path = ''
as $$
  -- The id sorts like the competition's, so that the sitemap splits walls like other rows.
  select (competition.id || '_' || season.code) collate "C", competition.id, season.code
  from public.competitions competition
  cross join lateral public.competition_seasons(competition.id) season
  where competition.is_active
$$;
comment on function public.season_walls is 'Every season of every competition that has a page: sitemap';
