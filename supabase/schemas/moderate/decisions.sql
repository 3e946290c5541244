-- Decisions: decide() on everything that waits, moderate_jersey() as a door to it, and what a reviewer may correct.
-- A decision is about the version that was seen; the second of two reviewers gets the first one's decision as an error.
-- Who decided is kept apart from public rows.

-- Everyone reads approved jerseys, and members read their own reports, whole rows (`select=*`). So these tables don't say
-- who decided.
create table private.decisions (
  table_name text not null,
  row_id uuid not null,
  decided_by uuid not null references auth.users (id) on delete cascade,
  was jsonb,
  primary key (table_name, row_id)
);
comment on table private.decisions is
  'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';
comment on column private.decisions.was is
  'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';


alter table private.decisions enable row level security;
revoke all on private.decisions from public, anon, authenticated, service_role;

create function private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb default null) returns void
language sql set search_path = ''
as $$
  delete from private.decisions decision
  where record_decision.decided_by is null
    and decision.table_name = record_decision.table_name and decision.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by, record_decision.was
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
$$;

create function private.forget_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.decisions where table_name = tg_table_name and row_id = old.id;
  return null;
end $$;

create function private.decided_by(table_name text, row_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select decision.decided_by from private.decisions decision
  where decision.table_name = decided_by.table_name and decision.row_id = decided_by.row_id
$$;

create function private.edit_of_author(jersey public.jerseys) returns public.suggestions
language sql stable security definer set search_path = ''
as $$
  select suggestion from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1
$$;
comment on function private.edit_of_author is 'What waits that the author of an approved jersey wants changed; all null if nothing does';

-- What a decision is about includes the facts. A chosen team or brand is named by its row: another name for it is no change of the
-- author's.
create function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.version_for_review is
  'What a decision is about: fields and versions of the images in order, as its author wants it where that waits';

create function private.is_version_seen(jersey public.jerseys, seen jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(seen = jsonb_object_agg(field.key, field.value), false)
  from jsonb_each(private.version_for_review(jersey)) field
$$;
comment on function private.is_version_seen is
  'True if the version on a reviewer''s screen is the one that a decision would be about';

-- Differences in words: ids mean nothing to people, and rows of the catalogue may be renamed or deleted later.
create function private.field_in_words(field text) returns text
language sql immutable set search_path = ''
as $$ select case field when 'competition_id' then 'competition' when 'season_id' then 'season' else field end $$;

create function private.corrections_in_words(was public.jerseys, becomes public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.corrections_in_words is
  'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

create function private.set_fields(jersey_id uuid, fields public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  execute format(
    'update public.jerseys jersey set (%1$s) = (select %1$s from (select ($1).*) fields) where jersey.id = $2 returning jersey.*',
    array_to_string(private.jersey_facts(), ', '))
  into jersey using fields, jersey_id;
  return jersey;
end $$;
comment on function private.set_fields is 'Gives a jersey all fields of another version of it, in one update';

-- Parts of a suggestion, each with a verdict.
create function private.photo_key(photo_id uuid) returns text
language sql immutable set search_path = ''
as $$ select 'photo:' || photo_id $$;

create function private.pending_keys(suggestion public.suggestions) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key order by place, key), '{}')
  from (
    select name as key, place from unnest(private.suggestable_columns(suggestion.target_type))
      with ordinality field (name, place)
    where suggestion.changes ? name
    union all
    select private.photo_key(image.id), 1000 from public.jersey_images image where image.suggestion_id = suggestion.id
    union all
    select 'photo:' || removed, 1001 from jsonb_array_elements_text(suggestion.changes -> 'removed') removed
  ) keys
  -- After a contest, what was accepted is decided.
  where coalesce(suggestion.verdicts -> key ->> 'accepted', 'false') = 'false'
$$;
comment on function private.pending_keys is 'What a decision on the suggestion must name: its fields and photos without a verdict for them';

create function private.check_verdicts(pending text[], verdicts jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(coalesce(verdict.value ->> 'reason', '')) + char_length(coalesce(verdict.value ->> 'note', '')) > 990) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where verdict.value -> 'accepted' = 'false' and (
      coalesce(verdict.value ->> 'reason', '')
        not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'quality', 'off_topic', 'other')
      or verdict.value ->> 'reason' = 'other' and private.tidy(verdict.value ->> 'note') is null)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason',
      detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights, quality, off_topic, or other with a note.';
  end if;
end $$;

create function private.stored_reason(verdict jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when verdict ->> 'reason' = 'other' then private.tidy(verdict ->> 'note')
    else verdict ->> 'reason' || coalesce(': ' || private.tidy(verdict ->> 'note'), '') end
$$;
comment on function private.stored_reason is 'The reason of a verdict as one text: its name, which refusalOf() of the site reads, and the note';

create function private.readable_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when verdict.key like 'photo:%' then 'image' else regexp_replace(verdict.key, '_id$', '') end,
      'before', case when image.suggestion_id is null and image.id is not null then image.url
        else private.as_text(suggestion.words -> verdict.key -> 'before') end,
      'after', case when image.suggestion_id is not null then image.url
        when image.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images image
    on image.jersey_id = suggestion.target_id and private.photo_key(image.id) = verdict.key
$$;
comment on function private.readable_verdicts is
  'Verdicts for their reader: field, before, after, accepted, reason, note. To be called before they take effect on photos';

create function private.apply_suggestion(suggestion public.suggestions, accepted text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction' else 'suggestion' end,
    suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $$;
comment on function private.apply_suggestion is 'Makes the accepted parts of a suggestion public; the target is locked';

create function private.record_decision_on(suggestion public.suggestions) returns void
language sql security definer set search_path = ''
as $$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'at', now(), 'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$$;
comment on function private.record_decision_on is 'Notes who decides, and what the suggestion was until now';

-- Nobody knew of the others'. Not the reviewer's own, nor what another reviewer must decide.
create function private.accept_same_edits(decided public.suggestions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_same
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_same)) key)
    where decided.kind = 'edit' and s_same.kind = 'edit' and s_same.status = 'open' and s_same.id <> decided.id
      and s_same.target_type = decided.target_type and s_same.target_id = decided.target_id and s_same.changes = decided.changes
      and s_same.verdicts = '{}' and s_same.contested_at is null and s_same.held_at is null
      and s_same.member_id is distinct from auth.uid()
      and not exists (select from public.jersey_images image where image.suggestion_id = s_same.id)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;
comment on function private.accept_same_edits is 'Whoever suggested exactly the same hears that it was accepted';

create function private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
begin
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() and exists (
    select from jsonb_each(given) verdict where coalesce(verdict.value ->> 'reason', private.tidy(verdict.value ->> 'note')) is null) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'Who decides a second time says why, also of what is accepted: in `note`.';
  end if;
  if corrections is not null then
    suggestion.changes := suggestion.changes || corrections;
    suggestion.words := suggestion.words || private.suggestion_words(
      suggestion.target_type, private.target_row(suggestion.target_type, suggestion.target_id) || suggestion.was,
      private.target_row(suggestion.target_type, suggestion.target_id) || corrections,
      array(select name from unnest(accepted) name where corrections ? name));
    given := given || (
      select coalesce(jsonb_object_agg(name, given -> name || '{"corrected": true}'), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions s_decided
  set verdicts = s_decided.verdicts || given, status = private.outcome_of(s_decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where s_decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.retire_jersey(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
    if corrections is null and suggestion.status = 'accepted' then
      perform private.accept_same_edits(suggestion);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $$;
comment on function private.apply_verdicts is
  'Writes a decision on a suggestion, makes what was accepted public (with corrections) and tells its member; its target and it are locked';

create function private.check_trusted(suggestion public.suggestions, verdicts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant text[] := array(select key from jsonb_each(check_trusted.verdicts) where value -> 'accepted' = 'false');
  -- A reason of undo() has 3 to 500 characters.
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  revision public.revisions;
  back text[];
begin
  update public.suggestions s_live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = s_live.verdicts || check_trusted.verdicts
  where s_live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  select * into revision from public.revisions r
  where r.target_type = suggestion.target_type and r.target_id = suggestion.target_id
    and r.suggestion_id = suggestion.id and r.kind = 'trusted';
  back := array(
    select field
    from unnest(private.fields_back(revision, private.fields_that_stay(
      revision, private.target_row(suggestion.target_type, suggestion.target_id), public.is_admin(auth.uid())))) field
    where field = any (array(select regexp_replace(name, '_id$', '') from unnest(refused) name)));
  if back <> '{}' then
    perform public.undo(
      revision_id => revision.id, fields => back, reason => rpad(reason, greatest(char_length(reason), 3), '.'));
  else
    -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, check_trusted.verdicts));
  end if;
end $$;
comment on function private.check_trusted is
  'A reviewer has looked at what was public at once: it stays, or it was wrong, and what still is as suggested is undone';

create function private.check_conflicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  current constant jsonb := private.target_row(suggestion.target_type, suggestion.target_id);
  wanted constant jsonb := current || suggestion.changes || corrections;
  -- Somebody else may have made it so already.
  conflicts constant text[] := array(
    select verdict.key from jsonb_each(verdicts) verdict
    where suggestion.kind = 'edit' and verdict.value -> 'accepted' = 'true' and suggestion.changes ? verdict.key
      and verdict.value ->> 'overwrite' is distinct from 'true'
      and private.differs(verdict.key, current, suggestion.was) and private.differs(verdict.key, current, wanted)
    order by 1);
begin
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;
end $$;
comment on function private.check_conflicts is 'Refuses to accept a field that is something else by now than when it was suggested';

create function private.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen jsonb, corrections jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  current jsonb;
  accepted text[];
  pending text[];
  to_check boolean;
begin
  suggestion := private.lock_suggestion(decide_suggestion.suggestion_id);
  to_check := suggestion.trusted and suggestion.afterwards is null;
  perform private.check_decidable(suggestion);
  if seen is distinct from to_jsonb(suggestion.edited_at) then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  pending := case when to_check then array(select jsonb_object_keys(suggestion.verdicts)) else private.pending_keys(suggestion) end;
  -- An administrator deleted its only photo.
  if pending = '{}' then
    update public.suggestions s_empty set status = 'outdated' where s_empty.id = suggestion.id;
    return 'outdated';
  end if;
  perform private.check_verdicts(pending, verdicts);
  if to_check then
    perform private.check_trusted(suggestion, verdicts);
    return case when verdicts @? '$.* ? (@.accepted == false)' then 'undone' else 'accepted' end;
  end if;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where verdicts -> name -> 'accepted' = 'true');
  if verdicts @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  if corrections is not null then
    if jsonb_typeof(corrections) <> 'object' or suggestion.kind <> 'edit' or exists (
      select from jsonb_object_keys(corrections) key
      where regexp_replace(key, '^(team|brand)$', '\1_id') <> all (accepted) or key = 'photos') then
      raise sqlstate 'PT400' using
        message = 'correction_unknown', detail = 'Corrected are accepted fields: ' || array_to_string(accepted, ', ') || '.';
    end if;
    perform private.check_shape(suggestion.target_type, corrections);
    corrections := private.completed_changes(suggestion.target_type, current || suggestion.changes, corrections);
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $$;

create function public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  if exists (select from public.suggestions suggestion where suggestion.id = decide.id) then
    status := private.decide_suggestion(decide.id, verdicts, seen, corrections);
  else
    select jersey.status into status from public.jerseys jersey where jersey.id = decide.id;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
    elsif status = 'approved' and exists (
      select from public.jerseys jersey cross join private.edit_of_author(jersey) edit
      where jersey.id = decide.id and edit.id is not null) then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', status, 'username', (
          select username from public.profiles where id = private.decided_by('jerseys', decide.id)))::text;
    elsif seen is null then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Say which version was seen.', hint = 'Look at it again.';
    end if;
    perform private.check_verdicts(array['jersey'], verdicts);
    status := (public.moderate_jersey(
      decide.id, case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end,
      note => case when verdicts @? '$.jersey ? (@.accepted == false)' then private.stored_reason(verdicts -> 'jersey') end,
      seen => seen, corrections => corrections)).status;
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object(
    'status', status,
    'batch_id', (
      select revision.batch_id from public.revisions revision
      where revision.batch_id = private.current_batch()
        and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $$;
comment on function public.decide is
  'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';
revoke execute on function public.decide from public, anon;
grant execute on function public.decide to authenticated, service_role;

create function private.reopen_decision(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  past private.decisions;
begin
  select * into past from private.decisions decision
  where decision.table_name = 'suggestions' and decision.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same.
  update public.suggestions suggestion set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions s_decided
  where s_decided.id = reopen_decision.suggestion_id and s_decided.kind in ('merge', 'edit') and suggestion.id <> s_decided.id
    and suggestion.kind = s_decided.kind and suggestion.decided_at = s_decided.decided_at
    and (suggestion.target_id = s_decided.target_id and suggestion.changes = s_decided.changes
      -- The same two jerseys, either into the other.
      or suggestion.kind = 'merge' and (suggestion.target_id, private.other_of(suggestion)) in (
        (s_decided.target_id, private.other_of(s_decided)), (private.other_of(s_decided), s_decided.target_id)));
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions revision set reason = null where revision.suggestion_id = reopen_decision.suggestion_id and revision.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
end $$;
comment on function private.reopen_decision is 'A decision that was undone within private.undo_time() is as if it had not been: nobody was told';

-- Refusals and settled reports: nothing became public, so nothing is in the history.
create function public.undo_decision(decided_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_images(array[decided_id]);
  perform from public.jerseys where id = decided_id for update;
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision of the last seconds, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    update public.jerseys jersey
    set status = past.was ->> 'status', moderation_note = past.was ->> 'moderation_note',
      moderated_at = (past.was ->> 'moderated_at')::timestamptz, edited_at = (past.was ->> 'edited_at')::timestamptz
    where jersey.id = decided_id;
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  -- Others may have been told of another decision of the same statement.
  delete from public.notices notice
  where notice.created_at = moment and notice.due_at > clock_timestamp() and notice.recipient_id = coalesce(
    suggestion.member_id, (select reporter_id from public.reports where id = decided_id),
    (select author_id from public.jerseys where id = decided_id));
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $$;
comment on function public.undo_decision is
  'Takes back the caller''s refusal, check or settled report as if it had not been, within private.undo_time(): nobody was told yet';
revoke execute on function public.undo_decision from public, anon;
grant execute on function public.undo_decision to authenticated, service_role;

create function private.undo_approval(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := revision.stored -> 'was';
begin
  perform private.set_fields(jersey.id, jsonb_populate_record(jersey, (
    select coalesce(jsonb_object_agg(field.key, field.value -> 'before'), '{}') from jsonb_each(revision.stored -> 'fields') field
    -- What somebody corrected since stays.
    where to_jsonb(jersey) -> field.key = field.value -> 'after')))
  -- Corrections that changed nothing used to be stored as null.
  from public.jerseys jersey where jersey.id = revision.target_id and jsonb_typeof(revision.stored -> 'fields') = 'object';
  update public.jerseys jersey
  set status = was ->> 'status', moderation_note = was ->> 'moderation_note', moderated_at = (was ->> 'moderated_at')::timestamptz,
    edited_at = (was ->> 'edited_at')::timestamptz
  where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $$;
comment on function private.undo_approval is 'The jersey waits again, as it was before';

create function private.verdicts_of_edit(edit public.suggestions, decision text, refused text[], reason text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pending constant text[] := private.pending_keys(edit);
  -- Clients name photos by their addresses.
  keys constant text[] := array(
    select coalesce(
      (select private.photo_key(image.id) from public.jersey_images image
        where image.jersey_id = edit.target_id and image.url = item and private.photo_key(image.id) = any (pending) limit 1),
      case item when 'order' then 'photos' else item end)
    from unnest(refused) item);
begin
  if refused <> '{}' and (decision <> 'approved' or keys @> pending or not keys <@ pending) then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if keys <> '{}' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
  return (
    -- Of an edit that says nothing, none.
    select coalesce(jsonb_object_agg(key, case
      when decision = 'approved' and key <> all (keys) then '{"accepted": true}'
      else jsonb_build_object('accepted', false, 'reason', 'other', 'note', reason) end), '{}')
    from unnest(pending) key);
end $$;
comment on function private.verdicts_of_edit is 'A decision of moderate_jersey() on an author''s open edit, as verdicts of its parts';

create function private.check_moderation(decision text, reason text, overrule boolean, corrections jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.check_moderation is
  'Refuses what moderate_jersey() decides on no jersey: a caller without the right, a decision without its reason, corrections of no field';

create function private.check_undecided(jersey public.jerseys, edit public.suggestions, overrule boolean, seen jsonb, refused text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moderator uuid;
begin
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null and edit.status is distinct from 'open' then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  if edit.status is distinct from 'open' and refused <> '{}' then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
end $$;
comment on function private.check_undecided is
  'Refuses a decision on what was decided, or was changed since the reviewer saw it, unless an administrator overrules';

create function private.correct_jersey(uncorrected public.jerseys, corrections jsonb) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  corrected public.jerseys := jsonb_populate_record(uncorrected, corrections);
  jersey public.jerseys;
begin
  if not corrections ? 'colors' then
    corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
    corrected.colors := private.followed_colors(uncorrected, corrected);
  end if;
  jersey := private.set_fields(uncorrected.id, corrected);
  perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  return jersey;
end $$;
comment on function private.correct_jersey is 'Writes a reviewer''s corrections, and keeps them in words for the author''s notice';

create function private.keep_corrections(uncorrected public.jerseys, jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.revisions revision set stored = coalesce(revision.stored, '{}') || jsonb_build_object('fields', (
    select coalesce(jsonb_object_agg(
      name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name)), '{}')
    from unnest(private.jersey_facts()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
  where revision.id = (
    select max(r_latest.id) from public.revisions r_latest
    where r_latest.target_type = 'jersey' and r_latest.target_id = jersey.id and r_latest.kind = 'approved'
      and r_latest.batch_id = private.current_batch());
end $$;
comment on function private.keep_corrections is
  'Adds the corrections to the revision of the approval, so that an undo takes them back as well';

create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule, corrections);

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select * into edit from public.suggestions suggestion where suggestion.id = (private.edit_of_author(jersey)).id for update;
  perform private.check_undecided(jersey, edit, overrule, seen, refused);

  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit) where edit.id is not null;
    update public.suggestions suggestion
    set status = 'refused', decided_at = now(), changes = suggestion.changes - 'removed',
      verdicts = suggestion.verdicts || coalesce(private.verdicts_of_edit(edit, decision, null, reason), '{}')
    where suggestion.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
  elsif edit.status = 'open' then
    perform private.check_decidable(edit);
    parts := private.verdicts_of_edit(edit, decision, refused, reason);
    if not overrule then
      perform private.check_conflicts(edit, parts, '{}');
    end if;
    perform private.apply_verdicts(edit, parts, null);
    if decision = 'rejected' then
      -- The edit is refused, not the jersey: its approved version stays.
      jersey.moderated_by := auth.uid();
      return jersey;
    end if;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    jersey := private.correct_jersey(uncorrected, corrections);
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  -- An undo takes the corrections back as well.
  if decision = 'approved' and corrections is not null then
    perform private.keep_corrections(uncorrected, jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

-- Merged and deleted targets.
create function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  gone jsonb;
begin
  for suggestion in
    select * from public.suggestions s_open
    where s_open.target_id = close_suggestions.target_id and s_open.target_type = close_suggestions.target_type and s_open.status = 'open'
    order by s_open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions s_ended
    set verdicts = gone || s_ended.verdicts, decided_at = coalesce(s_ended.decided_at, now()), held_at = null,
      status = case when s_ended.verdicts = '{}' then 'outdated' else private.outcome_of(gone || s_ended.verdicts) end
    where s_ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;
comment on function private.close_suggestions is
  'What becomes of open suggestions about what is deleted: they are outdated, and their members are told';

create function private.end_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $$;
comment on function private.end_suggestions is 'Argument: the type of target';

-- An account that ends in another way: an administrator's call, a command.
create function private.end_open_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.suggestions where member_id = old.id and status = 'open';
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = old.id;
  return old;
end $$;

create index decisions_by_decided_by on private.decisions (decided_by);

revoke execute on function
  private.record_decision, private.forget_decision, private.decided_by, private.edit_of_author, private.version_for_review,
  private.is_version_seen, private.field_in_words, private.corrections_in_words, private.set_fields,
  private.photo_key, private.pending_keys, private.check_verdicts, private.stored_reason, private.readable_verdicts,
  private.apply_suggestion, private.record_decision_on, private.accept_same_edits, private.apply_verdicts, private.check_trusted, private.check_conflicts, private.decide_suggestion,
  private.reopen_decision,
  private.undo_approval, private.verdicts_of_edit, private.check_moderation, private.check_undecided, private.correct_jersey,
  private.keep_corrections, private.close_suggestions, private.end_suggestions, private.end_open_suggestions
from public;
