-- The queue: everything that waits for a reviewer, the oldest first, with what helps to decide.
-- Submissions, suggestions, open reports and comments that wait stand in one list; what was public at once by trust is asked for by a filter.
-- A reviewer isn't shown a report about what is theirs.

create function private.check_queue_filter(filter jsonb, after jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) is distinct from 'object'
    or exists (
      select from jsonb_each(filter) asked
      where case
        when asked.key in ('league', 'kind') then jsonb_typeof(asked.value) <> 'string'
        when asked.key = 'to_check' then jsonb_typeof(asked.value) <> 'boolean'
        when asked.key = 'days' then not coalesce(asked.value #>> '{}' ~ '^[0-9]{1,4}$', false)
        else true end)
    or jsonb_typeof(after) <> 'null' and not coalesce(
      private.is_time(after ->> 'since') and private.is_uuid(after ->> 'id'), false) then
    raise sqlstate 'PT400' using
      message = 'queue_filter', detail = 'A filter, or the place in the queue, isn''t one that the queue knows.';
  end if;
end $$;
comment on function private.check_queue_filter is 'Refuses filters of the queue that can''t be read, by name';

create function private.league_of(target_type text, target_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select league from public.jerseys where league_of.target_type = 'jersey' and id = league_of.target_id
  union all
  select competition.league
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where league_of.target_type = 'team' and team.id = league_of.target_id
  union all
  select league from public.competitions where league_of.target_type = 'competition' and id = league_of.target_id
  union all
  select jersey.league
  from public.comments comment join public.jerseys jersey on jersey.id = comment.jersey_id
  where league_of.target_type = 'comment' and comment.id = league_of.target_id
$$;

create function private.open_reports_about(report public.reports) returns setof public.reports
language sql stable security definer set search_path = '' rows 3
as $$
  select * from public.reports r_beside
  where r_beside.status = 'open' and (
    r_beside.jersey_id = report.jersey_id or r_beside.comment_id = report.comment_id or r_beside.profile_id = report.profile_id
    or report.target_type = 'list' and r_beside.target_type = 'list' and r_beside.target_id = report.target_id)
$$;
comment on function private.open_reports_about is 'The open reports about the same thing, which are settled together: the oldest stands for all in the queue';

create function private.stands_for_all(report public.reports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.open_reports_about(report) older where (older.created_at, older.id) < (report.created_at, report.id))
$$;
comment on function private.stands_for_all is 'True of the oldest open report about a thing';

create function private.list_for_review(report public.reports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(said.words order by item.place), '[]')
      from private.shown_items(list.id) item
      cross join lateral (values
        (case when item.jersey_id is null then concat_ws(' – ', (item.copy).former_jersey ->> 'title', (item.copy).former_jersey ->> 'team') end),
        (item.note)) said (words)
      where said.words is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and list.is_public
$$;
comment on function private.list_for_review is 'The words of a reported list, as long as it isn''t private';

create function private.looks_alike(one bit, other bit) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    bit_count(substring(one from 1 for 64) # substring(other from 1 for 64)) <= 7
      and bit_count(substring(one from 65) # substring(other from 65)) <= 4,
    false)
$$;
comment on function private.looks_alike is 'True if two pictures are probably the same; see same_pictures()';

create function private.waiting_photos(jersey_id uuid, suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', image.id, 'url', image.url, 'path', image.path, 'alt', image.alt, 'kind', image.kind,
      'licence', image.licence, 'rights_stated', image.rights_stated, 'version', image.version,
      'is_removal', image.suggestion_id is null and suggestion.id is not null,
      'is_known', image.suggestion_id is not null and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = image.jersey_id and ji_shown.suggestion_id is null
          and private.looks_alike(ji_shown.likeness, image.likeness)),
      'is_twice', image.suggestion_id is not distinct from suggestion.id and exists (
        select from public.jersey_images ji_beside
        where ji_beside.jersey_id = image.jersey_id and ji_beside.suggestion_id is not distinct from image.suggestion_id
          and ji_beside.id <> image.id and private.looks_alike(ji_beside.likeness, image.likeness)))
      order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = waiting_photos.jersey_id
    and case when suggestion.id is null then image.suggestion_id is null
      else image.suggestion_id = suggestion.id
        or image.suggestion_id is null and coalesce(suggestion.changes -> 'removed' ? image.id::text, false) end
$$;
comment on function private.waiting_photos is 'The photos that a suggestion adds and removes; without one those of a submission';

create function private.detail_of_suggestion(suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'changes', suggestion.changes, 'was', suggestion.was, 'words', suggestion.words,
    'current', private.pick_columns(version, array(select jsonb_object_keys(suggestion.changes - 'removed'))),
    'current_words', (
      select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(suggestion.words) name),
    'conflicts', array(
      select name from jsonb_object_keys(suggestion.words) name
      where suggestion.kind = 'edit' and private.differs(name, version, suggestion.was)
        and private.differs(name, version, version || suggestion.changes)
      order by name),
    'pending', to_jsonb(case when suggestion.status = 'open' then private.pending_keys(suggestion)
      else array(select jsonb_object_keys(suggestion.verdicts)) end),
    'verdicts', suggestion.verdicts, 'source', suggestion.source,
    'contest', suggestion.contest, 'contested_at', suggestion.contested_at,
    -- Who decides on the same once more says why.
    'is_second', suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid(),
    'is_public', coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    'team_slug', version ->> 'team_slug', 'kit_type_slug', version ->> 'kit_type_slug', 'year', version -> 'year',
    'is_author', coalesce((version ->> 'author_id')::uuid = suggestion.member_id, false),
    'photos', case when suggestion.target_type = 'jersey' then private.waiting_photos(suggestion.target_id, suggestion) else '[]' end)
  from (select coalesce(private.target_row(suggestion.target_type, suggestion.target_id), '{}') as version) present
$$;

create function private.detail_of_submission(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
    'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
    'is_again', jersey.status = 'rejected')
$$;

create function private.detail_of_report(
  report public.reports, comment public.comments, jersey public.jerseys, commented public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.detail_of_report is
  'What a reviewer reads of a report: `jersey` is what it is about, `commented` where its comment stands';

create view private.waiting as
  select jersey.id, 'new' as kind, 'jersey' as target_type, jersey.id as target_id,
    coalesce(jersey.edited_at, jersey.created_at) as since, jersey.author_id as member_id, false as to_check,
    null::public.suggestions as suggestion, null::public.reports as report
  from public.jerseys jersey
  where jersey.is_active and (jersey.status = 'pending' or jersey.status = 'rejected' and jersey.edited_at is not null)
  union all
  select suggestion.id, suggestion.kind, suggestion.target_type, suggestion.target_id,
    coalesce(suggestion.contested_at, suggestion.created_at), suggestion.member_id,
    suggestion.status <> 'open', suggestion, null
  from public.suggestions suggestion
  where suggestion.status = 'open' and suggestion.held_at is null
    or suggestion.status <> 'open' and suggestion.trusted and suggestion.afterwards is null
  union all
  select report.id, 'report', report.target_type, report.target_id, report.created_at, report.reporter_id, false, null, report
  from public.reports report
  where report.status = 'open' and private.stands_for_all(report)
  union all
  select comment.id, 'comment', 'comment', comment.id, comment.created_at, comment.author_id, false, null, null
  from public.comments comment
  where comment.is_hidden and comment.hidden_reason is null;
comment on view private.waiting is
  'What waits for a reviewer, since when and by whom; `to_check`: it was public at once by trust, and nobody has looked at it';

create function private.decidable_by(reviewer uuid) returns table (kind text, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select waiting.kind, waiting.since
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and not private.is_for_another(waiting.suggestion, reviewer)
    and not coalesce(private.is_report_for_another(waiting.report, reviewer), false)
    and (caller.is_admin or waiting.member_id is distinct from reviewer and not private.removes_photo_of(waiting.suggestion, reviewer)
      and (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
      and not exists (
        select from public.jerseys
        where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
$$;
comment on function private.decidable_by is
  'What of the queue a reviewer can decide: the rows that aren''t `is_mine`. Every count that a reviewer sees is of these';

create function private.waiting_for(reviewer uuid, out amount integer, out oldest timestamptz)
language sql stable security definer set search_path = ''
as $$ select count(*)::integer, min(since) from private.decidable_by(reviewer) $$;
comment on function private.waiting_for is
  'How much of the queue a reviewer can decide, and since when: without what is their own, and what somebody else must decide';

create function public.queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
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
  with waiting as materialized (
    select * from private.waiting waiting
    where waiting.to_check = filter @? '$ ? (@.to_check == true)'
      -- Photos are a correction.
      and (not filter ? 'kind' or waiting.kind = filter ->> 'kind' or waiting.kind = 'photos' and filter ->> 'kind' = 'edit')
      and (not filter ? 'league' or private.league_of(waiting.target_type, waiting.target_id) = filter ->> 'league')
      and waiting.since <= created_before
      and (last_id is null or (waiting.since, waiting.id) > (last_since, last_id))
      and (waiting.kind <> 'report' or is_administrator
        or waiting.target_type <> 'profile' and not private.is_about(waiting.report, me))
    order by waiting.since, waiting.id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, (waiting.report).reported_name, (waiting.suggestion).title),
    private.league_of(waiting.target_type, waiting.target_id), waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb((waiting.suggestion).edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (
        waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false)
        or private.removes_photo_of(waiting.suggestion, me))
      or coalesce(private.is_for_another(waiting.suggestion, me), false)
      or coalesce(private.is_report_for_another(waiting.report, me), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(waiting.report, comment, jersey, j_commented)
      when 'comment' then jsonb_build_object(
        'comment', comment.body, 'edited_at', comment.edited_at, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(waiting.suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else (waiting.report).comment_id end
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
end $$;
comment on function public.queue is
  'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit with photos, merge, removal, report, comment), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

-- How long decisions take: those of reviewers.
create function public.queue_figures()
returns table (waiting integer, typical_hours numeric, oldest timestamptz, by_kind jsonb, to_check integer)
language sql stable security definer set search_path = ''
as $$
  with decidable as (select kind, since from private.decidable_by(auth.uid()))
  select (select count(*)::integer from private.waiting where not to_check and kind not in ('report', 'comment')),
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
    case when caller.is_reviewer then (select min(since) from decidable) end,
    case when caller.is_reviewer then (
      select jsonb_object_agg(kind, amount) from (select kind, count(*) as amount from decidable group by kind) counted) end,
    case when caller.is_reviewer then (select count(*)::integer from private.waiting where to_check) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$$;
comment on function public.queue_figures is
  'How much waits (reports and comments apart), and within how many hours the latest hundred were decided typically (the median; null before the first). For reviewers also of what they can decide since when, and how much of each kind; and how much is public and to be looked at';

create function private.likely_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter # flip)
  from unnest(private.likeness_quarters(likeness)) quarter,
    (select 0 as flip union all select 1 << place from generate_series(0, 15) place) flips
$$;
comment on function private.likely_quarters is
  'The quarters of a likeness, and every quarter that differs from one of them in one bit';

create function public.same_pictures(jersey_id uuid)
returns table (other_id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_reviewer('compare pictures');
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images ji_own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(ji_own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(ji_own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(ji_own.likeness)
        and image.likeness is not null and image.suggestion_id is null and image.jersey_id <> ji_own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected' and jerseys.is_active
  where ji_own.jersey_id = same_pictures.jersey_id and ji_own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;
comment on function public.same_pictures is
  'Jerseys with a picture that looks like one of this jersey''s, the most alike first: points out shirts submitted twice';
