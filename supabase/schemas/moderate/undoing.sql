-- Undoing a revision, a batch of them, or what a member changed: one function.
-- Only values that nobody has changed since are put back; what stays is named with its reason.
-- An undo is a revision of its own.

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
comment on function private.undoable_revisions is 'What undo() is asked to take back, the newest first';

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

create function private.notify_photos_gone(photos public.jersey_images[], reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_undone(array(
    select jsonb_build_object(
      'contributor', gone.contributor_id, 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone join public.jerseys jersey on jersey.id = gone.jersey_id), null, reason)
$$;
comment on function private.notify_photos_gone is 'Tells those who contributed photos of a jersey that others took off';

create function private.check_undo(
  revision_id bigint, batch_id uuid, member uuid, fields text[], reason text, is_dry boolean, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_reviewer();
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    or after ->> 'total' !~ '^\d{1,6}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions decision
      where decision.table_name = 'undoings' and decision.row_id::text = after ->> 'batch_id' and decision.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and not private.is_reason(reason, 3) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason is one of the list, or has 3 to 500 characters.';
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
    -- A team's name and colours are on all of its jerseys.
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, case of_type when 'team' then 5 else 200 end);
    exit when batch is not null or of_type = 'competition';
    of_type := case of_type when 'jersey' then 'team' else 'competition' end;
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
end $$;
comment on function private.begin_undoing is 'Counts an undoing, and locks the changes of its next step: `batch`, all of one kind of page';

create function private.divide_fields(
  revision public.revisions, current jsonb, restored uuid[], fields text[], out back text[], out stays jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := array(select field from jsonb_object_keys(revision.changes) field where not stays ? field order by field);
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
  -- Counted once: an import of 20,000 jerseys has a hundred steps.
  total := coalesce((undo.after ->> 'total')::integer, (
    select count(*)
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000)));
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
  if not is_dry and undo.revision_id is null and made.fresh = '{}'
    and (of_type <> 'competition' or made.reached > batch[cardinality(batch)] or cardinality(batch) = 200) then
    next := jsonb_build_object('target_type', of_type, 'id', made.reached, 'batch_id', private.current_batch(), 'total', total);
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
