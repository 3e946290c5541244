-- A member's file: what a reviewer looks up before they decide about somebody.
-- It is read with the reviewer's own rights, so that it shows nothing that they couldn't read one by one.
-- Only when somebody joined and was suspended is known to functions alone.

create function private.account_for_review(member uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'joined_at', u.created_at, 'is_suspended', coalesce(u.banned_until > now(), false),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', log.at, 'suspended', log.after -> 'suspended', 'reason', log.after -> 'reason')
        order by log.id desc), '[]')
      from public.audit_log log
      where log.table_name = 'profiles' and log.row_id = member::text and log.after ? 'suspended'))
  from auth.users u
  where u.id = member and public.is_reviewer(auth.uid())
$$;
comment on function private.account_for_review is 'When a member joined, and their suspensions, for reviewers';

create function public.member_file(member_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
          'id', id, 'at', created_at, 'title', title, 'reason', moderation_note,
          'status', coalesce((
            select case gj.kind when 'merge' then 'merged' else 'removed' end from public.gone_jerseys gj
            where gj.jersey_id = own.id and not own.is_active), status),
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
end $$;
comment on function public.member_file is
  'What a reviewer may know of a member: when they joined, suspensions, and of jerseys, suggestions, comments and reports by and about them how many, how many were decided against, and the newest twenty. Nothing that the caller couldn''t read otherwise';

create function private.report_for_file(report public.reports) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', report.id, 'at', report.created_at, 'status', report.status, 'kind', report.target_type, 'category', report.category,
    'title', coalesce(report.reported_name, jersey.title, ''), 'reason', report.reason, 'jersey_id', jersey.id)
  from (select 1) one
  left join public.jerseys jersey
    on jersey.id = coalesce(report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))
$$;
comment on function private.report_for_file is 'A report in a member''s file, with the reader''s rights';
