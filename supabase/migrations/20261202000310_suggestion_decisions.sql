-- Decisions on suggestions: field by field, by somebody else than who suggested; what they wait for; what becomes of open ones
-- when their jersey is merged or deleted.

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
      where jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or char_length(verdict.value ->> 'note') > 1000) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false).';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where verdict.value -> 'accepted' = 'false'
      and coalesce(verdict.value ->> 'reason', '') not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'other')) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights or other.';
  end if;
end $$;

create function private.told_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
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
comment on function private.told_verdicts is 'Verdicts for their reader: field, before, after, accepted, reason, note';

create function public.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen timestamptz)
returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
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
    if found then
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
  if exists (select from unnest(accepted) name where private.differs(name, current, wanted)) then
    perform private.write_fields(
      suggestion.target_type, suggestion.target_id,
      private.picked(suggestion.changes, private.with_companions(accepted)));
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
  perform private.note_decision('suggestions', suggestion.id, auth.uid());
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    case when suggestion.target_type = 'jersey' then suggestion.target_id end,
    coalesce(current ->> 'title', current ->> 'name', suggestion.title),
    changes => private.told_verdicts(suggestion, given));
  return suggestion;
end $$;
comment on function public.decide_suggestion is
  'Accepts or refuses each field and photo of a suggestion (`photo:` and its id), in one transaction. `seen` is the edited_at that the reviewer saw. A value that changed since it was suggested is a conflict, unless its verdict says overwrite';

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
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
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
    where open.status = 'open'
      and (after is null or (open.created_at, open.id) > ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      and (not filter ? 'target_type' or open.target_type = filter ->> 'target_type')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and (not filter ? 'competition_id' or fact.competition_id = (filter ->> 'competition_id')::uuid)
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
    private.picked(version, array(select jsonb_object_keys(shown.changes))),
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
  'Open suggestions for reviewers, the oldest first, with what is public now. Filter: league, competition_id, target_type, new_members (true or false). After: created_at and id of the last row';

create function public.queue_figures() returns table (waiting integer, typical_hours numeric)
language sql stable security definer set search_path = ''
as $$
  select (
      (select count(*) from public.jerseys where status = 'pending')
      + (select count(*) from public.jerseys where edited_at is not null and status <> 'pending')
      + (select count(*) from public.suggestions where status = 'open'))::integer,
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours)
$$;
comment on function public.queue_figures is
  'How many submissions, edits and suggestions wait, and within how many hours the latest hundred were decided typically (the median; null before the first)';

-- Merged and deleted targets.

create function private.end_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
  suggestion public.suggestions;
  gone jsonb;
begin
  if tg_argv[0] = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = old.id;
  end if;
  if kept is not null then
    update public.suggestions moved
    set target_id = kept, title = (select title from public.jerseys where id = kept), edited_at = clock_timestamp()
    where moved.target_id = old.id and moved.target_type = 'jersey' and moved.status = 'open';
    return old;
  end if;
  for suggestion in
    select * from public.suggestions open
    where open.target_id = old.id and open.target_type = tg_argv[0] and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, status = private.outcome_of(gone || ended.verdicts),
      decided_at = coalesce(ended.decided_at, now())
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', tg_argv[0], null, suggestion.title,
      changes => private.told_verdicts(suggestion, gone));
  end loop;
  return old;
end $$;
create trigger jerseys_end_suggestions before delete on public.jerseys
for each row execute function private.end_suggestions('jersey');
create trigger teams_end_suggestions before delete on public.teams
for each row execute function private.end_suggestions('team');
create trigger competitions_end_suggestions before delete on public.competitions
for each row execute function private.end_suggestions('competition');

-- The files of a former member go with the account, unless a jersey shows them.
create or replace function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not exists (select from public.user_roles where user_id <> member and role = 'admin') then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.suggestion_photos photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = member;
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;

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
create trigger profiles_end_suggestions before delete on public.profiles
for each row execute function private.end_open_suggestions();

-- Merges leave nobody's photos behind for the sake of the author's.
create or replace function public.merge_jerseys(from_id uuid, into_id uuid, seen uuid[] default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  images integer;
  jersey public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators merge jerseys.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;
  -- Whose collections it changes, before their rows: see private.take_turn().
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id = gone
    union select owner_id from public.copies where jersey_id = gone));
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = gone and image.edit_id is null order by image.position, image.id)
    and exists (select from public.jerseys unseen where unseen.id = gone and unseen.status <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate is deleted with the other jersey.
  update public.jersey_votes moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id);
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.user_wishlists moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_wishlists own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.comments set jersey_id = kept where jersey_id = gone;
  update public.reports moved set target_id = kept
  where jersey_id = gone and not (status = 'open' and exists (
    select from public.reports own
    where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id));
  -- Images move behind the existing ones, up to five of each contributor (of former members together) and twenty in all.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and edit_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  update public.jersey_images moved
  set jersey_id = kept, position = (
      select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
    ) + next.place
  from (
    select fitting.id, row_number() over (order by fitting.position, fitting.id) as place
    from (
      select image.id, image.position,
        row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
        (select greatest(
            count(*) filter (where own.edit_id is null),
            count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = kept)))
          from public.jersey_images own
          where own.jersey_id = kept and own.contributor_id is not distinct from image.contributor_id) as present
      from public.jersey_images image where image.jersey_id = gone and image.edit_id is null
    ) fitting
    where fitting.nth + fitting.present <= 5
  ) next
  where moved.id = next.id and next.place <= 20 - images;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;

-- Notices.

alter table public.notice_settings
  drop constraint notice_settings_topic_known,
  add constraint notice_settings_topic_known check (topic in ('jersey', 'report', 'suggestion'));
alter table public.notices
  drop constraint notices_topic_known,
  add constraint notices_topic_known check (topic in ('jersey', 'report', 'suggestion')),
  drop constraint notices_outcome_known,
  add constraint notices_outcome_known check (
    outcome in (
      'approved', 'corrected', 'rejected', 'reverted', 'partly_reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed', 'suggestion_accepted', 'suggestion_partly',
      'suggestion_refused', 'undone')),
  add constraint notices_outcome_of_suggestion check (
    (topic = 'suggestion')
      = (outcome in ('suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone'))),
  drop constraint notices_about_known,
  add constraint notices_about_known check (about in ('jersey', 'comment', 'profile', 'team', 'competition')),
  drop constraint notices_changes_of_correction,
  add constraint notices_changes_of_outcome check (
    (changes is not null)
      = (outcome in ('corrected', 'suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone')));
comment on column public.notices.changes is
  'A list of field, before and after, in words: what was corrected or undone; of a suggestion also accepted, reason and note';

revoke execute on function
  private.photo_key, private.pending_keys, private.check_verdicts, private.told_verdicts, private.end_suggestions,
  private.end_open_suggestions
from public;
revoke execute on function public.queue_figures from public;
revoke execute on function public.decide_suggestion, public.suggestion_queue from public, anon;
grant execute on function public.decide_suggestion, public.suggestion_queue to authenticated, service_role;
grant execute on function public.queue_figures to anon, authenticated, service_role;
