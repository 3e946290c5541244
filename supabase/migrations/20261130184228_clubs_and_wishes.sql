-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "user_wishlists_tidy" ON "public"."user_wishlists";

DROP FUNCTION "public"."claim_notice_mail"();

CREATE OR REPLACE FUNCTION private.contest_decision(report_id uuid, party text, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports where id = contest_decision.report_id;
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in the order of settle_reports(): the comment, its reports, its notices. So two contests of one decision wait for each other.
  perform from public.comments where id = report.comment_id for no key update;
  perform from public.reports r_locked
  where r_locked.target_type = report.target_type and r_locked.target_id = report.target_id
  order by r_locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case contest_decision.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, contest_decision.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, contest_decision.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select r_beside.id, contest_decision.party,
    case when contest_decision.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_decision.words), ''), r_beside.status, r_beside.resolution_note
  from public.reports r_beside where r_beside.id = any (together)
  on conflict do nothing;
  -- What told the author of it offers no contest any more: all notices of a comment, or one of the same moment.
  update public.notices notice set contested_at = now()
  where contest_decision.party = 'author' and notice.recipient_id = private.reported_author(report)
    and notice.outcome in ('report_upheld', 'comment_hidden', 'list_hidden') and not notice.is_again and notice.contested_at is null
    and (notice.comment_id = report.comment_id or notice.comment_id is null and notice.created_at = report.resolved_at);
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
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
  jersey := private.lock_submission(correct_reported.jersey_id);
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  if jsonb_typeof(corrections -> 'removed') not in ('array', 'null') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = '`removed` is a list of ids.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.retitled(present, private.completed_changes('jersey', present, facts));
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
  perform private.notify_photos_gone(photos, reason);
end $function$
;

CREATE OR REPLACE FUNCTION private.facts_of_line(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(said.title, 160), 'team', left(said.team, 120), 'league', facts ->> 'league',
    'competition', left(said.competition, 120),
    'season', substring(facts ->> 'season' from '^[0-9]{4}(?:-[0-9]{2})?$'),
    'year', substring(facts ->> 'year' from '^[0-9]{4}$')::integer,
    'kit_type', case when facts ->> 'kit_type' = any (private.kit_types()) then facts ->> 'kit_type' end,
    'brand', left(said.brand, 80)))
  from (
    select private.said_text(facts, 'title') as title, private.said_text(facts, 'team') as team,
      private.said_text(facts, 'competition') as competition, private.said_text(facts, 'brand') as brand) said
  where said.title is not null and said.team is not null and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT', 'OTHER')
$function$
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club)
    or exists (
      select from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      join private.team_names tn on tn.id = team.id
      where team.id = names_club.club and (
        team.id = any (private.clubs_nicknamed(names_club.name))
        or case when private.slug(names_club.name) like '%-%'
            then private.words(names_club.name) <@ private.words(
              concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)))
            -- Its first word, "FC" aside: "United" ends many names.
            else private.slug(team.name) ~ ('^([a-z]{1,3}-)?' || private.slug(names_club.name) || '(-|$)') end
          and not exists (select from public.teams other where private.slug(other.city) = private.slug(names_club.name))
        or private.slug(team.city) = private.slug(names_club.name) and not exists (
          select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
          where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
            -- Its women's team is no other club.
            and not starts_with(other.name, team.name || ' ') and not private.is_former_franchise(other.id))))
$function$
;

CREATE OR REPLACE FUNCTION private.notify(recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, done text DEFAULT NULL::text, is_again boolean DEFAULT false, comment_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select setting.by_mail, setting.in_account into by_mail, in_account
  from public.notice_settings setting
  where setting.user_id = recipient and setting.topic = notify.topic;
  -- These have no mail.
  by_mail := coalesce(by_mail, true) and notify.outcome not in ('comment_shown', 'reopened');
  -- What is hidden is contested by its notice.
  in_account := coalesce(in_account, true) or notify.outcome in ('comment_hidden', 'list_hidden') and notify.about in ('comment', 'list');
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices n_earlier
    where n_earlier.recipient_id = recipient and n_earlier.jersey_id = notify.jersey_id
      and n_earlier.outcome in ('approved', 'corrected', 'rejected') and not n_earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at, done, is_again, comment_id)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due, notify.done, notify.is_again, notify.comment_id)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.retitled(present jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select changes || coalesce((
    select jsonb_build_object('title', said.title)
    from (
      select replace(replace(replace(present ->> 'title',
          coalesce(s_was.name, ''), coalesce(s_becomes.name, '')), coalesce(s_was.code, ''), coalesce(s_becomes.code, '')),
          case when changes ? 'team' then present ->> 'team' else '' end, coalesce(changes ->> 'team', '')) as title
      from (values (0)) one
      left join public.seasons s_becomes on s_becomes.id = (changes ->> 'season_id')::uuid
      left join public.seasons s_was on s_was.id = (present ->> 'season_id')::uuid and s_becomes.id is not null) said
    where not changes ? 'title' and said.title <> present ->> 'title' and char_length(said.title) between 3 and 160), '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.teams_among_words(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with runs as (
    select private.word_line(words[first:last]) as run, last - first as length
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select team.id, rank() over (order by runs.length desc) as place
    from private.teams_called(array(select run from runs)) team join runs on runs.run = team.name
    -- "All Blacks" has no code of a club, "PSG foot" has.
    where char_length(runs.run) > 3 or teams_among_words.name ~ ('\m' || upper(runs.run) || '\M')
  )
  select array(select distinct id from called where place = 1 limit 20)
$function$
;

CREATE OR REPLACE FUNCTION public.claim_notice_mail()
 RETURNS TABLE(notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text, changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer, done text, is_again boolean, comment text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select mail.notice_id from public.notice_mails mail
      where mail.retry_at <= now() and mail.attempts < 10
      order by mail.retry_at, mail.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, u.email::text, u.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      case when notice.outcome <> 'submission_merged' then notice.done
        -- Its photos became one with the merge.
        when exists (
          select from public.suggestions suggestion
          where suggestion.member_id = notice.recipient_id and suggestion.target_id = notice.jersey_id
            and suggestion.kind = 'photos' and suggestion.created_at = notice.created_at) then 'suggested' end,
      notice.is_again,
      -- What it was about: its author has written others.
      (select left(comment.body, 300) from public.comments comment
        where comment.id = notice.comment_id and notice.outcome = 'comment_hidden')
    from public.notices notice
    join auth.users u on u.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and u.email <> '' and u.email_confirmed_at is not null
      -- Who is suspended reads why, whatever they chose: they can't sign in.
      and (notice.outcome = 'suspended' or coalesce(u.banned_until <= now(), true)
        and not exists (
          select from public.notice_settings setting
          where setting.user_id = notice.recipient_id and setting.topic = notice.topic and not setting.by_mail))
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices n_newer
          where n_newer.recipient_id = notice.recipient_id and n_newer.jersey_id = notice.jersey_id
            and n_newer.outcome in ('approved', 'corrected', 'rejected')
            and n_newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.contest_notice(notice_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice public.notices;
  comment public.comments;
  report uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  -- Before anything is read of it: see contest_decision().
  select hidden.* into comment from public.comments hidden
  where hidden.id = (
    select own.comment_id from public.notices own where own.id = contest_notice.notice_id and own.recipient_id = auth.uid())
  for no key update;
  select * into notice from public.notices own
  where own.id = contest_notice.notice_id and own.recipient_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'notice_not_found', detail = 'There is no such notice of yours.';
  end if;
  -- A comment may have been decided on anew since: the last decision is contested.
  if notice.outcome in ('report_upheld', 'list_hidden') or notice.outcome = 'comment_hidden' and comment.hidden_reason is not null then
    select decided.id into report from public.reports decided
    where decided.status = 'upheld' and (
      decided.comment_id = comment.id and decided.resolved_at >= notice.created_at
      or decided.resolved_at = notice.created_at and decided.target_type = notice.about and notice.about <> 'comment'
        and private.reported_author(decided) = notice.recipient_id)
    order by decided.resolved_at desc limit 1;
    if report is null and notice.outcome = 'comment_hidden' then
      report := private.hiding_as_report(comment);
    end if;
  end if;
  if report is null or notice.is_again or notice.contested_at is not null or notice.created_at <= now() - interval '180 days' then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or can''t be contested any more.';
  end if;
  perform private.contest_decision(report, 'author', said);
end $function$
;

CREATE OR REPLACE FUNCTION public.my_decisions()
 RETURNS TABLE(ids uuid[], kind text, target_type text, target_id uuid, title text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  select array_agg(distinct row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.comments comment on comment.id = decision.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where decision.table_name = 'comments' and decision.decided_by = auth.uid() and comment.hidden_reason is not null
      and not private.is_comment_for_another(comment.id)
      -- What stayed hidden after a contest isn't shown again by a press.
      and not exists (
        select from public.report_contests rc join public.reports report on report.id = rc.report_id
        where report.comment_id = comment.id and rc.party = 'author')
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()
    union all
    select list.id, 'hidden', 'list', list.id, list.title, (decision.was ->> 'at')::timestamptz
    from private.decisions decision
    join public.reports report on report.id = decision.row_id and report.target_type = 'list' and report.status = 'upheld'
    join public.lists list on list.id = report.target_id and list.is_hidden
    where decision.table_name = 'reports' and decision.decided_by = auth.uid()
      and (decision.was ->> 'at')::timestamptz > now() - private.contest_time()) decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 20;
end $function$
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
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present from private.lock_suggested(of_type, target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  if of_type = 'jersey' then
    given := private.retitled(present, given);
  end if;
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.says_else(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and (columns <> '{}' or changes ? 'removed') then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  suggestion := private.save_suggestion(
    suggestion, of_type, target, present, wanted, columns, given, dropped, stated, is_added);
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE TRIGGER user_wishlists_tidy BEFORE INSERT OR UPDATE OF former_jersey ON public.user_wishlists FOR EACH ROW WHEN ((new.former_jersey IS NOT NULL)) EXECUTE FUNCTION private.tidy_own_wish();

COMMENT ON FUNCTION "private"."names_club"(text, uuid) IS 'True if a club is called so: by a whole name, by its first word or several of its names'' words if they are no city, by a nickname at its end, or by a city that has no other of its sport';

COMMENT ON FUNCTION "private"."retitled"(jsonb, jsonb) IS 'Changes of a jersey with its title, where that says the team or season that change, and nobody gave another';

COMMENT ON FUNCTION "public"."claim_notice_mail"() IS 'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';

COMMENT ON FUNCTION "public"."contest_notice"(uuid, text) IS 'Contests the decision that a notice tells (a report was acted on, a comment or list hidden), once and within 180 days: it waits for another reviewer';

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; what was decided together as one. Also comments and lists that they have hidden (`hidden`), which any reviewer can show again';

REVOKE ALL ON FUNCTION "private"."retitled"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_notice_mail"() TO "service_role";

REVOKE ALL ("former_jersey") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("former_jersey"), UPDATE ("former_jersey") ON TABLE "public"."user_wishlists" TO "authenticated";

set check_function_bodies = on;
-- end
