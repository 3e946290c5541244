-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when suggestion.trusted then 'trusted' when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction'
      else 'suggestion' end,
    suggestion.member_id, case when not suggestion.trusted then suggestion.source end, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.notify_photos_gone(array(
      select image from public.jersey_images image
      where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and image.suggestion_id is null
        and suggestion.changes -> 'removed' ? image.id::text and image.contributor_id is distinct from suggestion.member_id
    ), suggestion.source);
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $function$
;

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
    changes => coalesce(items, '[]'));
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First, because the next error says who decided.
  if (suggestion.member_id = auth.uid() or private.removes_photo_of(suggestion, auth.uid())) and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion, nor on their own photo.';
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

CREATE OR REPLACE FUNCTION private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
  photo jsonb;
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  for photo in select value from jsonb_array_elements(photos) loop
    perform private.check_image_address(photo ->> 'url');
    if photo ->> 'kind' is null then
      raise not_null_violation using message = 'A suggested photo says what it shows.';
    elsif split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text then
      -- A file of somebody else could be exchanged after it was accepted.
      raise insufficient_privilege using
        message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
    end if;
  end loop;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) given
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(given ->> 'url')
          or image.suggestion_id is null and image.likeness::text = given ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      -- An own photo, or one of the own jersey, in another frame. Others' photos don't change hands.
      where suggestion.id is null and not (coalesce(removed ? image.id::text, false) and (
          image.contributor_id = member or exists (select from public.jerseys where id = target and author_id = member)))
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(given ->> 'url')) from jsonb_array_elements(photos) given) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.decidable_by(reviewer uuid)
 RETURNS TABLE(kind text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select waiting.kind, waiting.since
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and not private.is_for_another(waiting.suggestion, reviewer)
    and (caller.is_admin or waiting.member_id is distinct from reviewer and not private.removes_photo_of(waiting.suggestion, reviewer)
      and (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
      and not exists (
        select from public.jerseys
        where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
$function$
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
  -- Its only photo was deleted, or the one that was to go went.
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
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $function$
;

CREATE OR REPLACE FUNCTION private.fits_a_day(jersey public.jerseys)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (
      select from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
    and not exists (
      select from public.suggestions suggestion
      where suggestion.target_id = jersey.id and suggestion.target_type = 'jersey' and suggestion.status = 'open'
        and suggestion.changes - array['photos', 'removed'] <> '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.notify_photos_gone(photos public.jersey_images[], reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_undone(array(
    select jsonb_build_object(
      'contributor', gone.contributor_id, 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone join public.jerseys jersey on jersey.id = gone.jersey_id), null, reason)
$function$
;

CREATE OR REPLACE FUNCTION private.pending_keys(suggestion public.suggestions)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(key order by place, key), '{}')
  from (
    select name as key, place from unnest(private.suggestable_columns(suggestion.target_type))
      with ordinality field (name, place)
    where suggestion.changes ? name
    union all
    select private.photo_key(image.id), 1000 from public.jersey_images image where image.suggestion_id = suggestion.id
    union all
    select private.photo_key(image.id), 1001 from public.jersey_images image
    where image.jersey_id = suggestion.target_id and image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
  ) keys
  -- After a contest, what was accepted is decided.
  where coalesce(suggestion.verdicts -> key ->> 'accepted', 'false') = 'false'
$function$
;

CREATE OR REPLACE FUNCTION private.reason_not_undoable(revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] DEFAULT '{}'::uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
      or field = 'image' and revision.changes -> 'image' ->> 'after' is null and revision.contributor_id is distinct from auth.uid()
        and (revision.stored -> 'image' ->> 'contributor_id')::uuid = auth.uid()
      or revision.target_type = 'jersey' and (current ->> 'author_id')::uuid = auth.uid()
        and revision.contributor_id is distinct from auth.uid()) then 'own'
    when field in ('merged', 'jersey') then private.departure_stays(revision, is_administrator)
    when field = 'line_up' then private.line_up_stays(revision, is_administrator)
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or current ->> 'is_active' <> 'true') then 'hidden'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.removes_photo_of(suggestion public.suggestions, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.jersey_images image
    where image.jersey_id = suggestion.target_id and image.contributor_id = member and suggestion.changes -> 'removed' ? image.id::text)
$function$
;

CREATE OR REPLACE FUNCTION private.reported_author(report public.reports)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case report.target_type
    when 'jersey' then coalesce(
      -- Whoever contested the decision hears of the next one.
      (select rc.author_id from public.report_contests rc where rc.report_id = report.id and rc.party = 'author'),
      (select author_id from public.jerseys
      -- What was merged because of it is of another author than the jersey that stays.
      where id = coalesce(
        (select gj.jersey_id from private.moved_rows moved join public.gone_jerseys gj using (jersey_id)
          where moved.relation = 'reports' and moved.row_id = report.id and report.done = 'merged'
          order by gj.gone_at desc limit 1), report.jersey_id)))
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    when 'list' then (select member_id from public.lists where id = report.target_id)
    else report.profile_id
  end
$function$
;

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  edit public.suggestions;
  verdict constant jsonb := case decision when 'approved' then '{"accepted": true}'
    when 'rejected' then jsonb_build_object('accepted', false, 'reason', 'other', 'note', note) else '{}' end;
begin
  perform private.check_reviewer();
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  select * into edit from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and suggestion.held_at is null
    and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1;
  if edit.id is null then
    perform public.decide(moderate_jersey.jersey_id, jsonb_build_object('jersey', verdict), private.version_for_review(jersey));
  else
    perform public.decide(edit.id, jsonb_object_agg(key, verdict), to_jsonb(edit.edited_at)) from unnest(private.pending_keys(edit)) key;
  end if;
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  jersey.moderated_by := auth.uid();
  return jersey;
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
      or coalesce(private.is_for_another(waiting.suggestion, me), false),
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
    where given ? name and private.differs(name, present, wanted));
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

COMMENT ON FUNCTION "private"."removes_photo_of"(public.suggestions, uuid) IS 'True of a suggestion by which a photo of this member goes';

COMMENT ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) IS 'The photos of a jersey as a suggestion wants them';

REVOKE ALL ON FUNCTION "private"."removes_photo_of"(public.suggestions, uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
