-- What search offers where it would end: a team's jerseys of the nearest years, teams with a similar name, popular teams.

create function public.team_kits_near(
  team_id uuid, year_from integer, year_to integer, kit_type text default null, max_results integer default 6)
returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  -- The stored counts tell which years have jerseys; only the nearest are read.
  with near as (
    select kept.year, kept.season_id, kept.kit_type_slug, dated.distance
    from private.team_kit_counts kept
    left join public.seasons season on season.id = kept.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, kept.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where kept.team_id = team_kits_near.team_id and kept.jerseys > 0
      and (kept.year > 0 or season.id is not null)
      and private.kit_of(kept.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(kept.kit_type_slug))
    order by dated.distance, kept.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.team_kits_near is
  'A team''s public jerseys of the years asked for, then of the nearest years; of one kit type on request';

create function public.suggest_teams(query text, max_results integer default 4) returns setof public.teams
language sql stable security definer rows 4 set search_path = ''
as $$
  -- Any of the words, or a known word like it, where search_teams() wants all.
  with asked as (
    select known.word
    from unnest(private.asked_words(query)) given (word)
    cross join lateral (
      select word from private.search_vocabulary vocabulary
      where vocabulary.word operator(extensions.%) given.word
      order by extensions.similarity(vocabulary.word, given.word) desc, vocabulary.word
      limit 12) known
    where char_length(given.word) > 2
  )
  select team.*
  from private.search_documents document
  join public.teams team on team.id = document.id
  join public.competitions competition on competition.id = team.competition_id
  where document.kind = 'team' and team.is_active
    and document.words @@ (select string_agg(format('''%s''', word), ' | ')::tsquery from asked)
  order by extensions.similarity(private.fold(team.name), private.fold(left(query, 100))) desc,
    competition.priority desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 4), 0), 24)
$$;
comment on function public.suggest_teams is
  'Teams whose name resembles a query that finds nothing: the most similar by trigrams first';

create function public.popular_teams(max_results integer default 6) returns setof public.teams
language sql stable rows 6 set search_path = ''
as $$
  select team.*
  from public.jersey_counts counted
  join public.teams team on team.id = counted.key::uuid
  where counted.kind = 'team' and counted.jerseys > 0 and team.is_active
  order by counted.jerseys desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.popular_teams is
  'The teams with the most public jerseys, by the stored counts: what the empty search dialog offers';

revoke execute on function public.team_kits_near, public.suggest_teams, public.popular_teams from public;
grant execute on function public.team_kits_near, public.suggest_teams, public.popular_teams
to anon, authenticated, service_role;
