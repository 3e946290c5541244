ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_fits";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_of_suggestion";
ALTER TABLE "public"."notices" ADD COLUMN "contested_at" timestamp with time zone;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_fits" CHECK (((outcome = 'reopened'::text) OR ((topic = 'report'::text) = (outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'removed'::text])))));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'submission_merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'comment_shown'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text, 'owned'::text])));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_of_suggestion" CHECK (((outcome = 'reopened'::text) OR ((topic = 'suggestion'::text) = (outcome = ANY (ARRAY['suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text])))));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
  -- Locked in one order, so that two contests of one decision wait for each other.
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
  -- The author was told of it by a notice of the same moment, which offers no contest any more.
  update public.notices notice set contested_at = now()
  where contest_decision.party = 'author' and notice.recipient_id = private.reported_author(report)
    and notice.outcome in ('report_upheld', 'comment_hidden') and notice.created_at = report.resolved_at;
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_suggestion(suggestion public.suggestions, verdicts jsonb, seen jsonb, corrections jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  current jsonb;
  accepted text[];
  pending text[];
  to_check constant boolean := suggestion.trusted and suggestion.afterwards is null;
begin
  perform private.check_decidable(suggestion);
  if seen is distinct from to_jsonb(suggestion.edited_at) then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  pending := case when to_check then array(select jsonb_object_keys(suggestion.verdicts)) else private.pending_keys(suggestion) end;
  -- An administrator deleted its only photo.
  if pending = '{}' then
    update public.suggestions s_empty set status = 'outdated' where s_empty.id = suggestion.id;
    return 'outdated';
  end if;
  perform private.check_verdicts(pending, verdicts);
  if to_check then
    perform private.check_trusted(suggestion, verdicts);
    return case when verdicts @? '$.* ? (@.accepted == false)' then 'undone' else 'accepted' end;
  end if;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where verdicts -> name -> 'accepted' = 'true');
  if verdicts @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  if corrections is not null then
    if jsonb_typeof(corrections) <> 'object' or suggestion.kind <> 'edit' or exists (
      select from jsonb_object_keys(corrections) key
      where regexp_replace(key, '^(team|brand)$', '\1_id') <> all (accepted) or key = 'photos') then
      raise sqlstate 'PT400' using
        message = 'correction_unknown', detail = 'Corrected are accepted fields: ' || array_to_string(accepted, ', ') || '.';
    end if;
    perform private.check_shape(suggestion.target_type, corrections);
    corrections := private.completed_changes(suggestion.target_type, current || suggestion.changes, corrections);
    if exists (
      select from unnest(accepted) name where corrections ? name and not private.says_else(name, current, current || corrections)) then
      raise sqlstate 'PT400' using
        message = 'correction_changes_nothing', detail = 'The page says so already.', hint = 'Refuse the field.';
    end if;
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $function$
;

CREATE OR REPLACE FUNCTION private.detail_of_report(report public.reports, comment public.comments, jersey public.jerseys, commented public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
    'list', private.list_for_review(report),
    'is_second', coalesce(private.is_report_for_another(report, auth.uid()), false),
    'is_contested', exists (
      select from private.open_reports_about(report) beside join public.report_contests contest on contest.report_id = beside.id),
    'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
    -- Their reason goes by mail to somebody who has no account, so one must be given.
    'needs_note', exists (
      select from private.open_reports_about(report) beside join public.visitor_reports vr on vr.report_id = beside.id),
    'team_slug', coalesce(jersey.team_slug, commented.team_slug),
    'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
$function$
;

CREATE OR REPLACE FUNCTION private.hiding_as_report(author_id uuid, decided_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.reports (reporter_id, target_type, target_id, status, done, resolution_note, resolved_at)
  select null, 'comment', comment.id, 'upheld', 'hidden', comment.hidden_reason, hiding_as_report.decided_at
  from private.decisions decision join public.comments comment on comment.id = decision.row_id
  where decision.table_name = 'comments' and (decision.was ->> 'at')::timestamptz = hiding_as_report.decided_at
    and comment.author_id = hiding_as_report.author_id and comment.hidden_reason is not null
  limit 1
  returning id
$function$
;

CREATE OR REPLACE FUNCTION private.kept_shirts(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select place, name, lower(private.said_text(jersey, 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    cross join lateral (
      select lower(coalesce(private.said_text(jersey, 'team'), private.said_text(jersey, 'title')))
      union
      select lower(name) from jsonb_each_text(line.value -> 'teams') club (league, name)
      union
      select lower(name) from jsonb_array_elements_text(line.value -> 'called') club (name)) called (name)
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(distinct kept.id) as ids
    from asked join kept on kept.team = asked.name and (kept.worn is not distinct from asked.worn
      -- "1998" may be how a list calls 1998-99 (isSaid() of app/collect/domain/copies/former-shirt.ts).
      or left(kept.worn, 4) = left(asked.worn, 4) and 4 in (char_length(kept.worn), char_length(asked.worn)))
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
$function$
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
  shown record;
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
  for shown in
    select becomes.id, becomes.author_id, becomes.jersey_id, jersey.title, was.hidden_reason
    from becomes join was on was.id = becomes.id join public.jerseys jersey on jersey.id = becomes.jersey_id
    where was.is_hidden and not becomes.is_hidden
      -- Hidden by mistake a moment ago: its author was told nothing, and isn't now.
      and (was.hidden_reason is null or private.hidden_notice(was.author_id, was.jersey_id, was.hidden_reason) is null)
  loop
    perform private.set_change('undoable', 'true');
    perform private.notify(
      shown.author_id, 'jersey', 'comment_shown', 'comment', shown.jersey_id, shown.title,
      is_again => exists (
        select from public.reports report join public.report_contests contest on contest.report_id = report.id
        where report.comment_id = shown.id and report.status = 'open' and contest.party = 'author'));
    perform private.set_change('undoable', null);
  end loop;
  -- Shown again within seconds, or given back to the queue. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is null
    and notice.id = private.hidden_notice(was.author_id, was.jersey_id, was.hidden_reason);
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where becomes.is_hidden and not was.is_hidden and notice.id = private.shown_notice(was.author_id, was.jersey_id);
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
        where told.recipient_id = author and told.outcome in ('comment_hidden', 'report_upheld') and told.created_at = now()) then
      perform private.set_change('undoable', 'true');
      perform private.notify(
        author, 'jersey', 'comment_hidden', 'comment', commented.jersey_id, jersey.title, new.resolution_note, is_again => true)
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
    and notice.id in (
      private.hidden_notice(author, comment.jersey_id, comment.hidden_reason), private.shown_notice(author, comment.jersey_id));
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
    where revision.batch_id = private.current_batch() and revision.target_id = new.jersey_id
      and change.value -> 'before' is distinct from change.value -> 'after') end;
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

CREATE OR REPLACE FUNCTION private.says_else("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (private.differs("column", was, becomes) AND (NOT COALESCE(((num_nulls(NULLIF((was -> "column"), 'null'::jsonb), NULLIF((becomes -> "column"), 'null'::jsonb)) = 1) AND ((was -> private.name_column("column")) = (becomes -> private.name_column("column")))), false)))
;

CREATE OR REPLACE FUNCTION private.shown_notice(author_id uuid, jersey_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notice.id from public.notices notice
  where notice.recipient_id = shown_notice.author_id and notice.outcome = 'comment_shown'
    and notice.jersey_id = shown_notice.jersey_id and notice.due_at > clock_timestamp()
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain boolean := called <> '{}';
  is_named boolean;
  found uuid[];
begin
  if not is_certain and cardinality(private.clubs_nicknamed(name)) = 1 then
    called := private.clubs_nicknamed(name);
    is_certain := true;
  elsif not is_certain then
    found := array(
      select team.id from public.search_teams(teams_of_line.name, 6) with ordinality as team order by team.ordinality);
    called := array_remove(array[private.club_called(name, found)], null);
    is_certain := called <> '{}';
  end if;
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(select id from unnest(found[:3]) id where private.is_like_team(teams_of_line.name, id));
  end if;
  return (
    with meant as (
      select team.id, team.name, competition.league
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)
    )
    select jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
      'league', case when is_named and count(distinct meant.league) = 1 then min(meant.league) end,
      -- Its shirts that the caller has may be those of the line, which asks then.
      'called', (
        select coalesce(jsonb_agg(of_league.name), '[]')
        from (
          select min(club.name) as name from meant club
          where is_named and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league),
      'teams', (
        select coalesce(jsonb_object_agg(of_league.league, of_league.name), '{}')
        from (
          select club.league, min(club.name) as name from meant club
          where is_certain and private.names_club(teams_of_line.name, club.id) and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
end $function$
;

CREATE OR REPLACE FUNCTION public.contest_notice(notice_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice public.notices;
  report uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  select * into notice from public.notices own
  where own.id = contest_notice.notice_id and own.recipient_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'notice_not_found', detail = 'There is no such notice of yours.';
  end if;
  if notice.outcome = 'report_upheld' or notice.outcome = 'comment_hidden' and notice.about = 'comment' then
    select decided.id into report from public.reports decided
    where decided.status = 'upheld' and decided.resolved_at = notice.created_at and decided.target_type = notice.about
      and private.reported_author(decided) = notice.recipient_id
    limit 1;
    if report is null and notice.outcome = 'comment_hidden' then
      report := private.hiding_as_report(notice.recipient_id, notice.created_at);
      perform private.record_decision(
        'reports', report, private.decided_by('comments', comment_id), jsonb_build_object('at', notice.created_at, 'status', 'open'))
      from public.reports hidden where hidden.id = report;
    end if;
  end if;
  if report is null or notice.is_again or notice.contested_at is not null or notice.created_at <= now() - interval '180 days' then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or can''t be contested any more.';
  end if;
  perform private.contest_decision(report, 'author', said);
end $function$
;

REVOKE ALL ON FUNCTION "public"."contest_notice"(uuid, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.contest_report(token text, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
begin
  perform private.contest_decision(
    (select report_id from public.visitor_reports where id = known.visitor_report_id), known.party, contest_report.reason);
end $function$
;

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  renamed jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    team_name := left(line #>> '{jersey,team}', 120);
    if team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and (line ->> 'id' is null or private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams'))
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    -- Its owner has said since that it is another shirt.
    renamed := null;
    if known is null and line ->> 'kind' is null and private.is_uuid(line ->> 'id') and (line -> 'is_copied')::boolean is not true
      and coalesce((jersey ->> 'owned')::integer, 0) = 0 then
      select jsonb_build_object('owned', 1, 'copy', stored) into renamed from (
        select private.own_copy(copy) as stored from public.copies copy
        where copy.owner_id = member and copy.id = (line ->> 'id')::uuid and copy.removed_at is null
        union all
        select private.own_copy(copy) from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key') and copy.removed_at is null) own
      limit 1;
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', renamed, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}'),
      'called', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'called'], '[]')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', coalesce(nullif(answer -> 'kept', 'null'), kept -> ordinality::text)) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $function$
;

CREATE OR REPLACE FUNCTION public.suggest(target_type text, target_id uuid, changes jsonb, source text, photos jsonb DEFAULT '[]'::jsonb, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present from private.lock_suggested(of_type, target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.says_else(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and (columns <> '{}' or changes ? 'removed') then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  suggestion := private.save_suggestion(
    suggestion, of_type, target, present, wanted, columns, given, dropped, stated, is_added);
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
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
  notice public.notices;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_target('jersey', decided_id);
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true) and not exists (
      select from private.reopenable where row_id = decided_id and decided_by = auth.uid())
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    -- What was hidden is shown again like any comment.
    or past.table_name = 'comments'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    perform private.write_fields('jersey', decided_id, past.was);
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  -- Others may have been told of another decision of the same statement.
  told := array[suggestion.member_id, (select author_id from public.jerseys where id = decided_id)] || array(
    select unnest(array[report.reporter_id, private.reported_author(report)]) from public.reports report where report.id = decided_id);
  delete from public.notices n_early
  where n_early.created_at = moment and n_early.due_at > clock_timestamp() and n_early.recipient_id = any (told);
  delete from public.notice_mails mail using public.notices n_late
  where n_late.id = mail.notice_id and n_late.created_at = moment and n_late.recipient_id = any (told);
  -- What their readers were told isn't so any more. The rows stay: the mails that have left name them.
  for notice in
    update public.notices n_told set in_account = false
    where n_told.created_at = moment and n_told.recipient_id = any (told) and n_told.in_account returning *
  loop
    perform private.notify(notice.recipient_id, notice.topic, 'reopened', notice.about, notice.jersey_id, notice.title);
  end loop;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import_effects(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'listed', count(*) filter (where exists (
        select from public.list_items item join public.lists list on list.id = item.list_id
        where item.copy_id = copy.id and private.is_shown_list(list))),
      'shown', count(*) filter (where showcase.is_open
        and (jersey.id is not null or copy.jersey_id is null and private.is_shown_own(copy.former_jersey))))
    from public.collection_imports own
    join private.imported_lines line on line.import_id = own.id and line.before is null
    join public.copies copy on copy.id = line.copy_id and copy.removed_at is null and not private.is_changed_since(line, copy)
    left join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.showcases showcase on showcase.member_id = own.owner_id
    where own.id = undo_import_effects.import and own.owner_id = auth.uid());
end $function$
;

REVOKE ALL ON FUNCTION "public"."undo_import_effects"(uuid) FROM "anon";

COMMENT ON COLUMN "public"."notices"."contested_at" IS 'When the recipient contested the decision that it tells';

COMMENT ON FUNCTION "private"."contest_decision"(uuid, text, text) IS 'Opens a decision again for whom it goes against, once for each party: the author''s contest all its reports, a notifier''s their own';

COMMENT ON FUNCTION "private"."hiding_as_report"(uuid, timestamp with time zone) IS 'A comment that a reviewer hid without any report, as a report that they have settled: so its author contests it like any other decision';

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, once for all of one statement, and that one is shown';

COMMENT ON FUNCTION "private"."says_else"(text, jsonb, jsonb) IS 'True if two versions of a row differ in a column for their readers: a team or brand of the catalogue in place of its typed name says the same';

COMMENT ON FUNCTION "private"."shown_notice"(uuid, uuid) IS 'A notice of a comment that is shown of which its author was not told yet';

COMMENT ON FUNCTION "public"."contest_notice"(uuid, text) IS 'Contests the decision that a notice tells (a report was acted on, or a comment hidden), once and within 180 days: it waits for another reviewer';

COMMENT ON FUNCTION "public"."contest_report"(text, text) IS 'Contests a decision by the link of its mail';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same, or the copy of its id if that is another shirt by now (`kept`), the sport of the team that it names, and by sports what the catalogue calls it (`teams`). `kind` is `wish` or `vote`, none for a copy; `is_copied` of a line whose id other lines have, too. At most 200 lines, of which 50 are searched';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Puts back into the queue what the caller refused, checked or settled. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists, and the account says so in place of the notice';

COMMENT ON FUNCTION "public"."undo_import_effects"(uuid) IS 'How many of the copies that undo_import() would delete others see: in public lists (`listed`), and on the page of the caller (`shown`)';

COMMENT ON INDEX "public"."user_wishlists_said_once" IS 'A shirt without a page is wished for once, in the same words: adding, imports';

COMMENT ON INDEX "public"."user_wishlists_without_page" IS 'Wishes that a new jersey may fulfil: private.adopt_shirts()';

REVOKE ALL ON FUNCTION "private"."contest_decision"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hiding_as_report"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."says_else"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_notice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."contest_notice"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."contest_notice"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."contest_notice"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_import_effects"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import_effects"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_import_effects"(uuid) TO "service_role";

set check_function_bodies = on;
-- end
