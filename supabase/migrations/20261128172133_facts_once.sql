-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."correctable_columns"();

DROP FUNCTION "private"."set_fields"(uuid, public.jerseys);

DROP FUNCTION "private"."value_in_words"(text, text);

CREATE OR REPLACE FUNCTION private.check_author_update(was public.jerseys, becomes public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed constant text[] := array(
    select name from unnest(private.jersey_facts()) name
    where to_jsonb(becomes) -> name is distinct from to_jsonb(was) -> name);
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and not changed <@ private.own_facts() then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the queue anyway, and of an approved one a suggestion waits.
  if was.status = 'rejected' and changed <> '{}' then
    becomes.edited_at := now();
  end if;
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_moderation(decision text, reason text, overrule boolean, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if char_length(reason) > 1000 then
    raise check_violation using
      message = 'new row for relation "jerseys" violates check constraint "jerseys_moderation_note_length"',
      table = 'jerseys', constraint = 'jerseys_moderation_note_length';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.jersey_facts() <> '{}'
    or jsonb_typeof(corrections) = 'object' and not private.has_fitting_values(corrections) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and lists of names: '
        || array_to_string(private.jersey_facts(), ', ') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_shape(target_type text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) <> '{}'
    or not private.has_fitting_values(changes - array['photos', 'removed'])
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    or changes ? 'removed' and (jsonb_typeof(changes -> 'removed') <> 'array'
      or jsonb_path_exists(changes, 'strict $.removed[*] ? (@.type() != "string")'))
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid();
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if given ? 'removed' and is_author is distinct from true then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Only its author takes photos off a jersey; others report them.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 and removed is null then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if char_length(stated) not between 10 and 500 or stated is null
    -- An author says what their jersey is called and shows it.
    and (is_author is distinct from true or not columns <@ (private.own_facts() || 'photos'::text)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.completed_changes(target_type text, present jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done jsonb := private.tidied(changes);
  chosen uuid;
  name text;
begin
  if target_type <> 'jersey' then
    return done;
  end if;
  -- The whole arrangement, as it would become.
  if done ? 'photos' then
    done := done || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', done -> 'photos'));
  end if;
  if done ? 'merge_into' then
    chosen := coalesce((
      select into_id from public.jersey_redirects where from_id = (done ->> 'merge_into')::uuid), (done ->> 'merge_into')::uuid);
    if chosen = (present ->> 'id')::uuid then
      raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
    elsif not private.is_public_jersey(chosen) then
      raise sqlstate 'PT404' using message = 'suggestion_target_gone', detail = 'The other jersey was deleted, or is not shown any more.';
    end if;
    done := jsonb_build_object('merge_into', chosen);
  end if;
  if done ? 'competition_id' then
    done := done || jsonb_build_object('league', (
      select league from public.competitions
      where id = (done ->> 'competition_id')::uuid and is_active));
    perform private.check_reference('jerseys', 'competition_id', done ->> 'league' is not null);
  end if;
  if done ? 'season_id' then
    perform private.check_reference('jerseys', 'season_id', exists (
      select from public.seasons where id = (done ->> 'season_id')::uuid and is_active));
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  if done ?| array['team_id', 'team'] then
    chosen := (done ->> 'team_id')::uuid;
    name := coalesce(done ->> 'team', present ->> 'team');
    if chosen is not null then
      select teams.name into name from public.teams where id = chosen and is_active;
      perform private.check_reference('jerseys', 'team_id', found);
    end if;
    done := done || jsonb_build_object('team_id', chosen, 'team', name);
  end if;
  if done ?| array['brand_id', 'brand'] then
    chosen := (done ->> 'brand_id')::uuid;
    name := done ->> 'brand';
    if chosen is not null then
      select brands.name into name from public.brands where id = chosen;
      perform private.check_reference('jerseys', 'brand_id', found);
    end if;
    done := done || jsonb_build_object('brand_id', chosen, 'brand', name);
  end if;
  return done;
end $function$
;

CREATE OR REPLACE FUNCTION private.corrections_in_words(was public.jerseys, becomes public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', private.field_in_words(field.name),
      'before', private.as_text(private.in_words(field.name, to_jsonb(was))),
      'after', private.as_text(private.in_words(field.name, to_jsonb(becomes))))
    order by field.place)
  from unnest(private.jersey_facts()) with ordinality field (name, place)
  -- The names beside these two ids say it.
  where field.name not in ('team_id', 'brand_id')
    and to_jsonb(was) -> field.name is distinct from to_jsonb(becomes) -> field.name
$function$
;

CREATE OR REPLACE FUNCTION private.has_fitting_values(fields jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not exists (
    select from jsonb_each(fields) field
    where case
      when field.key = any (private.list_facts()) then jsonb_typeof(field.value) <> 'array'
        or jsonb_path_exists(field.value, 'strict $[*] ? (@.type() != "string")')
      -- A text field would take the characters of a list or an object.
      else jsonb_typeof(field.value) in ('object', 'array') end)
$function$
;

CREATE OR REPLACE FUNCTION private.insert_imported(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What a line doesn't say.
  base public.jerseys;
begin
  base.team := '';
  base.colors := '{}';
  perform private.set_change('batch', 'true');
  execute format(
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_by, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then auth.uid() end,
       case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $function$
;

CREATE OR REPLACE FUNCTION private.jersey_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['league'::text, 'competition_id'::text, 'season_id'::text, 'team_id'::text, 'team'::text, 'title'::text, 'year'::text, 'kit_type'::text, 'colors'::text, 'brand_id'::text, 'brand'::text, 'edition'::text, 'price'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.jersey_lines(after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.pick_columns(to_jsonb(jersey), private.plain_facts()) || jsonb_build_object(
    'id', jersey.id, 'team', jersey.team, 'team_competition', c_home.slug, 'league', jersey.league, 'brand', jersey.brand,
    'competition', case when exists (
      select from public.competitions c_other
      where c_other.id <> competition.id and c_other.league = competition.league
        and (c_other.search_text = competition.search_text or c_other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions c_home on c_home.id = team.competition_id
$function$
;

CREATE OR REPLACE FUNCTION private.keep_corrections(uncorrected public.jerseys, jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.revisions revision set stored = coalesce(revision.stored, '{}') || jsonb_build_object('fields', (
    select coalesce(jsonb_object_agg(
      name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name)), '{}')
    from unnest(private.jersey_facts()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
  where revision.id = (
    select max(r_latest.id) from public.revisions r_latest
    where r_latest.target_type = 'jersey' and r_latest.target_id = jersey.id and r_latest.kind = 'approved'
      and r_latest.batch_id = private.current_batch());
end $function$
;

CREATE OR REPLACE FUNCTION private.list_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['colors'::text]
;

CREATE OR REPLACE FUNCTION private.own_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['title'::text, 'edition'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.plain_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT name.name FROM unnest(private.jersey_facts()) name(name) WHERE ((name.name !~ '_id$'::text) AND (name.name <> ALL (ARRAY['league'::text, 'team'::text, 'brand'::text]))))
;

CREATE OR REPLACE FUNCTION private.public_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then private.without_names(private.jersey_facts())
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := jsonb_build_array('competition', line -> 'competition', line -> 'league', line -> 'competition_id');
  competition jsonb := memo -> asked;
  season jsonb;
  brand jsonb;
  team jsonb;
  -- The team, and the competition, which a line may leave out.
  found jsonb;
begin
  if competition is null then
    competition := private.resolve_competition(line);
    memo := memo || jsonb_build_object(asked, competition);
  end if;
  asked := jsonb_build_array('season', line -> 'season', line -> 'year', line -> 'season_id');
  season := memo -> asked;
  if season is null then
    season := private.resolve_season(line);
    memo := memo || jsonb_build_object(asked, season);
  end if;
  asked := jsonb_build_array('brand', line -> 'brand', line -> 'as_written', line -> 'brand_id');
  brand := memo -> asked;
  if brand is null then
    brand := private.resolve_brand(line);
    memo := memo || jsonb_build_object(asked, brand);
  end if;
  asked := jsonb_build_array(
    'team', line -> 'team', line -> 'team_competition', line -> 'as_written', line -> 'team_id', line -> 'league', line -> 'competition',
    line -> 'competition_id', season -> 'id');
  found := memo -> asked;
  if found is null then
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
    if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
      competition := private.resolve_competition(jsonb_build_object('competition_id', (
        select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
    end if;
    found := jsonb_build_object('team', team, 'competition', competition);
    memo := memo || jsonb_build_object(asked, found);
  end if;
  found := found || jsonb_build_object('season', season, 'brand', brand);
  competition := found -> 'competition';
  team := found -> 'team';
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(found) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $function$
;

CREATE OR REPLACE FUNCTION private.set_fields(jersey_id uuid, fields public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  execute format(
    'update public.jerseys jersey set (%1$s) = (select %1$s from (select ($1).*) fields) where jersey.id = $2 returning jersey.*',
    array_to_string(private.jersey_facts(), ', '))
  into jersey using fields, jersey_id;
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggest_texts(jersey public.jerseys, wanted public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(private.own_facts()) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestable_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    -- The league is that of the competition.
    when 'jersey' then array_remove(private.without_names(private.jersey_facts()), 'league') || array['photos', 'merge_into', 'removal']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$function$
;

CREATE OR REPLACE FUNCTION private.tidied(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'string' then to_jsonb(private.tidy(value #>> '{}')) else value end), '{}')
  from jsonb_each(fields)
$function$
;

CREATE OR REPLACE FUNCTION private.value_refusals(line jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
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
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink'] then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(to_jsonb(version), private.jersey_facts()) || jsonb_build_object(
    'team', case when version.team_id is null then version.team end,
    'brand', case when version.brand_id is null then version.brand end,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by place, image.position, image.id), '[]')
        from private.wanted_photos(edit) image
        left join jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
          on photo ->> 'id' = image.id::text)
    end)
  from private.edit_of_author(jersey) edit
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$function$
;

CREATE OR REPLACE FUNCTION private.without_names(facts text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN array_remove(array_remove(facts, 'team'::text), 'brand'::text)
;

COMMENT ON FUNCTION "private"."has_fitting_values"(jsonb) IS 'True if facts that are lists are lists of texts, and all others single values';

COMMENT ON FUNCTION "private"."jersey_facts"() IS 'The columns that members fill, in the order in which people read them';

COMMENT ON FUNCTION "private"."list_facts"() IS 'The facts that are lists of texts';

COMMENT ON FUNCTION "private"."own_facts"() IS 'The facts that the author of an approved jersey changes without a source';

COMMENT ON FUNCTION "private"."plain_facts"() IS 'The facts that are no row of the catalogue, and no name of one';

COMMENT ON FUNCTION "private"."set_fields"(uuid, public.jerseys) IS 'Gives a jersey all fields of another version of it, in one update';

COMMENT ON FUNCTION "private"."tidied"(jsonb) IS 'An object with its texts tidied';

COMMENT ON FUNCTION "private"."without_names"(text[]) IS 'The facts of a jersey without the names of its team and brand, for which their ids stand';

REVOKE ALL ON FUNCTION "private"."has_fitting_values"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."jersey_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_fields"(uuid, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidied"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_names"(text[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
