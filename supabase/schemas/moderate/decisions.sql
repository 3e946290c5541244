-- Deciding: decide() on everything that waits, and moderate_jersey(), the specification's door to it.
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
  'Who decided last on a jersey, a report or a suggestion, hid a comment, or undoes in steps (`undoings`, by batch): reviewer or administrator';
comment on column private.decisions.was is
  'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo puts that back';

create index decisions_by_decided_by on private.decisions (decided_by);

create function private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb default null) returns void
language sql set search_path = ''
as $$
  delete from private.decisions decision
  where not exists (select from auth.users account where account.id = record_decision.decided_by)
    and decision.table_name = record_decision.table_name and decision.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, account.id, record_decision.was
  from auth.users account where account.id = record_decision.decided_by
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
$$;
comment on function private.record_decision is 'Notes who decided on a row and what it was before; nobody, or who has left: forgets it';

create function private.record_decision_on(suggestion public.suggestions) returns void
language sql security definer set search_path = ''
as $$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'at', now(), 'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$$;
comment on function private.record_decision_on is 'Notes who decides, and what the suggestion was until now';

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

-- What a decision is about includes the facts. A chosen team or brand is named by its row: another name for it is no change of the
-- author's.
create function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.pick_columns(to_jsonb(jersey), private.correctable_columns('jersey')) || jsonb_build_object(
    'team', case when jersey.team_id is null then jersey.team end,
    'brand', case when jersey.brand_id is null then jersey.brand end,
    'images', (
      select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
      from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null))
$$;
comment on function private.version_for_review is 'What a decision on a submission is about: its fields, and the versions of its images in order';

create function private.check_undecided(jersey public.jerseys, seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moderator constant uuid := private.decided_by('jerseys', jersey.id);
begin
  if jersey.status <> 'pending' and jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator));
  end if;
  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is distinct from private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
end $$;
comment on function private.check_undecided is 'Refuses a decision on what was decided, or was changed since the reviewer saw it';

create function private.decide_suggestion(suggestion public.suggestions, verdicts jsonb, seen jsonb, corrections jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  current jsonb;
  accepted text[];
  pending text[];
  to_check constant boolean := suggestion.trusted and suggestion.afterwards is null;
begin
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
    if exists (
      select from unnest(accepted) name where corrections ? name and not private.says_else(name, current, current || corrections)) then
      raise sqlstate 'PT400' using
        message = 'correction_changes_nothing', detail = 'The page says so already.', hint = 'Refuse the field.';
    end if;
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $$;
comment on function private.decide_suggestion is
  'Decides on a suggestion, which is locked: on each part that waits, or on one that was public at once; returns the state';

create function private.lock_submission(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  perform private.lock_target('jersey', lock_submission.jersey_id);
  select * into jersey from public.jerseys where id = lock_submission.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  return jersey;
end $$;
comment on function private.lock_submission is 'The jersey that is decided on, locked';

create function private.decide_jersey(jersey public.jerseys, status text, reason text, corrections jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.pick_columns(to_jsonb(jersey), private.state_columns());
begin
  perform private.record_decision('jerseys', jersey.id, auth.uid(), was || jsonb_build_object('at', now()));
  -- private.after_jersey() stores what was corrected.
  perform private.write_fields('jersey', jersey.id, coalesce(corrections, '{}') || jsonb_build_object(
    'status', decide_jersey.status, 'moderation_note', reason, 'moderated_at', now(), 'edited_at', null));
end $$;
comment on function private.decide_jersey is 'Approves a jersey, with corrections, or rejects it';

create function private.undoable_batch() returns uuid
language sql stable security definer set search_path = ''
as $$
  select revision.batch_id from public.revisions revision
  where revision.batch_id = private.current_batch()
    and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1
$$;
comment on function private.undoable_batch is 'The batch of what the running request has done, if its caller may undo it; null if it did nothing';

create function public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  jersey public.jerseys;
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  suggestion := private.lock_suggestion(decide.id);
  if suggestion.id is not null then
    status := private.decide_suggestion(suggestion, verdicts, seen, corrections);
  else
    jersey := private.lock_submission(decide.id);
    perform private.check_undecided(jersey, seen);
    perform private.check_verdicts(array['jersey'], verdicts);
    status := case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end;
    perform private.check_corrections(status, corrections);
    perform private.decide_jersey(
      jersey, status, case when status = 'rejected' then private.stored_reason(verdicts -> 'jersey') end, corrections);
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object('status', status, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $$;
comment on function public.decide is
  'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';

create function private.check_corrections(decision text, corrections jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  elsif not private.has_shape(corrections, private.correctable_columns('jersey')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, colors and product_codes with a list: '
        || array_to_string(private.correctable_columns('jersey'), ', ') || '.';
  end if;
end $$;
comment on function private.check_corrections is 'Refuses corrections of what is rejected, or of no field; null: there are none';

create function public.moderate_jersey(jersey_id uuid, decision text, note text default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  edit public.suggestions;
  verdict constant jsonb := case decision when 'approved' then '{"accepted": true}'
    when 'rejected' then jsonb_build_object('accepted', false, 'reason', 'other', 'note', note) else '{}' end;
begin
  perform private.check_reviewer();
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  select * into edit from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and suggestion.held_at is null
    and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1;
  if edit.id is null then
    perform public.decide(moderate_jersey.jersey_id, jsonb_build_object('jersey', verdict), private.version_for_review(jersey));
  else
    perform public.decide(edit.id, jsonb_object_agg(key, verdict), to_jsonb(edit.edited_at)) from unnest(private.pending_keys(edit)) key;
  end if;
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'decide() on the submission of a jersey, or on what the author of an approved one wants changed, as a whole: `approved`, or `rejected` for the reason in `note`';
