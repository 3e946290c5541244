-- Jerseys that departed: merged or removed ones are hidden, and their address answers with the reason (docs/decisions/066-merged-jerseys-are-hidden.md).
-- Who has or wants one is told; nobody writes about it any more.
-- For 90 days it can come back with all that moved; then it is deleted.

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
comment on column private.moved_rows.stored is 'Of an image its position and version, and of a submission''s the suggestion that it became; of a collected jersey the row, which its copies take along';

create index moved_rows_by_member on private.moved_rows (member_id);

create index moved_rows_of_report on private.moved_rows (row_id) where relation = 'reports';
comment on index private.moved_rows_of_report is 'What a report was about before merges: see private.is_about()';

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
  jersey_id uuid, outcome text, subject uuid, title text, note text, besides uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.notify_members_with_jersey is
  'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone, also by a report. To be called while the rows are the jersey''s';

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
comment on function private.check_not_gone is
  'Refuses what is written about a jersey that was merged or removed; a merge under way is waited for';

create function private.undo_period() returns interval
language sql immutable
return interval '90 days';
comment on function private.undo_period is 'How long a merge or removal can be undone, and a photo that left public view comes back';

create function private.gone_of(revision public.revisions) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when revision.changes ? 'merged' then (revision.stored ->> 'gone')::uuid
    when revision.changes ? 'jersey' then revision.target_id end
$$;
comment on function private.gone_of is 'The jersey that went or came by a revision; null of any other';

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

create function private.approval_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when jersey.id is null then 'gone'
    when exists (
      select from public.revisions r_later
      where r_later.target_type = 'jersey' and r_later.target_id = jersey.id and r_later.kind = 'approved' and r_later.id > revision.id)
      then 'changed'
    when jersey.status <> 'approved' then 'undone'
    when not jersey.is_active then 'hidden'
    when not is_administrator and jersey.author_id = auth.uid() then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.is_used(jersey.id, jersey.author_id) then 'used'
  end
  from (select revision.target_id as id) target left join public.jerseys jersey on jersey.id = target.id
$$;
comment on function private.approval_stays is 'Why an approval isn''t undone (see undo()); null if it can be';

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

create function private.movable_rows() returns table (relation text, jersey text, id text, same text, member text)
language sql immutable set search_path = ''
as $$
  values ('jersey_votes', 'jersey_id', 'voter_id', 'voter_id', 'voter_id'), ('user_wishlists', 'jersey_id', 'id', 'user_id', 'null::uuid'),
    ('list_items', 'jersey_id', 'id', 'list_id', 'null::uuid'), ('comments', 'jersey_id', 'id', 'id', 'null::uuid'),
    ('notices', 'jersey_id', 'id', 'id', 'recipient_id'), ('jersey_redirects', 'into_id', 'from_id', 'from_id', 'null::uuid')
$$;
comment on function private.movable_rows is
  'What a merge moves as it is: the table, its column of the jersey and its key, of which column a jersey has each value once, and whose the row is';

create function private.bring_back(departed public.gone_jerseys, reason text, notifies boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
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

create function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select gj.gone_at, gj.reason from public.gone_jerseys gj
  where gj.jersey_id = removal_reason.jersey_id and gj.kind = 'removal'
$$;
comment on function public.removal_reason is 'When and why a jersey was removed, for its address; no row if it wasn''t';

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

create policy "everyone follows redirects to jerseys they read" on public.jersey_redirects
  for select to anon, authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "reviewers read what departed of jerseys" on public.gone_jerseys
  for select to authenticated using ((select public.is_reviewer((select auth.uid()))));
