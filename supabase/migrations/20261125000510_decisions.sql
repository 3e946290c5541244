-- Approving with corrections, and undoing an approval. The decision takes place at once, also if the administrator's
-- browser is closed in the next second; only its notice waits until it can't be undone any more.

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '12 seconds' $$;
comment on function private.undo_time is
  'How long an approval can be undone: ten seconds on the screen, and two for the way';

alter table public.notices
  add column changes jsonb,
  add column due_at timestamptz not null default now(),
  drop constraint notices_outcome_known,
  add constraint notices_outcome_known check (
    outcome in (
      'approved', 'corrected', 'rejected', 'reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed')),
  add constraint notices_changes_of_correction check ((changes is not null) = (outcome = 'corrected'));
comment on column public.notices.changes is
  'What an administrator corrected while approving: a list of field, before and after, in words';
comment on column public.notices.due_at is
  'When its reader sees it and its mail is sent: after the time in which the decision can be undone';
update public.notices set due_at = created_at;

drop policy "members read their own notices" on public.notices;
create policy "members read their own notices" on public.notices
  for select to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now());
drop policy "members mark their own notices as read" on public.notices;
create policy "members mark their own notices as read" on public.notices
  for update to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now())
  with check (recipient_id = (select auth.uid()) and in_account);

-- A new parameter makes a new function.
drop function private.notify(uuid, text, text, text, uuid, text, text);
create function private.notify(
  recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text default null,
  changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  by_mail boolean := true;
  in_account boolean := true;
  told uuid;
  is_undoable constant boolean := coalesce(current_setting('maillotheque.undoable', true), '') = 'on';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select wish.by_mail, wish.in_account into by_mail, in_account
  from public.notice_settings wish
  where wish.user_id = recipient and wish.topic = notify.topic;
  by_mail := coalesce(by_mail, true);
  in_account := coalesce(in_account, true);
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices earlier
    where earlier.recipient_id = recipient and earlier.jersey_id = notify.jersey_id
      and earlier.outcome in ('approved', 'corrected', 'rejected') and not earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due)
  returning id into told;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (told, due);
  end if;
end $$;
comment on function private.notify is
  'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

create or replace function private.tell_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set by moderate_jersey().
  corrections constant jsonb := nullif(current_setting('maillotheque.corrections', true), '')::jsonb;
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if current_setting('maillotheque.undoing', true) = 'on' then
    return null;
  end if;
  if new.status = 'approved' and corrections is not null then
    perform private.notify(
      new.author_id, 'jersey', 'corrected', 'jersey', new.id, new.title, changes => corrections);
    return null;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if new.status = 'pending' or new.status = old.status and not (
    new.status = 'rejected'
    and (old.edited_at is not null or new.moderation_note is distinct from old.moderation_note)) then
    return null;
  end if;
  perform private.notify(
    new.author_id, 'jersey', new.status, 'jersey', new.id, new.title, new.moderation_note);
  return null;
end $$;

-- A new column of the answer makes a new function.
drop function public.claim_notice_mail();
create function public.claim_notice_mail()
returns table (
  notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text,
  changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select due.notice_id from public.notice_mails due
      where due.retry_at <= now() and due.attempts < 10
      order by due.retry_at, due.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, account.email::text, account.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
    from public.notices notice
    join auth.users account on account.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and account.email <> '' and account.email_confirmed_at is not null
      and coalesce(account.banned_until <= now(), true)
      and not exists (
        select from public.notice_settings wish
        where wish.user_id = notice.recipient_id and wish.topic = notice.topic and not wish.by_mail)
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices newer
          where newer.recipient_id = notice.recipient_id and newer.jersey_id = notice.jersey_id
            and newer.outcome in ('approved', 'corrected', 'rejected')
            and newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.settle_notice_mail(claimed);
    claimed := null;
  end loop;
end $$;
comment on function public.claim_notice_mail is
  'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';
revoke execute on function public.claim_notice_mail from public, anon, authenticated;
grant execute on function public.claim_notice_mail to service_role;

-- What an approval replaces, for as long as it can be undone.
create table private.undoable_decisions (
  jersey_id uuid primary key references public.jerseys (id) on delete cascade,
  decided_by uuid not null references auth.users (id) on delete cascade,
  decided_at timestamptz not null default now(),
  moderator_before uuid,
  jersey jsonb not null,
  edit jsonb,
  images jsonb not null,
  held_files text[] not null,
  decided jsonb
);
comment on table private.undoable_decisions is
  'Jerseys as they were before an approval, with their edit and images; rows older than private.undo_time() are deleted by the next approval and by sweep_notices()';
comment on column private.undoable_decisions.decided is
  'private.decided_state() right after the approval';
create index undoable_decisions_by_administrator on private.undoable_decisions (decided_by);
create index undoable_decisions_age on private.undoable_decisions (decided_at);
comment on index private.undoable_decisions_age is 'Decisions that can''t be undone any more';
alter table private.undoable_decisions enable row level security;
revoke all on private.undoable_decisions from public, anon, authenticated, service_role;

create function private.note_undoable(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undoable_decisions past
  where past.jersey_id = jersey.id or past.decided_at < now() - private.undo_time();
  insert into private.undoable_decisions (
    jersey_id, decided_by, moderator_before, jersey, edit, images, held_files)
  select jersey.id, auth.uid(), private.decided_by('jerseys', jersey.id), to_jsonb(jersey),
    (select to_jsonb(edit) from public.jersey_edits edit where edit.jersey_id = jersey.id),
    (select coalesce(jsonb_agg(to_jsonb(image)), '[]') from public.jersey_images image
      where image.jersey_id = jersey.id),
    array(select held.name from public.storage_deletions held where held.held_for = jersey.id);
end $$;

create function private.decided_state(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.version_for_review(jersey) || jsonb_build_object(
    'status', jersey.status, 'moderated_at', jersey.moderated_at, 'edited_at', jersey.edited_at,
    'is_active', jersey.is_active, 'author_id', jersey.author_id,
    'edit', (select edit.id from public.jersey_edits edit where edit.jersey_id = jersey.id),
    'images', (
      select jsonb_agg(to_jsonb(image) - 'contributor_id' order by image.id)
      from public.jersey_images image where image.jersey_id = jersey.id),
    'merged', (
      select jsonb_agg(redirect.from_id order by redirect.from_id)
      from public.jersey_redirects redirect where redirect.into_id = jersey.id))
$$;
comment on function private.decided_state is
  'What undoing an approval would overwrite, or must not hide: if it differs, somebody did something since';

create function private.note_decided(jersey public.jerseys) returns void
language sql security definer set search_path = ''
as $$
  update private.undoable_decisions decision set decided = private.decided_state(note_decided.jersey)
  where decision.jersey_id = (note_decided.jersey).id
$$;

-- Files that an undone approval would show again stay as they are. Otherwise their author could replace one that an
-- approval has just removed, and the approved version would come back with a picture that nobody has looked at.
create or replace function private.is_image_in_use(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
    or exists (
      select from private.undoable_decisions decision
      where decision.decided_at > now() - private.undo_time()
        and (is_image_in_use.name = any (decision.held_files)
          or decision.images @> jsonb_build_array(jsonb_build_object('path', is_image_in_use.name))))
$$;

create function private.hold_files(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.storage_deletions file set retry_at = greatest(file.retry_at, now() + private.undo_time())
  from private.undoable_decisions decision
  where decision.jersey_id = hold_files.jersey_id and file.bucket_id = 'jerseys'
    and (file.name = any (decision.held_files)
      or file.name in (select image ->> 'path' from jsonb_array_elements(decision.images) image))
$$;
comment on function private.hold_files is
  'Files of images that an approval removes stay until it can''t be undone any more';

-- New parameters make a new function.
drop function public.moderate_jersey(uuid, text, text, boolean, jsonb);
create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
  moderator uuid;
  reason constant text := private.tidy(note);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators decide on jerseys.';
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
      corrections, 'strict $.* ? (@.type() == "object" || @.type() == "array")', silent => true) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two administrators waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
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
    perform private.apply_edit(edit);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    jersey := private.set_fields(jersey.id, jsonb_populate_record(uncorrected, corrections));
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
  'Decides on a jersey in the queue, pending or edited since the last decision. If an edit of an approved jersey waits, the decision is about the edit: approving publishes it, rejecting refuses it and leaves the jersey as it is. Outside the queue, or to reject an approved jersey with an edit, it needs overrule. With `seen` (title, edition, description, external_link, the versions of the images in order, and any facts) it decides on that version only. With `corrections` (an object of fields) an approval changes them first, and tells the author which. An approval that is `undoable` tells nobody until undo_decision() is too late';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

create function public.undo_decision(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  past private.undoable_decisions;
  was public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo decisions.';
  end if;
  perform private.lock_images(array[undo_decision.jersey_id]);
  select * into jersey from public.jerseys where id = undo_decision.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  select * into past from private.undoable_decisions decision
  where decision.jersey_id = jersey.id and decision.decided_by = auth.uid()
    -- The time now, not that at which this began to wait for the jersey: its mail may be sent by then.
    and decision.decided_at > clock_timestamp() - private.undo_time();
  -- What its author or another administrator did since would be lost. Members choose the ids of images, so one that the
  -- approval removed may be that of another jersey by now.
  if not found or private.decided_state(jersey) is distinct from past.decided
    or exists (
      select from public.jersey_images elsewhere
      where elsewhere.jersey_id <> jersey.id
        and elsewhere.id in (select (image ->> 'id')::uuid from jsonb_array_elements(past.images) image)) then
    raise sqlstate 'PT409' using
      message = 'undo_too_late', detail = 'Only an approval of one''s own, of the last seconds, that nothing followed.';
  end if;
  was := jsonb_populate_record(null::public.jerseys, past.jersey);
  perform private.set_fields(jersey.id, was);
  perform set_config('maillotheque.undoing', 'on', true);
  update public.jerseys
  set status = was.status, moderation_note = was.moderation_note, moderated_at = was.moderated_at,
    edited_at = was.edited_at
  where id = jersey.id;
  perform set_config('maillotheque.undoing', '', true);
  perform private.note_decision('jerseys', jersey.id, past.moderator_before);
  perform private.restore_edit(past);
  update public.storage_deletions set held_for = jersey.id, retry_at = 'infinity'
  where bucket_id = 'jerseys' and name = any (past.held_files);
  -- Their mails go with them.
  delete from public.notices notice
  where notice.jersey_id = jersey.id and notice.created_at = past.decided_at and notice.due_at > now();
  delete from private.undoable_decisions decision where decision.jersey_id = jersey.id;
  select * into jersey from public.jerseys where id = jersey.id;
  return jersey;
end $$;
comment on function public.undo_decision is
  'Undoes the caller''s own approval of the last seconds (moderate_jersey with `undoable`): the jersey is in the queue again as it was, nobody is told';
revoke execute on function public.undo_decision from public, anon;
grant execute on function public.undo_decision to authenticated, service_role;

create function private.restore_edit(past private.undoable_decisions) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if past.edit is null then
    return;
  end if;
  insert into public.jersey_edits
  select * from jsonb_populate_record(null::public.jersey_edits, past.edit);
  update public.jersey_images image set edit_id = was.edit_id, position = was.position
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where image.id = was.id
    and (image.edit_id is distinct from was.edit_id or image.position <> was.position);
  -- Last: until then the added images were part of the approved version, which has five at most.
  insert into public.jersey_images (
    id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, edit_id)
  select was.id, was.jersey_id, was.url, was.alt, was.position, was.likeness, was.version, was.licence,
    was.rights_stated, was.edit_id
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where not exists (select from public.jersey_images image where image.id = was.id);
end $$;
comment on function private.restore_edit is 'Brings back the edit that an approval applied';

create or replace function public.sweep_notices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.undoable_decisions where decided_at < now() - private.undo_time();
  -- A notice is read after it was created, so the first condition lets an index narrow the rows.
  delete from public.notices
  where created_at < now() - interval '90 days'
    and (read_at < now() - interval '90 days' or created_at < now() - interval '1 year');
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function
  private.undo_time, private.notify, private.note_undoable, private.decided_state, private.note_decided,
  private.hold_files, private.restore_edit
from public;
