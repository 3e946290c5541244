-- Suggesting: what members and authors want changed, checked when they say it.
-- A suggestion names the values it was made against and a source, which authors need for facts only.
-- Its photos are images of the jersey that only its member and reviewers see.

create function private.looks_alike(one bit, other bit) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    bit_count(substring(one from 1 for 64) # substring(other from 1 for 64)) <= 7
      and bit_count(substring(one from 65) # substring(other from 65)) <= 4,
    false)
$$;
comment on function private.looks_alike is 'True if two pictures are probably the same; see same_pictures()';

-- What can be suggested, and reading it.
create function private.suggestable_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array[
      'title', 'competition_id', 'season_id', 'team_id', 'year', 'kit_type', 'colors', 'brand_id', 'edition', 'price',
      'external_link', 'description', 'photos', 'merge_into', 'removal']
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

create function private.check_shape(target_type text, changes jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && @.key != "removed" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or changes ? 'colors'
      and (jsonb_typeof(changes -> 'colors') <> 'array'
        or jsonb_path_exists(changes, 'strict $.colors[*] ? (@.type() != "string")'))
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
end $$;

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

create function private.completed_changes(target_type text, present jsonb, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  field text;
  done jsonb := '{}';
  chosen uuid;
  name text;
begin
  for field in select jsonb_object_keys(changes) loop
    done := done || jsonb_build_object(field, case
      when jsonb_typeof(changes -> field) = 'string' then to_jsonb(private.tidy(changes ->> field))
      else changes -> field end);
  end loop;
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
        message = format('new row for relation "%s" violates check constraint "%s"',
          (select relname from pg_catalog.pg_class where oid = relation), rule.conname),
        table = (select relname from pg_catalog.pg_class where oid = relation), constraint = rule.conname;
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

create function private.relation_of(target_type text) returns regclass
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then 'public.jerseys' when 'team' then 'public.teams' when 'competition' then 'public.competitions'
  end::regclass
$$;

create function private.suggestion_words(target_type text, was jsonb, becomes jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    name, jsonb_build_object(
      'before', coalesce(private.in_words(name, was), 'null'), 'after', coalesce(private.in_words(name, becomes), 'null'))), '{}')
  from unnest(columns) name
$$;

create function private.with_dependent_columns(columns text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select unnest(columns)
    union select private.name_column(name) from unnest(columns) name where private.name_column(name) is not null
    union select 'league' where 'competition_id' = any (columns))
$$;

create function private.pick_columns(version jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(name, version -> name), '{}') from unnest(columns) name where version ? name $$;

create function private.is_experienced(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
      select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly') and source is not null)
$$;
comment on function private.is_experienced is
  'True of members for thirty days of whom a suggestion was accepted: they may have more open ones';

-- Suggesting.
create function private.begin_suggesting(of_type text, changes jsonb, pictures jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(of_type, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);
end $$;
comment on function private.begin_suggesting is
  'Refuses who may not suggest now, and what has not the shape of a suggestion; a member''s suggestions wait for each other';

create function private.lock_suggested(of_type text, inout target uuid, is_exclusive boolean, out present jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if is_exclusive then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif is_exclusive then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
end $$;
comment on function private.lock_suggested is
  'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

create function private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions s_own
    where s_own.member_id = member and s_own.target_type = of_type and s_own.target_id = target and s_own.kind in ('edit', 'photos')
      and s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions s_own
    where s_own.id = lock_own_suggestion.suggestion_id and s_own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $$;
comment on function private.lock_own_suggestion is
  'The caller''s suggestion that a new one replaces (`suggestion_id`) or is added to; null if it stands by itself, as a merge or removal (`ends_target`) does';

create function private.wanted_version(of_type text, present jsonb, given jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
$$;
comment on function private.wanted_version is 'A row with the suggested values, in the types of its table';

create function private.check_suggestion(
  of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text
) returns void
language plpgsql security definer set search_path = ''
as $$
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
    and (is_author is distinct from true or not columns <@ array['title', 'edition', 'description', 'external_link', 'photos']) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $$;
comment on function private.check_suggestion is
  'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source that it needs';

create function private.check_room(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  amount integer;
  room integer;
begin
  select count(*) into amount from public.suggestions suggestion
  where suggestion.member_id = member and suggestion.status = 'open' and suggestion.held_at is null and suggestion.source is not null;
  room := case when private.is_experienced(member) then 30 else 5 end;
  if amount >= room then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $$;
comment on function private.check_room is 'Refuses one more open suggestion of a member who has as many as they may have';

create function private.check_not_said(suggestion_id uuid, of_type text, target uuid, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if exists (
    select from public.suggestions suggestion
    where suggestion.target_id = target and suggestion.target_type = of_type and suggestion.status = 'open' and suggestion.member_id = auth.uid()
      and suggestion.id is distinct from check_not_said.suggestion_id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where suggestion.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
  end if;
end $$;
comment on function private.check_not_said is 'Refuses what another open suggestion of the caller says';

create function private.insert_suggestion(
  of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, stated text
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
  values (
    of_type, target, coalesce(present ->> 'title', present ->> 'name'), auth.uid(), given,
    private.pick_columns(present, private.with_dependent_columns(columns)),
    private.suggestion_words(of_type, present, wanted, columns), stated)
  on conflict do nothing
  returning * into suggestion;
  -- An author's direct write in another window: it has no lock of the member's.
  if not found then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
  end if;
  return suggestion;
end $$;

create function private.change_suggestion(
  suggestion public.suggestions, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text,
  is_added boolean
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
begin
  update public.suggestions s
  set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end
      || private.pick_columns(present, private.with_dependent_columns(columns)),
    words = case when is_added then s.words - dropped else '{}' end
      || private.suggestion_words(s.target_type, present, wanted, columns)
  where s.id = suggestion.id
  returning * into suggestion;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return suggestion;
end $$;
comment on function private.change_suggestion is 'Adds to an open suggestion of the caller what they give now, or puts it in its place';

create function private.end_empty_suggestion(suggestion public.suggestions, leaving text default null) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
begin
  if private.pending_keys(suggestion) <@ array_remove(array[leaving], null) then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id and s.status = 'open'
    returning * into suggestion;
  end if;
  return suggestion;
end $$;
comment on function private.end_empty_suggestion is
  'Ends an open suggestion of which its member took back everything; `leaving`: the key of a photo that is being deleted';

create function private.wanted_photos(suggestion public.suggestions) returns setof public.jersey_images
language sql stable security definer set search_path = ''
as $$
  select image.* from public.jersey_images image
  where image.jersey_id = suggestion.target_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$$;
comment on function private.wanted_photos is 'The photos of a jersey as a suggestion wants them';

create function private.removed_photos(jersey_id uuid, asked jsonb, removed jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(image.id order by image.position, image.id)
  from public.jersey_images image
  where image.jersey_id = removed_photos.jersey_id and image.suggestion_id is null
    and (asked ? image.id::text or coalesce(removed ? image.id::text, false))
$$;
comment on function private.removed_photos is 'The public photos that are asked to go, with those that a suggestion removes already; null: none';

-- The doors of the specification: an author's `update` of an approved jersey, and `insert` and `delete` of its photos.
create function private.suggest_own(jersey public.jerseys, given jsonb) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  present constant jsonb := to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id, suggestion.id));
  wanted jsonb;
  columns text[];
  dropped text[];
begin
  if given ? 'photos' then
    given := given || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', given -> 'photos'));
  elsif given ? 'removed' then
    given := jsonb_build_object('removed', private.removed_photos(jersey.id, given -> 'removed', suggestion.changes -> 'removed'));
  end if;
  wanted := present || given;
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name where given ? name and private.differs(name, present, wanted));
  dropped := array(
    select name from jsonb_object_keys(given) name where suggestion.changes ? name and name <> all (columns) and name <> 'removed');
  perform private.check_constraints('public.jerseys', wanted, columns);
  given := private.pick_columns(given, columns || array['removed']);
  if suggestion.id is not null then
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, null, true);
    -- A photo may follow.
    return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
  elsif columns <> '{}' or not given ? 'photos' then
    return private.insert_suggestion('jersey', jersey.id, present, wanted, columns, given, null);
  end if;
  return null;
end $$;
comment on function private.suggest_own is
  'What the author of an approved jersey writes directly (texts, `photos`, `removed`, or nothing yet of a photo) goes into their suggestion, whose id a photo gets; the jersey is locked';

create function private.is_photo_id_taken(photo_id uuid, jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jersey_images image where image.id = photo_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_photo_id_taken.jersey_id
        and suggestion.changes -> 'removed' ? photo_id::text)
$$;
comment on function private.is_photo_id_taken is
  'True if a photo has this id, or one had it that a suggestion removes: its verdict would be about both';

create function private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or private.is_photo_id_taken(picture.id, target) then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$$;

create function private.publish_suggestion(suggestion public.suggestions, columns text[], given jsonb) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_revision('trusted', suggestion.member_id, null, suggestion.id);
  perform private.write_fields(suggestion.target_type, suggestion.target_id, given);
  perform private.end_revision();
  update public.suggestions s
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where s.id = suggestion.id
  returning * into suggestion;
  return suggestion;
end $$;
comment on function private.publish_suggestion is 'Makes a small correction of a trusted member public at once';

create function private.suggest_texts(jersey public.jerseys, wanted public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(array['title', 'edition', 'description', 'external_link']) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $$;
comment on function private.suggest_texts is
  'Suggests the texts that an author''s update of an approved jersey changes; one that it sets to what is public stays in the suggestion as it is';

create function private.suggestion_of_image(jersey_id uuid, image_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if private.is_photo_id_taken(image_id, jersey.id) then
    perform private.refuse_id('jersey_images', image_id);
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $$;
comment on function private.suggestion_of_image is 'The suggestion to which a photo belongs that an author adds; null: to the jersey, which is not approved';

create function private.deletes_image(image public.jersey_images) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
begin
  if image.suggestion_id is not null then
    -- What another request adds meanwhile is in it first.
    select * into suggestion from public.suggestions s where s.id = image.suggestion_id for update;
    perform private.end_empty_suggestion(suggestion, private.photo_key(image.id));
    return true;
  end if;
  select * into jersey from public.jerseys j where j.id = image.jersey_id for no key update;
  if jersey.status is distinct from 'approved' then
    return true;
  end if;
  perform private.count_write('edits', 1);
  perform private.suggest_own(jersey, jsonb_build_object('removed', jsonb_build_array(image.id)));
  return false;
end $$;
comment on function private.deletes_image is 'False if an author''s deletion of a photo is suggested instead, because the jersey is approved';

create function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  -- What may be public at once, or has photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present
  from private.lock_suggested(of_type, target, at_once or is_administrator or suggest.suggestion_id is not null or pictures <> '[]') found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and columns <> '{}' then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    suggestion := private.insert_suggestion(of_type, target, present, wanted, columns, given, stated);
  else
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, stated, is_added);
  end if;
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns, given);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $$;
comment on function public.suggest is
  'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; its author also `removed` photos, and texts and photos without a source. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';
revoke execute on function public.suggest from public, anon;
grant execute on function public.suggest to authenticated, service_role;

create function private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_typeof(photos) <> 'array'
    or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A file of somebody else could be exchanged after it was accepted.
  perform private.check_image_address(photo ->> 'url') from jsonb_array_elements(photos) photo;
  if exists (
    select from jsonb_array_elements(photos) photo
    where photo ->> 'kind' is null) then
    raise not_null_violation using message = 'A suggested photo says what it shows.';
  end if;
  if exists (
    select from jsonb_array_elements(photos) photo
    where split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text) then
    raise insufficient_privilege using
      message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
  end if;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url')
          or image.suggestion_id is null and image.likeness::text = photo ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      where suggestion.id is null and not coalesce(removed ? image.id::text, false)
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $$;

create function private.lock_suggestion(suggestion_id uuid) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
begin
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions s_waiting where s_waiting.id = lock_suggestion.suggestion_id;
    exit when not found;
    target := suggestion.target_id;
    if suggestion.kind in ('merge', 'removal') then
      perform private.lock_merges();
      perform private.lock_jerseys(array_remove(array[target, private.other_of(suggestion)], null));
    else
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions s_waiting where s_waiting.id = lock_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  return suggestion;
end $$;
comment on function private.lock_suggestion is 'Locks a suggestion after what it is about, and returns it; all null if there is none';

create function private.other_of(suggestion public.suggestions) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select into_id from public.jersey_redirects where from_id = (suggestion.changes ->> 'merge_into')::uuid),
    (suggestion.changes ->> 'merge_into')::uuid)
$$;
comment on function private.other_of is 'The jersey into which one is to be merged, or what became of it; null of any other suggestion';

create function public.withdraw_suggestion(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- A contested one is as it was decided: what was accepted of it stays, what was refused counts.
  update public.suggestions s_own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $$;
comment on function public.withdraw_suggestion is 'Takes back an own open suggestion';
revoke execute on function public.withdraw_suggestion from public, anon;
grant execute on function public.withdraw_suggestion to authenticated, service_role;

create function private.outcome_of(verdicts jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when bool_and(verdict.value ->> 'accepted' = 'true') then 'accepted'
    when bool_or(verdict.value ->> 'accepted' = 'true') then 'partly'
    else 'refused'
  end
  from jsonb_each(verdicts) verdict
$$;

create function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its refused photos are gone, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions s_own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where s_own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $$;
comment on function public.contest_suggestion is
  'Puts an own refused suggestion before another reviewer, once and within thirty days; what was accepted stays';
revoke execute on function public.contest_suggestion from public, anon;
grant execute on function public.contest_suggestion to authenticated, service_role;

create function private.is_decided_by_another(suggestion public.suggestions) returns boolean
language sql stable security definer set search_path = ''
as $$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid()
    and not (public.is_admin(auth.uid()) and (
      suggestion.contested_at <= now() - interval '3 days'
      or not exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id not in (auth.uid(), suggestion.member_id)
          and (u.banned_until is null or u.banned_until <= now()))))
$$;
comment on function private.is_decided_by_another is
  'True of a contested decision of the caller''s. An administrator decides anew after three days, or if nobody else can';

create function private.check_decidable(suggestion public.suggestions) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' and not (suggestion.trusted and suggestion.afterwards is null) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if private.is_decided_by_another(suggestion) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $$;

revoke execute on function
  private.looks_alike, private.suggestable_columns,
  private.is_arrangement, private.check_shape, private.check_reference, private.completed_changes, private.check_constraints,
  private.relation_of, private.suggestion_words, private.with_dependent_columns, private.pick_columns, private.is_experienced,
  private.begin_suggesting, private.lock_suggested, private.lock_own_suggestion, private.wanted_version, private.check_suggestion, private.check_room,
  private.check_not_said, private.insert_suggestion, private.change_suggestion, private.end_empty_suggestion, private.wanted_photos,
  private.removed_photos, private.suggest_own, private.suggest_texts, private.suggestion_of_image, private.deletes_image, private.is_photo_id_taken, private.add_suggested_photos,
  private.publish_suggestion, private.check_suggested_photos, private.lock_suggestion, private.other_of, private.outcome_of,
  private.is_decided_by_another, private.check_decidable
from public;
