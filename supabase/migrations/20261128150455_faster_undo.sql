-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer);

CREATE OR REPLACE FUNCTION private.departure_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
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
      when private.used_by_members(gone.id) is not null then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys gj on gj.jersey_id = gone.id
$function$
;

CREATE OR REPLACE FUNCTION private.differs("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE WHEN ("column" = 'photos'::text) THEN (private.photos_in((was -> 'photos'::text), (becomes -> 'photos'::text)) IS DISTINCT FROM private.photos_in((becomes -> 'photos'::text), (was -> 'photos'::text))) ELSE ((was -> "column") IS DISTINCT FROM (becomes -> "column")) END OR ((private.name_column("column") IS NOT NULL) AND (NULLIF((becomes -> "column"), 'null'::jsonb) IS NULL) AND ((was -> private.name_column("column")) IS DISTINCT FROM (becomes -> private.name_column("column")))))
;

CREATE OR REPLACE FUNCTION private.follow_undoing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if undone.kind <> 'trusted' and undone.undoes is null or exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select revision.suggestion_id from public.revisions revision where revision.id = undone.undoes and revision.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_undone(revision_id bigint, field text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.name_column("column" text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE "column" WHEN 'team_id'::text THEN 'team'::text WHEN 'brand_id'::text THEN 'brand'::text ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION private.note_departures(jerseys uuid[], into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  select jersey.id, private.current_batch(), case when into_jersey is null then 'removal' else 'merge' end, into_jersey, jersey.title,
    jersey.team, coalesce(season.name, jersey.year::text), note_departures.reason, note_departures.urgency, now() + private.undo_period()
  from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
  where jersey.id = any (jerseys)
$function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked text := jsonb_build_array('competition', line -> 'competition', line -> 'league', line -> 'competition_id');
  competition jsonb := memo -> asked;
  season jsonb;
  brand jsonb;
  team jsonb;
  -- The team, and the competition, which a line may leave out.
  found jsonb;
begin
  if competition is null then
    competition := private.resolve_competition(line);
    memo := memo || jsonb_build_object(asked, competition);
  end if;
  asked := jsonb_build_array('season', line -> 'season', line -> 'year', line -> 'season_id');
  season := memo -> asked;
  if season is null then
    season := private.resolve_season(line);
    memo := memo || jsonb_build_object(asked, season);
  end if;
  asked := jsonb_build_array('brand', line -> 'brand', line -> 'as_written', line -> 'brand_id');
  brand := memo -> asked;
  if brand is null then
    brand := private.resolve_brand(line);
    memo := memo || jsonb_build_object(asked, brand);
  end if;
  asked := jsonb_build_array(
    'team', line -> 'team', line -> 'team_competition', line -> 'as_written', line -> 'team_id', line -> 'league', line -> 'competition',
    line -> 'competition_id', season -> 'id');
  found := memo -> asked;
  if found is null then
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
    if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
      competition := private.resolve_competition(jsonb_build_object('competition_id', (
        select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
    end if;
    found := jsonb_build_object('team', team, 'competition', competition);
    memo := memo || jsonb_build_object(asked, found);
  end if;
  found := found || jsonb_build_object('season', season, 'brand', brand);
  competition := found -> 'competition';
  team := found -> 'team';
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(found) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'title', private.tidy(line ->> 'title'), 'year', private.tidy(line ->> 'year'),
      'edition', private.tidy(line ->> 'edition'), 'kit_type', line ->> 'kit_type', 'colors', line -> 'colors',
      'description', private.tidy(line ->> 'description'), 'external_link', private.tidy(line ->> 'external_link'),
      'price', private.tidy(line ->> 'price'), 'created_at', line ->> 'created_at')));
end $function$
;

CREATE OR REPLACE FUNCTION private.record_arrival(kind text, jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.arrivals as arrival (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or record_arrival.kind = 'jersey'
        and exists (select from private.imported_jerseys ij where ij.jersey_id = jersey.id)
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where arrival.kind = 'photo'
$function$
;

CREATE OR REPLACE FUNCTION private.resolve_brand(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
  asked_text constant text := private.fold(asked_name);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'brand_id') then
    select jsonb_agg(jsonb_build_object('id', brand.id, 'name', brand.name, 'place', 1)) into found
    from public.brands brand where brand.id = (line ->> 'brand_id')::uuid;
  elsif asked_name is null then
    return '{}';
  elsif line -> 'as_written' ? 'brand' then
    return jsonb_build_object('name', asked_name);
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'place', one.place)) into found
    from (
      select brand.id, brand.name, rank() over (order by brand.name <> asked_name) as place
      from public.brands brand where brand.search_text = asked_text) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, asked_text) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_competition(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Variables: in the queries they would be computed for every row.
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_slug constant text := private.slug(asked_name);
  asked_text constant text := private.fold(asked_name);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', competition.id, 'name', competition.name, 'league', competition.league, 'place', 1)) into found
    from public.competitions competition where competition.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = asked_slug or competition.search_text = asked_text)
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, asked_text) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_team(line jsonb, competition uuid, league text, season uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_text constant text := private.fold(asked_name);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, c.name as hint, rank() over (order by
        private.fold(team.name) <> asked_text, team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition
            and ts.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions c on c.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or c.league = resolve_team.league)
        and (asked_home is null or c.slug = private.slug(asked_home)
          or c.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, c.name as hint,
          greatest(extensions.similarity(private.fold(team.name), asked_text),
            extensions.similarity(private.fold(team.short_name), asked_text)) as likeness
        from public.teams team join public.competitions c on c.id = team.competition_id
        where resolve_team.league is null or c.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
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
  imported bigint[] := '{}';
  refused bigint[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions r_own where r_own.id = any (batch)
    order by case when is_dry then r_own.target_id end, r_own.id desc
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
    if back <> '{}' and not is_dry and revision.kind = 'imported' then
      -- Together, below: nothing older is about the jersey.
      imported := imported || revision.id;
    elsif back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions r_beside
          where r_beside.id = any (batch) and r_beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
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
  if imported <> '{}' then
    refused := private.undo_imported(imported, reason);
    undone := undone + cardinality(imported) - cardinality(refused);
    departures := departures || array(select unnest(imported) except select unnest(refused));
    seen := array(
      select case when (item ->> 'id')::bigint = any (refused) then item || '{"back": [], "stays": {"jersey": "refused"}}' else item end
      from unnest(seen) item);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_imported(revision_ids bigint[], reason text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.undoable_revisions(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, of_type text, before_id bigint, most integer)
 RETURNS TABLE(id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select revision.id from public.revisions revision
    where %s and ($2 is null or revision.target_type = $2) and ($3 is null or revision.id < $3)
    order by revision.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'revision.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'revision.batch_id = $1::uuid'
      else 'revision.contributor_id = $1::uuid and revision.kind <> ''approved'' and ($5 is null or revision.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $function$
;

CREATE OR REPLACE FUNCTION private.withhold_photos(jerseys uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Photos that were undone still wait for their undoing.
  select private.withhold_files(array(
    select path from public.jersey_images image where image.jersey_id = any (jerseys)
    union
    select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = any (jerseys)), true)
$function$
;

COMMENT ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) IS 'Notes what departs of jerseys that are merged or removed';

COMMENT ON FUNCTION "private"."undo_imported"(bigint[], text) IS 'Takes the jerseys of an import off the site that came by these revisions, all at once; returns the revisions that the database refuses to undo. The caller holds the locks';

COMMENT ON FUNCTION "private"."withhold_photos"(uuid[]) IS 'Withholds the photos of jerseys that are hidden from the public';

REVOKE ALL ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_imported"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold_photos"(uuid[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
