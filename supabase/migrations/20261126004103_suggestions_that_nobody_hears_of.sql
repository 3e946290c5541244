-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.accept_same_edits(decided public.suggestions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(same)) key)
    where decided.kind = 'edit' and same.kind = 'edit' and same.status = 'open' and same.id <> decided.id
      and same.target_type = decided.target_type and same.target_id = decided.target_id and same.changes = decided.changes
      and same.verdicts = '{}' and same.contested_at is null and same.held_at is null
      and same.member_id is distinct from auth.uid()
      and not exists (select from private.own_edits edit where edit.id = same.id)
      and not exists (select from public.jersey_images image where image.suggestion_id = same.id)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;

create or replace function private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb) returns public.suggestions
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
  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.let_go(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
    if corrections is null and suggestion.status = 'accepted' then
      perform private.accept_same_edits(suggestion);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select kept.id from public.jerseys kept where suggestion.target_type = 'jersey' and kept.id = suggestion.target_id),
    coalesce((select coalesce(kept ->> 'title', kept ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) kept), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $$;

create or replace function private.reopen_decision(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  past private.decisions;
begin
  select * into past from private.decisions known
  where known.table_name = 'suggestions' and known.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same.
  update public.suggestions same set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions decided
  where decided.id = reopen_decision.suggestion_id and decided.kind in ('merge', 'edit') and same.id <> decided.id
    and same.kind = decided.kind and same.target_id = decided.target_id and same.changes = decided.changes and same.decided_at = decided.decided_at;
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions live set reason = null where live.suggestion_id = reopen_decision.suggestion_id and live.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
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

  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
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
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if jsonb_array_length(pictures) = 0 and columns <> '{}' and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open' and other.member_id = member
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
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

COMMENT ON FUNCTION "private"."accept_same_edits"(public.suggestions) IS 'Whoever suggested exactly the same hears that it was accepted';

REVOKE ALL ON FUNCTION "private"."accept_same_edits"(public.suggestions) FROM PUBLIC;

set check_function_bodies = on;
-- end
