-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
CREATE TABLE "public"."review_mails" ("member_id" uuid NOT NULL, "hour" smallint DEFAULT 8, "key" uuid NOT NULL DEFAULT gen_random_uuid(), "day" date NOT NULL DEFAULT ((now() AT TIME ZONE 'Europe/Paris'::text))::date, "retry_at" timestamp with time zone, CONSTRAINT "review_mails_hour_range" CHECK (((hour >= 0) AND (hour <= 23))), CONSTRAINT "review_mails_key_key" UNIQUE (key), CONSTRAINT "review_mails_pkey" PRIMARY KEY (member_id));
ALTER TABLE "public"."review_mails" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."comments" ADD COLUMN "hidden_reason" text;
-- Hidden before there were reasons. Before the trigger that tells authors.
update public.comments set hidden_reason = 'off_topic' where is_hidden;
ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_hidden_reason_length" CHECK (((char_length(hidden_reason) >= 1) AND (char_length(hidden_reason) <= 1000)));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text])));
ALTER TABLE "public"."review_mails" ADD CONSTRAINT "review_mails_member_id_fkey" FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE CASCADE;
CREATE INDEX comments_waiting ON public.comments USING btree (created_at, id) WHERE (is_hidden AND (hidden_reason IS NULL));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."review_mails" FROM "anon";

DROP FUNCTION "public"."member_state"();

DROP FUNCTION "public"."suspend_member"(uuid, boolean);

CREATE OR REPLACE FUNCTION private.account_for_review(member uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'joined_at', u.created_at, 'is_suspended', coalesce(u.banned_until > now(), false),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', log.at, 'suspended', log.after -> 'suspended', 'reason', log.after -> 'reason')
        order by log.id desc), '[]')
      from public.audit_log log
      where log.table_name = 'profiles' and log.row_id = member::text and log.after ? 'suspended'))
  from auth.users u
  where u.id = member and public.is_reviewer(auth.uid())
$function$
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
  elsif new.hidden_reason is null and (tg_op = 'INSERT' or not old.is_hidden or old.hidden_reason is not null) then
    -- Pages of the release before say no reason.
    new.hidden_reason := 'off_topic';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_decided_by_another(suggestion public.suggestions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_for_another(suggestion, auth.uid()) $function$
;

CREATE OR REPLACE FUNCTION private.is_for_another(suggestion public.suggestions, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = reviewer
    and not (exists (select from public.user_roles where user_id = reviewer and role = 'admin') and (
      suggestion.contested_at <= now() - interval '3 days'
      or not exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id not in (reviewer, suggestion.member_id)
          and (u.banned_until is null or u.banned_until <= now()))))
$function$
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
  -- Shown again within seconds: its author was told nothing, and isn't now.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where not becomes.is_hidden and was.is_hidden
    and notice.recipient_id = becomes.author_id and notice.outcome = 'comment_hidden'
    and notice.jersey_id = becomes.jersey_id and notice.due_at > clock_timestamp();
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
  delete from public.notices notice
  where notice.recipient_id = author and notice.outcome = 'comment_hidden' and notice.about = 'comment'
    and new.target_type = 'comment' and new.status = 'upheld' and notice.due_at > clock_timestamp()
    and notice.jersey_id = (select jersey_id from public.comments where id = new.comment_id);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due
  where not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.report_for_file(report public.reports)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', report.id, 'at', report.created_at, 'status', report.status, 'kind', report.target_type, 'category', report.category,
    'title', coalesce(report.reported_name, jersey.title, ''), 'reason', report.reason, 'jersey_id', jersey.id)
  from (select 1) one
  left join public.jerseys jersey
    on jersey.id = coalesce(report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))
$function$
;

CREATE OR REPLACE FUNCTION private.waiting_for(reviewer uuid, OUT amount integer, OUT oldest timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer, min(waiting.since)
  from (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  cross join lateral (
    select coalesce(edited_at, created_at) as since
    from public.jerseys
    where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null) and author_id is distinct from reviewer
    union all
    select created_at
    from public.suggestions suggestion
    where status = 'open' and held_at is null and member_id is distinct from reviewer
      and not private.is_for_another(suggestion, reviewer)
      and (caller.is_admin or not exists (
        select from public.jerseys where target_type = 'jersey' and id = target_id and author_id = reviewer))
    union all
    select created_at
    from public.reports report
    where status = 'open' and private.stands_for_all(report) and reporter_id is distinct from reviewer
      and (caller.is_admin or target_type <> 'profile' and not private.is_about(report, reviewer))
    union all
    select created_at from public.comments where is_hidden and hidden_reason is null and author_id <> reviewer
  ) waiting
$function$
;

CREATE OR REPLACE FUNCTION public.claim_notice_mail()
 RETURNS TABLE(notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text, changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer)
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
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
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

CREATE OR REPLACE FUNCTION public.claim_review_mails(most integer)
 RETURNS TABLE(member_id uuid, key uuid, email text, lang text, day text, amount integer, oldest timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.finish_review_mail(member_id uuid, problem text DEFAULT NULL::text, final boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.review_mails mail set day = mail.day - 1, retry_at = now() + interval '1 hour'
  where mail.member_id = finish_review_mail.member_id and finish_review_mail.problem is not null and not finish_review_mail.final
$function$
;

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM "authenticated";

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
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'comments_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  update public.comments c_own set is_hidden = true, hidden_reason = given
  where c_own.author_id = hide_comments.member_id and (not c_own.is_hidden or c_own.hidden_reason is null);
  get diagnostics hidden = row_count;
  return hidden;
end $function$
;

REVOKE ALL ON FUNCTION "public"."hide_comments"(uuid, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.member_file(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := member_file.member_id;
  -- The newest of each kind; the figures count all.
  most constant integer := 20;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read a member''s file.';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  return private.account_for_review(member) || jsonb_build_object(
    'jerseys', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'rejected'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'status', status, 'reason', moderation_note,
          'jersey_id', case when status = 'approved' and is_active then id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.jerseys where author_id = member) own),
    'suggestions', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'refused'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'status', status, 'kind', kind,
          'reason', (
            select string_agg(distinct private.stored_reason(verdict.value), ', ') from jsonb_each(own.verdicts) verdict
            where verdict.value -> 'accepted' = 'false'),
          'jersey_id', case when target_type = 'jersey' then target_id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (
        select *, row_number() over (order by created_at desc, id) as place
        from public.suggestions suggestion where suggestion.member_id = member) own),
    'comments', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where hidden_reason is not null),
        'to_hide', count(*) filter (where not is_hidden or hidden_reason is null),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', own.id, 'at', own.created_at, 'title', own.body, 'jersey_id', own.jersey_id,
          'status', case when not is_hidden then 'shown' when hidden_reason is null then 'waiting' else 'hidden' end,
          'reason', hidden_reason) order by own.created_at desc, own.id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.comments where author_id = member) own),
    'reports_by', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'dismissed'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report where report.reporter_id = member) own),
    'reports_about', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'upheld'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report
        where jersey_id in (select id from public.jerseys where author_id = member)
          or comment_id in (select id from public.comments where author_id = member)
          or profile_id = member
          or target_type = 'list' and private.reported_author(report) = member) own));
end $function$
;

REVOKE ALL ON FUNCTION "public"."member_file"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.member_state()
 RETURNS TABLE(username text, display_name text, is_reviewer boolean, is_admin boolean, unread integer, copies integer, removed integer, wishes integer, waiting integer, to_review integer)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
  select
    p.username, p.display_name, caller.is_reviewer, public.is_admin(p.id),
    (select count(*) from public.notices n where n.recipient_id = p.id and n.read_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is not null)::integer,
    (select count(*) from public.user_wishlists uw where uw.user_id = p.id)::integer,
    ((select count(*) from public.jerseys j where j.author_id = p.id and j.status = 'pending')
      + (select count(*) from public.suggestions s where s.member_id = p.id and s.status = 'open'))::integer,
    case when caller.is_reviewer then (select amount from private.waiting_for(p.id)) else 0 end
  from public.profiles p cross join lateral (select public.is_reviewer(p.id) as is_reviewer) caller
  where p.id = auth.uid()
$function$
;

CREATE OR REPLACE FUNCTION public.queue(filter jsonb DEFAULT '{}'::jsonb, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamp with time zone, seen jsonb, is_mine boolean, member_id uuid, username text, display_name text, joined_at timestamp with time zone, accepted integer, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  to_check constant boolean := filter @? '$ ? (@.to_check == true)';
  last_since timestamptz;
  last_id uuid;
  created_before timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    created_before := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  -- Each kind by its own index, and the oldest of all of them.
  with waiting as materialized (
    (select jersey.id, 'new' as kind, 'jersey' as target_type, jersey.id as target_id, jersey.league,
      coalesce(jersey.edited_at, jersey.created_at) as since, jersey.author_id as member_id
    from public.jerseys jersey
    where not to_check and jersey.is_active and (jersey.status = 'pending' or jersey.status = 'rejected' and jersey.edited_at is not null)
      and (not filter ? 'kind' or filter ->> 'kind' = 'new')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and coalesce(jersey.edited_at, jersey.created_at) <= created_before
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select suggestion.id, suggestion.kind, suggestion.target_type, suggestion.target_id, fact.league, suggestion.created_at, suggestion.member_id
    from public.suggestions suggestion
    cross join lateral (select private.league_of(suggestion.target_type, suggestion.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (suggestion.status = 'open')::integer = case when to_check then 0 else 1 end
      and (suggestion.status = 'open' and suggestion.held_at is null or suggestion.trusted and suggestion.afterwards is null)
      and (not filter ? 'kind' or suggestion.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and suggestion.created_at <= created_before
      and (last_id is null or (suggestion.created_at, suggestion.id) > (last_since, last_id))
    order by suggestion.created_at, suggestion.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= created_before
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    union all
    (select comment.id, 'comment', 'comment', comment.id, jersey.league, comment.created_at, comment.author_id
    from public.comments comment join public.jerseys jersey on jersey.id = comment.jersey_id
    where not to_check and comment.is_hidden and comment.hidden_reason is null
      and (not filter ? 'kind' or filter ->> 'kind' = 'comment')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and comment.created_at <= created_before
      and (last_id is null or (comment.created_at, comment.id) > (last_since, last_id))
    order by comment.created_at, comment.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(report, comment, jersey, j_commented)
      when 'comment' then jsonb_build_object('comment', comment.body, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report', 'comment') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else report.comment_id end
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(waiting integer, typical_hours numeric, oldest timestamp with time zone, by_kind jsonb, to_check integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select 'new' as kind, count(*)::integer as amount, min(coalesce(edited_at, created_at)) as oldest
    from public.jerseys where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null)
    union all
    select kind, count(*)::integer, min(created_at) from public.suggestions where status = 'open' and held_at is null group by kind
    union all
    -- Those about the same thing are one, as in the queue.
    select 'report', count(distinct coalesce(jersey_id, comment_id, profile_id, target_id))::integer, min(created_at) from public.reports report
    where status = 'open' and (select public.is_reviewer(auth.uid()))
      and ((select public.is_admin(auth.uid())) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
    union all
    select 'comment', count(*)::integer, min(created_at) from public.comments
    where is_hidden and hidden_reason is null and (select public.is_reviewer(auth.uid()))
  )
  select (select sum(amount)::integer from counted where kind not in ('report', 'comment')),
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours),
    case when caller.is_reviewer then (select min(counted.oldest) from counted) end,
    case when caller.is_reviewer then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    -- As the index says it: otherwise every open suggestion is looked at.
    case when caller.is_reviewer then (
      select count(*)::integer from public.suggestions
      where (status = 'open')::integer = 0 and trusted and afterwards is null) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$function$
;

CREATE OR REPLACE FUNCTION public.stop_review_mails(key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update public.review_mails set hour = null where key = stop_review_mails.key $function$
;

CREATE OR REPLACE FUNCTION public.suspend_member(user_id uuid, suspended boolean DEFAULT true, reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was boolean;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators suspend members.';
  end if;
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'suspension_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if suspended and exists (
    select from public.user_roles ur
    where ur.user_id = suspend_member.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was),
    jsonb_strip_nulls(jsonb_build_object('suspended', suspended, 'reason', case when suspended then given end)));
  -- One that waits says what isn't true any more.
  delete from public.notice_mails mail using public.notices n_earlier
  where n_earlier.id = mail.notice_id and n_earlier.recipient_id = suspend_member.user_id
    and n_earlier.outcome in ('suspended', 'reinstated');
  -- Whatever the settings, as in reset_names().
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (
    suspend_member.user_id, 'jersey', case when suspended then 'suspended' else 'reinstated' end, 'profile',
    private.shown_name(suspend_member.user_id), case when suspended then given end)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

REVOKE ALL ON FUNCTION "public"."suspend_member"(uuid, boolean, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.want_review_mail(hour integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

REVOKE ALL ON FUNCTION "public"."want_review_mail"(integer) FROM "anon";

CREATE TRIGGER comments_notify_hidden AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS was NEW TABLE AS becomes FOR EACH STATEMENT EXECUTE FUNCTION private.notify_comments_hidden();

CREATE POLICY "members read their own hour" ON "public"."review_mails" FOR SELECT TO "authenticated" USING ((member_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "service role" ON "public"."review_mails" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."comments"."hidden_reason" IS 'Why it is hidden, as private.stored_reason() writes it. Null of a hidden one: it waits for a reviewer''s look';

COMMENT ON COLUMN "public"."review_mails"."day" IS 'The day whose mail was claimed, or had nothing to tell';

COMMENT ON COLUMN "public"."review_mails"."hour" IS 'In Paris; null: none';

COMMENT ON COLUMN "public"."review_mails"."key" IS 'Of the link that ends the mails without signing in. Only their reader gets it';

COMMENT ON FUNCTION "private"."account_for_review"(uuid) IS 'When a member joined, and their suspensions, for reviewers';

COMMENT ON FUNCTION "private"."is_decided_by_another"(public.suggestions) IS 'True of a contested decision of the caller''s that somebody else decides anew';

COMMENT ON FUNCTION "private"."is_for_another"(public.suggestions, uuid) IS 'True of a contested decision of this reviewer. An administrator decides anew after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, once for all of one statement';

COMMENT ON FUNCTION "private"."report_for_file"(public.reports) IS 'A report in a member''s file, with the reader''s rights';

COMMENT ON FUNCTION "private"."waiting_for"(uuid) IS 'How much of the queue a reviewer can decide, and since when: without what is their own, and what somebody else must decide';

COMMENT ON FUNCTION "public"."claim_review_mails"(integer) IS 'The daily mails that are due, of reviewers for whom something waits: how much they can decide, and since when';

COMMENT ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) IS 'Records what a mail server refused for now: it is claimed again after an hour';

COMMENT ON FUNCTION "public"."hide_comments"(uuid, text) IS 'Hides all comments of a member, those that wait too; the member is told why, once. Returns how many';

COMMENT ON FUNCTION "public"."member_file"(uuid) IS 'What a reviewer may know of a member: when they joined, suspensions, and of jerseys, suggestions, comments and reports by and about them how many, how many were decided against, and the newest twenty. Nothing that the caller couldn''t read otherwise';

COMMENT ON FUNCTION "public"."member_state"() IS 'The caller''s names and roles, and how much they have and what waits: notices, copies, those taken out, wishes, submissions, and of a reviewer what they can decide';

COMMENT ON FUNCTION "public"."queue"(jsonb, jsonb, integer) IS 'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit, photos, merge, removal, report, comment), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

COMMENT ON FUNCTION "public"."queue_figures"() IS 'How much waits (reports and comments apart), and within how many hours the latest hundred were decided typically (the median; null before the first). For reviewers also since when, how much of each kind, and how much is public and to be looked at';

COMMENT ON FUNCTION "public"."stop_review_mails"(uuid) IS 'Switches off the daily mail whose key this is, without signing in; does not tell whether there is one';

COMMENT ON FUNCTION "public"."suspend_member"(uuid, boolean, text) IS 'Bars an account from signing in and writing, for a reason that the member gets by mail, or lifts that; what it has published stays';

COMMENT ON FUNCTION "public"."want_review_mail"(integer) IS 'The hour in Paris of the caller''s daily mail about the queue, 0 to 23; null switches it off';

COMMENT ON INDEX "public"."comments_waiting" IS 'Comments that wait for a reviewer''s look, oldest first: queue';

COMMENT ON TABLE "public"."review_mails" IS 'At which hour a reviewer gets the daily mail. Written by functions';

REVOKE ALL ON FUNCTION "private"."account_for_review"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_for_review"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_for_another"(public.suggestions, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_comments_hidden"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_for_file"(public.reports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_for_file"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reported_author"(public.reports) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."reported_author"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."stored_reason"(jsonb) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."stored_reason"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."waiting_for"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waiting_for"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_review_mails"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hide_comments"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hide_comments"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."hide_comments"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_file"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."member_file"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_review_mails"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_review_mails"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."stop_review_mails"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."suspend_member"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."suspend_member"(uuid, boolean, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."suspend_member"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."want_review_mail"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."want_review_mail"(integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."want_review_mail"(integer) TO "service_role";

REVOKE ALL ("hidden_reason") ON TABLE "public"."comments" FROM "authenticated";

GRANT UPDATE ("hidden_reason") ON TABLE "public"."comments" TO "authenticated";

REVOKE ALL ON TABLE "public"."review_mails" FROM "authenticated";

GRANT SELECT ON TABLE "public"."review_mails" TO "authenticated";

set check_function_bodies = on;
-- end
