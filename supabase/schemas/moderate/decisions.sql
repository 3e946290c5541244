-- Decisions on submissions and edits: moderate_jersey(), what a reviewer may correct by it, its undo within seconds, going back
-- to the version decided on, and what helps to decide.
-- A decision is about the version that was seen; the second of two reviewers gets the first one's decision as an error.
-- Who decided is kept apart from public rows.

create function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare versions.';
  end if;
  if exists (select from public.jersey_edits edit where edit.jersey_id = jersey_changes.jersey_id) then
    return query select * from private.changes_of_edit(jersey_changes.jersey_id);
  else
    return query
    select private.field_in_words(change.field), private.value_in_words(change.field, change.before),
      private.value_in_words(change.field, change.after)
    from private.changes_since_decision(jersey_changes.jersey_id) change
    where change.field not in ('team_id', 'brand_id');
  end if;
end $$;
comment on function public.jersey_changes is
  'What differs from the version last decided on: a row per field, one per image added or removed, and one (`order`) if images change places, with all addresses in both orders, one per line';
revoke execute on function public.jersey_changes from public, anon;
grant execute on function public.jersey_changes to authenticated, service_role;

create function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  decided public.jerseys;
  change record;
  -- Later entries are of this function's own deletions.
  newest constant bigint := (select max(id) from public.audit_log);
  shown constant text[] := array(
    select images.path from public.jersey_images images where images.jersey_id = revert_jersey.jersey_id);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  perform private.lock_images(array[revert_jersey.jersey_id]);
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  delete from public.jersey_edits edit where edit.jersey_id = jersey.id;
  -- Without an edit, the changes are in the jersey itself.
  if not found then
    -- Together: a competition without its league, or a team without its name, would be refused or replaced.
    decided := jsonb_populate_record(jersey, (
      select jsonb_object_agg(field, case field when 'colors' then before::jsonb else to_jsonb(before) end)
      from private.changes_since_decision(jersey.id)
      where field <> 'image'));
    perform private.set_fields(jersey.id, decided);
    -- Added images are deleted first, to leave room for those that come back.
    for change in
      select * from private.changes_since_decision(jersey.id) where field = 'image' order by before is not null
    loop
      if change.before is null then
        delete from public.jersey_images images
        where images.jersey_id = jersey.id and images.url = change.after;
      else
        insert into public.jersey_images (
          id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
        select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
          coalesce(image.version, gen_random_uuid()),
          coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false), image.kind
        from public.audit_log log
        cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
        where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
          and log.action = 'delete' and image.url = change.before and log.id <= newest
          -- An image whose file is gone stays deleted.
          and (image.path is null or image.path = any(shown) or private.is_image_in_use(image.path))
        order by log.id desc limit 1;
      end if;
    end loop;
  end if;
  -- The notice below says it; the decision on the version that is back was announced when it was made.
  perform private.begin_revision('none');
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.end_revision();
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;
comment on function public.revert_jersey is 'Goes back to the version last decided on; an edit is deleted';
revoke execute on function public.revert_jersey from public, anon;
grant execute on function public.revert_jersey to authenticated, service_role;

create function private.likely_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter # flip)
  from unnest(private.likeness_quarters(likeness)) quarter,
    (select 0 as flip union all select 1 << place from generate_series(0, 15) place) flips
$$;
comment on function private.likely_quarters is
  'The quarters of a likeness, and every quarter that differs from one of them in one bit';

create function public.same_pictures(jersey_id uuid)
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
        and image.likeness is not null and image.jersey_id <> own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected'
  where own.jersey_id = same_pictures.jersey_id and own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;
comment on function public.same_pictures is
  'Jerseys with a picture that looks like one of this jersey''s, the most alike first: points out shirts submitted twice';
revoke execute on function public.same_pictures from public, anon;
grant execute on function public.same_pictures to authenticated, service_role;

-- Everyone reads approved jerseys, and members read their own reports, whole rows (`select=*`). So these tables don't say
-- who decided.
create table private.decisions (
  table_name text not null,
  row_id uuid not null,
  decided_by uuid not null references auth.users (id) on delete cascade,
  primary key (table_name, row_id)
);
comment on table private.decisions is 'Who decided last on a jersey, a report or a suggestion: reviewer or administrator';


alter table private.decisions enable row level security;
revoke all on private.decisions from public, anon, authenticated, service_role;

create function private.record_decision(table_name text, row_id uuid, decided_by uuid) returns void
language sql set search_path = ''
as $$
  delete from private.decisions known
  where record_decision.decided_by is null
    and known.table_name = record_decision.table_name and known.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by
$$;

create function private.forget_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.decisions where table_name = tg_table_name and row_id = old.id;
  return null;
end $$;

create function private.decided_by(table_name text, row_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select known.decided_by from private.decisions known
  where known.table_name = decided_by.table_name and known.row_id = decided_by.row_id
$$;

-- What a decision is about includes the facts. A chosen team or brand is named by its row: another name for it is no change of the
-- author's.
create function private.version_for_review(jersey public.jerseys) returns jsonb
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
        from public.jersey_images image where image.jersey_id = jersey.id and image.edit_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by image.place), '[]')
        from private.edited_images image where image.edit_id = edit.id)
    end)
  from (select jersey.id) one
  left join public.jersey_edits edit on edit.jersey_id = one.id and edit.status = 'open'
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;
comment on function private.version_for_review is
  'What a decision is about: fields and versions of the images in order, of the edit where one waits';

create function private.changes_since_decision(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := changes_since_decision.jersey_id;
  author uuid;
  -- When the first edit after the last decision returned the jersey to the queue.
  since timestamptz;
begin
  select log.at, jerseys.author_id into since, author
  from public.audit_log log join public.jerseys on jerseys.id = changes_since_decision.jersey_id
  where log.table_name = 'jerseys' and log.row_id = jersey and jerseys.edited_at is not null
    and log.before -> 'edited_at' = 'null' and log.after -> 'edited_at' <> 'null'
  order by log.id desc limit 1;
  return query
  select edit.* from (
    select key,
      (array_agg(log.before ->> key order by log.id))[1],
      (array_agg(log.after ->> key order by log.id desc))[1]
    from public.audit_log log, jsonb_object_keys(log.after) key
    where log.table_name = 'jerseys' and log.row_id = jersey
      and log.action = 'update' and log.at >= since
      and (
        key in ('title', 'description', 'edition', 'external_link')
        -- A team that is renamed changes its jerseys too, and so do administrators.
        or key = any (private.correctable_columns()) and log.actor_id = author)
    group by key
  ) edit (field, before, after)
  where edit.before is distinct from edit.after
  union all
  -- An image added and removed again is no difference. Clients make the ids: one that is used again for another
  -- picture counts as one image removed and one added.
  select 'image',
    case when sum(moved.n) < 0 then moved.url end,
    case when sum(moved.n) > 0 then moved.url end
  from (
    select image ->> 'id' as id, image ->> 'url' as url, image ->> 'alt' as alt,
      -- Entries of the log from before licences name none.
      coalesce(image ->> 'licence', 'shown-here-only') as licence,
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt, moved.licence
  having sum(moved.n) <> 0;
end $$;
comment on function private.changes_since_decision is
  'What the author of a rejected jersey has changed since, from the log; ids as ids';

create function private.changes_of_edit(jersey_id uuid)
returns table (field text, before text, after text)
language sql stable security definer set search_path = ''
as $$
  select text.key, to_jsonb(jersey) ->> text.key, text.value
  from public.jersey_edits edit
  join public.jerseys jersey on jersey.id = edit.jersey_id
  cross join lateral jsonb_each_text(edit.changes) text
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  select 'image',
    case when image.edit_id is null then image.url end,
    case when image.edit_id is not null then image.url end
  from public.jersey_edits edit
  join public.jersey_images image on image.edit_id = edit.id or image.id = any (edit.removed_images)
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  -- Addresses contain no white space.
  select 'order',
    (select string_agg(image.url, E'\n' order by image.position, image.id)
      from public.jersey_images image where image.jersey_id = edit.jersey_id and image.edit_id is null),
    (select string_agg(image.url, E'\n' order by image.place)
      from private.edited_images image where image.edit_id = edit.id)
  from public.jersey_edits edit
  where edit.jersey_id = changes_of_edit.jersey_id and edit.image_order is not null
$$;
comment on function private.changes_of_edit is 'What an edit changes on its approved jersey';

-- Facts, colours among them, can be corrected. Until a jersey is approved, its author changes every field of it; a reviewer who
-- approves it may correct fields in the same transaction, and the author is told which.
create function private.correctable_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'league', 'competition_id', 'season_id', 'team_id', 'team', 'title', 'year', 'kit_type', 'colors', 'brand_id',
    'brand', 'edition', 'price', 'external_link', 'description']
$$;
comment on function private.correctable_columns is
  'The fields of a jersey, in the order in which people read them: what its author submits and what can be corrected';

create function private.is_version_seen(jersey public.jerseys, seen jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(seen = jsonb_object_agg(field.key, field.value), false)
  from jsonb_each(private.version_for_review(jersey)) field
  -- Clients from before corrections name no facts.
  where field.key in ('title', 'edition', 'description', 'external_link', 'images') or seen ? field.key
$$;
comment on function private.is_version_seen is
  'True if the version on an administrator''s screen is the one that a decision would be about';

-- Differences in words: ids mean nothing to people, and rows of the catalogue may be renamed or deleted later.
create function private.value_in_words(field text, value text) returns text
language sql stable security definer set search_path = ''
as $$
  select case field
    when 'competition_id' then (select name from public.competitions where id::text = value)
    when 'season_id' then (select name from public.seasons where id::text = value)
    when 'colors' then (
      select string_agg(color, ', ' order by place)
      from jsonb_array_elements_text(value::jsonb) with ordinality given (color, place))
    else value
  end
$$;

create function private.field_in_words(field text) returns text
language sql immutable set search_path = ''
as $$ select case field when 'competition_id' then 'competition' when 'season_id' then 'season' else field end $$;

create function private.corrections_in_words(was public.jerseys, becomes public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', private.field_in_words(field.name),
      'before', private.value_in_words(field.name, to_jsonb(was) ->> field.name),
      'after', private.value_in_words(field.name, to_jsonb(becomes) ->> field.name))
    order by field.place)
  from unnest(private.correctable_columns()) with ordinality field (name, place)
  -- The names beside these two ids say it.
  where field.name not in ('team_id', 'brand_id')
    and to_jsonb(was) -> field.name is distinct from to_jsonb(becomes) -> field.name
$$;
comment on function private.corrections_in_words is
  'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

create function private.set_fields(jersey_id uuid, fields public.jerseys) returns public.jerseys
language sql security definer set search_path = ''
as $$
  update public.jerseys jersey
  set league = fields.league, competition_id = fields.competition_id, season_id = fields.season_id,
    team_id = fields.team_id, team = fields.team, title = fields.title, year = fields.year,
    kit_type = fields.kit_type, colors = fields.colors, brand_id = fields.brand_id, brand = fields.brand,
    edition = fields.edition, price = fields.price, external_link = fields.external_link, description = fields.description
  where jersey.id = set_fields.jersey_id
  returning *
$$;
comment on function private.set_fields is 'Gives a jersey all fields of another version of it, in one update';

-- What an approval replaces, for as long as it can be undone.
create table private.undoable_decisions (
  jersey_id uuid primary key references public.jerseys (id) on delete cascade,
  decided_by uuid not null references auth.users (id) on delete cascade,
  decided_at timestamptz not null default now(),
  moderator_before uuid,
  jersey jsonb not null,
  edit jsonb,
  images jsonb not null,
  held_files text[] not null,
  decided jsonb
);
comment on table private.undoable_decisions is
  'Jerseys as they were before an approval, with their edit and images; rows older than private.undo_time() are deleted by the next approval and by sweep_notices()';
comment on column private.undoable_decisions.decided is
  'private.decided_state() right after the approval';


alter table private.undoable_decisions enable row level security;
revoke all on private.undoable_decisions from public, anon, authenticated, service_role;

create function private.record_undoable_decision(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undoable_decisions past
  where past.jersey_id = jersey.id or past.decided_at < now() - private.undo_time();
  insert into private.undoable_decisions (
    jersey_id, decided_by, moderator_before, jersey, edit, images, held_files)
  select jersey.id, auth.uid(), private.decided_by('jerseys', jersey.id), to_jsonb(jersey),
    (select to_jsonb(edit) from public.jersey_edits edit where edit.jersey_id = jersey.id),
    (select coalesce(jsonb_agg(to_jsonb(image)), '[]') from public.jersey_images image
      where image.jersey_id = jersey.id),
    array(select held.name from public.storage_deletions held where held.held_for = jersey.id);
end $$;

create function private.decided_state(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.version_for_review(jersey) || jsonb_build_object(
    'status', jersey.status, 'moderated_at', jersey.moderated_at, 'edited_at', jersey.edited_at,
    'is_active', jersey.is_active, 'author_id', jersey.author_id,
    'edit', (select edit.id from public.jersey_edits edit where edit.jersey_id = jersey.id),
    'images', (
      select jsonb_agg(to_jsonb(image) - 'contributor_id' order by image.id)
      from public.jersey_images image where image.jersey_id = jersey.id),
    'merged', (
      select jsonb_agg(redirect.from_id order by redirect.from_id)
      from public.jersey_redirects redirect where redirect.into_id = jersey.id))
$$;
comment on function private.decided_state is
  'What undoing an approval would overwrite, or must not hide: if it differs, somebody did something since';

create function private.record_decided_state(jersey public.jerseys) returns void
language sql security definer set search_path = ''
as $$
  update private.undoable_decisions decision set decided = private.decided_state(record_decided_state.jersey)
  where decision.jersey_id = (record_decided_state.jersey).id
$$;

create function public.undo_decision(jersey_id uuid) returns public.jerseys
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
  update public.jerseys
  set status = was.status, moderation_note = was.moderation_note, moderated_at = was.moderated_at,
    edited_at = was.edited_at
  where id = jersey.id;
  perform private.record_decision('jerseys', jersey.id, past.moderator_before);
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
comment on function public.undo_decision is
  'Undoes the caller''s own approval of the last seconds (moderate_jersey with `undoable`): the jersey is in the queue again as it was, nobody is told';
revoke execute on function public.undo_decision from public, anon;
grant execute on function public.undo_decision to authenticated, service_role;

create function private.restore_edit(past private.undoable_decisions) returns void
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
  -- Last: until then the added images were part of the approved version, which has at most five of a member and twenty.
  insert into public.jersey_images (
    id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, edit_id, kind)
  select was.id, was.jersey_id, was.url, was.alt, was.position, was.likeness, was.version, was.licence,
    was.rights_stated, was.edit_id, was.kind
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where not exists (select from public.jersey_images image where image.id = was.id);
end $$;
comment on function private.restore_edit is 'Brings back the edit that an approval applied';

create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false,
  refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
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
  select * into edit from public.jersey_edits waiting where waiting.jersey_id = jersey.id;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', coalesce(edit.status, jersey.status),
        'moderation_note', coalesce(edit.note, jersey.moderation_note),
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

  is_edit_open := edit.status is not distinct from 'open';
  if refused <> '{}' then
    perform private.check_refused(edit, decision, refused, reason);
  end if;
  if is_edit_open and decision = 'rejected' and not overrule then
    -- The edit is refused, not the jersey: its approved version stays.
    update public.jersey_edits set status = 'refused', note = reason where id = edit.id;
    perform private.notify(edit.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title, reason);
    update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
    where id = jersey.id
    returning * into jersey;
    jersey.moderated_by := auth.uid();
    return jersey;
  end if;
  if undoable and decision = 'approved' then
    perform private.record_undoable_decision(jersey);
    perform private.set_change('undoable', 'true');
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit, coalesce(refused, '{}'), reason);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
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
  perform private.set_change('undoable', null);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.record_decided_state(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `undoable`: the author is told after private.undo_time(), until when undo_decision() takes an approval back. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

create function private.edited_items(edit public.jersey_edits) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select jsonb_object_keys(edited_items.edit.changes))
    || array(
      select image.url from public.jersey_images image
      where image.edit_id = (edited_items.edit).id or image.id = any ((edited_items.edit).removed_images))
    || case when (edited_items.edit).image_order is null then '{}' else array['order'] end
$$;
comment on function private.edited_items is
  'What an edit changes: columns, addresses of added and removed images, and `order`';

create function private.check_refused(edit public.jersey_edits, decision text, refused text[], reason text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  items constant text[] := private.edited_items(edit);
begin
  if edit.status is distinct from 'open' or decision <> 'approved' or refused @> items
    or not refused <@ items then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
end $$;

create index decisions_by_administrator on private.decisions (decided_by);

create index undoable_decisions_by_administrator on private.undoable_decisions (decided_by);

create index undoable_decisions_age on private.undoable_decisions (decided_at);
comment on index private.undoable_decisions_age is 'Decisions that can''t be undone any more';

revoke execute on function
  private.likely_quarters, private.record_decision, private.forget_decision, private.decided_by,
  private.version_for_review, private.changes_since_decision, private.changes_of_edit, private.correctable_columns,
  private.is_version_seen, private.value_in_words, private.field_in_words, private.corrections_in_words, private.set_fields,
  private.record_undoable_decision, private.decided_state, private.record_decided_state, private.restore_edit, private.edited_items,
  private.check_refused
from public;
