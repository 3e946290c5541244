-- Reviewers: a role between member and administrator. They decide on submissions, edits, reports and suggestions, and on
-- nothing else: no catalogue, members, roles, log, merges or deletions. Nobody decides what is their own, except that an
-- administrator still decides on own submissions: a site with one of them must work.

alter table public.user_roles
  drop constraint user_roles_role_known,
  add constraint user_roles_role_known check (role in ('admin', 'reviewer'));

create function public.is_reviewer(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_reviewer.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id = is_reviewer.user_id and held.role in ('admin', 'reviewer')
          and (account.banned_until is null or account.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_reviewer.user_id)),
    false)
$$;
comment on function public.is_reviewer is
  'True if the caller is this user and a reviewer or an administrator; see is_admin(). False about anybody else';
revoke execute on function public.is_reviewer from public;
grant execute on function public.is_reviewer to anon, authenticated, service_role;

-- What they read. Images follow their jersey and edit.

drop policy "members read public jerseys and their own, admins all" on public.jerseys;
create policy "members read public jerseys and their own, reviewers undecided, admins all" on public.jerseys
  for select to authenticated
  using (
    (status = 'approved' and is_active)
    or author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or (status <> 'approved' and (select public.is_reviewer((select auth.uid()))))
  );

drop policy "members read their own edits, admins all" on public.jersey_edits;
create policy "members read their own edits, reviewers all" on public.jersey_edits
  for select to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

-- Reports. A reviewer neither reads nor resolves one about what is theirs, nor resolves one of theirs.

create function private.is_about(report public.reports, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
$$;
comment on function private.is_about is 'True if a report is about a member''s own jersey or comment';
revoke execute on function private.is_about from public;
grant execute on function private.is_about to authenticated;

drop policy "members read their own reports, admins all" on public.reports;
create policy "members read their own reports, reviewers those of others, admins all" on public.reports
  for select to authenticated
  using (
    reporter_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    -- What follows from a report of a member is for administrators.
    or ((select public.is_reviewer((select auth.uid())))
      and target_type <> 'profile'
      and not private.is_about(reports, (select auth.uid())))
  );
drop policy "admins resolve reports" on public.reports;
create policy "reviewers resolve reports of others about others, admins all" on public.reports
  for update to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    -- A resolution that stands is replaced by an administrator.
    or ((select public.is_reviewer((select auth.uid())))
      and status = 'open'
      and reporter_id is distinct from (select auth.uid())
      and target_type <> 'profile'
      and not private.is_about(reports, (select auth.uid())))
  )
  with check (
    (select public.is_admin((select auth.uid())))
    or (select public.is_reviewer((select auth.uid())))
  );

drop policy "members read their own contests, admins all" on public.report_contests;
create policy "members read their own contests, reviewers those of reports they read, admins all"
  on public.report_contests
  for select to authenticated
  using (
    author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or ((select public.is_reviewer((select auth.uid())))
      and exists (select from public.reports where reports.id = report_id))
  );

-- Decisions on jerseys.

create function private.check_own_jersey(jersey public.jerseys) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jersey.author_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'moderation_own', detail = 'A reviewer doesn''t decide on their own jersey.';
  end if;
end $$;
revoke execute on function private.check_own_jersey from public;

drop function public.moderate_jersey(uuid, text, text, boolean, jsonb, jsonb, boolean);
create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false,
  refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
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
  -- The second of two administrators waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  select * into edit from public.jersey_edits waiting where waiting.jersey_id = jersey.id;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', coalesce(edit.status, jersey.status),
        'moderation_note', coalesce(edit.note, jersey.moderation_note),
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the administrator's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
  if refused <> '{}' then
    perform private.check_refused(edit, decision, refused, reason);
  end if;
  if is_edit_open and decision = 'rejected' and not overrule then
    -- The edit is refused, not the jersey: its approved version stays.
    update public.jersey_edits set status = 'refused', note = reason where id = edit.id;
    perform private.notify(edit.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title, reason);
    update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
    where id = jersey.id
    returning * into jersey;
    jersey.moderated_by := auth.uid();
    return jersey;
  end if;
  if undoable and decision = 'approved' then
    perform private.note_undoable(jersey);
    perform set_config('maillotheque.undoable', 'on', true);
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit, coalesce(refused, '{}'), reason);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform set_config(
      'maillotheque.corrections', coalesce(private.corrections_in_words(uncorrected, jersey)::text, ''), true);
  end if;
  -- jerseys_hide_moderator stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform set_config('maillotheque.corrections', '', true);
  perform set_config('maillotheque.undoable', '', true);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.note_decided(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `undoable`: the author is told after private.undo_time(), until when undo_decision() takes an approval back. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

create function private.edited_items(edit public.jersey_edits) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select jsonb_object_keys(edited_items.edit.changes))
    || array(
      select image.url from public.jersey_images image
      where image.edit_id = (edited_items.edit).id or image.id = any ((edited_items.edit).removed_images))
    || case when (edited_items.edit).image_order is null then '{}' else array['order'] end
$$;
comment on function private.edited_items is
  'What an edit changes: columns, addresses of added and removed images, and `order`';

create function private.check_refused(edit public.jersey_edits, decision text, refused text[], reason text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  items constant text[] := private.edited_items(edit);
begin
  if edit.status is distinct from 'open' or decision <> 'approved' or refused @> items
    or not refused <@ items then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
end $$;
revoke execute on function private.edited_items, private.check_refused from public;

create or replace function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare versions.';
  end if;
  if exists (select from public.jersey_edits edit where edit.jersey_id = jersey_changes.jersey_id) then
    return query select * from private.changes_of_edit(jersey_changes.jersey_id);
  else
    return query
    select private.field_in_words(change.field), private.value_in_words(change.field, change.before),
      private.value_in_words(change.field, change.after)
    from private.changes_since_decision(jersey_changes.jersey_id) change
    where change.field not in ('team_id', 'brand_id');
  end if;
end $$;

create or replace function public.same_pictures(jersey_id uuid)
returns table (other_id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare pictures.';
  end if;
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(own.likeness)
        and image.likeness is not null and image.jersey_id <> own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected'
  where own.jersey_id = same_pictures.jersey_id and own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;
