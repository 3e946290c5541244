ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_changes_of_outcome";
ALTER TABLE "public"."notices" ADD COLUMN "done" text;
ALTER TABLE "public"."notices" ADD COLUMN "is_again" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_changes_of_outcome" CHECK (((changes IS NOT NULL) = ((outcome = ANY (ARRAY['corrected'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text])) OR (NOT (done IS DISTINCT FROM 'corrected'::text)))));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_done_known" CHECK ((done = ANY (ARRAY['corrected'::text, 'merged'::text, 'removed'::text, 'hidden'::text, 'other'::text])));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_done_of_report" CHECK (((done IS NULL) OR (outcome = 'upheld'::text)));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP VIEW "private"."reopenable";

DROP FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb);

DROP FUNCTION "public"."claim_notice_mail"();

DROP FUNCTION "public"."my_decisions"();

CREATE OR REPLACE FUNCTION private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
  suggested constant jsonb := suggestion.words;
begin
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() and exists (
    select from jsonb_each(given) verdict where coalesce(verdict.value ->> 'reason', private.tidy(verdict.value ->> 'note')) is null) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'Who decides a second time says why, also of what is accepted: in `note`.';
  end if;
  if corrections is not null then
    suggestion.changes := suggestion.changes || corrections;
    suggestion.words := suggestion.words || private.suggestion_words(
      suggestion.target_type, private.target_row(suggestion.target_type, suggestion.target_id) || suggestion.was,
      private.target_row(suggestion.target_type, suggestion.target_id) || corrections,
      array(select name from unnest(accepted) name where corrections ? name));
    given := given || (
      select coalesce(jsonb_object_agg(name, given -> name || jsonb_build_object(
        'corrected', true, 'suggested', suggested -> name -> 'after')), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions s_decided
  set verdicts = s_decided.verdicts || given, status = private.outcome_of(s_decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where s_decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.retire_jersey(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    -- First: their members are told of photos that are still there.
    if corrections is null and suggestion.status = 'accepted' and suggestion.kind = 'edit' then
      perform private.accept_alike(array(
        select s_alike.id from public.suggestions s_alike
        where s_alike.target_type = suggestion.target_type and s_alike.target_id = suggestion.target_id
          and s_alike.kind = 'edit' and s_alike.changes = suggestion.changes
          and not exists (select from public.jersey_images image where image.suggestion_id = s_alike.id)), suggestion.target_id);
    end if;
    perform private.apply_suggestion(suggestion, accepted);
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'), is_again => suggestion.contested_at is not null);
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify(recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, done text DEFAULT NULL::text, is_again boolean DEFAULT false)
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
  by_mail := coalesce(by_mail, true);
  in_account := coalesce(in_account, true);
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
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at, done, is_again)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due, notify.done, notify.is_again)
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
  author record;
begin
  for author in
    select becomes.author_id as id, count(*) as amount, (array_agg(becomes.jersey_id))[1] as jersey_id,
      min(becomes.hidden_reason) as reason
    from becomes join was on was.id = becomes.id
    where becomes.hidden_reason is not null and was.hidden_reason is null
    group by becomes.author_id
  loop
    -- Its reader is told when it can't be undone any more.
    perform private.set_change('undoable', 'true');
    if author.amount = 1 then
      perform private.notify(
        author.id, 'jersey', 'comment_hidden', 'comment', author.jersey_id,
        (select title from public.jerseys where id = author.jersey_id), author.reason);
    else
      perform private.notify(
        author.id, 'jersey', 'comment_hidden', 'profile', null, private.shown_name(author.id), author.reason);
    end if;
    perform private.set_change('undoable', null);
  end loop;
  -- Shown again within seconds, or given back to the queue: its author was told nothing, and isn't now. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is null
    and notice.id = private.hidden_notice(was.author_id, was.jersey_id, was.hidden_reason);
  -- Shown again later: what its author was told isn't so any more.
  update public.notices notice set in_account = false
  from becomes join was on was.id = becomes.id
  join private.decisions decision on decision.table_name = 'comments' and decision.row_id = becomes.id
  where was.hidden_reason is not null and not becomes.is_hidden
    and notice.recipient_id = was.author_id and notice.outcome = 'comment_hidden' and notice.about = 'comment'
    and notice.created_at = (decision.was ->> 'at')::timestamptz;
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
  -- Its comment was hidden a moment ago, for the same reason: one mail says it all.
  delete from public.notices notice using public.comments comment
  where new.target_type = 'comment' and new.status = 'upheld' and comment.id = new.comment_id
    and notice.id = private.hidden_notice(author, comment.jersey_id, comment.hidden_reason);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at, is_again)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due, exists (select from public.report_contests contest where contest.report_id = new.id)
  where not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_reporter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
  corrected constant jsonb := case when new.done = 'corrected' then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', change.key, 'before', private.as_text(change.value -> 'before'), 'after', private.as_text(change.value -> 'after'))
      order by revision.id, change.key), '[]')
    from public.revisions revision cross join jsonb_each(revision.changes) change
    where revision.batch_id = private.current_batch() and revision.target_id = new.jersey_id) end;
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note,
    corrected, new.done, exists (select from public.report_contests contest where contest.report_id = new.id));
  perform private.set_change('undoable', null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_hiding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision(
    'comments', new.id, auth.uid(), jsonb_build_object('at', now(), 'is_hidden', old.is_hidden));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_notice_mail()
 RETURNS TABLE(notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text, changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer, done text, is_again boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      notice.is_again
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
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.hide_list(list_id uuid, reason text, hidden boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  perform private.require_reviewer('hide lists');
  select * into list from public.lists l where l.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.record_decision('lists', list.id, auth.uid(), jsonb_build_object('at', now()));
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $function$
;

CREATE OR REPLACE FUNCTION public.my_decisions()
 RETURNS TABLE(ids uuid[], kind text, outcome text, target_type text, target_id uuid, title text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  select array_agg(row_id order by row_id), kind, outcome, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, outcome, target_type, target_id, title, decided_at
    from private.reopenable
    where decided_by = auth.uid()
    union all
    select suggestion.id, suggestion.kind, 'partly', suggestion.target_type, suggestion.target_id, suggestion.title, suggestion.decided_at
    from private.decisions decision join public.suggestions suggestion on suggestion.id = decision.row_id
    where decision.table_name = 'suggestions' and decision.decided_by = auth.uid() and suggestion.status = 'partly'
      and suggestion.decided_at > now() - private.contest_time()) decided
  group by kind, outcome, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 20;
end $function$
;

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM "anon";

CREATE OR REPLACE FUNCTION public.settle_reports(report_ids uuid[], done text DEFAULT NULL::text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, into_id uuid DEFAULT NULL::uuid, urgency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(note);
  report public.reports;
  settled uuid[];
begin
  perform private.check_reviewer();
  select r_asked.* into report from public.reports r_asked
  where r_asked.id = any (report_ids) and r_asked.status = 'open' and private.may_settle(r_asked)
  order by array_position(report_ids, r_asked.id) limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then coalesce(settle_reports.done, 'nothing') end)
    when 'corrected' then
      perform private.correct_reported(report.target_id, settle_reports.changes, coalesce(given, 'wrong'));
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = coalesce(given, 'off_topic') where id = report.target_id;
      end if;
    when 'nothing' then
      -- What a reviewer has hidden is shown again.
      update public.comments set is_hidden = false where id = report.target_id and hidden_reason is not null;
      perform public.hide_list(list.id, null, false) from public.lists list
      where list.id = report.target_id and list.is_hidden and list.member_id <> auth.uid();
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
      -- A merge has led them to the jersey that stays.
      and r_closed.target_id in (report.target_id, settle_reports.into_id)
    returning r_closed.id)
  select array_agg(id) into settled from closed;
  perform private.set_change('undoable', null);
  if settled is null then
    if exists (select from public.reports where id = any (report_ids) and status = 'open') then
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself.';
    end if;
    raise sqlstate 'PT409' using
      message = 'report_decided', detail = jsonb_build_object(
        'username', (
          select profile.username from public.profiles profile
          where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())),
        'status', (
          select r_decided.status from public.reports r_decided
          where r_decided.id = report_ids[1] and (
            public.is_admin(auth.uid()) or r_decided.target_type <> 'profile' and not private.is_about(r_decided, auth.uid()))))::text;
  end if;
  return jsonb_build_object('settled', settled, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_decision(decided_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
  told uuid[];
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_target('jersey', decided_id);
  perform from public.comments where id = decided_id for update;
  perform from public.lists where id = decided_id for update;
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if not exists (select from private.reopenable where row_id = decided_id and decided_by = auth.uid()) and (
    coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or past.table_name in ('comments', 'lists')
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null)) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision, was changed since, or made something public: see undo().';
  end if;
  -- Others may have been told of another decision of the same statement.
  told := array[
    suggestion.member_id, (select author_id from public.jerseys where id = decided_id),
    (select author_id from public.comments where id = decided_id)] || array(
    select unnest(array[report.reporter_id, private.reported_author(report)]) from public.reports report
    where report.id = decided_id
      or (report.comment_id = decided_id or report.target_type = 'list' and report.target_id = decided_id) and report.resolved_at = moment);
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  elsif past.table_name = 'jerseys' then
    perform private.write_fields('jersey', decided_id, past.was);
    perform private.record_decision('jerseys', decided_id, null);
  else
    -- One that waited for a reviewer's look waits again.
    update public.comments set is_hidden = (past.was ->> 'is_hidden')::boolean, hidden_reason = null where id = decided_id;
    if past.table_name = 'lists' then
      perform public.hide_list(decided_id, null, false);
    end if;
    -- Hiding it settled them.
    update public.reports set status = 'open', resolution_note = null
    where (comment_id = decided_id or target_type = 'list' and target_id = decided_id)
      and status = 'upheld' and resolved_at = moment;
    perform private.record_decision(past.table_name, decided_id, null);
  end if;
  perform private.end_revision();
  delete from public.notices notice
  where notice.created_at = moment and notice.due_at > clock_timestamp() and notice.recipient_id = any (told);
  delete from public.notice_mails mail using public.notices notice
  where notice.id = mail.notice_id and notice.created_at = moment and notice.recipient_id = any (told);
  -- What their readers were told isn't so any more. The rows stay: the mails that have left name them.
  update public.notices notice set in_account = false
  where notice.created_at = moment and notice.recipient_id = any (told);
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

CREATE VIEW "private"."reopenable" AS  SELECT decision.row_id,
    decision.decided_by,
    ((decision.was ->> 'at'::text))::timestamp with time zone AS decided_at,
    decided.kind,
    decided.outcome,
    decided.target_type,
    decided.target_id,
    decided.title
   FROM (private.decisions decision
     CROSS JOIN LATERAL ( SELECT 'new'::text AS kind,
            'refused'::text AS outcome,
            'jersey'::text AS target_type,
            jersey.id AS target_id,
            jersey.title
           FROM public.jerseys jersey
          WHERE ((decision.table_name = 'jerseys'::text) AND (jersey.id = decision.row_id) AND (jersey.status = 'rejected'::text) AND (jersey.edited_at IS NULL) AND jersey.is_active)
        UNION ALL
         SELECT suggestion.kind,
            'refused'::text AS outcome,
            suggestion.target_type,
            suggestion.target_id,
            suggestion.title
           FROM (public.suggestions suggestion
             CROSS JOIN LATERAL ( SELECT private.target_row(suggestion.target_type, suggestion.target_id) AS version) present)
          WHERE ((decision.table_name = 'suggestions'::text) AND (suggestion.id = decision.row_id) AND (suggestion.status = 'refused'::text) AND (suggestion.afterwards IS NULL) AND (suggestion.contested_at IS NULL) AND (suggestion.member_id IS NOT NULL) AND ((present.version ->> 'is_active'::text) = 'true'::text) AND (COALESCE((present.version ->> 'status'::text), 'approved'::text) = 'approved'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.suggestions s_other
                  WHERE ((s_other.member_id = suggestion.member_id) AND (s_other.target_id = suggestion.target_id) AND (s_other.status = 'open'::text))))))
        UNION ALL
         SELECT 'report'::text AS kind,
            'nothing'::text AS outcome,
            report.target_type,
            report.target_id,
            COALESCE(jersey.title, report.reported_name) AS title
           FROM ((public.reports report
             LEFT JOIN public.comments comment ON ((comment.id = report.comment_id)))
             LEFT JOIN public.jerseys jersey ON ((jersey.id = COALESCE(report.jersey_id, comment.jersey_id))))
          WHERE ((decision.table_name = 'reports'::text) AND (report.id = decision.row_id) AND (report.status = 'dismissed'::text) AND ((decision.was ->> 'status'::text) = 'open'::text) AND COALESCE(jersey.is_active, true) AND (NOT (EXISTS ( SELECT
                   FROM public.reports r_again
                  WHERE ((r_again.reporter_id = report.reporter_id) AND (r_again.target_id = report.target_id) AND (r_again.status = 'open'::text))))))
        UNION ALL
         SELECT 'hidden'::text AS kind,
            'hidden'::text AS outcome,
            'comment'::text AS target_type,
            comment.author_id AS target_id,
            "left"(comment.body, 100) AS title
           FROM (public.comments comment
             JOIN public.jerseys jersey ON (((jersey.id = comment.jersey_id) AND (jersey.status = 'approved'::text) AND jersey.is_active)))
          WHERE ((decision.table_name = 'comments'::text) AND (comment.id = decision.row_id) AND (comment.hidden_reason IS NOT NULL))
        UNION ALL
         SELECT 'hidden'::text AS kind,
            'hidden'::text AS outcome,
            'list'::text AS target_type,
            list.id AS target_id,
            list.title
           FROM public.lists list
          WHERE ((decision.table_name = 'lists'::text) AND (list.id = decision.row_id) AND list.is_hidden)) decided)
  WHERE ((((decision.was ->> 'at'::text))::timestamp with time zone > (now() - private.contest_time())) AND (NOT ((decided.kind = 'hidden'::text) AND (EXISTS ( SELECT
           FROM public.reports report
          WHERE (((report.comment_id = decision.row_id) OR ((report.target_type = 'list'::text) AND (report.target_id = decision.row_id))) AND ((report.status = 'open'::text) OR (report.resolved_at > ((decision.was ->> 'at'::text))::timestamp with time zone))))))));;

CREATE TRIGGER comments_forget_decision AFTER DELETE ON public.comments FOR EACH ROW EXECUTE FUNCTION private.forget_decision();

CREATE TRIGGER comments_record_hiding AFTER UPDATE ON public.comments FOR EACH ROW WHEN (((new.hidden_reason IS NOT NULL) AND (old.hidden_reason IS NULL))) EXECUTE FUNCTION private.record_hiding();

CREATE TRIGGER lists_forget_decision AFTER DELETE ON public.lists FOR EACH ROW EXECUTE FUNCTION private.forget_decision();

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo puts that back';

COMMENT ON COLUMN "public"."notices"."done" IS 'What was done about the recipient''s report (`reports.done`)';

COMMENT ON COLUMN "public"."notices"."is_again" IS 'True if an earlier decision was contested: this one answers it';

COMMENT ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean) IS 'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, once for all of one statement; of what is shown again the account tells it no more';

COMMENT ON FUNCTION "public"."claim_notice_mail"() IS 'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals, dismissed reports, and hidden comments and lists that undo_decision() can put back, the latest first; what was decided together as one. Also what they accepted in part (`partly`), which undo() takes back';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing: then what was hidden is shown again. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Puts back into the queue what the caller refused, checked or settled, and shows again what they hid. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists, and the account doesn''t show the notice any more';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, hid a comment or a list, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON VIEW "private"."reopenable" IS 'Refusals, dismissed reports, and hidden comments and lists that can be as they were, as nothing happened since: nothing of them became public, nobody contested, changed, decided or sent it again, and its page is there. As long as refused photos are stored';

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_hiding"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_notice_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "service_role";

set check_function_bodies = on;
-- end
