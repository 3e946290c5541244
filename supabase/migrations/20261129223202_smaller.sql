-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."is_copy_of_line"(public.copies, jsonb);

DROP FUNCTION "private"."search_query"(text[], integer);

DROP FUNCTION "private"."search_query"(text[], integer, boolean);

DROP FUNCTION "public"."report_resolvers"(uuid[]);

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken_down constant text[] := private.taken_down_titles(own.owner_id);
begin
  with added as (
    insert into public.copies
    select new_copy.* from unnest(batch) batch
    cross join lateral jsonb_populate_record(batch.copy, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', own.owner_id, 'former_jersey', batch.facts || case when private.fold(batch.facts ->> 'title') = any (taken_down) then '{"unsaid": true}' else '{}' end::jsonb,
      'jersey_id', case when batch.facts is null then (batch.copy).jersey_id end,
      'created_at', private.import_time(own, (batch.copy).created_at, batch.place), 'updated_at', now())) new_copy
    where not batch.is_change and not batch.was_done and batch.key <> all (gone)
    order by batch.place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_corrections(decision text, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  elsif not private.has_shape(corrections, private.correctable_columns('jersey')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, colors and product_codes with a list: '
        || array_to_string(private.correctable_columns('jersey'), ', ') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_jersey_id(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_jersey_id_taken(check_jersey_id.id) then
    perform private.refuse_id('jerseys', check_jersey_id.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_shape(target_type text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.suggestable_columns(target_type) is null or private.has_shape(
      changes, private.suggestable_columns(target_type)
        || case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) is distinct from true
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    or changes ? 'removed' and (jsonb_typeof(changes -> 'removed') <> 'array'
      or jsonb_path_exists(changes, 'strict $.removed[*] ? (@.type() != "string")'))
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors and product_codes with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
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
  perform private.check_reviewer();
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    or after ->> 'total' !~ '^\d{1,6}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions decision
      where decision.table_name = 'undoings' and decision.row_id::text = after ->> 'batch_id' and decision.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and not private.is_reason(reason, 3) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason is one of the list, or has 3 to 500 characters.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif member is not null and not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    and not private.has_administrator(beside => member) then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Images before what they belong to, as in a decision.
  perform from public.jersey_images image join public.suggestions suggestion on suggestion.id = image.suggestion_id
  where suggestion.member_id = member order by image.id for update of image;
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions deletion set held_for = null, retry_at = now()
  where deletion.bucket_id = 'jerseys' and deletion.name collate "C" >= member || '/' and deletion.name collate "C" < member || '0'
    and not exists (select from public.jersey_images image where image.path = deletion.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $function$
;

CREATE OR REPLACE FUNCTION private.id_of_line(id text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_uuid(id) and not exists (select from public.jerseys jersey where jersey.id = id_of_line.id::uuid)
      and not private.is_jersey_id_taken(id::uuid)
    then id_of_line.id::uuid
    else gen_random_uuid() end
$function$
;

CREATE OR REPLACE FUNCTION private.is_copy_of_line(copy public.copies, said jsonb, teams jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not (
    coalesce(said ->> 'season' <> coalesce(season.code, copy.former_jersey ->> 'season'), false)
    or coalesce(said ->> 'kit_type' <> coalesce(jersey.kit_type, copy.former_jersey ->> 'kit_type'), false)
    or coalesce(private.slug(private.said_text(said, 'team')) <> private.slug(coalesce(jersey.team, copy.former_jersey ->> 'team')), false)
      and case when jersey.id is null
        then not is_copy_of_line.teams @> jsonb_build_object(
          coalesce(copy.former_jersey ->> 'league', ''), copy.former_jersey ->> 'team')
        else coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true) end)
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
$function$
;

CREATE OR REPLACE FUNCTION private.is_jersey_id_taken(id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_redirects where from_id = is_jersey_id_taken.id)
    or exists (select from public.suggestions where suggestions.id = is_jersey_id_taken.id)
    or exists (select from public.gone_jerseys where jersey_id = is_jersey_id_taken.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = is_jersey_id_taken.id::text and action = 'insert'
        and actor_id is distinct from auth.uid())
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
      and document.words @@ private.search_query(private.jersey_words(is_like_jersey.said), 2)
    union all
    select from public.jerseys jersey
    where jersey.id = is_like_jersey.jersey and cardinality(private.jersey_words(is_like_jersey.said)) > 0
      and extensions.strict_word_similarity(
        private.fold(is_like_jersey.said), private.fold(concat_ws(' ', jersey.title, jersey.team))) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.line_list(line jsonb, fact text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select value from jsonb_array_elements_text(nullif(line -> fact, 'null')) with ordinality as one (value, place) order by place)
$function$
;

CREATE OR REPLACE FUNCTION private.search_query(words text[], attempt integer, with_colors boolean DEFAULT false)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Words hold letters and digits only, marks of decades a ~ more, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) and not starts_with(word, '~') then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.prefix_matches(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 and not starts_with(word, '~') then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$function$
;

CREATE OR REPLACE FUNCTION private.taken_down_titles(member uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct private.fold(copy.former_jersey ->> 'title') from public.copies copy
    where copy.owner_id = taken_down_titles.member and not private.is_shown_own(copy.former_jersey))
$function$
;

CREATE OR REPLACE FUNCTION private.tidy_own_shirt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('copies_own_shirt', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  if private.fold(new.former_jersey ->> 'title') = any (private.taken_down_titles(new.owner_id)) then
    new.former_jersey := new.former_jersey || '{"unsaid": true}';
  end if;
  return new;
end $function$
;

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
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    team_name := left(line #>> '{jersey,team}', 120);
    if team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
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
      'known', known, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', kept -> ordinality::text) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_reports(report_ids uuid[], done text DEFAULT NULL::text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, into_id uuid DEFAULT NULL::uuid, urgency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(note);
  report public.reports;
  settled uuid[];
begin
  perform private.check_reviewer();
  select r_asked.* into report from public.reports r_asked
  where r_asked.id = any (report_ids) and r_asked.status = 'open' and private.may_settle(r_asked)
  order by array_position(report_ids, r_asked.id) limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then settle_reports.done end)
    when 'corrected' then
      perform private.correct_reported(report.target_id, settle_reports.changes, coalesce(given, 'wrong'));
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = coalesce(given, 'off_topic') where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
      -- A merge has led them to the jersey that stays.
      and r_closed.target_id in (report.target_id, settle_reports.into_id)
    returning r_closed.id)
  select array_agg(id) into settled from closed;
  perform private.set_change('undoable', null);
  if settled is null then
    if exists (select from public.reports where id = any (report_ids) and status = 'open') then
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself.';
    end if;
    raise sqlstate 'PT409' using
      message = 'report_decided', detail = jsonb_build_object('username', (
        select profile.username from public.profiles profile
        where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())))::text;
  end if;
  return jsonb_build_object('settled', settled, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.sweep_audit_log(older_than interval DEFAULT '2 years'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.is_jersey_id_taken).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert');
  get diagnostics gone = row_count;
  return gone;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_colors(team_id uuid)
 RETURNS TABLE(decade integer, color text, kits bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO ''
AS $function$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. The other kit
  -- types have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select tkc.year, best.color
    from private.team_kit_counts tkc
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.year = tkc.year
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year > 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts tkc
    join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.season_id = tkc.season_id and jersey.year is null
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year = 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits(team_id uuid)
 RETURNS TABLE(year integer, kit_type text, jerseys bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select coalesce(left(season.code, 4)::integer, tkc.year), private.kit_of(tkc.kit_type_slug),
    sum(tkc.jerseys)::bigint
  from private.team_kit_counts tkc
  left join public.seasons season on season.id = tkc.season_id and season.is_active
  where tkc.team_id = team_kits.team_id
    and (tkc.year > 0 or season.id is not null)
  group by 1, 2
  order by 1 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits_near(team_id uuid, year_from integer, year_to integer, kit_type text DEFAULT NULL::text, max_results integer DEFAULT 6)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  -- First which years have jerseys; only the nearest are read.
  with near as (
    select tkc.year, tkc.season_id, tkc.kit_type_slug, dated.distance
    from private.team_kit_counts tkc
    left join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, tkc.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where tkc.team_id = team_kits_near.team_id
      and (tkc.year > 0 or season.id is not null)
      and private.kit_of(tkc.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(tkc.kit_type_slug))
    order by dated.distance, tkc.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$function$
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
  -- Counted once: an import of 20,000 jerseys has a hundred steps.
  total := coalesce((undo.after ->> 'total')::integer, (
    select count(*)
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000)));
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
  if not is_dry and undo.revision_id is null and made.fresh = '{}'
    and (of_type <> 'competition' or made.reached > batch[cardinality(batch)] or cardinality(batch) = 200) then
    next := jsonb_build_object('target_type', of_type, 'id', made.reached, 'batch_id', private.current_batch(), 'total', total);
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

COMMENT ON COLUMN "public"."reports"."resolved_by" IS 'Always null: reporters read this table';

COMMENT ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) IS 'False if a line says another team, season or kit than the shirt of this copy. `teams`: what the catalogue calls the team that it names';

COMMENT ON FUNCTION "private"."is_jersey_id_taken"(uuid) IS 'True for an id that a suggestion has, that leads to another jersey, or that another member''s jersey had';

COMMENT ON FUNCTION "private"."kit_type_names"(text) IS 'How the four languages call a kit type: at least the labels in app/shared/messages';

COMMENT ON FUNCTION "private"."pattern_names"(text) IS 'How the four languages call a pattern: at least the labels in app/shared/messages; nothing for a plain shirt';

COMMENT ON FUNCTION "private"."search_query"(text[], integer, boolean) IS 'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name. Marks of decades stay as they are';

COMMENT ON FUNCTION "private"."taken_down_titles"(uuid) IS 'Folded titles of a member''s shirts that aren''t shown: whoever says one again doesn''t show it again';

COMMENT ON INDEX "public"."comments_of_author" IS 'A member''s comments, newest first: moderation';

COMMENT ON INDEX "public"."reports_of_reporter" IS 'A member''s own reports, newest first: contributions';

REVOKE ALL ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_jersey_id_taken"(uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
