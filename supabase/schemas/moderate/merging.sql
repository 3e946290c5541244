-- Merging and removing jerseys by a reviewer (docs/decisions/066-merged-jerseys-are-hidden.md).
-- A merged or removed jersey is hidden, its address answers with the reason.
-- What moved along is remembered for 90 days, so that undo() can bring it back.

create table public.jersey_redirects (
  -- No reference: that jersey is deleted after a while.
  from_id uuid primary key,
  into_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint jersey_redirects_elsewhere check (from_id <> into_id)
);
comment on table public.jersey_redirects is 'Where the address of a merged jersey leads';

create index jersey_redirects_by_into on public.jersey_redirects (into_id);

alter table public.jersey_redirects enable row level security;
revoke all on public.jersey_redirects from anon, authenticated;
grant select on public.jersey_redirects to anon, authenticated;
grant select, insert, update, delete on public.jersey_redirects to service_role;

create table public.gone_jerseys (
  -- No references: the jersey is deleted when it can't come back any more, and its address still says what it was.
  jersey_id uuid primary key,
  batch_id uuid not null,
  kind text not null constraint gone_jerseys_kind_known check (kind in ('merge', 'removal')),
  into_id uuid,
  title text not null,
  team text not null,
  season text,
  reason text not null constraint gone_jerseys_reason_length check (char_length(reason) <= 2000),
  urgency text constraint gone_jerseys_urgency_known check (urgency in ('offensive', 'unlawful')),
  gone_at timestamptz not null default now(),
  undo_until timestamptz,
  constraint gone_jerseys_into_of_merge check ((kind = 'merge') = (into_id is not null)),
  constraint gone_jerseys_into_another check (jersey_id <> into_id)
);
comment on table public.gone_jerseys is 'What departed of jerseys that were merged or removed; merge_jerseys(), remove_jersey() and undo() write it';
comment on column public.gone_jerseys.batch_id is 'Of the revision that says so';
comment on column public.gone_jerseys.season is 'The season''s name, otherwise the year: what a removed jersey''s address says';
comment on column public.gone_jerseys.urgency is 'It hurt or it was unlawful: its address says no word of it, and an administrator brings it back';
comment on column public.gone_jerseys.undo_until is 'Until when it can come back; null if it can''t, as it was deleted';

create index gone_jerseys_into on public.gone_jerseys (into_id);
comment on index public.gone_jerseys_into is 'What was merged into a jersey that is deleted or merged itself';
create index gone_jerseys_due on public.gone_jerseys (undo_until);
comment on index public.gone_jerseys_due is 'Those to delete, oldest first: job';

alter table public.gone_jerseys enable row level security;
revoke all on public.gone_jerseys from anon, authenticated;
grant select on public.gone_jerseys to authenticated;
grant select, insert, update, delete on public.gone_jerseys to service_role;

-- Where each row was. Rows of members who leave go with their accounts.
create table private.moved_rows (
  jersey_id uuid not null references public.gone_jerseys (jersey_id) on delete cascade,
  relation text not null,
  row_id uuid not null,
  member_id uuid references auth.users (id) on delete cascade,
  stored jsonb,
  constraint moved_rows_pkey primary key (jersey_id, relation, row_id)
);
comment on table private.moved_rows is
  'Rows that a merge or removal took from a jersey, as long as it can come back. Of a vote the id is the voter''s';
comment on column private.moved_rows.stored is 'Of an image its position and version; of a collected jersey the row, which its copies take along';

alter table private.moved_rows enable row level security;
revoke all on private.moved_rows from public, anon, authenticated, service_role;

create function private.is_public_jersey(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = is_public_jersey.jersey_id and jersey.status = 'approved' and jersey.is_active)
$$;

-- Merges, removals and their undoings are serialized: they are rare, and each touches rows of many members. Whoever waits sees
-- what the one before made of them.
create function private.lock_merges() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('merges', 0)) $$;

-- Merges first, then jerseys, then the rows of members: everybody locks in this order, also who deletes a jersey or an
-- account. A trigger of the statement fires before any row is locked.
create function private.lock_merges_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_merges();
  return null;
end $$;

create function private.lock_jerseys(jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_images(jerseys);
  -- Whose collections it changes, before their rows: see private.lock_collection_first(). A removal leaves copies without a jersey.
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id = any (jerseys)
    union select owner_id from public.copies where jersey_id = any (jerseys)
    union
    select copy.owner_id
    from private.moved_rows mr join public.copies copy on copy.id = mr.row_id
    where mr.jersey_id = any (jerseys) and mr.relation = 'copies'));
end $$;
comment on function private.lock_jerseys is 'Locks what a merge or removal of these jerseys, or its undoing, writes; after lock_merges()';

create function private.notify_members_with_jersey(
  jersey_id uuid, outcome text, subject uuid, title text, note text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
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
  ) holder (id);
end $$;
comment on function private.notify_members_with_jersey is
  'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone. To be called while the rows are the jersey''s';

-- What members write about a hidden jersey. Its author still reads it, and others may have its page open.
create function private.is_gone(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.gone_jerseys gj join public.jerseys jersey on jersey.id = gj.jersey_id and not jersey.is_active
    where gj.jersey_id = is_gone.jersey_id)
$$;
comment on function private.is_gone is 'True if the jersey is hidden because it was merged or removed';

create function private.check_not_gone(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  departed public.gone_jerseys;
begin
  -- What is written while a merge or removal is under way waits for it.
  perform from public.jerseys jersey where jersey.id = check_not_gone.jersey_id for key share;
  select * into departed from public.gone_jerseys gj
  where gj.jersey_id = check_not_gone.jersey_id and private.is_gone(gj.jersey_id);
  if departed.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif departed.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $$;

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
      -- Nobody has accepted those of a submission: they join none that is public.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null), 0)
$$;
comment on function public.joining_photos is
  'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all';
revoke execute on function public.joining_photos from public, anon;
grant execute on function public.joining_photos to authenticated, service_role;

create function private.move_jersey(from_jersey uuid, into_jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
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
        and s_kept.kind in ('edit', 'photos'))
  union all
  select from_jersey, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = from_jersey
  union all
  select from_jersey, 'comments', id, null from public.comments where jersey_id = from_jersey
  union all
  select from_jersey, 'notices', id, recipient_id from public.notices where jersey_id = from_jersey;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  perform private.set_change('moving', 'true');
  with moved as (
    update public.jersey_votes vote set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.jersey_votes jv_kept where jv_kept.jersey_id = into_jersey and jv_kept.voter_id = vote.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'jersey_votes', voter_id, voter_id from moved;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    update public.user_wishlists wishlist set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.user_wishlists uw_kept
      where uw_kept.jersey_id = into_jersey and uw_kept.user_id = wishlist.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items item set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.list_items li_kept
      where li_kept.jersey_id = into_jersey and li_kept.list_id = item.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'list_items', id from moved;
  update public.comments set jersey_id = into_jersey where jersey_id = from_jersey;
  with moved as (
    update public.reports report set target_id = into_jersey
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(from_jersey, into_jersey) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, jsonb_build_object('position', next.position, 'version', image.version) as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, was from moved;

  update public.notices set jersey_id = into_jersey where jersey_id = from_jersey;
  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  update public.jersey_redirects set into_id = into_jersey where into_id = from_jersey;
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
    'brand', jersey.brand,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
$$;

create function private.undo_period() returns interval
language sql immutable
return interval '90 days';
comment on function private.undo_period is 'How long a merge or removal can be undone, and a photo that left public view comes back';

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

create function private.gone_of(revision public.revisions) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when revision.changes ? 'merged' then (revision.stored ->> 'gone')::uuid
    when revision.changes ? 'jersey' then revision.target_id end
$$;
comment on function private.gone_of is 'The jersey that went or came by a revision; null of any other';

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

create function private.withhold_photos(jerseys uuid[]) returns void
language sql security definer set search_path = ''
as $$
  -- Photos that were undone still wait for their undoing.
  select private.withhold_files(array(
    select path from public.jersey_images image where image.jersey_id = any (jerseys)
    union
    select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = any (jerseys)), true)
$$;
comment on function private.withhold_photos is 'Withholds the photos of jerseys that are hidden from the public';

create function private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' else 'merged' end, into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_same_merges(from_jersey, into_jersey);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = from_jersey;
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

create function private.accept_same_merges(from_jersey uuid, into_jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    -- Not the reviewer's own, nor what another reviewer must decide.
    where s_same.target_type = 'jersey' and s_same.status = 'open' and s_same.contested_at is null
      and s_same.member_id is distinct from auth.uid() and (
      s_same.target_id = from_jersey and s_same.changes ->> 'merge_into' = into_jersey::text
      or s_same.target_id = into_jersey and s_same.changes ->> 'merge_into' = from_jersey::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', into_jersey, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;
comment on function private.accept_same_merges is 'Whoever suggested to merge these two hears that it was done';

create function private.reason_not_to_go(from_jersey uuid, into_jersey uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select from public.jerseys where id = from_jersey)
      or into_jersey is not null and not exists (select from public.jerseys where id = into_jersey) then 'jersey_not_found'
    when private.is_gone(from_jersey) or into_jersey is not null and private.is_gone(into_jersey) then 'jersey_not_public'
    when not exists (
        select from public.jerseys jersey
        where jersey.id = from_jersey and jersey.is_active
          and (jersey.status = 'approved' or jersey.status = 'pending' and into_jersey is not null))
      -- A submission goes into another one; what is public only into what is public.
      or into_jersey is not null and not exists (
        select from public.jerseys jersey
        where jersey.id = into_jersey and jersey.is_active and jersey.status <> 'rejected'
          and (jersey.status = 'approved' or not private.is_public_jersey(from_jersey))) then 'jersey_not_public'
  end
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
  if given is null or char_length(given) not between 10 and 500 then
    raise sqlstate 'PT400' using message = 'merge_reason', detail = 'The reason has 10 to 500 characters.';
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
revoke execute on function public.merge_jerseys from public, anon;
grant execute on function public.merge_jerseys to authenticated, service_role;

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
revoke execute on function public.remove_jersey from public, anon;
grant execute on function public.remove_jersey to authenticated, service_role;

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
revoke execute on function public.merge_effects from public, anon;
grant execute on function public.merge_effects to authenticated, service_role;

-- Bringing back.
create function private.approval_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select from public.jerseys where id = revision.target_id) then 'gone'
    when exists (
      select from public.revisions r_later
      where r_later.target_type = 'jersey' and r_later.target_id = revision.target_id and r_later.kind = 'approved' and r_later.id > revision.id)
      then 'changed'
    when exists (select from public.jerseys where id = revision.target_id and status <> 'approved') then 'undone'
    when exists (select from public.jerseys where id = revision.target_id and not is_active) then 'hidden'
    when not is_administrator and exists (
      select from public.jerseys where id = revision.target_id and author_id = auth.uid()) then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.is_used(revision.target_id, (select author_id from public.jerseys where id = revision.target_id)) then 'used'
  end
$$;

-- No scan: a plan from when nothing was gone would read every jersey that an undoing in progress has taken off the site.
create function private.departure_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select case
    when gone.id is null then 'expired'
    when revision.kind = 'approved' then private.approval_stays(revision, is_administrator)
    when not is_administrator and (import.id is not null or gj.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when gj.jersey_id is null then 'undone'
      when gj.undo_until is null or gj.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when gj.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(gj.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys ij where ij.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when gj.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.is_used(gone.id) then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys gj on gj.jersey_id = gone.id
$$;
comment on function private.departure_stays is 'Why the coming or going of a jersey isn''t undone (see undo()); null if it can be';

create function private.bring_back(departed public.gone_jerseys, reason text, notifies boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
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
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_redirects' and mr.row_id = redirect.from_id
      and redirect.into_id = kept;
    perform private.set_change('moving', 'true');
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_votes' and mr.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes jv_own where jv_own.jersey_id = gone and jv_own.voter_id = vote.voter_id);
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.user_wishlists wishlist set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'user_wishlists' and mr.row_id = wishlist.id
      and wishlist.jersey_id = kept
      and not exists (select from public.user_wishlists uw_own where uw_own.jersey_id = gone and uw_own.user_id = wishlist.user_id);
    update public.list_items item set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'list_items' and mr.row_id = item.id
      and item.jersey_id = kept
      and not exists (select from public.list_items li_own where li_own.jersey_id = gone and li_own.list_id = item.list_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'comments' and mr.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (mr.stored ->> 'position')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      -- Not another one that took its id.
      and image.version = (mr.stored ->> 'version')::uuid
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'notices' and mr.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
end $$;
comment on function private.bring_back is
  'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The caller has locked and begun the revision';

create function public.removed_jersey(jersey_id uuid) returns table (title text, team text, season text)
language sql stable security definer set search_path = ''
as $$
  -- Of what is offensive or unlawful, the words may be.
  select case when gj.urgency is null then gj.title end, case when gj.urgency is null then gj.team end,
    case when gj.urgency is null then gj.season end
  from public.gone_jerseys gj
  where gj.jersey_id = removed_jersey.jersey_id and gj.kind = 'removal'
$$;
comment on function public.removed_jersey is
  'What a removed jersey was, for its address; no row if it wasn''t removed, no words if it was offensive or unlawful';
revoke execute on function public.removed_jersey from public;
grant execute on function public.removed_jersey to anon, authenticated, service_role;

create function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select gj.gone_at, gj.reason from public.gone_jerseys gj
  where gj.jersey_id = removal_reason.jersey_id and gj.kind = 'removal'
$$;
comment on function public.removal_reason is 'When and why a jersey was removed, for its address; no row if it wasn''t';
revoke execute on function public.removal_reason from public;
grant execute on function public.removal_reason to anon, authenticated, service_role;

-- After 90 days.
create function public.sweep_gone_jerseys() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  departed public.gone_jerseys;
  is_taken_back boolean;
  swept integer := 0;
begin
  perform private.lock_merges();
  for departed in
    select * from public.gone_jerseys where undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(array[departed.jersey_id]);
    -- Everybody concerned was told when it went.
    is_taken_back := private.is_taken_back(departed.jersey_id);
    perform private.begin_revision('none');
    delete from public.jerseys where id = departed.jersey_id and not is_active;
    perform private.end_revision();
    update public.gone_jerseys set undo_until = null where jersey_id = departed.jersey_id;
    delete from public.gone_jerseys where jersey_id = departed.jersey_id and is_taken_back;
    swept := swept + 1;
  end loop;
  return swept;
end $$;
comment on function public.sweep_gone_jerseys is
  'Deletes jerseys that were merged or removed 90 days ago, with their files; returns how many';
revoke execute on function public.sweep_gone_jerseys from public, anon, authenticated;
grant execute on function public.sweep_gone_jerseys to service_role;

create function private.end_merges(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  departed public.gone_jerseys;
  merged public.gone_jerseys;
begin
  insert into private.changes (kind, id) select 'jersey', jersey_id from public.gone_jerseys where into_id = jersey.id;
  select * into departed from public.gone_jerseys where jersey_id = jersey.id;
  if departed.jersey_id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.gone_jerseys
    set into_id = case when departed.kind = 'merge' and jersey_id <> departed.into_id then departed.into_id else into_id end,
      undo_until = case when undo_until is not null then now() end
    where into_id = jersey.id;
    update public.gone_jerseys set undo_until = null where jersey_id = jersey.id;
    delete from private.moved_rows where jersey_id = jersey.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for merged in
      select * from public.gone_jerseys where into_id = jersey.id and undo_until > now() order by gone_at desc for update
    loop
      if merged.urgency is null then
        perform private.begin_revision('undo');
        perform private.bring_back(merged, null);
        perform private.end_revision();
      else
        -- What may harm somebody stays hidden, as if it had been removed: an administrator brings it back.
        update public.gone_jerseys set kind = 'removal', into_id = null where jersey_id = merged.jersey_id;
        update public.revisions revision
        set kind = 'removal', target_id = merged.jersey_id,
          changes = jsonb_build_object('jersey', jsonb_build_object('before', merged.title, 'after', null))
        where revision.batch_id = merged.batch_id and private.gone_of(revision) = merged.jersey_id;
      end if;
    end loop;
    perform private.set_change('leaving', null);
  end if;
end $$;
comment on function private.end_merges is 'Before a jersey is deleted: what was merged into it comes back, unless it may harm somebody';

create index moved_rows_by_member on private.moved_rows (member_id);

create index moved_rows_of_report on private.moved_rows (row_id) where relation = 'reports';
comment on index private.moved_rows_of_report is 'What a report was about before merges: see private.is_about()';

create policy "visitors follow redirects to public jerseys" on public.jersey_redirects
  for select to anon using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "members follow redirects to jerseys they read" on public.jersey_redirects
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "reviewers read what departed of jerseys" on public.gone_jerseys
  for select to authenticated using ((select public.is_reviewer((select auth.uid()))));

revoke execute on function
  private.is_public_jersey, private.lock_merges, private.lock_merges_first, private.lock_jerseys, private.notify_members_with_jersey,
  private.is_gone, private.check_not_gone, private.move_suggestions, private.move_jersey, private.former_facts, private.undo_period, private.note_departures,
  private.withhold_photos, private.retire_jersey,
  private.accept_same_merges, private.reason_not_to_go, private.check_departure, private.approval_stays, private.departure_stays, private.bring_back,
  private.write_departure, private.gone_of,
  private.end_merges
from public;
-- Triggers that run with a member's rights ask it.
grant execute on function private.lock_merges, private.check_not_gone to authenticated, service_role;
