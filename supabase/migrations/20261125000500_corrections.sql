-- Facts can be corrected. Until a jersey is approved, its author changes every field of it; an administrator who approves
-- it may correct fields in the same transaction, and the author is told which.

create function private.correctable_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'league', 'competition_id', 'season_id', 'team_id', 'team', 'title', 'year', 'kit_type', 'brand_id', 'brand',
    'edition', 'price', 'external_link', 'description']
$$;
comment on function private.correctable_columns is
  'The fields of a jersey, in the order in which people read them: what its author submits and what can be corrected';

-- Runs with the caller's rights, as before. The lock of the row decides: an update that waits for an approval finds the
-- jersey approved.
create or replace function private.guard_jersey() returns trigger
language plpgsql set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.year, new.brand,
      new.brand_id, new.kit_type, new.price)
    is distinct from
    (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.year, old.brand,
      old.brand_id, old.kit_type, old.price);
begin
  if current_user <> 'authenticated' or public.is_admin(auth.uid()) then
    return new;
  end if;
  if new.is_active is distinct from old.is_active or old.status = 'approved' and are_facts_changed then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the moderation queue anyway.
  if old.status <> 'pending'
    and (are_facts_changed
      or (new.title, new.description, new.edition, new.external_link)
        is distinct from (old.title, old.description, old.edition, old.external_link)) then
    new.edited_at := now();
  end if;
  return new;
end $$;

-- Facts count like texts.
drop trigger jerseys_edit_rate on public.jerseys;
create trigger jerseys_edit_rate
before update of
  title, description, edition, external_link, league, competition_id, season_id, team_id, team, year, brand,
  brand_id, kit_type, price
on public.jerseys
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

-- What a decision is about now includes the facts. A chosen team or brand is named by its row: another name for it is no
-- change of the author's.
create or replace function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link, 'league', version.league,
    'competition_id', version.competition_id, 'season_id', version.season_id, 'team_id', version.team_id,
    'team', case when version.team_id is null then version.team end, 'year', version.year,
    'brand_id', version.brand_id, 'brand', case when version.brand_id is null then version.brand end,
    'kit_type', version.kit_type, 'price', version.price,
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

create or replace function private.changes_since_decision(jersey_id uuid)
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

create or replace function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators compare versions.';
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

create or replace function public.revert_jersey(jersey_id uuid) returns public.jerseys
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
      select jsonb_object_agg(field, before) from private.changes_since_decision(jersey.id)
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
          id, jersey_id, url, alt, position, likeness, version, licence, rights_stated)
        select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
          coalesce(image.version, gen_random_uuid()),
          coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false)
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
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;

create function private.set_fields(jersey_id uuid, fields public.jerseys) returns public.jerseys
language sql security definer set search_path = ''
as $$
  update public.jerseys jersey
  set league = fields.league, competition_id = fields.competition_id, season_id = fields.season_id,
    team_id = fields.team_id, team = fields.team, title = fields.title, year = fields.year,
    kit_type = fields.kit_type, brand_id = fields.brand_id, brand = fields.brand, edition = fields.edition,
    price = fields.price, external_link = fields.external_link, description = fields.description
  where jersey.id = set_fields.jersey_id
  returning *
$$;
comment on function private.set_fields is 'Gives a jersey all fields of another version of it, in one update';

revoke execute on function
  private.correctable_columns, private.is_version_seen, private.value_in_words, private.field_in_words,
  private.corrections_in_words, private.set_fields
from public;
