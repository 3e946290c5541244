-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.accepted_verdicts(verdicts jsonb, said_again jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(verdicts)
  where value -> 'accepted' = 'true' and not said_again ? key
$$;

create or replace function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  gone jsonb;
begin
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, decided_at = coalesce(ended.decided_at, now()), held_at = null,
      status = case when ended.verdicts = '{}' then 'outdated' else private.outcome_of(gone || ended.verdicts) end
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;

create or replace function private.notify_members_with_jersey(
  jersey_id uuid, outcome text, subject uuid, title text, note text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(holder.id, 'jersey', outcome, 'jersey', subject, title, note)
  from (
    -- The administrator of an import isn't told of each of its jerseys.
    select author_id from public.jerseys
    where id = notify_members_with_jersey.jersey_id and author_id is not null
      and private.import_of((private.current_change() -> 'revision' ->> 'undoes')::bigint) is null
    union select user_id from public.user_collections owned where owned.jersey_id = notify_members_with_jersey.jersey_id
    union select owner_id from public.copies copy
      where copy.jersey_id = notify_members_with_jersey.jersey_id and copy.removed_at is null
    union select user_id from public.user_wishlists wish where wish.jersey_id = notify_members_with_jersey.jersey_id
    -- Whose merge or removal is undone.
    union select undone.contributor_id from public.revisions undone
      where undone.id = (private.current_change() -> 'revision' ->> 'undoes')::bigint and undone.kind in ('merge', 'removal')
  ) holder (id);
end $$;

create or replace function private.open_edit(jersey uuid, changes jsonb default '{}', was jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion uuid;
  present jsonb;
  accepted text[];
begin
  loop
    select edit.id into suggestion from private.own_edits edit where edit.jersey_id = open_edit.jersey;
    exit when found;
    -- Another request of the same author may be faster.
    insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
    select 'jersey', kept.id, kept.title, auth.uid(), '{}', '{}', '{}' from public.jerseys kept where kept.id = open_edit.jersey
    on conflict do nothing
    returning id into suggestion;
    exit when found;
  end loop;
  present := private.target_row('jersey', open_edit.jersey);
  accepted := array(
    select verdict.key from public.suggestions edit cross join jsonb_each(edit.verdicts) verdict
    where edit.id = suggestion and verdict.value -> 'accepted' = 'true');
  update public.suggestions edit
  set changes = edit.changes || open_edit.changes, was = open_edit.was || (edit.was - accepted), status = 'open',
    -- It is still another reviewer's.
    contest = case when edit.status = 'open' then edit.contest end,
    contested_at = case when edit.status = 'open' then edit.contested_at end,
    -- It begins to wait again.
    created_at = case when edit.status = 'open' then edit.created_at else clock_timestamp() end,
    verdicts = private.accepted_verdicts(edit.verdicts, open_edit.changes),
    words = edit.words || private.suggestion_words(
      'jersey', present || open_edit.was || (edit.was - accepted), present || open_edit.changes,
      array(select name from jsonb_object_keys(open_edit.changes) name)),
    edited_at = clock_timestamp()
  where edit.id = suggestion;
  return suggestion;
end $$;

create or replace function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  moderator uuid;
  reason constant text := private.tidy(note);
  is_administrator constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not is_administrator then
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
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select suggestion.* into edit
  from private.own_edits own join public.suggestions suggestion on suggestion.id = own.id
  where own.jersey_id = jersey.id and jersey.status = 'approved' for update of suggestion;
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
  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit) where edit.id is not null;
    update public.suggestions ended
    set status = 'refused', decided_at = now(), changes = ended.changes - 'removed',
      verdicts = ended.verdicts || coalesce(private.verdicts_of_edit(edit, decision, null, reason), '{}')
    where ended.id = edit.id;
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
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
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
    update public.revisions made set stored = coalesce(made.stored, '{}') || jsonb_build_object('fields', (
      select jsonb_object_agg(name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name))
      from unnest(private.correctable_columns()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
    where made.id = (
      select max(latest.id) from public.revisions latest
      where latest.target_type = 'jersey' and latest.target_id = jersey.id and latest.kind = 'approved'
        and latest.batch_id = private.current_batch());
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;

create or replace function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  dropped text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  locks_target boolean;
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

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or suggest.suggestion_id is not null;

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if locks_target then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif locks_target then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for key share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is null and not changes ?| array['merge_into', 'removal'] then
    select * into suggestion from public.suggestions own
    where own.member_id = member and own.target_type = of_type and own.target_id = target and own.kind in ('edit', 'photos')
      and (own.status = 'open' and own.contested_at is null and own.held_at is null
        -- An author's one suggestion of their jersey is reopened.
        or own.status <> 'open' and own.id in (select edit.id from private.own_edits edit where edit.jersey_id = target))
    order by own.status = 'open' desc limit 1 for update;
  elsif suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from changes ?| array['merge_into', 'removal'] then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null or (present ->> 'author_id')::uuid is not distinct from member;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No columns of the table.
  wanted := wanted || private.pick_columns(given, array['photos', 'merge_into', 'removal']);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- An author's own edits of texts and photos aren't counted until facts are suggested with them.
  if not at_once and (suggestion.status is distinct from 'open' or suggestion.source is null) then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null
      and own.source is not null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and columns <> '{}' and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      of_type, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(of_type, present, wanted, columns), stated)
    on conflict do nothing
    returning * into suggestion;
    -- An author's edit in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
  else
    update public.suggestions made
    set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(), status = 'open',
      created_at = case when made.status = 'open' then made.created_at else clock_timestamp() end,
      verdicts = private.accepted_verdicts(made.verdicts, given),
      contest = null, contested_at = null,
      source = case when is_added and position(stated in made.source) = 0
        then left(made.source || E'\n' || stated, 500) else stated end,
      changes = case when is_added then made.changes - private.with_dependent_columns(dropped) else '{}' end || given,
      was = case when is_added then made.was else '{}' end || private.pick_columns(present, private.with_dependent_columns(columns)),
      words = case when is_added then made.words else '{}' end || private.suggestion_words(of_type, present, wanted, columns)
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  end if;
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images taken where taken.id = picture.id)
      then gen_random_uuid() else picture.id end, target, suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first.
    least(picture.place + (select coalesce(max(shown.position), -1) from public.jersey_images shown where shown.jersey_id = target), 1000)
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer);
  if dropped <> '{}' and private.pending_keys(suggestion) = '{}' then
    update public.suggestions made
    set status = case when made.verdicts = '{}' then 'withdrawn' else private.outcome_of(made.verdicts) end
    where made.id = suggestion.id returning * into suggestion;
  end if;
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(of_type, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $$;

COMMENT ON FUNCTION "private"."accepted_verdicts"(jsonb, jsonb) IS 'What stays decided when more is suggested: what is said again is judged again, and so is what was refused';

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text) IS 'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone. To be called while the rows are the jersey''s';

COMMENT ON FUNCTION "private"."stored_reason"(jsonb) IS 'The reason of a verdict as one text: its name, which refusalOf() of the site reads, and the note';

REVOKE ALL ON FUNCTION "private"."accepted_verdicts"(jsonb, jsonb) FROM PUBLIC;

set check_function_bodies = on;
-- end
