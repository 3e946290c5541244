-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

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
  elsif tg_op = 'INSERT' then
    -- Only what was hidden before comes so: another database's rows.
    new.hidden_reason := coalesce(new.hidden_reason, 'off_topic');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.hidden_notice(author_id uuid, jersey_id uuid, reason text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notice.id from public.notices notice
  where notice.recipient_id = hidden_notice.author_id and notice.outcome = 'comment_hidden' and notice.about = 'comment'
    and notice.jersey_id = hidden_notice.jersey_id and notice.note = hidden_notice.reason and notice.due_at > clock_timestamp()
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.is_followable(target_type text, target_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case is_followable.target_type
    -- Held: one that is being merged takes its followers along.
    when 'team' then exists (select from public.teams where id = is_followable.target_id and is_active for key share)
    when 'competition' then exists (select from public.competitions where id = is_followable.target_id and is_active)
    when 'brand' then exists (select from public.brands where id = is_followable.target_id)
    when 'list' then exists (
      select from public.lists list
      where list.id = is_followable.target_id and list.member_id <> auth.uid() and private.is_shown_list(list))
    else false
  end
$function$
;

CREATE OR REPLACE FUNCTION private.is_reason(given text, fewest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(char_length(given) <= 500 and given <> 'other' and (
    char_length(given) >= fewest or given = any (private.reasons())), false)
$function$
;

CREATE OR REPLACE FUNCTION private.move_team(gone public.teams, kept public.teams)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As a renamed team's: its jerseys don't say it one by one.
  perform private.begin_revision('none');
  perform from public.jerseys where team_id = gone.id order by id for no key update;
  update public.jerseys set team_id = kept.id where team_id = gone.id;
  update public.team_seasons ts set team_id = kept.id
  where ts.team_id = gone.id and not exists (
    select from public.team_seasons ts_kept
    where ts_kept.team_id = kept.id and (ts_kept.season_id, ts_kept.competition_id) = (ts.season_id, ts.competition_id));
  update public.roll_over_teams rot set team_id = kept.id
  where rot.team_id = gone.id and not exists (
    select from public.roll_over_teams rot_kept
    where rot_kept.team_id = kept.id
      and (rot_kept.roll_over_id, rot_kept.competition_id) = (rot.roll_over_id, rot.competition_id));
  insert into public.team_aliases (team_id, alias, language)
  select kept.id, other.alias, other.language
  from (
    select alias, language from public.team_aliases where team_id = gone.id
    union all select name, null from unnest(array[gone.name, gone.short_name]) name) other (alias, language)
  where char_length(other.alias) between 2 and 60
    and private.word_line(private.words(other.alias)) <> ''
    and private.word_line(private.words(other.alias)) <> private.word_line(private.words(kept.name))
  on conflict on constraint team_aliases_key do nothing;
  -- Before the deletion, which ends what still follows the team. One who follows both keeps one.
  update public.follows follow set target_id = kept.id
  where follow.target_id = gone.id and not exists (
    select from public.follows f_kept where f_kept.member_id = follow.member_id and f_kept.target_id = kept.id);
  update public.showcases set teams = array_replace(array_remove(teams, kept.id), gone.id, kept.id)
  where teams @> array[gone.id];
  update private.arrivals arrival set target_id = kept.id
  where arrival.target_id = gone.id and not exists (
    select from private.arrivals a_kept
    where (a_kept.target_id, a_kept.jersey_id, a_kept.kind) = (kept.id, arrival.jersey_id, arrival.kind));
  delete from private.arrivals where target_id = gone.id;
  -- The right answer of a guess is the team that can be named.
  update public.daily_shirts set facts = facts || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  where facts ->> 'team_id' = gone.id::text;
  update public.daily_duels
  set first_facts = case when first_facts ->> 'team_id' = gone.id::text
      then first_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else first_facts end,
    second_facts = case when second_facts ->> 'team_id' = gone.id::text
      then second_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else second_facts end
  where gone.id::text in (first_facts ->> 'team_id', second_facts ->> 'team_id');
  update public.suggestions
  set changes = changes || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  -- A refused one may be contested.
  where status <> 'accepted' and target_type = 'jersey' and changes ->> 'team_id' = gone.id::text;
  update public.team_redirects set into_id = kept.id where into_id = gone.id;
  insert into public.team_redirects (from_id, into_id) values (gone.id, kept.id);
  perform private.end_revision();
  -- Ends its history, and tells those whose suggestions about it are open.
  delete from public.teams where id = gone.id;
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
  where c_own.author_id = hide_comments.member_id and (not c_own.is_hidden or c_own.hidden_reason is null);
  get diagnostics hidden = row_count;
  return hidden;
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_teams(from_id uuid, into_id uuid, preview boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone public.teams;
  kept public.teams;
  counted jsonb;
begin
  perform private.require_catalogue_admin();
  -- Jerseys first, as whoever edits one; those that come meanwhile are held by move_team().
  if not merge_teams.preview then
    perform from public.jerseys jersey where jersey.team_id = merge_teams.from_id order by jersey.id for no key update;
  end if;
  perform from public.teams team where team.id in (merge_teams.from_id, merge_teams.into_id) order by team.id for update;
  select * into gone from public.teams team where team.id = merge_teams.from_id;
  select * into kept from public.teams team where team.id = merge_teams.into_id;
  if gone.id is null or kept.id is null then
    raise sqlstate 'PT404' using message = 'team_not_found', detail = 'One of the teams was deleted or merged.';
  end if;
  if gone.id = kept.id or not kept.is_active or 1 < (
    select count(distinct competition.league) from public.competitions competition
    where competition.id in (gone.competition_id, kept.competition_id)) then
    raise sqlstate 'PT409' using
      message = 'teams_unmergeable', detail = 'A team is merged into another, active one of its league.';
  end if;
  select jsonb_build_object(
    'jerseys', (select count(*) from public.jerseys where team_id = gone.id),
    'entries', (select count(*) from public.team_seasons where team_id = gone.id),
    'names', (select count(*) from public.team_aliases where team_id = gone.id),
    'suggestions', (
      select count(*) from public.suggestions
      where status = 'open' and target_type = 'team' and target_id = gone.id)) into counted;
  if not merge_teams.preview then
    perform private.move_team(gone, kept);
  end if;
  return counted;
end $function$
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
      -- Photos are a correction.
      and (not filter ? 'kind' or suggestion.kind = filter ->> 'kind' or suggestion.kind = 'photos' and filter ->> 'kind' = 'edit')
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
      when 'comment' then jsonb_build_object(
        'comment', comment.body, 'edited_at', comment.edited_at, 'jersey_id', comment.jersey_id)
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
  order by r_asked.created_at, r_asked.id limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then settle_reports.done end)
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
        update public.comments set is_hidden = true, hidden_reason = coalesce(nullif(given, ''), 'off_topic') where id = report.target_id;
      end if;
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
      message = 'report_decided', detail = jsonb_build_object('username', (
        select profile.username from public.profiles profile
        where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())))::text;
  end if;
  return jsonb_build_object(
    'settled', settled,
    'batch_id', (
      select revision.batch_id from public.revisions revision
      where revision.batch_id = private.current_batch()
        and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
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
  if suspended and not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'suspension_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
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

COMMENT ON FUNCTION "private"."hidden_notice"(uuid, uuid, text) IS 'A notice of a comment hidden for this reason of which its author was not told yet';

REVOKE ALL ON FUNCTION "private"."hidden_notice"(uuid, uuid, text) FROM PUBLIC;

set check_function_bodies = on;
-- end
