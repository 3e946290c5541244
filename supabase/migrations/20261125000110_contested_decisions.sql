-- A decision is often about several reports of one jersey or comment: administrators settle them together, in one statement.
-- The author hears of it once, so contesting it opens all of them again. Otherwise the reports beside the contested
-- one would stay upheld, and nobody could contest them. A notifier contests for their own report only.

create function private.decided_together(report public.reports, party text) returns setof public.reports
language sql stable security definer set search_path = ''
as $$
  select beside.* from public.reports beside
  where beside.target_type = report.target_type and beside.target_id = report.target_id
    and beside.status = report.status and beside.resolved_at = report.resolved_at
    and (party = 'author' or beside.id = report.id)
  order by beside.id
$$;
comment on function private.decided_together is
  'The reports of the decision that a party contests: for the author, all that were settled with this one';

create function private.may_contest(report public.reports, party text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.decided_together(report, party) beside
    where not exists (
      select from public.report_contests once
      where once.report_id = beside.id and once.party = may_contest.party))
$$;
comment on function private.may_contest is 'False if the party has contested an earlier decision on all of these reports';

create or replace function public.contest_report(token text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports
  where id = (select report_id from public.visitor_reports where id = known.visitor_report_id);
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in one order, so that two contests of one decision wait for each other.
  perform from public.reports locked
  where locked.target_type = report.target_type and locked.target_id = report.target_id
  order by locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case known.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, known.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, known.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select beside.id, known.party, case when known.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_report.reason), ''), beside.status, beside.resolution_note
  from public.reports beside where beside.id = any (together)
  on conflict do nothing;
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports reopened set status = 'open', resolution_note = null
  where reopened.id = any (together)
    and not exists (
      select from public.reports again
      where again.status = 'open' and again.reporter_id = reopened.reporter_id
        and again.target_type = reopened.target_type and again.target_id = reopened.target_id);
end $$;
comment on function public.contest_report is
  'Opens a decision again for whom it goes against, once for each party: the author''s contest all its reports, a notifier''s their own';

create or replace function public.claim_visitor_report_mail()
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

revoke execute on function private.decided_together, private.may_contest from public;
