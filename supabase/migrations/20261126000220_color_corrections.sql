-- Colours are a fact like the others: their author corrects them until the jersey is approved, an administrator at any
-- time; versions, differences, undoing and the log include them.

create or replace function private.correctable_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'league', 'competition_id', 'season_id', 'team_id', 'team', 'title', 'year', 'kit_type', 'colors', 'brand_id',
    'brand', 'edition', 'price', 'external_link', 'description']
$$;

create or replace function private.guard_jersey() returns trigger
language plpgsql set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.year, new.brand,
      new.brand_id, new.kit_type, new.colors, new.price)
    is distinct from
    (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.year, old.brand,
      old.brand_id, old.kit_type, old.colors, old.price);
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

drop trigger jerseys_edit_rate on public.jerseys;
create trigger jerseys_edit_rate
before update of
  title, description, edition, external_link, league, competition_id, season_id, team_id, team, year, brand,
  brand_id, kit_type, colors, price
on public.jerseys
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

drop trigger jerseys_audit_update on public.jerseys;
-- Named columns: a vote moves the counters thousands of times and has records of its own.
create trigger jerseys_audit_update
after update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition,
  kit_type, colors, description, external_link, price, status, moderation_note, moderated_by, moderated_at,
  edited_at, is_active
on public.jerseys
for each row when (private.is_staging() is not true and not private.stages_edits(old.status))
execute function private.record_change('id');

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
        from public.jersey_images image where image.jersey_id = jersey.id and image.edit_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by image.place), '[]')
        from private.edited_images image where image.edit_id = edit.id)
    end)
  from (select jersey.id) one
  left join public.jersey_edits edit on edit.jersey_id = one.id and edit.status = 'open'
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;

create or replace function private.value_in_words(field text, value text) returns text
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

create or replace function private.set_fields(jersey_id uuid, fields public.jerseys) returns public.jerseys
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

create or replace function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false
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
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators decide on jerseys.';
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
  -- The second of two administrators waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
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

  -- The author may have changed it since the administrator's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
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
    perform private.note_undoable(jersey);
    perform set_config('maillotheque.undoable', 'on', true);
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit);
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
    perform set_config(
      'maillotheque.corrections', coalesce(private.corrections_in_words(uncorrected, jersey)::text, ''), true);
  end if;
  -- jerseys_hide_moderator stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform set_config('maillotheque.corrections', '', true);
  perform set_config('maillotheque.undoable', '', true);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.note_decided(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
