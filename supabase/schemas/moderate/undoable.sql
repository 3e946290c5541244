-- What of a revision goes back, and how: values that nobody has changed since, photos whose file is still that one.
-- A reviewer doesn't decide what is their own, nor administrators' imports.
-- undo() of undoing.sql asks and calls these.

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
comment on function private.is_outdated is
  'True if a field isn''t any more what the revision made of it, or can''t become what it was';

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
      or field = 'image' and revision.changes -> 'image' ->> 'after' is null and revision.contributor_id is distinct from auth.uid()
        and (revision.stored -> 'image' ->> 'contributor_id')::uuid = auth.uid()
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
      -- The team or brand was deleted since: its name stays. A merged team is the one that it became.
      when field = 'team' and not exists (
        select from public.teams where id = (revision.stored -> 'team_id' ->> 'before')::uuid) then coalesce((
          select to_jsonb(redirect.into_id) from public.team_redirects redirect
          where redirect.from_id = (revision.stored -> 'team_id' ->> 'before')::uuid), 'null')
      when field = 'brand' and not exists (
        select from public.brands where id = (revision.stored -> 'brand_id' ->> 'before')::uuid) then 'null'
      else revision.stored -> (field || '_id') -> 'before' end
    where revision.stored ? (field || '_id') or field in ('season', 'competition')
  ) value
$$;
comment on function private.former_values is 'By column, what these fields of a row were before a revision';

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
comment on function private.undo_photo is
  'Takes a photo out, or brings it back under its id if that is free; `waits_again`: it is suggested again';

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
