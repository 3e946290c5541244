-- Notices tell members what became of their jerseys and reports. Triggers write them in the
-- transaction of the decision: every decision that commits is notified, and no other.

create table public.notice_settings (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  topic text not null constraint notice_settings_topic_known check (topic in ('jersey', 'report')),
  by_mail boolean not null default true,
  in_account boolean not null default true,
  primary key (user_id, topic)
);
comment on table public.notice_settings is
  'How a member wants to be told of a topic; without a row, by mail and in the account';

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  -- References the account for the reason given at jersey_votes.
  recipient_id uuid not null references auth.users (id) on delete cascade,
  topic text not null constraint notices_topic_known check (topic in ('jersey', 'report')),
  outcome text not null
    constraint notices_outcome_known check (
      outcome in (
        'approved', 'rejected', 'reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed'))
    constraint notices_outcome_fits check (
      (topic = 'report') = (outcome in ('upheld', 'dismissed', 'removed'))),
  -- The type of the row that the recipient submitted or reported.
  about text not null constraint notices_about_known check (about in ('jersey', 'comment')),
  -- The jersey, or the one that was commented on. Its title stays when it is deleted.
  jersey_id uuid references public.jerseys (id) on delete set null,
  title text not null,
  note text,
  in_account boolean not null default true,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on column public.notices.in_account is
  'True if the account shows it. One that is only mailed stays too: its id is the key of its unsubscribe link';
create index notices_list on public.notices (recipient_id, created_at desc, id desc)
  where in_account;
comment on index public.notices_list is 'A member''s notices, newest first: account';
create index notices_unread on public.notices (recipient_id) where in_account and read_at is null;
comment on index public.notices_unread is 'How many a member has not read: navigation bar';
create index notices_age on public.notices (created_at);
comment on index public.notices_age is 'Notices old enough to be deleted: job';
create index notices_by_recipient on public.notices (recipient_id);
create index notices_by_jersey on public.notices (jersey_id);

-- SQL can't send a mail. The server (embedded) or a background job with the service key (hosted)
-- claims mails one by one. A row is deleted when its mail was sent, and stays when no mail server
-- accepts it.
create table public.notice_mails (
  notice_id uuid primary key references public.notices (id) on delete cascade,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  problem text
);
comment on table public.notice_mails is 'Mails still to be sent';
create index notice_mails_due on public.notice_mails (retry_at, notice_id);
comment on index public.notice_mails_due is 'Mails due, oldest first: job';

alter table public.notice_settings enable row level security;
alter table public.notices enable row level security;
alter table public.notice_mails enable row level security;
revoke all on public.notice_settings, public.notices, public.notice_mails from anon, authenticated;
grant select, insert, update on public.notice_settings to authenticated;
grant select on public.notices to authenticated;
grant update (read_at) on public.notices to authenticated;
grant select, insert, update, delete
  on public.notice_settings, public.notices, public.notice_mails to service_role;
select private.guard_writes('public.notice_settings');
select private.guard_writes('public.notices');

create policy "members read their own settings" on public.notice_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members make their own settings" on public.notice_settings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members change their own settings" on public.notice_settings
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members read their own notices" on public.notices
  for select to authenticated using (recipient_id = (select auth.uid()) and in_account);
create policy "members mark their own notices as read" on public.notices
  for update to authenticated
  using (recipient_id = (select auth.uid()) and in_account)
  with check (recipient_id = (select auth.uid()) and in_account);

-- The database sets the time of reading, not the reader.
create function private.date_reading() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end $$;

create trigger notices_date_reading before update of read_at on public.notices
for each row execute function private.date_reading();

create function private.notify(
  recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  by_mail boolean := true;
  in_account boolean := true;
  told uuid;
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
  -- An unsent mail about an earlier decision is out of date.
  if notify.outcome in ('approved', 'rejected') then
    delete from public.notice_mails mail using public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'rejected');
    delete from public.notices earlier
    where earlier.recipient_id = recipient and earlier.jersey_id = notify.jersey_id
      and earlier.outcome in ('approved', 'rejected') and not earlier.in_account;
  end if;
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, in_account)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    in_account)
  returning id into told;
  if by_mail then
    insert into public.notice_mails (notice_id) values (told);
  end if;
end $$;
comment on function private.notify is
  'Writes a notice and queues its mail, as the recipient''s settings say';

create function private.tell_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

create trigger jerseys_tell after update of status on public.jerseys
for each row execute function private.tell_author();

create function private.tell_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    (select title from public.jerseys where id = reported), new.resolution_note);
  return null;
end $$;

create trigger reports_tell after update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.tell_reporter();

-- A jersey takes the reports of it and of its comments with it. Their reporters are notified
-- before.
create function private.tell_of_jersey_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant uuid := (select into_id from public.jersey_redirects where from_id = old.id);
begin
  if kept is not null then
    update public.notices set jersey_id = kept where jersey_id = old.id;
    perform private.notify(old.author_id, 'jersey', 'merged', 'jersey', kept, old.title);
    return old;
  end if;
  perform private.notify(old.author_id, 'jersey', 'deleted', 'jersey', null, old.title);
  perform private.notify(reporter_id, 'report', 'removed', target_type, null, old.title)
  from public.reports
  where status = 'open'
    and (jersey_id = old.id
      or comment_id in (select id from public.comments where comments.jersey_id = old.id));
  return old;
end $$;

create trigger jerseys_tell_gone before delete on public.jerseys
for each row execute function private.tell_of_jersey_gone();

create function private.tell_of_comment_gone() returns trigger
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

create trigger comments_tell_gone before delete on public.comments
for each row execute function private.tell_of_comment_gone();

revoke execute on function
  private.date_reading, private.notify, private.tell_author, private.tell_reporter,
  private.tell_of_jersey_gone, private.tell_of_comment_gone
from public;

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
revoke execute on function public.sweep_notices from public, anon, authenticated;
grant execute on function public.sweep_notices to service_role;
