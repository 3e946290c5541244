-- What a line of a catalogue file means (docs/decisions/060-lines-judged-by-the-database.md).
-- Each line is judged: refused with a reason, there already, perhaps a duplicate, or new.
-- The same function judges the dry run and the import.

-- `found` is a list of objects with id, name and place: the ones of the first place are resolved.
create function private.resolve_reference(field text, value text, found jsonb, nearest jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when count(*) = 1 then (array_agg(row.value))[1]
    when count(*) > 1 then jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', 'ambiguous', 'value', resolve_reference.value,
      'candidates', (array_agg(resolve_reference.found))[1]))
    else jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', case when resolve_reference.value is null then 'missing' else 'unknown' end,
      'value', resolve_reference.value, 'candidates', (select coalesce(resolve_reference.nearest, '[]'))))
    end
  from jsonb_array_elements(resolve_reference.found) row
  where (row.value ->> 'place')::integer = 1
$$;

create function private.resolve_competition(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Variables: in the queries they would be computed for every row.
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_slug constant text := private.slug(asked_name);
  asked_text constant text := private.fold(asked_name);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', competition.id, 'name', competition.name, 'league', competition.league, 'place', 1)) into found
    from public.competitions competition where competition.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = asked_slug or competition.search_text = asked_text)
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, asked_text) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_season(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'season'), 40);
  asked_year constant integer := coalesce(substring(asked_name from '[0-9]{4}'), substring(line ->> 'year' from '^[0-9]{4}$'))::integer;
  found jsonb;
  nearest jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', season.id, 'name', season.name, 'place', 1)) into found
  from public.seasons season
  where case when private.is_uuid(line ->> 'season_id') then season.id::text = line ->> 'season_id'
    else season.code = asked_name or season.name = asked_name end;
  if found is null and asked_year is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.away, one.code) into nearest
    from (
      select season.id, season.name, season.code, abs(left(season.code, 4)::integer - asked_year) as away
      from public.seasons season order by away, season.code limit 5) one;
  end if;
  return private.resolve_reference('season', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_team(line jsonb, competition uuid, league text, season uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_text constant text := private.fold(asked_name);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, c.name as hint, rank() over (order by
        private.fold(team.name) <> asked_text, team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition
            and ts.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions c on c.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or c.league = resolve_team.league)
        and (asked_home is null or c.slug = private.slug(asked_home)
          or c.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, c.name as hint,
          greatest(extensions.similarity(private.fold(team.name), asked_text),
            extensions.similarity(private.fold(team.short_name), asked_text)) as likeness
        from public.teams team join public.competitions c on c.id = team.competition_id
        where resolve_team.league is null or c.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_brand(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
  asked_text constant text := private.fold(asked_name);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'brand_id') then
    select jsonb_agg(jsonb_build_object('id', brand.id, 'name', brand.name, 'place', 1)) into found
    from public.brands brand where brand.id = (line ->> 'brand_id')::uuid;
  elsif asked_name is null then
    return '{}';
  elsif line -> 'as_written' ? 'brand' then
    return jsonb_build_object('name', asked_name);
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'place', one.place)) into found
    from (
      select brand.id, brand.name, rank() over (order by brand.name <> asked_name) as place
      from public.brands brand where brand.search_text = asked_text) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, asked_text) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.text_refusals(
  field text, value text, shortest integer, longest integer, is_one_line boolean default true
) returns setof jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('field', field, 'reason', reason, 'value', left(value, 100))
  from (
    select case
      when value is null then case when shortest > 0 then 'missing' end
      when char_length(value) < shortest then 'too_short'
      when char_length(value) > longest then 'too_long'
      when is_one_line and private.is_visible(value) is false then 'hidden'
    end as reason) checked
  where reason is not null
$$;

-- What a line says that no jersey may say: the constraints of jerseys and jersey_images, with the words of a list.
-- tests/rules/curate/catalogue-imports.test.ts compares both.
create function private.value_refusals(line jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  colors constant text[] := private.line_list(line, 'colors');
  codes constant text[] := private.line_list(line, 'product_codes');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('sponsor', 0, 80, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  -- What the line doesn't say is null, and wrong nowhere.
  return query
  select jsonb_strip_nulls(jsonb_build_object('field', field, 'reason', reason, 'value', left(value, 100)))
  from (values
    ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
    ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
    ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
    ('pattern', line ->> 'pattern', line ->> 'pattern' <> all (private.patterns()), 'choice'),
    ('year', year, case when year !~ '^[0-9]{4}$' then true else year::integer not between 1850 and 2100 end, 'year'),
    ('price', price,
      case when price !~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then true else price::numeric not between 0 and 1000000 end, 'price'),
    ('price', price,
      case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end, 'too_precise'),
    -- No client reads the times of antiquity, nor -infinity.
    ('created_at', line ->> 'created_at',
      case when not private.is_time(line ->> 'created_at') then true else (line ->> 'created_at')::timestamptz < '1900-01-01' end, 'time'),
    ('colors', null, cardinality(colors) > 3, 'too_many'),
    ('colors', array_to_string(colors, ', '),
      cardinality(colors) between 1 and 3 and not (private.is_palette(colors) and colors <@ array[
        'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink']),
      'choice'),
    ('product_codes', null, cardinality(codes) > 5, 'too_many'),
    ('product_codes', array_to_string(codes, ', '), cardinality(codes) <= 5 and not private.are_codes(codes), 'rule'),
    ('images', null, jsonb_array_length(images) > 5, 'too_many')
  ) as checked (field, value, is_wrong, reason)
  where is_wrong;
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

create function private.line_list(line jsonb, fact text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select value from jsonb_array_elements_text(nullif(line -> fact, 'null')) with ordinality as one (value, place) order by place)
$$;

create function private.file_url(path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when path ~ '^(https?:/)?/' then path
    else '/storage/v1/object/public/jerseys/' || replace(path, ' ', '%20') end
$$;
comment on function private.file_url is 'The address of a file in bucket jerseys, from its name or its address';

create function private.names_in_line(line jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select private.pick_columns(line, array[
    'competition', 'competition_id', 'league', 'season', 'season_id', 'year', 'team', 'team_id', 'team_competition',
    'brand', 'brand_id', 'as_written'])
$$;
comment on function private.names_in_line is 'What of a line names rows of the catalogue';

create function private.resolve_names(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  competition jsonb := private.resolve_competition(line);
  season constant jsonb := private.resolve_season(line);
  team constant jsonb := private.resolve_team(
    line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
begin
  -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
  if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
    competition := private.resolve_competition(jsonb_build_object('competition_id', (
      select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
  end if;
  return jsonb_build_object(
    'competition', competition, 'season', season, 'team', team, 'brand', private.resolve_brand(line));
end $$;

create function private.names_of_lines(lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(named.line::text, private.resolve_names(named.line)), '{}')
  from (select distinct private.names_in_line(value) as line from jsonb_array_elements(lines)) named
$$;
comment on function private.names_of_lines is
  'What the names in the lines of a batch mean, each once: most lines name the same, and the nearest to an unknown one take long to find';

-- `names`: those of its batch.
create function private.read_jersey_line(line jsonb, names jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  named constant jsonb := names -> private.names_in_line(line)::text;
  team constant jsonb := named -> 'team';
  brand constant jsonb := named -> 'brand';
begin
  return jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(named) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', named #> '{competition,league}', 'competition_id', named #> '{competition,id}', 'season_id', named #> '{season,id}',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $$;
comment on function private.read_jersey_line is 'The row that a line stands for, and why it is refused';

create function private.jersey_in_words(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'season', season.code,
    'year', jersey.year, 'kit_type', jersey.kit_type, 'status', jersey.status)
  from public.jerseys jersey join public.seasons season on season.id = jersey.season_id
  where jersey.id = jersey_in_words.id
$$;

-- Where a jersey is now, if it is anywhere.
create function private.jersey_now(id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jersey.id from public.jerseys jersey where jersey.id = jersey_now.id and not private.is_gone(jersey.id)),
    (select redirect.into_id from public.jersey_redirects redirect where redirect.from_id = jersey_now.id))
$$;

-- The duplicate guard. `own` is the import that a line is of: lines of one file are told apart by the file.
create function private.jersey_twins(line jsonb, row_ jsonb, own uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- Materialized: else each jersey that is compared would fold the line's words again.
  with asked as materialized (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      -- What costs least comes first: folding a title costs the most.
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked join public.jerseys jersey on jersey.team_slug = asked.team_slug
    where jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit
      and (jersey.season_id = asked.season_id or jersey.year = asked.year)
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select ji_other.jersey_id, ji_other.likeness from public.jersey_images ji_other
      where private.likeness_quarters(ji_other.likeness) && private.likely_quarters(own_picture.likeness)
        and ji_other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and private.looks_alike(candidate.likeness, own_picture.likeness)
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where not private.is_gone(all_.id) and (own is null or not exists (
      select from private.imported_jerseys ij where ij.jersey_id = all_.id and ij.import_id = own))
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
$$;
comment on function private.jersey_twins is
  'The jersey that is the same as a line, and those that may be: of the same team and kit type in the season or year, or with a picture alike';

-- The verdict on a line: refused, there, duplicate, or new.
create function private.judged_line(line jsonb, own uuid, names jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  read constant jsonb := private.read_jersey_line(line, names);
  refusals jsonb := read -> 'refusals';
  known uuid;
  twins jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select private.jersey_now(ij.jersey_id) into known
  from private.imported_jerseys ij where ij.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  return jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $$;

create function public.match_jerseys(lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  line jsonb;
  names jsonb;
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.require_admin('import', 'import and export the catalogue');
  perform private.check_lines(lines);
  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, null, names);
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.match_jerseys is
  'What an import into the catalogue would do with each line, at most 200: new, there, duplicate with candidates, or refused with fields, reasons and nearest names. Of a line without a title also the names of its team and season, which make one. Changes nothing. For administrators';
