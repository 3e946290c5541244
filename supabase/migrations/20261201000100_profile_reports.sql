-- Reports of a member. Until now a member was reported by a jersey or a comment beside which the name stands; the member's
-- page has no other. Administrators replace the names (reset_names()) or suspend the account (suspend_member()).

alter table public.reports
  drop constraint reports_target_type_known,
  add constraint reports_target_type_known check (target_type in ('jersey', 'comment', 'profile')),
  -- References the account, so that embedding profiles means the reporter.
  add column profile_id uuid generated always as (case when target_type = 'profile' then target_id end) stored
    references auth.users (id) on delete cascade,
  add column reported_name text;
comment on column public.reports.reported_name is
  'Of a member: the name that others saw when it was reported. An administrator may have replaced it since';
create index reports_by_profile on public.reports (profile_id);

create function private.shown_name(member uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(display_name, username) from public.profiles where id = member $$;
comment on function private.shown_name is 'The name that others see of a member';

create function private.name_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reported_name := private.shown_name(new.target_id);
  return new;
end $$;
create trigger reports_name before insert on public.reports
for each row when (new.target_type = 'profile') execute function private.name_reported();

drop policy "members report what they can read" on public.reports;
create policy "members report what they can read" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'comment' then exists (select from public.comments where comments.id = target_id)
      when 'profile' then exists (select from public.profiles where profiles.id = target_id)
    end
  );

-- Notices about a member's name: to the member, and to who reported it.
alter table public.notices
  drop constraint notices_about_fits,
  add constraint notices_about_fits check (
    case when about = 'profile'
      then outcome in ('renamed', 'upheld', 'dismissed', 'removed', 'report_upheld', 'report_dismissed')
      else outcome <> 'renamed'
    end);

create or replace function private.reported_author(report public.reports) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case report.target_type
    when 'jersey' then (select author_id from public.jerseys where id = report.jersey_id)
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    else report.profile_id
  end
$$;

create or replace function private.tell_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  return null;
end $$;

-- An account takes the reports of it with it. Their reporters are notified before, as for jerseys.
create function private.tell_of_member_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(report.reporter_id, 'report', 'removed', 'profile', null, report.reported_name)
  from public.reports report
  where report.profile_id = old.id and report.status = 'open' and report.reporter_id <> old.id;
  return old;
end $$;
create trigger profiles_tell_gone before delete on public.profiles
for each row execute function private.tell_of_member_gone();

alter table public.visitor_reports
  drop constraint visitor_reports_target_type_known,
  add constraint visitor_reports_target_type_known check (target_type in ('jersey', 'comment', 'profile'));
comment on column public.visitor_reports.title is
  'The jersey''s title, or the member''s name, for mails after it is deleted or replaced';

create or replace function public.file_visitor_report(
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
      -- Only who has a page: the answer tells no more than the page.
      select private.shown_name(target) into title
      where exists (
        select from public.jerseys where author_id = target and status = 'approved' and is_active);
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment or member.';
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

-- See 20261201000200_visitor_reports_of_projects.sql.
alter table public.visitor_reports add column from_anyone boolean not null default false;
comment on column public.visitor_reports.from_anyone is
  'Filed by the function that everybody may call: its mail for confirmation quotes nothing';

-- Mails about a member lead to the member's page.
drop function public.claim_visitor_report_mail();
create function public.claim_visitor_report_mail()
returns table (
  id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text,
  token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text
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
        and private.may_contest(report, mail.party) then 'contest'
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
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select member.username from public.profiles member
       where filed.target_type = 'profile' and member.id = filed.target_id and exists (
         select from public.jerseys own
         where own.author_id = member.id and own.status = 'approved' and own.is_active))
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $$;
comment on function public.claim_visitor_report_mail is
  'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';

revoke execute on function private.shown_name, private.name_reported, private.tell_of_member_gone from public;
revoke execute on function public.claim_visitor_report_mail from public, anon, authenticated;
grant execute on function public.claim_visitor_report_mail to service_role;
