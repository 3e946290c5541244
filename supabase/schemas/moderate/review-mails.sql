-- The daily mail to reviewers: how much waits for them, and since when.
-- It leaves at the hour that each chose, in Paris; without a choice at 8. Nothing leaves if nothing waits.
-- Claiming one notes its day, so nobody gets two of a day, whatever dies when.

create table public.review_mails (
  member_id uuid primary key references auth.users (id) on delete cascade,
  hour smallint default 8
    constraint review_mails_hour_range check (hour between 0 and 23),
  key uuid not null default gen_random_uuid()
    constraint review_mails_key_key unique,
  -- Who becomes a reviewer gets the first one tomorrow.
  day date not null default (now() at time zone 'Europe/Paris')::date,
  retry_at timestamptz
);
comment on table public.review_mails is 'At which hour a reviewer gets the daily mail. Written by functions';
comment on column public.review_mails.hour is 'In Paris; null: none';
comment on column public.review_mails.key is 'Of the link that ends the mails without signing in. Only their reader gets it';
comment on column public.review_mails.day is 'The day whose mail was claimed, or had nothing to tell';

alter table public.review_mails enable row level security;
revoke all on public.review_mails from anon, authenticated;
grant select on public.review_mails to authenticated;
grant select, insert, update, delete on public.review_mails to service_role;

create policy "members read their own hour" on public.review_mails
  for select to authenticated using (member_id = (select auth.uid()));

create function public.want_review_mail(hour integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  here constant timestamp := now() at time zone 'Europe/Paris';
begin
  perform private.check_reviewer();
  perform private.count_write('letters', 1);
  insert into public.review_mails as mail (member_id, hour) values (auth.uid(), want_review_mail.hour)
  on conflict on constraint review_mails_pkey do update set
    hour = excluded.hour,
    retry_at = null,
    -- An hour that has passed comes tomorrow.
    day = case when extract(hour from here) >= excluded.hour then greatest(mail.day, here::date) else mail.day end;
end $$;
comment on function public.want_review_mail is 'The hour in Paris of the caller''s daily mail about the queue, 0 to 23; null switches it off';

-- RFC 8058, as stop_notice_mails().
create function public.stop_review_mails(key uuid) returns void
language sql security definer set search_path = ''
as $$ update public.review_mails set hour = null where key = stop_review_mails.key $$;
comment on function public.stop_review_mails is
  'Switches off the daily mail whose key this is, without signing in; does not tell whether there is one';

create function public.claim_review_mails(most integer)
returns table (member_id uuid, key uuid, email text, lang text, day text, amount integer, oldest timestamptz)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  here constant timestamp := now() at time zone 'Europe/Paris';
begin
  -- The condition, because a conflict would wait for a worker that is at it.
  insert into public.review_mails (member_id)
  select distinct ur.user_id from public.user_roles ur
  where not exists (select from public.review_mails mail where mail.member_id = ur.user_id)
  on conflict on constraint review_mails_pkey do nothing;
  return query
  with claimed as (
    update public.review_mails mail set day = here::date, retry_at = null
    where mail.member_id in (
      select rm_due.member_id from public.review_mails rm_due
      where rm_due.hour <= extract(hour from here) and rm_due.day < here::date and coalesce(rm_due.retry_at <= now(), true)
        and exists (select from public.user_roles ur where ur.user_id = rm_due.member_id)
      order by rm_due.member_id limit most for update skip locked)
    returning mail.*)
  select mail.member_id, mail.key, u.email::text, u.raw_user_meta_data ->> 'lang', mail.day::text, waiting.amount, waiting.oldest
  from claimed mail
  join auth.users u on u.id = mail.member_id
  cross join lateral private.waiting_for(mail.member_id) waiting
  where u.email <> '' and u.email_confirmed_at is not null and coalesce(u.banned_until <= now(), true) and waiting.amount > 0;
end $$;
comment on function public.claim_review_mails is
  'The daily mails that are due, of reviewers for whom something waits: how much they can decide, and since when';

create function public.finish_review_mail(member_id uuid, problem text default null, final boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.review_mails mail set day = mail.day - 1, retry_at = now() + interval '1 hour'
  where mail.member_id = finish_review_mail.member_id and finish_review_mail.problem is not null and not finish_review_mail.final
$$;
comment on function public.finish_review_mail is
  'Records what a mail server refused for now: it is claimed again after an hour';
