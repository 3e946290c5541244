ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text, 'owned'::text])));
CREATE INDEX copies_without_page ON public.copies USING btree (private.team_slug((former_jersey ->> 'team'::text))) WHERE (jersey_id IS NULL);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members add copies of jerseys they can read" ON "public"."copies";

CREATE OR REPLACE FUNCTION private.adopt_shirts(jersey_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  season text;
  ids uuid[];
  owners uuid[];
begin
  select * into jersey from public.jerseys j_public
  where j_public.id = adopt_shirts.jersey_id and j_public.status = 'approved' and j_public.is_active and j_public.kit_type is not null;
  if jersey.id is null or exists (
    select from public.jerseys j_equal
    where j_equal.team_slug = jersey.team_slug and j_equal.kit_type_slug = jersey.kit_type_slug and j_equal.season_id = jersey.season_id
      and j_equal.league = jersey.league and j_equal.id <> jersey.id and j_equal.status = 'approved' and j_equal.is_active) then
    return;
  end if;
  select code into season from public.seasons where id = jersey.season_id;
  select array_agg(copy.id), array_agg(distinct copy.owner_id) into ids, owners
  from public.copies copy
  where copy.jersey_id is null and copy.removed_at is null
    and private.team_slug(copy.former_jersey ->> 'team') = jersey.team_slug
    and copy.former_jersey ->> 'league' = jersey.league and copy.former_jersey ->> 'season' = season
    and copy.former_jersey ->> 'kit_type' = jersey.kit_type;
  if ids is null then
    return;
  end if;
  perform private.lock_collections(owners);
  update public.copies copy set jersey_id = jersey.id where copy.id = any (ids) and copy.jersey_id is null;
  -- Who proposed their own shirt has said "I have it" with the proposal, too: it is one shirt.
  delete from public.copies copy
  where copy.jersey_id = jersey.id and copy.owner_id = any (owners) and copy.removed_at is null and copy.id <> all (ids)
    and not private.is_detailed(copy);
  perform private.notify(owner, 'jersey', 'owned', 'jersey', jersey.id, jersey.title) from unnest(owners) owner;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if (was_public or is_public) and old is distinct from new then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  if tg_op = 'UPDATE' and is_public and not was_public then
    perform private.withhold_files(array(select path from public.jersey_images where jersey_id = new.id), false);
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
    perform private.adopt_shirts(new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at),
        -- An undo takes the corrections back as well.
        'fields', private.changed_values(to_jsonb(old), to_jsonb(new), private.correctable_columns('jersey'))),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_copy_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.jersey_id is null then
    -- Without a page again: "this isn't my shirt". Of others the constraint wants a jersey.
    return new;
  end if;
  if not exists (select from public.jerseys where id = new.jersey_id) then
    raise insufficient_privilege using
      message = 'copy_jersey_unreadable', detail = 'There is no such jersey.';
  end if;
  -- A shirt of one's own that got a page keeps what was said of it.
  new.former_jersey := case when old.jersey_id is null then old.former_jersey end;
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
  facts jsonb;
  given jsonb;
  columns text[];
  photos public.jersey_images[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id, 'jersey_not_found');
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, facts);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' and photos = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  perform private.begin_revision('correction', null, reason);
  if columns <> '{}' then
    columns := private.with_dependent_columns(columns);
    perform private.check_constraints('public.jerseys', present || given, columns);
    perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  end if;
  delete from public.jersey_images image using unnest(photos) gone where image.id = gone.id;
  perform private.end_revision();
  perform private.notify_undone(array(
    select jsonb_build_object(
      'contributor', coalesce(gone.contributor_id, jersey.author_id), 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone), null, reason);
end $function$
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
  return new;
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
        update public.comments set is_hidden = true, hidden_reason = coalesce(nullif(given, ''), 'off_topic') where id = report.target_id;
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

CREATE OR REPLACE FUNCTION public.showcase_own(username text)
 RETURNS TABLE(title text, team text, league text, season text, year integer, kit_type text, colors text[], country text, competition text, printed_name text, printed_number text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select said.title, said.team, said.league, said.season, said.year, said.kit_type, known.colors, known.country, known.slug,
    case when showcase.with_names then copy.printed_name end, case when showcase.with_names then copy.printed_number end
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.jersey_id is null and copy.removed_at is null
  cross join lateral jsonb_to_record(copy.former_jersey) as said (
    title text, team text, league text, season text, year integer, kit_type text)
  left join lateral (
    select team.colors, team.country, competition.slug
    from public.teams team join public.competitions competition on competition.id = team.competition_id
    where team.slug = private.team_slug(said.team) and competition.league = said.league order by team.id limit 1) known on true
  where showcase.member_id = private.open_showcase(showcase_own.username)
    -- Until now nobody but its owner read it.
    and private.is_visible(concat_ws(' ', said.title, said.team, copy.printed_name))
  order by copy.created_at desc, copy.id desc
$function$
;

CREATE TRIGGER copies_own_insert BEFORE INSERT ON public.copies FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.former_jersey IS NOT NULL))) EXECUTE FUNCTION private.tidy_own_shirt();

CREATE TRIGGER copies_own_update BEFORE UPDATE OF former_jersey ON public.copies FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.former_jersey IS DISTINCT FROM old.former_jersey))) EXECUTE FUNCTION private.tidy_own_shirt();

CREATE POLICY "members add copies of jerseys they can read, or of none" ON "public"."copies" FOR INSERT TO "authenticated" WITH CHECK (((owner_id = ( SELECT auth.uid() AS uid)) AND ((jersey_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = copies.jersey_id))))));

COMMENT ON COLUMN "public"."copies"."former_jersey" IS 'What is known of a shirt without a page, because its owner says it (docs/product/collect.md 25.56) or its jersey was deleted: title, team, league, competition, season, year, kit_type, brand. It stays when a jersey is found for it, so that this can be undone';

COMMENT ON FUNCTION "private"."adopt_shirts"(uuid) IS 'Gives shirts without a page the jersey that has just become public, if team, season and kit type are the same and no other public one has them; their owners are told';

COMMENT ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) IS 'Gives a public jersey other values at once, and takes photos off (`removed`, their ids): somebody reported it, and a reviewer whom it doesn''t concern agrees. The history names neither; who contributed a photo is told why it went';

COMMENT ON FUNCTION "private"."tidy_own_shirt"() IS 'What its owner says of a shirt without a page, tidied; who found the jersey takes the jersey';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

COMMENT ON FUNCTION "public"."showcase_own"(text) IS 'The shirts without a page in a member''s collection: what they say of the jersey, and name and number if they show these; none unless they show their collection';

COMMENT ON INDEX "public"."copies_without_page" IS 'Shirts without a page of a team: a jersey that becomes public';

REVOKE ALL ON FUNCTION "private"."adopt_shirts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_own_shirt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."showcase_own"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_own"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_own"(text) TO "service_role";

REVOKE ALL ("former_jersey") ON TABLE "public"."copies" FROM "authenticated";

GRANT INSERT ("former_jersey"), UPDATE ("former_jersey") ON TABLE "public"."copies" TO "authenticated";

set check_function_bodies = on;
-- end
