-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members edit their own comments, admins hide" ON "public"."comments";

DROP POLICY "members read visible comments and their own, admins all" ON "public"."comments";

create or replace function private.guard_comment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    if new.body is distinct from old.body then
      new.edited_at := now();
    end if;
    if current_user = 'authenticated'
      and (new.is_hidden <> old.is_hidden and not public.is_admin(auth.uid())
          and not (public.is_reviewer(auth.uid()) and old.author_id is distinct from auth.uid())
        or new.body <> old.body and old.author_id is distinct from auth.uid()) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, reviewers whether it is hidden.';
    end if;
  end if;
  return new;
end $$;

create or replace function private.open_reports_about(report public.reports) returns setof public.reports
language sql stable security definer set search_path = '' rows 3
as $$
  select * from public.reports beside
  where beside.status = 'open' and (
    beside.jersey_id = report.jersey_id or beside.comment_id = report.comment_id or beside.profile_id = report.profile_id)
$$;

create or replace function private.stands_for_all(report public.reports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.open_reports_about(report) older where (older.created_at, older.id) < (report.created_at, report.id))
$$;

create or replace function public.queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamptz, seen jsonb, is_mine boolean,
  member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer, detail jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  to_check constant boolean := filter @? '$ ? (@.to_check == true)';
  last_since timestamptz;
  last_id uuid;
  -- At least so old.
  until timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    until := now() - make_interval(days => (filter ->> 'days')::integer);
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
      and coalesce(jersey.edited_at, jersey.created_at) <= until
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select open.id, open.kind, open.target_type, open.target_id, fact.league, open.created_at, open.member_id
    from public.suggestions open
    cross join lateral (select private.league_of(open.target_type, open.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when to_check then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (not filter ? 'kind' or open.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and open.created_at <= until
      and (last_id is null or (open.created_at, open.id) > (last_since, last_id))
    order by open.created_at, open.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= until
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own submissions, and settle any report.
    not (is_administrator and waiting.kind in ('new', 'report'))
      and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false) and not is_administrator),
    waiting.member_id, profile.username, profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = waiting.member_id and own.status in ('accepted', 'partly') and own.source is not null),
    case waiting.kind
      when 'new' then jsonb_build_object(
        'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
        'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
        'is_again', jersey.status = 'rejected')
      when 'report' then jsonb_build_object(
        'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
        'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
        -- Their reason goes by mail to somebody who has no account, so one must be given.
        'needs_note', exists (
          select from private.open_reports_about(report) beside join public.visitor_reports filed on filed.report_id = beside.id),
        'team_slug', coalesce(jersey.team_slug, commented.team_slug),
        'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys commented on commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users account on account.id = waiting.member_id
  order by waiting.since, waiting.id;
end $$;

create or replace function public.queue_figures()
returns table (waiting integer, typical_hours numeric, oldest timestamptz, by_kind jsonb, to_check integer)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 'new' as kind, count(*)::integer as amount, min(coalesce(edited_at, created_at)) as oldest
    from public.jerseys where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null)
    union all
    select kind, count(*)::integer, min(created_at) from public.suggestions where status = 'open' and held_at is null group by kind
    union all
    select 'report', count(*)::integer, min(created_at) from public.reports report
    where status = 'open' and private.stands_for_all(report) and public.is_reviewer(auth.uid())
      and (public.is_admin(auth.uid()) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
  )
  select (select sum(amount)::integer from counted where kind <> 'report'),
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
    case when reviewer.is_one then (select min(counted.oldest) from counted) end,
    case when reviewer.is_one then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    case when reviewer.is_one then (
      select count(*)::integer from public.suggestions where trusted and afterwards is null and status <> 'open') end
  from (select public.is_reviewer(auth.uid()) as is_one) reviewer
$$;

create policy "members edit their own comments, reviewers hide" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))))
  with check (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

create policy "members read visible comments and their own, reviewers all" on public.comments
  for select to authenticated
  using (
    (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id))
    or author_id = (select auth.uid())
    or (select public.is_reviewer((select auth.uid())))
  );

COMMENT ON FUNCTION "private"."open_reports_about"(public.reports) IS 'The open reports about the same thing, which are settled together: the oldest stands for all in the queue';

REVOKE ALL ON FUNCTION "private"."open_reports_about"(public.reports) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stands_for_all"(public.reports) FROM PUBLIC;

set check_function_bodies = on;
-- end
