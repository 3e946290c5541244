-- The demo jerseys were called by short names that are French ("Rome 2017-18") or several teams' ("CHI 2010-11"). They
-- have the team's own name now.
update public.jerseys jersey
set title = team.name || right(jersey.title, 8)
from public.teams team, auth.users account
where team.id = jersey.team_id and account.id = jersey.author_id
  and account.raw_app_meta_data @> '{"demo": true}'
  and jersey.title ~ ' \d{4}-\d{2}$'
  and left(jersey.title, -8) = team.short_name;
