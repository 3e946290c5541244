-- Other names by which many people call a country.
insert into private.country_names (code, names) values
  ('AE', 'Émirats arabes unis United Arab Emirates Emiratos Árabes Unidos Emirados UAE EAU'),
  ('CD', 'Congo Kinshasa République Democratic Republic República Democrática RD DR RDC DRC Zaire'),
  ('CZ', 'Tchéquie Czechia Chequia Tchéquia République tchèque Czech Republic República Checa'),
  ('NL', 'Pays Bas Netherlands Países Bajos Baixos Hollande Holland Holanda'),
  ('SZ', 'Eswatini Esuatini Essuatíni Swaziland Suazilandia Suazilândia'),
  ('TL', 'Timor oriental Leste East'),
  ('TR', 'Turquie Türkiye Turquía Turquia Turkey'),
  ('TW', 'Taïwan Taiwan Taiwán Chinese Taipei'),
  ('US', 'États Unis United States Estados Unidos USA EEUU EE UU EUA')
on conflict (code) do update set names = excluded.names;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."choose_duel"(date);

DROP FUNCTION "private"."choose_jersey"(text, date, integer);

DROP FUNCTION "public"."collectors"(uuid);

DROP FUNCTION "public"."newest_line_ups"();

DROP FUNCTION "public"."rising_jerseys"(text, integer);

DROP FUNCTION "public"."showcase"(text);

DROP FUNCTION "public"."similar_by_color"(uuid, integer);

CREATE OR REPLACE FUNCTION private.accept_same_merges(gone uuid, kept uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    -- Not the reviewer's own, nor what another reviewer must decide.
    where same.target_type = 'jersey' and same.status = 'open' and same.contested_at is null
      and same.member_id is distinct from auth.uid() and (
      same.target_id = gone and same.changes ->> 'merge_into' = kept::text
      or same.target_id = kept and same.changes ->> 'merge_into' = gone::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', kept, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with added as (
    insert into public.copies (
      owner_id, jersey_id, former_jersey, import_key, created_at, size_scale, size, version, condition, printed_name,
      printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since,
      storage_place, notes)
    select own.owner_id, case when facts is null then (copy).jersey_id end, facts, (copy).import_key,
      private.import_time(own, (copy).created_at, place), (copy).size_scale, (copy).size, (copy).version,
      (copy).condition, (copy).printed_name, (copy).printed_number, (copy).is_signed, (copy).signed_by,
      (copy).certificate, (copy).price, (copy).currency, (copy).bought_on, (copy).bought_from, (copy).lent_to,
      (copy).lent_since, (copy).storage_place, (copy).notes
    from unnest(batch)
    where not is_change and not was_done and key <> all (gone)
    order by place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or exists (select from public.jersey_images taken where taken.id = picture.id)
      then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first.
    least(picture.place + (select coalesce(max(shown.position), -1) from public.jersey_images shown where shown.jersey_id = target), 1000)
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer)
$function$
;

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    case when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction' else 'suggestion' end,
    suggestion.member_id, suggestion.source, suggestion.id);
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
end $function$
;

CREATE OR REPLACE FUNCTION private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
begin
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() and exists (
    select from jsonb_each(given) verdict where coalesce(verdict.value ->> 'reason', private.tidy(verdict.value ->> 'note')) is null) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'Who decides a second time says why, also of what is accepted: in `note`.';
  end if;
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
    if corrections is null and suggestion.status = 'accepted' then
      perform private.accept_same_edits(suggestion);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select kept.id from public.jerseys kept where suggestion.target_type = 'jersey' and kept.id = suggestion.target_id),
    coalesce((select coalesce(kept ->> 'title', kept ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) kept), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.asked_words(query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(private.whole_words(left(query, 100))))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$function$
;

CREATE OR REPLACE FUNCTION private.before_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision(
      'jerseys', new.id, new.moderated_by, case when private.current_change() ? 'undoable' then jsonb_build_object(
        'at', now(), 'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at,
        'edited_at', old.edited_at) end);
    new.moderated_by := null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_suggesting(of_type text, changes jsonb, pictures jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
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
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_undoing(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, after jsonb, INOUT of_type text, OUT batch bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_id bigint := (after ->> 'id')::bigint;
begin
  -- What a member changed is undone in as many steps as it takes.
  if member is null then
    perform private.count_write('undoings', 1);
  end if;
  -- All steps of one call are one batch, so that it is undone as one.
  if after ? 'batch_id' then
    perform private.set_batch((after ->> 'batch_id')::uuid);
  end if;
  -- One kind of page in a step.
  loop
    select array_agg(id) into batch
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, private.undo_size(of_type));
    exit when batch is not null or of_type = 'competition';
    of_type := private.type_after(of_type);
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_words(names text, asked text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select not exists (
    select from unnest(asked) word
    where not exists (
      select from unnest(private.found_words(names)) known where starts_with(known, word)))
$function$
;

CREATE OR REPLACE FUNCTION private.candidate(jersey_id uuid, is_sure boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when is_sure and own.copies = 1 then (
      select private.own_copy(copy) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$function$
;

CREATE OR REPLACE FUNCTION private.change_copies(own public.collection_imports, batch private.import_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select mine.id, to_jsonb(mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies mine on mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and mine.owner_id = own.owner_id
      and mine.updated_at = (batch.copy).updated_at
    order by mine.id for update of mine
  ),
  changed as (
    update public.copies copy set
      size_scale = (line).size_scale, size = (line).size, version = (line).version, condition = (line).condition,
      printed_name = (line).printed_name, printed_number = (line).printed_number, is_signed = (line).is_signed,
      signed_by = (line).signed_by, certificate = (line).certificate, price = (line).price,
      currency = (line).currency, bought_on = (line).bought_on, bought_from = (line).bought_from,
      lent_to = (line).lent_to, lent_since = (line).lent_since, storage_place = (line).storage_place,
      notes = (line).notes
    from old where copy.id = old.id
    returning copy.id, copy.updated_at, (old.line).import_key as key, old.before
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.change_suggestion(suggestion public.suggestions, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text, is_added boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suggestions made
  set title = coalesce(present ->> 'title', present ->> 'name'), edited_at = clock_timestamp(), status = 'open',
    created_at = case when made.status = 'open' then made.created_at else clock_timestamp() end,
    verdicts = private.accepted_verdicts(made.verdicts, given),
    contest = null, contested_at = null,
    source = case when is_added and position(stated in made.source) = 0
      then left(made.source || E'\n' || stated, 500) else stated end,
    changes = case when is_added then made.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then made.was else '{}' end || private.pick_columns(present, private.with_dependent_columns(columns)),
    words = case when is_added then made.words else '{}' end || private.suggestion_words(made.target_type, present, wanted, columns)
  where made.id = suggestion.id
  returning * into suggestion;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.changes_of(member uuid, since timestamp with time zone, till timestamp with time zone, most integer)
 RETURNS TABLE(kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint, target_type text, target_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  -- As on a page that shows a collection: a team's home, away or third jerseys, from two on.
  with sets as materialized (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held, max(shelf.created_at) as newest
    from public.user_collections shelf
    join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
    where shelf.user_id = member and jersey.team_id is not null
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
  ),
  news as materialized (
    select 1 as place, 'wish' as kind, arrival.jersey_id, arrival.at, null::text as target_type, null::uuid as target_id
    from public.user_wishlists wish
    join private.arrivals arrival
      on arrival.jersey_id = wish.jersey_id and arrival.kind = 'photo' and not arrival.is_bulk
        and arrival.at > since and arrival.at <= till
    where wish.user_id = member
    union all
    select 2, 'gap', arrival.jersey_id, arrival.at, 'team', own.team_id
    from (select distinct sets.team_id from sets) own
    cross join lateral (
      select newest.* from private.arrivals newest
      where newest.target_id = own.team_id and not newest.is_bulk and newest.at > since and newest.at <= till
      order by newest.at desc limit 100
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id
    join sets on sets.team_id = jersey.team_id and sets.kit_type_slug = jersey.kit_type_slug
    where arrival.kind = 'jersey'
    union all
    select case arrival.kind when 'jersey' then 3 else 4 end, arrival.kind, arrival.jersey_id, arrival.at, follow.target_type, follow.target_id
    from public.follows follow
    cross join lateral (
      select newest.* from private.arrivals newest
      where newest.target_id = follow.target_id and not newest.is_bulk and newest.at > since and newest.at <= till
      order by newest.at desc limit 100
    ) arrival
    where follow.member_id = member and follow.target_type <> 'list'
    union all
    select 5, 'listed', item.jersey_id, item.created_at, 'list', list.id
    from public.follows follow
    join public.lists list on list.id = follow.target_id and private.is_shown_list(list)
    cross join lateral (
      select newest.jersey_id, newest.created_at from public.list_items newest
      where newest.list_id = list.id and newest.created_at > since and newest.created_at <= till
      order by newest.created_at desc limit 100
    ) item
    where follow.member_id = member and follow.target_type = 'list'
  ),
  changed as materialized (
    select distinct on (news.jersey_id) news.place, news.kind, news.jersey_id, news.at, news.target_type, news.target_id
    from news
    join public.jerseys jersey on jersey.id = news.jersey_id and jersey.status = 'approved' and jersey.is_active
    -- It may have been corrected since.
    where (news.target_type is null or news.target_type = 'list' or news.target_id in (jersey.team_id, jersey.competition_id, jersey.brand_id))
      -- Not what a member added themselves, nor a new jersey that they have.
      and case
        when news.kind in ('jersey', 'gap') then jersey.author_id is distinct from member and not exists (
          select from public.user_collections shelf where shelf.user_id = member and shelf.jersey_id = news.jersey_id)
        when news.kind in ('photo', 'wish') then exists (
          select from public.jersey_images image
          where image.jersey_id = news.jersey_id and image.suggestion_id is null
            and image.contributor_id is distinct from member)
        else true end
    -- Of a team and its brand or competition the team is named.
    order by news.jersey_id, news.place, news.target_type desc
  )
  select changed.kind, null::uuid, null::uuid, null::text, count(*), null::text, null::uuid from changed group by changed.kind
  union all
  (select changed.kind, changed.jersey_id, null, null,
      count(*) over (partition by changed.kind, changed.target_id), changed.target_type, changed.target_id
    from changed order by changed.place, changed.at desc, changed.jersey_id limit most)
  union all
  select 'set', null, sets.team_id, private.kit_of(sets.kit_type_slug), sets.held, null, null
  from sets
  where sets.newest > since and sets.newest <= till and sets.held = (
    select sum(counts.jerseys) from private.team_kit_counts counts
    where counts.team_id = sets.team_id and counts.kit_type_slug = sets.kit_type_slug)
  union all
  select 'bulk', null, null, null, imported.amount, null, null
  from (select private.count_bulk(member, since, till) as amount) imported
  where imported.amount > 0
$function$
;

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion.';
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
  if private.is_decided_by_another(suggestion) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_moderation(decision text, reason text, overrule boolean, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not public.is_admin(auth.uid()) then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.check_not_said(suggestion_id uuid, of_type text, target uuid, given jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open' and other.member_id = auth.uid()
      and other.id is distinct from check_not_said.suggestion_id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_room(member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  amount integer;
  room integer;
begin
  select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null
    and own.source is not null;
  room := case when private.is_experienced(member) then 30 else 5 end;
  if amount >= room then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid()
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undecided(jersey public.jerseys, edit public.suggestions, overrule boolean, seen jsonb, refused text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moderator uuid;
begin
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
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undo(revision_id bigint, batch_id uuid, member uuid, fields text[], reason text, is_dry boolean, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions begun
      where begun.table_name = 'undoings' and begun.row_id::text = after ->> 'batch_id' and begun.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and (reason is null or char_length(reason) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif member is not null and not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_duel(day date, seed text DEFAULT (gen_random_uuid())::text, OUT kind text, OUT pair uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kinds constant text[] := array['rivalry', 'competition', 'decade', 'rivalry', 'competition'];
  start constant integer := (choose_duel.day - date '2026-01-01') % 3 + 1;
  -- A catalogue too small for the rules repeats a jersey after a week, and lets different ones meet.
  span interval := '2 years';
  widest double precision := 0.25;
  due text;
begin
  for attempt in 1..2 loop
    -- The sport that had no duel for longest.
    for due in
      select known.league
      from (select distinct competition.league from public.competitions competition where competition.is_active) known
      left join (
        select duel.first_facts ->> 'league' as league, max(duel.day) as last from public.daily_duels duel
        where duel.day between choose_duel.day - 60 and choose_duel.day - 1 group by duel.first_facts ->> 'league'
      ) before on before.league = known.league
      order by before.last nulls first, md5(seed || known.league)
    loop
      -- Each kind has its turn; where a sport has none of it, the next one.
      foreach kind in array kinds[start:start + 2] loop
        if kind = 'rivalry' then
          pair := private.choose_rivals(choose_duel.day, due, span, widest, seed);
        else
          pair := private.choose_in_season(choose_duel.day, due, kind, span, widest, seed);
        end if;
        if pair is not null then
          return;
        end if;
      end loop;
    end loop;
    span := '7 days';
    widest := 1;
  end loop;
  kind := null;
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_in_season(day date, league text, kind text, span interval, widest double precision, seed text, OUT pair uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
  one uuid[];
begin
  for wanted in
    select place.id as competition_id, season.id as season_id, left(season.code, 3) as decade
    from (
      select competition.id from public.competitions competition
      where competition.league = choose_in_season.league and competition.is_active order by md5(seed || competition.id) limit 6
    ) place
    cross join lateral (
      select known.id, known.code from public.seasons known
      where exists (
        select from public.jerseys jersey
        where jersey.competition_id = place.id and jersey.season_id = known.id
          and jersey.status = 'approved' and jersey.is_active)
      order by md5(seed || known.id) limit 4
    ) season
    order by md5(seed || season.id || place.id)
  loop
    one := private.season_sample(wanted.competition_id, wanted.season_id, choose_in_season.day, span, seed);
    if kind = 'competition' then
      pair := private.duel_pair(one, one, widest, seed);
    elsif cardinality(one) > 0 then
      -- Another season of the decade, of another competition if there is one.
      select private.duel_pair(
        one, private.season_sample(other.competition_id, other.season_id, choose_in_season.day, span, seed), widest, seed)
      into pair
      from (
        select competition.id as competition_id, known.id as season_id
        from public.competitions competition, public.seasons known
        where competition.league = choose_in_season.league and competition.is_active and left(known.code, 3) = wanted.decade
          and (competition.id, known.id) <> (wanted.competition_id, wanted.season_id)
          and exists (
            select from public.jerseys jersey
            where jersey.competition_id = competition.id and jersey.season_id = known.id
              and jersey.status = 'approved' and jersey.is_active)
        order by competition.id = wanted.competition_id, md5(seed || competition.id || known.id) limit 1
      ) other;
    end if;
    if pair is not null then
      return;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_jersey(kind text, day date, seed text DEFAULT (gen_random_uuid())::text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recent uuid[];
  due text;
  place uuid;
  season uuid;
  chosen uuid;
begin
  -- What is to be guessed isn't of the competition that is shown beside it.
  select coalesce(array_agg((taken.facts ->> 'competition_id')::uuid), '{}') into recent
  from public.daily_shirts taken
  where taken.day between choose_jersey.day - 6 and choose_jersey.day + 6
    and case when taken.kind = choose_jersey.kind then taken.day <> choose_jersey.day
      else taken.kind = 'shown' and taken.day = choose_jersey.day end;
  -- The sport that wasn't shown for longest.
  for due in
    select known.league
    from (select distinct competition.league from public.competitions competition where competition.is_active) known
    left join (
      select taken.facts ->> 'league' as league, max(taken.day) as last from public.daily_shirts taken
      where taken.kind = choose_jersey.kind and taken.day between choose_jersey.day - 60 and choose_jersey.day - 1
      group by taken.facts ->> 'league'
    ) before on before.league = known.league
    order by before.last nulls first, md5(seed || known.league)
  loop
    if kind = 'shown' then
      chosen := private.anniversary_jersey(due, choose_jersey.day, seed, recent);
      if chosen is not null then
        return chosen;
      end if;
    end if;
    -- A competition, a season and a team at random rather than a jersey: the largest league doesn't fill the year.
    for place in
      select competition.id from public.competitions competition
      where competition.league = due and competition.is_active and competition.id <> all (recent)
      order by
        -- Of two competitions, people can guess a team of the better known one more often.
        case when kind = 'guess' then
          power(private.chance(seed || competition.id), 1.0 / greatest(competition.priority, 1)) end desc,
        md5(seed || competition.id)
    loop
      for season in
        select known.id from public.seasons known
        where exists (
          select from public.jerseys jersey
          where jersey.competition_id = place and jersey.season_id = known.id
            and jersey.status = 'approved' and jersey.is_active)
        order by md5(seed || known.id) limit 12
      loop
        chosen := private.season_jersey(place, season, choose_jersey.day, kind, seed);
        if chosen is not null then
          return chosen;
        end if;
      end loop;
    end loop;
  end loop;
  -- A small catalogue can't follow all rules: another competition rather than another jersey, then the one of longest ago.
  return (
    select picked.id
    from (
      (select jersey.id from public.jerseys jersey
        where jersey.status = 'approved' and jersey.is_active and jersey.id >= md5(seed)::uuid order by jersey.id limit 1000)
      union
      (select jersey.id from public.jerseys jersey
        where jersey.status = 'approved' and jersey.is_active order by jersey.id limit 1000)
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey)
      -- The day's other shirt, too, is another one.
      and not exists (
        select from public.daily_shirts taken where taken.day = choose_jersey.day and taken.jersey_id = picked.id)
    order by private.is_taken_near(picked.id, choose_jersey.day, choose_jersey.kind), jersey.competition_id = any (recent),
      (select max(taken.day) from public.daily_shirts taken
        where taken.jersey_id = picked.id and taken.kind = choose_jersey.kind) nulls first,
      md5(seed || picked.id)
    limit 1);
end $function$
;

CREATE OR REPLACE FUNCTION private.choose_rivals(day date, league text, span interval, widest double precision, seed text, OUT pair uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
begin
  for wanted in
    select host.id as host_id, guest.id as guest_id
    from public.teams host
    join public.teams guest on guest.competition_id = host.competition_id and guest.city = host.city
      and guest.country is not distinct from host.country and guest.id > host.id and guest.is_active
    join public.competitions competition on competition.id = host.competition_id
    where host.is_active and competition.league = choose_rivals.league
      and not private.is_beside_duel(host.id, choose_rivals.day) and not private.is_beside_duel(guest.id, choose_rivals.day)
    -- Of a city with many teams, not more often than of one with two.
    order by md5(seed || host.city), md5(seed || host.id || guest.id) limit 8
  loop
    pair := private.duel_pair(
      private.team_sample(wanted.host_id, choose_rivals.day, span, seed),
      private.team_sample(wanted.guest_id, choose_rivals.day, span, seed), widest, seed);
    if pair is not null then
      return;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.colored_jerseys(asked text[], first_year integer, last_year integer, wanted integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select id::uuid
    from jsonb_array_elements_text(public.catalogue_page(jsonb_build_object(
      'from', first_year, 'to', last_year,
      'color', (
        select jsonb_agg(distinct color)
        from unnest(asked) word cross join lateral unnest(private.called_colors(word, false)) color))) -> 'ids')
      with ordinality as colored (id, place)
    order by place
    limit wanted);
end $function$
;

CREATE OR REPLACE FUNCTION private.combining_marks()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select U&'[\0300-\036f\0483-\0489\0591-\05bd\0610-\061a\064b-\065f\0e31\0e34-\0e3a\0e47-\0e4e\1ab0-\1aff\1dc0-\1dff\20d0-\20ff\fe20-\fe2f]'
$function$
;

CREATE OR REPLACE FUNCTION private.complete_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision(
      'reports', new.id, case when new.status <> 'open' then auth.uid() end, jsonb_build_object('at', now(), 'status', old.status));
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_jersey(uncorrected public.jerseys, corrections jsonb)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrected public.jerseys := jsonb_populate_record(uncorrected, corrections);
  jersey public.jerseys;
begin
  if not corrections ? 'colors' then
    corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
    corrected.colors := private.followed_colors(uncorrected, corrected);
  end if;
  jersey := private.set_fields(uncorrected.id, corrected);
  perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_bulk(member uuid, since timestamp with time zone, till timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)
  from (
    select distinct arrival.jersey_id
    from public.follows follow
    cross join lateral (
      select newest.jersey_id from private.arrivals newest
      where newest.target_id = follow.target_id and newest.is_bulk and newest.at > since and newest.at <= till
        and newest.kind = 'jersey'
      limit 1000
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id and jersey.status = 'approved' and jersey.is_active
    where follow.member_id = member
    limit 1000
  ) added
$function$
;

CREATE OR REPLACE FUNCTION private.create_profile(account auth.users)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown constant text := private.name_of(account);
  wished constant text := private.username_from(coalesce(
    account.raw_user_meta_data ->> 'username',
    case when strpos(account.raw_user_meta_data ->> 'user_name', '@') = 0
      then account.raw_user_meta_data ->> 'user_name' end), shown);
  suffix text := '';
  free text;
begin
  loop
    free := case when wished is null or private.is_reserved(wished) then private.unnamed()
      else left(wished, 30 - char_length(suffix)) || suffix end;
    -- A sign-up under the same name at the same time waits here instead of failing.
    insert into public.profiles (id, username, display_name)
    values (account.id, free, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.describe_undone(revision public.revisions, back text[], current jsonb)
 RETURNS jsonb[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select jsonb_build_object(
      'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
      'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
      'before', private.as_text(revision.changes -> field -> 'after'),
      'after', private.as_text(revision.changes -> field -> 'before'))
    from unnest(back) field where field not in ('merged', 'jersey') or revision.kind = 'approved')
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_report(report public.reports, comment public.comments, jersey public.jerseys, commented public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
    'list', private.list_for_review(report),
    'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
    -- Their reason goes by mail to somebody who has no account, so one must be given.
    'needs_note', exists (
      select from private.open_reports_about(report) beside join public.visitor_reports filed on filed.report_id = beside.id),
    'team_slug', coalesce(jersey.team_slug, commented.team_slug),
    'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_submission(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'jersey', to_jsonb(jersey) - array['upvotes', 'downvotes', 'score', 'search_text', 'moderated_by'],
    'images', private.waiting_photos(jersey.id, null), 'moderation_note', jersey.moderation_note,
    'is_again', jersey.status = 'rejected')
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_suggestion(suggestion public.suggestions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Who decides on the same once more says why.
    'is_second', suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid(),
    'is_public', coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    'team_slug', version ->> 'team_slug', 'kit_type_slug', version ->> 'kit_type_slug', 'year', version -> 'year',
    'is_author', coalesce((version ->> 'author_id')::uuid = suggestion.member_id, false),
    'photos', case when suggestion.target_type = 'jersey' then private.waiting_photos(suggestion.target_id, suggestion) else '[]' end)
  from (select coalesce(private.target_row(suggestion.target_type, suggestion.target_id), '{}') as version) present
$function$
;

CREATE OR REPLACE FUNCTION private.divide_fields(revision public.revisions, current jsonb, restored uuid[], fields text[], OUT back text[], OUT stays jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := private.fields_back(revision, stays);
  if fields is not null then
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (fields);
    back := array(
      select field from unnest(back) field
      where field = any (fields)
        -- A competition is of its league.
        or field in ('league', 'competition') and fields && array['league', 'competition']);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_decisions(fresh public.revisions[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select earlier.suggestion_id from public.revisions earlier where earlier.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions gone using unnest(fresh) decision where decision.id in (gone.id, gone.undoes);
end $function$
;

CREATE OR REPLACE FUNCTION private.found_words(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select private.words(case when whole = value then value else value || ' ' || whole end)
  from private.whole_words(value) whole
$function$
;

CREATE OR REPLACE FUNCTION private.game_counts(game public.daily_guesses)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select game.on_day and (game.state <> 'open' or game.day >= private.day_at(now() - interval '12 hours')) $function$
;

CREATE OR REPLACE FUNCTION private.guess_figures(playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with games as (
    select game.day, game.state, game.on_day, jsonb_array_length(game.tries) as tries
    from public.daily_guesses game where game.player_id = playing and game.state <> 'open'
  ), days as (
    -- Days without anything to guess break no streak.
    select drawn.day, row_number() over (order by drawn.day) as place from public.daily_shirts drawn
    where drawn.kind = 'guess' and drawn.day between (select min(day) from games) and private.day_at(now())
  ), runs as (
    select count(*) as length, max(won.place) as last
    from (
      select days.place, days.place - row_number() over (order by days.place) as run
      from games join days using (day) where games.state = 'won' and games.on_day) won
    group by won.run
  ), closed as (
    -- Today's game may still be won, and one that was begun yesterday.
    select max(days.place) as place
    from days left join public.daily_guesses game on game.player_id = playing and game.day = days.day
    where coalesce(game.state, 'open') <> 'open'
      or not (days.day = private.day_at(now()) or coalesce(private.game_counts(game), false))
  )
  select jsonb_build_object(
    'played', (select count(*) from games),
    'won', (select count(*) from games where state = 'won'),
    'streak', coalesce((select runs.length from runs, closed where runs.last = closed.place), 0),
    'longest', coalesce((select max(runs.length) from runs), 0),
    'tries', (
      select jsonb_agg((select count(*) from games where state = 'won' and games.tries = n) order by n)
      from generate_series(1, 6) n))
$function$
;

CREATE OR REPLACE FUNCTION private.guess_state(drawn public.daily_shirts, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with game as (
    select coalesce(stored.tries, '[]') as tries, coalesce(stored.state, 'open') as state,
      coalesce(private.game_counts(stored), false) as counts,
      case when stored.state <> 'open' then 6 else coalesce(jsonb_array_length(stored.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses stored on stored.player_id = playing and stored.day = drawn.day
  )
  select jsonb_build_object(
    'day', drawn.day, 'today', private.day_at(now()),
    'next_at', (private.day_at(now()) + 1)::timestamp at time zone 'Europe/Paris',
    'state', game.state, 'counts', game.counts or drawn.day = private.day_at(now()),
    'tries', (
      select coalesce(jsonb_agg(given.try || jsonb_build_object('name', jsonb_build_object(
        'name', team.name, 'country', team.country, 'competition', competition.slug)) order by given.place), '[]')
      from jsonb_array_elements(game.tries) with ordinality given (try, place)
      left join public.teams team on team.id = (given.try ->> 'team_id')::uuid
      left join public.competitions competition on competition.id = team.competition_id),
    -- What a step opens, as picture and in words.
    'pictures', (
      select coalesce(jsonb_object_agg(picture.step, picture.token), '{}') from private.guess_pictures picture
      where picture.day = drawn.day
        and game.step >= case picture.step when 'pattern' then 1 when 'detail' then 3 else 5 end),
    'clues', jsonb_build_object('palette', drawn.facts -> 'palette')
      || case when game.step < 1 then '{}' else
        jsonb_build_object('kit_type', drawn.facts -> 'kit_type', 'league', drawn.facts -> 'league') end
      || case when game.step < 3 then '{}' else
        -- The country of a national team is the answer.
        jsonb_build_object('brand', drawn.facts -> 'brand', 'country', case
          when not (drawn.facts -> 'is_national')::boolean then drawn.facts -> 'country' end) end
      || case when game.step < 5 then '{}' else
        jsonb_build_object('season', drawn.facts -> 'season', 'competition', jsonb_build_object(
          'slug', drawn.facts -> 'competition', 'name', drawn.facts -> 'competition_name')) end,
    'figures', private.guess_figures(playing),
    'answer', case when game.state = 'open' then null else
      jsonb_build_object('day', drawn.day, 'jersey_id', drawn.jersey_id, 'facts', drawn.facts - 'image_id') end)
  from game
$function$
;

CREATE OR REPLACE FUNCTION private.hold_what_is_named(rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
end $function$
;

CREATE OR REPLACE FUNCTION private.import_time(own public.collection_imports, said timestamp with time zone, place bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(least(coalesce(said, own.created_at), now()), '1900-01-01')
    + case when said is null or said = date_trunc('milliseconds', said)
        then greatest(own.line_count - place, 0) * interval '1 microsecond' else interval '0' end
$function$
;

CREATE OR REPLACE FUNCTION private.insert_each(rows jsonb[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused text[] := '{}';
  one jsonb;
begin
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  return refused;
end $function$
;

CREATE OR REPLACE FUNCTION private.insert_suggestion(of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, stated text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
  values (
    of_type, target, coalesce(present ->> 'title', present ->> 'name'), auth.uid(), given,
    private.pick_columns(present, private.with_dependent_columns(columns)),
    private.suggestion_words(of_type, present, wanted, columns), stated)
  on conflict do nothing
  returning * into suggestion;
  -- An author's edit in another window: it has no lock of the member's.
  if not found then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_batch_fresh(batch bigint[])
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.revisions own
    where own.id = any (batch) and (not private.is_fresh(own) or own.contributor_id is not distinct from auth.uid()
      or private.fields_that_stay(
        own, private.target_row(own.target_type, own.target_id), public.is_admin(auth.uid())) <> '{}'))
$function$
;

CREATE OR REPLACE FUNCTION private.is_decided_by_another(suggestion public.suggestions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid()
    and not (public.is_admin(auth.uid()) and (
      suggestion.contested_at <= now() - interval '3 days'
      or not exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id not in (auth.uid(), suggestion.member_id)
          and (account.banned_until is null or account.banned_until <= now()))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_like_jersey(said text, jersey uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.search_documents document
    where document.kind = 'jersey' and document.id = is_like_jersey.jersey
      and document.words @@ private.search_query(private.jersey_words(is_like_jersey.said), 2, false)
    union all
    select from public.jerseys jersey
    where jersey.id = is_like_jersey.jersey and cardinality(private.jersey_words(is_like_jersey.said)) > 0
      and extensions.strict_word_similarity(
        private.fold(is_like_jersey.said), private.fold(concat_ws(' ', jersey.title, jersey.team))) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.is_like_team(name text, team uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from (
      select team.name from public.teams team where team.id = is_like_team.team
      union all select team.short_name from public.teams team where team.id = is_like_team.team
      union all select alias.alias from public.team_aliases alias where alias.team_id = is_like_team.team) called (name)
    where private.begin_words(called.name, private.asked_words(is_like_team.name))
      or extensions.strict_word_similarity(
        regexp_replace(private.word_line(private.words(is_like_team.name)), '\mst\M', 'saint'),
        regexp_replace(private.word_line(private.words(called.name)), '\mst\M', 'saint')) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.is_version_seen(jersey public.jerseys, seen jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(seen = jsonb_object_agg(field.key, field.value), false)
  from jsonb_each(private.version_for_review(jersey)) field
$function$
;

CREATE OR REPLACE FUNCTION private.is_visible(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select value !~ (private.combining_marks() || '{5}') and (value !~ private.hidden_characters()
    -- Emoji keep their joiners, their variation, and the tags of a flag (Scotland).
    or regexp_replace(regexp_replace(regexp_replace(value,
        U&'([\203c-\3299\+01f000-\+01faff]\fe0f?)\200d(?=[\203c-\3299\+01f000-\+01faff])', '\1', 'g'),
        U&'([#*0-9\00a9\00ae\203c-\3299\+01f000-\+01faff])[\fe0e\fe0f]', '\1', 'g'),
        U&'\+01f3f4[\+0e0030-\+0e0039\+0e0061-\+0e007a]{3,6}\+0e007f', '', 'g')
      !~ private.hidden_characters())
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text[] := private.words(private.whole_words(left(query, 100)));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/shared/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_corrections(uncorrected public.jerseys, jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.revisions made set stored = coalesce(made.stored, '{}') || jsonb_build_object('fields', (
    select coalesce(jsonb_object_agg(
      name, jsonb_build_object('before', to_jsonb(uncorrected) -> name, 'after', to_jsonb(jersey) -> name)), '{}')
    from unnest(private.correctable_columns()) name where to_jsonb(uncorrected) -> name <> to_jsonb(jersey) -> name))
  where made.id = (
    select max(latest.id) from public.revisions latest
    where latest.target_type = 'jersey' and latest.target_id = jersey.id and latest.kind = 'approved'
      and latest.batch_id = private.current_batch());
end $function$
;

CREATE OR REPLACE FUNCTION private.kept_shirts(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select place, lower(private.tidy(coalesce(jersey ->> 'team', jersey ->> 'title'))) as team,
      lower(private.tidy(jersey ->> 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(kept.id) as ids
    from asked join kept on kept.team = asked.team and kept.worn is not distinct from asked.worn
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
$function$
;

CREATE OR REPLACE FUNCTION private.line_candidates(line jsonb, teams uuid[], is_certain boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type, line ->> 'league' as league,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select near.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or near.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, near.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (near.year = asked.year and season.code is null)
        else coalesce(near.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      (near.kit_type = asked.kit_type) is true as fits_kit,
      asked.kit_type is null as has_no_kit, near.kit_type is null or near.kit_type = 'home' as is_home,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys near on near.id = listed.id
    cross join asked
    left join public.seasons season on season.id = near.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(near.title) end as title offset 0) folded
    where asked.league is null or near.league = asked.league
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_title::integer * 3 + likeness
      + case when fits_kit then 2 when is_home then 1 else 0 end as points
    from compared
    order by points desc, place, id limit 5
  )
  select coalesce(jsonb_agg(private.candidate(id,
      is_of_team and ((fits_title and (fits_time or not has_time) and (fits_kit or has_no_kit))
        or (fits_time and fits_kit and (
          select count(*) = 1 from compared other where other.fits_time and other.fits_kit))))
      || jsonb_build_object('fits', (is_of_team or (line -> 'is_named')::boolean is true) and fits_time and (fits_kit or has_no_kit and is_home))
    order by points desc, place, id), '[]')
  from ranked
$function$
;

CREATE OR REPLACE FUNCTION private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions own
    where own.member_id = member and own.target_type = of_type and own.target_id = target and own.kind in ('edit', 'photos')
      and (own.status = 'open' and own.contested_at is null and own.held_at is null
        -- An author's one suggestion of their jersey is reopened.
        or own.status <> 'open' and own.id in (select edit.id from private.own_edits edit where edit.jersey_id = target))
    order by own.status = 'open' desc limit 1 for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = lock_own_suggestion.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_suggested(of_type text, INOUT target uuid, is_exclusive boolean, OUT present jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if is_exclusive then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif is_exclusive then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(gone uuid, kept uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  with moved as (
    update public.list_items moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.list_items own
      where own.jersey_id = kept and own.list_id = moved.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'list_items', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(gone, kept) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  perform private.move_suggestions(gone, kept, (select title from public.jerseys where id = kept));
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_undoing(batch bigint[], of_type text, reached bigint)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when reached > batch[cardinality(batch)] or cardinality(batch) = private.undo_size(of_type)
      then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
    when of_type <> 'competition' then jsonb_build_object(
      'target_type', private.type_after(of_type), 'batch_id', private.current_batch())
  end
$function$
;

CREATE OR REPLACE FUNCTION private.notify_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
  -- When the decision can't be undone any more.
  due constant timestamptz := now() + private.undo_time();
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'notifier', new.resolution_note, due);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_reporter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  perform private.set_change('undoable', null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.own_copy(copy public.copies)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(copy) - 'owner_id' - 'import_key' - 'former_jersey' || jsonb_build_object('jersey', coalesce((
    select jsonb_build_object('title', jersey.title, 'team', jersey.team, 'season', season.code, 'year', jersey.year,
      'kit_type', jersey.kit_type)
    from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
    where jersey.id = copy.jersey_id), copy.former_jersey))
$function$
;

CREATE OR REPLACE FUNCTION private.publish_suggestion(suggestion public.suggestions, columns text[], given jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_revision('trusted', suggestion.member_id, null, suggestion.id);
  perform private.write_fields(suggestion.target_type, suggestion.target_id, given);
  perform private.end_revision();
  update public.suggestions made
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where made.id = suggestion.id
  returning * into suggestion;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.reason_not_undoable(revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] DEFAULT '{}'::uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
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
$function$
;

CREATE OR REPLACE FUNCTION private.record_decision_on(suggestion public.suggestions)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.record_decision('suggestions', suggestion.id, auth.uid(), jsonb_build_object(
    'at', now(), 'status', suggestion.status, 'verdicts', suggestion.verdicts, 'decided_at', suggestion.decided_at,
    'decided_by', private.decided_by('suggestions', suggestion.id)))
$function$
;

CREATE OR REPLACE FUNCTION private.record_row_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_direct constant boolean := private.current_change() -> 'revision' is null;
begin
  if is_direct then
    perform private.begin_revision('correction', auth.uid());
  end if;
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  if is_direct then
    perform private.end_revision();
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_search(kinds text, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.found_words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
  order by 1
  on conflict do nothing;
$function$
;

CREATE OR REPLACE FUNCTION private.sum_outcomes(outcomes jsonb[], refused text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
    'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
    'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
    'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
    'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
  from (
    select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
      then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
      else outcome end as outcome
    from unnest(outcomes) with ordinality as sent (outcome, place)) done
$function$
;

CREATE OR REPLACE FUNCTION private.teams_among_words(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with runs as (
    select words[first:last] as run
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select cardinality(run) as length, team.id from runs
    join public.teams team on team.slug = array_to_string(run, '-')
    union all
    select cardinality(run), team.id from runs
    join public.teams team on private.slug(team.short_name) = array_to_string(run, '-')
    union all
    select cardinality(run), alias.team_id from runs
    join public.team_aliases alias on alias.folded = array_to_string(run, ' ')
  )
  select array(select distinct id from called where length = (select max(length) from called) limit 20)
$function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain constant boolean := called <> '{}';
  is_named boolean;
begin
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(
      select found.id from public.search_teams(teams_of_line.name, 3) found
      where private.is_like_team(teams_of_line.name, found.id));
  end if;
  return jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
    'league', case when is_named then (
      select case when count(distinct home.league) = 1 then min(home.league) end
      from public.teams team join public.competitions home on home.id = team.competition_id
      where team.id = any (called)) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.type_after(of_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case of_type when 'jersey' then 'team' when 'team' then 'competition' end
$function$
;

CREATE OR REPLACE FUNCTION private.undo_changes(batch bigint[], fields text[], reason text, is_dry boolean, waits_again boolean, is_alone boolean, OUT reached bigint, OUT undone integer, OUT seen jsonb[], OUT announced jsonb[], OUT fresh public.revisions[], OUT departures bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
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
    select divided.back, divided.stays into back, stays
    from private.divide_fields(revision, current, restored, fields) divided;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions beside
          where beside.id = any (batch) and beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else
          announced := announced || private.describe_undone(revision, back, current);
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
    if not is_alone then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_size(of_type text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A team's name and colours are on all of its jerseys.
  select case of_type when 'team' then 5 else 200 end
$function$
;

CREATE OR REPLACE FUNCTION private.unfinished_word(query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when telling <> '{}' and last <> all (telling || private.jersey_names()) then array[last] else '{}' end
  from (select (private.words(private.whole_words(left(query, 100))))[:8] as given) split
  cross join lateral (select given[cardinality(given)] as last, private.significant_words(given) as telling) read
$function$
;

CREATE OR REPLACE FUNCTION private.unnamed()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
RETURN ('member_'::text || "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 12))
;

CREATE OR REPLACE FUNCTION private.username_from(wish text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select left(candidate, 30)
  from (values
    (1, btrim(regexp_replace(private.fold(wish), '[^a-z0-9_]+', '_', 'g'), '_')),
    (2, btrim(regexp_replace(private.fold(name), '[^a-z0-9_]+', '_', 'g'), '_'))
  ) as wishes (rank, candidate)
  where char_length(candidate) >= 3
  order by rank
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.visible(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case when private.is_visible(value) then value
    else private.tidy(regexp_replace(
      regexp_replace(
        regexp_replace(value, U&'[\0009-\000d\0085\2028\2029]+', ' ', 'g'), private.hidden_characters(), '', 'g'),
      '(' || private.combining_marks() || '{4})' || private.combining_marks() || '+', '\1', 'g'))
  end
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_version(of_type text, present jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
$function$
;

CREATE OR REPLACE FUNCTION private.whole_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case
    when value ~ U&'[.''\2019\02bc\00b4`]' then
      regexp_replace(
        -- An acute accent by itself is folded to a space.
        private.fold(translate(value, U&'\00b4`', '''''')),
        '(?<=(^|[^a-z0-9])[a-z])\. ?(?=[a-z]($|[^a-z0-9]))|(?<=[a-z])''(?=s($|[^a-z0-9]))', '', 'g')
    else value
  end
$function$
;

CREATE OR REPLACE FUNCTION private.worded_candidates(line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.candidate(found.id, false) order by place), '[]')
  from (select concat_ws(' ', left(line ->> 'team', 120), left(line ->> 'title', 160)) as named) said
  cross join lateral public.search_jerseys(concat_ws(' ', said.named, coalesce(line ->> 'season', line ->> 'year'),
    case when line ->> 'kit_type' = any (private.kit_types()) then line ->> 'kit_type' end), 5)
    with ordinality as found (id, place)
  join public.jerseys jersey on jersey.id = found.id
  where (line ->> 'league' is null or jersey.league = line ->> 'league') and private.is_like_jersey(said.named, jersey.id)
$function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'batch_id', (
      select made.batch_id from public.revisions made
      where made.batch_id = private.current_batch()
        and (made.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.hide_list(list_id uuid, reason text, hidden boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators hide lists.';
  end if;
  select * into list from public.lists stored where stored.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $function$
;

CREATE OR REPLACE FUNCTION public.import_copies(import uuid, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  batch private.import_line[];
  gone text[];
  gone_marks text[];
begin
  perform private.check_standing();
  perform private.check_lines(lines);
  own := private.own_import(import);
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  perform private.count_write('imported_lines', jsonb_array_length(lines));
  gone_marks := private.import_votes(own, lines) || private.import_wishes(own, lines);

  select array_agg(row (coalesce((line.value ->> 'place')::bigint, line.place), line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  perform private.add_copies(own, batch, gone);
  perform private.change_copies(own, batch);
  gone := gone || array(
    select batch.key from unnest(batch) batch
    where batch.is_change and not exists (
      select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(batch.key)));

  update public.collection_imports set
    added = (select count(*) from private.imported_lines where import_id = own.id and before is null),
    changed = (select count(*) from private.imported_lines where import_id = own.id and before is not null),
    wishes = (select count(*) from private.imported_wishes where import_id = own.id),
    votes = (select count(*) from private.imported_votes where import_id = own.id),
    photos = (select count(*) from public.copy_photos where import_id = own.id),
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where id = own.id;
  return jsonb_build_object(
    'gone', to_jsonb(gone || gone_marks),
    'done', (
      select coalesce(jsonb_object_agg(batch.key, done.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines done
        on done.import_id = own.id and done.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  verdict text;
  digest text;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[];
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select done.result into known from private.catalogue_batches done
  where done.import_id = own.id and done.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, own.id, memo) of_line;
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  perform private.hold_what_is_named(rows);
  refused := private.insert_each(rows);
  result := private.sum_outcomes(outcomes, refused);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.joining_photos(from_id uuid, into_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select greatest(
          count(*) filter (where own.suggestion_id is null),
          count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = into_id)))
        from public.jersey_images own
        where own.jersey_id = into_id and own.contributor_id is not distinct from image.contributor_id) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: they join none that is public.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (
    select greatest(
      (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null),
      (select count(*) from private.edited_images where jersey_id = into_id))), 0)
$function$
;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  kept := private.kept_shirts(lines);
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    team_name := left(line #>> '{jersey,team}', 120);
    if known is null and jersey is null and team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', kept -> place::text, 'candidates', candidates, 'league', meant ->> 'league'));
  end loop;
  return to_jsonb(answers);
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_jerseys(from_id uuid, into_id uuid, reason text, seen uuid[] DEFAULT NULL::uuid[], urgency text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.let_go(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $function$
;

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text, overrule boolean DEFAULT false, seen jsonb DEFAULT NULL::jsonb, corrections jsonb DEFAULT NULL::jsonb, refused text[] DEFAULT NULL::text[])
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  -- What its author wants changed, of an approved jersey.
  edit public.suggestions;
  parts jsonb;
  reason constant text := private.tidy(note);
begin
  perform private.check_moderation(decision, reason, overrule, corrections);

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
  perform private.check_undecided(jersey, edit, overrule, seen, refused);

  if overrule and decision = 'rejected' then
    -- What its author wanted of it is refused with it. Until it is approved they change the jersey itself.
    perform private.record_decision_on(edit) where edit.id is not null;
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
    jersey := private.correct_jersey(uncorrected, corrections);
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
    perform private.keep_corrections(uncorrected, jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION public.my_changes()
 RETURNS TABLE(since timestamp with time zone, kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  began timestamptz;
begin
  if member is null then
    raise insufficient_privilege using
      message = 'changes_denied', detail = 'Members read what changed for them.';
  end if;
  -- Who comes back within half an hour is on the same visit. The first time, a week is looked back.
  -- A suspended account, and a session without its second factor, reads and writes nothing: its visit isn't noted.
  select greatest(account.created_at, now() - interval '7 days') into began
  from auth.users account where account.id = member;
  insert into public.visits as visit (member_id, seen_at, since)
  select member, now(), began where began is not null and private.in_good_standing()
  on conflict on constraint visits_pkey do update set
    since = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.since end,
    seen_at = now()
  where visit.seen_at < now() - interval '5 minutes';
  select coalesce((select visit.since from public.visits visit where visit.member_id = member), began) into began;
  return query select began, changed.kind, changed.jersey_id, changed.team_id, changed.kit_type,
    case when changed.jersey_id is null then changed.amount else 1 end from private.changes_of(member, began, now(), 12) changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue(filter jsonb DEFAULT '{}'::jsonb, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamp with time zone, seen jsonb, is_mine boolean, member_id uuid, username text, display_name text, joined_at timestamp with time zone, accepted integer, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    where not to_check and report.status = 'open' and private.stands_for_all(report)
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
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = waiting.member_id and own.status in ('accepted', 'partly') and own.source is not null)
      + (select count(*)::integer from public.jerseys own where own.author_id = waiting.member_id and own.status = 'approved' and own.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(report, comment, jersey, commented)
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
end $function$
;

CREATE OR REPLACE FUNCTION public.reset_names(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  perform private.record_showcase(was.id, words);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_jerseys(query text, max_results integer DEFAULT 5)
 RETURNS SETOF public.jerseys
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.jersey_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  first_year integer;
  last_year integer;
  called uuid[];
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  -- An article at the end may begin the name of a team: "saint et". Then its jerseys are meant.
  if unfinished <> '{}' then
    called := array(
      select id from private.search_documents
      where kind = 'team' and words @@ (select private.search_query(asked || unfinished, 2))
      limit 100);
    if called <> '{}' then
      return query
        select best.*
        from unnest(called) team (id)
        cross join lateral (
          select jersey.* from public.jerseys jersey
          where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc
          limit wanted) best
        order by best.score desc, best.id desc
        limit wanted;
      return;
    end if;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  select min(year), max(case when starts_with(word, '~') then year + 9 else year end) into first_year, last_year
  from unnest(asked) word
  cross join lateral (
    select case
      when word ~ '^\d{4}$' then word::integer
      when starts_with(word, '~') then 10 * substr(word, 2)::integer end as year) worn;
  -- Colours and a year or a decade, and no other word: jerseys whose main colour it is come first, as in the catalogue.
  if first_year is not null and names_colors and not exists (
    select from unnest(asked) word
    where word !~ '^(~\d+|\d{4})$' and private.called_colors(word, false) = '{}')
  then
    found := private.colored_jerseys(asked, first_year, last_year, wanted);
  end if;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.showcase(username text)
 RETURNS TABLE(about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select stored.about,
    array(
      select team.id from unnest(stored.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    stored.with_wishes,
    (select count(*) from public.user_collections shelf
      join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
      where shelf.user_id = stored.member_id),
    own.copies, own.teams
  from public.showcases stored
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = stored.member_id and copy.removed_at is null) own
  where stored.member_id = private.open_showcase(showcase.username)
$function$
;

CREATE OR REPLACE FUNCTION public.suggest(target_type text, target_id uuid, changes jsonb, source text, photos jsonb DEFAULT '[]'::jsonb, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  dropped text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  locks_target boolean;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  -- What may be public at once, or replaces photos, is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]'
    and (select trust.is_trusted from private.trust_in(member) trust);
  locks_target := at_once or is_administrator or suggest.suggestion_id is not null;

  select found.target, found.present into target, present
  from private.lock_suggested(of_type, target, locks_target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  is_added := suggest.suggestion_id is null or (present ->> 'author_id')::uuid is not distinct from member;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- An author's own edits of texts and photos aren't counted until facts are suggested with them.
  if not (at_once or is_administrator) and (suggestion.status is distinct from 'open' or suggestion.source is null) then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and columns <> '{}' then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, case when not is_added then suggestion.id end);

  if suggestion.id is null then
    suggestion := private.insert_suggestion(of_type, target, present, wanted, columns, given, stated);
  else
    suggestion := private.change_suggestion(suggestion, present, wanted, columns, given, dropped, stated, is_added);
  end if;
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' and private.pending_keys(suggestion) = '{}' then
    update public.suggestions made
    set status = case when made.verdicts = '{}' then 'withdrawn' else private.outcome_of(made.verdicts) end
    where made.id = suggestion.id returning * into suggestion;
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns, given);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    suggestion := private.apply_verdicts(
      suggestion, (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key), null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.swap_daily_shirt(day date, jersey_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  wanted uuid := swap_daily_shirt.jersey_id;
  planned public.daily_shirts;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators choose what is shown.';
  end if;
  perform private.count_write('daily_swaps', 1);
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  select * into planned from public.daily_shirts stored where stored.day = swap_daily_shirt.day and stored.kind = 'shown';
  if not found or planned.day <= today then
    raise sqlstate 'PT409' using
      message = 'day_begun', detail = 'A day that has begun, or that isn''t drawn yet, has no other shirt.';
  end if;
  if wanted is null then
    wanted := private.choose_jersey('shown', planned.day);
  elsif private.is_shown_near(wanted, planned.day) or not exists (
    select from public.jerseys jersey where jersey.id = wanted and private.fits_a_day(jersey)) then
    wanted := null;
  end if;
  if wanted is null then
    raise sqlstate 'PT409' using
      message = 'jersey_unfit',
      detail = 'It needs a team and a photo, no open suggestion, and was not shown within two years.';
  end if;
  perform private.set_day(planned.day, wanted);
  perform private.draw_guesses();
end $function$
;

CREATE OR REPLACE FUNCTION public.try_guess(day date, team_id uuid, decade integer, player text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  drawn constant public.daily_shirts := private.guess_of_day(coalesce(try_guess.day, '-infinity'));
  named public.teams;
  playing uuid;
  game public.daily_guesses;
  judged jsonb;
begin
  -- Before the team: what is refused tells nothing about what was drawn.
  if try_guess.decade is null or try_guess.decade not between 1850 and 2100 or mod(try_guess.decade, 10) <> 0 then
    perform private.refuse('guess_decade_whole', 'A decade is named by its first year.');
  end if;
  select known.* into named from public.teams known where known.id = try_guess.team_id
    -- The drawn team stays the answer, whatever became of it.
    and (known.is_active or known.id = (drawn.facts ->> 'team_id')::uuid);
  if not found then
    perform private.refuse('guess_team_known', 'A try names an active team.');
  end if;
  playing := private.daily_player(player, true);
  -- The clock of the database, not of whoever plays.
  insert into public.daily_guesses (player_id, day, on_day)
  values (playing, drawn.day, drawn.day = private.day_at(now())) on conflict do nothing;
  select stored.* into game from public.daily_guesses stored
  where stored.player_id = playing and stored.day = drawn.day for update;
  if game.state <> 'open' then
    raise sqlstate 'PT409' using message = 'guess_over', detail = 'This game has ended.';
  elsif game.tries @> jsonb_build_array(jsonb_build_object('team_id', named.id, 'decade', try_guess.decade)) then
    raise sqlstate 'PT409' using message = 'guess_repeated', detail = 'This game has this try.';
  end if;
  judged := private.judge_try(drawn.facts, named, try_guess.decade);
  game.tries := game.tries || judged;
  game.state := case
    when (judged ->> 'team')::boolean and judged ->> 'when' = 'right' then 'won'
    when jsonb_array_length(game.tries) = 6 then 'lost'
    else 'open' end;
  update public.daily_guesses stored set
    tries = game.tries, state = game.state, on_day = private.game_counts(stored)
  where stored.player_id = playing and stored.day = drawn.day;
  return private.guess_state(drawn, playing);
end $function$
;

CREATE OR REPLACE FUNCTION public.undo(revision_id bigint DEFAULT NULL::bigint, batch_id uuid DEFAULT NULL::uuid, member uuid DEFAULT NULL::uuid, since timestamp with time zone DEFAULT NULL::timestamp with time zone, fields text[] DEFAULT NULL::text[], reason text DEFAULT NULL::text, dry_run boolean DEFAULT false, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(undo.reason);
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  total integer;
  batch bigint[];
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  made record;
  next jsonb;
begin
  perform private.check_undo(undo.revision_id, undo.batch_id, undo.member, undo.fields, given, is_dry, undo.after);
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
    select step.batch, step.of_type into batch, of_type
    from private.begin_undoing(undo.revision_id, undo.batch_id, undo.member, undo.since, undo.after, of_type) step;
  end if;
  waits_again := undo.batch_id is not null and not is_dry and private.is_batch_fresh(batch);
  made := private.undo_changes(batch, undo.fields, given, is_dry, waits_again, undo.revision_id is not null);
  perform private.notify_undone(made.announced, undo.member, given);
  perform private.forget_decisions(made.fresh);
  perform private.count_undone_imports(made.departures);
  next := case
    when is_dry or undo.revision_id is not null or made.fresh <> '{}' then null
    else private.next_undoing(batch, of_type, made.reached)
  end;
  if next is not null then
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when made.undone > cardinality(made.fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', made.undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(made.seen) item),
    'next', next);
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_decision(decided_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_images(array[decided_id]);
  perform from public.jerseys where id = decided_id for update;
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions known where known.row_id = decided_id and known.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true)
    or exists (
      select from public.revisions made where made.target_id = coalesce(suggestion.target_id, decided_id) and made.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision of the last seconds, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    update public.jerseys jersey
    set status = past.was ->> 'status', moderation_note = past.was ->> 'moderation_note',
      moderated_at = (past.was ->> 'moderated_at')::timestamptz, edited_at = (past.was ->> 'edited_at')::timestamptz
    where jersey.id = decided_id;
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  delete from public.notices notice where notice.created_at = moment and notice.due_at > clock_timestamp();
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  delete from public.jersey_votes vote using private.imported_votes brought
  left join public.jersey_redirects redirect on redirect.from_id = brought.jersey_id
  where brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (brought.jersey_id, redirect.into_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.wish_details(wish) = brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- What was taken back is no import more.
  delete from private.writes where id = (
    select written.id from private.writes written
    where written.member_id = own.owner_id and written.kind = 'imports' and written.at >= own.created_at
    order by written.at limit 1);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $function$
;

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo within seconds puts that back';

COMMENT ON COLUMN "public"."daily_guesses"."on_day" IS 'True for a game that began on its day, until it ends after the next noon: it counts for the streak';

COMMENT ON COLUMN "public"."jerseys"."colors" IS 'One to three of the fourteen named colours, the main one first; an empty list is replaced by the default colours (docs/product/jersey.md 23). Not hexadecimal, unlike teams.colors';

COMMENT ON FUNCTION "private"."add_copies"(public.collection_imports, private.import_line[], text[]) IS 'Adds the copies of imported lines, but of those that are gone or were imported before';

COMMENT ON FUNCTION "private"."begin_suggesting"(text, jsonb, jsonb) IS 'Refuses who may not suggest now, and what has not the shape of a suggestion; a member''s suggestions wait for each other';

COMMENT ON FUNCTION "private"."begin_undoing"(bigint, uuid, uuid, timestamp with time zone, jsonb, text) IS 'Counts an undoing, and locks the changes of its next step: `batch`, all of one kind of page';

COMMENT ON FUNCTION "private"."change_copies"(public.collection_imports, private.import_line[]) IS 'Changes the copies of imported lines, and keeps what they were for an undo';

COMMENT ON FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean) IS 'Adds to an open suggestion of the caller what they give now, or puts it in its place';

COMMENT ON FUNCTION "private"."check_moderation"(text, text, boolean, jsonb) IS 'Refuses what moderate_jersey() decides on no jersey: a caller without the right, a decision without its reason, corrections of no field';

COMMENT ON FUNCTION "private"."check_not_said"(uuid, text, uuid, jsonb) IS 'Refuses what another open suggestion of the caller says';

COMMENT ON FUNCTION "private"."check_room"(uuid) IS 'Refuses one more open suggestion of a member who has as many as they may have';

COMMENT ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text) IS 'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source';

COMMENT ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]) IS 'Refuses a decision on what was decided, or was changed since the reviewer saw it, unless an administrator overrules';

COMMENT ON FUNCTION "private"."check_undo"(bigint, uuid, uuid, text[], text, boolean, jsonb) IS 'Refuses what undo() can''t be asked for, whatever there is to undo';

COMMENT ON FUNCTION "private"."choose_duel"(date, text) IS 'The duel of a day, by docs/product/daily.md 28.33; nothing if the catalogue has no two jerseys for it';

COMMENT ON FUNCTION "private"."choose_in_season"(date, text, text, interval, double precision, text) IS 'Two jerseys of one season of a competition, or (kind `decade`) of two seasons of a decade; null if there are none';

COMMENT ON FUNCTION "private"."choose_jersey"(text, date, text) IS 'The jersey of a day and kind, by docs/product/daily.md 28.2 and 28.11; never one that the day has. Null without any that fits';

COMMENT ON FUNCTION "private"."choose_rivals"(date, text, interval, double precision, text) IS 'Two jerseys of two teams of one city and competition of a sport; null if there are none';

COMMENT ON FUNCTION "private"."colored_jerseys"(text[], integer, integer, integer) IS 'Public jerseys of these years whose main colour the words name, in the order of the catalogue';

COMMENT ON FUNCTION "private"."combining_marks"() IS 'Marks that stand above or below the letter before them, as a regular expression';

COMMENT ON FUNCTION "private"."correct_jersey"(public.jerseys, jsonb) IS 'Writes a reviewer''s corrections, and keeps them in words for the author''s notice';

COMMENT ON FUNCTION "private"."count_bulk"(uuid, timestamp with time zone, timestamp with time zone) IS 'How many jerseys of what a member follows imports added between two times; 1000 at most';

COMMENT ON FUNCTION "private"."describe_undone"(public.revisions, text[], jsonb) IS 'What private.notify_undone() tells of a change that was undone';

COMMENT ON FUNCTION "private"."detail_of_report"(public.reports, public.comments, public.jerseys, public.jerseys) IS 'What a reviewer reads of a report: `jersey` is what it is about, `commented` where its comment stands';

COMMENT ON FUNCTION "private"."divide_fields"(public.revisions, jsonb, uuid[], text[]) IS 'Which fields of a change go back, and which stay and why; of the asked fields only, if some are asked for';

COMMENT ON FUNCTION "private"."forget_decisions"(public.revisions[]) IS 'Decisions of which nobody was told yet are as if they had not been: their suggestions wait again';

COMMENT ON FUNCTION "private"."found_words"(text) IS 'The words by which a name is found: "D.C. United" also as "DC United", "Newell''s" also as "Newells"';

COMMENT ON FUNCTION "private"."game_counts"(public.daily_guesses) IS 'Whether a game counts for the streak, or will if it ends now: one that began on its day has until noon of the next';

COMMENT ON FUNCTION "private"."hold_what_is_named"(jsonb[]) IS 'Keeps the files and the names of new jerseys as they are until they are in';

COMMENT ON FUNCTION "private"."insert_each"(jsonb[]) IS 'Inserts imported jerseys; returns the keys of the lines that the database refuses';

COMMENT ON FUNCTION "private"."is_batch_fresh"(bigint[]) IS 'True if nobody was told of these changes of others yet, and all of them can go back';

COMMENT ON FUNCTION "private"."is_decided_by_another"(public.suggestions) IS 'True of a contested decision of the caller''s. An administrator decides anew after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."is_like_jersey"(text, uuid) IS 'Whether a jersey has these words, or ones that are like them: search also finds by colours and bold corrections';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'True if a text shows all of its characters, each in its line';

COMMENT ON FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys) IS 'Adds the corrections to the revision of the approval, so that an undo takes them back as well';

COMMENT ON FUNCTION "private"."line_candidates"(jsonb, uuid[], boolean) IS 'The five jerseys of these teams that are nearest to a line, those of the first teams first, whether it surely means one, and whether one has the team, time, kit and sport that the line says (`fits`)';

COMMENT ON FUNCTION "private"."lock_own_suggestion"(uuid, text, uuid, boolean) IS 'The caller''s suggestion that a new one replaces (`suggestion_id`) or is added to; null if it stands by itself, as a merge or removal (`ends_target`) does';

COMMENT ON FUNCTION "private"."lock_suggested"(text, uuid, boolean) IS 'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

COMMENT ON FUNCTION "private"."next_undoing"(bigint[], text, bigint) IS '`after` of the next call of undo(); null if this step was the last';

COMMENT ON FUNCTION "private"."own_copy"(public.copies) IS 'A copy of the caller''s with what its shirt is called';

COMMENT ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb) IS 'Makes a small correction of a trusted member public at once';

COMMENT ON FUNCTION "private"."record_row_revision"() IS 'Argument: the type of target. A direct write is an administrator''s correction';

COMMENT ON FUNCTION "private"."sum_outcomes"(jsonb[], text[]) IS 'The answer of import_jerseys(): what happened to each line, and how many lines that is of each kind';

COMMENT ON FUNCTION "private"."teams_among_words"(text) IS 'Teams that the most words in a row of a name call, where others stand beside them';

COMMENT ON FUNCTION "private"."trust_in"(uuid) IS 'Whether a member''s small corrections are public at once, with the figures: at least 20 suggestions decided within a year, 95 % of the last 50 accepted in full, no change undone within 30 days (docs/product/contribute.md 26.53)';

COMMENT ON FUNCTION "private"."type_after"(text) IS 'The kind of page that an undoing takes next';

COMMENT ON FUNCTION "private"."undo_changes"(bigint[], text[], text, boolean, boolean, boolean) IS 'Undoes a step of undo(), the newest change first, or says what would happen: the last one reached, how many went back, what the answer shows of each, what is announced, decisions of which nobody was told, and revisions that brought a jersey which is gone again';

COMMENT ON FUNCTION "private"."undo_size"(text) IS 'How many changes of one kind of page an undoing takes back in a step';

COMMENT ON FUNCTION "private"."unnamed"() IS 'The username of a member who chose none. In public it is shown as the word for member in the reader''s language';

COMMENT ON FUNCTION "private"."username_from"(text, text) IS 'The nearest allowed username, null if nothing of it is. It is never made from the e-mail address, which is private';

COMMENT ON FUNCTION "private"."visible"(text) IS 'A text without its hidden characters and its fifth mark on a letter; null when nothing is left';

COMMENT ON FUNCTION "private"."wanted_version"(text, jsonb, jsonb) IS 'A row with the suggested values, in the types of its table';

COMMENT ON FUNCTION "private"."whole_words"(text) IS 'A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen''s". Twin of wholeWords() in app/shared/domain/words.ts';

COMMENT ON FUNCTION "private"."worded_candidates"(jsonb) IS 'The jerseys, five at most, that search finds by all words of a line';

COMMENT ON FUNCTION "public"."decide"(uuid, jsonb, jsonb, jsonb) IS 'Accepts or refuses each part of what waits (a suggestion, or the submission of a jersey: part `jersey`), in one transaction, for reviewers. `seen`: as queue() gave it. `corrections`: other values of accepted fields. A value that changed since it was suggested is a conflict, unless its verdict says overwrite. Returns the state and the batch, by which undo() takes back what was accepted: none if nothing was, or if the caller may not; undo_decision() takes back the rest';

COMMENT ON FUNCTION "public"."import_copies"(uuid, jsonb, boolean) IS 'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys of lines that brought nothing: their jersey is gone, or the copy was changed since';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same (`kept`), and the sport of the team that it names. `kind` is `wish` or `vote`, none for a copy. At most 200 lines, of which 50 are searched';

COMMENT ON FUNCTION "public"."my_changes"() IS 'What changed for the caller since their last visit, and when that was; notes this visit of whoever may write';

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams; no row unless they show it';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; an own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Takes back the caller''s refusal, check or settled report as if it had not been, within private.undo_time(): nobody was told yet';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON TYPE "private"."import_line" IS 'A line of a batch, read; its place among all that are sent';

REVOKE ALL ON FUNCTION "private"."add_copies"(public.collection_imports, private.import_line[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_suggested_photos"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_suggesting"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_undoing"(bigint, uuid, uuid, timestamp with time zone, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_copies"(public.collection_imports, private.import_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_moderation"(text, text, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_said"(uuid, text, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_room"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undo"(bigint, uuid, uuid, text[], text, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_duel"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_in_season"(date, text, text, interval, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_jersey"(text, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_rivals"(date, text, interval, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."colored_jerseys"(text[], integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_jersey"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_bulk"(uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_undone"(public.revisions, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_of_report"(public.reports, public.comments, public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_of_submission"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."divide_fields"(public.revisions, jsonb, uuid[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_decisions"(public.revisions[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."game_counts"(public.daily_guesses) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_what_is_named"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_time"(public.collection_imports, timestamp with time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_each"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_suggestion"(text, uuid, jsonb, jsonb, text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_batch_fresh"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_decided_by_another"(public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_like_jersey"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_jersey"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_like_team"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_like_team"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_shirts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_shirts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_own_suggestion"(uuid, text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggested"(text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_undoing"(bigint[], text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_copy"(public.copies) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_copy"(public.copies) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_outcomes"(jsonb[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."teams_among_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_among_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."teams_of_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_of_line"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."type_after"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_changes"(bigint[], text[], text, boolean, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_size"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_version"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."joining_photos"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."joining_photos"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_decision"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_decision"(uuid) TO "service_role";

set check_function_bodies = on;
-- end

-- accepted: all of it: because no server of an earlier release runs beside this one
drop index public.jerseys_alike;

-- The words of names with initials, possessives, and of countries with another name. They are stored.
update public.team_aliases set alias = alias where private.whole_words(alias) <> alias;

select private.refresh_search(kind, array_agg(id))
from private.searchable
where private.whole_words(text) <> text
  or text ~ '\m(UAE|RDC|Czech|Holland|Swaziland|East|Turkey|Taipei|EEUU)\M'
group by kind;
