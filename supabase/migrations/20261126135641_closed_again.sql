-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.list_for_review(report public.reports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(item.note order by item.place), '[]')
      from public.list_items item where item.list_id = list.id and item.note is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and list.is_public
$$;

create or replace function private.name_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A visitor saw it when they wrote, before they confirmed: it may be private since.
  new.reported_name := coalesce(new.reported_name, case new.target_type
    when 'list' then (select title from public.list(new.target_id))
    else private.shown_name(new.target_id) end);
  return new;
end $$;

create or replace function public.confirm_visitor_report(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  opened uuid;
begin
  select * into filed from public.visitor_reports
  where id = (private.report_token(token, 'confirm')).visitor_report_id for update;
  if filed.confirmed_at is not null then
    return;
  end if;
  begin
    -- Lists are the targets that no key refers to.
    perform from public.lists where id = filed.target_id for key share;
    if not found and filed.target_type = 'list' then
      raise foreign_key_violation;
    end if;
    insert into public.reports (reporter_id, target_type, target_id, category, reason, reported_name)
    values (
      null, filed.target_type, filed.target_id, filed.category, filed.reason,
      case when filed.target_type in ('profile', 'list') then filed.title end)
    returning id into opened;
  exception when foreign_key_violation then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end;
  update public.visitor_reports set report_id = opened, confirmed_at = now() where id = filed.id;
end $$;

create or replace function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  title text;
  filed uuid;
begin
  case target_type
    when 'jersey' then
      select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
      select jerseys.title into title from public.jerseys
      where id = target and status = 'approved' and is_active;
    when 'comment' then
      select jerseys.title into title from public.jerseys
      where status = 'approved' and is_active
        and id = (select jersey_id from public.comments where id = target and not is_hidden);
    when 'profile' then
      -- Every member has a page, on which they may say something of themselves.
      title := private.shown_name(target);
    when 'list' then
      select shown.title into title from public.list(target) shown;
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment, member or list.';
  end if;
  -- Reports are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not private.has_room_for_report('visitor_reports', null, null)
    or not private.has_room_for_report('visitor_reports_of_origin', origin, null) then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  -- Not told: it would tell who uses the mailbox. Nor does it get more mails.
  if not private.has_room_for_report('visitor_reports_of_mailbox', null, email) then
    return;
  end if;
  insert into public.visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin)
  values (
    file_visitor_report.target_type, target, title, file_visitor_report.category,
    coalesce(private.tidy(file_visitor_report.reason), ''), private.tidy(file_visitor_report.name),
    trim(file_visitor_report.email), file_visitor_report.lang, file_visitor_report.origin)
  returning id into filed;
  insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'confirm', 'notifier');
end $$;

create or replace function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  insert into public.showcases as stored (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), coalesce(save_showcase.teams, '{}'))
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (save_showcase.teams) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
end $$;

create trigger showcases_invalidate after update or delete on public.showcases
for each row when (old.is_open) execute function private.invalidate_pages_of_row('member_id');

create trigger year_links_invalidate after delete on public.year_links
for each row execute function private.invalidate_pages_of_row('member_id');

set check_function_bodies = on;
-- end
