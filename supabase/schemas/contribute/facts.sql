-- The facts of jerseys, teams and competitions that are corrected: which they are, and how two versions differ, in words.
-- What suggestions, revisions and decisions are about is read, locked and written here.
-- Nobody else writes a fact: each write is one update of the row.

create function private.public_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array_remove(array_remove(private.jersey_facts(), 'team'), 'brand')
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$$;
comment on function private.public_columns is
  'The columns whose changes are in the history, in the order in which people read them. `team_id` and `brand_id` stand for the name beside them too';

create function private.name_column("column" text) returns text
language sql immutable
return case "column" when 'team_id' then 'team' when 'brand_id' then 'brand' end;
comment on function private.name_column is 'The column with the name of what an id column of a jersey refers to';

create function private.with_dependent_columns(columns text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select unnest(columns)
    union select private.name_column(name) from unnest(columns) name where private.name_column(name) is not null
    union select 'league' where 'competition_id' = any (columns))
$$;
comment on function private.with_dependent_columns is
  'These columns and those that follow them: names beside ids, the league of a competition';

create function private.correctable_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$ select private.with_dependent_columns(private.public_columns(target_type)) $$;
comment on function private.correctable_columns is
  'What can be corrected: the columns whose changes are in the history, and the names beside the ids';

create function private.state_columns() returns text[]
language sql immutable
return array['status', 'moderation_note', 'moderated_at', 'edited_at'];
comment on function private.state_columns is 'The columns of a jersey that a decision writes';

create function private.pick_columns(version jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(name, version -> name), '{}') from unnest(columns) name where version ? name $$;
comment on function private.pick_columns is 'A version of a row with these columns only';

-- Without a search path, so that the planner inlines it: some sixteen columns of each jersey that changes are compared.
create function private.differs("column" text, was jsonb, becomes jsonb) returns boolean
language sql immutable
return case
    when "column" = 'photos' then private.photos_in(was -> 'photos', becomes -> 'photos')
      is distinct from private.photos_in(becomes -> 'photos', was -> 'photos')
    else was -> "column" is distinct from becomes -> "column" end
  -- A team that is renamed renames its jerseys: its own history says so.
  or private.name_column("column") is not null and nullif(becomes -> "column", 'null') is null
    and was -> private.name_column("column") is distinct from becomes -> private.name_column("column");
comment on function private.differs is
  'True if two versions of a row differ in a column of private.public_columns(), or in their `photos`, as far as both have them';

create function private.says_else("column" text, was jsonb, becomes jsonb) returns boolean
language sql immutable
return private.differs("column", was, becomes)
  and not coalesce(
    num_nulls(nullif(was -> "column", 'null'), nullif(becomes -> "column", 'null')) = 1
      and was -> private.name_column("column") = becomes -> private.name_column("column"), false);
comment on function private.says_else is
  'True if two versions of a row differ in a column for their readers: a team or brand of the catalogue in place of its typed name says the same';

create function private.in_words("column" text, version jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case "column"
    when 'competition_id' then to_jsonb((
      select name from public.competitions where id = (version ->> 'competition_id')::uuid))
    when 'season_id' then to_jsonb((select name from public.seasons where id = (version ->> 'season_id')::uuid))
    when 'team_id' then version -> 'team'
    when 'brand_id' then version -> 'brand'
    when 'photos' then private.photos_in_words((version ->> 'id')::uuid, version -> 'photos')
    when 'merge_into' then to_jsonb((select title from public.jerseys where id = (version ->> 'merge_into')::uuid))
    else version -> "column"
  end
$$;
comment on function private.in_words is 'The value of a column of a row, for people';

create function private.changes_in_words(target_type text, was jsonb, becomes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    regexp_replace(field.name, '_id$', ''),
    jsonb_build_object(
      'before', coalesce(private.in_words(field.name, was), 'null'),
      'after', coalesce(private.in_words(field.name, becomes), 'null')))
  from unnest(private.public_columns(target_type)) field (name)
  where private.differs(field.name, was, becomes)
$$;
comment on function private.changes_in_words is 'What differs between two versions of a row; null if they look the same';

create function private.corrections_in_words(was jsonb, becomes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', key, 'before', private.as_text(words -> key -> 'before'), 'after', private.as_text(words -> key -> 'after'))
    order by place)
  from (select private.changes_in_words('jersey', was, becomes) as words) changed
  cross join unnest(private.public_columns('jersey')) with ordinality field (name, place)
  cross join lateral (select regexp_replace(name, '_id$', '') as key) shown
  -- Another team or brand may have the same name.
  where words -> key -> 'before' is distinct from words -> key -> 'after'
$$;
comment on function private.corrections_in_words is
  'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

create function private.changed_values(was jsonb, becomes jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(name, jsonb_build_object('before', was -> name, 'after', becomes -> name))
  from unnest(columns) name
  where was -> name is distinct from becomes -> name
$$;
comment on function private.changed_values is 'Which of these columns differ between two versions of a row, with both values; null if none does';

create function private.as_text(value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value -> 0) = 'object' then null
    when jsonb_typeof(value) = 'array' then (
      select string_agg(item, ', ' order by place)
      from jsonb_array_elements_text(value) with ordinality given (item, place))
    else value #>> '{}'
  end
$$;
comment on function private.as_text is 'A value of changes as notices have it: lists with commas, nothing of photos';

create function private.relation_of(target_type text) returns regclass
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then 'public.jerseys' when 'team' then 'public.teams' when 'competition' then 'public.competitions'
  end::regclass
$$;

create function private.may_read(target_type text, target_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case may_read.target_type
    when 'jersey' then exists (
      select from public.jerseys jersey
      where jersey.id = may_read.target_id
        and (jersey.status = 'approved' and jersey.is_active or jersey.author_id = auth.uid()
          or public.is_admin(auth.uid()) or jersey.status <> 'approved' and public.is_reviewer(auth.uid())))
    when 'team' then exists (
      select from public.teams team
      where team.id = may_read.target_id and (team.is_active or public.is_admin(auth.uid())))
    when 'competition' then exists (
      select from public.competitions competition
      where competition.id = may_read.target_id and (competition.is_active or public.is_admin(auth.uid())))
    else false
  end
$$;
comment on function private.may_read is 'True if the caller reads this row: as the policies of its table say';

create function private.target_row(target_type text, target_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case target_row.target_type
    when 'jersey' then (
      select to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id))
      from public.jerseys jersey where jersey.id = target_row.target_id)
    when 'team' then (select to_jsonb(team) from public.teams team where team.id = target_row.target_id)
    when 'competition' then (
      select to_jsonb(competition) from public.competitions competition
      where competition.id = target_row.target_id)
  end
$$;
comment on function private.target_row is 'The row of a jersey (with its `photos`), team or competition; null if it was deleted';

create function private.lock_target(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if target_type = 'jersey' then
    perform private.lock_images(array[lock_target.target_id]);
    perform from public.jerseys where id = lock_target.target_id for update;
  elsif target_type = 'team' then
    -- Not the key, which whoever writes a jersey locks after it: a rename locks jerseys after their team.
    perform from public.teams where id = lock_target.target_id for no key update;
  else
    perform from public.competitions where id = lock_target.target_id for no key update;
  end if;
end $$;
comment on function private.lock_target is 'Images before their jersey, as everywhere';

create function private.write_fields(target_type text, target_id uuid, fields jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(quote_ident(name), ', ')
    from unnest(private.correctable_columns(target_type) || private.state_columns()) name where fields ? name);
begin
  if columns <> '' then
    -- Only what is given: colours that nobody names follow, and naming a part of the key, like a team's competition, locks the key.
    -- Whoever writes a jersey locks it before its team's key, and a rename the other way round.
    execute format(
      'update %s present set (%s) = (select %2$s from jsonb_populate_record(present, $1)) where id = $2',
      private.relation_of(target_type), columns)
    using fields, write_fields.target_id;
  end if;
  if fields ? 'photos' then
    perform private.arrange_photos(
      write_fields.target_id, private.arranged_photos(private.photos_of(write_fields.target_id), fields -> 'photos'));
  end if;
end $$;
comment on function private.write_fields is
  'Gives a row these values by column, in one update; of a jersey also its state and the arrangement of its photos';
