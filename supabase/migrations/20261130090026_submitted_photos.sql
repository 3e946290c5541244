-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
  movable record;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is not null or not copy.former_jersey ? 'gone' then copy.former_jersey end
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'copies' and mr.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collection set id = gen_random_uuid()
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections' and collection.id = mr.row_id
    and collection.jersey_id = kept;
  update public.user_collections collection
  set id = mr.row_id, created_at = (mr.stored ->> 'created_at')::timestamptz
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections'
    and collection.user_id = mr.member_id and collection.jersey_id = gone
    and not exists (select from public.user_collections uc_taken where uc_taken.id = mr.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    perform private.set_change('moving', 'true');
    for movable in select * from private.movable_rows() loop
      execute format($query$
        update public.%1$I row_ set %2$I = $1
        from private.moved_rows mr
        where mr.jersey_id = $1 and mr.relation = %1$L and mr.row_id = row_.%3$I and row_.%2$I = $2
          and not exists (select from public.%1$I other where other.%2$I = $1 and other.%4$I = row_.%4$I)$query$,
        movable.relation, movable.jersey, movable.id, movable.same)
      using gone, kept;
    end loop;
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.reports report set target_id = gone, reported_name = nullif(report.reported_name, departed.title)
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, suggestion_id = null, position = (mr.stored ->> 'position')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      -- Not another one that took its id.
      and image.version = (mr.stored ->> 'version')::uuid
      -- One of a submission that was accepted since stays.
      and image.jersey_id = kept and image.suggestion_id is not distinct from (mr.stored ->> 'suggestion')::uuid;
    delete from public.suggestions suggestion using private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and suggestion.id = (mr.stored ->> 'suggestion')::uuid
      and suggestion.status = 'open' and suggestion.changes = '{}'
      and not exists (select from public.jersey_images image where image.suggestion_id = suggestion.id);
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
  -- What was done about them doesn't hold any more.
  update public.reports set done = 'other' where jersey_id = gone and done in ('merged', 'removed');
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.suggest_submitted(from_jersey uuid, into_jersey uuid)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
  select 'jersey', into_jersey, kept.title, submitted.author_id, '{}', '{}', '{}'
  from public.jerseys submitted join public.jerseys kept on kept.id = into_jersey and kept.status = 'approved'
  where submitted.id = from_jersey and submitted.status <> 'approved'
    and exists (select from public.joining_photos(from_jersey, into_jersey))
  returning id
$function$
;

CREATE OR REPLACE FUNCTION public.joining_photos(from_id uuid, into_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

COMMENT ON COLUMN "private"."moved_rows"."stored" IS 'Of an image its position and version, and of a submission''s the suggestion that it became; of a collected jersey the row, which its copies take along';

COMMENT ON COLUMN "public"."suggestions"."source" IS 'Where it is from, or why; the jersey''s author needs none for texts and photos, nor do the photos of a merged submission';

COMMENT ON FUNCTION "private"."suggest_submitted"(uuid, uuid) IS 'A suggestion of a submission''s author for the photos that its merge takes to a public jersey; null of any other merge';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all. Those of a submission are suggested to a public one';

REVOKE ALL ON FUNCTION "private"."suggest_submitted"(uuid, uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
