-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.facts_of_line(facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(private.tidy(facts ->> 'title'), 160), 'team', left(private.tidy(facts ->> 'team'), 120),
    'league', facts ->> 'league', 'competition', left(private.tidy(facts ->> 'competition'), 120),
    'season', left(private.tidy(facts ->> 'season'), 20),
    'year', case when facts ->> 'year' ~ '^[0-9]{4}$' then (facts ->> 'year')::integer end,
    'kit_type', case when facts ->> 'kit_type' = any (private.kit_types()) then facts ->> 'kit_type' end,
    'brand', left(private.tidy(facts ->> 'brand'), 80)))
  where private.tidy(facts ->> 'title') is not null and private.tidy(facts ->> 'team') is not null
    and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')
$$;

create or replace function private.kit_type_names(kit_type text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case kit_type
    when 'home' then 'home domicile local casa mandante titular'
    when 'away' then 'away extérieur visitante fora reserva'
    when 'third' then 'third troisième tercera terceira'
    when 'fourth' then 'fourth quatrième cuarta quarta'
    when 'goalkeeper' then 'goalkeeper goalie keeper gardien portero arquero goleiro'
    when 'prematch' then 'prematch pre-match avant-match prepartido pré-jogo'
    when 'anniversary' then 'anniversary anniversaire aniversario comemorativa conmemorativa'
    when 'training' then 'training entraînement entrenamiento treino'
    when 'other' then 'other autre otra outra'
  end
$$;

create or replace function private.kit_types() returns text[]
language sql immutable parallel safe
return array['home', 'away', 'third', 'fourth', 'goalkeeper', 'prematch', 'training', 'anniversary', 'other'];

create or replace function private.recolor_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recolored uuid[];
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors, slug)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors, slug)) as becomes
    from unnest(array_prepend(null, private.kit_types())) kit_type, private.team_slug(new.name) slug
  ), changed as (
    update public.jerseys jersey set colors = kits.becomes
    from kits
    where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
      and jersey.colors = kits.was and kits.was <> kits.becomes
    returning jersey.id
  )
  select array_agg(id) into recolored from changed;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', recolored);
  return null;
end $$;

create or replace function private.shirt_colors(kit_type text, team_colors text[], slug text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  white constant text := '#ffffff';
  ink constant text := '#16181f';
  given constant text[] := case
    when cardinality(team_colors) > 0 then team_colors else private.spare_colors(slug) end;
  first constant text := given[1];
  second constant text := coalesce(given[2], case
    when private.luminance(first) > 0.4 then private.mix_colors(first, ink, 0.8) else white end);
  third constant text := given[3];
  trim_color constant text := coalesce(third, second);
  yellow constant text := '#f2c230';
  green constant text := '#1f9d5a';
  gold constant text := '#c9a227';
  base text;
  next text;
begin
  case kit_type
  when 'away' then
    if private.luminance(first) > 0.6 then
      base := case when private.luminance(second) < 0.5 then second else ink end;
      next := first;
    else
      base := white;
      next := case when private.luminance(second) > 0.6 then private.mix_colors(first, ink, 0.1) else first end;
    end if;
    return array[base, next, case when private.contrast(trim_color, base) > 1.6 then trim_color else next end];
  when 'third' then
    base := case
      when private.contrast(second, first) > 2 and private.luminance(second) < 0.7 then second else ink end;
    return array[
      base, first, coalesce(third, case when private.luminance(base) > 0.4 then ink else white end)];
  when 'fourth' then
    next := case when private.luminance(first) > 0.6 then second else first end;
    return array[
      private.mix_colors(next, white, 0.7), next, case when next = first then second else first end];
  when 'goalkeeper' then
    base := case
      when private.contrast(yellow, first) > 2 then yellow
      when private.contrast(green, first) > 2 then green
      else ink end;
    return array[base, private.mix_colors(base, ink, 0.3), case when base = ink then white else ink end];
  when 'prematch' then
    return array[private.mix_colors(first, second, 0.35), first, second];
  when 'anniversary' then
    return array[first, private.mix_colors(first, ink, 0.25), gold];
  when 'training' then
    return array[private.mix_colors(first, ink, 0.55), private.mix_colors(first, ink, 0.15), second];
  when 'other' then
    return array[private.mix_colors(first, ink, 0.3), second, trim_color];
  else
    return array[first, second, trim_color];
  end case;
end $$;

create or replace function private.value_refusals(line jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  title constant text := private.tidy(line ->> 'title');
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select * from private.text_refusals('title', title, 3, 160);
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  return query select * from private.text_refusals('edition', private.tidy(line ->> 'edition'), 0, 120);
  return query select * from private.text_refusals('description', private.tidy(line ->> 'description'), 0, 5000, false);
  return query select * from private.text_refusals('external_link', link, 0, 2048);
  for one in
    select * from (values
      ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
      ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
      ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
      ('year', year, case when year ~ '^[0-9]{4}$' then year::integer not between 1850 and 2100 else true end, 'year'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric not between 0 and 1000000 else true end,
        'price'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end,
        'too_precise'),
      ('created_at', line ->> 'created_at',
        -- No client reads the times of antiquity, nor -infinity.
        case when private.is_time(line ->> 'created_at')
          then (line ->> 'created_at')::timestamptz < '1900-01-01' else true end,
        'time')
    ) as checked (field, value, is_wrong, reason)
    where checked.value is not null and checked.is_wrong
  loop
    return next jsonb_build_object('field', one.field, 'reason', one.reason, 'value', left(one.value, 100));
  end loop;
  if jsonb_array_length(line -> 'colors') > 0 then
    if jsonb_array_length(line -> 'colors') > 3 then
      return next '{"field": "colors", "reason": "too_many"}';
    elsif not private.is_palette(private.line_colors(line)) or not private.line_colors(line) <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'orange', 'yellow', 'green', 'sky', 'blue', 'purple', 'pink'] then
      return next jsonb_build_object('field', 'colors', 'reason', 'choice',
        'value', left(array_to_string(private.line_colors(line), ', '), 100));
    end if;
  end if;
  if jsonb_array_length(images) > 5 then
    return next '{"field": "images", "reason": "too_many"}';
  end if;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
end $$;

create or replace function public.team_colors(team_id uuid)
returns table (decade integer, color text, kits bigint)
language sql stable security definer rows 40 set search_path = ''
as $$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. The other kit
  -- types have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select kept.year, best.color
    from private.team_kit_counts kept
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.year = kept.year
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year > 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts kept
    join public.seasons season on season.id = kept.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.season_id = kept.season_id and jersey.year is null
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year = 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$$;

create or replace function public.team_decade(team_id uuid, decade integer) returns setof public.jerseys
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

COMMENT ON FUNCTION "private"."kit_types"() IS 'What a jersey may be worn as, in the order in which lists show it';

set check_function_bodies = on;
-- end

-- The five kit types of before stay; rows that are there are validated by the next step, without a lock that writers wait for.
alter table public.jerseys
  drop constraint jerseys_kit_type_known,
  add constraint jerseys_kit_type_known check (kit_type = any (private.kit_types())) not valid;
