-- Reports of visitors with a hosted project. Its web server has no key but the anonymous one, so a function that everybody may
-- call takes them, and the job with the service key mails and opens it: without a job that runs, no report is taken that nobody
-- would confirm. With our own backend nobody opens it, and the server's form stays the only way.
-- Such a request has no network address and no captcha. So there are fewer of them in all, and the mail that asks
-- a mailbox to confirm quotes nothing: nobody sends words of their own to strangers.

create table private.visitor_report_office (
  is_one boolean primary key default true check (is_one),
  open_until timestamptz not null
);
comment on table private.visitor_report_office is
  'Until when everybody may file reports of visitors; the job that sends their mails moves it on';
alter table private.visitor_report_office enable row level security;
revoke all on private.visitor_report_office from public, anon, authenticated, service_role;

insert into private.write_limits (kind, span, most, for_new) values
  ('visitor_reports_of_anyone', '1 hour', 20, false), ('visitor_reports_of_anyone', '1 day', 60, false);

create function public.offer_visitor_reports() returns void
language sql security definer set search_path = ''
as $$
  insert into private.visitor_report_office (open_until) values (now() + interval '1 hour')
  on conflict (is_one) do update set open_until = excluded.open_until
$$;
comment on function public.offer_visitor_reports is
  'Takes reports of visitors from everybody for an hour: called by the job that sends their mails';

create function public.takes_visitor_reports() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.visitor_report_office where open_until > now())
    and not exists (
      select from private.write_limits allowed
      where allowed.kind = 'visitor_reports_of_anyone'
        and allowed.most <= (
          select count(*) from public.visitor_reports filed
          where filed.from_anyone and filed.created_at > now() - allowed.span))
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
  if not exists (select from private.visitor_report_office where open_until > now()) then
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

revoke execute on function public.offer_visitor_reports from public, anon, authenticated;
revoke execute on function public.takes_visitor_reports, public.send_visitor_report from public;
grant execute on function public.offer_visitor_reports to service_role;
grant execute on function public.takes_visitor_reports, public.send_visitor_report to anon, authenticated, service_role;
-- The token of a mail is the key, as for stop_notice_mails().
grant execute on function public.confirm_visitor_report, public.contest_report to anon, authenticated;
