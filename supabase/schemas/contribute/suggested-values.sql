-- What can be suggested, checked when it is said and not when it is accepted.
-- A suggestion has the shape of its target's columns; values are tidied, and names follow their ids.
-- The constraints of the target's table hold for a suggestion too.

create function private.suggestable_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    -- The league is that of the competition.
    when 'jersey' then array_remove(private.public_columns('jersey'), 'league') || array['photos', 'merge_into', 'removal']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$$;
comment on function private.suggestable_columns is 'The fields of a suggestion, each with a verdict of its own';

create function private.is_arrangement(photos jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(photos) = 'array' then
    jsonb_array_length(photos) <= 20
    and not jsonb_path_exists(photos, 'strict $[*] ? (@.type() != "object")')
    and (
      select coalesce(bool_and(
        photo - array['id', 'kind'] = '{}' and private.is_uuid(photo ->> 'id')
        and coalesce(photo ->> 'kind', 'front') = any (array['front', 'back', 'detail', 'label', 'worn'])), true)
        and count(*) = count(distinct photo -> 'id')
      from jsonb_array_elements(case when jsonb_typeof(photos) = 'array' then photos end) photo
      where jsonb_typeof(photo) = 'object')
  else false end
$$;
comment on function private.is_arrangement is 'True of a list of at most twenty photos, each once, by id and perhaps kind';

create function private.has_shape(changes jsonb, columns text[]) returns boolean
language sql immutable strict set search_path = ''
as $$
  select case when jsonb_typeof(changes) = 'object' then
    changes - columns = '{}'
    and not exists (
      select from jsonb_each(changes - array['photos', 'removed']) field
      where case
        when field.key = any (private.list_facts()) then jsonb_typeof(field.value) <> 'array'
          or jsonb_path_exists(field.value, 'strict $[*] ? (@.type() != "string")', silent => true)
        -- A text field would take the characters of a list or an object.
        else jsonb_typeof(field.value) in ('object', 'array') end)
  else false end
$$;
comment on function private.has_shape is
  'True of an object of these columns with single values, and lists of texts where a fact is a list; null if nothing is given';

create function private.check_shape(target_type text, changes jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.suggestable_columns(target_type) is null or private.has_shape(
      changes, private.suggestable_columns(target_type)
        || case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) is distinct from true
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
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors and product_codes with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $$;
comment on function private.check_shape is 'Refuses changes that can be of no target of this type, whatever their values';

create function private.check_reference(relation text, "column" text, is_known boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if not is_known then
    raise foreign_key_violation using
      message = format('insert or update on table "%s" violates foreign key constraint "%1$s_%s_fkey"', relation, "column"),
      detail = 'There is no such row, or it is not active.',
      table = relation, constraint = format('%s_%s_fkey', relation, "column");
  end if;
end $$;
comment on function private.check_reference is 'Raises what PostgreSQL does for a reference to no row';

create function private.completed_changes(target_type text, present jsonb, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.completed_changes is
  'Tidied, with the names and the league beside the ids; refuses ids of what visitors don''t see';

-- The constraints of the table, so that a value is refused when it is suggested and not when it is accepted.
create function private.check_constraints(relation regclass, version jsonb, columns text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = relation);
  rule record;
  holds boolean;
begin
  for rule in
    select constraint_.conname, pg_catalog.pg_get_expr(constraint_.conbin, constraint_.conrelid) as condition
    from pg_catalog.pg_constraint constraint_
    where constraint_.conrelid = relation and constraint_.contype = 'c'
      and exists (
        select from pg_catalog.pg_attribute attribute
        where attribute.attrelid = relation and attribute.attnum = any (constraint_.conkey)
          and attribute.attname = any (columns))
    order by constraint_.conname
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) given', rule.condition, relation)
    into holds using version;
    if not coalesce(holds, true) then
      raise check_violation using
        message = format('new row for relation "%s" violates check constraint "%s"', name, rule.conname),
        table = name, constraint = rule.conname;
    end if;
  end loop;
  -- Not null is no check.
  if exists (
    select from pg_catalog.pg_attribute attribute
    where attribute.attrelid = relation and attribute.attnotnull and attribute.attname = any (columns)
      and coalesce(version -> attribute.attname, 'null') = 'null') then
    raise not_null_violation using message = 'A field of the suggestion can''t be empty.';
  end if;
end $$;

create function private.wanted_version(of_type text, present jsonb, given jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(null::public.jerseys, present || given))
    when 'team' then to_jsonb(jsonb_populate_record(null::public.teams, present || given))
    else to_jsonb(jsonb_populate_record(null::public.competitions, present || given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
$$;
comment on function private.wanted_version is 'A row with the suggested values, in the types of its table';

create function private.suggestion_words(target_type text, was jsonb, becomes jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    name, jsonb_build_object(
      'before', coalesce(private.in_words(name, was), 'null'), 'after', coalesce(private.in_words(name, becomes), 'null'))), '{}')
  from unnest(columns) name
$$;
comment on function private.suggestion_words is 'By column, the value before and after, for people';
