-- The queue of mails as whoever sends them works through it: claim one, send it, settle it. A claim holds
-- for a while, longer each time; whoever dies with one leaves it to be claimed again. No row stays locked
-- while a mail server is waited for.

create function public.claim_notice_mail()
returns table (
  notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text,
  jersey_id uuid, team_slug text, kit_type_slug text, year integer
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
    -- Asked once more: the member may have switched it off meanwhile.
    return query
    select notice.id, account.email::text, account.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note,
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
        where wish.user_id = notice.recipient_id and wish.topic = notice.topic and not wish.by_mail);
    if found then
      return;
    end if;
    perform public.settle_notice_mail(claimed);
    claimed := null;
  end loop;
end $$;
comment on function public.claim_notice_mail is
  'The next mail that is due, if any, and all it says; the jersey only where its reader can open it';

create function public.settle_notice_mail(
  notice_id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.notice_mails mail where mail.notice_id = settle_notice_mail.notice_id;
    delete from public.notices notice
    where notice.id = settle_notice_mail.notice_id and not notice.in_account;
  else
    update public.notice_mails mail
    set problem = settle_notice_mail.problem, attempts = case when final then 10 else attempts end
    where mail.notice_id = settle_notice_mail.notice_id;
  end if;
end $$;
comment on function public.settle_notice_mail is
  'A mail has left, or why it has not; then it is claimed again later, ten times at most, or not when that is final';

revoke execute on function public.claim_notice_mail, public.settle_notice_mail
  from public, anon, authenticated;
grant execute on function public.claim_notice_mail, public.settle_notice_mail to service_role;
