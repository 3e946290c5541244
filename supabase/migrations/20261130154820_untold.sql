-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text);

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
  untold uuid[];
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
  with withdrawn as (
    delete from public.notices notice
    where notice.outcome in ('merged', 'submission_merged', 'taken_down') and notice.jersey_id is not distinct from kept
      and notice.title = departed.title and notice.due_at > clock_timestamp()
    returning notice.recipient_id)
  select array_agg(recipient_id) into untold from withdrawn;
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason, coalesce(untold, '{}'));
  end if;
  -- What was done about them doesn't hold any more.
  update public.reports set done = 'other' where jersey_id = gone and done in ('merged', 'removed');
end $function$
;

CREATE OR REPLACE FUNCTION private.hidden_notice(author_id uuid, jersey_id uuid, reason text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notice.id from public.notices notice
  where notice.recipient_id = hidden_notice.author_id and notice.outcome = 'comment_hidden'
    and notice.note = hidden_notice.reason and notice.due_at > clock_timestamp()
    and (notice.about = 'comment' and notice.jersey_id = hidden_notice.jersey_id
      -- Of all comments at once, when none of them is hidden any more.
      or notice.about = 'profile' and not exists (
        select from public.comments c_own
        where c_own.author_id = hidden_notice.author_id and c_own.hidden_reason = hidden_notice.reason))
  order by notice.about limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.notify_members_with_jersey(jersey_id uuid, outcome text, subject uuid, title text, note text, besides uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_undoable constant boolean := private.current_change() ? 'undoable';
begin
  -- Who decided may think better of it within seconds, and nobody was told.
  if outcome <> 'brought_back' then
    perform private.set_change('undoable', 'true');
  end if;
  perform private.notify(holder.id, 'jersey', outcome, 'jersey', subject, title, note)
  from (
    -- The administrator of an import isn't told of each of its jerseys.
    select author_id from public.jerseys
    where id = notify_members_with_jersey.jersey_id and author_id is not null
      and private.import_of((private.current_change() -> 'revision' ->> 'undoes')::bigint) is null
    union select user_id from public.user_collections collection where collection.jersey_id = notify_members_with_jersey.jersey_id
    union select owner_id from public.copies copy
      where copy.jersey_id = notify_members_with_jersey.jersey_id and copy.removed_at is null
    union select user_id from public.user_wishlists wishlist where wishlist.jersey_id = notify_members_with_jersey.jersey_id
    -- Whose merge or removal is undone.
    union select revision.contributor_id from public.revisions revision
      where revision.id = (private.current_change() -> 'revision' ->> 'undoes')::bigint and revision.kind in ('merge', 'removal')
    union select report.reporter_id from public.reports report
      where report.jersey_id = notify_members_with_jersey.jersey_id and report.done in ('merged', 'removed')
        and notify_members_with_jersey.outcome = 'brought_back'
  ) holder (id)
  where holder.id <> all (besides);
  if not was_undoable then
    perform private.set_change('undoable', null);
  end if;
end $function$
;

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text, uuid[]) IS 'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone, also by a report. To be called while the rows are the jersey''s';

REVOKE ALL ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text, uuid[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
