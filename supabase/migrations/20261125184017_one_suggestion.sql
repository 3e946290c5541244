-- Everything that waits for a decision on something public is a suggestion.
-- accepted: all of it: because 0.3.0, the first version with these tables, is not released yet

alter table private.decisions add column was jsonb;
alter table public.suggestions alter column source drop not null, drop constraint suggestions_status_known;
ALTER TABLE "public"."suggestions" ADD CONSTRAINT "suggestions_status_known" CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'partly'::text, 'refused'::text, 'withdrawn'::text, 'outdated'::text])));

-- Rows move as they are: nobody did anything. The functions of these triggers know the former columns.
alter table public.suggestions disable trigger user;
alter table public.jersey_images disable trigger user;
alter table public.jerseys disable trigger user;

-- An author's edit keeps its id, which its photos name.
insert into public.suggestions (
  id, target_type, target_id, title, member_id, changes, was, words, status, verdicts, created_at, edited_at, decided_at)
select edit.id, 'jersey', jersey.id, jersey.title, profile.id,
  edit.changes || case when edit.removed_images = '{}' then '{}' else jsonb_build_object('removed', to_jsonb(edit.removed_images)) end
    || coalesce(arranged.changes, '{}'),
  coalesce(texts.was, '{}') || coalesce(arranged.was, '{}'), coalesce(texts.words, '{}') || coalesce(arranged.words, '{}'), edit.status,
  case when edit.status = 'open' then '{}' else (
    select coalesce(jsonb_object_agg(key, jsonb_build_object('accepted', false, 'reason', 'other', 'note', edit.note)), '{}')
    from (
      select jsonb_object_keys(edit.changes) as key
      union select 'photo:' || id from unnest(edit.removed_images) id
      union select 'photo:' || image.id from public.jersey_images image where image.edit_id = edit.id
      union select 'photos' where edit.image_order is not null) part) end,
  edit.created_at, edit.edited_at, case when edit.status = 'refused' then coalesce(jersey.moderated_at, edit.edited_at) end
from public.jersey_edits edit
join public.jerseys jersey on jersey.id = edit.jersey_id
join public.profiles profile on profile.id = edit.author_id
cross join lateral (
  select jsonb_object_agg(key, to_jsonb(jersey) -> key) as was,
    jsonb_object_agg(key, jsonb_build_object('before', to_jsonb(jersey) -> key, 'after', edit.changes -> key)) as words
  from jsonb_object_keys(edit.changes) key) texts
left join lateral (
  select jsonb_build_object('photos', wanted) as changes, jsonb_build_object('photos', private.photos_of(jersey.id)) as was,
    jsonb_build_object('photos', jsonb_build_object(
      'before', private.photos_in_words(jersey.id, private.photos_of(jersey.id)), 'after', private.photos_in_words(jersey.id, wanted))) as words
  from (
    select jsonb_agg(jsonb_build_object('id', id) order by place) as wanted from unnest(edit.image_order) with ordinality listed (id, place)) list
) arranged on edit.image_order is not null;

alter table public.jersey_images drop constraint jersey_images_edit_id_fkey;
alter table public.jersey_images rename column edit_id to suggestion_id;
drop index public.jersey_images_by_edit;
-- Of an account that is gone.
delete from public.jersey_images image where suggestion_id is not null and not exists (
  select from public.suggestions where id = image.suggestion_id);
ALTER TABLE "public"."jersey_images" ADD CONSTRAINT "jersey_images_suggestion_id_fkey" FOREIGN KEY (suggestion_id) REFERENCES public.suggestions(id) ON DELETE CASCADE;
create index jersey_images_by_suggestion on public.jersey_images (suggestion_id);

-- Photos that wait, or whose refusal can be contested.
insert into public.jersey_images (
  id, jersey_id, url, alt, position, likeness, licence, rights_stated, contributor_id, version, kind, suggestion_id)
select photo.id, suggestion.target_id, photo.url, photo.alt, row_number() over (partition by suggestion.id order by photo.id) - 1,
  photo.likeness, photo.licence, photo.rights_stated,
  (select id from public.profiles where id::text = split_part(photo.path, '/', 1)), photo.version, photo.kind, suggestion.id
from public.suggestion_photos photo
join public.suggestions suggestion on suggestion.id = photo.suggestion_id and suggestion.target_type = 'jersey'
join public.jerseys jersey on jersey.id = suggestion.target_id
where coalesce(suggestion.verdicts -> ('photo:' || photo.id) ->> 'accepted', 'false') = 'false' and (
  suggestion.status = 'open'
  or suggestion.status in ('refused', 'partly') and suggestion.contested_at is null and suggestion.decided_at > now() - interval '30 days')
on conflict (id) do nothing;

-- Open ones of a member about one thing become one: what was said later counts.
do $$
declare
  one record;
  other record;
begin
  for one in
    select member_id, target_type, target_id, (array_agg(id order by created_at, id))[1] as kept
    from public.suggestions
    where status = 'open' and contested_at is null and held_at is null and kind in ('edit', 'photos')
    group by member_id, target_type, target_id having count(*) > 1
  loop
    for other in
      select * from public.suggestions
      where member_id = one.member_id and target_type = one.target_type and target_id = one.target_id and id <> one.kept
        and status = 'open' and contested_at is null and held_at is null and kind in ('edit', 'photos')
      order by created_at, id
    loop
      update public.suggestions
      set changes = changes || other.changes, was = other.was || was, words = words || other.words,
        source = coalesce(other.source, source), edited_at = greatest(edited_at, other.edited_at)
      where id = one.kept;
      update public.jersey_images set suggestion_id = one.kept where suggestion_id = other.id;
      delete from public.suggestions where id = other.id;
    end loop;
  end loop;
end $$;
CREATE INDEX suggestions_of_author ON public.suggestions USING btree (target_id, member_id, created_at DESC) WHERE (kind = ANY (ARRAY['edit'::text, 'photos'::text]));
CREATE UNIQUE INDEX suggestions_one_open ON public.suggestions USING btree (member_id, target_type, target_id) WHERE ((status = 'open'::text) AND (contested_at IS NULL) AND (held_at IS NULL) AND (kind = ANY (ARRAY['edit'::text, 'photos'::text])));

-- Of an approved jersey the suggestion waits, not the jersey.
update public.jerseys set edited_at = null where status = 'approved' and edited_at is not null;
-- Nothing puts a rejected jersey back to what was decided on: the photos that its author removed are gone.
update public.storage_deletions set held_for = null, retry_at = now() where retry_at = 'infinity';
-- These two have no words any more. The account still shows their notices.
delete from public.notice_mails mail using public.notices notice
where notice.id = mail.notice_id and notice.outcome in ('reverted', 'partly_reverted');
update public.audit_log set table_name = 'suggestions' where table_name in ('jersey_edits', 'proposals');

alter table public.suggestions enable trigger user;
alter table public.jersey_images enable trigger user;
alter table public.jerseys enable trigger user;

drop trigger jersey_edits_removed on public.jersey_edits;
drop trigger suggestion_photos_address on public.suggestion_photos;
drop trigger suggestion_photos_keep_files on public.suggestion_photos;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images";

DROP POLICY "members read images of jerseys they read" ON "public"."jersey_images";

DROP VIEW "private"."edited_images";

DROP FUNCTION "private"."apply_edit"(public.jersey_edits, text[], text);

DROP FUNCTION "private"."bring_back"(public.gone_jerseys, text);

DROP FUNCTION "private"."changes_of_edit"(uuid);

DROP FUNCTION "private"."changes_since_decision"(uuid);

DROP FUNCTION "private"."check_refused"(public.jersey_edits, text, text[], text);

DROP FUNCTION "private"."check_suggested_address"();

DROP FUNCTION "private"."decided_state"(public.jerseys);

DROP FUNCTION "private"."edited_items"(public.jersey_edits);

DROP FUNCTION "private"."hold_files"(uuid);

DROP FUNCTION "private"."is_suggested_photo"(text);

DROP FUNCTION "private"."keep_suggested_file"();

DROP FUNCTION "private"."open_edit"(uuid, jsonb);

DROP FUNCTION "private"."reconcile_deleted_edit"();

DROP FUNCTION "private"."record_decided_state"(public.jerseys);

DROP FUNCTION "private"."record_decision"(text, uuid, uuid);

DROP FUNCTION "private"."record_undoable_decision"(public.jerseys);

DROP FUNCTION "private"."release_files"(uuid, boolean);

DROP FUNCTION "private"."restore_edit"(private.undoable_decisions);

DROP FUNCTION "private"."settle_same_merges"(uuid, uuid);

DROP FUNCTION "private"."undo_fields"(public.revisions, text[], jsonb, text);

DROP FUNCTION "private"."undo_photo"(public.revisions);

DROP FUNCTION "public"."claim_suggestion"(uuid);

DROP FUNCTION "public"."decide_suggestion"(uuid, jsonb, timestamp with time zone);

DROP FUNCTION "public"."jersey_changes"(uuid);

DROP FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, boolean, text[]);

DROP FUNCTION "public"."queue_competitions"();

DROP FUNCTION "public"."queue_figures"();

DROP FUNCTION "public"."revert_jersey"(uuid);

DROP FUNCTION "public"."review_trusted"(uuid, boolean, text);

DROP FUNCTION "public"."suggestion_queue"(jsonb, jsonb, integer);

DROP FUNCTION "public"."undo_decision"(uuid);

create or replace function private.accept_same_merges(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    where same.target_type = 'jersey' and same.status = 'open' and (
      same.target_id = gone and same.changes ->> 'merge_into' = kept::text
      or same.target_id = kept and same.changes ->> 'merge_into' = gone::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', kept, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;

create or replace function private.after_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_suggested constant boolean := image.suggestion_id is not null;
  is_author constant boolean := tg_nargs > 0;
  is_staged constant boolean := is_author
    and (select status from public.jerseys where id = image.jersey_id) is not distinct from 'approved';
begin
  if is_author and tg_op = 'INSERT' then
    perform private.stage_image(new);
  elsif is_author and tg_op = 'DELETE' then
    perform private.stage_image_removal(old);
  end if;
  if private.is_staging() then
    perform private.list_image(old, new);
    return null;
  end if;

  if tg_op <> 'DELETE' or is_suggested or not is_staged then
    perform private.log_change(
      'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
      case when tg_op <> 'DELETE' then to_jsonb(new) end);
  end if;
  perform private.list_image(old, new);
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if not is_suggested and pg_trigger_depth() = 1 and not is_staged
    and (tg_op <> 'UPDATE' or old.suggestion_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' and not is_suggested and not is_staged or tg_op = 'UPDATE' and not is_suggested
    or tg_op = 'DELETE' and not is_suggested and not is_staged then
    perform private.invalidate_pages(image.jersey_id);
  end if;
  return null;
end $$;

create or replace function private.after_jersey_came_or_went() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  -- It locks the row 'all' first, and decisions wait for each other there.
  perform private.count_jersey(old, new);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  perform private.count_kit(old, new);
  if is_public then
    perform private.mark_changed_facts(array[jersey.id], 'jerseys');
  end if;
  perform private.count_of_author(old, new);
  perform private.record_words_of_jersey(jersey.id);
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('public_changes', '*');
  end if;
  return null;
end $$;

create or replace function private.after_jersey_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_placed_anew constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id) is distinct from (new.league, new.competition_id, new.team_id);
  is_moved constant boolean := is_placed_anew
    or (old.season_id, old.year, old.kit_type) is distinct from (new.season_id, new.year, new.kit_type);
  are_facts_changed constant boolean := was_public <> is_public
    or (old.competition_id, old.team_id, old.season_id, old.year, old.kit_type, old.brand_id, old.colors, old.created_at)
      is distinct from
      (new.competition_id, new.team_id, new.season_id, new.year, new.kit_type, new.brand_id, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing.
  if private.is_staging() then
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if (is_moved or are_facts_changed) and (was_public or is_public) then
    perform private.lock_jersey_counts();
  end if;
  if is_placed_anew then
    perform private.count_jersey(old, new);
  end if;
  if is_moved then
    perform private.count_kit(old, new);
  end if;
  if are_facts_changed and (was_public or is_public) then
    perform private.mark_changed_facts(array[new.id], 'jerseys');
  end if;
  if (old.author_id, old.status) is distinct from (new.author_id, new.status) then
    perform private.count_of_author(old, new);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  if is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors) then
    perform private.record_words_of_jersey(new.id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
  end if;
  return null;
end $$;

create or replace function private.apply_suggestion(suggestion public.suggestions, accepted text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when is_author then 'edit' else 'suggestion' end, suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null and shown.path = image.path));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select own.id, last.position + row_number() over (order by own.position, own.id) as position
      from public.jersey_images own
      cross join (
        select coalesce(max(shown.position), -1) as position from public.jersey_images shown
        where shown.jersey_id = target and shown.suggestion_id is null) last
      where own.suggestion_id = suggestion.id and private.photo_key(own.id) = any (accepted)) added
    where image.id = added.id;
    -- Of an urgently merged jersey it was withheld.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $$;

create or replace function private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
begin
  if corrections is not null then
    suggestion.changes := suggestion.changes || corrections;
    suggestion.words := suggestion.words || private.suggestion_words(
      suggestion.target_type, private.target_row(suggestion.target_type, suggestion.target_id) || suggestion.was,
      private.target_row(suggestion.target_type, suggestion.target_id) || corrections,
      array(select name from unnest(accepted) name where corrections ? name));
    given := given || (
      select coalesce(jsonb_object_agg(name, given -> name || '{"corrected": true}'), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.let_go(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select kept.id from public.jerseys kept where suggestion.target_type = 'jersey' and kept.id = suggestion.target_id),
    coalesce((select coalesce(kept ->> 'title', kept ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) kept), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $$;

create or replace function private.approval_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select from public.jerseys where id = revision.target_id) then 'gone'
    when exists (
      select from public.revisions later
      where later.target_type = 'jersey' and later.target_id = revision.target_id and later.kind = 'approved' and later.id > revision.id)
      then 'changed'
    when exists (select from public.jerseys where id = revision.target_id and status <> 'approved') then 'undone'
    when exists (select from public.jerseys where id = revision.target_id and not is_active) then 'hidden'
    when not is_administrator and exists (
      select from public.jerseys where id = revision.target_id and author_id = auth.uid()) then 'own'
    when private.used_by_members(revision.target_id) is not null then 'used'
  end
$$;

create or replace function private.arrange_photos(jersey_id uuid, photos jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.last <= 1000 then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      -- Of two in one position the second moves on.
      select array_agg(slot.position order by slot.position) as positions, max(slot.position) as last
      from (
        select (max(shown.position - shown.nth) over (order by shown.nth) + shown.nth)::integer as position
        from (
          select image.position, row_number() over (order by image.position, image.id) as nth
          from public.jersey_images image
          where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null) shown) slot) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  perform private.record_arrangement(arrange_photos.jersey_id, was);
end $$;

create or replace function private.bring_back(became public.gone_jerseys, reason text, notifies boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := became.jersey_id;
  kept constant uuid := became.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, became.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, became.title, became.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, became.title, reason);
  end if;
end $$;

create or replace function private.check_author_update(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (becomes.league, becomes.competition_id, becomes.season_id, becomes.team_id, becomes.team, becomes.year, becomes.brand,
      becomes.brand_id, becomes.kit_type, becomes.colors, becomes.price)
    is distinct from
    (was.league, was.competition_id, was.season_id, was.team_id, was.team, was.year, was.brand,
      was.brand_id, was.kit_type, was.colors, was.price);
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and are_facts_changed then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the queue anyway, and of an approved one a suggestion waits.
  if was.status = 'rejected'
    and (are_facts_changed
      or (becomes.title, becomes.description, becomes.edition, becomes.external_link)
        is distinct from (was.title, was.description, was.edition, was.external_link)) then
    becomes.edited_at := now();
  end if;
  return becomes;
end $$;

create or replace function private.check_conflicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  current constant jsonb := private.target_row(suggestion.target_type, suggestion.target_id);
  wanted constant jsonb := current || suggestion.changes || corrections;
  -- Somebody else may have made it so already.
  conflicts constant text[] := array(
    select verdict.key from jsonb_each(verdicts) verdict
    where suggestion.kind = 'edit' and verdict.value -> 'accepted' = 'true' and suggestion.changes ? verdict.key
      and verdict.value ->> 'overwrite' is distinct from 'true'
      and private.differs(verdict.key, current, suggestion.was) and private.differs(verdict.key, current, wanted)
    order by 1);
begin
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;
end $$;

create or replace function private.check_decidable(suggestion public.suggestions) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' and not (suggestion.trusted and suggestion.afterwards is null) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $$;

create or replace function private.check_image_count(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
      -- Those of former members aren't one member's.
      and image.contributor_id is not null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from private.edited_images edited
    join public.jersey_images image on image.id = edited.id
    where edited.jersey_id = any (jersey_ids) and image.contributor_id is not null
    group by edited.jersey_id, image.contributor_id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from private.edited_images edited
    where edited.jersey_id = any (jersey_ids) and edited.place > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $$;

create or replace function private.check_jersey_id(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (select from public.suggestions where suggestions.id = check_jersey_id.id)
    or exists (select from public.gone_jerseys where jersey_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', check_jersey_id.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
end $$;

create or replace function private.check_queue_filter(filter jsonb, after jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) is distinct from 'object'
    or exists (
      select from jsonb_each(filter) asked
      where case
        when asked.key in ('league', 'kind') then jsonb_typeof(asked.value) <> 'string'
        when asked.key = 'to_check' then jsonb_typeof(asked.value) <> 'boolean'
        when asked.key = 'days' then not coalesce(asked.value #>> '{}' ~ '^[0-9]{1,4}$', false)
        else true end)
    or jsonb_typeof(after) <> 'null' and not coalesce(
      private.is_time(after ->> 'since') and private.is_uuid(after ->> 'id'), false) then
    raise sqlstate 'PT400' using
      message = 'queue_filter', detail = 'A filter, or the place in the queue, isn''t one that the queue knows.';
  end if;
end $$;

create or replace function private.check_suggested_photos(target_type text, target uuid, photos jsonb, replaced uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_typeof(photos) <> 'array'
    or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A file of somebody else could be exchanged after it was accepted.
  perform private.check_image_address(photo ->> 'url') from jsonb_array_elements(photos) photo;
  if exists (
    select from jsonb_array_elements(photos) photo
    where photo ->> 'kind' is null) then
    raise not_null_violation using message = 'A suggested photo says what it shows.';
  end if;
  if exists (
    select from jsonb_array_elements(photos) photo
    where split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text) then
    raise insufficient_privilege using
      message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
  end if;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions open on open.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member
          and (open.id is null or open.status = 'open' and open.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url')
          or image.suggestion_id is null and image.likeness::text = photo ->> 'likeness')
      left join public.suggestions open on open.id = image.suggestion_id
      where open.id is null or open.status = 'open' and open.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $$;

create or replace function private.check_trusted(suggestion public.suggestions, verdicts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant text[] := array(select key from jsonb_each(check_trusted.verdicts) where value -> 'accepted' = 'false');
  -- A reason of undo() has 3 to 500 characters.
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  revision public.revisions;
  back text[];
begin
  update public.suggestions live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = live.verdicts || check_trusted.verdicts
  where live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  select * into revision from public.revisions made
  where made.target_type = suggestion.target_type and made.target_id = suggestion.target_id
    and made.suggestion_id = suggestion.id and made.kind = 'trusted';
  back := array(
    select field
    from unnest(private.fields_back(revision, private.fields_that_stay(
      revision, private.target_row(suggestion.target_type, suggestion.target_id), public.is_admin(auth.uid())))) field
    where field = any (array(select regexp_replace(name, '_id$', '') from unnest(refused) name)));
  if back <> '{}' then
    perform public.undo(
      revision_id => revision.id, fields => back, reason => rpad(reason, greatest(char_length(reason), 3), '.'));
  else
    -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, check_trusted.verdicts));
  end if;
end $$;

create or replace function private.check_verdicts(pending text[], verdicts jsonb) returns void
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
        or char_length(coalesce(verdict.value ->> 'reason', '')) + char_length(coalesce(verdict.value ->> 'note', '')) > 990) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where verdict.value -> 'accepted' = 'false' and (
      coalesce(verdict.value ->> 'reason', '')
        not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'quality', 'off_topic', 'other')
      or verdict.value ->> 'reason' = 'other' and private.tidy(verdict.value ->> 'note') is null)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason',
      detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights, quality, off_topic, or other with a note.';
  end if;
end $$;

create or replace function private.close_history(target_type text, target_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.revisions revision
  where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id
    and not exists (select from public.jersey_redirects where from_id = close_history.target_id)
    -- An administrator brings back what hurt, and was merged into it.
    and not exists (
      select from public.gone_jerseys gone where gone.batch_id = revision.batch_id and gone.undo_until is not null)
$$;

create or replace function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
  suggestion public.suggestions;
  gone jsonb;
begin
  if close_suggestions.target_type = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = close_suggestions.target_id;
  end if;
  -- What was merged and can't come back any more took its open suggestions along.
  if kept is not null then
    update public.suggestions ended set status = 'outdated', held_at = null
    where ended.target_id = close_suggestions.target_id and ended.target_type = 'jersey' and ended.status = 'open';
    return;
  end if;
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, decided_at = coalesce(ended.decided_at, now()),
      status = case when ended.verdicts = '{}' then 'outdated' else private.outcome_of(gone || ended.verdicts) end
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;

create or replace function private.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen jsonb, corrections jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  current jsonb;
  accepted text[];
  pending text[];
  to_check boolean;
begin
  suggestion := private.lock_suggestion(decide_suggestion.suggestion_id);
  to_check := suggestion.trusted and suggestion.afterwards is null;
  perform private.check_decidable(suggestion);
  if seen is distinct from to_jsonb(suggestion.edited_at) then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  pending := case when to_check then array(select jsonb_object_keys(suggestion.verdicts)) else private.pending_keys(suggestion) end;
  -- An administrator deleted its only photo.
  if pending = '{}' then
    update public.suggestions empty set status = 'outdated' where empty.id = suggestion.id;
    return 'outdated';
  end if;
  perform private.check_verdicts(pending, verdicts);
  if to_check then
    perform private.check_trusted(suggestion, verdicts);
    return case when verdicts @? '$.* ? (@.accepted == false)' then 'undone' else 'accepted' end;
  end if;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where verdicts -> name -> 'accepted' = 'true');
  if verdicts @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  if corrections is not null then
    if jsonb_typeof(corrections) <> 'object' or suggestion.kind <> 'edit' or exists (
      select from jsonb_object_keys(corrections) key
      where regexp_replace(key, '^(team|brand)$', '\1_id') <> all (accepted) or key = 'photos') then
      raise sqlstate 'PT400' using
        message = 'correction_unknown', detail = 'Corrected are accepted fields: ' || array_to_string(accepted, ', ') || '.';
    end if;
    perform private.check_shape(suggestion.target_type, corrections);
    corrections := private.completed_changes(suggestion.target_type, current || suggestion.changes, corrections);
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $$;

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
  -- Images before what they belong to, as in a decision.
  perform from public.jersey_images image join public.suggestions own on own.id = image.suggestion_id
  where own.member_id = member order by image.id for update of image;
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.jersey_images photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions file set held_for = null, retry_at = now()
  where file.bucket_id = 'jerseys' and file.name collate "C" >= member || '/' and file.name collate "C" < member || '0'
    and not exists (select from public.jersey_images shown where shown.path = file.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;

create or replace function private.departure_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when gone.id is null then 'expired'
    when revision.kind = 'approved' then private.approval_stays(revision, is_administrator)
    when not is_administrator and (import.id is not null or became.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when became.jersey_id is null then 'undone'
      when became.undo_until is null or became.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when became.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(became.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys done where done.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when became.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.used_by_members(gone.id) is not null then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys became on became.jersey_id = gone.id
$$;

create or replace function private.detail_of_suggestion(suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'changes', suggestion.changes, 'was', suggestion.was, 'words', suggestion.words,
    'current', private.pick_columns(version, array(select jsonb_object_keys(suggestion.changes - 'removed'))),
    'current_words', (
      select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(suggestion.words) name),
    'conflicts', array(
      select name from jsonb_object_keys(suggestion.words) name
      where suggestion.kind = 'edit' and private.differs(name, version, suggestion.was)
        and private.differs(name, version, version || suggestion.changes)
      order by name),
    'pending', to_jsonb(case when suggestion.status = 'open' then private.pending_keys(suggestion)
      else array(select jsonb_object_keys(suggestion.verdicts)) end),
    'verdicts', suggestion.verdicts, 'source', suggestion.source,
    'contest', suggestion.contest, 'contested_at', suggestion.contested_at,
    'is_public', coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    'team_slug', version ->> 'team_slug', 'kit_type_slug', version ->> 'kit_type_slug', 'year', version -> 'year',
    'is_author', coalesce((version ->> 'author_id')::uuid = suggestion.member_id, false),
    'photos', case when suggestion.target_type = 'jersey' then private.waiting_photos(suggestion.target_id, suggestion) else '[]' end)
  from (select coalesce(private.target_row(suggestion.target_type, suggestion.target_id), '{}') as version) present
$$;

create or replace function private.drop_changes(suggestion_id uuid, fields text[]) returns void
language sql security definer set search_path = ''
as $$
  update public.suggestions edit set changes = edit.changes - fields, was = edit.was - fields, words = edit.words - fields
  where edit.id = drop_changes.suggestion_id
$$;

create or replace function private.end_open_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.suggestions where member_id = old.id and status = 'open';
  delete from public.jersey_images photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = old.id;
  return old;
end $$;

create or replace function private.free_image_id(image_id uuid, jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jersey_images image set id = private.parked_image_id(free_image_id.image_id)
  where image.id = free_image_id.image_id and image.jersey_id = free_image_id.jersey_id and exists (
    select from private.own_edits own
    where own.jersey_id = free_image_id.jersey_id and own.author_id = auth.uid() and own.changes -> 'removed' ? free_image_id.image_id::text);
  if found then
    perform private.set_removed(own.id, (own.changes -> 'removed') - free_image_id.image_id::text
      || to_jsonb(private.parked_image_id(free_image_id.image_id)))
    from private.own_edits own where own.jersey_id = free_image_id.jersey_id;
  end if;
  perform private.set_change('staging', null);
end $$;

create or replace function private.is_experienced(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
      select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly') and source is not null)
$$;

create or replace function private.is_fresh(revision public.revisions) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions later where later.undoes = revision.id)
    -- It was decided again, or its member has left or said something else by now.
    and not exists (
      select from public.suggestions decided
      where decided.id = revision.suggestion_id and revision.undoes is null
        and (decided.status = 'open' or decided.decided_at <> revision.at))
    and not exists (
      select from public.suggestions decided
      where decided.id = revision.suggestion_id and (decided.member_id is null or decided.kind in ('edit', 'photos') and exists (
        select from public.suggestions other
        where other.member_id = decided.member_id and other.target_id = decided.target_id and other.status = 'open'
          and other.kind in ('edit', 'photos'))))
$$;

create or replace function private.is_image_in_use(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
$$;

create or replace function private.is_outdated(revision public.revisions, field text, current jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    -- One file in the place of another: the former one is gone.
    when field = 'image' and num_nulls(
      revision.changes -> 'image' ->> 'before', revision.changes -> 'image' ->> 'after') = 0 then true
    when field = 'image' and revision.changes -> 'image' ->> 'after' is not null then not exists (
      select from public.jersey_images image
      where image.id = (revision.stored -> 'image' ->> 'id')::uuid and image.jersey_id = revision.target_id
        and image.suggestion_id is null and image.url = revision.changes -> 'image' ->> 'after')
    -- A file that nobody holds may have been replaced by its owner.
    when field = 'image' then exists (
        select from public.jersey_images image
        where image.jersey_id = revision.target_id and image.path = revision.stored -> 'image' ->> 'path'
          and image.suggestion_id is null)
      or not private.is_image_in_use(revision.stored -> 'image' ->> 'path')
      -- Held again, it may have been replaced in between.
      or not exists (
        select from storage.objects object
        where object.bucket_id = 'jerseys' and object.name = revision.stored -> 'image' ->> 'path'
          and greatest(object.created_at, object.updated_at) <= revision.at)
    when field = 'photos' then
      private.differs('photos', current, jsonb_build_object('photos', revision.stored -> 'photos' -> 'after'))
      or current -> 'photos' = private.arranged_photos(current -> 'photos', revision.stored -> 'photos' -> 'before')
    when revision.stored ? (field || '_id') then
      nullif(current -> (field || '_id'), 'null')
        is distinct from nullif(revision.stored -> (field || '_id') -> 'after', 'null')
      or nullif(revision.stored -> (field || '_id') -> 'after', 'null') is null
        and coalesce(current -> field, 'null') <> revision.changes -> field -> 'after'
      or field = 'competition' and not exists (
        select from public.competitions
        where id = (revision.stored -> 'competition_id' ->> 'before')::uuid)
      or field = 'season' and not exists (
        select from public.seasons where id = (revision.stored -> 'season_id' ->> 'before')::uuid)
    else coalesce(current -> field, 'null') <> revision.changes -> field -> 'after'
  end
$$;

create or replace function private.jersey_lines(after_at timestamptz, after_id uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'team_competition', home.slug,
    'league', jersey.league,
    'competition', case when exists (
      select from public.competitions other
      where other.id <> competition.id and other.league = competition.league
        and (other.search_text = competition.search_text or other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'colors', jersey.colors,
    'brand', jersey.brand, 'edition', jersey.edition, 'price', jersey.price, 'description', jersey.description,
    'external_link', jersey.external_link, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions home on home.id = team.competition_id
$$;

create or replace function private.keep_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jerseys
  set title = old.title, edition = old.edition, description = old.description,
    external_link = old.external_link
  where id = new.id
    and (title, edition, description, external_link)
      is distinct from (old.title, old.edition, old.description, old.external_link);
  perform private.set_change('staging', null);
  perform private.reconcile_edit(new.id);
  return null;
end $$;

create or replace function private.keep_files(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from unnest(images));
  perform private.withhold_files(array(
    select added.path from unnest(images) added join public.jerseys jersey on jersey.id = added.jersey_id
    where added.suggestion_id is null and jersey.status = 'approved' and jersey.is_active), false);
end $$;

create or replace function private.league_of(target_type text, target_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select league from public.jerseys where league_of.target_type = 'jersey' and id = league_of.target_id
  union all
  select competition.league
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where league_of.target_type = 'team' and team.id = league_of.target_id
  union all
  select league from public.competitions where league_of.target_type = 'competition' and id = league_of.target_id
$$;

create or replace function private.let_go(gone uuid, kept uuid, reason text, urgency text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = gone;
  perform private.notify_members_with_jersey(
    gone, case when kept is null then 'taken_down' else 'merged' end, kept, jersey.title, reason);
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  values (
    gone, private.current_batch(), case when kept is null then 'removal' else 'merge' end, kept, jersey.title, jersey.team,
    coalesce((select name from public.seasons where id = jersey.season_id), jersey.year::text), reason, urgency,
    now() + private.undo_days());
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select gone, 'user_collections', owned.id, owned.user_id, to_jsonb(owned)
  from public.user_collections owned where owned.jersey_id = gone
  union all
  select gone, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = gone;
  if kept is not null then
    perform private.move_jersey(gone, kept);
    perform private.accept_same_merges(gone, kept);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = gone;
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = gone and status = 'open';
  perform private.write_departure(gone, kept, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = gone;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if kept is null or urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images image where image.jersey_id = gone
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = gone), true);
  end if;
end $$;

create or replace function private.list_image(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if former.id is null and image.suggestion_id is null or image.id is null and former.suggestion_id is null
    or former.id is not null and image.id is not null
      and (former.jersey_id, former.suggestion_id) is distinct from (image.jersey_id, image.suggestion_id) then
    perform private.mark_changed_facts(array[former.jersey_id, image.jersey_id], 'jersey_images');
  end if;
end $$;

create or replace function private.lock_suggestion(suggestion_id uuid) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
begin
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions waiting where waiting.id = lock_suggestion.suggestion_id;
    exit when not found;
    target := suggestion.target_id;
    if suggestion.kind in ('merge', 'removal') then
      perform private.lock_merges();
      perform private.lock_jerseys(array_remove(array[target, private.other_of(suggestion)], null));
    else
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions waiting where waiting.id = lock_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  return suggestion;
end $$;

create or replace function private.move_jersey(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  images integer;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'suggestions', moved.id, null::uuid from public.suggestions moved
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and moved.member_id is distinct from (select author_id from public.jerseys where id = gone)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions own
      where own.target_id = kept and own.member_id = moved.member_id and own.status = 'open' and own.kind in ('edit', 'photos'))
  union all
  select gone, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = gone
  union all
  select gone, 'comments', id, null from public.comments where jersey_id = gone
  union all
  select gone, 'notices', id, recipient_id from public.notices where jersey_id = gone;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'jersey_votes', voter_id, voter_id from moved;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'user_wishlists', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
  -- Images move behind the existing ones, up to five of each contributor (of former members together) and twenty in all.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and suggestion_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  with next as (
    select fitting.id, fitting.position, row_number() over (order by fitting.position, fitting.id) as place
    from (
      select image.id, image.position,
        row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
        (select greatest(
            count(*) filter (where own.suggestion_id is null),
            count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = kept)))
          from public.jersey_images own
          where own.jersey_id = kept and own.contributor_id is not distinct from image.contributor_id) as present
      from public.jersey_images image where image.jersey_id = gone and image.suggestion_id is null
    ) fitting
    where fitting.nth + fitting.present <= 5
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id and next.place <= 20 - images
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  perform private.move_suggestions(gone, kept, (select title from public.jerseys where id = kept));
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;

create or replace function private.move_suggestions(gone uuid, "to" uuid, title text) returns void
language sql security definer set search_path = ''
as $$
  with moved as (
    update public.suggestions suggestion
    set target_id = move_suggestions."to", title = move_suggestions.title, edited_at = clock_timestamp()
    from private.moved_rows taken
    where taken.jersey_id = gone and taken.relation = 'suggestions' and taken.row_id = suggestion.id
      and suggestion.target_id <> move_suggestions."to" and suggestion.status = 'open'
    returning suggestion.id)
  update public.jersey_images image set jersey_id = move_suggestions."to" from moved where image.suggestion_id = moved.id
$$;

create or replace function private.notify_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set by moderate_jersey().
  corrections constant jsonb := private.current_change() -> 'corrections';
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' in ('none', 'undo') then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $$;

create or replace function private.notify_undone(changes jsonb[], member uuid, reason text) returns void
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

create or replace function private.open_edit(jersey uuid, changes jsonb default '{}', was jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion uuid;
  present jsonb;
  accepted text[];
begin
  loop
    select edit.id into suggestion from private.own_edits edit where edit.jersey_id = open_edit.jersey;
    exit when found;
    -- Another request of the same author may be faster.
    insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
    select 'jersey', kept.id, kept.title, auth.uid(), '{}', '{}', '{}' from public.jerseys kept where kept.id = open_edit.jersey
    on conflict do nothing
    returning id into suggestion;
    exit when found;
  end loop;
  present := private.target_row('jersey', open_edit.jersey);
  accepted := array(
    select verdict.key from public.suggestions edit cross join jsonb_each(edit.verdicts) verdict
    where edit.id = suggestion and verdict.value -> 'accepted' = 'true');
  update public.suggestions edit
  set changes = edit.changes || open_edit.changes, was = open_edit.was || (edit.was - accepted), status = 'open',
    -- It is still another reviewer's.
    contest = case when edit.status = 'open' then edit.contest end,
    contested_at = case when edit.status = 'open' then edit.contested_at end,
    -- It begins to wait again.
    created_at = case when edit.status = 'open' then edit.created_at else clock_timestamp() end,
    -- What is said again is judged again, and so is what was refused.
    verdicts = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(edit.verdicts)
      where value -> 'accepted' = 'true' and not open_edit.changes ? key),
    words = edit.words || private.suggestion_words(
      'jersey', present || open_edit.was || (edit.was - accepted), present || open_edit.changes,
      array(select name from jsonb_object_keys(open_edit.changes) name)),
    edited_at = clock_timestamp()
  where edit.id = suggestion;
  return suggestion;
end $$;

create or replace function private.other_of(suggestion public.suggestions) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select into_id from public.jersey_redirects where from_id = (suggestion.changes ->> 'merge_into')::uuid),
    (suggestion.changes ->> 'merge_into')::uuid)
$$;

create or replace function private.pending_keys(suggestion public.suggestions) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key order by place, key), '{}')
  from (
    select name as key, place from unnest(private.suggestable_columns(suggestion.target_type))
      with ordinality field (name, place)
    where suggestion.changes ? name
    union all
    select private.photo_key(image.id), 1000 from public.jersey_images image where image.suggestion_id = suggestion.id
    union all
    select 'photo:' || removed, 1001 from jsonb_array_elements_text(suggestion.changes -> 'removed') removed
  ) keys
  -- After a contest, what was accepted is decided.
  where coalesce(suggestion.verdicts -> key ->> 'accepted', 'false') = 'false'
$$;

create or replace function private.photo_kind(address text, jersey_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select image.kind from public.jersey_images image
     where image.path = shown.path and image.jersey_id = photo_kind.jersey_id limit 1),
    -- One that was taken out.
    (select revision.stored -> 'image' ->> 'kind' from public.revisions revision
     where revision.target_type = 'jersey' and revision.target_id = photo_kind.jersey_id
       and revision.stored -> 'image' ->> 'path' = shown.path
     order by revision.id desc limit 1))
  from private.storage_path(address) shown(path)
$$;

create or replace function private.photos_in_words(jersey_id uuid, photos jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('url', image.url, 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  join public.jersey_images image
    on image.jersey_id = photos_in_words.jersey_id and image.id = (photo.value ->> 'id')::uuid
$$;

create or replace function private.photos_of(jersey_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and image.suggestion_id is null
$$;

create or replace function private.place_in(photos jsonb, image_id uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select listed.place from jsonb_array_elements(photos) with ordinality listed (photo, place)
  where listed.photo ->> 'id' = image_id::text
$$;

create or replace function private.queue_file_deletion(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  -- An undo may bring it back.
  select distinct on (gone.path) 'jerseys', gone.path, jersey.id, now() + case when jersey.id is null then '0' else private.undo_days() end
  from unnest(images) gone
  left join public.jerseys jersey on jersey.id = gone.jersey_id and jersey.status = 'approved' and gone.suggestion_id is null
  where gone.path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  perform private.withhold_files(array(
    select held.name from public.storage_deletions held
    where held.bucket_id = 'jerseys' and held.name in (select path from unnest(images)) and held.held_for is not null), true);
end $$;

create or replace function private.readable_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when verdict.key like 'photo:%' then 'image' else regexp_replace(verdict.key, '_id$', '') end,
      'before', case when photo.suggestion_id is null and photo.id is not null then photo.url
        else private.as_text(suggestion.words -> verdict.key -> 'before') end,
      'after', case when photo.suggestion_id is not null then photo.url
        when photo.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images photo
    on photo.jersey_id = suggestion.target_id and private.photo_key(photo.id) = verdict.key
$$;

create or replace function private.reconcile_edit(jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit public.suggestions;
begin
  select suggestion.* into edit from private.own_edits own join public.suggestions suggestion on suggestion.id = own.id
  where own.jersey_id = reconcile_edit.jersey and own.status = 'open';
  if edit.id is null or private.pending_keys(edit) <> '{}' then
    return;
  end if;
  if edit.verdicts = '{}' then
    delete from public.suggestions where id = edit.id;
  else
    update public.suggestions set status = private.outcome_of(verdicts) where id = edit.id;
  end if;
end $$;

create or replace function private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb default null) returns void
language sql set search_path = ''
as $$
  delete from private.decisions known
  where record_decision.decided_by is null
    and known.table_name = record_decision.table_name and known.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by, record_decision.was
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
$$;

create or replace function private.record_decision_on(suggestion public.suggestions) returns void
language sql security definer set search_path = ''
as $$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$$;

create or replace function private.record_photo_revision(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
  -- A suggested photo was not public.
  was constant text := case when former.suggestion_id is null then former.url end;
  becomes constant text := image.url;
  jersey constant uuid := coalesce(image.jersey_id, former.jersey_id);
begin
  -- A command that fills the catalogue makes no history.
  if said is null and auth.uid() is null then
    return;
  end if;
  if exists (select from public.jerseys where id = jersey and status = 'approved') then
    perform private.write_revision(
      'jersey', jersey, jsonb_build_object('image', jsonb_build_object('before', was, 'after', becomes)),
      jsonb_build_object('image', to_jsonb(case when image.id is null then former else image end)),
      case when said ->> 'kind' = 'undo' then 'undo' else 'photo' end);
  end if;
end $$;

create or replace function private.reopen_decision(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  past private.decisions;
begin
  select * into past from private.decisions known
  where known.table_name = 'suggestions' and known.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same merge.
  update public.suggestions same set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions decided
  where decided.id = reopen_decision.suggestion_id and decided.kind = 'merge' and same.id <> decided.id
    and same.target_id = decided.target_id and same.changes = decided.changes and same.decided_at = decided.decided_at;
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions live set reason = null where live.suggestion_id = reopen_decision.suggestion_id and live.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
end $$;

create or replace function private.set_removed(suggestion_id uuid, removed jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.suggestions edit
  set changes = case when coalesce(removed, '[]') = '[]' then edit.changes - 'removed'
    else edit.changes || jsonb_build_object('removed', removed) end
  where edit.id = set_removed.suggestion_id
$$;

create or replace function private.show_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return jsonb_populate_record(
    new, (select edit.pending from private.own_edits edit where edit.jersey_id = new.id));
end $$;

create or replace function private.stage_image(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  removed jsonb;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  removed := (select changes -> 'removed' from public.suggestions where id = edit);
  select shown.id into back
  from public.jersey_images shown
  where shown.jersey_id = image.jersey_id and removed ? shown.id::text
    and shown.url = image.url and shown.alt is not distinct from image.alt
    -- The same photo under another licence is a change.
    and shown.licence = image.licence and shown.rights_stated = image.rights_stated
  order by shown.position, shown.id limit 1;
  perform private.set_change('staging', 'true');
  if back is null then
    update public.jersey_images set suggestion_id = edit where id = image.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = image.id;
    update public.jersey_images set id = image.id where id = back and back = private.parked_image_id(image.id);
    perform private.set_removed(edit, removed - back::text);
  end if;
  perform private.set_change('staging', null);
  perform private.reconcile_edit(image.jersey_id);
end $$;

create or replace function private.stage_image_removal(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  changes jsonb;
begin
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  changes := (select suggestion.changes from public.suggestions suggestion where suggestion.id = edit);
  if changes ? 'photos' then
    perform private.open_edit(image.jersey_id, jsonb_build_object('photos', (
      select coalesce(jsonb_agg(photo order by place), '[]')
      from jsonb_array_elements(changes -> 'photos') with ordinality listed (photo, place)
      where photo ->> 'id' <> image.id::text)));
  end if;
  if image.suggestion_id is null then
    perform private.set_removed(edit, coalesce(changes -> 'removed', '[]') || to_jsonb(image.id));
    perform private.set_change('staging', 'true');
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      image.id, image.jersey_id, image.url, image.alt, image.position, image.likeness, image.version, image.licence,
      image.rights_stated, image.kind);
    perform private.set_change('staging', null);
  end if;
  perform private.reconcile_edit(image.jersey_id);
end $$;

create or replace function private.stage_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  field constant text := tg_argv[0];
  wanted constant jsonb := to_jsonb(new) -> field;
begin
  if wanted is distinct from to_jsonb(old) -> field then
    perform private.open_edit(new.id, jsonb_build_object(field, wanted), jsonb_build_object(field, to_jsonb(old) -> field));
  elsif exists (select from private.own_edits edit where edit.jersey_id = new.id and edit.pending ? field) then
    perform private.drop_changes(private.open_edit(new.id), array[field]);
  end if;
  return new;
end $$;

create or replace function private.stored_reason(verdict jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when verdict ->> 'reason' = 'other' then private.tidy(verdict ->> 'note')
    else verdict ->> 'reason' || coalesce(': ' || private.tidy(verdict ->> 'note'), '') end
$$;

create or replace function private.trust_in(member uuid) returns table (
  decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$
  with decisions as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select own.decided_at, own.status = 'accepted' and own.afterwards is distinct from 'undone' as was_right
    from public.suggestions own
    where own.member_id = trust_in.member and own.decided_at > now() - interval '1 year'
      -- An author's own texts and photos are no judgement on others'.
      and own.source is not null
      -- One that is contested counts as it was decided.
      and (own.status in ('accepted', 'partly', 'refused') or own.status = 'open' and own.contested_at is not null)
      and (not own.trusted or own.afterwards is not null)
      and not own.verdicts @? '$.* ? (@.reason == "gone")'
  ), figures as (
    select (select count(*)::integer from decisions) as decided, count(*)::integer as recent,
      count(*) filter (where latest.was_right)::integer as recent_accepted, (
        select count(*)::integer from public.revisions own
        where own.contributor_id = trust_in.member and exists (
          select from public.revisions undoing
          cross join lateral jsonb_object_keys(undoing.changes) field
          where undoing.undoes = own.id and undoing.at > now() - interval '30 days' and private.is_undone(own.id, field))
      ) as undone
    from (select was_right from decisions order by decided_at desc limit 50) latest
  )
  select figures.*, decided >= 20 and recent_accepted >= 0.95 * recent and undone = 0 from figures
$$;

create or replace function private.undo_approval(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := revision.stored -> 'was';
begin
  perform private.set_fields(kept.id, jsonb_populate_record(kept, (
    select jsonb_object_agg(field.key, field.value -> 'before') from jsonb_each(revision.stored -> 'fields') field
    -- What somebody corrected since stays.
    where to_jsonb(kept) -> field.key = field.value -> 'after')))
  from public.jerseys kept where kept.id = revision.target_id and revision.stored ? 'fields';
  update public.jerseys jersey
  set status = was ->> 'status', moderation_note = was ->> 'moderation_note', moderated_at = (was ->> 'moderated_at')::timestamptz,
    edited_at = (was ->> 'edited_at')::timestamptz
  where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $$;

create or replace function private.undo_fields(
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
      perform private.let_go(gone, case when revision.changes ? 'merged' then revision.target_id end, reason, revision.stored ->> 'urgency');
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

create or replace function private.undo_photo(revision public.revisions, waits_again boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, revision.stored -> 'image');
begin
  if revision.changes -> 'image' ->> 'after' is not null and waits_again then
    update public.jersey_images back set suggestion_id = revision.suggestion_id where back.id = image.id;
  elsif revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images gone where gone.id = image.id;
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

create or replace function private.undoable_revisions(
  revision_id bigint, batch_id uuid, member uuid, since timestamptz, of_type text, before_id bigint, most integer
) returns setof public.revisions
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select * from public.revisions own
    where %s and ($2 is null or own.target_type = $2) and ($3 is null or own.id < $3)
    order by own.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'own.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'own.batch_id = $1::uuid'
      else 'own.contributor_id = $1::uuid and own.kind <> ''approved'' and ($5 is null or own.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $$;

create or replace function private.verdicts_of_edit(edit public.suggestions, decision text, refused text[], reason text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pending constant text[] := private.pending_keys(edit);
  -- Clients name photos by their addresses.
  keys constant text[] := array(
    select coalesce(
      (select private.photo_key(image.id) from public.jersey_images image
        where image.jersey_id = edit.target_id and image.url = item and private.photo_key(image.id) = any (pending) limit 1),
      case item when 'order' then 'photos' else item end)
    from unnest(refused) item);
begin
  if refused <> '{}' and (decision <> 'approved' or keys @> pending or not keys <@ pending) then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if keys <> '{}' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
  return (
    select jsonb_object_agg(key, case
      when decision = 'approved' and key <> all (keys) then '{"accepted": true}'
      else jsonb_build_object('accepted', false, 'reason', 'other', 'note', reason) end)
    from unnest(pending) key);
end $$;

create or replace function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link, 'league', version.league,
    'competition_id', version.competition_id, 'season_id', version.season_id, 'team_id', version.team_id,
    'team', case when version.team_id is null then version.team end, 'year', version.year,
    'brand_id', version.brand_id, 'brand', case when version.brand_id is null then version.brand end,
    'kit_type', version.kit_type, 'colors', to_jsonb(version.colors), 'price', version.price,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by image.place), '[]')
        from private.edited_images image where image.suggestion_id = edit.id)
    end)
  from (select jersey.id) one
  left join private.own_edits edit on edit.jersey_id = one.id and edit.status = 'open' and jersey.status = 'approved'
  cross join lateral jsonb_populate_record(jersey, edit.pending) version
$$;

create or replace function private.waiting_photos(jersey_id uuid, suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', image.id, 'url', image.url, 'path', image.path, 'alt', image.alt, 'kind', image.kind,
      'licence', image.licence, 'rights_stated', image.rights_stated, 'version', image.version,
      'is_removal', image.suggestion_id is null and suggestion.id is not null,
      'is_known', image.suggestion_id is not null and exists (
        select from public.jersey_images shown
        where shown.jersey_id = image.jersey_id and shown.suggestion_id is null
          and private.looks_alike(shown.likeness, image.likeness)))
      order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = waiting_photos.jersey_id
    and case when suggestion.id is null then image.suggestion_id is null
      else image.suggestion_id = suggestion.id
        or image.suggestion_id is null and coalesce(suggestion.changes -> 'removed' ? image.id::text, false) end
$$;

create or replace function private.withhold_files(names text[], withheld boolean) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects file
  set user_metadata = case
    when withheld then coalesce(file.user_metadata, '{}') || '{"withheld": true}'
    else file.user_metadata - 'withheld' end
  where file.bucket_id = 'jerseys' and file.name collate "C" = any (names)
    -- In a hosted project an update gives a file the time of now, by which is_outdated() knows one that was replaced.
    and (file.user_metadata -> 'withheld' is not distinct from 'true') <> withheld
    and not (withheld and exists (
      select from public.jersey_images shown
      join public.jerseys jersey on jersey.id = shown.jersey_id
      where shown.path = file.name and shown.suggestion_id is null and jersey.status = 'approved' and jersey.is_active))
$$;

create or replace function private.write_line_ups(roll_over public.roll_overs, is_shown boolean, is_undoing boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  season constant text := (select name from public.seasons where id = roll_over.season_id);
  said constant jsonb := private.current_change() -> 'revision';
  competition uuid;
begin
  for competition in
    select line_up.competition_id
    from public.roll_over_competitions line_up join public.competitions played on played.id = line_up.competition_id
    where line_up.roll_over_id = roll_over.id order by played.name, played.id
  loop
    if is_undoing then
      perform private.begin_revision('undo', null, said ->> 'reason', null, (
        select max(id) from public.revisions
        where target_type = 'competition' and target_id = competition and stored ->> 'roll_over' = roll_over.id::text));
    end if;
    perform private.write_revision(
      'competition', competition, jsonb_build_object('line_up', jsonb_build_object(
        'before', case when not is_shown then season end, 'after', case when is_shown then season end)),
      jsonb_build_object('roll_over', roll_over.id));
  end loop;
end $$;

create or replace function private.write_revision(
  target_type text, target_id uuid, changes jsonb, stored jsonb, kind text default null, contributor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
begin
  if said ->> 'kind' = 'none' then
    return;
  end if;
  insert into public.revisions (target_type, target_id, kind, changes, reason, contributor_id, undoes, suggestion_id, stored, batch_id)
  values (
    target_type, target_id, coalesce(kind, said ->> 'kind', 'correction'), changes, said ->> 'reason',
    -- A contributor may be leaving just now.
    (select profile.id from public.profiles profile
      where profile.id = coalesce(contributor, (said ->> 'contributor')::uuid)),
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid,
    case when private.current_change() ? 'undoable' then coalesce(stored, '{}') || '{"undoable": true}' else stored end,
    private.current_batch());
end $$;

create or replace function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its author took back what was refused, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $$;

create or replace function public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  if exists (select from public.suggestions known where known.id = decide.id) then
    status := private.decide_suggestion(decide.id, verdicts, seen, corrections);
  else
    select jersey.status into status from public.jerseys jersey where jersey.id = decide.id;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
    elsif status = 'approved' and exists (
      select from private.own_edits edit where edit.jersey_id = decide.id and edit.status = 'open') then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', status, 'username', (
          select username from public.profiles where id = private.decided_by('jerseys', decide.id)))::text;
    elsif seen is null then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Say which version was seen.', hint = 'Look at it again.';
    end if;
    perform private.check_verdicts(array['jersey'], verdicts);
    status := (public.moderate_jersey(
      decide.id, case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end,
      note => case when verdicts @? '$.jersey ? (@.accepted == false)' then private.stored_reason(verdicts -> 'jersey') end,
      seen => seen, corrections => corrections)).status;
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object(
    'status', status,
    'batch_id', (select made.batch_id from public.revisions made where made.batch_id = private.current_batch() limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $$;

REVOKE ALL ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) FROM "anon";

create or replace function public.merge_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.user_collections where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.comments where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = merge_effects.jersey_id and suggestion_id is null);
end $$;

create or replace function public.merge_jerseys(
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
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = from_id and image.suggestion_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.begin_revision('merge', null, reason);
  perform private.let_go(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;

create or replace function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  moderator uuid;
  reason constant text := private.tidy(note);
  is_administrator constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not is_administrator then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if char_length(reason) > 1000 then
    raise check_violation using
      message = 'new row for relation "jerseys" violates check constraint "jerseys_moderation_note_length"',
      table = 'jerseys', constraint = 'jerseys_moderation_note_length';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select suggestion.* into edit
  from private.own_edits own join public.suggestions suggestion on suggestion.id = own.id
  where own.jersey_id = jersey.id and jersey.status = 'approved' for update of suggestion;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null and edit.status is distinct from 'open' then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  if edit.status is distinct from 'open' and refused <> '{}' then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    update public.suggestions ended
    set status = 'refused', decided_at = now(), changes = ended.changes - 'removed',
      verdicts = ended.verdicts || coalesce(private.verdicts_of_edit(edit, decision, null, reason), '{}')
    where ended.id = edit.id;
    delete from public.jersey_images image where image.suggestion_id = edit.id;
  elsif edit.status = 'open' then
    perform private.check_decidable(edit);
    parts := private.verdicts_of_edit(edit, decision, refused, reason);
    if not overrule then
      perform private.check_conflicts(edit, parts, '{}');
    end if;
    perform private.apply_verdicts(edit, parts, null);
    if decision = 'rejected' then
      -- The edit is refused, not the jersey: its approved version stays.
      jersey.moderated_by := auth.uid();
      return jersey;
    end if;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  -- An undo takes the corrections back as well.
  if decision = 'approved' and corrections is not null then
    update public.revisions made set stored = coalesce(made.stored, '{}') || jsonb_build_object('fields', (
      select jsonb_object_agg(name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name))
      from unnest(private.correctable_columns()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
    where made.id = (
      select max(latest.id) from public.revisions latest
      where latest.target_type = 'jersey' and latest.target_id = jersey.id and latest.kind = 'approved'
        and latest.batch_id = private.current_batch());
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]) FROM "anon";

create or replace function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  staged boolean;
  -- By position.
  present uuid[];
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  staged := jersey.status = 'approved' and not public.is_admin(auth.uid());
  if staged and exists (select from private.own_edits edit where edit.jersey_id = jersey.id) then
    present := array(
      select image.id from private.edited_images image where image.jersey_id = jersey.id
      order by image.position, image.id);
  else
    present := array(
      select image.id from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null order by image.position, image.id);
  end if;
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if staged then
    if image_ids = present then
      perform private.drop_changes(private.open_edit(jersey.id), array['photos']);
    else
      perform private.open_edit(
        jersey.id, jsonb_build_object('photos', (
          select jsonb_agg(jsonb_build_object('id', id) order by place) from unnest(image_ids) with ordinality given (id, place))),
        jsonb_build_object('photos', private.photos_of(jersey.id)));
    end if;
    perform private.reconcile_edit(jersey.id);
  else
    perform private.place_images(image_ids);
  end if;
end $$;

create or replace function public.queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamptz, seen jsonb, is_mine boolean,
  member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer, detail jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  to_check constant boolean := filter @? '$ ? (@.to_check == true)';
  last_since timestamptz;
  last_id uuid;
  -- At least so old.
  until timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    until := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  -- Each kind by its own index, and the oldest of all of them.
  with waiting as materialized (
    (select jersey.id, 'new' as kind, 'jersey' as target_type, jersey.id as target_id, jersey.league,
      coalesce(jersey.edited_at, jersey.created_at) as since, jersey.author_id as member_id
    from public.jerseys jersey
    where not to_check and jersey.is_active and (jersey.status = 'pending' or jersey.status = 'rejected' and jersey.edited_at is not null)
      and (not filter ? 'kind' or filter ->> 'kind' = 'new')
      and (not filter ? 'league' or jersey.league = filter ->> 'league')
      and coalesce(jersey.edited_at, jersey.created_at) <= until
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select open.id, open.kind, open.target_type, open.target_id, fact.league, open.created_at, open.member_id
    from public.suggestions open
    cross join lateral (select private.league_of(open.target_type, open.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when to_check then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (not filter ? 'kind' or open.kind = filter ->> 'kind')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and open.created_at <= until
      and (last_id is null or (open.created_at, open.id) > (last_since, last_id))
    order by open.created_at, open.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open'
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= until
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own submissions, and settle any report.
    not (is_administrator and waiting.kind in ('new', 'report'))
      and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false) and not is_administrator),
    waiting.member_id, profile.username, profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = waiting.member_id and own.status in ('accepted', 'partly') and own.source is not null),
    case waiting.kind
      when 'new' then jsonb_build_object(
        'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
        'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
        'is_again', jersey.status = 'rejected')
      when 'report' then jsonb_build_object(
        'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
        'jersey_id', coalesce(report.jersey_id, comment.jersey_id), 'team_slug', coalesce(jersey.team_slug, commented.team_slug),
        'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys commented on commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users account on account.id = waiting.member_id
  order by waiting.since, waiting.id;
end $$;

REVOKE ALL ON FUNCTION "public"."queue"(jsonb, jsonb, integer) FROM "anon";

create or replace function public.queue_figures()
returns table (waiting integer, typical_hours numeric, oldest timestamptz, by_kind jsonb, to_check integer)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 'new' as kind, count(*)::integer as amount, min(coalesce(edited_at, created_at)) as oldest
    from public.jerseys where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null)
    union all
    select kind, count(*)::integer, min(created_at) from public.suggestions where status = 'open' and held_at is null group by kind
    union all
    select 'report', count(*)::integer, min(created_at) from public.reports report
    where status = 'open' and public.is_reviewer(auth.uid())
      and (public.is_admin(auth.uid()) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
  )
  select (select sum(amount)::integer from counted where kind <> 'report'),
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
        ) decision order by at desc limit 100) hours),
    case when reviewer.is_one then (select min(counted.oldest) from counted) end,
    case when reviewer.is_one then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    case when reviewer.is_one then (
      select count(*)::integer from public.suggestions where trusted and afterwards is null and status <> 'open') end
  from (select public.is_reviewer(auth.uid()) as is_one) reviewer
$$;

create or replace function public.queue_unused_files(older_than interval default '24 hours') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  -- Photos of a refusal that can't be contested any more.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.status in ('refused', 'partly')
    and suggestion.decided_at < now() - case when suggestion.contested_at is null then private.contest_time() else private.undo_time() end;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      else private.is_copy_photo(object.name) end
    and not exists (
      select from public.storage_deletions known
      where known.bucket_id = object.bucket_id and known.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;

create or replace function public.replace_image(image_id uuid, url text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.suggestions edit on edit.target_id = image.jersey_id and edit.status = 'open' and edit.changes ? 'photos'
    left join lateral jsonb_array_elements(edit.changes -> 'photos') with ordinality listed (photo, place)
      on listed.photo ->> 'id' = image.id::text
    where image.jersey_id = former.jersey_id and edit.member_id = (select auth.uid())
    order by listed.place, image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  delete from public.jersey_images image
  where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text;
  if not found then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $$;

create or replace function public.same_pictures(jersey_id uuid)
returns table (other_id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare pictures.';
  end if;
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(own.likeness)
        and image.likeness is not null and image.suggestion_id is null and image.jersey_id <> own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected' and jerseys.is_active
  where own.jersey_id = same_pictures.jersey_id and own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;

create or replace function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  dropped text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(of_type, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if at_once then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif at_once then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for key share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is null and not changes ?| array['merge_into', 'removal'] then
    select * into suggestion from public.suggestions own
    where own.member_id = member and own.target_type = of_type and own.target_id = target and own.kind in ('edit', 'photos')
      and (own.status = 'open' and own.contested_at is null and own.held_at is null
        -- An author's one suggestion of their jersey is reopened.
        or own.status <> 'open' and own.id in (select edit.id from private.own_edits edit where edit.jersey_id = target))
    order by own.status = 'open' desc limit 1 for update;
  elsif suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from changes ?| array['merge_into', 'removal'] then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null or (present ->> 'author_id')::uuid is not distinct from member;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No columns of the table.
  wanted := wanted || private.pick_columns(given, array['photos', 'merge_into', 'removal']);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  if suggestion.id is null and not at_once then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null
      and own.source is not null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and columns <> '{}' and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      of_type, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(of_type, present, wanted, columns), stated)
    on conflict do nothing
    returning * into suggestion;
    -- An author's edit in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
  else
    update public.suggestions made
    set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(), status = 'open',
      created_at = case when made.status = 'open' then made.created_at else clock_timestamp() end,
      verdicts = (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(made.verdicts)
        where value -> 'accepted' = 'true' and not given ? key),
      contest = null, contested_at = null,
      source = case when is_added and position(stated in made.source) = 0
        then left(made.source || E'\n' || stated, 500) else stated end,
      changes = case when is_added then made.changes - private.with_dependent_columns(dropped) else '{}' end || given,
      was = case when is_added then made.was else '{}' end || private.pick_columns(present, private.with_dependent_columns(columns)),
      words = case when is_added then made.words else '{}' end || private.suggestion_words(of_type, present, wanted, columns)
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  end if;
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images taken where taken.id = picture.id)
      then gen_random_uuid() else picture.id end, target, suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first.
    least(picture.place + (select coalesce(max(shown.position), -1) from public.jersey_images shown where shown.jersey_id = target), 1000)
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer);
  if dropped <> '{}' and private.pending_keys(suggestion) = '{}' then
    update public.suggestions made
    set status = case when made.verdicts = '{}' then 'withdrawn' else private.outcome_of(made.verdicts) end
    where made.id = suggestion.id returning * into suggestion;
  end if;
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(of_type, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $$;

create or replace function public.sweep_audit_log(older_than interval default '2 years') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.check_jersey_id).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert');
  get diagnostics gone = row_count;
  return gone;
end $$;

create or replace function public.sweep_notices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- A notice is read after it was created, so the first condition lets an index narrow the rows.
  delete from public.notices
  where created_at < now() - interval '90 days'
    and (read_at < now() - interval '90 days' or created_at < now() - interval '1 year');
  get diagnostics gone = row_count;
  return gone;
end $$;

create or replace function public.undo(
  revision_id bigint default null, batch_id uuid default null, member uuid default null, since timestamptz default null,
  fields text[] default null, reason text default null, dry_run boolean default false, after jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  of_types constant text[] := array['jersey', 'team', 'competition'];
  -- A team's name and colours are on all of its jerseys.
  most constant jsonb := '{"jersey": 200, "team": 5, "competition": 200}';
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  given constant text := private.tidy(undo.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  last_id bigint;
  total integer;
  revision public.revisions;
  batch bigint[];
  reached bigint;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  undone integer := 0;
  seen jsonb[] := '{}';
  announced jsonb[] := '{}';
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  fresh public.revisions[] := '{}';
  departures bigint[] := '{}';
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(undo.revision_id, undo.batch_id, undo.member) <> 1 or undo.fields is not null and undo.revision_id is null
    or not of_type = any (of_types) or undo.after ->> 'id' !~ '^-?\d{1,18}$'
    or undo.after ->> 'batch_id' is not null and not private.is_uuid(undo.after ->> 'batch_id')
    -- A batch of somebody's changes isn't added to.
    or exists (
      select from public.revisions other
      where other.kind <> 'undo' and other.batch_id = case
        when private.is_uuid(undo.after ->> 'batch_id') then (undo.after ->> 'batch_id')::uuid end) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  last_id := (undo.after ->> 'id')::bigint;
  if not is_dry and (given is null or char_length(given) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if undo.member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif undo.member is not null and not exists (select from public.profiles where id = undo.member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
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
    -- What a member changed is undone in as many steps as it takes.
    if undo.member is null then
      perform private.count_write('undoings', 1);
    end if;
    -- All steps of one call are one batch, so that it is undone as one.
    if undo.after ? 'batch_id' then
      perform private.set_batch((undo.after ->> 'batch_id')::uuid);
    end if;
    -- One kind of page in a step.
    loop
      select array_agg(id) into batch
      from private.undoable_revisions(
        undo.revision_id, undo.batch_id, undo.member, undo.since, of_type, last_id, (most ->> of_type)::integer);
      exit when batch is not null or of_type = 'competition';
      of_type := of_types[array_position(of_types, of_type) + 1];
      last_id := null;
    end loop;
    -- The second of two reviewers waits here, and finds it done.
    perform private.lock_for_undoing(batch, of_type);
  end if;
  waits_again := undo.batch_id is not null and not is_dry and not exists (
    select from public.revisions own
    where own.id = any (batch) and (not private.is_fresh(own) or own.contributor_id is not distinct from auth.uid() or private.fields_that_stay(
      own, private.target_row(own.target_type, own.target_id), is_administrator) <> '{}'));

  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions own where own.id = any (batch)
    order by case when is_dry then own.target_id end, own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if undo.fields is not null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (undo.fields);
      back := array(
        select field from unnest(back) field
        where field = any (undo.fields)
          -- A competition is of its league.
          or field in ('league', 'competition') and undo.fields && array['league', 'competition']);
    end if;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, given, waits_again);
        undone := undone + 1;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else announced := announced || array(
          select jsonb_build_object(
            'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
            'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
            'before', private.as_text(revision.changes -> field -> 'after'),
            'after', private.as_text(revision.changes -> field -> 'before'))
          from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved');
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
    if undo.revision_id is null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  perform private.notify_undone(announced, undo.member, given);
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select earlier.suggestion_id from public.revisions earlier where earlier.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions gone using unnest(fresh) decision where decision.id in (gone.id, gone.undoes);
  perform private.count_undone_imports(departures);
  return jsonb_build_object(
    'batch_id', case when undone > cardinality(fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(seen) item),
    'next', case
      when is_dry or undo.revision_id is not null or fresh <> '{}' then null
      when reached > batch[cardinality(batch)] or cardinality(batch) = (most ->> of_type)::integer
        then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
      when of_type <> 'competition' then jsonb_build_object(
        'target_type', of_types[array_position(of_types, of_type) + 1], 'batch_id', private.current_batch())
    end);
end $$;

create or replace function public.withdraw_suggestion(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  is_decided boolean;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' and not exists (select from private.own_edits edit where edit.id = suggestion.id) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- One that was decided is as it was decided: what was accepted of it stays, what was refused counts.
  is_decided := suggestion.contested_at is not null or suggestion.verdicts @? '$.* ? (@.accepted == true)'
    or suggestion.status <> 'open' and suggestion.source is not null;
  update public.suggestions own
  set changes = case when is_decided and suggestion.status <> 'open'
      then own.changes - private.pending_keys(suggestion) - 'removed' else own.changes end,
    status = case when is_decided then private.outcome_of(suggestion.verdicts) else 'withdrawn' end
  where own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $$;

CREATE VIEW "private"."own_edits" AS  SELECT id,
    target_id AS jersey_id,
    member_id AS author_id,
    status,
    changes,
    verdicts,
    edited_at,
    (changes - ARRAY( SELECT verdict.key
           FROM jsonb_each(newest.verdicts) verdict(key, value)
          WHERE ((verdict.value -> 'accepted'::text) = 'true'::jsonb))) AS pending
   FROM ( SELECT DISTINCT ON (suggestion.target_id) suggestion.id,
            suggestion.target_type,
            suggestion.target_id,
            suggestion.title,
            suggestion.member_id,
            suggestion.changes,
            suggestion.was,
            suggestion.words,
            suggestion.source,
            suggestion.kind,
            suggestion.status,
            suggestion.verdicts,
            suggestion.created_at,
            suggestion.edited_at,
            suggestion.decided_at,
            suggestion.contest,
            suggestion.contested_at,
            suggestion.held_at,
            suggestion.trusted,
            suggestion.afterwards
           FROM (public.suggestions suggestion
             JOIN public.jerseys jersey ON (((jersey.id = suggestion.target_id) AND (jersey.author_id = suggestion.member_id))))
          WHERE ((suggestion.target_type = 'jersey'::text) AND (suggestion.kind = ANY (ARRAY['edit'::text, 'photos'::text])))
          ORDER BY suggestion.target_id, ((suggestion.status = 'open'::text) AND (suggestion.contested_at IS NULL)) DESC, suggestion.created_at DESC, suggestion.id) newest
  WHERE ((status = 'open'::text) OR ((status = ANY (ARRAY['refused'::text, 'partly'::text])) AND (decided_at > (now() - private.contest_time()))));;

CREATE VIEW "private"."edited_images" AS  SELECT edit.id AS suggestion_id,
    edit.jersey_id,
    image.id,
    image.version,
    image.url,
    image."position",
    row_number() OVER (PARTITION BY edit.id, edit.jersey_id ORDER BY (private.place_in((edit.pending -> 'photos'::text), image.id)), image."position", image.id) AS place
   FROM (private.own_edits edit
     JOIN public.jersey_images image ON (((image.jersey_id = edit.jersey_id) AND ((image.suggestion_id = edit.id) OR ((image.suggestion_id IS NULL) AND (NOT COALESCE(((edit.changes -> 'removed'::text) ? (image.id)::text), false)))))));;

create policy "members delete images of their own jerseys, admins all" on public.jersey_images
  for delete to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    or exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
      -- The policy of suggestions decides what `exists` finds here.
      and (suggestion_id is null or exists (
        select from public.suggestions own where own.id = suggestion_id and own.member_id = (select auth.uid())))
  );

create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (
    exists (select from public.jerseys where jerseys.id = jersey_id)
    and case
      -- To its author a photo is gone that they removed: see private.own_edits.
      when suggestion_id is null then not exists (
        select from public.suggestions own
        where own.target_id = jersey_images.jersey_id and own.member_id = (select auth.uid()) and own.kind in ('edit', 'photos')
          and own.changes -> 'removed' ? jersey_images.id::text
          and (own.status = 'open' or own.status in ('refused', 'partly') and own.decided_at > now() - private.contest_time()))
      -- The policies of suggestions decide which of them `exists` finds here.
      else exists (select from public.suggestions where suggestions.id = jersey_images.suggestion_id)
    end
  );

COMMENT ON COLUMN "private"."decisions"."was" IS 'Of a suggestion what it was before: its state, verdicts, and who had decided. An undo within seconds puts that back';

COMMENT ON COLUMN "public"."audit_log"."row_id" IS 'The row''s id; of images the jersey''s, of line-ups and aliases the team''s (record_change)';

COMMENT ON COLUMN "public"."jersey_images"."suggestion_id" IS 'The suggestion that adds this image; null: part of the jersey for all';

COMMENT ON COLUMN "public"."storage_deletions"."held_for" IS 'The jersey that may show the file again: an undo brings back a photo that left public view, until retry_at';

COMMENT ON COLUMN "public"."suggestions"."changes" IS 'Column and wanted value; of an author also `removed`, a list of ids of photos. `league` follows `competition_id`, `team` and `brand` stand beside `team_id` and `brand_id`: they have no verdict of their own';

COMMENT ON COLUMN "public"."suggestions"."source" IS 'Where it is from, or why; an author of the jersey needs none';

COMMENT ON COLUMN "public"."suggestions"."status" IS 'Outdated: what it was about is deleted';

COMMENT ON FUNCTION "private"."accept_same_merges"(uuid, uuid) IS 'Whoever suggested to merge these two hears that it was done';

COMMENT ON FUNCTION "private"."apply_suggestion"(public.suggestions, text[]) IS 'Makes the accepted parts of a suggestion public; the target is locked';

COMMENT ON FUNCTION "private"."apply_verdicts"(public.suggestions, jsonb, jsonb) IS 'Writes a decision on a suggestion, makes what was accepted public (with corrections) and tells its member; its target and it are locked';

COMMENT ON FUNCTION "private"."bring_back"(public.gone_jerseys, text, boolean) IS 'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The caller has locked and begun the revision';

COMMENT ON FUNCTION "private"."check_conflicts"(public.suggestions, jsonb, jsonb) IS 'Refuses to accept a field that is something else by now than when it was suggested';

COMMENT ON FUNCTION "private"."check_trusted"(public.suggestions, jsonb) IS 'A reviewer has looked at what was public at once: it stays, or it was wrong, and what still is as suggested is undone';

COMMENT ON FUNCTION "private"."close_suggestions"(text, uuid) IS 'What becomes of open suggestions about what is deleted: they are outdated, and their members are told';

COMMENT ON FUNCTION "private"."is_fresh"(public.revisions) IS 'True of a decision of which nobody was told yet: undone, it is as if it had not been';

COMMENT ON FUNCTION "private"."is_version_seen"(public.jerseys, jsonb) IS 'True if the version on a reviewer''s screen is the one that a decision would be about';

COMMENT ON FUNCTION "private"."lock_suggestion"(uuid) IS 'Locks a suggestion after what it is about, and returns it; all null if there is none';

COMMENT ON FUNCTION "private"."move_suggestions"(uuid, uuid, text) IS 'Gives the open suggestions that a merge takes along, with their photos, the jersey that stays, or back the one that comes back';

COMMENT ON FUNCTION "private"."open_edit"(uuid, jsonb, jsonb) IS 'Adds changes to what the author wants of a jersey, and puts it before reviewers (again). `was`: what is public now of these fields';

COMMENT ON FUNCTION "private"."other_of"(public.suggestions) IS 'The jersey into which one is to be merged, or what became of it; null of any other suggestion';

COMMENT ON FUNCTION "private"."place_in"(jsonb, uuid) IS 'The place of a photo in an arrangement, from 1; null if it is not in it';

COMMENT ON FUNCTION "private"."readable_verdicts"(public.suggestions, jsonb) IS 'Verdicts for their reader: field, before, after, accepted, reason, note. To be called before they take effect on photos';

COMMENT ON FUNCTION "private"."reconcile_edit"(uuid) IS 'Deletes a suggestion of the author that changes nothing (any more)';

COMMENT ON FUNCTION "private"."record_decision_on"(public.suggestions) IS 'Notes who decides, and what the suggestion was until now';

COMMENT ON FUNCTION "private"."reopen_decision"(uuid) IS 'A decision that was undone within private.undo_time() is as if it had not been: nobody was told';

COMMENT ON FUNCTION "private"."show_edit"() IS 'Answers the author with all that they want';

COMMENT ON FUNCTION "private"."stages_edits"(text) IS 'True if a write to a jersey of this status goes into a suggestion';

COMMENT ON FUNCTION "private"."stored_reason"(jsonb) IS 'The reason of a verdict as one text: its name (app/domain/refusals.ts has words for it), and the note';

COMMENT ON FUNCTION "private"."undo_approval"(public.revisions) IS 'The jersey waits again, as it was before';

COMMENT ON FUNCTION "private"."undo_fields"(public.revisions, text[], jsonb, text, boolean) IS 'Puts fields back that private.reason_not_undoable() lets go back; the caller holds the locks. `waits_again`: nobody is told';

COMMENT ON FUNCTION "private"."undo_time"() IS 'How long a decision can be undone as if it had not been: ten seconds on the screen, and two for the way';

COMMENT ON FUNCTION "private"."verdicts_of_edit"(public.suggestions, text, text[], text) IS 'A decision of moderate_jersey() on an author''s open edit, as verdicts of its parts';

COMMENT ON FUNCTION "private"."version_for_review"(public.jerseys) IS 'What a decision is about: fields and versions of the images in order, as its author wants it where that waits';

COMMENT ON FUNCTION "private"."waiting_photos"(uuid, public.suggestions) IS 'The photos that a suggestion adds and removes; without one those of a submission';

COMMENT ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) IS 'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted';

COMMENT ON FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]) IS 'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';

COMMENT ON FUNCTION "public"."queue"(jsonb, jsonb, integer) IS 'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit, photos, merge, removal, report), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

COMMENT ON FUNCTION "public"."queue_figures"() IS 'How much waits (reports apart), and within how many hours the latest hundred were decided typically (the median; null before the first). For reviewers also since when, how much of each kind, and how much is public and to be looked at';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; an own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once';

COMMENT ON FUNCTION "public"."withdraw_suggestion"(uuid) IS 'Takes back an own open suggestion, or what was refused of an author''s';

COMMENT ON INDEX "public"."audit_log_of_row" IS 'History of a row';

COMMENT ON INDEX "public"."suggestions_of_author" IS 'What an author wants changed: private.own_edits';

COMMENT ON INDEX "public"."suggestions_one_open" IS 'Open corrections of one member about one thing are one';

COMMENT ON TABLE "public"."suggestions" IS 'What waits for a decision on something public, and what was decided: corrections, photos, merges and removals; suggest(), authors'' writes and decide() write it. A submission is its pending jersey';

COMMENT ON VIEW "private"."edited_images" IS 'The images of a jersey as its author wants them';

COMMENT ON VIEW "private"."own_edits" IS 'What the author of a jersey wants changed: what waits, or was refused and comes back with the next change. `pending`: without what was accepted';

REVOKE ALL ON FUNCTION "private"."accept_same_merges"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_suggestion"(public.suggestions, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_verdicts"(public.suggestions, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_stays"(public.revisions, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bring_back"(public.gone_jerseys, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_conflicts"(public.suggestions, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_trusted"(public.suggestions, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contest_time"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."contest_time"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."contest_time"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."contest_time"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."decide_suggestion"(uuid, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_of_suggestion"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_changes"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_fresh"(public.revisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."league_of"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggestion"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_suggestions"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_edit"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."other_of"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_in"(jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_decision"(text, uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_decision_on"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_decision"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_removed"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_reason"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_approval"(public.revisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_fields"(public.revisions, text[], jsonb, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_photo"(public.revisions, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."verdicts_of_edit"(public.suggestions, text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_photos"(uuid, public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue"(jsonb, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."queue"(jsonb, jsonb, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."queue"(jsonb, jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."queue_figures"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."queue_figures"() TO "service_role";

set check_function_bodies = on;
-- end

drop table private.suggestion_claims;
drop table private.undoable_decisions;
drop table public.jersey_edits;
drop table public.suggestion_photos;
