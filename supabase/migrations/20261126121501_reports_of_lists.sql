-- Wider checks: rows that there are fit them.
alter table public.reports
  drop constraint reports_target_type_known,
  add constraint reports_target_type_known check (target_type in ('jersey', 'comment', 'profile', 'list')) not valid;
alter table public.visitor_reports
  drop constraint visitor_reports_target_type_known,
  add constraint visitor_reports_target_type_known check (target_type in ('jersey', 'comment', 'profile', 'list')) not valid;

alter table public.notices
  drop constraint notices_outcome_known,
  add constraint notices_outcome_known check (
    outcome in (
      'approved', 'corrected', 'rejected', 'reverted', 'partly_reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed', 'suggestion_accepted', 'suggestion_partly',
      'suggestion_refused', 'undone', 'taken_down', 'brought_back', 'list_hidden', 'list_shown')) not valid;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members report what they can read" ON "public"."reports";

DROP TRIGGER "reports_name" ON "public"."reports";

create or replace function private.end_list_reports() returns trigger
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

create or replace function private.is_about(report public.reports, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
    or report.target_type = 'list' and exists (
      select from public.lists where id = report.target_id and member_id = is_about.member)
    or exists (
      select from private.moved_rows moved
      join public.jerseys jersey on jersey.id = moved.jersey_id
      where moved.relation = 'reports' and moved.row_id = report.id and jersey.author_id = is_about.member)
$$;

create or replace function private.list_for_review(report public.reports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(item.note order by item.place), '[]')
      from public.list_items item where item.list_id = list.id and item.note is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and (list.is_public or list.is_hidden)
$$;

create or replace function private.name_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reported_name := case new.target_type
    when 'list' then (select title from public.lists where id = new.target_id)
    else private.shown_name(new.target_id) end;
  return new;
end $$;

create or replace function private.open_reports_about(report public.reports) returns setof public.reports
language sql stable security definer set search_path = '' rows 3
as $$
  select * from public.reports beside
  where beside.status = 'open' and (
    beside.jersey_id = report.jersey_id or beside.comment_id = report.comment_id or beside.profile_id = report.profile_id
    or report.target_type = 'list' and beside.target_type = 'list' and beside.target_id = report.target_id)
$$;

create or replace function private.reported_author(report public.reports) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case report.target_type
    when 'jersey' then (select author_id from public.jerseys where id = report.jersey_id)
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    when 'list' then (select member_id from public.lists where id = report.target_id)
    else report.profile_id
  end
$$;

create or replace function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  title text;
  filed uuid;
begin
  case target_type
    when 'jersey' then
      select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
      select jerseys.title into title from public.jerseys
      where id = target and status = 'approved' and is_active;
    when 'comment' then
      select jerseys.title into title from public.jerseys
      where status = 'approved' and is_active
        and id = (select jersey_id from public.comments where id = target and not is_hidden);
    when 'profile' then
      -- Only who has a page: the answer tells no more than the page.
      select private.shown_name(target) into title
      where exists (
        select from public.jerseys where author_id = target and status = 'approved' and is_active);
    when 'list' then
      select shown.title into title from public.list(target) shown;
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment, member or list.';
  end if;
  -- Reports are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not private.has_room_for_report('visitor_reports', null, null)
    or not private.has_room_for_report('visitor_reports_of_origin', origin, null) then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  -- Not told: it would tell who uses the mailbox. Nor does it get more mails.
  if not private.has_room_for_report('visitor_reports_of_mailbox', null, email) then
    return;
  end if;
  insert into public.visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin)
  values (
    file_visitor_report.target_type, target, title, file_visitor_report.category,
    coalesce(private.tidy(file_visitor_report.reason), ''), private.tidy(file_visitor_report.name),
    trim(file_visitor_report.email), file_visitor_report.lang, file_visitor_report.origin)
  returning id into filed;
  insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'confirm', 'notifier');
end $$;

create or replace function public.held_of_list(list_id uuid)
returns table (jersey_id uuid, is_held boolean, is_wished boolean)
language sql stable security definer rows 100 set search_path = ''
as $$
  select jersey.id,
    exists (
      select from public.user_collections held where held.user_id = auth.uid() and held.jersey_id = jersey.id),
    exists (
      select from public.user_wishlists wish where wish.user_id = auth.uid() and wish.jersey_id = jersey.id)
  from public.lists list
  join public.list_items item on item.list_id = list.id
  join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
  where list.id = held_of_list.list_id and (private.is_shown_list(list) or list.member_id = auth.uid())
  order by item.place
$$;

REVOKE ALL ON FUNCTION "public"."held_of_list"(uuid) FROM "anon";

create or replace function public.hide_list(list_id uuid, reason text, hidden boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators hide lists.';
  end if;
  select * into list from public.lists stored where stored.id = hide_list.list_id for update;
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
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
end $$;

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
        'list', private.list_for_review(report),
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
    -- Those about the same thing are one, as in the queue.
    select 'report', count(distinct coalesce(jersey_id, comment_id, profile_id, target_id))::integer, min(created_at) from public.reports report
    where status = 'open' and (select public.is_reviewer(auth.uid()))
      and ((select public.is_admin(auth.uid())) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
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

create trigger lists_end_reports before delete on public.lists
for each row execute function private.end_list_reports();

create trigger reports_name before insert on public.reports
for each row when (new.target_type in ('profile', 'list')) execute function private.name_reported();

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

COMMENT ON COLUMN "public"."reports"."reported_name" IS 'Of a member or a list: the name or title that others saw when it was reported. It may have been replaced since';

COMMENT ON COLUMN "public"."visitor_reports"."title" IS 'The title of the jersey or list, or the member''s name, for mails after it is deleted or replaced';

COMMENT ON FUNCTION "private"."is_about"(public.reports, uuid) IS 'True if a report is about a member''s own jersey, comment or list, or was before the jersey was merged';

COMMENT ON FUNCTION "private"."list_for_review"(public.reports) IS 'The words of a reported list, as long as it isn''t private';

COMMENT ON FUNCTION "public"."held_of_list"(uuid) IS 'The public jerseys of a list that the caller sees, and whether they have or wish for each';

COMMENT ON INDEX "public"."reports_by_list" IS 'The reports of a list: queue, and its deletion';

REVOKE ALL ON FUNCTION "private"."end_list_reports"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_for_review"(public.reports) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."held_of_list"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."held_of_list"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."held_of_list"(uuid) TO "service_role";

set check_function_bodies = on;
-- end
