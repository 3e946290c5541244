-- What anyone may take away, one view for each file of a dump (docs/product/open.md 32).
-- They run with the reader's rights: dumps and changes are read as `anon`, so that they have what a visitor can read and no more.
-- A row belongs to one thing of public.public_changes, whose change brings it anew: a photo to its jersey, a line-up to its team.

create function private.open_time(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function private.open_time is 'A time in ISO 8601, the same whatever the session''s time zone is';

-- Every fact but the description, which belongs to its author. A test compares with private.jersey_facts().
create view private.open_jerseys with (security_invoker = true) as
  select id, league, competition_id, season_id, team_id, team, title, year, kit_type, colors, pattern, brand_id, brand, sponsor,
    edition, product_codes, price, external_link, private.open_time(created_at) as created_at
  from public.jerseys where status = 'approved' and is_active;
comment on view private.open_jerseys is 'Public jerseys: their facts';

create view private.open_teams with (security_invoker = true) as
  select id, competition_id, name, short_name, slug, city, country, founded_year, colors,
    array(select alias from public.team_aliases ta where ta.team_id = team.id order by folded collate "C", alias collate "C") as aliases
  from public.teams team where is_active;
comment on view private.open_teams is 'Active teams';

create view private.open_competitions with (security_invoker = true) as
  select id, league, sport, name, slug, country from public.competitions where is_active;
comment on view private.open_competitions is 'Active competitions';

create view private.open_seasons with (security_invoker = true) as
  select id, code, name from public.seasons where is_active;
comment on view private.open_seasons is 'Active seasons';

create view private.open_brands with (security_invoker = true) as
  select id, name from public.brands;
comment on view private.open_brands is 'Brands';

-- Policies hide those of what isn't active.
create view private.open_line_ups with (security_invoker = true) as
  select competition_id, season_id, team_id from public.team_seasons;
comment on view private.open_line_ups is 'Which team takes part in which competition in which season';

-- No file's own address: it names the member's folder.
create view private.open_photos with (security_invoker = true) as
  select image.id, image.jersey_id, image.position, image.kind, image.licence,
    coalesce(profile.display_name, profile.username) as credit
  from public.jersey_images image
  left join public.profiles profile on profile.id = image.contributor_id
  where image.licence = 'CC-BY-SA-4.0' and image.suggestion_id is null and image.path is not null;
comment on view private.open_photos is 'Photos of public jerseys that may be used elsewhere, with the name to cite';

create view private.open_redirects with (security_invoker = true) as
  select kind, id as from_id, into_id from public.public_changes where change = 'merged';
comment on view private.open_redirects is 'Merged jerseys and teams, each with the one that it became, which may have been merged later';

grant select on private.open_jerseys, private.open_teams, private.open_competitions, private.open_seasons, private.open_brands,
  private.open_line_ups, private.open_photos, private.open_redirects to anon;

create function private.open_rows(ids uuid[]) returns table (id uuid, file text, rows json)
language sql stable set search_path = ''
as $$
  select row_.id, 'jerseys', json_agg(row_) from private.open_jerseys row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.jersey_id, 'photos', json_agg(row_ order by row_.id) from private.open_photos row_ where row_.jersey_id = any (ids) group by row_.jersey_id
  union all
  select row_.id, 'teams', json_agg(row_) from private.open_teams row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.team_id, 'line_ups', json_agg(row_ order by row_.competition_id, row_.season_id)
  from private.open_line_ups row_ where row_.team_id = any (ids) group by row_.team_id
  union all
  select row_.id, 'competitions', json_agg(row_) from private.open_competitions row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'seasons', json_agg(row_) from private.open_seasons row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'brands', json_agg(row_) from private.open_brands row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.from_id, 'redirects', json_agg(row_) from private.open_redirects row_ where row_.from_id = any (ids) group by row_.from_id
$$;
comment on function private.open_rows is 'What each file of a dump has of these things now';

create function private.open_files(kind text) returns text[]
language sql immutable parallel safe
return case kind when 'jersey' then array['jerseys', 'photos', 'redirects'] when 'team' then array['teams', 'line_ups', 'redirects']
  when 'competition' then array['competitions'] when 'season' then array['seasons'] when 'brand' then array['brands'] end;
comment on function private.open_files is 'The files of a dump that have rows of a thing';

create function public.open_changes(after bigint, at_most integer default 200)
returns table (number bigint, kind text, id uuid, change text, into_id uuid, at text, rows json)
language sql stable set search_path = ''
as $$
  with taken as materialized (
    select * from public.public_changes
    -- Lists are in no dump.
    where public_changes.number > open_changes.after and public_changes.kind <> 'list'
    order by public_changes.number limit least(greatest(open_changes.at_most, 1), 200)
  ), found as materialized (
    select * from private.open_rows(array(select taken.id from taken))
  )
  select pc.number, pc.kind, pc.id, pc.change, pc.into_id, private.open_time(pc.at), (
    select json_object_agg(listed.name, coalesce(found.rows, '[]'))
    from unnest(private.open_files(pc.kind)) listed (name) left join found on found.id = pc.id and found.file = listed.name)
  from taken pc
  order by pc.number
$$;
comment on function public.open_changes is
  'The public changes after a number, at most 200, in their order, each with all rows that a dump would have of the thing now: they take the place of those of before';
