-- The queue of notice mails: claim one, send it, settle it. A claim lasts for a while, longer each time; a mail
-- whose sender died is claimed again. No row stays locked while a mail server answers.

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
    -- The settings are read again: the member may have switched mails off meanwhile.
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
  'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';

create function public.settle_notice_mail(
  notice_id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.notice_mails mail where mail.notice_id = settle_notice_mail.notice_id;
  else
    update public.notice_mails mail
    set problem = settle_notice_mail.problem, attempts = case when final then 10 else attempts end
    where mail.notice_id = settle_notice_mail.notice_id;
  end if;
end $$;
comment on function public.settle_notice_mail is
  'Records that a mail has left, or why it has not. A failed mail is claimed again, ten times at most, or never if the failure is final';

revoke execute on function public.claim_notice_mail, public.settle_notice_mail
  from public, anon, authenticated;
grant execute on function public.claim_notice_mail, public.settle_notice_mail to service_role;

-- Mailbox providers offer 'unsubscribe' and post to an address in the mail (RFC 8058), without
-- signing in. The notice's id is the key: a random number that only its reader received.
create function public.stop_notice_mails(notice_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.notice_settings (user_id, topic, by_mail)
  select recipient_id, topic, false from public.notices where id = stop_notice_mails.notice_id
  on conflict (user_id, topic) do update set by_mail = false
$$;
comment on function public.stop_notice_mails is
  'Switches off the mails of a notice''s topic for its recipient; does not tell whether the notice exists';
revoke execute on function public.stop_notice_mails from public;
grant execute on function public.stop_notice_mails to anon, authenticated, service_role;
