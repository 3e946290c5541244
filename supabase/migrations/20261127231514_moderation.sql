-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.accept_same_merges(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    -- Not the reviewer's own, nor what another reviewer must decide.
    where same.target_type = 'jersey' and same.status = 'open' and same.contested_at is null
      and same.member_id is distinct from auth.uid() and (
      same.target_id = gone and same.changes ->> 'merge_into' = kept::text
      or same.target_id = kept and same.changes ->> 'merge_into' = gone::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', kept, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;

create or replace function private.apply_suggestion(suggestion public.suggestions, accepted text[]) returns void
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
        select from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null and shown.path = image.path));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select own.id, last.position + row_number() over (order by own.position, own.id) as position
      from public.jersey_images own
      cross join (
        select coalesce(max(shown.position), -1) as position from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null) last
      where own.suggestion_id = suggestion.id and private.photo_key(own.id) = any (accepted)) added
    where image.id = added.id;
    -- Of an urgently merged jersey it was withheld.
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

create or replace function private.before_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision(
      'jerseys', new.id, new.moderated_by, case when private.current_change() ? 'undoable' then jsonb_build_object(
        'at', now(), 'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at,
        'edited_at', old.edited_at) end);
    new.moderated_by := null;
  end if;
  return new;
end $$;

create or replace function private.check_decidable(suggestion public.suggestions) returns void
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

create or replace function private.complete_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision(
      'reports', new.id, case when new.status <> 'open' then auth.uid() end, jsonb_build_object('at', now(), 'status', old.status));
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

create or replace function private.detail_of_suggestion(suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'changes', suggestion.changes, 'was', suggestion.was, 'words', suggestion.words,
    'current', private.pick_columns(version, array(select jsonb_object_keys(suggestion.changes - 'removed'))),
    'current_words', (
      select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(suggestion.words) name),
    'conflicts', array(
      select name from jsonb_object_keys(suggestion.words) name
      where suggestion.kind = 'edit' and private.differs(name, version, suggestion.was)
        and private.differs(name, version, version || suggestion.changes)
      order by name),
    'pending', to_jsonb(case when suggestion.status = 'open' then private.pending_keys(suggestion)
      else array(select jsonb_object_keys(suggestion.verdicts)) end),
    'verdicts', suggestion.verdicts, 'source', suggestion.source,
    'contest', suggestion.contest, 'contested_at', suggestion.contested_at,
    -- Who decides on the same once more says why.
    'is_second', suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid(),
    'is_public', coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    'team_slug', version ->> 'team_slug', 'kit_type_slug', version ->> 'kit_type_slug', 'year', version -> 'year',
    'is_author', coalesce((version ->> 'author_id')::uuid = suggestion.member_id, false),
    'photos', case when suggestion.target_type = 'jersey' then private.waiting_photos(suggestion.target_id, suggestion) else '[]' end)
  from (select coalesce(private.target_row(suggestion.target_type, suggestion.target_id), '{}') as version) present
$$;

create or replace function private.is_decided_by_another(suggestion public.suggestions) returns boolean
language sql stable security definer set search_path = ''
as $$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid()
    and not (public.is_admin(auth.uid()) and (
      suggestion.contested_at <= now() - interval '3 days'
      or not exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id not in (auth.uid(), suggestion.member_id)
          and (account.banned_until is null or account.banned_until <= now()))))
$$;

create or replace function private.move_jersey(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'suggestions', moved.id, null::uuid from public.suggestions moved
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and moved.member_id is distinct from (select author_id from public.jerseys where id = gone)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions own
      where own.target_id = kept and own.member_id = moved.member_id and own.status = 'open' and own.kind in ('edit', 'photos'))
  union all
  select gone, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = gone
  union all
  select gone, 'comments', id, null from public.comments where jersey_id = gone
  union all
  select gone, 'notices', id, recipient_id from public.notices where jersey_id = gone;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'jersey_votes', voter_id, voter_id from moved;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.list_items own
      where own.jersey_id = kept and own.list_id = moved.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'list_items', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(gone, kept) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  perform private.move_suggestions(gone, kept, (select title from public.jerseys where id = kept));
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;

create or replace function private.notify_parties() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
  -- When the decision can't be undone any more.
  due constant timestamptz := now() + private.undo_time();
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'notifier', new.resolution_note, due);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $$;

create or replace function private.notify_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  perform private.set_change('undoable', null);
  return null;
end $$;

create or replace function private.reason_not_undoable(
  revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
      or revision.target_type = 'jersey' and (current ->> 'author_id')::uuid = auth.uid()
        and revision.contributor_id is distinct from auth.uid()) then 'own'
    when field in ('merged', 'jersey') then private.departure_stays(revision, is_administrator)
    when field = 'line_up' then private.line_up_stays(revision, is_administrator)
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or current ->> 'is_active' <> 'true') then 'hidden'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$$;

create or replace function private.record_decision_on(suggestion public.suggestions) returns void
language sql security definer set search_path = ''
as $$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'at', now(), 'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$$;

create or replace function private.record_row_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_direct constant boolean := private.current_change() -> 'revision' is null;
begin
  if is_direct then
    perform private.begin_revision('correction', auth.uid());
  end if;
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  if is_direct then
    perform private.end_revision();
  end if;
  return null;
end $$;

create or replace function public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  if exists (select from public.suggestions known where known.id = decide.id) then
    status := private.decide_suggestion(decide.id, verdicts, seen, corrections);
  else
    select jersey.status into status from public.jerseys jersey where jersey.id = decide.id;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
    elsif status = 'approved' and exists (
      select from private.own_edits edit where edit.jersey_id = decide.id and edit.status = 'open') then
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
      select made.batch_id from public.revisions made
      where made.batch_id = private.current_batch()
        and (made.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $$;

create or replace function public.hide_list(list_id uuid, reason text, hidden boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators hide lists.';
  end if;
  select * into list from public.lists stored where stored.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $$;

create or replace function public.joining_photos(from_id uuid, into_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select greatest(
          count(*) filter (where own.suggestion_id is null),
          count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = into_id)))
        from public.jersey_images own
        where own.jersey_id = into_id and own.contributor_id is not distinct from image.contributor_id) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: they join none that is public.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (
    select greatest(
      (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null),
      (select count(*) from private.edited_images where jersey_id = into_id))), 0)
$$;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM "anon";

create or replace function public.merge_jerseys(
  from_id uuid, into_id uuid, reason text, seen uuid[] default null, urgency text default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  if into_id is null then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'A jersey is merged into another one.';
  end if;
  reason := private.check_departure(from_id, into_id, reason, urgency);
  -- With other photos a submission may be another shirt.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = from_id and image.suggestion_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.begin_revision('merge', null, reason);
  perform private.let_go(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;

create or replace function public.queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamptz, seen jsonb, is_mine boolean,
  member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer, detail jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  to_check constant boolean := filter @? '$ ? (@.to_check == true)';
  last_since timestamptz;
  last_id uuid;
  -- At least so old.
  until timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    until := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  -- Each kind by its own index, and the oldest of all of them.
  with waiting as materialized (
    (select jersey.id, 'new' as kind, 'jersey' as target_type, jersey.id as target_id, jersey.league,
      coalesce(jersey.edited_at, jersey.created_at) as since, jersey.author_id as member_id
    from public.jerseys jersey
    where not to_check and jersey.is_active and (jersey.status = 'pending' or jersey.status = 'rejected' and jersey.edited_at is not null)
      and (not filter ? 'kind' or filter ->> 'kind' = 'new')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and coalesce(jersey.edited_at, jersey.created_at) <= until
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select open.id, open.kind, open.target_type, open.target_id, fact.league, open.created_at, open.member_id
    from public.suggestions open
    cross join lateral (select private.league_of(open.target_type, open.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when to_check then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (not filter ? 'kind' or open.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and open.created_at <= until
      and (last_id is null or (open.created_at, open.id) > (last_since, last_id))
    order by open.created_at, open.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= until
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = waiting.member_id and own.status in ('accepted', 'partly') and own.source is not null)
      + (select count(*)::integer from public.jerseys own where own.author_id = waiting.member_id and own.status = 'approved' and own.is_active),
    case waiting.kind
      when 'new' then jsonb_build_object(
        'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
        'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
        'is_again', jersey.status = 'rejected')
      when 'report' then jsonb_build_object(
        'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
        'list', private.list_for_review(report),
        'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
        -- Their reason goes by mail to somebody who has no account, so one must be given.
        'needs_note', exists (
          select from private.open_reports_about(report) beside join public.visitor_reports filed on filed.report_id = beside.id),
        'team_slug', coalesce(jersey.team_slug, commented.team_slug),
        'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys commented on commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users account on account.id = waiting.member_id
  order by waiting.since, waiting.id;
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
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
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
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]'
    and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or is_administrator or suggest.suggestion_id is not null;

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
  if not (at_once or is_administrator) and (suggestion.status is distinct from 'open' or suggestion.source is null) then
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
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    suggestion := private.apply_verdicts(
      suggestion, (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key), null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $$;

create or replace function public.undo(
  revision_id bigint default null, batch_id uuid default null, member uuid default null, since timestamptz default null,
  fields text[] default null, reason text default null, dry_run boolean default false, after jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  of_types constant text[] := array['jersey', 'team', 'competition'];
  -- A team's name and colours are on all of its jerseys.
  most constant jsonb := '{"jersey": 200, "team": 5, "competition": 200}';
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  given constant text := private.tidy(undo.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  last_id bigint;
  total integer;
  revision public.revisions;
  batch bigint[];
  reached bigint;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  undone integer := 0;
  seen jsonb[] := '{}';
  announced jsonb[] := '{}';
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  fresh public.revisions[] := '{}';
  next jsonb;
  departures bigint[] := '{}';
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(undo.revision_id, undo.batch_id, undo.member) <> 1 or undo.fields is not null and undo.revision_id is null
    or not of_type = any (of_types) or undo.after ->> 'id' !~ '^-?\d{1,18}$'
    -- Nothing is added to a batch but by whoever began it.
    or undo.after ->> 'batch_id' is not null and not exists (
      select from private.decisions begun
      where begun.table_name = 'undoings' and begun.row_id::text = undo.after ->> 'batch_id' and begun.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  last_id := (undo.after ->> 'id')::bigint;
  if not is_dry and (given is null or char_length(given) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if undo.member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif undo.member is not null and not exists (select from public.profiles where id = undo.member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  select count(*) into total
  from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000);
  if total = 0 and undo.member is null then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such change.';
  end if;
  if undo.fields is not null and (
    undo.fields = '{}' or array_position(undo.fields, null) is not null
    or not (select changes ?& undo.fields from public.revisions where id = undo.revision_id)) then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;

  if is_dry then
    select array_agg(id) into batch
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 200);
  else
    -- What a member changed is undone in as many steps as it takes.
    if undo.member is null then
      perform private.count_write('undoings', 1);
    end if;
    -- All steps of one call are one batch, so that it is undone as one.
    if undo.after ? 'batch_id' then
      perform private.set_batch((undo.after ->> 'batch_id')::uuid);
    end if;
    -- One kind of page in a step.
    loop
      select array_agg(id) into batch
      from private.undoable_revisions(
        undo.revision_id, undo.batch_id, undo.member, undo.since, of_type, last_id, (most ->> of_type)::integer);
      exit when batch is not null or of_type = 'competition';
      of_type := of_types[array_position(of_types, of_type) + 1];
      last_id := null;
    end loop;
    -- The second of two reviewers waits here, and finds it done.
    perform private.lock_for_undoing(batch, of_type);
  end if;
  waits_again := undo.batch_id is not null and not is_dry and not exists (
    select from public.revisions own
    where own.id = any (batch) and (not private.is_fresh(own) or own.contributor_id is not distinct from auth.uid() or private.fields_that_stay(
      own, private.target_row(own.target_type, own.target_id), is_administrator) <> '{}'));

  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions own where own.id = any (batch)
    order by case when is_dry then own.target_id end, own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if undo.fields is not null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (undo.fields);
      back := array(
        select field from unnest(back) field
        where field = any (undo.fields)
          -- A competition is of its league.
          or field in ('league', 'competition') and undo.fields && array['league', 'competition']);
    end if;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, given, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions beside
          where beside.id = any (batch) and beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else announced := announced || array(
          select jsonb_build_object(
            'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
            'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
            'before', private.as_text(revision.changes -> field -> 'after'),
            'after', private.as_text(revision.changes -> field -> 'before'))
          from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved');
        end if;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if undo.revision_id is null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  perform private.notify_undone(announced, undo.member, given);
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select earlier.suggestion_id from public.revisions earlier where earlier.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions gone using unnest(fresh) decision where decision.id in (gone.id, gone.undoes);
  perform private.count_undone_imports(departures);
  next := case
    when is_dry or undo.revision_id is not null or fresh <> '{}' then null
    when reached > batch[cardinality(batch)] or cardinality(batch) = (most ->> of_type)::integer
      then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
    when of_type <> 'competition' then jsonb_build_object(
      'target_type', of_types[array_position(of_types, of_type) + 1], 'batch_id', private.current_batch())
  end;
  if next is not null then
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when undone > cardinality(fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(seen) item),
    'next', next);
end $$;

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
  select * into past from private.decisions known where known.row_id = decided_id and known.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or exists (
      select from public.revisions made where made.target_id = coalesce(suggestion.target_id, decided_id) and made.at = moment)
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
  delete from public.notices notice where notice.created_at = moment and notice.due_at > clock_timestamp();
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $$;

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM "anon";

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';

COMMENT ON FUNCTION "private"."is_decided_by_another"(public.suggestions) IS 'True of a contested decision of the caller''s. An administrator decides anew after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."record_row_revision"() IS 'Argument: the type of target. A direct write is an administrator''s correction';

COMMENT ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) IS 'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; an own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Takes back the caller''s refusal, check or settled report as if it had not been, within private.undo_time(): nobody was told yet';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';

REVOKE ALL ON FUNCTION "private"."is_decided_by_another"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "service_role";

set check_function_bodies = on;
-- end
