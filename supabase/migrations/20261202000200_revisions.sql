-- The public history: what changed of what everybody reads, when, why and by whom. Triggers write it, whatever way the change
-- came. It says names of things, never their ids, and never who decided (private.decisions): a correction or an undoing is
-- the site's. Members are named by their profile; one who left is a former member.

create table public.revisions (
  id bigint generated always as identity primary key,
  target_type text not null
    constraint revisions_target_type_known check (target_type in ('jersey', 'team', 'competition')),
  target_id uuid not null,
  at timestamptz not null default now(),
  kind text not null
    constraint revisions_kind_known check (
      kind in ('approved', 'edit', 'suggestion', 'correction', 'undo', 'merge', 'photo')),
  changes jsonb not null default '{}',
  reason text,
  contributor_id uuid references public.profiles (id) on delete set null,
  -- No reference: a jersey's history goes with it, whole.
  undoes bigint,
  suggestion_id uuid,
  stored jsonb
);
comment on table public.revisions is 'Public changes of jerseys, teams and competitions; see history()';
comment on column public.revisions.changes is 'Field, before and after, in words: numbers, names and lists of names';
comment on column public.revisions.contributor_id is 'Whose change it is. Null: a former member, or the site';
comment on column public.revisions.stored is
  'What undoing needs beside the words: ids by column, or the row of an image. No role reads it';
create index revisions_of_target on public.revisions (target_type, target_id, id desc);
comment on index public.revisions_of_target is 'The history of a thing, newest first';
create index revisions_of_contributor on public.revisions (contributor_id, id desc);
comment on index public.revisions_of_contributor is 'What a member contributed, newest first; their leaving';
create index revisions_undone on public.revisions (undoes) where undoes is not null;
comment on index public.revisions_undone is 'Whether a change was undone: history, contributors';
create index revisions_approved on public.revisions (id desc) where kind = 'approved';
comment on index public.revisions_approved is 'The latest approvals: how long a decision takes';

alter table public.revisions enable row level security;
revoke all on public.revisions from anon, authenticated;
-- Not `stored`.
grant select (id, target_type, target_id, at, kind, changes, reason, contributor_id, undoes, suggestion_id)
  on public.revisions to anon, authenticated;
grant select, insert, update, delete on public.revisions to service_role;

-- The policies of the three tables decide what `exists` finds here.
create policy "visitors read the history of what they read" on public.revisions
  for select to anon
  using (
    case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'team' then exists (select from public.teams where teams.id = target_id)
      else exists (select from public.competitions where competitions.id = target_id)
    end);
create policy "members read the history of what they read" on public.revisions
  for select to authenticated
  using (
    case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'team' then exists (select from public.teams where teams.id = target_id)
      else exists (select from public.competitions where competitions.id = target_id)
    end);

-- Differences in words.

create function private.public_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array[
      'title', 'league', 'competition_id', 'season_id', 'team_id', 'year', 'kit_type', 'colors', 'brand_id',
      'edition', 'price', 'external_link', 'description']
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$$;
comment on function private.public_columns is
  'The columns whose changes are in the history. `team_id` and `brand_id` stand for the name beside them too';

create function private.name_column("column" text) returns text
language sql immutable set search_path = ''
as $$ select case "column" when 'team_id' then 'team' when 'brand_id' then 'brand' end $$;
comment on function private.name_column is 'The column with the name of what an id column of a jersey refers to';

create function private.differs("column" text, was jsonb, becomes jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when "column" = 'photos' then private.photos_in(was -> 'photos', becomes -> 'photos')
      is distinct from private.photos_in(becomes -> 'photos', was -> 'photos')
    else was -> "column" is distinct from becomes -> "column" end
    -- A team that is renamed renames its jerseys: its own history says so.
    or private.name_column("column") is not null and nullif(becomes -> "column", 'null') is null
      and was -> private.name_column("column") is distinct from becomes -> private.name_column("column")
$$;
comment on function private.differs is
  'True if two versions of a row differ in a column of private.public_columns(), or in their `photos`, as far as both have them';

create function private.in_words("column" text, version jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case "column"
    when 'competition_id' then to_jsonb((
      select name from public.competitions where id = (version ->> 'competition_id')::uuid))
    when 'season_id' then to_jsonb((select name from public.seasons where id = (version ->> 'season_id')::uuid))
    when 'team_id' then version -> 'team'
    when 'brand_id' then version -> 'brand'
    when 'photos' then private.photos_in_words((version ->> 'id')::uuid, version -> 'photos')
    else version -> "column"
  end
$$;
comment on function private.in_words is 'The value of a column of a row, for people';

create function private.changes_in_words(target_type text, was jsonb, becomes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    regexp_replace(field.name, '_id$', ''),
    jsonb_build_object(
      'before', coalesce(private.in_words(field.name, was), 'null'),
      'after', coalesce(private.in_words(field.name, becomes), 'null')))
  from unnest(private.public_columns(target_type)) field (name)
  where private.differs(field.name, was, becomes)
$$;
comment on function private.changes_in_words is 'What differs between two versions of a row; null if they look the same';

create function private.changed_ids(was jsonb, becomes jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(name, jsonb_build_object('before', was -> name, 'after', becomes -> name))
  from unnest(array['competition_id', 'season_id', 'team_id', 'brand_id']) name
  where was -> name is distinct from becomes -> name
$$;

create function private.as_text(value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value -> 0) = 'object' then null
    when jsonb_typeof(value) = 'array' then (
      select string_agg(item, ', ' order by place)
      from jsonb_array_elements_text(value) with ordinality given (item, place))
    else value #>> '{}'
  end
$$;
comment on function private.as_text is 'A value of changes as notices have it: lists with commas, nothing of photos';

-- Why and by whom: what a function says before it writes. A change of which nothing is said is the site's correction.

create function private.begin_revision(
  kind text, contributor uuid default null, reason text default null, suggestion uuid default null,
  undoes bigint default null
) returns void
language sql set search_path = ''
as $$
  select set_config('maillotheque.revision', jsonb_build_object(
    'kind', kind, 'contributor', contributor, 'reason', reason, 'suggestion', suggestion, 'undoes', undoes)::text, true)
$$;
comment on function private.begin_revision is
  'Says what the following writes are, until end_revision(). Kind `none`: they are no change';

create function private.end_revision() returns void
language sql set search_path = ''
as $$ select set_config('maillotheque.revision', '', true) $$;

create function private.write_revision(
  target_type text, target_id uuid, changes jsonb, stored jsonb, kind text default null, contributor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := nullif(current_setting('maillotheque.revision', true), '')::jsonb;
begin
  if said ->> 'kind' = 'none' then
    return;
  end if;
  insert into public.revisions (target_type, target_id, kind, changes, reason, contributor_id, undoes, suggestion_id, stored)
  values (
    target_type, target_id, coalesce(kind, said ->> 'kind', 'correction'), changes, said ->> 'reason',
    -- A contributor may be leaving just now.
    (select profile.id from public.profiles profile
      where profile.id = coalesce(contributor, (said ->> 'contributor')::uuid)),
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid, stored);
end $$;

create function private.note_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  becomes constant jsonb := to_jsonb(new);
  changes constant jsonb := private.changes_in_words(tg_argv[0], was, becomes);
begin
  if changes is not null then
    perform private.write_revision(tg_argv[0], new.id, changes, private.changed_ids(was, becomes));
  end if;
  return null;
end $$;
comment on function private.note_revision is 'Argument: the type of target';

-- pg_trigger_depth() leaves out what another trigger writes: a team that is renamed or gets other colours changes thousands
-- of jerseys, and a staged edit is taken back at once (private.keep_approved).
create trigger jerseys_revised
after update of
  league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors,
  description, external_link, price
on public.jerseys
for each row when (
  old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 0
  and private.is_staging() is not true and not private.stages_edits(old.status)
  and (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.title, old.year, old.brand,
      old.brand_id, old.edition, old.kit_type, old.colors, old.description, old.external_link, old.price)
    is distinct from
    (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.title, new.year, new.brand,
      new.brand_id, new.edition, new.kit_type, new.colors, new.description, new.external_link, new.price))
execute function private.note_revision('jersey');

create function private.note_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_revision('jersey', new.id, '{}', null, 'approved', new.author_id);
  return null;
end $$;
create trigger jerseys_revised_by_approval after update of status on public.jerseys
for each row when (old.status <> 'approved' and new.status = 'approved')
execute function private.note_approval();

create trigger teams_revised after update on public.teams
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.note_revision('team');
create trigger competitions_revised after update on public.competitions
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.note_revision('competition');

-- Photos: a revision each, so that each is undone by itself.
create function private.note_photo_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := nullif(current_setting('maillotheque.revision', true), '')::jsonb;
  was text := case when tg_op <> 'INSERT' then old.url end;
  becomes constant text := case when tg_op <> 'DELETE' then new.url end;
  jersey constant uuid := case tg_op when 'DELETE' then old.jersey_id else new.jersey_id end;
begin
  if tg_op = 'UPDATE' and old.edit_id is not null then
    was := null;
  end if;
  -- A command that fills the catalogue makes no history.
  if said is null and auth.uid() is null then
    return null;
  end if;
  if exists (select from public.jerseys where id = jersey and status = 'approved') then
    perform private.write_revision(
      'jersey', jersey, jsonb_build_object('image', jsonb_build_object('before', was, 'after', becomes)),
      jsonb_build_object('image', case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end),
      case when said ->> 'kind' = 'undo' then 'undo' else 'photo' end);
  end if;
  return null;
end $$;

create trigger jersey_images_revised_insert after insert on public.jersey_images
for each row when (
  new.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and not private.stages_image_edits(new.jersey_id))
execute function private.note_photo_revision();
create trigger jersey_images_revised_update after update of url, edit_id on public.jersey_images
for each row when (
  new.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and (old.edit_id is not null or old.url <> new.url))
execute function private.note_photo_revision();
create trigger jersey_images_revised_delete after delete on public.jersey_images
for each row when (
  old.edit_id is null and pg_trigger_depth() = 0 and private.is_staging() is not true
  and not private.stages_image_edits(old.jersey_id))
execute function private.note_photo_revision();

-- Their order and kinds: a revision for all of them.
create function private.note_arrangement(jersey_id uuid, was jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  becomes constant jsonb := private.photos_of(note_arrangement.jersey_id);
begin
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or nullif(current_setting('maillotheque.revision', true), '') is not null)
    and exists (select from public.jerseys where id = note_arrangement.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', note_arrangement.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(note_arrangement.jersey_id, was),
        'after', private.photos_in_words(note_arrangement.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
end $$;
comment on function private.note_arrangement is 'Writes the revision, if the order or a kind differs from what it was';

create function private.arrange_photos(jersey_id uuid, photos jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.are_distinct then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      select array_agg(shown.position order by shown.position) as positions,
        count(*) = count(distinct shown.position) as are_distinct
      from public.jersey_images shown
      where shown.jersey_id = arrange_photos.jersey_id and shown.edit_id is null) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.edit_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  perform private.note_arrangement(arrange_photos.jersey_id, was);
end $$;
comment on function private.arrange_photos is 'Gives the public photos of a jersey, all of them, this order and these kinds';

create or replace function private.place_images(image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant uuid := (select jersey_id from public.jersey_images where id = image_ids[1]);
  was constant jsonb := private.photos_of(jersey);
begin
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1;
  perform private.note_arrangement(jersey, was);
end $$;

-- What is deleted takes its history along. Of a merged jersey it stays, unread, and the other one's says what came to it.
create function private.end_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
begin
  if tg_argv[0] = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = old.id;
  end if;
  if kept is null then
    delete from public.revisions where target_type = tg_argv[0] and target_id = old.id;
  else
    perform private.write_revision(
      'jersey', kept,
      jsonb_build_object('merged', jsonb_build_object('before', to_jsonb(old) ->> 'title', 'after', null)), null, 'merge');
  end if;
  return old;
end $$;
create trigger jerseys_end_history before delete on public.jerseys
for each row execute function private.end_history('jersey');
create trigger teams_end_history after delete on public.teams
for each row execute function private.end_history('team');
create trigger competitions_end_history after delete on public.competitions
for each row execute function private.end_history('competition');

drop function private.apply_edit(public.jersey_edits);
create function private.apply_edit(edit public.jersey_edits, refused text[], reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  accepted constant jsonb := edit.changes - refused;
  added constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.edit_id = edit.id and image.url <> all (refused));
  removed constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.id = any (edit.removed_images) and image.url <> all (refused));
  -- In the order of the edit; what it could not remove comes last.
  images constant uuid[] := array(
    select image.id from private.edited_images image
    where image.edit_id = edit.id and image.url <> all (refused)
    order by image.place)
    || array(select unnest(edit.removed_images) except select unnest(removed));
begin
  perform private.begin_revision('edit', edit.author_id);
  update public.jerseys jersey
  set title = wanted.title, edition = wanted.edition, description = wanted.description,
    external_link = wanted.external_link
  from public.jerseys approved
  cross join lateral jsonb_populate_record(approved, accepted) wanted
  where approved.id = edit.jersey_id and jersey.id = approved.id and accepted <> '{}';
  delete from public.jersey_images image
  where image.jersey_id = edit.jersey_id and image.id = any (removed);
  update public.jersey_images image set edit_id = null where image.id = any (added);
  -- A refused removal leaves less room.
  if refused <> '{}' and (
    select count(*) from public.jersey_images image
    where image.jersey_id = edit.jersey_id and image.edit_id is null and image.contributor_id = edit.author_id) > 5 then
    raise sqlstate 'PT409' using
      message = 'edit_part_too_many_images', detail = 'With the images that stay, the author would have more than five.';
  end if;
  if edit.image_order is not null and 'order' <> all (refused) then
    perform private.place_images(images);
  end if;
  perform private.end_revision();
  if refused = '{}' then
    delete from public.jersey_edits where id = edit.id;
    return;
  end if;
  -- What is refused stays with its author, as a refused edit does.
  update public.jersey_edits part
  set status = 'refused', note = reason, changes = part.changes - array(select jsonb_object_keys(accepted)),
    removed_images = array(select unnest(part.removed_images) except select unnest(removed)),
    image_order = case when 'order' = any (refused) then part.image_order end
  where part.id = edit.id;
  perform private.notify(
    edit.author_id, 'jersey', 'partly_reverted', 'jersey', edit.jersey_id,
    (select title from public.jerseys where id = edit.jersey_id), reason);
end $$;
comment on function private.apply_edit is
  'Publishes an edit but for what is refused of it (private.edited_items()), which its author keeps and is told of';
revoke execute on function private.apply_edit from public;

create or replace function private.restore_edit(past private.undoable_decisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit public.jersey_edits;
begin
  if past.edit is null then
    return;
  end if;
  edit := jsonb_populate_record(null::public.jersey_edits, past.edit);
  insert into public.jersey_edits select edit.*
  -- A part of it was refused, and is there.
  on conflict (id) do update
  set status = edit.status, note = edit.note, changes = edit.changes, removed_images = edit.removed_images,
    image_order = edit.image_order;
  update public.jersey_images image set edit_id = was.edit_id, position = was.position
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where image.id = was.id
    and (image.edit_id is distinct from was.edit_id or image.position <> was.position);
  -- Last: until then the added images were part of the approved version, which has five at most.
  insert into public.jersey_images (
    id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, edit_id, kind)
  select was.id, was.jersey_id, was.url, was.alt, was.position, was.likeness, was.version, was.licence,
    was.rights_stated, was.edit_id, was.kind
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where not exists (select from public.jersey_images image where image.id = was.id);
end $$;

create or replace function public.undo_decision(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  past private.undoable_decisions;
  was public.jerseys;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo decisions.';
  end if;
  perform private.lock_images(array[undo_decision.jersey_id]);
  select * into jersey from public.jerseys where id = undo_decision.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  select * into past from private.undoable_decisions decision
  where decision.jersey_id = jersey.id and decision.decided_by = auth.uid()
    -- The time now, not that at which this began to wait for the jersey: its mail may be sent by then.
    and decision.decided_at > clock_timestamp() - private.undo_time();
  -- What its author or another administrator did since would be lost. Members choose the ids of images, so one that the
  -- approval removed may be that of another jersey by now.
  if not found or private.decided_state(jersey) is distinct from past.decided
    or exists (
      select from public.jersey_images elsewhere
      where elsewhere.jersey_id <> jersey.id
        and elsewhere.id in (select (image ->> 'id')::uuid from jsonb_array_elements(past.images) image)) then
    raise sqlstate 'PT409' using
      message = 'undo_too_late', detail = 'Only an approval of one''s own, of the last seconds, that nothing followed.';
  end if;
  was := jsonb_populate_record(null::public.jerseys, past.jersey);
  -- As if it had not been: nobody was told, and the history doesn't tell either.
  perform private.begin_revision('none');
  delete from public.revisions revision
  where revision.target_type = 'jersey' and revision.target_id = jersey.id and revision.at = past.decided_at;
  perform private.set_fields(jersey.id, was);
  perform set_config('maillotheque.undoing', 'on', true);
  update public.jerseys
  set status = was.status, moderation_note = was.moderation_note, moderated_at = was.moderated_at,
    edited_at = was.edited_at
  where id = jersey.id;
  perform set_config('maillotheque.undoing', '', true);
  perform private.note_decision('jerseys', jersey.id, past.moderator_before);
  perform private.restore_edit(past);
  perform private.end_revision();
  update public.storage_deletions set held_for = jersey.id, retry_at = 'infinity'
  where bucket_id = 'jerseys' and name = any (past.held_files);
  -- Their mails go with them.
  delete from public.notices notice
  where notice.jersey_id = jersey.id and notice.created_at = past.decided_at and notice.due_at > now();
  delete from private.undoable_decisions decision where decision.jersey_id = jersey.id;
  select * into jersey from public.jerseys where id = jersey.id;
  return jersey;
end $$;

-- Reading.

create function private.may_read(target_type text, target_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case may_read.target_type
    when 'jersey' then exists (
      select from public.jerseys jersey
      where jersey.id = may_read.target_id
        and (jersey.status = 'approved' and jersey.is_active or jersey.author_id = auth.uid()
          or public.is_admin(auth.uid()) or jersey.status <> 'approved' and public.is_reviewer(auth.uid())))
    when 'team' then exists (
      select from public.teams team
      where team.id = may_read.target_id and (team.is_active or public.is_admin(auth.uid())))
    when 'competition' then exists (
      select from public.competitions competition
      where competition.id = may_read.target_id and (competition.is_active or public.is_admin(auth.uid())))
    else false
  end
$$;
comment on function private.may_read is 'True if the caller reads this row: as the policies of its table say';

create function private.target_row(target_type text, target_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case target_row.target_type
    when 'jersey' then (
      select to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id))
      from public.jerseys jersey where jersey.id = target_row.target_id)
    when 'team' then (select to_jsonb(team) from public.teams team where team.id = target_row.target_id)
    when 'competition' then (
      select to_jsonb(competition) from public.competitions competition
      where competition.id = target_row.target_id)
  end
$$;

create function private.is_outdated(revision public.revisions, field text, current jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    -- One file in the place of another: the former one is gone.
    when field = 'image' and num_nulls(
      revision.changes -> 'image' ->> 'before', revision.changes -> 'image' ->> 'after') = 0 then true
    when field = 'image' and revision.changes -> 'image' ->> 'after' is not null then not exists (
      select from public.jersey_images image
      where image.id = (revision.stored -> 'image' ->> 'id')::uuid and image.jersey_id = revision.target_id
        and image.edit_id is null and image.url = revision.changes -> 'image' ->> 'after')
    -- A file that nobody holds may have been replaced by its owner.
    when field = 'image' then exists (
        select from public.jersey_images image
        where image.jersey_id = revision.target_id and image.path = revision.stored -> 'image' ->> 'path')
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
comment on function private.is_outdated is
  'True if a field isn''t any more what the revision made of it, or can''t become what it was';

create function public.history(
  target_type text, target_id uuid, before_id bigint default null, page_size integer default 20
) returns table (
  id bigint, at timestamptz, kind text, changes jsonb, reason text, username text, display_name text, undoes bigint,
  is_undoable boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_reviewing constant boolean := public.is_reviewer(auth.uid());
  current jsonb;
  shown integer;
begin
  if not private.may_read(history.target_type, history.target_id) then
    return;
  end if;
  if is_reviewing then
    current := private.target_row(history.target_type, history.target_id);
  end if;
  return query
  select revision.id, revision.at, revision.kind, revision.changes, revision.reason, profile.username,
    profile.display_name, revision.undoes,
    is_reviewing and revision.kind not in ('approved', 'merge') and exists (
      select from jsonb_object_keys(revision.changes) field
      where not private.is_outdated(revision, field, current))
  from public.revisions revision
  left join public.profiles profile on profile.id = revision.contributor_id
  where revision.target_type = history.target_type and revision.target_id = history.target_id
    and (before_id is null or revision.id < before_id)
  order by revision.id desc limit size;
  get diagnostics shown = row_count;
  -- Of a jersey that was approved before there was a history, the approval is known.
  if history.target_type = 'jersey' and shown < size and coalesce(before_id, 1) > 0 then
    return query
    select 0::bigint, least(jersey.moderated_at, earliest.at, now()), 'approved', '{}'::jsonb, null::text,
      profile.username, profile.display_name, null::bigint, false
    from public.jerseys jersey
    left join public.profiles profile on profile.id = jersey.author_id
    cross join lateral (
      select min(revision.at) as at, coalesce(bool_or(revision.kind = 'approved'), false) as is_known
      from public.revisions revision
      where revision.target_type = 'jersey' and revision.target_id = jersey.id) earliest
    where jersey.id = history.target_id and jersey.status = 'approved' and not earliest.is_known;
  end if;
end $$;
comment on function public.history is
  'The public history of a jersey, team or competition, newest first; of a jersey it ends with the approval (id 0 if that was before the history). For reviewers it says which revisions have a field that can be undone';

create function public.contributors(jersey_id uuid)
returns table (username text, display_name text, revisions integer)
language sql stable security definer set search_path = ''
as $$
  select profile.username, profile.display_name, sum(given.revisions)::integer
  from (
    select revision.contributor_id, count(*) as revisions
    from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = contributors.jersey_id
      and revision.contributor_id is not null
      and not exists (select from public.revisions later where later.undoes = revision.id)
    group by revision.contributor_id
    union all
    -- Approved before there was a history.
    select jersey.author_id, 1
    from public.jerseys jersey
    where jersey.id = contributors.jersey_id and jersey.status = 'approved'
      and not exists (
        select from public.revisions revision
        where revision.target_type = 'jersey' and revision.target_id = jersey.id and revision.kind = 'approved')
  ) given
  join public.profiles profile on profile.id = given.contributor_id
  where private.may_read('jersey', contributors.jersey_id)
  group by profile.id, profile.username, profile.display_name
  order by 3 desc, profile.username
$$;
comment on function public.contributors is
  'Who contributed to a jersey, with how many changes that were not undone; who submitted it has one for that';

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

-- Files of photos that were undone, or of a jersey that was removed.

create function private.withhold_files(names text[], withheld boolean) returns void
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
      where shown.path = file.name and shown.edit_id is null and jersey.status = 'approved' and jersey.is_active))
$$;
comment on function private.withhold_files is
  'Withholds files that no public jersey shows from the public, or gives them back: the storage service of this project answers as if they were private';

-- A photo that becomes public again is shown.
create or replace function private.keep_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from added);
  perform private.withhold_files(array(
    select added.path from added join public.jerseys jersey on jersey.id = added.jersey_id
    where added.edit_id is null and jersey.status = 'approved' and jersey.is_active), false);
  return null;
end $$;

-- Nobody could look at a withheld file, so members neither submit nor suggest it again.
create or replace function private.check_image_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  file constant text := private.storage_path(new.url);
  host constant text := lower(substring(new.url from '^https?://[^/]*'));
  -- The auth service signs this claim, so that it tells the site's address without trusting the member.
  site constant text := lower(substring(auth.jwt() ->> 'iss' from '^https?://[^/]*'));
  loopback constant text := '^https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$';
begin
  if file is null then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_file"',
      detail = 'The address is not that of a file in bucket jerseys.',
      table = 'jersey_images', constraint = 'jersey_images_url_file';
  end if;
  -- A site on the member's own machine has several names.
  if host <> coalesce(site, '') and not (host ~ loopback and coalesce(site, host) ~ loopback) then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_host"',
      detail = 'The address is on another host.',
      hint = 'Give the address without its host: /storage/v1/object/public/jerseys/…',
      table = 'jersey_images', constraint = 'jersey_images_url_host';
  end if;
  -- The policies refuse files of others; whether they exist is not told.
  if split_part(file, '/', 1) is distinct from auth.uid()::text and not public.is_admin(auth.uid()) then
    return new;
  end if;
  -- The lock makes a replacement or deletion that runs meanwhile wait. It then finds the file in use, or this finds
  -- its outcome.
  perform from storage.objects
  where bucket_id = 'jerseys' and name = file and metadata ->> 'size' is distinct from '0'
    and user_metadata -> 'withheld' is distinct from 'true' for share;
  if not found then
    raise check_violation using
      message = 'new row for relation "jersey_images" violates check constraint "jersey_images_url_stored"',
      detail = 'There is no such file: upload it first.',
      table = 'jersey_images', constraint = 'jersey_images_url_stored';
  end if;
  return new;
end $$;

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

-- A decision on an edit releases the files that wait for it, not those of undone photos.
create or replace function private.release_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.storage_deletions set held_for = null, retry_at = now()
  where held_for = old.id and (tg_op = 'DELETE' or retry_at = 'infinity');
  return null;
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
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  select * into revision from public.revisions where id = undo_revision.revision_id;
  if not found then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such revision.';
  end if;
  if revision.kind in ('approved', 'merge') then
    raise sqlstate 'PT400' using
      message = 'revision_not_undoable', detail = 'Approvals and merges are not undone by this.';
  end if;
  if given is null or char_length(given) not between 3 and 500 then
    raise sqlstate 'PT400' using message = 'revision_reason', detail = 'The reason has 3 to 500 characters.';
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

  perform private.begin_revision('undo', null, given, null, revision.id);
  if 'image' = any (wanted) then
    perform private.undo_photo(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(revision.target_type, revision.target_id, jsonb_build_object('colors', current -> 'colors') || (
      select jsonb_object_agg(value.key, value.value)
      from unnest(wanted) field
      cross join lateral (
        select field as key, revision.changes -> field -> 'before' as value
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
      ) value));
  end if;
  perform private.end_revision();
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

revoke execute on function
  private.public_columns, private.name_column, private.differs, private.in_words, private.changes_in_words,
  private.changed_ids, private.as_text, private.begin_revision, private.end_revision, private.write_revision, private.note_revision,
  private.note_approval, private.note_photo_revision, private.end_history, private.may_read, private.target_row,
  private.is_outdated, private.note_arrangement, private.arrange_photos, private.brings_back, private.lock_target, private.write_fields, private.undo_photo,
  private.withhold_files
from public;
revoke execute on function public.history, public.contributors from public;
revoke execute on function public.undo_revision from public, anon;
grant execute on function public.history, public.contributors to anon, authenticated, service_role;
grant execute on function public.undo_revision to authenticated, service_role;
