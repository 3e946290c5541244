-- Merging and removing jerseys by a reviewer.
-- Votes, collections, wishes, comments, reports and images move to the jersey that stays; of a removed one copies keep the facts.
-- What moved is remembered, so that undo() can bring it back.

create function private.move_suggestions(from_jersey uuid, into_jersey uuid, title text) returns void
language sql security definer set search_path = ''
as $$
  with moved as (
    update public.suggestions suggestion
    set target_id = move_suggestions.into_jersey, title = move_suggestions.title, edited_at = clock_timestamp()
    from private.moved_rows mr
    where mr.jersey_id = from_jersey and mr.relation = 'suggestions' and mr.row_id = suggestion.id
      and suggestion.target_id <> move_suggestions.into_jersey and suggestion.status = 'open'
    returning suggestion.id)
  update public.jersey_images image set jersey_id = move_suggestions.into_jersey from moved where image.suggestion_id = moved.id
$$;
comment on function private.move_suggestions is 'Gives the open suggestions that a merge takes along, with their photos, the jersey that stays, or back the one that comes back';

create function public.joining_photos(from_id uuid, into_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select count(*) from public.jersey_images ji_own
        where ji_own.jersey_id = into_id and ji_own.contributor_id is not distinct from image.contributor_id
          -- With room for what waits.
          and (ji_own.suggestion_id is null or ji_own.suggestion_id in (select id from public.suggestions where status = 'open'))) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      -- Their number tells how many photos wait.
      and ((select auth.uid()) is null or public.is_reviewer((select auth.uid())))
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: on a public jersey they wait as its author's suggestion.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id) or exists (
        select from public.jerseys submitted
        where submitted.id = from_id and submitted.author_id = image.contributor_id and not exists (
          select from public.suggestions s_open
          where s_open.target_id = into_id and s_open.member_id = submitted.author_id and s_open.status = 'open'
            and s_open.kind in ('edit', 'photos'))))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null), 0)
$$;
comment on function public.joining_photos is
  'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all. Those of a submission are suggested to a public one';

create function private.suggest_submitted(from_jersey uuid, into_jersey uuid) returns uuid
language sql security definer set search_path = ''
as $$
  insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
  select 'jersey', into_jersey, kept.title, submitted.author_id, '{}', '{}', '{}'
  from public.jerseys submitted join public.jerseys kept on kept.id = into_jersey and kept.status = 'approved'
  where submitted.id = from_jersey and submitted.status <> 'approved'
    and exists (select from public.joining_photos(from_jersey, into_jersey))
  returning id
$$;
comment on function private.suggest_submitted is
  'A suggestion of a submission''s author for the photos that its merge takes to a public jersey; null of any other merge';

create function private.move_jersey(from_jersey uuid, into_jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  movable record;
  joining uuid[];
  suggested uuid;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'));

  perform private.set_change('moving', 'true');
  for movable in select * from private.movable_rows() loop
    -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
    execute format($query$
      with moved as (
        update public.%1$I row_ set %2$I = $2
        where row_.%2$I = $1 and not exists (select from public.%1$I other where other.%2$I = $2 and other.%4$I = row_.%4$I)
        returning row_.%3$I as id, %5$s as member)
      insert into private.moved_rows (jersey_id, relation, row_id, member_id) select $1, %1$L, id, member from moved$query$,
      movable.relation, movable.jersey, movable.id, movable.same, movable.member)
    using from_jersey, into_jersey;
  end loop;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    -- Whoever reported it is told of the jersey that they saw.
    update public.reports report
    set target_id = into_jersey,
      reported_name = coalesce(reported_name, (select title from public.jerseys where id = from_jersey))
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  joining := array(select public.joining_photos(from_jersey, into_jersey));
  suggested := private.suggest_submitted(from_jersey, into_jersey);
  with next as (
    select image.id, image.position, array_position(joining, image.id) as place
    from public.jersey_images image where image.id = any (joining)
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, suggestion_id = suggested, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, jsonb_build_object('position', next.position, 'version', image.version, 'suggestion', suggested) as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, was from moved;

  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $$;
comment on function private.move_jersey is
  'Moves votes, collections, copies, wishes, comments, reports, images, notices and suggestions to another jersey, without duplicates, and the address; notes what moved';

create function private.former_facts(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand, 'gone', true,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
$$;
comment on function private.former_facts is 'What a copy keeps of its jersey when that is removed; `gone` until its owner says what it is';

create function private.write_departure(from_jersey uuid, into_jersey uuid, title text, urgency text, goes boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- What hurts isn't named in the history of the one that stays.
  shown constant text := case when into_jersey is null or urgency is null then title else '…' end;
begin
  perform private.write_revision(
    'jersey', coalesce(into_jersey, from_jersey),
    jsonb_build_object(
      case when into_jersey is null then 'jersey' else 'merged' end,
      case when goes then jsonb_build_object('before', shown, 'after', null) else jsonb_build_object('before', null, 'after', shown) end),
    jsonb_strip_nulls(jsonb_build_object('gone', from_jersey, 'urgency', urgency)));
end $$;
comment on function private.write_departure is
  'Writes the revision of a jersey that goes (into another one, or off the site: `into_jersey` null), or comes back';

create function private.note_departures(jerseys uuid[], into_jersey uuid, reason text, urgency text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  select jersey.id, private.current_batch(), case when into_jersey is null then 'removal' else 'merge' end, into_jersey, jersey.title,
    jersey.team, coalesce(season.name, jersey.year::text), note_departures.reason, note_departures.urgency, now() + private.undo_period()
  from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
  where jersey.id = any (jerseys)
$$;
comment on function private.note_departures is 'Notes what departs of jerseys that are merged or removed';

create function private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' when jersey.status = 'approved' then 'merged' else 'submission_merged' end,
    into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_alike(array(
      select suggestion.id from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and (
        suggestion.target_id = from_jersey and suggestion.changes ->> 'merge_into' = into_jersey::text
        or suggestion.target_id = into_jersey and suggestion.changes ->> 'merge_into' = from_jersey::text)), into_jersey);
  else
    perform private.keep_copies(jersey);
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's.
  if into_jersey is null or urgency is not null then
    perform private.withhold_photos(array[from_jersey]);
  end if;
end $$;
comment on function private.retire_jersey is
  'Merges a jersey into another one, or removes it (`into_jersey` null): hides it and says so in the history. The caller has checked, locked, and begun the revision';

create function private.reason_not_to_go(from_jersey uuid, into_jersey uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when jersey.id is null or into_jersey is not null and other.id is null then 'jersey_not_found'
    when not jersey.is_active or jersey.status <> 'approved' and (jersey.status <> 'pending' or into_jersey is null) then 'jersey_not_public'
    -- A submission goes into another one; what is public only into what is public.
    when not other.is_active or other.status <> 'approved' and (other.status <> 'pending' or jersey.status = 'approved') then 'jersey_not_public'
  end
  from (select from_jersey as id) departing
  left join public.jerseys jersey on jersey.id = departing.id
  left join public.jerseys other on other.id = into_jersey
$$;
comment on function private.reason_not_to_go is 'Why a jersey can''t be merged or removed: the name of an error; null if it can';

create function private.check_departure(from_jersey uuid, into_jersey uuid, reason text, urgency text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  problem text;
begin
  if urgency not in ('offensive', 'unlawful') then
    raise sqlstate 'PT400' using message = 'urgency_unknown', detail = 'The urgency is offensive, unlawful or nothing.';
  end if;
  if not private.is_reason(given, 10) then
    raise sqlstate 'PT400' using
      message = 'merge_reason', detail = 'The reason is one of the list, or has 10 to 500 characters.';
  end if;
  if from_jersey = into_jersey then
    raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_merges();
  perform private.lock_jerseys(array_remove(array[from_jersey, into_jersey], null));
  problem := private.reason_not_to_go(from_jersey, into_jersey);
  if problem = 'jersey_not_found' then
    raise sqlstate 'PT404' using message = problem, detail = 'One of the jerseys was deleted.';
  elsif problem is not null then
    perform private.check_not_gone(from_jersey);
    raise sqlstate 'PT409' using
      message = problem, detail = 'Public jerseys are merged and removed, and submissions merged.';
  end if;
  perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id in (from_jersey, into_jersey);
  perform private.count_write('merges', 1);
  return given;
end $$;
comment on function private.check_departure is
  'Checks and locks a merge (or removal, `into_jersey` null) by the caller, counts it, and returns the tidied reason';

create function public.merge_jerseys(
  from_id uuid, into_id uuid, reason text, seen uuid[] default null, urgency text default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  if into_id is null then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'A jersey is merged into another one.';
  end if;
  reason := private.check_departure(from_id, into_id, reason, urgency);
  -- With other photos a submission may be another shirt.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = from_id and image.suggestion_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.begin_revision('merge', null, reason);
  perform private.retire_jersey(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;
comment on function public.merge_jerseys is
  'Merges a public jersey or a submission into another jersey, for reviewers: votes, collections, wishes, comments, reports and images move, its address leads there. Returns the batch, by which undo() brings it back within 90 days';

create function public.remove_jersey(jersey_id uuid, reason text, urgency text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  reason := private.check_departure(jersey_id, null, reason, urgency);
  perform private.begin_revision('removal', null, reason);
  perform private.retire_jersey(jersey_id, null, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;
comment on function public.remove_jersey is
  'Takes a public jersey off the site, for reviewers; with an urgency (offensive, unlawful) its address doesn''t name it, and only an administrator brings it back. Returns the batch, by which undo() brings it back within 90 days';

create function public.merge_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = merge_effects.jersey_id),
    -- Below three it would tell a reviewer who has it: its author, who comments.
    (select count(*) from public.user_collections where jersey_id = merge_effects.jersey_id having count(*) >= 3),
    (select count(*) from public.comments where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = merge_effects.jersey_id and suggestion_id is null);
end $$;
comment on function public.merge_effects is 'How much a merge or removal of a jersey would touch, for reviewers; collections are null below three, as for everybody';
