-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "copies_listed" ON "public"."copies";

DROP FUNCTION "private"."contested_in_vain"(public.reports);

DROP FUNCTION "private"."list_found_jersey"();

CREATE OR REPLACE FUNCTION private.check_report_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The mail says that the jersey was corrected, which is reason enough.
  if private.tidy(new.resolution_note) is null and new.done is distinct from 'corrected'
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_for_review(report public.reports)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(said.words order by item.place), '[]')
      from private.shown_items(list.id) item
      cross join lateral (values
        (case when item.jersey_id is null then concat_ws(' – ', (item.copy).former_jersey ->> 'title', (item.copy).former_jersey ->> 'team') end),
        (item.note)) said (words)
      where said.words is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and list.is_public
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
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  perform private.set_change('undoable', null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.shown_items(list_id uuid)
 RETURNS TABLE(place integer, jersey_id uuid, note text, copy public.copies)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select shown.place, shown.jersey_id, shown.note, shown.copy
  from (
    select item.place, jersey.id as jersey_id, item.note, copy, row_number() over (partition by jersey.id order by item.place) as nth
    from public.list_items item
    left join public.copies copy on copy.id = item.copy_id and copy.removed_at is null
    left join public.jerseys jersey
      on jersey.id = coalesce(item.jersey_id, copy.jersey_id) and jersey.status = 'approved' and jersey.is_active
    where item.list_id = shown_items.list_id
      and (jersey.id is not null or copy.id is not null and private.is_shown_own(copy.former_jersey))) shown
  -- Each jersey once, also if it was found for a shirt beside it.
  where shown.jersey_id is null or shown.nth = 1
$function$
;

CREATE OR REPLACE FUNCTION public.held_of_list(list_id uuid)
 RETURNS TABLE(jersey_id uuid, is_held boolean, is_wished boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select item.jersey_id,
    exists (
      select from public.user_collections collection where collection.user_id = auth.uid() and collection.jersey_id = item.jersey_id),
    exists (
      select from public.user_wishlists wishlist where wishlist.user_id = auth.uid() and wishlist.jersey_id = item.jersey_id)
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = held_of_list.list_id and (private.is_shown_list(list) or list.member_id = auth.uid()) and item.jersey_id is not null
  order by item.place
$function$
;

COMMENT ON COLUMN "public"."list_items"."copy_id" IS 'A shirt of its member that had no page. Once a jersey is found for it, that is shown (shown_items)';

COMMENT ON FUNCTION "private"."shown_items"(uuid) IS 'What everybody sees of a list that is shown: public jerseys, also those that were found for a shirt, and shirts without a page whose words may be shown';

set check_function_bodies = on;
-- end
