-- Importing lines into the catalogue in batches, undoing an import, and exporting the catalogue.

create function private.own_catalogue_import(id uuid) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
begin
  perform private.check_importer();
  select * into own from public.catalogue_imports import
  where import.id = own_catalogue_import.id for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $$;

-- The words of imported jerseys are indexed together at the end of the batch: one by one takes three times as long.
create or replace function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and current_setting('maillotheque.importing', true) = 'on' then
    return null;
  end if;
  perform private.refresh_search(
    tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create function private.insert_imported(rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('maillotheque.importing', 'on', true);
  insert into public.jerseys (
    id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type,
    colors, description, external_link, price, status, moderated_by, moderated_at, created_at)
  select id, author_id, league, competition_id, season_id, team_id, coalesce(team, ''), title, year, brand, brand_id,
    edition, kit_type, coalesce(colors, '{}'), description, external_link, price, status,
    case when status = 'approved' then auth.uid() end, case when status = 'approved' then now() end,
    least(coalesce(created_at, now()), now())
  from jsonb_populate_recordset(null::public.jerseys, insert_imported.rows);
  perform set_config('maillotheque.importing', '', true);
  perform private.refresh_search('jersey', array(
    select (line ->> 'id')::uuid from jsonb_array_elements(insert_imported.rows) line));
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_telling(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id, is_kept = false;
end $$;

create function private.is_telling(likeness text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(case when likeness ~ '^[01]{128}$'
    then bit_count(substring(likeness::bit(128) from 1 for 64)) between 6 and 58 end, false)
$$;
comment on function private.is_telling is 'True for a likeness that jersey_images takes (jersey_images_likeness_telling)';

-- An id of the file is kept if nobody has or had it.
create function private.id_of_line(id text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select case
    when private.is_uuid(id) and private.jersey_now(id::uuid) is null and not exists (
      select from public.audit_log log
      where log.table_name = 'jerseys' and log.row_id = id_of_line.id and log.action = 'insert'
        and log.actor_id is distinct from auth.uid())
    then id_of_line.id::uuid
    else gen_random_uuid() end
$$;

create function public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  verdict text;
  digest text;
  one jsonb;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[] := '{}';
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select done.result into known from private.catalogue_batches done
  where done.import_id = own.id and done.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undo_began_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, own.id, memo) of_line;
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  result := (
    select jsonb_build_object(
      'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
      'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
      'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
      'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
      'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
    from (
      select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
        then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
        else outcome end as outcome
      from unnest(outcomes) with ordinality as sent (outcome, place)) done);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_jerseys is
  'Imports a batch of lines into the catalogue in one transaction; a batch that is done returns its result again. What happened to each line: added, there, duplicate, refused. For administrators';

-- Undoing. In steps, so that no transaction lasts for minutes; it goes on where it was left.

create function private.used_by_members(jersey_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections owned where owned.jersey_id = used_by_members.jersey_id)
      or exists (select from public.copies copy where copy.jersey_id = used_by_members.jersey_id)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wish where wish.jersey_id = used_by_members.jersey_id)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)) used
$$;
comment on function private.used_by_members is 'What members did with a jersey; null if nothing';

create function public.undo_catalogue_import(import uuid, most integer default 200) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  step uuid[];
  unused uuid[];
  gone integer;
  left_in_place integer;
  is_done boolean;
begin
  own := private.own_catalogue_import(import);
  if own.undone_at is not null
    or own.undo_began_at is null and own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  step := array(
    select done.jersey_id from private.imported_jerseys done
    where done.import_id = own.id and not done.is_kept order by done.key limit greatest(least(most, 1000), 1));
  -- Before the jerseys, as everywhere: the deletion takes it as well.
  perform private.take_turn_of_proposals();
  -- A vote or a comment that is being written waits, or is seen below.
  perform from public.jerseys where id = any (step) order by id for update;
  unused := array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (step) and private.used_by_members(jersey.id) is null);
  -- Nobody is told of a deletion that takes back an import.
  update public.jerseys set author_id = null
  where id = any (unused) and author_id is distinct from auth.uid();
  delete from public.jerseys where id = any (unused);
  get diagnostics gone = row_count;
  delete from private.imported_jerseys done
  where done.import_id = own.id and done.jersey_id = any (step) and private.jersey_now(done.jersey_id) is null;
  update private.imported_jerseys done set is_kept = true
  where done.import_id = own.id and done.jersey_id = any (step);
  get diagnostics left_in_place = row_count;
  is_done := not exists (
    select from private.imported_jerseys done where done.import_id = own.id and not done.is_kept);
  update public.catalogue_imports set
    removed = removed + gone, kept = kept + left_in_place, undo_began_at = coalesce(undo_began_at, now()),
    undone_at = case when is_done then now() end, finished_at = coalesce(finished_at, now())
  where id = own.id
  returning * into own;
  return jsonb_build_object(
    'is_done', is_done, 'removed', own.removed, 'kept', own.kept, 'all', own.added,
    'kept_jerseys', case when is_done then (
      select coalesce(jsonb_agg(private.jersey_in_words(private.jersey_now(jersey_id))
        || jsonb_build_object('because', coalesce(private.used_by_members(private.jersey_now(jersey_id)), '{}'))), '[]')
      from (
        select done.jersey_id from private.imported_jerseys done
        where done.import_id = own.id and done.is_kept order by done.key limit 500) kept)
      else '[]' end);
end $$;
comment on function public.undo_catalogue_import is
  'Takes back a step of an import into the catalogue, until is_done: deletes its jerseys, except those with which members did something. Within seven days. For administrators';

-- Export: jerseys as lines, the oldest first.
create function private.jersey_lines(after_at timestamptz, after_id uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'team_competition', home.slug,
    'league', jersey.league,
    'competition', case when exists (
      select from public.competitions other
      where other.id <> competition.id and other.league = competition.league
        and (other.search_text = competition.search_text or other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'colors', jersey.colors,
    'brand', jersey.brand, 'edition', jersey.edition, 'price', jersey.price, 'description', jersey.description,
    'external_link', jersey.external_link, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions home on home.id = team.competition_id
$$;

create function public.export_jerseys(
  after_at timestamptz default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_importer();
  return private.jersey_lines(after_at, after_id, greatest(least(page_size, 1000), 1));
end $$;
comment on function public.export_jerseys is
  'The public jerseys of the catalogue as lines of a file, oldest first, after a row. For administrators';

revoke execute on function
  private.own_catalogue_import, private.insert_imported, private.is_telling, private.id_of_line,
  private.used_by_members, private.jersey_lines
from public;
revoke execute on function public.import_jerseys, public.undo_catalogue_import, public.export_jerseys from public, anon;
grant execute on function public.import_jerseys, public.undo_catalogue_import, public.export_jerseys
  to authenticated, service_role;
