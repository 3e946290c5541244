-- Reports by people without an account, and contests of decisions. A visitor's report counts once its mailbox has
-- confirmed it; then it is a report like a member's, without a reporter. Its decision is mailed, with its reason, to the
-- notifier and to the author of what was reported. Whom it goes against may contest it once.
-- Only the site's server calls these functions (service key or owner): the form is where floods are held back by
-- address and captcha, and a visitor reads nothing of this.

create table public.visitor_reports (
  id uuid primary key default gen_random_uuid(),
  report_id uuid constraint visitor_reports_report_id_key unique references public.reports (id) on delete set null,
  target_type text not null
    constraint visitor_reports_target_type_known check (target_type in ('jersey', 'comment')),
  target_id uuid not null,
  title text not null,
  category text not null
    constraint visitor_reports_category_known check (
      category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'rights', 'other')),
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
  constraint visitor_reports_name_for_rights check (category <> 'rights' or name is not null)
);
comment on table public.visitor_reports is
  'Who reported without an account, and what. Deleted 180 days after the decision, or after 2 days without confirmation';
comment on column public.visitor_reports.report_id is 'The case; null until confirmed, and when its target is deleted';
comment on column public.visitor_reports.title is 'The jersey''s title, for mails after it is deleted';
comment on column public.visitor_reports.origin is 'Digest of the network address, for the limits; emptied after a day';
create index visitor_reports_age on public.visitor_reports (created_at);
comment on index public.visitor_reports_age is 'Reports of the last day: limits; unconfirmed ones to delete: job';
create index visitor_reports_closed on public.visitor_reports (closed_at) where closed_at is not null;
comment on index public.visitor_reports_closed is 'Decided reports old enough to be deleted: job';

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

create table private.visitor_report_tokens (
  digest bytea primary key,
  visitor_report_id uuid not null references public.visitor_reports (id) on delete cascade,
  purpose text not null,
  party text not null,
  expires_at timestamptz not null
);
comment on table private.visitor_report_tokens is
  'Digests of the tokens in mails. A token is made when its mail is claimed, so that it is stored nowhere else';
create index visitor_report_tokens_by_report on private.visitor_report_tokens (visitor_report_id);

alter table public.visitor_reports enable row level security;
alter table public.report_contests enable row level security;
alter table public.visitor_report_mails enable row level security;
alter table private.visitor_report_tokens enable row level security;
revoke all on public.visitor_reports, public.report_contests, public.visitor_report_mails from anon, authenticated;
revoke all on private.visitor_report_tokens from public, anon, authenticated, service_role;
grant select on public.visitor_reports, public.report_contests to authenticated;
grant select, insert, update, delete
  on public.visitor_reports, public.report_contests, public.visitor_report_mails to service_role;

create policy "admins read confirmed reports of visitors" on public.visitor_reports
  for select to authenticated
  using (confirmed_at is not null and (select public.is_admin((select auth.uid()))));
create policy "members read their own contests, admins all" on public.report_contests
  for select to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create trigger report_contests_audit after insert or update or delete on public.report_contests
for each row execute function private.record_change('report_id');

-- Limits. An operator may change the figures.
insert into private.write_limits (kind, span, most, for_new) values
  ('visitor_reports', '1 hour', 60, false), ('visitor_reports', '1 day', 300, false),
  ('visitor_reports_of_origin', '1 hour', 5, false), ('visitor_reports_of_origin', '1 day', 20, false),
  ('visitor_reports_of_mailbox', '1 day', 5, false);

create function private.has_room_for_report(kind text, origin text, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.write_limits allowed
    where allowed.kind = has_room_for_report.kind
      and allowed.most <= (
        select count(*) from public.visitor_reports filed
        where filed.created_at > now() - allowed.span
          and (has_room_for_report.origin is null or filed.origin = has_room_for_report.origin)
          and (has_room_for_report.email is null or lower(filed.email) = lower(has_room_for_report.email))))
$$;
comment on function private.has_room_for_report is
  'True if one more report fits the limits of a kind; counts those of an origin or of a mailbox, or all';

create function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  about uuid;
  title text;
  filed uuid;
begin
  if target_type = 'jersey' then
    select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
    about := target;
  else
    select jersey_id into about from public.comments where id = target and not is_hidden;
  end if;
  select jerseys.title into title from public.jerseys
  where id = about and status = 'approved' and is_active;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey or comment.';
  end if;
  -- Reports take turns. Two at once would each see room for one more.
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
  select * into found_token from private.visitor_report_tokens known
  where known.digest = sha256(convert_to(coalesce(report_token.token, ''), 'UTF8'))
    and known.purpose = report_token.purpose and known.expires_at > now();
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
    insert into public.reports (reporter_id, target_type, target_id, category, reason)
    values (null, filed.target_type, filed.target_id, filed.category, filed.reason)
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
    when 'jersey' then (select author_id from public.jerseys where id = report.jersey_id)
    else (select author_id from public.comments where id = report.comment_id)
  end
$$;

create function public.contest_report(token text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
  report public.reports;
begin
  select * into report from public.reports
  where id = (select report_id from public.visitor_reports where id = known.visitor_report_id) for update;
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  if exists (select from public.report_contests once where once.report_id = report.id and once.party = known.party)
    or report.status <> (case known.party when 'author' then 'upheld' else 'dismissed' end) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  values (
    report.id, known.party, case when known.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_report.reason), ''), report.status, report.resolution_note);
  update public.reports set status = 'open', resolution_note = null where id = report.id;
end $$;
comment on function public.contest_report is
  'Opens a decided case again for whom the decision goes against, once for each party';

create function private.check_report_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.tidy(new.resolution_note) is null
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $$;
create trigger reports_note before update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.check_report_note();

alter table public.notices
  drop constraint notices_outcome_known,
  add constraint notices_outcome_known check (
    outcome in (
      'approved', 'rejected', 'reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed'));

create function private.tell_parties() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
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
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'notifier', new.resolution_note);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = now() and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'author', new.resolution_note);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $$;
create trigger reports_tell_parties after update of status on public.reports
for each row when (new.status <> old.status) execute function private.tell_parties();

create function private.tell_notifier_gone() returns trigger
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
create trigger reports_tell_gone before delete on public.reports
for each row execute function private.tell_notifier_gone();

-- The queue, as for notices: claim one, send it, settle it.
create function public.claim_visitor_report_mail()
returns table (
  id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text,
  token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select due.id from public.visitor_report_mails due
      where due.retry_at <= now() and due.attempts < 10
      order by due.retry_at, due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails gone where gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and not exists (
          select from public.report_contests once
          where once.report_id = report.id and once.party = mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case mail.party when 'notifier' then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        else (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $$;
comment on function public.claim_visitor_report_mail is
  'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';

create function public.settle_visitor_report_mail(
  id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.visitor_report_mails mail where mail.id = settle_visitor_report_mail.id;
  else
    update public.visitor_report_mails mail
    set problem = settle_visitor_report_mail.problem, attempts = case when final then 10 else attempts end
    where mail.id = settle_visitor_report_mail.id;
  end if;
end $$;
comment on function public.settle_visitor_report_mail is 'Records that a mail has left, or why it has not';

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

revoke execute on function
  private.has_room_for_report, private.report_token, private.reported_author, private.check_report_note,
  private.tell_parties, private.tell_notifier_gone
from public;
revoke execute on function
  public.file_visitor_report, public.confirm_visitor_report, public.contest_report,
  public.claim_visitor_report_mail, public.settle_visitor_report_mail, public.sweep_visitor_reports
from public, anon, authenticated;
grant execute on function
  public.file_visitor_report, public.confirm_visitor_report, public.contest_report,
  public.claim_visitor_report_mail, public.settle_visitor_report_mail, public.sweep_visitor_reports
to service_role;
