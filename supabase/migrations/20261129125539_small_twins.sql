-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."is_decided_by_another"(public.suggestions);

DROP FUNCTION "private"."votable_jersey"(uuid);

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' and not (suggestion.trusted and suggestion.afterwards is null) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if private.is_for_another(suggestion, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.import_votes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.is_public_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.is_public_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION private.year_of(member uuid, year integer)
 RETURNS TABLE(shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  with span as (
    select make_timestamptz(year_of.year, 1, 1, 0, 0, 0, 'Europe/Paris') as since,
      make_timestamptz(year_of.year + 1, 1, 1, 0, 0, 0, 'Europe/Paris') as till
    where now() >= make_timestamptz(year_of.year, 12, 1, 0, 0, 0, 'Europe/Paris')
  ), added as (
    select copy.id, jersey.id as jersey_id, jersey.team_id, jersey.colors[1] as color, jersey.score,
      coalesce(jersey.year, left(season.code, 4)::integer) as worn
    from span
    join public.copies copy on copy.owner_id = year_of.member and copy.removed_at is null
      and copy.created_at >= span.since and copy.created_at < span.till
    left join public.jerseys jersey
      on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.seasons season on season.id = jersey.season_id
  ), club as (
    select added.team_id, count(*) as shirts from added
    join public.teams team on team.id = added.team_id and team.is_active
    group by added.team_id order by shirts desc, max(added.score) desc, added.team_id limit 1
  ), rare as (
    -- Below three owners, nobody is told how many there are (7.6).
    select own.jersey_id, owners.count from (select distinct jersey_id from added where jersey_id is not null) own
    cross join lateral (
      select count(*) from public.user_collections collection where collection.jersey_id = own.jersey_id) owners
    where owners.count >= 3
    order by owners.count, own.jersey_id limit 1
  )
  select (select count(*) from added),
    (select count(distinct worn) from added), (select min(worn) from added), (select max(worn) from added),
    club.team_id, club.shirts,
    (select jersey_id from added where worn is not null order by worn, score desc, jersey_id limit 1),
    rare.jersey_id, rare.count,
    (select coalesce(jsonb_agg(jsonb_build_object('color', paint.color, 'shirts', paint.shirts)
        order by paint.shirts desc, paint.color), '[]')
      from (select color, count(*) as shirts from added where color is not null group by color) paint),
    array(select jersey_id from added where jersey_id is not null group by jersey_id order by max(score) desc, jersey_id limit 4),
    (select count(*) from public.jerseys jersey
      where jersey.author_id = year_of.member and jersey.status = 'approved'
        and jersey.created_at >= span.since and jersey.created_at < span.till)
    + (select count(*) from public.suggestions suggestion
      where suggestion.member_id = year_of.member and suggestion.status in ('accepted', 'partly')
        and suggestion.decided_at >= span.since and suggestion.decided_at < span.till)
  from span left join club on true left join rare on true
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
      or coalesce(private.is_for_another(suggestion, auth.uid()), false),
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

set check_function_bodies = on;
-- end
