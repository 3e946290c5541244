-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.guess_state(drawn public.daily_shirts, playing uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with game as (
    select coalesce(stored.tries, '[]') as tries, coalesce(stored.state, 'open') as state,
      case when stored.state <> 'open' then 6 else coalesce(jsonb_array_length(stored.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses stored on stored.player_id = playing and stored.day = drawn.day
  )
  select jsonb_build_object(
    'day', drawn.day, 'today', private.day_at(now()),
    'next_at', (private.day_at(now()) + 1)::timestamp at time zone 'Europe/Paris',
    'state', game.state,
    'tries', (
      select coalesce(jsonb_agg(given.try || jsonb_build_object('name', jsonb_build_object(
        'name', team.name, 'country', team.country, 'competition', competition.slug)) order by given.place), '[]')
      from jsonb_array_elements(game.tries) with ordinality given (try, place)
      left join public.teams team on team.id = (given.try ->> 'team_id')::uuid
      left join public.competitions competition on competition.id = team.competition_id),
    -- What a step opens, as picture and in words.
    'pictures', (
      select coalesce(jsonb_object_agg(picture.step, picture.token), '{}') from private.guess_pictures picture
      where picture.day = drawn.day
        and game.step >= case picture.step when 'pattern' then 1 when 'detail' then 3 else 5 end),
    'clues', jsonb_build_object('palette', drawn.facts -> 'palette')
      || case when game.step < 1 then '{}' else
        jsonb_build_object('kit_type', drawn.facts -> 'kit_type', 'league', drawn.facts -> 'league') end
      || case when game.step < 3 then '{}' else
        -- The country of a national team is the answer.
        jsonb_build_object('brand', drawn.facts -> 'brand', 'country', case
          when not (drawn.facts -> 'is_national')::boolean then drawn.facts -> 'country' end) end
      || case when game.step < 5 then '{}' else
        jsonb_build_object('season', drawn.facts -> 'season', 'competition', jsonb_build_object(
          'slug', drawn.facts -> 'competition', 'name', drawn.facts -> 'competition_name')) end,
    'figures', private.guess_figures(playing),
    'answer', case when game.state = 'open' then null else
      jsonb_build_object('day', drawn.day, 'jersey_id', drawn.jersey_id, 'facts', drawn.facts - 'image_id') end)
  from game
$$;

create or replace function private.set_guess(day date, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with drawn as (
    insert into public.daily_shirts (day, kind, jersey_id, facts)
    select set_guess.day, 'guess', jersey.id, private.facts_of_day(jersey, set_guess.day) || jsonb_build_object(
      'home_id', team.competition_id, 'is_national', home.slug in ('international-teams', 'international-women'),
      'competition_name', competition.name, 'palette', jersey.colors, 'brand', jersey.brand,
      'from', least(worn.first, jersey.year), 'to', greatest(worn.first + worn.years, jersey.year),
      'image_id', (
        select image.id from public.jersey_images image
        where image.jersey_id = jersey.id and image.suggestion_id is null order by image.position, image.id limit 1))
    from public.jerseys jersey
    join public.teams team on team.id = jersey.team_id
    join public.competitions home on home.id = team.competition_id
    join public.competitions competition on competition.id = jersey.competition_id
    join public.seasons season on season.id = jersey.season_id
    cross join lateral (
      select left(season.code, 4)::integer as first, case when season.code like '%-%' then 1 else 0 end as years) worn
    where jersey.id = set_guess.jersey_id
    returning day)
  insert into private.guess_pictures (day, step)
  select drawn.day, step from drawn, unnest(array['pattern', 'detail', 'whole']) step
$$;

set check_function_bodies = on;
-- end
