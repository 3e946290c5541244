-- Figures that an operator has changed stay.
update private.write_limits limits set most = became
from (values (interval '1 hour', 60, 600), (interval '1 day', 300, 3000)) as figure (span, was, became)
where limits.kind = 'visitor_reports' and limits.span = figure.span and limits.most = figure.was;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.has_room_for_report(kind text, origin text, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.write_limits allowed
    where allowed.kind = has_room_for_report.kind
      and allowed.most <= (
        select count(*) from public.visitor_reports filed
        where filed.created_at > now() - allowed.span
          and (has_room_for_report.origin is null or filed.origin = has_room_for_report.origin)
          and (has_room_for_report.email is null
            or private.mailbox(filed.email) = private.mailbox(has_room_for_report.email))
          -- Of all, those only that may have been sent to annoy: what people confirm closes the form to nobody.
          and (has_room_for_report.origin is not null or has_room_for_report.email is not null
            or filed.confirmed_at is null)))
$$;

create or replace function private.mailbox(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select regexp_replace(lower(email), '[+][^@]*@', '@') $$;

create or replace function public.takes_visitor_reports() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.visitor_report_intake where open_until > now())
    and not exists (
      select from private.write_limits allowed
      where allowed.kind = 'visitor_reports_of_anyone'
        and allowed.most <= (
          select count(*) from public.visitor_reports filed
          where filed.from_anyone and filed.confirmed_at is null and filed.created_at > now() - allowed.span))
$$;

COMMENT ON FUNCTION "private"."has_room_for_report"(text, text, text) IS 'True if one more report fits the limits of a kind; counts those of an origin or of a mailbox, or all that nobody has confirmed';

COMMENT ON FUNCTION "private"."mailbox"(text) IS 'An address without capitals and tag: ana+1@ and ana+2@ are mostly one mailbox';

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM PUBLIC;

set check_function_bodies = on;
-- end
