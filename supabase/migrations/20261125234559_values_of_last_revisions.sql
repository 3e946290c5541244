-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.is_fresh(revision public.revisions) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions later where later.undoes = revision.id)
    -- It was changed since, and may be the same again: without this revision, the last one would tell of another value.
    and not exists (
      select from public.revisions later
      where later.target_type = revision.target_type and later.target_id = revision.target_id and later.id > revision.id
        and later.batch_id <> revision.batch_id and (
          later.changes ?| array(select jsonb_object_keys(revision.changes - array['image', 'merged']))
          or later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
          -- A photo finds its place in the order by its position, which both change.
          or later.changes ? 'image' and revision.changes ? 'photos' or later.changes ? 'photos' and revision.changes ? 'image'))
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

create or replace function private.lock_for_undoing(revision_ids bigint[], of_type text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  targets constant uuid[] := array(select distinct target_id from public.revisions where id = any (revision_ids));
  moves constant boolean := exists (
    select from public.revisions where id = any (revision_ids) and changes ?| array['merged', 'jersey']);
begin
  if of_type = 'jersey' then
    if moves then
      perform private.lock_merges();
    end if;
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)));
    if moves then
      perform private.lock_jerseys(targets || array(
        select other.id from public.revisions revision
        left join public.gone_jerseys became on became.jersey_id = private.gone_of(revision)
        cross join unnest(array[private.gone_of(revision), became.into_id]) other (id)
        where revision.id = any (revision_ids) and other.id is not null));
    else
      perform private.lock_images(targets);
    end if;
  elsif of_type = 'team' then
    -- Not their keys, as in lock_target().
    perform from public.teams where id = any (targets) order by id for no key update;
  else
    -- As lock_roll_over() does.
    perform from public.seasons where id in (
      select roll_over.season_id from public.revisions revision
      join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
      where revision.id = any (revision_ids)) order by id for update;
    perform from public.roll_overs where id in (
      select (stored ->> 'roll_over')::uuid from public.revisions where id = any (revision_ids)) order by id for update;
    perform from public.competitions where id = any (targets) order by id for no key update;
  end if;
end $$;

create or replace function private.lock_target(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if target_type = 'jersey' then
    perform private.lock_images(array[lock_target.target_id]);
    perform from public.jerseys where id = lock_target.target_id for update;
  elsif target_type = 'team' then
    -- Not the key, which whoever writes a jersey locks after it: a rename locks jerseys after their team.
    perform from public.teams where id = lock_target.target_id for no key update;
  else
    perform from public.competitions where id = lock_target.target_id for no key update;
  end if;
end $$;

create or replace function private.show_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Texts only: keep_approved() takes nothing else back, and facts that the author suggested would become public.
  return jsonb_populate_record(new, private.pick_columns(
    (select edit.pending from private.own_edits edit where edit.jersey_id = new.id),
    array['title', 'edition', 'description', 'external_link']));
end $$;

create or replace function private.undo_photo(revision public.revisions, waits_again boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, coalesce((
    -- An earlier removal may have been undone, and that too: the photo comes back as it was last.
    select later.stored -> 'image' from public.revisions later
    where later.target_type = 'jersey' and later.target_id = revision.target_id
      and later.changes -> 'image' -> 'after' = 'null' and revision.changes -> 'image' -> 'after' = 'null'
      and later.stored -> 'image' ->> 'id' = revision.stored -> 'image' ->> 'id'
      and later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
    order by later.id desc limit 1), revision.stored -> 'image'));
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

create or replace function private.write_fields(target_type text, target_id uuid, fields jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was public.jerseys;
  becomes public.jerseys;
  columns constant text := (
    select string_agg(quote_ident(name), ', ') from unnest(private.public_columns(target_type)) name where fields ? name);
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
  elsif columns <> '' then
    -- Only what is given: naming a part of the key, like a team's competition, locks the key. Whoever writes a jersey locks it
    -- before its team's key, and a rename the other way round.
    execute format(
      'update %s present set (%s) = (select %2$s from jsonb_populate_record(present, $1)) where id = $2',
      private.relation_of(target_type), columns)
    using fields, write_fields.target_id;
  end if;
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
  locks_target boolean;
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

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or suggest.suggestion_id is not null;

  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if locks_target then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif locks_target then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for share;
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
  -- An author's own edits of texts and photos aren't counted until facts are suggested with them.
  if not at_once and (suggestion.status is distinct from 'open' or suggestion.source is null) then
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
      verdicts = private.accepted_verdicts(made.verdicts, given),
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
  -- One that was decided is as it was decided: what was accepted of it stays, what was refused counts. Of a contested one that its
  -- author changed, nothing is decided any more.
  is_decided := suggestion.verdicts <> '{}' and (
    suggestion.contested_at is not null or suggestion.verdicts @? '$.* ? (@.accepted == true)'
    or suggestion.status <> 'open' and suggestion.source is not null);
  update public.suggestions own
  set changes = case when is_decided and suggestion.status <> 'open'
      then own.changes - private.pending_keys(suggestion) - 'removed' else own.changes end,
    status = case when is_decided then private.outcome_of(suggestion.verdicts) else 'withdrawn' end
  where own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $$;

COMMENT ON FUNCTION "private"."show_edit"() IS 'Answers the author with all texts that they want';

set check_function_bodies = on;
-- end
