ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'submission_merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text, 'owned'::text]))) NOT VALID;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."judged_line"(jsonb, uuid);

DROP FUNCTION "private"."read_jersey_line"(jsonb);

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
  suggested constant jsonb := suggestion.words;
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
      select coalesce(jsonb_object_agg(name, given -> name || jsonb_build_object(
        'corrected', true, 'suggested', suggested -> name -> 'after')), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions s_decided
  set verdicts = s_decided.verdicts || given, status = private.outcome_of(s_decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where s_decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.retire_jersey(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    perform private.apply_suggestion(suggestion, accepted);
    if corrections is null and suggestion.status = 'accepted' and suggestion.kind = 'edit' then
      perform private.accept_alike(array(
        select s_alike.id from public.suggestions s_alike
        where s_alike.target_type = suggestion.target_type and s_alike.target_id = suggestion.target_id
          and s_alike.kind = 'edit' and s_alike.changes = suggestion.changes
          and not exists (select from public.jersey_images image where image.suggestion_id = s_alike.id)), suggestion.target_id);
    end if;
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'));
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
  movable record;
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
    update public.jersey_images image set jersey_id = gone, position = (mr.stored ->> 'position')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      -- Not another one that took its id.
      and image.version = (mr.stored ->> 'version')::uuid
      and image.jersey_id = kept and image.suggestion_id is null;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
  -- What was done about them doesn't hold any more.
  update public.reports set done = 'other' where jersey_id = gone and done in ('merged', 'removed');
end $function$
;

CREATE OR REPLACE FUNCTION private.decidable_by(reviewer uuid)
 RETURNS TABLE(kind text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select waiting.kind, waiting.since
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and not private.is_for_another(waiting.suggestion, reviewer)
    and (caller.is_admin or waiting.member_id is distinct from reviewer
      and (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
      and not exists (
        select from public.jerseys
        where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
$function$
;

CREATE OR REPLACE FUNCTION private.judged_line(line jsonb, own uuid, names jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read constant jsonb := private.read_jersey_line(line, names);
  refusals jsonb := read -> 'refusals';
  known uuid;
  twins jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select private.jersey_now(ij.jersey_id) into known
  from private.imported_jerseys ij where ij.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  return jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  movable record;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'));

  perform private.set_change('moving', 'true');
  for movable in select * from private.movable_rows() loop
    -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
    execute format($query$
      with moved as (
        update public.%1$I row_ set %2$I = $2
        where row_.%2$I = $1 and not exists (select from public.%1$I other where other.%2$I = $2 and other.%4$I = row_.%4$I)
        returning row_.%3$I as id, %5$s as member)
      insert into private.moved_rows (jersey_id, relation, row_id, member_id) select $1, %1$L, id, member from moved$query$,
      movable.relation, movable.jersey, movable.id, movable.same, movable.member)
    using from_jersey, into_jersey;
  end loop;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    -- Whoever reported it is told of the jersey that they saw.
    update public.reports report
    set target_id = into_jersey,
      reported_name = coalesce(reported_name, (select title from public.jerseys where id = from_jersey))
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(from_jersey, into_jersey) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, jsonb_build_object('position', next.position, 'version', image.version) as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, was from moved;

  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.names_in_line(line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.pick_columns(line, array[
    'competition', 'competition_id', 'league', 'season', 'season_id', 'year', 'team', 'team_id', 'team_competition',
    'brand', 'brand_id', 'as_written'])
$function$
;

CREATE OR REPLACE FUNCTION private.names_of_lines(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(named.line::text, private.resolve_names(named.line)), '{}')
  from (select distinct private.names_in_line(value) as line from jsonb_array_elements(lines)) named
$function$
;

CREATE OR REPLACE FUNCTION private.notify_members_with_jersey(jersey_id uuid, outcome text, subject uuid, title text, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
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
  ) holder (id);
end $function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, names jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant jsonb := names -> private.names_in_line(line)::text;
  team constant jsonb := named -> 'team';
  brand constant jsonb := named -> 'brand';
begin
  return jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(named) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', named #> '{competition,league}', 'competition_id', named #> '{competition,id}', 'season_id', named #> '{season,id}',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $function$
;

CREATE OR REPLACE FUNCTION private.readable_verdicts(suggestion public.suggestions, verdicts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when verdict.key like 'photo:%' then 'image' else regexp_replace(verdict.key, '_id$', '') end,
      'before', case when image.suggestion_id is null and image.id is not null then image.url
        else private.as_text(suggestion.words -> verdict.key -> 'before') end,
      'after', case when image.suggestion_id is not null then image.url
        when image.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
      || case when verdict.value ? 'suggested'
        then jsonb_build_object('suggested', private.as_text(verdict.value -> 'suggested')) else '{}' end
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images image
    on image.jersey_id = suggestion.target_id and private.photo_key(image.id) = verdict.key
$function$
;

CREATE OR REPLACE FUNCTION private.resolve_names(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  competition jsonb := private.resolve_competition(line);
  season constant jsonb := private.resolve_season(line);
  team constant jsonb := private.resolve_team(
    line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
begin
  -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
  if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
    competition := private.resolve_competition(jsonb_build_object('competition_id', (
      select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
  end if;
  return jsonb_build_object(
    'competition', competition, 'season', season, 'team', team, 'brand', private.resolve_brand(line));
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
    from_jersey, case when into_jersey is null then 'taken_down' when jersey.status = 'approved' then 'merged' else 'submission_merged' end,
    into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_alike(array(
      select suggestion.id from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and (
        suggestion.target_id = from_jersey and suggestion.changes ->> 'merge_into' = into_jersey::text
        or suggestion.target_id = into_jersey and suggestion.changes ->> 'merge_into' = from_jersey::text)), into_jersey);
  else
    perform private.keep_copies(jersey);
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

CREATE OR REPLACE FUNCTION private.waiting_for(reviewer uuid, OUT amount integer, OUT oldest timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select count(*)::integer, min(since) from private.decidable_by(reviewer) $function$
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
  names jsonb;
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
  select cb.result into known from private.catalogue_batches cb
  where cb.import_id = own.id and cb.batch = import_jerseys.batch;
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

  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, own.id, names);
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

CREATE OR REPLACE FUNCTION public.match_jerseys(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line jsonb;
  names jsonb;
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.check_importer();
  perform private.check_lines(lines);
  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, null, names);
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.member_file(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := member_file.member_id;
  -- The newest of each kind; the figures count all.
  most constant integer := 20;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read a member''s file.';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  return private.account_for_review(member) || jsonb_build_object(
    'jerseys', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'rejected'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'reason', moderation_note,
          'status', coalesce((
            select case gj.kind when 'merge' then 'merged' else 'removed' end from public.gone_jerseys gj
            where gj.jersey_id = own.id and not own.is_active), status),
          'jersey_id', case when status = 'approved' and is_active then id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.jerseys where author_id = member) own),
    'suggestions', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'refused'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'status', status, 'kind', kind,
          'reason', (
            select string_agg(distinct private.stored_reason(verdict.value), ', ') from jsonb_each(own.verdicts) verdict
            where verdict.value -> 'accepted' = 'false'),
          'jersey_id', case when target_type = 'jersey' then target_id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (
        select *, row_number() over (order by created_at desc, id) as place
        from public.suggestions suggestion where suggestion.member_id = member) own),
    'comments', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where hidden_reason is not null),
        'to_hide', count(*) filter (where not is_hidden or hidden_reason is null),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', own.id, 'at', own.created_at, 'title', own.body, 'jersey_id', own.jersey_id,
          'status', case when not is_hidden then 'shown' when hidden_reason is null then 'waiting' else 'hidden' end,
          'reason', hidden_reason) order by own.created_at desc, own.id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.comments where author_id = member) own),
    'reports_by', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'dismissed'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report where report.reporter_id = member) own),
    'reports_about', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'upheld'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report
        where jersey_id in (select id from public.jerseys where author_id = member)
          or comment_id in (select id from public.comments where author_id = member)
          or profile_id = member
          or target_type = 'list' and private.reported_author(report) = member) own));
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(waiting integer, typical_hours numeric, oldest timestamp with time zone, by_kind jsonb, to_check integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with decidable as (select kind, since from private.decidable_by(auth.uid()))
  select (select count(*)::integer from private.waiting where not to_check and kind not in ('report', 'comment')),
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
    case when caller.is_reviewer then (select min(since) from decidable) end,
    case when caller.is_reviewer then (
      select jsonb_object_agg(kind, amount) from (select kind, count(*) as amount from decidable group by kind) counted) end,
    case when caller.is_reviewer then (select count(*)::integer from private.waiting where to_check) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$function$
;

COMMENT ON COLUMN "public"."reports"."reported_name" IS 'Of a member or a list: the name or title that others saw when it was reported. It may have been replaced since. Of a jersey that was merged since: its title';

COMMENT ON FUNCTION "private"."decidable_by"(uuid) IS 'What of the queue a reviewer can decide: the rows that aren''t `is_mine`. Every count that a reviewer sees is of these';

COMMENT ON FUNCTION "private"."names_in_line"(jsonb) IS 'What of a line names rows of the catalogue';

COMMENT ON FUNCTION "private"."names_of_lines"(jsonb) IS 'What the names in the lines of a batch mean, each once: most lines name the same, and the nearest to an unknown one take long to find';

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text) IS 'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone, also by a report. To be called while the rows are the jersey''s';

COMMENT ON FUNCTION "private"."read_jersey_line"(jsonb, jsonb) IS 'The row that a line stands for, and why it is refused';

COMMENT ON FUNCTION "private"."readable_verdicts"(public.suggestions, jsonb) IS 'Verdicts for their reader: field, before, after, accepted, reason, note; of a corrected field also what was suggested. To be called before they take effect on photos';

COMMENT ON FUNCTION "public"."queue_figures"() IS 'How much waits (reports and comments apart), and within how many hours the latest hundred were decided typically (the median; null before the first). For reviewers also of what they can decide since when, and how much of each kind; and how much is public and to be looked at';

REVOKE ALL ON FUNCTION "private"."decidable_by"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judged_line"(jsonb, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_in_line"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_of_lines"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_jersey_line"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_names"(jsonb) FROM PUBLIC;

set check_function_bodies = on;
-- end
