-- The queue of mails about notices.
-- A job claims a mail, sends it and marks it sent; a member can stop them by a link.
-- No mail is lost when a server dies, and none is sent twice within its claim.

-- SQL can't send a mail. The server (embedded) or a background job with the service key (hosted)
-- claims mails one by one. A row is deleted when its mail was sent, and stays when no mail server
-- accepts it.
create table public.notice_mails (
  notice_id uuid primary key references public.notices (id) on delete cascade,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  problem text
);
comment on table public.notice_mails is 'Mails still to be sent';

create index notice_mails_due on public.notice_mails (retry_at, notice_id);
comment on index public.notice_mails_due is 'Mails due, oldest first: job';

alter table public.notice_mails enable row level security;
revoke all on public.notice_mails from anon, authenticated;
grant select, insert, update, delete on public.notice_mails to service_role;

create function public.finish_notice_mail(
  notice_id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.notice_mails mail where mail.notice_id = finish_notice_mail.notice_id;
  else
    update public.notice_mails mail
    set problem = finish_notice_mail.problem, attempts = case when final then 10 else attempts end
    where mail.notice_id = finish_notice_mail.notice_id;
  end if;
end $$;
comment on function public.finish_notice_mail is
  'Records that a mail has left, or why it has not. A failed mail is claimed again, ten times at most, or never if the failure is final';

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

create function public.claim_notice_mail()
returns table (
  notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text,
  changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer, done text, is_again boolean, comment text
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
      select mail.notice_id from public.notice_mails mail
      where mail.retry_at <= now() and mail.attempts < 10
      order by mail.retry_at, mail.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, u.email::text, u.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      case when notice.outcome <> 'submission_merged' then notice.done
        -- Its photos became one with the merge.
        when exists (
          select from public.suggestions suggestion
          where suggestion.member_id = notice.recipient_id and suggestion.target_id = notice.jersey_id
            and suggestion.kind = 'photos' and suggestion.created_at = notice.created_at) then 'suggested' end,
      notice.is_again,
      -- What it was about: its author has written others.
      (select left(comment.body, 300) from public.comments comment
        where comment.id = notice.comment_id and notice.outcome = 'comment_hidden')
    from public.notices notice
    join auth.users u on u.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and u.email <> '' and u.email_confirmed_at is not null
      -- Who is suspended reads why, whatever they chose: they can't sign in.
      and (notice.outcome = 'suspended' or coalesce(u.banned_until <= now(), true)
        and not exists (
          select from public.notice_settings setting
          where setting.user_id = notice.recipient_id and setting.topic = notice.topic and not setting.by_mail))
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices n_newer
          where n_newer.recipient_id = notice.recipient_id and n_newer.jersey_id = notice.jersey_id
            and n_newer.outcome in ('approved', 'corrected', 'rejected')
            and n_newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $$;
comment on function public.claim_notice_mail is
  'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';
