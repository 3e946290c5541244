-- Reports of jerseys, comments, members and lists by members.
-- A member has one open report of a target; a reviewer neither reads nor resolves one about what is theirs.
-- A report is settled by what was done about it, or because there is nothing to do: settle_reports() does both in one.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- A report outlives the account that made it.
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  target_type text not null,
  target_id uuid not null,
  -- The target again as references: they refuse missing targets, are deleted with their target, and
  -- can be embedded.
  jersey_id uuid generated always as (case when target_type = 'jersey' then target_id end) stored
    references public.jerseys (id) on delete cascade,
  comment_id uuid generated always as (case when target_type = 'comment' then target_id end) stored
    references public.comments (id) on delete cascade,
  category text,
  reason text constraint reports_reason_length check (char_length(reason) <= 1000),
  status text not null default 'open'
    constraint reports_status_known check (status in ('open', 'upheld', 'dismissed')),
  resolution_note text
    constraint reports_resolution_note_length check (char_length(resolution_note) <= 1000),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  -- References the account, so that embedding profiles means the reporter.
  profile_id uuid generated always as (case when target_type = 'profile' then target_id end) stored
    references auth.users (id) on delete cascade,
  reported_name text,
  done text constraint reports_done_known check (done in ('corrected', 'merged', 'removed', 'hidden', 'other')),
  constraint reports_done_if_upheld check ((done is not null) = (status = 'upheld')),
  constraint reports_resolved_by_secret check (resolved_by is null),
  constraint reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other')),
  constraint reports_target_type_known check (target_type in ('jersey', 'comment', 'profile', 'list'))
);
comment on column public.reports.resolved_by is 'Always null: reporters read this table';
comment on column public.reports.done is 'What was done about it; null while it is open, and if there was nothing to do (`dismissed`)';
comment on column public.reports.reported_name is
  'Of a member or a list: the name or title that others saw when it was reported. It may have been replaced since. Of a jersey that was merged since: its title';
-- A hint for cached plans, as for jerseys: queries select the open reports, which are few.
alter table public.reports alter column status set (n_distinct = 50);

create unique index reports_one_open_per_target
  on public.reports (reporter_id, target_type, target_id) where status = 'open';
comment on index public.reports_one_open_per_target is
  'One open report per member and target; also whether a member has already reported';
-- The policy checks the reporter of each row. With the reporter in the index, counting and ordering
-- need no table access.
create index reports_list on public.reports (status, created_at, id) include (reporter_id);
comment on index public.reports_list is 'Reports by status, oldest first: admin';
-- Not limited to decided reports: a cached plan, made before the status is known, can't use a
-- partial index.
create index reports_decided on public.reports (status, resolved_at desc, id) include (reporter_id);
comment on index public.reports_decided is 'Decided reports, newest first: admin';
create index reports_of_reporter on public.reports (reporter_id, created_at desc, id desc);
comment on index public.reports_of_reporter is 'A member''s own reports, newest first: contributions';
create index reports_by_jersey on public.reports (jersey_id);
create index reports_by_comment on public.reports (comment_id);
create index reports_by_profile on public.reports (profile_id);
create index reports_by_list on public.reports (target_id) where target_type = 'list';
comment on index public.reports_by_list is 'The reports of a list: queue, and its deletion';

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant select, delete on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;
grant insert (reporter_id, target_type, target_id, category, reason) on public.reports to authenticated;
grant update (status, resolution_note) on public.reports to authenticated;

create function private.complete_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  new.done := case when new.status = 'upheld' then coalesce(new.done, 'other') end;
  if tg_op = 'UPDATE' and new.status <> old.status then
    -- Whose decision is contested doesn't decide again: private.is_report_for_another(). Nor after another's decision was undone.
    if new.status <> 'open' then
      perform private.record_decision('reports', new.id, auth.uid(), jsonb_build_object(
        'at', now(), 'status', old.status, 'decided_by', private.decided_by('reports', new.id)));
    elsif not exists (
      select from public.report_contests contest where contest.report_id = new.id and contest.created_at >= old.resolved_at) then
      perform private.record_decision('reports', new.id, (
        select (decision.was ->> 'decided_by')::uuid from private.decisions decision
        where decision.table_name = 'reports' and decision.row_id = new.id));
    end if;
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

create function private.may_contest(report public.reports, party text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.decided_together(report, party) beside
    where not exists (
      select from public.report_contests contest
      where contest.report_id = beside.id and contest.party = may_contest.party))
$$;
comment on function private.may_contest is 'False if the party has contested an earlier decision on all of these reports';

create function private.shown_name(member uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(display_name, username) from public.profiles where id = member $$;
comment on function private.shown_name is 'The name that others see of a member';

create function private.name_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A visitor saw it when they wrote, before they confirmed: it may be private since.
  new.reported_name := coalesce(new.reported_name, case new.target_type
    when 'list' then (select title from public.list(new.target_id))
    else private.shown_name(new.target_id) end);
  return new;
end $$;

-- A list takes the reports of it with it. No reference does so: a generated column would write the table anew.
create function private.end_list_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(report.reporter_id, 'report', 'removed', 'list', null, report.reported_name)
  from public.reports report
  where report.target_type = 'list' and report.target_id = old.id and report.status = 'open'
    and report.reporter_id <> old.member_id;
  delete from public.reports report where report.target_type = 'list' and report.target_id = old.id;
  return old;
end $$;

-- An account takes the reports of it with it. Their reporters are notified before, as for jerseys.
create function private.notify_member_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(report.reporter_id, 'report', 'removed', 'profile', null, report.reported_name)
  from public.reports report
  where report.profile_id = old.id and report.status = 'open' and report.reporter_id <> old.id;
  return old;
end $$;

create function public.claim_visitor_report_mail()
returns table (
  id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text,
  token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text, done text, is_again boolean
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select vrm_due.id from public.visitor_report_mails vrm_due
      where vrm_due.retry_at <= now() and vrm_due.attempts < 10
      order by vrm_due.retry_at, vrm_due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails vrm_gone where vrm_gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and private.may_contest(report, mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select profile.username from public.profiles profile
       where filed.target_type = 'profile' and profile.id = filed.target_id and exists (
         select from public.jerseys jersey
         where jersey.author_id = profile.id and jersey.status = 'approved' and jersey.is_active)),
      case when mail.kind = 'upheld' then report.done end,
      mail.kind in ('upheld', 'dismissed') and exists (
        select from public.report_contests contest where contest.report_id = report.id)
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $$;
comment on function public.claim_visitor_report_mail is
  'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';

-- Reports. A reviewer neither reads nor resolves one about what is theirs, nor resolves one of theirs. A merge hands no report of
-- a reviewer's jersey to that reviewer.
create function private.is_about(report public.reports, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
    or report.target_type = 'list' and exists (
      select from public.lists where id = report.target_id and member_id = is_about.member)
    or exists (
      select from private.moved_rows mr
      join public.jerseys jersey on jersey.id = mr.jersey_id
      where mr.relation = 'reports' and mr.row_id = report.id and jersey.author_id = is_about.member)
$$;
comment on function private.is_about is
  'True if a report is about a member''s own jersey, comment or list, or was before the jersey was merged';

create policy "admins delete reports" on public.reports
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "members report what they can read" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'comment' then exists (select from public.comments where comments.id = target_id)
      when 'profile' then exists (select from public.profiles where profiles.id = target_id)
      when 'list' then exists (select from public.list(target_id))
    end
  );

create policy "members read their own reports, reviewers those of others, admins all" on public.reports
  for select to authenticated
  using (
    reporter_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    -- What follows from a report of a member is for administrators.
    or ((select public.is_reviewer((select auth.uid())))
      and target_type <> 'profile'
      and not private.is_about(reports, (select auth.uid())))
  );

create function private.is_report_for_another(report public.reports, reviewer uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Nobody's any more if its decider has left.
  select report.status = 'open' and coalesce(private.decided_by('reports', report.id) = reviewer, false) and exists (
    select from public.report_contests contest
    where contest.report_id = report.id
      and not private.may_decide_anew(
        reviewer, case contest.party when 'author' then contest.author_id else report.reporter_id end, contest.created_at))
$$;
comment on function private.is_report_for_another is 'True of a contested decision of this reviewer on a report';

create function private.may_settle(report public.reports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_report_for_another(report, auth.uid()) and (public.is_admin(auth.uid())
    -- A resolution that stands is replaced by an administrator.
    or public.is_reviewer(auth.uid())
      and report.status = 'open'
      and report.reporter_id is distinct from auth.uid()
      and report.target_type <> 'profile'
      and not private.is_about(report, auth.uid()))
$$;
comment on function private.may_settle is
  'True if the caller decides on the report: an administrator, or a reviewer whom it doesn''t concern, but not who took the decision that is contested';

create policy "reviewers resolve reports of others about others, admins all" on public.reports
  for update to authenticated
  using (private.may_settle(reports))
  with check (
    (select public.is_admin((select auth.uid())))
    or (select public.is_reviewer((select auth.uid())))
  );

create function private.correct_reported(jersey_id uuid, corrections jsonb, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  present jsonb;
  facts jsonb;
  given jsonb;
  columns text[];
  photos public.jersey_images[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id);
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  if jsonb_typeof(corrections -> 'removed') not in ('array', 'null') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = '`removed` is a list of ids.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, facts);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' and photos = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  perform private.begin_revision('correction', null, reason);
  if columns <> '{}' then
    columns := private.with_dependent_columns(columns);
    perform private.check_constraints('public.jerseys', present || given, columns);
    perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  end if;
  delete from public.jersey_images image using unnest(photos) gone where image.id = gone.id;
  perform private.end_revision();
  perform private.notify_photos_gone(photos, reason);
end $$;
comment on function private.correct_reported is
  'Gives a public jersey other values at once, and takes photos off (`removed`, their ids): somebody reported it, and a reviewer whom it doesn''t concern agrees. The history names neither; who contributed a photo is told why it went';

create function public.settle_reports(
  report_ids uuid[], done text default null, note text default null, changes jsonb default null, into_id uuid default null,
  urgency text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
        update public.comments set is_hidden = true, hidden_reason = coalesce(given, 'off_topic') where id = report.target_id;
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
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself, or decides after one''s decision was contested.';
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
end $$;
comment on function public.settle_reports is
  'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';
