-- Notices: what a member is told in the account.
-- A decision, a report's outcome or a removal makes one, in the transaction that decides.
-- Mails about them are rows of the same transaction: see mails.sql.

create table public.notice_settings (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null default true,
  in_account boolean not null default true,
  primary key (user_id, topic),
  constraint notice_settings_topic_known check (topic in ('jersey', 'report', 'suggestion'))
);
comment on table public.notice_settings is
  'How a member wants to be told of a topic; without a row, by mail and in the account';

alter table public.notice_settings enable row level security;
revoke all on public.notice_settings from anon, authenticated;
grant select, insert, update on public.notice_settings to authenticated;
grant select, insert, update, delete on public.notice_settings to service_role;

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  -- References the account for the reason given at jersey_votes.
  recipient_id uuid not null references auth.users (id) on delete cascade,
  topic text not null,
  outcome text not null
    constraint notices_outcome_fits check (
      outcome = 'reopened' or (topic = 'report') = (outcome in ('upheld', 'dismissed', 'removed'))),
  -- The type of the row that the recipient submitted or reported.
  about text not null,
  -- The jersey, or the one that was commented on. Its title stays when it is deleted.
  jersey_id uuid references public.jerseys (id) on delete set null,
  title text not null,
  note text constraint notices_note_length check (char_length(note) <= 2000),
  in_account boolean not null default true,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  changes jsonb,
  due_at timestamptz not null default now(),
  done text,
  is_again boolean not null default false,
  contested_at timestamptz,
  comment_id uuid references public.comments (id) on delete set null,
  constraint notices_topic_known check (topic in ('jersey', 'report', 'suggestion')),
  constraint notices_outcome_of_suggestion check (
    outcome = 'reopened' or (topic = 'suggestion')
      = (outcome in ('suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone'))),
  constraint notices_about_known check (about in ('jersey', 'comment', 'profile', 'list', 'team', 'competition')),
  constraint notices_outcome_known check (
    outcome in (
      'approved', 'corrected', 'rejected', 'reverted', 'partly_reverted', 'merged', 'submission_merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed', 'suggestion_accepted', 'suggestion_partly',
      'suggestion_refused', 'undone', 'taken_down', 'brought_back', 'list_hidden', 'list_shown', 'comment_hidden',
      'comment_shown', 'reopened', 'suspended', 'reinstated', 'owned')),
  constraint notices_changes_of_outcome check (
    (changes is not null)
      = (outcome in (
        'corrected', 'suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone') or done is not distinct from 'corrected')),
  constraint notices_done_known check (done in ('corrected', 'merged', 'removed', 'hidden', 'other')),
  constraint notices_done_of_report check (done is null or outcome = 'upheld'),
  constraint notices_about_fits check (
    case when about = 'profile'
      then outcome in (
        'renamed', 'upheld', 'dismissed', 'removed', 'report_upheld', 'report_dismissed', 'undone', 'comment_hidden', 'comment_shown',
        'reopened', 'suspended', 'reinstated')
      else outcome not in ('renamed', 'suspended', 'reinstated')
    end)
);
comment on column public.notices.in_account is
  'True if the account shows it. One that is only mailed stays too: its id is the key of its unsubscribe link';
comment on column public.notices.changes is
  'A list of field, before and after, in words: what was corrected or undone; of a suggestion also accepted, reason and note';
comment on column public.notices.done is 'What was done about the recipient''s report (`reports.done`)';
comment on column public.notices.is_again is 'True if an earlier decision was contested: this one answers it';
comment on column public.notices.contested_at is 'When the recipient contested the decision that it tells';
comment on column public.notices.comment_id is
  'The comment that was hidden, shown or reported; null of several at once, and when it is deleted: then nothing is contested';
comment on column public.notices.due_at is
  'When its reader sees it and its mail is sent: after the time in which the decision can be undone';

create index notices_list on public.notices (recipient_id, created_at desc, id desc)
  where in_account;
comment on index public.notices_list is 'A member''s notices, newest first: account';
create index notices_unread on public.notices (recipient_id) where in_account and read_at is null;
comment on index public.notices_unread is 'How many a member has not read: navigation bar';
create index notices_age on public.notices (created_at);
comment on index public.notices_age is 'Notices old enough to be deleted: job';
create index notices_by_recipient on public.notices (recipient_id);
create index notices_by_jersey on public.notices (jersey_id);
create index notices_by_comment on public.notices (comment_id);

alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated;
grant select on public.notices to authenticated;
grant select, insert, update, delete on public.notices to service_role;
grant update (read_at) on public.notices to authenticated;

-- The database sets the time of reading, not the reader.
create function private.date_reading() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end $$;

create function private.notify_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  corrections constant jsonb := private.corrections_in_words(to_jsonb(was), to_jsonb(becomes));
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' in ('none', 'undo') then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $$;

create function private.notify_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
  corrected constant jsonb := case when new.done = 'corrected' then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', change.key, 'before', private.as_text(change.value -> 'before'), 'after', private.as_text(change.value -> 'after'))
      order by revision.id, change.key), '[]')
    from public.revisions revision cross join jsonb_each(revision.changes) change
    where revision.batch_id = private.current_batch() and revision.target_id = new.jersey_id
      and change.value -> 'before' is distinct from change.value -> 'after') end;
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note,
    corrected, new.done, exists (select from public.report_contests contest where contest.report_id = new.id));
  perform private.set_change('undoable', null);
  return null;
end $$;

-- A jersey takes the reports of it and of its comments with it. Their reporters are notified
-- before.
create function private.notify_jersey_deleted(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant uuid := (select into_id from public.jersey_redirects where from_id = jersey.id);
  -- What was removed 90 days ago: everybody was told then.
  is_expiring constant boolean := private.current_change() -> 'revision' ->> 'kind' = 'none';
begin
  if kept is not null then
    update public.notices set jersey_id = kept where jersey_id = jersey.id;
    return;
  end if;
  if is_expiring is not true then
    perform private.notify(jersey.author_id, 'jersey', 'deleted', 'jersey', null, jersey.title);
  end if;
  perform private.notify(reporter_id, 'report', 'removed', target_type, null, jersey.title)
  from public.reports
  where status = 'open'
    and (jersey_id = jersey.id
      or comment_id in (select id from public.comments where comments.jersey_id = jersey.id));
end $$;

create function private.notify_comment_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Selects nothing if the comment is deleted with its jersey: the jersey's own trigger has
  -- notified already.
  perform private.notify(report.reporter_id, 'report', 'removed', 'comment', jersey.id, jersey.title)
  from public.reports report join public.jerseys jersey on jersey.id = old.jersey_id
  where report.comment_id = old.id and report.status = 'open';
  return old;
end $$;

create function public.sweep_notices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- A notice is read after it was created, so the first condition lets an index narrow the rows.
  delete from public.notices
  where created_at < now() - interval '90 days'
    and (read_at < now() - interval '90 days' or created_at < now() - interval '1 year');
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_notices is
  'Deletes notices 90 days after they were read, and unread ones after a year (the mail has told them); returns how many';

create function private.notify(
  recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text default null,
  changes jsonb default null, done text default null, is_again boolean default false, comment_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select setting.by_mail, setting.in_account into by_mail, in_account
  from public.notice_settings setting
  where setting.user_id = recipient and setting.topic = notify.topic;
  -- These have no mail.
  by_mail := coalesce(by_mail, true) and notify.outcome not in ('comment_shown', 'reopened');
  -- What is hidden is contested by its notice.
  in_account := coalesce(in_account, true) or notify.outcome in ('comment_hidden', 'list_hidden') and notify.about in ('comment', 'list');
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices n_earlier
    where n_earlier.recipient_id = recipient and n_earlier.jersey_id = notify.jersey_id
      and n_earlier.outcome in ('approved', 'corrected', 'rejected') and not n_earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at, done, is_again, comment_id)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due, notify.done, notify.is_again, notify.comment_id)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $$;
comment on function private.notify is
  'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

create function private.photo_kind(address text, jersey_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select image.kind from public.jersey_images image
     where image.path = shown.path and image.jersey_id = photo_kind.jersey_id limit 1),
    -- One that was taken out.
    (select revision.stored -> 'image' ->> 'kind' from public.revisions revision
     where revision.target_type = 'jersey' and revision.target_id = photo_kind.jersey_id
       and revision.stored -> 'image' ->> 'path' = shown.path
     order by revision.id desc limit 1))
  from private.storage_path(address) shown(path)
$$;
comment on function private.photo_kind is 'What a photo of a jersey shows, also one that is only suggested or was taken out; null if nobody said';

create function private.name_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.changes := (
    select jsonb_agg(
      case when change ->> 'field' = 'image'
        then change || jsonb_build_object(
          'kind', private.photo_kind(coalesce(change ->> 'after', change ->> 'before'), new.jersey_id))
        else change end
      order by place)
    from jsonb_array_elements(new.changes) with ordinality listed(change, place));
  return new;
end $$;
comment on function private.name_photos is 'Adds to each photo of a notice what it shows';

create policy "members read their own settings" on public.notice_settings
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members make their own settings" on public.notice_settings
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "members change their own settings" on public.notice_settings
  for update to authenticated
  using (user_id = (select auth.uid()));

create policy "members read their own notices" on public.notices
  for select to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now());

create policy "members mark their own notices as read" on public.notices
  for update to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now())
  with check (recipient_id = (select auth.uid()) and in_account);
