-- Verdicts: each part of a suggestion is accepted or refused, with a reason of a list.
-- What is accepted becomes public, and the member is told of all parts.
-- One that was public at once by trust is looked at afterwards; one whose target is deleted ends.

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

create function private.reasons() returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array['wrong', 'no_source', 'duplicate', 'rights', 'quality', 'off_topic', 'offensive', 'other'] $$;
comment on function private.reasons is
  'Why something is refused, removed, merged or undone; reasons.ts of the site has their words';

create function private.is_reason(given text, fewest integer) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(char_length(given) <= 500 and given <> 'other' and (
    char_length(given) >= fewest or given = any (private.reasons())), false)
$$;
comment on function private.is_reason is
  'True of a reason as it is stored: a name of the list, with words after a colon or without, or words alone, of which there are at least so many characters';

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
        <> all (private.reasons())
      or verdict.value ->> 'reason' = 'other' and private.tidy(verdict.value ->> 'note') is null)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason',
      detail = 'A refusal has a reason: ' || array_to_string(private.reasons(), ', ') || ' (with a note).';
  end if;
end $$;
comment on function private.check_verdicts is
  'Refuses verdicts that name not exactly what is pending, and refusals without a reason';

create function private.stored_reason(verdict jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when verdict ->> 'reason' = 'other' then private.tidy(verdict ->> 'note')
    else verdict ->> 'reason' || coalesce(': ' || private.tidy(verdict ->> 'note'), '') end
$$;
comment on function private.stored_reason is 'The reason of a verdict as one text: its name, which reasonOf() of the site reads, and the note';

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
      || case when verdict.value ? 'suggested'
        then jsonb_build_object('suggested', private.as_text(verdict.value -> 'suggested')) else '{}' end
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images image
    on image.jersey_id = suggestion.target_id and private.photo_key(image.id) = verdict.key
$$;
comment on function private.readable_verdicts is
  'Verdicts for their reader: field, before, after, accepted, reason, note; of a corrected field also what was suggested. To be called before they take effect on photos';

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
comment on function private.outcome_of is 'The state of a suggestion with these verdicts';

create function private.other_of(suggestion public.suggestions) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select into_id from public.jersey_redirects where from_id = (suggestion.changes ->> 'merge_into')::uuid),
    (suggestion.changes ->> 'merge_into')::uuid)
$$;
comment on function private.other_of is 'The jersey into which one is to be merged, or what became of it; null of any other suggestion';

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

create function private.is_for_another(suggestion public.suggestions, reviewer uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = reviewer
    and not private.may_decide_anew(reviewer, suggestion.member_id, suggestion.contested_at)
$$;
comment on function private.is_for_another is 'True of a contested decision of this reviewer on a suggestion';

create function private.may_decide_anew(reviewer uuid, contested_by uuid, contested_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = reviewer and role = 'admin') and (
    contested_at <= now() - interval '3 days'
    or not exists (
      select from public.user_roles ur join auth.users u on u.id = ur.user_id
      where ur.user_id <> reviewer and ur.user_id is distinct from contested_by
        and (u.banned_until is null or u.banned_until <= now())))
$$;
comment on function private.may_decide_anew is
  'True of an administrator who decides on a contest of their own decision: after three days, or if nobody else can';

create function private.removes_photo_of(suggestion public.suggestions, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jersey_images image
    where image.jersey_id = suggestion.target_id and image.contributor_id = member and suggestion.changes -> 'removed' ? image.id::text)
$$;
comment on function private.removes_photo_of is 'True of a suggestion by which a photo of this member goes';

create function private.check_decidable(suggestion public.suggestions) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- First, because the next error says who decided.
  if (suggestion.member_id = auth.uid() or private.removes_photo_of(suggestion, auth.uid())) and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion, nor on their own photo.';
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
  if private.is_for_another(suggestion, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $$;
comment on function private.check_decidable is
  'Refuses a decision on what is the caller''s own, was decided, is held, or waits for another reviewer';

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
    case when suggestion.trusted then 'trusted' when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction'
      else 'suggestion' end,
    suggestion.member_id, case when not suggestion.trusted then suggestion.source end, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.notify_photos_gone(array(
      select image from public.jersey_images image
      where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and image.suggestion_id is null
        and suggestion.changes -> 'removed' ? image.id::text and image.contributor_id is distinct from suggestion.member_id
    ), suggestion.source);
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

-- Nobody knew of the others'.
create function private.accept_alike(ids uuid[], page uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_alike
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_alike)) key)
    -- Not the reviewer's own, nor what another reviewer must decide.
    where s_alike.id = any (ids) and s_alike.status = 'open' and s_alike.contested_at is null and s_alike.held_at is null
      and s_alike.member_id is distinct from auth.uid()
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then page end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;
comment on function private.accept_alike is
  'Accepts those of these suggestions that say the same as what was done, and tells their members; `page`: of the jersey to look at';

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
  suggested constant jsonb := suggestion.words;
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
      select coalesce(jsonb_object_agg(name, given -> name || jsonb_build_object(
        'corrected', true, 'suggested', suggested -> name -> 'after')), '{}')
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
    -- First: their members are told of photos that are still there.
    if corrections is null and suggestion.status = 'accepted' and suggestion.kind = 'edit' then
      perform private.accept_alike(array(
        select s_alike.id from public.suggestions s_alike
        where s_alike.target_type = suggestion.target_type and s_alike.target_id = suggestion.target_id
          and s_alike.kind = 'edit' and s_alike.changes = suggestion.changes
          and not exists (select from public.jersey_images image where image.suggestion_id = s_alike.id)), suggestion.target_id);
    end if;
    perform private.apply_suggestion(suggestion, accepted);
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'), is_again => suggestion.contested_at is not null);
  return suggestion;
end $$;
comment on function private.apply_verdicts is
  'Writes a decision on a suggestion, makes what was accepted public (with corrections) and tells its member; its target and it are locked';

create function private.check_trusted(suggestion public.suggestions, verdicts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant text[] := array(select key from jsonb_each(check_trusted.verdicts) where value -> 'accepted' = 'false');
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  made record;
begin
  update public.suggestions s_live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = s_live.verdicts || check_trusted.verdicts
  where s_live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  made := private.undo_changes(
    array(
      select revision.id from public.revisions revision
      where revision.target_type = suggestion.target_type and revision.target_id = suggestion.target_id
        and revision.suggestion_id = suggestion.id and revision.kind = 'trusted'),
    array(select regexp_replace(name, '_id$', '') from unnest(refused) name), reason, false, false, true);
  if made.undone > 0 then
    perform private.count_write('undoings', 1);
    perform private.notify_undone(made.announced, null, reason);
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

create function private.end_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_history(tg_argv[0], old.id);
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $$;
comment on function private.end_target is 'Argument: the type of target';

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
