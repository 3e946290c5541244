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
  'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';
comment on column private.decisions.was is
  'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';

create index decisions_by_decided_by on private.decisions (decided_by);

alter table private.decisions enable row level security;

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
comment on function private.record_decision is 'Notes who decided on a row and what it was before; nobody: forgets it';

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
  select private.pick_columns(to_jsonb(version), private.correctable_columns('jersey')) || jsonb_build_object(
    'team', case when version.team_id is null then version.team end,
    'brand', case when version.brand_id is null then version.brand end,
    'images', (
      select coalesce(jsonb_agg(image.version order by place, image.position, image.id), '[]')
      from private.wanted_photos(jersey.id, edit) image
      left join jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
        on photo ->> 'id' = image.id::text))
  from private.edit_of_author(jersey) edit
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;
comment on function private.version_for_review is
  'What a decision is about: fields and versions of the images in order, as its author wants it where that waits';

create function private.check_undecided(jersey public.jerseys, edit public.suggestions, overrule boolean, seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moderator constant uuid := private.decided_by('jerseys', jersey.id);
begin
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null and edit.id is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;
  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen <> private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
end $$;
comment on function private.check_undecided is
  'Refuses a decision on what was decided, or was changed since the reviewer saw it, unless an administrator overrules';

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
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $$;
comment on function private.decide_suggestion is
  'Decides on a suggestion, which is locked: on each part that waits, or on one that was public at once; returns the state';

create function private.lock_submission(jersey_id uuid, unknown text) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  perform private.lock_target('jersey', lock_submission.jersey_id);
  select * into jersey from public.jerseys where id = lock_submission.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = unknown, detail = 'There is no such jersey, or it was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  return jersey;
end $$;
comment on function private.lock_submission is 'The jersey that is decided on, locked; `unknown`: the error if there is none';

create function private.decide_jersey(jersey public.jerseys, status text, reason text, corrections jsonb) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
begin
  -- private.before_jersey() stores who decided elsewhere, private.after_jersey() what was corrected.
  perform private.write_fields('jersey', jersey.id, coalesce(corrections, '{}') || jsonb_build_object(
    'status', decide_jersey.status, 'moderation_note', reason, 'moderated_by', auth.uid(), 'moderated_at', now(), 'edited_at', null));
  select * into jersey from public.jerseys where id = decide_jersey.jersey.id;
  jersey.moderated_by := auth.uid();
  return jersey;
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
    jersey := private.lock_submission(decide.id, 'suggestion_not_found');
    perform private.check_undecided(jersey, null, false, coalesce(seen, 'null'));
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

create function private.decide_edit(edit public.suggestions, decision text, refused text[], reason text, overrule boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  parts constant jsonb := private.verdicts_of_edit(edit, decision, refused, reason);
begin
  if edit.id is null then
    return true;
  elsif overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit);
    update public.suggestions suggestion
    set status = 'refused', decided_at = now(), changes = suggestion.changes - 'removed', verdicts = suggestion.verdicts || parts
    where suggestion.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
    return true;
  end if;
  perform private.check_decidable(edit);
  if not overrule then
    perform private.check_conflicts(edit, parts, '{}');
  end if;
  perform private.apply_verdicts(edit, parts, null);
  return decision = 'approved';
end $$;
comment on function private.decide_edit is
  'Decides on what the author of an approved jersey wants changed, for moderate_jersey(). False if that alone is refused: the approved version stays';

create function private.check_moderation(decision text, reason text, overrule boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_reviewer();
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
    perform private.refuse('jerseys_moderation_note_length', 'A note has up to 1000 characters.');
  end if;
end $$;
comment on function private.check_moderation is
  'Refuses what moderate_jersey() decides on no jersey: a caller without the right, a decision without its reason';

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

create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  edit public.suggestions;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule);
  perform private.check_corrections(decision, corrections);
  jersey := private.lock_submission(moderate_jersey.jersey_id, 'jersey_not_found');
  edit := private.lock_suggestion((private.edit_of_author(jersey)).id);
  perform private.check_undecided(jersey, edit, overrule, seen);
  if private.decide_edit(edit, decision, refused, reason, overrule) then
    return private.decide_jersey(jersey, decision, case when decision = 'rejected' then reason end, corrections);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';
