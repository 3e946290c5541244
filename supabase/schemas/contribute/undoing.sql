-- Undoing a revision, and what a member changed.
-- Only values that nobody has changed since are put back; what stays is named with its reason.
-- An undo is a revision of its own.

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '12 seconds' $$;
comment on function private.undo_time is
  'How long an approval can be undone: ten seconds on the screen, and two for the way';

-- Undoing.
create function private.lock_target(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if target_type = 'jersey' then
    perform private.lock_images(array[lock_target.target_id]);
    perform from public.jerseys where id = lock_target.target_id for update;
  elsif target_type = 'team' then
    perform from public.teams where id = lock_target.target_id for update;
  else
    perform from public.competitions where id = lock_target.target_id for update;
  end if;
end $$;
comment on function private.lock_target is 'Images before their jersey, as everywhere';

create function private.write_fields(target_type text, target_id uuid, fields jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was public.jerseys;
  becomes public.jerseys;
begin
  if target_type = 'jersey' then
    select * into was from public.jerseys where id = write_fields.target_id;
    becomes := jsonb_populate_record(was, fields);
    if not fields ? 'colors' then
      becomes.team := coalesce((select name from public.teams where id = becomes.team_id), becomes.team);
      becomes.colors := private.followed_colors(was, becomes);
    end if;
    perform private.set_fields(write_fields.target_id, becomes);
    if fields ? 'photos' then
      perform private.arrange_photos(
        write_fields.target_id, private.arranged_photos(private.photos_of(write_fields.target_id), fields -> 'photos'));
    end if;
  elsif target_type = 'team' then
    update public.teams team
    set name = wanted.name, short_name = wanted.short_name, city = wanted.city, country = wanted.country,
      founded_year = wanted.founded_year, colors = wanted.colors, competition_id = wanted.competition_id
    from public.teams present cross join lateral jsonb_populate_record(present, fields) wanted
    where present.id = write_fields.target_id and team.id = present.id;
  else
    update public.competitions competition
    set name = wanted.name, country = wanted.country, league = wanted.league, sport = wanted.sport
    from public.competitions present cross join lateral jsonb_populate_record(present, fields) wanted
    where present.id = write_fields.target_id and competition.id = present.id;
  end if;
end $$;
comment on function private.write_fields is 'Gives a row these values by column, in one update; of a jersey also the arrangement of its photos';

create function private.undo_photo(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, revision.stored -> 'image');
begin
  if revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images gone where gone.id = image.id;
    -- For as long as the undoing may be undone.
    insert into public.storage_deletions as file (bucket_id, name, held_for, retry_at)
    select 'jerseys', image.path, revision.target_id, now() + interval '30 days'
    where image.path is not null
      and not exists (select from public.jersey_images kept where kept.path = image.path)
    on conflict on constraint storage_deletions_name_key do update
    set held_for = excluded.held_for, retry_at = excluded.retry_at;
    perform private.withhold_files(array[image.path], true);
  end if;
  if revision.changes -> 'image' ->> 'before' is not null then
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      case when exists (select from public.jersey_images taken where taken.id = image.id)
        then gen_random_uuid() else image.id end,
      revision.target_id, revision.changes -> 'image' ->> 'before', image.alt, image.position, image.likeness,
      image.version, image.licence, image.rights_stated, image.kind);
  end if;
end $$;

create function private.brings_back(revision public.revisions, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select revision.undoes, null::uuid as contributor_id, 0 as depth
    union all
    select earlier.undoes, earlier.contributor_id, chain.depth + 1
    from chain join public.revisions earlier on earlier.id = chain.undoes
  )
  select exists (select from chain where depth % 2 = 1 and contributor_id = brings_back.member)
$$;
comment on function private.brings_back is
  'True if undoing the revision brings back a change of the member''s, however often that was undone and brought back';

create function public.undo_revision(revision_id bigint, fields text[] default null, reason text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  revision public.revisions;
  wanted text[];
  outdated text[];
  current jsonb;
  given constant text := private.tidy(undo_revision.reason);
  undoing bigint;
begin
  perform private.check_undoing(given);
  select * into revision from public.revisions where id = undo_revision.revision_id;
  if not found then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such revision.';
  end if;
  if revision.target_type = 'jersey' then
    perform private.check_not_gone(revision.target_id);
  end if;
  if revision.kind in ('approved', 'merge') then
    raise sqlstate 'PT400' using
      message = 'revision_not_undoable', detail = 'Approvals and merges are not undone by this.';
  end if;
  perform private.lock_target(revision.target_type, revision.target_id);
  current := private.target_row(revision.target_type, revision.target_id);
  if current is null then
    raise sqlstate 'PT404' using message = 'revision_target_gone', detail = 'It was deleted or merged.';
  end if;
  -- Nobody decides what is their own: an undoing of their change, or others' changes of their jersey.
  if not public.is_admin(auth.uid()) and revision.target_type = 'jersey'
      and (current ->> 'author_id')::uuid = auth.uid() and revision.contributor_id is distinct from auth.uid()
    or private.brings_back(revision, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'revision_own', detail = 'Somebody else decides on what is one''s own.';
  end if;
  wanted := coalesce(undo_revision.fields, array(select jsonb_object_keys(revision.changes)));
  if wanted = '{}' or array_position(wanted, null) is not null or not revision.changes ?& wanted then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;
  -- A competition is of its league.
  if revision.changes ?& array['league', 'competition'] and wanted && array['league', 'competition'] then
    wanted := array(select distinct unnest(wanted || array['league', 'competition']));
  end if;
  outdated := array(
    select field from unnest(wanted) field where private.is_outdated(revision, field, current) order by field);
  if outdated <> '{}' then
    raise sqlstate 'PT409' using
      message = 'revision_outdated', detail = to_jsonb(outdated)::text,
      hint = 'These fields were changed again since, or can''t come back.';
  end if;

  perform private.count_write('undoings', 1);
  perform private.undo_fields(revision, wanted, current, given);
  select max(id) into undoing from public.revisions where undoes = revision.id;
  perform private.notify(
    revision.contributor_id, 'suggestion', 'undone', revision.target_type,
    case when revision.target_type = 'jersey' then revision.target_id end,
    coalesce(current ->> 'title', current ->> 'name'), given, (
      select jsonb_agg(jsonb_build_object(
        'field', field, 'before', private.as_text(revision.changes -> field -> 'after'),
        'after', private.as_text(revision.changes -> field -> 'before')) order by field)
      from unnest(wanted) field));
  return undoing;
end $$;
comment on function public.undo_revision is
  'Gives fields (all without `fields`) the values from before a revision, if they still are what it made of them. Whose change it was is told why. Returns the revision that says so';
revoke execute on function public.undo_revision from public, anon;
grant execute on function public.undo_revision to authenticated, service_role;

create function private.former_values(revision public.revisions, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(value.key, value.value)
  from unnest(fields) field
  cross join lateral (
    select field as key, case field
      when 'photos' then revision.stored -> 'photos' -> 'before'
      else revision.changes -> field -> 'before' end as value
    where field not in ('season', 'competition')
    union all
    select field || '_id', case
      -- The team or brand was deleted since: its name stays.
      when field = 'team' and not exists (
        select from public.teams where id = (revision.stored -> 'team_id' ->> 'before')::uuid) then 'null'
      when field = 'brand' and not exists (
        select from public.brands where id = (revision.stored -> 'brand_id' ->> 'before')::uuid) then 'null'
      else revision.stored -> (field || '_id') -> 'before' end
    where revision.stored ? (field || '_id') or field in ('season', 'competition')
  ) value
$$;
comment on function private.former_values is 'By column, what these fields of a row were before a revision';

create function private.undo_fields(revision public.revisions, fields text[], current jsonb, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_revision('undo', null, reason, null, revision.id);
  if 'image' = any (fields) then
    perform private.undo_photo(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(
      revision.target_type, revision.target_id,
      jsonb_build_object('colors', current -> 'colors') || private.former_values(revision, fields));
  end if;
  perform private.end_revision();
end $$;
comment on function private.undo_fields is 'Puts fields back that private.is_outdated() says can go back; the caller holds the lock';

create function private.check_may_undo() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
end $$;

create function private.check_undoing(reason text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_may_undo();
  if reason is null or char_length(reason) not between 3 and 500 then
    raise sqlstate 'PT400' using message = 'revision_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
end $$;
comment on function private.check_undoing is 'Who undoes, and the tidied reason';

-- Undoings of undoings may go on for ever, so nothing recurs on the stack. The later one is looked at before what it undoes.
create function private.is_undone(revision_id bigint, field text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  later record;
  undone bigint[] := '{}';
begin
  for later in
    with recursive chain as (
      select first.id, first.undoes from public.revisions first
      where first.undoes = is_undone.revision_id and first.changes ? is_undone.field
      union all
      select next.id, next.undoes
      from chain join public.revisions next on next.undoes = chain.id and next.changes ? is_undone.field
    )
    select chain.id, chain.undoes from chain order by chain.id desc
  loop
    if not later.id = any (undone) then
      undone := array_append(undone, later.undoes);
    end if;
  end loop;
  return is_undone.revision_id = any (undone);
end $$;
comment on function private.is_undone is 'True if a field of a revision was put back, and that was not undone in turn';

create function private.reason_not_undoable(
  revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or (private.hiding_proposal(revision.target_id)).id is not null) then 'hidden'
    -- Nobody decides what is their own.
    when revision.target_type = 'jersey' and not is_administrator and (current ->> 'author_id')::uuid = auth.uid() then 'own'
    when private.is_undone(revision.id, field) then 'undone'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$$;
comment on function private.reason_not_undoable is
  'Why a field doesn''t go back: gone, hidden, own, undone, file or changed; null if it does. `restored`: photos that came back before';

create function private.fields_that_stay(
  revision public.revisions, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stays jsonb;
begin
  select coalesce(jsonb_object_agg(field, why) filter (where why is not null), '{}') into stays
  from jsonb_object_keys(revision.changes) field
  cross join lateral (
    select private.reason_not_undoable(revision, field, current, is_administrator, restored)) reason (why);
  -- A competition is of its league.
  if revision.changes ?& array['league', 'competition'] and stays ?| array['league', 'competition'] then
    stays := jsonb_build_object(
      'league', coalesce(stays -> 'league', stays -> 'competition'),
      'competition', coalesce(stays -> 'competition', stays -> 'league')) || stays;
  end if;
  return stays;
end $$;
comment on function private.fields_that_stay is 'Field and why it stays, of a revision; the others can go back';

create function private.fields_back(revision public.revisions, stays jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select field from jsonb_object_keys(revision.changes) field where not stays ? field order by field)
$$;

create function private.check_undone_member(member uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $$;

create function public.preview_undo_of_member(member uuid, since timestamptz default null, page_size integer default 200)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 200), 1), 500);
  is_administrator constant boolean := public.is_admin(auth.uid());
  total bigint;
  shown integer := 0;
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  found_revisions jsonb[] := '{}';
begin
  perform private.check_may_undo();
  perform private.check_undone_member(member);
  select count(*) into total from public.revisions own
  where own.contributor_id = member and own.kind not in ('approved', 'merge')
    and (preview_undo_of_member.since is null or own.at >= preview_undo_of_member.since);
  -- Target by target, so that a change below another one of the member is seen as it will be.
  for revision in
    select (newest).* from (
      select own as newest from public.revisions own
      where own.contributor_id = member and own.kind not in ('approved', 'merge')
        and (preview_undo_of_member.since is null or own.at >= preview_undo_of_member.since)
      order by own.id desc limit size) of_member
    order by (newest).target_id, (newest).id desc
  loop
    shown := shown + 1;
    if last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if back = '{}' and not exists (select from jsonb_each_text(stays) why where why.value <> 'undone') then
      continue;
    end if;
    found_revisions := found_revisions || jsonb_build_object(
      'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
      'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
      'changes', revision.changes, 'back', back,
      'stays', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(stays) where value <> '"undone"'));
  end loop;
  return jsonb_build_object(
    'total', total, 'examined', shown,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(found_revisions) item));
end $$;
comment on function public.preview_undo_of_member is
  'What undo_member_changes() would do with the newest changes of a member, newest first: fields that go back, and those that stay with the reason (gone, hidden, own, file, changed). `total` counts all of the period, `examined` those that were looked at';
revoke execute on function public.preview_undo_of_member from public, anon;
grant execute on function public.preview_undo_of_member to authenticated, service_role;

create function public.undo_member_changes(
  member uuid, reason text, since timestamptz default null, after jsonb default null, batch_size integer default 50
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A team's name and colours are on all of its jerseys.
  of_teams constant integer := 5;
  most constant integer := least(greatest(coalesce(batch_size, 50), 1), 200);
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  size integer;
  reached bigint;
  given constant text := private.tidy(undo_member_changes.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  of_types constant text[] := array['jersey', 'team', 'competition'];
  of_type text := coalesce(undo_member_changes.after ->> 'target_type', 'jersey');
  last_id bigint := (undo_member_changes.after ->> 'id')::bigint;
  batch bigint[];
  targets uuid[];
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  undone integer := 0;
  kept jsonb[] := '{}';
begin
  perform private.check_undoing(given);
  perform private.check_undone_member(member);
  if not of_type = any (of_types) then
    raise sqlstate 'PT400' using message = 'revision_cursor', detail = '`after` is the `next` of the call before.';
  end if;
  -- The second of two reviewers waits, and finds it done.
  perform pg_advisory_xact_lock(hashtextextended('undo ' || member, 0));
  -- One kind of page in a batch, all locked before the first change in the order of merges: nobody waits in a circle.
  loop
    size := case when of_type = 'team' then least(most, of_teams) else most end;
    select array_agg(own.id order by own.id desc), array_agg(distinct own.target_id) into batch, targets
    from (
      select id, target_id from public.revisions
      where contributor_id = member and target_type = of_type and kind not in ('approved', 'merge')
        and (undo_member_changes.since is null or at >= undo_member_changes.since)
        and (last_id is null or id < last_id)
      order by id desc limit size) own;
    exit when batch is not null or of_type = 'competition';
    of_type := of_types[array_position(of_types, of_type) + 1];
    last_id := null;
  end loop;
  if of_type = 'jersey' then
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (batch)));
    perform private.lock_images(targets);
    perform from public.jerseys where id = any (targets) order by id for update;
  elsif of_type = 'team' then
    perform from public.teams where id = any (targets) order by id for update;
  else
    perform from public.competitions where id = any (targets) order by id for update;
  end if;

  for revision in
    select * from public.revisions where id = any (batch) order by id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and clock_timestamp() > deadline;
    reached := revision.id;
    current := private.target_row(revision.target_type, revision.target_id);
    stays := private.fields_that_stay(revision, current, is_administrator);
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      begin
        perform private.undo_fields(revision, back, current, given);
        undone := undone + 1;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
      end;
    end if;
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    if stays <> '{}' then
      kept := kept || jsonb_build_object(
        'id', revision.id, 'target_type', revision.target_type, 'target_id', revision.target_id,
        'title', coalesce(current ->> 'title', current ->> 'name'), 'stays', stays);
    end if;
  end loop;
  -- One notice in all, whatever the reasons.
  if undone > 0 and not exists (
    select from public.notices notice
    where notice.recipient_id = member and notice.outcome = 'undone' and notice.about = 'profile'
      and notice.created_at > now() - interval '1 day') then
    perform private.notify(
      member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), given, '[]');
  end if;
  return jsonb_build_object(
    'undone', undone, 'kept', to_jsonb(kept),
    'next', case
      when reached > batch[cardinality(batch)] or cardinality(batch) = size
        then jsonb_build_object('target_type', of_type, 'id', reached)
      when of_type <> 'competition' then jsonb_build_object('target_type', of_types[array_position(of_types, of_type) + 1])
    end);
end $$;
comment on function public.undo_member_changes is
  'Puts back up to 200 changes of a member since a moment (five of teams, and what three seconds allow), the newest of each page first; `next` of the answer is `after` of the next call, null at the end. `kept` says which fields stay and why; the member is told once';
revoke execute on function public.undo_member_changes from public, anon;
grant execute on function public.undo_member_changes to authenticated, service_role;

revoke execute on function
  private.undo_time, private.lock_target, private.write_fields, private.undo_photo, private.brings_back, private.former_values,
  private.undo_fields, private.check_may_undo, private.check_undoing, private.is_undone, private.reason_not_undoable,
  private.fields_that_stay, private.fields_back, private.check_undone_member
from public;
