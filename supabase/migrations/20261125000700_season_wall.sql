-- A competition's season as a wall: every club with its best rated jersey of each kit type, and how many there are.
-- A jersey belongs to the wall of its own competition and season; its year plays no part.

create index jerseys_of_season
  on public.jerseys (competition_id, season_id, team_id, team_slug, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_season is
  'Jerseys of a competition in a season by club and kit type, best first: season page; seasons of a competition';

-- Reads the index only. Not stored like a team's counts (private.team_kit_counts): a season of a competition has some
-- hundreds of jerseys where a team may have thousands, and every write would keep one more table.
create function private.season_cells(competition_id uuid, season_id uuid)
returns table (team_id uuid, team_slug text, kit_type text, jerseys bigint, best uuid, club bigint)
language sql stable rows 100 set search_path = ''
as $$
  with ranked as (
    select jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug) as kit_type, jersey.id,
      entry.team_id is not null as is_entrant,
      max(jersey.score) over (partition by jersey.team_id, jersey.team_slug) as top_score,
      count(*) over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)) as jerseys,
      row_number() over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)
        order by jersey.score desc, jersey.id desc) as place
    from public.jerseys jersey
    left join public.team_seasons entry
      on entry.competition_id = jersey.competition_id and entry.season_id = jersey.season_id
      and entry.team_id = jersey.team_id
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
      select from public.team_seasons entry
      where entry.competition_id = competition_seasons.competition_id and entry.season_id = season.id)
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

revoke execute on function private.season_cells, private.most_clubs from public;
revoke execute on function
  public.season_kits, public.season_wall, public.competition_seasons, public.season_walls
from public;
grant execute on function
  public.season_kits, public.season_wall, public.competition_seasons, public.season_walls
to anon, authenticated, service_role;
