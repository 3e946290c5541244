ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
ALTER TABLE "public"."notices" ADD COLUMN "comment_id" uuid;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'comment_shown'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE SET NULL;
CREATE INDEX notices_by_comment ON public.notices USING btree (comment_id);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."hidden_notice"(uuid, uuid, text);

DROP FUNCTION "private"."hiding_as_report"(uuid, timestamp with time zone);

DROP FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean);

DROP FUNCTION "private"."shown_notice"(uuid, uuid);

CREATE OR REPLACE FUNCTION private.contest_decision(report_id uuid, party text, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports where id = contest_decision.report_id;
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in the order of settle_reports(): the comment, its reports, its notices. So two contests of one decision wait for each other.
  perform from public.comments where id = report.comment_id for no key update;
  perform from public.reports r_locked
  where r_locked.target_type = report.target_type and r_locked.target_id = report.target_id
  order by r_locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case contest_decision.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, contest_decision.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, contest_decision.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select r_beside.id, contest_decision.party,
    case when contest_decision.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_decision.words), ''), r_beside.status, r_beside.resolution_note
  from public.reports r_beside where r_beside.id = any (together)
  on conflict do nothing;
  -- What told the author of it offers no contest any more: all notices of a comment, or one of the same moment.
  update public.notices notice set contested_at = now()
  where contest_decision.party = 'author' and notice.recipient_id = private.reported_author(report)
    and notice.outcome in ('report_upheld', 'comment_hidden') and not notice.is_again and notice.contested_at is null
    and (notice.comment_id = report.comment_id or notice.comment_id is null and notice.created_at = report.resolved_at);
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_written boolean := tg_op = 'INSERT';
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    is_written := new.body is distinct from old.body;
    if is_written then
      new.edited_at := now();
    end if;
    if (new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason) and private.is_comment_for_another(old.id) then
      raise sqlstate 'PT403' using
        message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
    end if;
    if current_user = 'authenticated'
      and ((new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason)
          and not public.is_admin(auth.uid())
          and not (public.is_reviewer(auth.uid()) and old.author_id is distinct from auth.uid())
        or new.body <> old.body and old.author_id is distinct from auth.uid()) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, reviewers whether it is hidden.';
    end if;
  end if;
  if is_written and not new.is_hidden and current_user = 'authenticated' and new.body ~* '(https?://|www\.)'
    and not public.is_reviewer(auth.uid())
    and not exists (
      select from public.comments c_shown
      where c_shown.author_id = new.author_id and not c_shown.is_hidden and c_shown.id <> new.id
        and c_shown.body ~* '(https?://|www\.)') then
    new.is_hidden := true;
    new.hidden_reason := null;
  elsif is_written and new.is_hidden and current_user = 'authenticated' then
    -- Its author corrected it: it is looked at again.
    new.hidden_reason := null;
  elsif not new.is_hidden then
    new.hidden_reason := null;
  elsif tg_op = 'INSERT' then
    -- Only what was hidden before comes so: another database's rows.
    new.hidden_reason := coalesce(new.hidden_reason, 'off_topic');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.hiding_as_report(hidden public.comments)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- None if its decider has left.
  decision private.decisions;
  settled uuid;
begin
  select * into decision from private.decisions made where made.table_name = 'comments' and made.row_id = hidden.id;
  insert into public.reports (reporter_id, target_type, target_id, status, done, resolution_note, resolved_at)
  values (null, 'comment', hidden.id, 'upheld', 'hidden', hidden.hidden_reason, coalesce((decision.was ->> 'at')::timestamptz, now()))
  returning id into settled;
  perform private.record_decision(
    'reports', settled, decision.decided_by, jsonb_build_object('at', decision.was -> 'at', 'status', 'open'));
  return settled;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_comment_for_another(comment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.reports report
    where report.comment_id = is_comment_for_another.comment_id and private.is_report_for_another(report, auth.uid()))
$function$
;

CREATE OR REPLACE FUNCTION private.is_contested(comment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.reports report join public.report_contests contest on contest.report_id = report.id
    where report.comment_id = is_contested.comment_id and report.status = 'open' and contest.party = 'author')
$function$
;

CREATE OR REPLACE FUNCTION private.is_report_for_another(report public.reports, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Nobody's any more if its decider has left.
  select report.status = 'open' and coalesce(private.decided_by('reports', report.id) = reviewer, false) and exists (
    select from public.report_contests contest
    where contest.report_id = report.id
      and not private.may_decide_anew(
        reviewer, case contest.party when 'author' then contest.author_id else report.reporter_id end, contest.created_at))
$function$
;

CREATE OR REPLACE FUNCTION private.notify(recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, done text DEFAULT NULL::text, is_again boolean DEFAULT false, comment_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select setting.by_mail, setting.in_account into by_mail, in_account
  from public.notice_settings setting
  where setting.user_id = recipient and setting.topic = notify.topic;
  -- These have no mail.
  by_mail := coalesce(by_mail, true) and notify.outcome not in ('comment_shown', 'reopened');
  -- A hidden comment is contested by its notice.
  in_account := coalesce(in_account, true) or notify.outcome = 'comment_hidden' and notify.about = 'comment';
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices n_earlier
    where n_earlier.recipient_id = recipient and n_earlier.jersey_id = notify.jersey_id
      and n_earlier.outcome in ('approved', 'corrected', 'rejected') and not n_earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at, done, is_again, comment_id)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due, notify.done, notify.is_again, notify.comment_id)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_comments_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone uuid[];
  told record;
begin
  -- Hidden by mistake a moment ago: their authors were told nothing, and aren't now.
  undone := array(
    select becomes.id from becomes join was on was.id = becomes.id
    where was.hidden_reason is not null and not becomes.is_hidden
      and private.untold_notice(was::public.comments, 'comment_hidden') is not null
      -- Unless it is only the last reason that they weren't told.
      and coalesce((
        select told_before.outcome = 'comment_shown' from public.notices told_before
        where told_before.comment_id = was.id and told_before.outcome in ('comment_hidden', 'comment_shown', 'report_upheld')
          and told_before.due_at <= clock_timestamp()
        order by told_before.created_at desc limit 1), true));
  -- Shown or hidden again within seconds, given back to the queue, or hidden for another reason. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
      and notice.id = private.untold_notice(was::public.comments, 'comment_hidden')
    or becomes.is_hidden and not was.is_hidden and notice.id = private.untold_notice(was::public.comments, 'comment_shown');
  for told in
    select changed.author_id, changed.outcome, changed.is_again, min(changed.hidden_reason) as reason,
      case when count(*) = 1 then (array_agg(changed.id))[1] end as comment_id,
      case when count(*) = 1 then (array_agg(changed.jersey_id))[1] end as jersey_id
    from (
      select becomes.*, case when becomes.is_hidden then 'comment_hidden' else 'comment_shown' end as outcome,
        private.is_contested(becomes.id) as is_again
      from becomes join was on was.id = becomes.id
      where becomes.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
        or was.is_hidden and not becomes.is_hidden and becomes.id <> all (undone)) changed
    group by changed.author_id, changed.outcome, changed.is_again
  loop
    -- Its reader is told when it can't be undone any more.
    perform private.set_change('undoable', 'true');
    perform private.notify(
      told.author_id, 'jersey', told.outcome, case when told.comment_id is null then 'profile' else 'comment' end, told.jersey_id,
      coalesce((select title from public.jerseys where id = told.jersey_id), private.shown_name(told.author_id)), told.reason,
      is_again => told.is_again, comment_id => told.comment_id);
    perform private.set_change('undoable', null);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
  -- When the decision can't be undone any more.
  due constant timestamptz := now() + private.undo_time();
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    -- What nobody but members reported is told to authors who have contested it. One that is shown again tells so itself.
    if new.done = 'hidden' and exists (
        select from public.report_contests contest where contest.report_id = new.id and contest.party = 'author')
      and not exists (
        select from public.notices told
        where told.comment_id = new.comment_id and told.outcome in ('comment_hidden', 'report_upheld') and told.created_at = now()) then
      perform private.set_change('undoable', 'true');
      perform private.notify(
        author, 'jersey', 'comment_hidden', 'comment', commented.jersey_id, jersey.title, new.resolution_note, is_again => true,
        comment_id => commented.id)
      from public.comments commented join public.jerseys jersey on jersey.id = commented.jersey_id
      where commented.id = new.comment_id;
      perform private.set_change('undoable', null);
    end if;
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'notifier', new.resolution_note, due);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports vr on vr.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and vr.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- Its comment was hidden or shown a moment ago: one mail says it all.
  delete from public.notices notice using public.comments comment
  where comment.id = new.comment_id
    and notice.id in (private.untold_notice(comment, 'comment_hidden'), private.untold_notice(comment, 'comment_shown'));
  -- The mail goes to every author, whatever their settings: it says how to contest. So does the notice of a comment, as one without a report.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at, is_again, comment_id)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due, exists (select from public.report_contests contest where contest.report_id = new.id),
    new.comment_id
  where new.comment_id is not null and new.status = 'upheld' or not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.decisions decision
  where not exists (select from auth.users account where account.id = record_decision.decided_by)
    and decision.table_name = record_decision.table_name and decision.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, account.id, record_decision.was
  from auth.users account where account.id = record_decision.decided_by
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
$function$
;

CREATE OR REPLACE FUNCTION private.untold_notice(comment public.comments, outcome text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notice.id from public.notices notice
  where notice.recipient_id = comment.author_id and notice.outcome = untold_notice.outcome and notice.due_at > clock_timestamp()
    and (notice.comment_id = comment.id
      -- Of several at once, when it is true of none of them any more.
      or notice.about = 'profile' and not exists (
        select from public.comments c_own
        where c_own.author_id = comment.author_id
          and case untold_notice.outcome when 'comment_shown' then not c_own.is_hidden else c_own.hidden_reason = notice.note end))
  order by notice.about limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.contest_notice(notice_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice public.notices;
  comment public.comments;
  report uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  -- Before anything is read of it: see contest_decision().
  select hidden.* into comment from public.comments hidden
  where hidden.id = (
    select own.comment_id from public.notices own where own.id = contest_notice.notice_id and own.recipient_id = auth.uid())
  for no key update;
  select * into notice from public.notices own
  where own.id = contest_notice.notice_id and own.recipient_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'notice_not_found', detail = 'There is no such notice of yours.';
  end if;
  -- A comment may have been decided on anew since: the last decision is contested.
  if notice.outcome = 'report_upheld' or notice.outcome = 'comment_hidden' and comment.hidden_reason is not null then
    select decided.id into report from public.reports decided
    where decided.status = 'upheld' and (
      decided.comment_id = comment.id and decided.resolved_at >= notice.created_at
      or decided.resolved_at = notice.created_at and decided.target_type = notice.about and notice.about <> 'comment'
        and private.reported_author(decided) = notice.recipient_id)
    order by decided.resolved_at desc limit 1;
    if report is null and notice.outcome = 'comment_hidden' then
      report := private.hiding_as_report(comment);
    end if;
  end if;
  if report is null or notice.is_again or notice.contested_at is not null or notice.created_at <= now() - interval '180 days' then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or can''t be contested any more.';
  end if;
  perform private.contest_decision(report, 'author', said);
end $function$
;

CREATE OR REPLACE FUNCTION public.hide_comments(member_id uuid, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  hidden integer;
begin
  perform private.check_reviewer();
  if hide_comments.member_id = auth.uid() then
    raise insufficient_privilege using message = 'moderation_own', detail = 'Nobody decides on their own comments.';
  end if;
  if not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'comments_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  update public.comments c_own set is_hidden = true, hidden_reason = given
  where c_own.author_id = hide_comments.member_id and (not c_own.is_hidden or c_own.hidden_reason is null)
    and not private.is_comment_for_another(c_own.id);
  get diagnostics hidden = row_count;
  return hidden;
end $function$
;

CREATE OR REPLACE FUNCTION public.my_decisions()
 RETURNS TABLE(ids uuid[], kind text, target_type text, target_id uuid, title text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  select array_agg(row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.comments comment on comment.id = decision.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where decision.table_name = 'comments' and decision.decided_by = auth.uid() and comment.hidden_reason is not null
      and not private.is_comment_for_another(comment.id)
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()) decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 20;
end $function$
;

COMMENT ON COLUMN "public"."notices"."comment_id" IS 'The comment that was hidden, shown or reported; null of several at once, and when it is deleted: then nothing is contested';

COMMENT ON FUNCTION "private"."hiding_as_report"(public.comments) IS 'A comment that a reviewer hid without any report, as a report that they have settled: so its author contests it like any other decision';

COMMENT ON FUNCTION "private"."is_comment_for_another"(uuid) IS 'True of a comment on which the caller''s decision is contested: somebody else hides or shows it';

COMMENT ON FUNCTION "private"."is_contested"(uuid) IS 'True while a decision against a comment that its author has contested waits';

COMMENT ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean, uuid) IS 'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, also if the reason changes, and that they are shown: once for all of one statement';

COMMENT ON FUNCTION "private"."record_decision"(text, uuid, uuid, jsonb) IS 'Notes who decided on a row and what it was before; nobody, or who has left: forgets it';

COMMENT ON FUNCTION "private"."untold_notice"(public.comments, text) IS 'A notice that a comment was hidden or shown (`comment_hidden`, `comment_shown`) of which its author was not told yet';

REVOKE ALL ON FUNCTION "private"."hiding_as_report"(public.comments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_comment_for_another"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_comment_for_another"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_contested"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untold_notice"(public.comments, text) FROM PUBLIC;

set check_function_bodies = on;
-- end
