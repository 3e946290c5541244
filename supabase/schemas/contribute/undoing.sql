-- Undoing a revision, a batch of them, or what a member changed: one function.
-- Only values that nobody has changed since are put back; what stays is named with its reason.
-- An undo is a revision of its own.

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '12 seconds' $$;
comment on function private.undo_time is
  'How long a decision can be undone as if it had not been: ten seconds on the screen, and two for the way';

-- Undoing.
create function private.lock_target(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if target_type = 'jersey' then
    perform private.lock_images(array[lock_target.target_id]);
    perform from public.jerseys where id = lock_target.target_id for update;
  elsif target_type = 'team' then
    -- Not the key, which whoever writes a jersey locks after it: a rename locks jerseys after their team.
    perform from public.teams where id = lock_target.target_id for no key update;
  else
    perform from public.competitions where id = lock_target.target_id for no key update;
  end if;
end $$;
comment on function private.lock_target is 'Images before their jersey, as everywhere';

create function private.write_fields(target_type text, target_id uuid, fields jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was public.jerseys;
  becomes public.jerseys;
  columns constant text := (
    select string_agg(quote_ident(name), ', ') from unnest(private.public_columns(target_type)) name where fields ? name);
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
  elsif columns <> '' then
    -- Only what is given: naming a part of the key, like a team's competition, locks the key. Whoever writes a jersey locks it
    -- before its team's key, and a rename the other way round.
    execute format(
      'update %s present set (%s) = (select %2$s from jsonb_populate_record(present, $1)) where id = $2',
      private.relation_of(target_type), columns)
    using fields, write_fields.target_id;
  end if;
end $$;
comment on function private.write_fields is 'Gives a row these values by column, in one update; of a jersey also the arrangement of its photos';

create function private.is_fresh(revision public.revisions) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    -- It was changed since, and may be the same again: without this revision, the last one would tell of another value.
    and not exists (
      select from public.revisions r_later
      where r_later.target_type = revision.target_type and r_later.target_id = revision.target_id and r_later.id > revision.id
        and r_later.batch_id <> revision.batch_id and (
          r_later.changes ?| array(select jsonb_object_keys(revision.changes - array['image', 'merged']))
          or r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
          -- A photo finds its place in the order by its position, which both change.
          or r_later.changes ? 'image' and revision.changes ? 'photos' or r_later.changes ? 'photos' and revision.changes ? 'image'))
    -- It was decided again, or its member has left or said something else by now.
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and revision.undoes is null
        and (suggestion.status = 'open' or suggestion.decided_at <> revision.at))
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and (suggestion.member_id is null or suggestion.kind in ('edit', 'photos') and exists (
        select from public.suggestions s_other
        where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open'
          and s_other.kind in ('edit', 'photos'))))
$$;
comment on function private.is_fresh is 'True of a decision of which nobody was told yet: undone, it is as if it had not been';

create function private.undo_photo(revision public.revisions, waits_again boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, coalesce((
    -- An earlier removal may have been undone, and that too: the photo comes back as it was last.
    select r_later.stored -> 'image' from public.revisions r_later
    where r_later.target_type = 'jersey' and r_later.target_id = revision.target_id
      and r_later.changes -> 'image' -> 'after' = 'null' and revision.changes -> 'image' -> 'after' = 'null'
      and r_later.stored -> 'image' ->> 'id' = revision.stored -> 'image' ->> 'id'
      and r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
    order by r_later.id desc limit 1), revision.stored -> 'image'));
begin
  if revision.changes -> 'image' ->> 'after' is not null and waits_again then
    update public.jersey_images ji set suggestion_id = revision.suggestion_id where ji.id = image.id;
  elsif revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images ji where ji.id = image.id;
  end if;
  if revision.changes -> 'image' ->> 'before' is not null then
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      case when exists (select from public.jersey_images ji_taken where ji_taken.id = image.id)
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
    -- Of imports and line-ups nobody but administrators decides.
    select r_earlier.undoes, case when r_earlier.kind not in ('imported', 'line_up') then r_earlier.contributor_id end, chain.depth + 1
    from chain join public.revisions r_earlier on r_earlier.id = chain.undoes
  )
  select exists (select from chain where depth % 2 = 1 and contributor_id = brings_back.member)
$$;
comment on function private.brings_back is
  'True if undoing the revision brings back a change of the member''s, however often that was undone and brought back';

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

create function private.undo_fields(
  revision public.revisions, fields text[], current jsonb, reason text, waits_again boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gone constant uuid := private.gone_of(revision);
  became public.gone_jerseys;
begin
  perform private.begin_revision('undo', null, reason, null, revision.id);
  if 'image' = any (fields) then
    perform private.undo_photo(revision, waits_again);
  elsif revision.kind = 'approved' then
    perform private.undo_approval(revision);
  elsif revision.changes ?| array['merged', 'jersey'] then
    select * into became from public.gone_jerseys where jersey_id = gone;
    if found then
      perform private.bring_back(became, reason, not waits_again);
    else
      perform private.count_write('merges', 1);
      perform private.retire_jersey(gone, case when revision.changes ? 'merged' then revision.target_id end, reason, revision.stored ->> 'urgency');
    end if;
  elsif revision.changes ? 'line_up' then
    perform private.undo_line_up(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(
      revision.target_type, revision.target_id,
      jsonb_build_object('colors', current -> 'colors') || private.former_values(revision, fields));
  end if;
  perform private.end_revision();
end $$;
comment on function private.undo_fields is 'Puts fields back that private.reason_not_undoable() lets go back; the caller holds the locks. `waits_again`: nobody is told';

-- Nobody did anything with them, or they would stay (departure_stays): no row of a member moves, and nobody is told.
create function private.undo_imported(revision_ids bigint[], reason text) returns bigint[]
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(select target_id from public.revisions where id = any (revision_ids));
  came record;
  refused bigint[] := '{}';
begin
  perform private.note_departures(ids, null, undo_imported.reason, null);
  for came in
    select revision.id as revision_id, jersey.id, jersey.title
    from public.revisions revision join public.jerseys jersey on jersey.id = revision.target_id
    where revision.id = any (revision_ids) order by revision.id desc
  loop
    perform private.begin_revision('undo', null, undo_imported.reason, null, came.revision_id);
    perform private.write_departure(came.id, null, came.title, null, true);
  end loop;
  update public.jerseys set is_active = false where id = any (ids);
  perform private.end_revision();
  perform private.withhold_photos(ids);
  return refused;
exception when integrity_constraint_violation then
  -- One that is refused keeps none of the others.
  if cardinality(revision_ids) = 1 then
    return revision_ids;
  end if;
  for came in select id from unnest(revision_ids) id loop
    refused := refused || private.undo_imported(array[came.id], undo_imported.reason);
  end loop;
  return refused;
end $$;
comment on function private.undo_imported is
  'Takes the jerseys of an import off the site that came by these revisions, all at once; returns the revisions that the database refuses to undo. The caller holds the locks';

-- Undoings of undoings may go on for ever, so nothing recurs on the stack. The later one is looked at before what it undoes.
create function private.is_undone(revision_id bigint, field text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  later record;
  undone bigint[] := '{}';
begin
  -- Most never were.
  if not exists (select from public.revisions revision where revision.undoes = is_undone.revision_id) then
    return false;
  end if;
  for later in
    with recursive chain as (
      select revision.id, revision.undoes from public.revisions revision
      where revision.undoes = is_undone.revision_id and revision.changes ? is_undone.field
      union all
      select revision.id, revision.undoes
      from chain join public.revisions revision on revision.undoes = chain.id and revision.changes ? is_undone.field
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
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
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
$$;
comment on function private.reason_not_undoable is
  'Why a field doesn''t go back (see undo()); null if it does. `restored`: photos that came back before';

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

create function private.undoable_revisions(
  revision_id bigint, batch_id uuid, member uuid, since timestamptz, of_type text, before_id bigint, most integer
) returns table (id bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select revision.id from public.revisions revision
    where %s and ($2 is null or revision.target_type = $2) and ($3 is null or revision.id < $3)
    order by revision.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'revision.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'revision.batch_id = $1::uuid'
      else 'revision.contributor_id = $1::uuid and revision.kind <> ''approved'' and ($5 is null or revision.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $$;

create function private.lock_for_undoing(revision_ids bigint[], of_type text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  targets constant uuid[] := array(select distinct target_id from public.revisions where id = any (revision_ids));
  has_moves constant boolean := exists (
    select from public.revisions where id = any (revision_ids) and changes ?| array['merged', 'jersey']);
begin
  if of_type = 'jersey' then
    if has_moves then
      perform private.lock_merges();
    end if;
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)));
    if has_moves then
      perform private.lock_jerseys(targets || array(
        select other.id from public.revisions revision
        left join public.gone_jerseys gj on gj.jersey_id = private.gone_of(revision)
        cross join unnest(array[private.gone_of(revision), gj.into_id]) other (id)
        where revision.id = any (revision_ids) and other.id is not null));
    else
      perform private.lock_images(targets);
    end if;
  elsif of_type = 'team' then
    -- Not their keys, as in lock_target().
    perform from public.teams where id = any (targets) order by id for no key update;
  else
    -- As lock_roll_over() does.
    perform from public.seasons where id in (
      select roll_over.season_id from public.revisions revision
      join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
      where revision.id = any (revision_ids)) order by id for update;
    perform from public.roll_overs where id in (
      select (stored ->> 'roll_over')::uuid from public.revisions where id = any (revision_ids)) order by id for update;
    perform from public.competitions where id = any (targets) order by id for no key update;
  end if;
end $$;
comment on function private.lock_for_undoing is 'All targets before the first change, in the order of merges: nobody waits in a circle';

create function private.notify_undone(changes jsonb[], member uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  page record;
begin
  if member is not null then
    -- One notice in all, whatever the reasons.
    if changes <> '{}' and not exists (
      select from public.notices notice
      where notice.recipient_id = member and notice.outcome = 'undone' and notice.about = 'profile'
        and notice.created_at > now() - interval '1 day') then
      perform private.notify(
        member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), reason, '[]');
    end if;
    return;
  end if;
  for page in
    select (change ->> 'contributor')::uuid as contributor, change ->> 'type' as type, (change ->> 'target')::uuid as target,
      min(change ->> 'title') as title, jsonb_agg(change - array['contributor', 'type', 'target', 'title'] order by change ->> 'field') as items
    from unnest(changes) change
    where change ->> 'contributor' is not null
    group by 1, 2, 3
  loop
    perform private.notify(
      page.contributor, 'suggestion', 'undone', page.type, case when page.type = 'jersey' then page.target end, page.title, reason,
      page.items);
  end loop;
end $$;
comment on function private.notify_undone is 'Tells those whose changes were undone: of a member''s changes the member once a day, otherwise each of each page';

create function private.undo_size(of_type text) returns integer
language sql immutable set search_path = ''
as $$
  -- A team's name and colours are on all of its jerseys.
  select case of_type when 'team' then 5 else 200 end
$$;
comment on function private.undo_size is 'How many changes of one kind of page an undoing takes back in a step';

create function private.type_after(of_type text) returns text
language sql immutable set search_path = ''
as $$
  select case of_type when 'jersey' then 'team' when 'team' then 'competition' end
$$;
comment on function private.type_after is 'The kind of page that an undoing takes next';

create function private.check_undo(
  revision_id bigint, batch_id uuid, member uuid, fields text[], reason text, is_dry boolean, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions decision
      where decision.table_name = 'undoings' and decision.row_id::text = after ->> 'batch_id' and decision.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and (reason is null or char_length(reason) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif member is not null and not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $$;
comment on function private.check_undo is 'Refuses what undo() can''t be asked for, whatever there is to undo';

create function private.begin_undoing(
  revision_id bigint, batch_id uuid, member uuid, since timestamptz, after jsonb, inout of_type text, out batch bigint[])
language plpgsql security definer set search_path = ''
as $$
declare
  last_id bigint := (after ->> 'id')::bigint;
begin
  -- What a member changed is undone in as many steps as it takes.
  if member is null then
    perform private.count_write('undoings', 1);
  end if;
  -- All steps of one call are one batch, so that it is undone as one.
  if after ? 'batch_id' then
    perform private.set_batch((after ->> 'batch_id')::uuid);
  end if;
  -- One kind of page in a step.
  loop
    select array_agg(id) into batch
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, private.undo_size(of_type));
    exit when batch is not null or of_type = 'competition';
    of_type := private.type_after(of_type);
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
end $$;
comment on function private.begin_undoing is 'Counts an undoing, and locks the changes of its next step: `batch`, all of one kind of page';

create function private.is_batch_fresh(batch bigint[]) returns boolean
language sql security definer set search_path = ''
as $$
  select not exists (
    select from public.revisions revision
    where revision.id = any (batch) and (not private.is_fresh(revision) or revision.contributor_id is not distinct from auth.uid()
      or private.fields_that_stay(
        revision, private.target_row(revision.target_type, revision.target_id), public.is_admin(auth.uid())) <> '{}'))
$$;
comment on function private.is_batch_fresh is 'True if nobody was told of these changes of others yet, and all of them can go back';

create function private.divide_fields(
  revision public.revisions, current jsonb, restored uuid[], fields text[], out back text[], out stays jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := private.fields_back(revision, stays);
  if fields is not null then
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (fields);
    back := array(
      select field from unnest(back) field
      where field = any (fields)
        -- A competition is of its league.
        or field in ('league', 'competition') and fields && array['league', 'competition']);
  end if;
end $$;
comment on function private.divide_fields is
  'Which fields of a change go back, and which stay and why; of the asked fields only, if some are asked for';

create function private.describe_undone(revision public.revisions, back text[], current jsonb) returns jsonb[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select jsonb_build_object(
      'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
      'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
      'before', private.as_text(revision.changes -> field -> 'after'),
      'after', private.as_text(revision.changes -> field -> 'before'))
    from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved')
$$;
comment on function private.describe_undone is 'What private.notify_undone() tells of a change that was undone';

create function private.forget_decisions(fresh public.revisions[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select revision.suggestion_id from public.revisions revision where revision.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions revision using unnest(fresh) decision where decision.id in (revision.id, revision.undoes);
end $$;
comment on function private.forget_decisions is
  'Decisions of which nobody was told yet are as if they had not been: their suggestions wait again';

create function private.next_undoing(batch bigint[], of_type text, reached bigint) returns jsonb
language sql security definer set search_path = ''
as $$
  select case
    when reached > batch[cardinality(batch)] or cardinality(batch) = private.undo_size(of_type)
      then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
    when of_type <> 'competition' then jsonb_build_object(
      'target_type', private.type_after(of_type), 'batch_id', private.current_batch())
  end
$$;
comment on function private.next_undoing is '`after` of the next call of undo(); null if this step was the last';

create function private.undo_changes(
  batch bigint[], fields text[], reason text, is_dry boolean, waits_again boolean, is_alone boolean,
  out reached bigint, out undone integer, out seen jsonb[], out announced jsonb[], out fresh public.revisions[],
  out departures bigint[])
language plpgsql security definer set search_path = ''
as $$
declare
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  imported bigint[] := '{}';
  refused bigint[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions r_own where r_own.id = any (batch)
    order by case when is_dry then r_own.target_id end, r_own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    select divided.back, divided.stays into back, stays
    from private.divide_fields(revision, current, restored, fields) divided;
    if back <> '{}' and not is_dry and revision.kind = 'imported' then
      -- Together, below: nothing older is about the jersey.
      imported := imported || revision.id;
    elsif back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions r_beside
          where r_beside.id = any (batch) and r_beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else
          announced := announced || private.describe_undone(revision, back, current);
        end if;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if not is_alone then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  if imported <> '{}' then
    refused := private.undo_imported(imported, reason);
    undone := undone + cardinality(imported) - cardinality(refused);
    departures := departures || array(select unnest(imported) except select unnest(refused));
    seen := array(
      select case when (item ->> 'id')::bigint = any (refused) then item || '{"back": [], "stays": {"jersey": "refused"}}' else item end
      from unnest(seen) item);
  end if;
end $$;
comment on function private.undo_changes is
  'Undoes a step of undo(), the newest change first, or says what would happen: the last one reached, how many went back, what the answer shows of each, what is announced, decisions of which nobody was told, and revisions that brought a jersey which is gone again';

create function public.undo(
  revision_id bigint default null, batch_id uuid default null, member uuid default null, since timestamptz default null,
  fields text[] default null, reason text default null, dry_run boolean default false, after jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given constant text := private.tidy(undo.reason);
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  total integer;
  batch bigint[];
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  made record;
  next jsonb;
begin
  perform private.check_undo(undo.revision_id, undo.batch_id, undo.member, undo.fields, given, is_dry, undo.after);
  select count(*) into total
  from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000);
  if total = 0 and undo.member is null then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such change.';
  end if;
  if undo.fields is not null and (
    undo.fields = '{}' or array_position(undo.fields, null) is not null
    or not (select changes ?& undo.fields from public.revisions where id = undo.revision_id)) then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;

  if is_dry then
    select array_agg(id) into batch
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 200);
  else
    select step.batch, step.of_type into batch, of_type
    from private.begin_undoing(undo.revision_id, undo.batch_id, undo.member, undo.since, undo.after, of_type) step;
  end if;
  waits_again := undo.batch_id is not null and not is_dry and private.is_batch_fresh(batch);
  made := private.undo_changes(batch, undo.fields, given, is_dry, waits_again, undo.revision_id is not null);
  perform private.notify_undone(made.announced, undo.member, given);
  perform private.forget_decisions(made.fresh);
  perform private.count_undone_imports(made.departures);
  next := case
    when is_dry or undo.revision_id is not null or made.fresh <> '{}' then null
    else private.next_undoing(batch, of_type, made.reached)
  end;
  if next is not null then
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when made.undone > cardinality(made.fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', made.undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(made.seen) item),
    'next', next);
end $$;
comment on function public.undo is
  'Takes back a revision (or fields of it), a batch, or what a member changed since a moment, as far as nobody changed it since; `stays` says what is left and why: gone, hidden, own, undone, file, changed, refused, urgent, used, later, expired. In steps: `next` of the answer is `after` of the next call, null at the end. `dry_run` says what would happen. Those whose change it was are told why. It is a batch itself, and can be undone';
revoke execute on function public.undo from public, anon;
grant execute on function public.undo to authenticated, service_role;

revoke execute on function
  private.undo_time, private.is_fresh, private.lock_target, private.write_fields, private.undo_photo, private.brings_back, private.former_values,
  private.undo_fields, private.undo_imported, private.is_undone, private.reason_not_undoable, private.fields_that_stay, private.fields_back,
  private.undoable_revisions, private.lock_for_undoing, private.notify_undone, private.undo_size, private.type_after,
  private.check_undo, private.begin_undoing, private.is_batch_fresh, private.divide_fields, private.describe_undone,
  private.undo_changes, private.forget_decisions, private.next_undoing
from public;
