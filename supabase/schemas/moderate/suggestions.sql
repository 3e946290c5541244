-- Decisions on suggestions, field by field, and the queue of what waits.
-- A refusal that its member contests is decided by another reviewer.
-- What becomes of open suggestions when their target goes is decided here too.

create function private.photo_key(photo_id uuid) returns text
language sql immutable set search_path = ''
as $$ select 'photo:' || photo_id $$;

create function private.pending_keys(suggestion public.suggestions) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key order by place, key), '{}')
  from (
    select name as key, place from unnest(private.suggestable_columns(suggestion.target_type))
      with ordinality field (name, place)
    where suggestion.changes ? name
    union all
    select private.photo_key(photo.id), 1000 from public.suggestion_photos photo
    where photo.suggestion_id = suggestion.id
  ) keys
  -- After a contest, what was accepted is decided.
  where coalesce(suggestion.verdicts -> key ->> 'accepted', 'false') = 'false'
$$;
comment on function private.pending_keys is 'What a decision on the suggestion must name: its fields and photos without a verdict for them';

create function private.check_verdicts(pending text[], verdicts jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(verdict.value ->> 'note') > 1000) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where coalesce(verdict.value ->> 'reason', case when verdict.value -> 'accepted' = 'true' then 'other' else '' end)
      not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'other')) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights or other.';
  end if;
end $$;

create function private.readable_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when photo.id is null then regexp_replace(verdict.key, '_id$', '') else 'image' end,
      'before', private.as_text(suggestion.words -> verdict.key -> 'before'),
      'after', case when photo.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') else photo.url end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.suggestion_photos photo
    on photo.suggestion_id = suggestion.id and private.photo_key(photo.id) = verdict.key
$$;
comment on function private.readable_verdicts is 'Verdicts for their reader: field, before, after, accepted, reason, note';

create function public.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen timestamptz)
returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
  -- Into which a jersey is to be merged.
  other uuid;
  current jsonb;
  accepted text[];
  conflicts text[];
  wanted jsonb;
  given jsonb;
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on suggestions.';
  end if;
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions waiting where waiting.id = decide_suggestion.suggestion_id;
    target := suggestion.target_id;
    if suggestion.kind in ('merge', 'removal') then
      perform private.lock_merges();
      other := coalesce((
        select into_id from public.jersey_redirects where from_id = (suggestion.changes ->> 'merge_into')::uuid),
        (suggestion.changes ->> 'merge_into')::uuid);
      perform private.lock_jerseys(array_remove(array[target, other], null));
    elsif found then
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions waiting
    where waiting.id = decide_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  perform private.check_decidable(suggestion);
  if seen is distinct from suggestion.edited_at then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  perform private.check_verdicts(private.pending_keys(suggestion), verdicts);
  given := verdicts;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where given -> name ->> 'accepted' = 'true');
  if given @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  wanted := current || suggestion.changes;
  -- Somebody else may have made it so already.
  conflicts := array(
    select name from unnest(accepted) name
    where private.differs(name, current, suggestion.was) and private.differs(name, current, wanted)
      and given -> name ->> 'overwrite' is distinct from 'true');
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;

  perform private.begin_revision('suggestion', suggestion.member_id, suggestion.source, suggestion.id);
  if suggestion.kind = 'edit' and exists (select from unnest(accepted) name where private.differs(name, current, wanted)) then
    perform private.write_fields(
      suggestion.target_type, suggestion.target_id,
      private.pick_columns(suggestion.changes, private.with_dependent_columns(accepted)));
  end if;
  insert into public.jersey_images (jersey_id, url, alt, kind, likeness, licence, rights_stated, version, position)
  select suggestion.target_id, photo.url, photo.alt, photo.kind, photo.likeness, photo.licence, photo.rights_stated, photo.version,
    coalesce(last.position, -1) + row_number() over (order by photo.id)
  from public.suggestion_photos photo
  cross join lateral (
    select max(image.position) as position from public.jersey_images image
    where image.jersey_id = suggestion.target_id) last
  where photo.suggestion_id = suggestion.id and given -> private.photo_key(photo.id) ->> 'accepted' = 'true'
    -- Once, also after two jerseys with the same suggestion were merged.
    and not exists (
      select from public.jersey_images shown
      where shown.jersey_id = suggestion.target_id and shown.path = photo.path);
  perform private.end_revision();

  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now()
  where decided.id = suggestion.id
  returning * into suggestion;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
  -- Now, so that it is settled before what is open about its jersey waits.
  if suggestion.kind in ('merge', 'removal') and suggestion.status = 'accepted' then
    perform private.check_departure(target, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.let_go(target, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    case when suggestion.target_type = 'jersey' then suggestion.target_id end,
    coalesce(current ->> 'title', current ->> 'name', suggestion.title),
    changes => private.readable_verdicts(suggestion, given));
  return suggestion;
end $$;
comment on function public.decide_suggestion is
  'Accepts or refuses each field and photo of a suggestion (`photo:` and its id), in one transaction. `seen` is the edited_at that the reviewer saw. A value that changed since it was suggested is a conflict, unless its verdict says overwrite';
revoke execute on function public.decide_suggestion from public, anon;
grant execute on function public.decide_suggestion to authenticated, service_role;

-- What waits.
create function public.suggestion_queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, target_type text, target_id uuid, title text, league text, team_slug text, kit_type_slug text, year integer,
  is_public boolean, changes jsonb, was jsonb, words jsonb, current jsonb, current_words jsonb, conflicts text[],
  pending text[], verdicts jsonb, source text, photos jsonb, created_at timestamptz, edited_at timestamptz, contest text,
  contested_at timestamptz, member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer,
  claimed_by text, claimed_until timestamptz, is_mine boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_afterwards constant boolean := filter @? '$ ? (@.afterwards == true)';
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  perform private.check_queue_filter(filter, after);
  return query
  with page as materialized (
    select open.*, fact.league
    from public.suggestions open
    -- Looked up row by row, in the order of the queue.
    left join lateral (
      select jersey.league, jersey.competition_id from public.jerseys jersey
      where open.target_type = 'jersey' and jersey.id = open.target_id
      union all
      select competition.league, competition.id
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where open.target_type = 'team' and team.id = open.target_id
      union all
      select competition.league, competition.id from public.competitions competition
      where open.target_type = 'competition' and competition.id = open.target_id
    ) fact on true
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when is_afterwards then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (after is null or (open.created_at, open.id) > ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      and (not filter ? 'target_type' or open.target_type = filter ->> 'target_type')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and (not filter ? 'competition_id' or fact.competition_id = (filter ->> 'competition_id')::uuid)
      and (not filter ? 'days' or open.created_at <= now() - make_interval(days => (filter ->> 'days')::integer))
      and (not filter ? 'new_members'
        or private.is_experienced(open.member_id) <> (filter ->> 'new_members')::boolean)
    order by open.created_at, open.id
    limit size
  ), shown as materialized (
    select page.*, coalesce(private.target_row(page.target_type, page.target_id), '{}') as version from page
  )
  select shown.id, shown.target_type, shown.target_id,
    coalesce(version ->> 'title', version ->> 'name', shown.title), shown.league, version ->> 'team_slug',
    version ->> 'kit_type_slug', (version ->> 'year')::integer,
    coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    shown.changes, shown.was, shown.words,
    private.pick_columns(version, array(select jsonb_object_keys(shown.changes))),
    (select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(shown.words) name),
    array(
      select name from jsonb_object_keys(shown.words) name
      where private.differs(name, version, shown.was) and private.differs(name, version, version || shown.changes)
      order by name),
    private.pending_keys(waiting), shown.verdicts, shown.source,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', photo.id, 'url', photo.url, 'path', photo.path, 'alt', photo.alt, 'kind', photo.kind,
        'licence', photo.licence, 'rights_stated', photo.rights_stated, 'version', photo.version,
        'is_known', exists (
          select from public.jersey_images image
          where image.jersey_id = shown.target_id and private.looks_alike(image.likeness, photo.likeness)))
        order by photo.id), '[]')
      from public.suggestion_photos photo where photo.suggestion_id = shown.id),
    shown.created_at, shown.edited_at, shown.contest, shown.contested_at, shown.member_id, profile.username,
    profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = shown.member_id and own.status in ('accepted', 'partly')),
    (select reviewer.username from public.profiles reviewer where reviewer.id = claim.reviewer_id), claim.until,
    shown.member_id = auth.uid()
  from shown
  join public.suggestions waiting on waiting.id = shown.id
  left join public.profiles profile on profile.id = shown.member_id
  left join auth.users account on account.id = shown.member_id
  left join private.suggestion_claims claim on claim.suggestion_id = shown.id and claim.until > now()
  order by shown.created_at, shown.id;
end $$;
comment on function public.suggestion_queue is
  'Open suggestions for reviewers, the oldest first, with what is public now. Filter: league, competition_id, target_type, new_members (true or false), days (at least so old), afterwards (true: those public at once that nobody has looked at). After: created_at and id of the last row';
revoke execute on function public.suggestion_queue from public, anon;
grant execute on function public.suggestion_queue to authenticated, service_role;

-- How long decisions take: those of reviewers.
create function public.queue_figures() returns table (waiting integer, typical_hours numeric)
language sql stable security definer set search_path = ''
as $$
  select (
      (select count(*) from public.jerseys where status = 'pending' and is_active)
      + (select count(*) from public.jerseys where edited_at is not null and status <> 'pending')
      + (select count(*) from public.suggestions where status = 'open' and held_at is null))::integer,
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
        ) decision order by at desc limit 100) hours)
$$;
comment on function public.queue_figures is
  'How many submissions, edits and suggestions wait, and within how many hours the latest hundred were decided typically (the median; null before the first)';
revoke execute on function public.queue_figures from public;
grant execute on function public.queue_figures to anon, authenticated, service_role;

-- Merged and deleted targets.
create function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  gone jsonb;
begin
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, status = private.outcome_of(gone || ended.verdicts),
      decided_at = coalesce(ended.decided_at, now())
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;
comment on function private.close_suggestions is
  'Open suggestions about what is deleted are refused as gone. Those about a merged jersey moved to the other one before';

create function private.end_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $$;
comment on function private.end_suggestions is 'Argument: the type of target';

-- An account that ends in another way: an administrator's call, a command.
create function private.end_open_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.suggestions where member_id = old.id and status = 'open';
  delete from public.suggestion_photos photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = old.id;
  return old;
end $$;

create function private.check_queue_filter(filter jsonb, after jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) is distinct from 'object'
    or exists (
      select from jsonb_each(filter) asked
      where case
        when asked.key in ('league', 'target_type') then jsonb_typeof(asked.value) <> 'string'
        when asked.key in ('new_members', 'afterwards') then jsonb_typeof(asked.value) <> 'boolean'
        when asked.key = 'competition_id' then not coalesce(private.is_uuid(asked.value #>> '{}'), false)
        when asked.key = 'days' then not coalesce(asked.value #>> '{}' ~ '^[0-9]{1,4}$', false)
        else true end)
    or jsonb_typeof(after) <> 'null' and not coalesce(
      private.is_time(after ->> 'created_at') and private.is_uuid(after ->> 'id'), false) then
    raise sqlstate 'PT400' using
      message = 'queue_filter', detail = 'A filter, or the place in the queue, isn''t one that the queue knows.';
  end if;
end $$;
comment on function private.check_queue_filter is 'Refuses filters of the queue that can''t be read, by name';

create function public.queue_competitions() returns table (id uuid, name text, league text, waiting integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  return query
  select competition.id, competition.name, competition.league, count(*)::integer
  from public.suggestions open
  left join public.jerseys jersey on open.target_type = 'jersey' and jersey.id = open.target_id
  left join public.teams team on open.target_type = 'team' and team.id = open.target_id
  join public.competitions competition on competition.id = case open.target_type
    when 'jersey' then jersey.competition_id when 'team' then team.competition_id else open.target_id end
  where open.status = 'open' and open.held_at is null
  group by competition.id
  order by competition.name, competition.id;
end $$;
comment on function public.queue_competitions is 'The competitions of which suggestions wait, with how many: a filter of the queue';
revoke execute on function public.queue_competitions from public, anon;
grant execute on function public.queue_competitions to authenticated, service_role;

revoke execute on function
  private.photo_key, private.pending_keys, private.check_verdicts, private.readable_verdicts, private.close_suggestions, private.end_suggestions,
  private.end_open_suggestions, private.check_queue_filter
from public;
