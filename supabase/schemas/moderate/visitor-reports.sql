-- Reports by people without an account, and contests of decisions by both sides.
-- An address is confirmed by mail before the report counts.
-- Their mails are rows, claimed and sent by a job.

create table public.visitor_reports (
  id uuid primary key default gen_random_uuid(),
  report_id uuid constraint visitor_reports_report_id_key unique references public.reports (id) on delete set null,
  target_type text not null,
  target_id uuid not null,
  title text not null,
  category text not null,
  reason text not null
    constraint visitor_reports_reason_length check (char_length(reason) between 1 and 1000),
  name text
    constraint visitor_reports_name_length check (char_length(name) <= 120)
    constraint visitor_reports_name_visible check (private.is_visible(name)),
  email text not null
    constraint visitor_reports_email_format check (
      email ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' and char_length(email) <= 254),
  lang text not null constraint visitor_reports_lang_known check (lang in ('fr', 'en', 'es', 'pt')),
  origin text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  closed_at timestamptz,
  from_anyone boolean not null default false,
  constraint visitor_reports_name_for_rights check (category <> 'rights' or name is not null),
  constraint visitor_reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other')),
  constraint visitor_reports_target_type_known check (target_type in ('jersey', 'comment', 'profile', 'list'))
);
comment on table public.visitor_reports is
  'Who reported without an account, and what. Deleted 180 days after the decision, or after 2 days without confirmation';
comment on column public.visitor_reports.report_id is 'The case; null until confirmed, and when its target is deleted';
comment on column public.visitor_reports.title is
  'The title of the jersey or list, or the member''s name, for mails after it is deleted or replaced';
comment on column public.visitor_reports.origin is 'Digest of the network address, for the limits; emptied after a day';
comment on column public.visitor_reports.from_anyone is
  'Filed by the function that everybody may call: its mail for confirmation quotes nothing';

create index visitor_reports_age on public.visitor_reports (created_at);
comment on index public.visitor_reports_age is 'Reports of the last day: limits; unconfirmed ones to delete: job';
create index visitor_reports_closed on public.visitor_reports (closed_at) where closed_at is not null;
comment on index public.visitor_reports_closed is 'Decided reports old enough to be deleted: job';

alter table public.visitor_reports enable row level security;
revoke all on public.visitor_reports from anon, authenticated;
grant select on public.visitor_reports to authenticated;
grant select, insert, update, delete on public.visitor_reports to service_role;

create table public.report_contests (
  report_id uuid not null references public.reports (id) on delete cascade,
  party text not null constraint report_contests_party_known check (party in ('notifier', 'author')),
  -- References the account for the reason given at jersey_votes. Null: the notifier.
  author_id uuid references auth.users (id) on delete cascade,
  body text not null constraint report_contests_body_length check (char_length(body) between 1 and 1000),
  outcome text not null,
  note text,
  created_at timestamptz not null default now(),
  -- Each party once.
  primary key (report_id, party)
);
comment on table public.report_contests is 'Why somebody contests the decision on a report';
comment on column public.report_contests.outcome is 'The contested decision, with its note';

create index report_contests_by_author on public.report_contests (author_id);

alter table public.report_contests enable row level security;
revoke all on public.report_contests from anon, authenticated;
grant select on public.report_contests to authenticated;
grant select, insert, update, delete on public.report_contests to service_role;

create table public.visitor_report_mails (
  id uuid primary key default gen_random_uuid(),
  visitor_report_id uuid not null references public.visitor_reports (id) on delete cascade,
  kind text not null
    constraint visitor_report_mails_kind_known check (kind in ('confirm', 'upheld', 'dismissed', 'removed')),
  party text not null constraint visitor_report_mails_party_known check (party in ('notifier', 'author')),
  note text,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  problem text
);
comment on table public.visitor_report_mails is 'Mails about reports of visitors still to be sent';

create index visitor_report_mails_due on public.visitor_report_mails (retry_at, id);
comment on index public.visitor_report_mails_due is 'Mails due, oldest first: job';
create index visitor_report_mails_by_report on public.visitor_report_mails (visitor_report_id);

alter table public.visitor_report_mails enable row level security;
revoke all on public.visitor_report_mails from anon, authenticated;
grant select, insert, update, delete on public.visitor_report_mails to service_role;

create table private.visitor_report_tokens (
  digest bytea primary key,
  visitor_report_id uuid not null references public.visitor_reports (id) on delete cascade,
  purpose text not null,
  party text not null,
  expires_at timestamptz not null
);
comment on table private.visitor_report_tokens is
  'Digests of the tokens in mails. A token is made when its mail is claimed, so that it is stored nowhere else';

create function private.mailbox(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select regexp_replace(lower(email), '[+][^@]*@', '@') $$;
comment on function private.mailbox is 'An address without capitals and tag: ana+1@ and ana+2@ are mostly one mailbox';

create function private.has_room_for_report(kind text, origin text, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.write_limits wl
    where wl.kind = has_room_for_report.kind
      and wl.most <= (
        select count(*) from public.visitor_reports vr
        where vr.created_at > now() - wl.span
          and (has_room_for_report.origin is null or vr.origin = has_room_for_report.origin)
          and (has_room_for_report.email is null
            or private.mailbox(vr.email) = private.mailbox(has_room_for_report.email))
          -- Of all, those only that may have been sent to annoy: what people confirm closes the form to nobody.
          and (has_room_for_report.origin is not null or has_room_for_report.email is not null
            or vr.confirmed_at is null)))
$$;
comment on function private.has_room_for_report is
  'True if one more report fits the limits of a kind; counts those of an origin or of a mailbox, or all that nobody has confirmed';

create function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  title text;
  filed uuid;
begin
  case target_type
    when 'jersey' then
      select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
      select jerseys.title into title from public.jerseys
      where id = target and status = 'approved' and is_active;
    when 'comment' then
      select jerseys.title into title from public.jerseys
      where status = 'approved' and is_active
        and id = (select jersey_id from public.comments where id = target and not is_hidden);
    when 'profile' then
      -- Every member has a page, on which they may say something of themselves.
      title := private.shown_name(target);
    when 'list' then
      select shown.title into title from public.list(target) shown;
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment, member or list.';
  end if;
  -- Reports are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not private.has_room_for_report('visitor_reports', null, null)
    or not private.has_room_for_report('visitor_reports_of_origin', origin, null) then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  -- Not told: it would tell who uses the mailbox. Nor does it get more mails.
  if not private.has_room_for_report('visitor_reports_of_mailbox', null, email) then
    return;
  end if;
  insert into public.visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin)
  values (
    file_visitor_report.target_type, target, title, file_visitor_report.category,
    coalesce(private.tidy(file_visitor_report.reason), ''), private.tidy(file_visitor_report.name),
    trim(file_visitor_report.email), file_visitor_report.lang, file_visitor_report.origin)
  returning id into filed;
  insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'confirm', 'notifier');
end $$;
comment on function public.file_visitor_report is
  'Notes a report of a visitor and queues the mail that asks to confirm it';

create function private.report_token(token text, purpose text) returns private.visitor_report_tokens
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_token private.visitor_report_tokens;
begin
  select * into found_token from private.visitor_report_tokens vrt
  where vrt.digest = sha256(convert_to(coalesce(report_token.token, ''), 'UTF8'))
    and vrt.purpose = report_token.purpose and vrt.expires_at > now();
  if not found then
    raise sqlstate 'PT404' using
      message = 'report_token_unknown', detail = 'The link is not valid, or not any more.';
  end if;
  return found_token;
end $$;

create function public.confirm_visitor_report(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  opened uuid;
begin
  select * into filed from public.visitor_reports
  where id = (private.report_token(token, 'confirm')).visitor_report_id for update;
  if filed.confirmed_at is not null then
    return;
  end if;
  begin
    -- Lists are the targets that no key refers to.
    perform from public.lists where id = filed.target_id for key share;
    if not found and filed.target_type = 'list' then
      raise foreign_key_violation;
    end if;
    insert into public.reports (reporter_id, target_type, target_id, category, reason, reported_name)
    values (
      null, filed.target_type, filed.target_id, filed.category, filed.reason,
      case when filed.target_type in ('profile', 'list') then filed.title end)
    returning id into opened;
  exception when foreign_key_violation then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end;
  update public.visitor_reports set report_id = opened, confirmed_at = now() where id = filed.id;
end $$;
comment on function public.confirm_visitor_report is 'Opens the case of a confirmed report; idempotent';

create function private.reported_author(report public.reports) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case report.target_type
    when 'jersey' then coalesce(
      -- Whoever contested the decision hears of the next one.
      (select rc.author_id from public.report_contests rc where rc.report_id = report.id and rc.party = 'author'),
      (select author_id from public.jerseys
      -- What was merged because of it is of another author than the jersey that stays.
      where id = coalesce(
        (select gj.jersey_id from private.moved_rows moved join public.gone_jerseys gj using (jersey_id)
          where moved.relation = 'reports' and moved.row_id = report.id and report.done = 'merged'
          order by gj.gone_at desc limit 1), report.jersey_id)))
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    when 'list' then (select member_id from public.lists where id = report.target_id)
    else report.profile_id
  end
$$;

create function private.contest_decision(report_id uuid, party text, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports where id = contest_decision.report_id;
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in the order of settle_reports(): the comment, its reports, its notices. So two contests of one decision wait for each other.
  perform from public.comments where id = report.comment_id for no key update;
  perform from public.reports r_locked
  where r_locked.target_type = report.target_type and r_locked.target_id = report.target_id
  order by r_locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case contest_decision.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, contest_decision.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, contest_decision.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select r_beside.id, contest_decision.party,
    case when contest_decision.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_decision.words), ''), r_beside.status, r_beside.resolution_note
  from public.reports r_beside where r_beside.id = any (together)
  on conflict do nothing;
  -- What told the author of it offers no contest any more: all notices of a comment, or one of the same moment.
  update public.notices notice set contested_at = now()
  where contest_decision.party = 'author' and notice.recipient_id = private.reported_author(report)
    and notice.outcome in ('report_upheld', 'comment_hidden', 'list_hidden') and not notice.is_again and notice.contested_at is null
    and (notice.comment_id = report.comment_id or notice.comment_id is null and notice.created_at = report.resolved_at);
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
end $$;
comment on function private.contest_decision is
  'Opens a decision again for whom it goes against, once for each party: the author''s contest all its reports, a notifier''s their own';

create function public.contest_report(token text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
begin
  perform private.contest_decision(
    (select report_id from public.visitor_reports where id = known.visitor_report_id), known.party, contest_report.reason);
end $$;
comment on function public.contest_report is 'Contests a decision by the link of its mail';

create function private.hiding_as_report(hidden public.comments) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  -- None if its decider has left.
  decision private.decisions;
  settled uuid;
begin
  select * into decision from private.decisions made where made.table_name = 'comments' and made.row_id = hidden.id;
  insert into public.reports (reporter_id, target_type, target_id, status, done, resolution_note, resolved_at)
  values (null, 'comment', hidden.id, 'upheld', 'hidden', hidden.hidden_reason, coalesce((decision.was ->> 'at')::timestamptz, now()))
  returning id into settled;
  perform private.record_decision(
    'reports', settled, decision.decided_by, jsonb_build_object('at', decision.was -> 'at', 'status', 'open'));
  return settled;
end $$;
comment on function private.hiding_as_report is
  'A comment that a reviewer hid without any report, as a report that they have settled: so its author contests it like any other decision';

create function public.contest_notice(notice_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  notice public.notices;
  comment public.comments;
  report uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  -- Before anything is read of it: see contest_decision().
  select hidden.* into comment from public.comments hidden
  where hidden.id = (
    select own.comment_id from public.notices own where own.id = contest_notice.notice_id and own.recipient_id = auth.uid())
  for no key update;
  select * into notice from public.notices own
  where own.id = contest_notice.notice_id and own.recipient_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'notice_not_found', detail = 'There is no such notice of yours.';
  end if;
  -- A comment may have been decided on anew since: the last decision is contested.
  if notice.outcome in ('report_upheld', 'list_hidden') or notice.outcome = 'comment_hidden' and comment.hidden_reason is not null then
    select decided.id into report from public.reports decided
    where decided.status = 'upheld' and (
      decided.comment_id = comment.id and decided.resolved_at >= notice.created_at
      or decided.resolved_at = notice.created_at and decided.target_type = notice.about and notice.about <> 'comment'
        and private.reported_author(decided) = notice.recipient_id)
    order by decided.resolved_at desc limit 1;
    if report is null and notice.outcome = 'comment_hidden' then
      report := private.hiding_as_report(comment);
    end if;
  end if;
  if report is null or notice.is_again or notice.contested_at is not null or notice.created_at <= now() - interval '180 days' then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or can''t be contested any more.';
  end if;
  perform private.contest_decision(report, 'author', said);
end $$;
comment on function public.contest_notice is
  'Contests the decision that a notice tells (a report was acted on, a comment or list hidden), once and within 180 days: it waits for another reviewer';

create function private.check_report_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The mail says that the jersey was corrected, which is reason enough.
  if private.tidy(new.resolution_note) is null and new.done is distinct from 'corrected'
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $$;

create function private.notify_parties() returns trigger
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
    -- What nobody but members reported is told to authors who have contested it. One that is shown again tells so itself.
    if new.done = 'hidden' and exists (
        select from public.report_contests contest where contest.report_id = new.id and contest.party = 'author')
      and not exists (
        select from public.notices told
        where told.recipient_id = author and told.comment_id is not distinct from new.comment_id
          and told.outcome in ('comment_hidden', 'list_hidden', 'report_upheld') and told.created_at = now()) then
      perform private.set_change('undoable', 'true');
      perform private.notify(
        author, 'jersey', 'comment_hidden', 'comment', commented.jersey_id, jersey.title, new.resolution_note, is_again => true,
        comment_id => commented.id)
      from public.comments commented join public.jerseys jersey on jersey.id = commented.jersey_id
      where commented.id = new.comment_id;
      perform private.notify(
        author, 'jersey', 'list_hidden', 'list', null, list.title, new.resolution_note, is_again => true)
      from public.lists list where new.target_type = 'list' and list.id = new.target_id;
      perform private.set_change('undoable', null);
    end if;
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
      join public.visitor_reports vr on vr.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and vr.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- Its comment was hidden or shown a moment ago: one mail says it all.
  delete from public.notices notice using public.comments comment
  where comment.id = new.comment_id
    and notice.id in (private.untold_notice(comment, 'comment_hidden'), private.untold_notice(comment, 'comment_shown'));
  -- The mail goes to every author, whatever their settings: it says how to contest. So does the notice of a comment, as one without a report.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at, is_again, comment_id)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due, exists (select from public.report_contests contest where contest.report_id = new.id),
    new.comment_id
  where new.comment_id is not null and new.status = 'upheld' or not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
  return null;
end $$;

create function private.close_visitor_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed uuid;
begin
  update public.visitor_reports set closed_at = now()
  where report_id = old.id and closed_at is null returning id into filed;
  if filed is not null then
    insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'removed', 'notifier');
  end if;
  return old;
end $$;

create function public.finish_visitor_report_mail(
  id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.visitor_report_mails mail where mail.id = finish_visitor_report_mail.id;
  else
    update public.visitor_report_mails mail
    set problem = finish_visitor_report_mail.problem, attempts = case when final then 10 else attempts end
    where mail.id = finish_visitor_report_mail.id;
  end if;
end $$;
comment on function public.finish_visitor_report_mail is 'Records that a mail has left, or why it has not';

create function public.sweep_visitor_reports() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from public.visitor_reports
  where confirmed_at is null and created_at < now() - interval '2 days'
    or closed_at < now() - interval '180 days';
  get diagnostics gone = row_count;
  -- No limit looks back further.
  update public.visitor_reports set origin = '' where origin <> '' and created_at < now() - interval '1 day';
  delete from private.visitor_report_tokens where expires_at < now();
  return gone;
end $$;
comment on function public.sweep_visitor_reports is
  'Deletes what visitors said of themselves: 2 days after an unconfirmed report, 180 days after the last decision; returns how many';

create function private.decided_together(report public.reports, party text) returns setof public.reports
language sql stable security definer set search_path = ''
as $$
  select r_beside.* from public.reports r_beside
  where r_beside.target_type = report.target_type and r_beside.target_id = report.target_id
    and r_beside.status = report.status and r_beside.resolved_at = report.resolved_at
    and (party = 'author' or r_beside.id = report.id)
  order by r_beside.id
$$;
comment on function private.decided_together is
  'The reports of the decision that a party contests: for the author, all that were decided with this one';

create table private.visitor_report_intake (
  is_one boolean primary key default true check (is_one),
  open_until timestamptz not null
);
comment on table private.visitor_report_intake is
  'Until when everybody may file reports of visitors; the job that sends their mails moves it on';

create function public.offer_visitor_reports() returns void
language sql security definer set search_path = ''
as $$
  insert into private.visitor_report_intake (open_until) values (now() + interval '1 hour')
  on conflict (is_one) do update set open_until = excluded.open_until
$$;
comment on function public.offer_visitor_reports is
  'Takes reports of visitors from everybody for an hour: called by the job that sends their mails';

create function public.takes_visitor_reports() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.visitor_report_intake where open_until > now())
    and not exists (
      select from private.write_limits wl
      where wl.kind = 'visitor_reports_of_anyone'
        and wl.most <= (
          select count(*) from public.visitor_reports vr
          where vr.from_anyone and vr.confirmed_at is null and vr.created_at > now() - wl.span))
$$;
comment on function public.takes_visitor_reports is
  'True if send_visitor_report() takes a report now';

create function public.send_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The limit of an origin counts each alone.
  sender constant text := 'anyone ' || gen_random_uuid();
begin
  if not exists (select from private.visitor_report_intake where open_until > now()) then
    raise sqlstate 'PT503' using
      message = 'visitor_reports_closed', detail = 'No job sends the mails of reports.';
  end if;
  -- As in file_visitor_report(): two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not public.takes_visitor_reports() then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  perform public.file_visitor_report(target_type, target_id, category, reason, name, email, lang, sender);
  update public.visitor_reports set from_anyone = true where origin = sender;
end $$;
comment on function public.send_visitor_report is
  'Files a report of a visitor, where the site''s server has no rights of its own; see offer_visitor_reports()';

create index visitor_report_tokens_by_report on private.visitor_report_tokens (visitor_report_id);

create policy "admins read confirmed reports of visitors" on public.visitor_reports
  for select to authenticated
  using (confirmed_at is not null and (select public.is_admin((select auth.uid()))));

create policy "members read their own contests, reviewers those of reports they read, admins all"
  on public.report_contests
  for select to authenticated
  using (
    author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or ((select public.is_reviewer((select auth.uid())))
      and exists (select from public.reports where reports.id = report_id))
  );
