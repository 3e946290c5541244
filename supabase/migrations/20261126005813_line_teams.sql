-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.line_teams(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with called as (
    select id from (
      select team.id from public.teams team where team.slug = private.team_slug(line_teams.name)
      union
      select team.id from public.teams team where private.slug(team.short_name) = private.slug(line_teams.name)
      union
      select alias.team_id from public.team_aliases alias
      where alias.folded = private.word_line(private.words(line_teams.name))
    ) found (id) limit 20
  ),
  -- "FC Barcelone", "Germany": words of a name and of an alias or a country, as the search finds them. Only what one team
  -- alone has, or one country's first team: a line that may mean several is not guessed.
  worded as (
    select team.id, home.slug = 'international-teams' as is_national
    from public.teams team
    join public.competitions home on home.id = team.competition_id
    where not exists (select from called) and team.is_active and team.id in (
      select document.id from private.search_documents document
      where document.kind = 'team' and document.words @@
        (select private.search_query(nullif(private.asked_words(line_teams.name), '{}'), 1))
      limit 21)
  )
  select array(
    select id from called
    union all
    select id from worded where (select count(*) from worded) = 1
    union all
    select id from worded
    where is_national and (select count(*) from worded) between 2 and 20 and (select count(*) from worded where is_national) = 1)
$$;

COMMENT ON FUNCTION "private"."line_teams"(text) IS 'Teams that a list may mean: by slug, name, short name, alias; otherwise the one that has all of the words among these';

set check_function_bodies = on;
-- end
