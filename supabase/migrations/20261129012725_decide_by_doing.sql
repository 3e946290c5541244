-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "public"."reports" ADD COLUMN "done" text;

-- Reasons were words of four lists in four languages, and one list of names: they become names of one list.
create temporary table led_over (words text primary key, name text) on commit drop;
insert into led_over values
  ('C’est le même maillot, deux fois au catalogue.', 'duplicate'),
  ('Il a été proposé deux fois par la même personne.', 'duplicate'),
  ('Les photos montrent le même maillot.', 'duplicate'),
  ('Le contenu est offensant.', 'offensive'),
  ('Le contenu est illicite.', 'offensive'),
  ('Ce n’est pas un maillot.', 'off_topic'),
  ('C’est de la publicité indésirable.', 'off_topic'),
  ('Ce maillot n’a jamais existé.', 'wrong'),
  ('Les droits sur les photos ne sont pas établis.', 'rights'),
  ('C’était une erreur.', 'wrong'),
  ('Ce qui était écrit avant est exact.', 'wrong'),
  ('Rien ne le confirme.', 'no_source'),
  ('C’est du vandalisme.', 'off_topic'),
  ('It is the same jersey, twice in the catalogue.', 'duplicate'),
  ('The same person submitted it twice.', 'duplicate'),
  ('The photos show the same jersey.', 'duplicate'),
  ('The content is offensive.', 'offensive'),
  ('The content is unlawful.', 'offensive'),
  ('This is not a jersey.', 'off_topic'),
  ('This is unwanted advertising.', 'off_topic'),
  ('This jersey never existed.', 'wrong'),
  ('The rights to the photos are not established.', 'rights'),
  ('It was a mistake.', 'wrong'),
  ('What was there before is right.', 'wrong'),
  ('Nothing confirms it.', 'no_source'),
  ('This is vandalism.', 'off_topic'),
  ('Es la misma camiseta, dos veces en el catálogo.', 'duplicate'),
  ('La misma persona la envió dos veces.', 'duplicate'),
  ('Las fotos muestran la misma camiseta.', 'duplicate'),
  ('El contenido es ofensivo.', 'offensive'),
  ('El contenido es ilícito.', 'offensive'),
  ('No es una camiseta.', 'off_topic'),
  ('Es publicidad no deseada.', 'off_topic'),
  ('Esta camiseta nunca existió.', 'wrong'),
  ('Los derechos sobre las fotos no están acreditados.', 'rights'),
  ('Ha sido un error.', 'wrong'),
  ('Lo que ponía antes es correcto.', 'wrong'),
  ('Nada lo confirma.', 'no_source'),
  ('Es vandalismo.', 'off_topic'),
  ('É a mesma camisa, duas vezes no catálogo.', 'duplicate'),
  ('A mesma pessoa enviou a camisa duas vezes.', 'duplicate'),
  ('As fotos mostram a mesma camisa.', 'duplicate'),
  ('O conteúdo é ofensivo.', 'offensive'),
  ('O conteúdo é ilícito.', 'offensive'),
  ('Não é uma camisa.', 'off_topic'),
  ('É publicidade indesejada.', 'off_topic'),
  ('Esta camisa nunca existiu.', 'wrong'),
  ('Os direitos sobre as fotos não estão comprovados.', 'rights'),
  ('Foi um engano.', 'wrong'),
  ('O que estava escrito antes está certo.', 'wrong'),
  ('Nada confirma isso.', 'no_source'),
  ('É vandalismo.', 'off_topic');
alter table public.reports disable trigger user;
alter table public.suggestions disable trigger user;
alter table public.revisions disable trigger user;
alter table public.gone_jerseys disable trigger user;
alter table public.notices disable trigger user;
alter table public.jerseys disable trigger user;
update public.reports report set done = case
  when report.target_type in ('comment', 'list') then 'hidden' else 'other' end where report.status = 'upheld';
update public.revisions revision set reason = led.name || case when revision.reason = led.words then '' else ': ' || ltrim(substr(revision.reason, char_length(led.words) + 1)) end
from led_over led where revision.kind in ('merge', 'removal', 'undo') and starts_with(revision.reason, led.words);
update public.gone_jerseys gj set reason = led.name || case when gj.reason = led.words then '' else ': ' || ltrim(substr(gj.reason, char_length(led.words) + 1)) end
from led_over led where starts_with(gj.reason, led.words);
update public.notices notice set note = led.name || case when notice.note = led.words then '' else ': ' || ltrim(substr(notice.note, char_length(led.words) + 1)) end
from led_over led where notice.outcome in ('merged', 'taken_down', 'brought_back', 'undone') and starts_with(notice.note, led.words);
update public.suggestions suggestion set verdicts = replace(suggestion.verdicts::text, '"reason": "unsure"', '"reason": "no_source"')::jsonb
where suggestion.verdicts::text like '%"reason": "unsure"%';
update public.notices notice set changes = replace(notice.changes::text, '"reason": "unsure"', '"reason": "no_source"')::jsonb
where notice.changes::text like '%"reason": "unsure"%';
update public.notices notice set note = 'no_source' || substr(notice.note, 7) where notice.outcome in ('rejected', 'undone') and notice.note ~ '^unsure(: |$)';
update public.revisions revision set reason = 'no_source' || substr(revision.reason, 7) where revision.kind = 'undo' and revision.reason ~ '^unsure(: |$)';
update public.jerseys jersey set moderation_note = 'no_source' || substr(jersey.moderation_note, 7) where jersey.moderation_note ~ '^unsure(: |$)';
alter table public.jerseys enable trigger user;
alter table public.notices enable trigger user;
alter table public.gone_jerseys enable trigger user;
alter table public.revisions enable trigger user;
alter table public.suggestions enable trigger user;
alter table public.reports enable trigger user;

ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_done_if_upheld" CHECK (((done IS NOT NULL) = (status = 'upheld'::text)));
ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_done_known" CHECK ((done = ANY (ARRAY['corrected'::text, 'merged'::text, 'removed'::text, 'hidden'::text, 'other'::text])));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "reviewers resolve reports of others about others, admins all" ON "public"."reports";

CREATE OR REPLACE FUNCTION private.check_departure(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  problem text;
begin
  if urgency not in ('offensive', 'unlawful') then
    raise sqlstate 'PT400' using message = 'urgency_unknown', detail = 'The urgency is offensive, unlawful or nothing.';
  end if;
  if not private.is_reason(given, 10) then
    raise sqlstate 'PT400' using
      message = 'merge_reason', detail = 'The reason is one of the list, or has 10 to 500 characters.';
  end if;
  if from_jersey = into_jersey then
    raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_merges();
  perform private.lock_jerseys(array_remove(array[from_jersey, into_jersey], null));
  problem := private.reason_not_to_go(from_jersey, into_jersey);
  if problem = 'jersey_not_found' then
    raise sqlstate 'PT404' using message = problem, detail = 'One of the jerseys was deleted.';
  elsif problem is not null then
    perform private.check_not_gone(from_jersey);
    raise sqlstate 'PT409' using
      message = problem, detail = 'Public jerseys are merged and removed, and submissions merged.';
  end if;
  perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id in (from_jersey, into_jersey);
  perform private.count_write('merges', 1);
  return given;
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

CREATE OR REPLACE FUNCTION private.check_verdicts(pending text[], verdicts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(coalesce(verdict.value ->> 'reason', '')) + char_length(coalesce(verdict.value ->> 'note', '')) > 990) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where verdict.value -> 'accepted' = 'false' and (
      coalesce(verdict.value ->> 'reason', '')
        <> all (private.reasons())
      or verdict.value ->> 'reason' = 'other' and private.tidy(verdict.value ->> 'note') is null)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason',
      detail = 'A refusal has a reason: ' || array_to_string(private.reasons(), ', ') || ' (with a note).';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.reason := private.tidy(new.reason);
  new.done := case when new.status = 'upheld' then coalesce(new.done, 'other') end;
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision(
      'reports', new.id, case when new.status <> 'open' then auth.uid() end, jsonb_build_object('at', now(), 'status', old.status));
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_reported(jersey_id uuid, corrections jsonb, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  present jsonb;
  given jsonb;
  columns text[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id, 'jersey_not_found');
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  perform private.check_corrections('approved', corrections);
  perform private.check_shape('jersey', corrections);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, corrections);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  columns := private.with_dependent_columns(columns);
  perform private.check_constraints('public.jerseys', present || given, columns);
  perform private.begin_revision('correction', null, reason);
  perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.is_reason(given text, fewest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(char_length(given) <= 500 and (
    char_length(given) >= fewest or given <> 'other' and given = any (private.reasons())), false)
$function$
;

CREATE OR REPLACE FUNCTION private.may_settle(report public.reports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.is_admin(auth.uid())
    -- A resolution that stands is replaced by an administrator.
    or public.is_reviewer(auth.uid())
      and report.status = 'open'
      and report.reporter_id is distinct from auth.uid()
      and report.target_type <> 'profile'
      and not private.is_about(report, auth.uid())
$function$
;

CREATE OR REPLACE FUNCTION private.reasons()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select array['wrong', 'no_source', 'duplicate', 'rights', 'quality', 'off_topic', 'offensive', 'other'] $function$
;

CREATE OR REPLACE FUNCTION private.waiting_photos(jersey_id uuid, suggestion public.suggestions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', image.id, 'url', image.url, 'path', image.path, 'alt', image.alt, 'kind', image.kind,
      'licence', image.licence, 'rights_stated', image.rights_stated, 'version', image.version,
      'is_removal', image.suggestion_id is null and suggestion.id is not null,
      'is_known', image.suggestion_id is not null and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = image.jersey_id and ji_shown.suggestion_id is null
          and private.looks_alike(ji_shown.likeness, image.likeness)),
      'is_twice', exists (
        select from public.jersey_images ji_beside
        where ji_beside.jersey_id = image.jersey_id and ji_beside.suggestion_id is not distinct from image.suggestion_id
          and ji_beside.id <> image.id and private.looks_alike(ji_beside.likeness, image.likeness)))
      order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = waiting_photos.jersey_id
    and case when suggestion.id is null then image.suggestion_id is null
      else image.suggestion_id = suggestion.id
        or image.suggestion_id is null and coalesce(suggestion.changes -> 'removed' ? image.id::text, false) end
$function$
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
  created_before timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    created_before := now() - make_interval(days => (filter ->> 'days')::integer);
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
      and coalesce(jersey.edited_at, jersey.created_at) <= created_before
      and (last_id is null or (coalesce(jersey.edited_at, jersey.created_at), jersey.id) > (last_since, last_id))
    order by since, jersey.id limit size)
    union all
    (select suggestion.id, suggestion.kind, suggestion.target_type, suggestion.target_id, fact.league, suggestion.created_at, suggestion.member_id
    from public.suggestions suggestion
    cross join lateral (select private.league_of(suggestion.target_type, suggestion.target_id) as league) fact
    -- As the index says it, which has both lists in this order.
    where (suggestion.status = 'open')::integer = case when to_check then 0 else 1 end
      and (suggestion.status = 'open' and suggestion.held_at is null or suggestion.trusted and suggestion.afterwards is null)
      -- Photos are a correction.
      and (not filter ? 'kind' or suggestion.kind = filter ->> 'kind' or suggestion.kind = 'photos' and filter ->> 'kind' = 'edit')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and suggestion.created_at <= created_before
      and (last_id is null or (suggestion.created_at, suggestion.id) > (last_since, last_id))
    order by suggestion.created_at, suggestion.id limit size)
    union all
    (select report.id, 'report', report.target_type, report.target_id, fact.league, report.created_at, report.reporter_id
    from public.reports report
    cross join lateral (select private.league_of('jersey', coalesce(
      report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))) as league) fact
    where not to_check and report.status = 'open' and private.stands_for_all(report)
      and (is_administrator or report.target_type <> 'profile' and not private.is_about(report, me))
      and (not filter ? 'kind' or filter ->> 'kind' = 'report')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and report.created_at <= created_before
      and (last_id is null or (report.created_at, report.id) > (last_since, last_id))
    order by report.created_at, report.id limit size)
    order by since, id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, report.reported_name, suggestion.title), waiting.league, waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) when 'report' then null else to_jsonb(suggestion.edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_decided_by_another(suggestion), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(report, comment, jersey, j_commented)
      else private.detail_of_suggestion(suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.suggestions suggestion on waiting.kind not in ('new', 'report') and suggestion.id = waiting.id
  left join public.reports report on waiting.kind = 'report' and report.id = waiting.id
  left join public.comments comment on comment.id = report.comment_id
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
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
  order by r_asked.created_at, r_asked.id limit 1;
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
      perform private.correct_reported(report.target_id, settle_reports.changes, given);
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
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
  return jsonb_build_object(
    'settled', settled,
    'batch_id', (
      select revision.batch_id from public.revisions revision
      where revision.batch_id = private.current_batch()
        and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

REVOKE ALL ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) FROM "anon";

CREATE POLICY "reviewers resolve reports of others about others, admins all" ON "public"."reports" FOR UPDATE TO "authenticated" USING (private.may_settle(reports.*)) WITH CHECK ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

COMMENT ON COLUMN "public"."reports"."done" IS 'What was done about it; null while it is open, and if there was nothing to do (`dismissed`)';

COMMENT ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) IS 'Gives a public jersey other values at once: somebody reported it, and a reviewer whom it doesn''t concern agrees. The history names neither';

COMMENT ON FUNCTION "private"."is_reason"(text, integer) IS 'True of a reason as it is stored: a name of the list, with words after a colon or without, or words alone, of which there are at least so many characters';

COMMENT ON FUNCTION "private"."may_settle"(public.reports) IS 'True if the caller decides on the report: an administrator, or a reviewer whom it doesn''t concern';

COMMENT ON FUNCTION "private"."reasons"() IS 'Why something is refused, removed, merged or undone; reasons.ts of the site has their words';

COMMENT ON FUNCTION "private"."stored_reason"(jsonb) IS 'The reason of a verdict as one text: its name, which reasonOf() of the site reads, and the note';

COMMENT ON FUNCTION "public"."queue"(jsonb, jsonb, integer) IS 'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit with photos, merge, removal, report), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

REVOKE ALL ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reason"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_settle"(public.reports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_settle"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reasons"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) TO "service_role";

set check_function_bodies = on;
-- end
