-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.jersey_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  worn text;
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  -- A colour and a year, and no other word: jerseys whose main colour it is come first, as in the catalogue.
  worn := (select min(word) from unnest(asked) word where word ~ '^\d{4}$');
  if worn is not null and names_colors and not exists (
    select from unnest(asked) word where word <> worn and private.called_colors(word, false) = '{}')
  then
    found := array(
      select id::uuid
      from jsonb_array_elements_text(public.catalogue_page(jsonb_build_object(
        'from', worn::integer, 'to', worn::integer,
        'color', (
          select jsonb_agg(distinct color)
          from unnest(asked) word cross join lateral unnest(private.called_colors(word, false)) color))) -> 'ids')
        with ordinality as colored (id, place)
      order by place
      limit wanted);
  end if;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;

create or replace function public.search_teams(query text, max_results integer default 3, lang text default null)
returns setof public.teams
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  slugs constant text[] := array[private.slug(query), private.slug(typed)];
  sought tsquery;
  matching uuid[];
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    sought := private.search_query(asked, attempt);
    matching := array(
      select id from private.search_documents
      where kind = 'team' and words @@ sought and id <> all (found));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team.id from unnest(matching) team (id)
        join public.jersey_counts counted on counted.kind = 'team' and counted.key = team.id::text
        order by counted.jerseys desc, team.id
        limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          coalesce((
            select counted.jerseys from public.jersey_counts counted
            where counted.kind = 'team' and counted.key = team.id::text), 0) as jerseys
        from public.teams team
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.jerseys desc, near.distance, near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $$;

COMMENT ON FUNCTION "public"."search_teams"(text, integer, text) IS 'Active teams by words of their names and aliases, as search_jerseys() finds jerseys. Teams that are called exactly so come first, then those with the most jerseys, then names and aliases that start with it. Of more matches than can be compared the best known stand for all';

set check_function_bodies = on;
-- end
