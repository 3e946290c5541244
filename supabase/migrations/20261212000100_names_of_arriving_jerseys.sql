-- A jersey that arrives at a team, brand, competition or season while this one is renamed or recoloured waits for the new name and
-- colours. It had the former ones for good: the rename didn't see the jersey yet, nor the jersey the rename.

create function private.hold_names(teams uuid[], brands uuid[], competitions uuid[], seasons uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.teams where id = any (hold_names.teams) order by id for share;
  perform from public.brands where id = any (hold_names.brands) order by id for share;
  perform from public.competitions where id = any (hold_names.competitions) order by id for share;
  perform from public.seasons where id = any (hold_names.seasons) order by id for share;
end $$;
comment on function private.hold_names is
  'Waits for renames of these rows, and lets none begin before the end of the transaction. Before any jersey is locked, unless it arrives there';
revoke execute on function private.hold_names from public;

-- Runs with its owner's rights: the name of an inactive team is still its name.
create or replace function private.complete_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.edition := private.tidy(new.edition);
  new.description := private.tidy(new.description);
  new.external_link := private.tidy(new.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `old` is null.
  if (new.team_id, new.brand_id, new.competition_id, new.season_id)
    is distinct from (old.team_id, old.brand_id, old.competition_id, old.season_id) then
    perform private.hold_names(
      array[case when new.team_id is distinct from old.team_id then new.team_id end],
      array[case when new.brand_id is distinct from old.brand_id then new.brand_id end],
      array[case when new.competition_id is distinct from old.competition_id then new.competition_id end],
      array[case when new.season_id is distinct from old.season_id then new.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  new.team := coalesce(
    (select name from public.teams where id = new.team_id), private.tidy(new.team), '');
  new.brand := coalesce(
    (select name from public.brands where id = new.brand_id), private.tidy(new.brand));
  return new;
end $$;

-- Also when competition or season change: their names are among the words of search. Before jerseys_default_colors by its name,
-- which reads the team's colours.
create or replace trigger jerseys_complete
before insert or update of
  title, edition, description, external_link, team, team_id, brand, brand_id, competition_id, season_id
on public.jerseys
for each row execute function private.complete_jersey();

-- The two that write several jerseys, one after the other. As before, but for hold_names().
create or replace function public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean default false)
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
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
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

create or replace function public.undo_member_changes(
  member uuid, reason text, since timestamptz default null, after jsonb default null, batch_size integer default 50
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A team's name and colours are on all of its jerseys.
  of_teams constant integer := 5;
  most constant integer := least(greatest(coalesce(batch_size, 50), 1), 200);
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  size integer;
  reached bigint;
  given constant text := private.tidy(undo_member_changes.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  of_types constant text[] := array['jersey', 'team', 'competition'];
  of_type text := coalesce(undo_member_changes.after ->> 'target_type', 'jersey');
  last_id bigint := (undo_member_changes.after ->> 'id')::bigint;
  batch bigint[];
  targets uuid[];
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  undone integer := 0;
  kept jsonb[] := '{}';
begin
  perform private.check_undoing(given);
  perform private.check_undone_member(member);
  if not of_type = any (of_types) then
    raise sqlstate 'PT400' using message = 'revision_cursor', detail = '`after` is the `next` of the call before.';
  end if;
  -- Two reviewers take turns: the second finds it done.
  perform pg_advisory_xact_lock(hashtextextended('undo ' || member, 0));
  -- One kind of page in a batch, all locked before the first change in the order of merges: nobody waits in a circle.
  loop
    size := case when of_type = 'team' then least(most, of_teams) else most end;
    select array_agg(own.id order by own.id desc), array_agg(distinct own.target_id) into batch, targets
    from (
      select id, target_id from public.revisions
      where contributor_id = member and target_type = of_type and kind not in ('approved', 'merge')
        and (undo_member_changes.since is null or at >= undo_member_changes.since)
        and (last_id is null or id < last_id)
      order by id desc limit size) own;
    exit when batch is not null or of_type = 'competition';
    of_type := of_types[array_position(of_types, of_type) + 1];
    last_id := null;
  end loop;
  if of_type = 'jersey' then
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (batch)));
    perform private.lock_images(targets);
    perform from public.jerseys where id = any (targets) order by id for update;
  elsif of_type = 'team' then
    perform from public.teams where id = any (targets) order by id for update;
  else
    perform from public.competitions where id = any (targets) order by id for update;
  end if;

  for revision in
    select * from public.revisions where id = any (batch) order by id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and clock_timestamp() > deadline;
    reached := revision.id;
    current := private.target_row(revision.target_type, revision.target_id);
    stays := private.fields_that_stay(revision, current, is_administrator);
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      begin
        perform private.undo_fields(revision, back, current, given);
        undone := undone + 1;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
      end;
    end if;
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    if stays <> '{}' then
      kept := kept || jsonb_build_object(
        'id', revision.id, 'target_type', revision.target_type, 'target_id', revision.target_id,
        'title', coalesce(current ->> 'title', current ->> 'name'), 'stays', stays);
    end if;
  end loop;
  -- One notice in all, whatever the reasons.
  if undone > 0 and not exists (
    select from public.notices told
    where told.recipient_id = member and told.outcome = 'undone' and told.about = 'profile'
      and told.created_at > now() - interval '1 day') then
    perform private.notify(
      member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), given, '[]');
  end if;
  return jsonb_build_object(
    'undone', undone, 'kept', to_jsonb(kept),
    'next', case
      when reached > batch[cardinality(batch)] or cardinality(batch) = size
        then jsonb_build_object('target_type', of_type, 'id', reached)
      when of_type <> 'competition' then jsonb_build_object('target_type', of_types[array_position(of_types, of_type) + 1])
    end);
end $$;

-- Jerseys that arrived too early so far. Their words of search follow.
update public.jerseys jersey set team = team.name
from public.teams team where team.id = jersey.team_id and jersey.team <> team.name;
update public.jerseys jersey set brand = brand.name
from public.brands brand where brand.id = jersey.brand_id and jersey.brand is distinct from brand.name;
