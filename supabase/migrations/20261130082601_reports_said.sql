-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "public"."claim_visitor_report_mail"();

CREATE OR REPLACE FUNCTION private.check_report_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The mail says what was done: a correction and a merge are reason enough.
  if private.tidy(new.resolution_note) is null and coalesce(new.done, '') not in ('corrected', 'merged')
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.contested_in_vain(report public.reports)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select contest.party from (
    select party, outcome from public.report_contests rc where rc.report_id = report.id order by created_at desc limit 1) contest
  where contest.outcome = report.status
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
  in_vain constant text := private.contested_in_vain(new);
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
  if in_vain is distinct from 'author' then
    insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
    values (filed.id, new.status, 'notifier', new.resolution_note, due);
  end if;
  if author is null or author = auth.uid() or in_vain = 'notifier'
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports vr on vr.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and vr.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- Its comment was hidden a moment ago, for the same reason: one mail says it all.
  delete from public.notices notice using public.comments comment
  where new.target_type = 'comment' and new.status = 'upheld' and comment.id = new.comment_id
    and notice.id = private.hidden_notice(author, comment.jersey_id, comment.hidden_reason);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due
  where not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
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
  if private.contested_in_vain(new) is not null then
    return null;
  end if;
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  perform private.set_change('undoable', null);
  return null;
end $function$
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
      'is_twice', image.suggestion_id is not distinct from suggestion.id and exists (
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

CREATE OR REPLACE FUNCTION public.claim_visitor_report_mail()
 RETURNS TABLE(id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text, token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text, done text, is_again boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select vrm_due.id from public.visitor_report_mails vrm_due
      where vrm_due.retry_at <= now() and vrm_due.attempts < 10
      order by vrm_due.retry_at, vrm_due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails vrm_gone where vrm_gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and private.may_contest(report, mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select profile.username from public.profiles profile
       where filed.target_type = 'profile' and profile.id = filed.target_id and exists (
         select from public.jerseys jersey
         where jersey.author_id = profile.id and jersey.status = 'approved' and jersey.is_active)),
      case when mail.kind = 'upheld' then report.done end,
      mail.kind in ('upheld', 'dismissed') and exists (
        select from public.report_contests contest where contest.report_id = report.id)
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM "authenticated";

COMMENT ON FUNCTION "private"."contested_in_vain"(public.reports) IS 'The party whose contest changed nothing; null if the decision is another one. Everybody else knows the decision already';

COMMENT ON FUNCTION "public"."claim_visitor_report_mail"() IS 'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';

REVOKE ALL ON FUNCTION "private"."contested_in_vain"(public.reports) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_visitor_report_mail"() TO "service_role";

set check_function_bodies = on;
-- end
