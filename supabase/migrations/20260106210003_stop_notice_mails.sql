-- Out of a mail, without signing in: mailboxes offer 'unsubscribe' and post to the address a mail names
-- (RFC 8058). The notice's id is the key to it: a random number that only its reader was sent.

create function public.stop_notice_mails(notice_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.notice_settings (user_id, topic, by_mail)
  select recipient_id, topic, false from public.notices where id = stop_notice_mails.notice_id
  on conflict (user_id, topic) do update set by_mail = false
$$;
comment on function public.stop_notice_mails is
  'Switches off the mails of a notice''s topic for its recipient; says nothing, whether it exists or not';
revoke execute on function public.stop_notice_mails from public;
grant execute on function public.stop_notice_mails to anon, authenticated, service_role;

-- Therefore one that is only mailed stays, out of sight.
comment on column public.notices.in_account is 'Whether the account shows it';

create or replace function public.settle_notice_mail(
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
