-- A member's public texts are names, comments and jerseys. There is no page of a member: a name is shown beside a comment, or as
-- who submitted a jersey or took a photo. So a report of the comment or the jersey names it, with a category of its own; and
-- an administrator can replace names, which until now only their owner could.

alter table public.reports
  drop constraint reports_category_known,
  add constraint reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other'));
alter table public.visitor_reports
  drop constraint visitor_reports_category_known,
  add constraint visitor_reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other'));

alter table public.notices
  drop constraint notices_outcome_known,
  add constraint notices_outcome_known check (
    outcome in (
      'approved', 'rejected', 'reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed')),
  drop constraint notices_about_known,
  add constraint notices_about_known check (about in ('jersey', 'comment', 'profile')),
  add constraint notices_about_fits check ((about = 'profile') = (outcome = 'renamed'));

create function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  told uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := 'membre_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
  update public.profiles set username = becomes, display_name = null where id = was.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into told;
  insert into public.notice_mails (notice_id) values (told);
end $$;
comment on function public.reset_names is
  'Replaces the names of a member, who is told why and may choose others';
revoke execute on function public.reset_names from public, anon;
grant execute on function public.reset_names to authenticated, service_role;
