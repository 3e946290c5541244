-- Teams and competitions came by the importance of their competition alone, so that "pari" led to a
-- team of a world event before the clubs of Paris. What is called as was typed comes first now,
-- then what begins so; among equals the team with the best rated jersey.

create function private.nearness(names text[], asked text) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  -- 0: called so; 1: one of the names begins so; 2: the words are somewhere in them. Articles don't
  -- count, on either side.
  select coalesce(min(case
      when name = asked then 0
      when starts_with(name, asked) then 1
      else 2
    end), 2)
  from (
    select array_to_string(private.asked_words(given), ' ') as name
    from unnest(names) given
    where given is not null) folded
$$;
comment on function private.nearness is
  'How far what was typed, its private.asked_words() with spaces between, is from the names of a thing';

create or replace function public.search_teams(query text, max_results integer default 3)
returns setof public.teams
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.nearness(array[team.name, team.short_name], typed) as distance
        from private.search_documents document
        join public.teams team on team.id = document.id
        join public.competitions competition on competition.id = team.competition_id
        where document.kind = 'team' and team.id <> all (found)
          and document.words @@ (select private.search_query(asked, attempt))
        -- Jerseys are looked up for these only: a short word may match a thousand teams.
        order by distance, competition.priority desc, team.name, team.id
        limit wanted + 50) near
      order by near.distance, (
          select jersey.score from public.jerseys jersey
          where jersey.team_id = near.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc limit 1) desc nulls last,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $$;
comment on function public.search_teams is
  'Active teams by words of their name and short name, as search_jerseys() finds jerseys: those called as was typed first, then those with the best rated jersey';

create or replace function public.search_competitions(query text, max_results integer default 3)
returns setof public.competitions
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select competition.id
      from private.search_documents document
      join public.competitions competition on competition.id = document.id
      where document.kind = 'competition' and competition.id <> all (found)
        and document.words @@ (select private.search_query(asked, attempt))
      order by private.nearness(array[competition.name], typed),
        competition.priority desc, competition.name, competition.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select competition.*
    from unnest(found) with ordinality as result (id, place)
    join public.competitions competition on competition.id = result.id
    where competition.is_active
    order by result.place;
end $$;
comment on function public.search_competitions is
  'Active competitions by words of their name, as search_jerseys() finds jerseys: those called as was typed first, then the most important';
