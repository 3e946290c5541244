-- Comments on jerseys.
-- Members write, edit and delete their own; reviewers hide, for a reason that the author reads; administrators delete.
-- Only visible comments on readable jerseys are public. A member's first one with a link waits for a reviewer, and so does a hidden one that its author corrected.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  body text not null constraint comments_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_hidden boolean not null default false,
  hidden_reason text
    constraint comments_hidden_reason_length check (char_length(hidden_reason) between 1 and 1000)
);
comment on column public.comments.hidden_reason is
  'Why it is hidden, as private.stored_reason() writes it. Null of a hidden one: it waits for a reviewer''s look';

create index comments_of_jersey on public.comments (jersey_id, created_at, id);
comment on index public.comments_of_jersey is 'Comments on a jersey in order: jersey page';
create index comments_of_author on public.comments (author_id, created_at desc, id desc);
comment on index public.comments_of_author is
  'A member''s comments, newest first: moderation';

create index comments_waiting on public.comments (created_at, id) where is_hidden and hidden_reason is null;
comment on index public.comments_waiting is 'Comments that wait for a reviewer''s look, oldest first: queue';

alter table public.comments enable row level security;
revoke all on public.comments from anon, authenticated;
grant select on public.comments to anon;
grant select, delete on public.comments to authenticated;
grant select, insert, update, delete on public.comments to service_role;
grant insert (jersey_id, author_id, body) on public.comments to authenticated;
grant update (body, is_hidden, hidden_reason) on public.comments to authenticated;

-- Runs with the caller's rights, so that `current_user` tells a request from a function's write.
create function private.guard_comment() returns trigger
language plpgsql set search_path = ''
as $$
declare
  is_written boolean := tg_op = 'INSERT';
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    is_written := new.body is distinct from old.body;
    if is_written then
      new.edited_at := now();
    end if;
    if (new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason) and private.is_comment_for_another(old.id) then
      raise sqlstate 'PT403' using
        message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
    end if;
    if current_user = 'authenticated'
      and ((new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason)
          and not public.is_admin(auth.uid())
          and not (public.is_reviewer(auth.uid()) and old.author_id is distinct from auth.uid())
        or new.body <> old.body and old.author_id is distinct from auth.uid()) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, reviewers whether it is hidden.';
    end if;
  end if;
  if is_written and not new.is_hidden and current_user = 'authenticated' and new.body ~* '(https?://|www\.)'
    and not public.is_reviewer(auth.uid())
    and not exists (
      select from public.comments c_shown
      where c_shown.author_id = new.author_id and not c_shown.is_hidden and c_shown.id <> new.id
        and c_shown.body ~* '(https?://|www\.)') then
    new.is_hidden := true;
    new.hidden_reason := null;
  elsif is_written and new.is_hidden and current_user = 'authenticated' then
    -- Its author corrected it: it is looked at again.
    new.hidden_reason := null;
  elsif not new.is_hidden then
    new.hidden_reason := null;
  elsif tg_op = 'INSERT' then
    -- Only what was hidden before comes so: another database's rows.
    new.hidden_reason := coalesce(new.hidden_reason, 'off_topic');
  end if;
  return new;
end $$;

create function public.hide_comments(member_id uuid, reason text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  hidden integer;
begin
  perform private.check_reviewer();
  if hide_comments.member_id = auth.uid() then
    raise insufficient_privilege using message = 'moderation_own', detail = 'Nobody decides on their own comments.';
  end if;
  if not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'comments_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  update public.comments c_own set is_hidden = true, hidden_reason = given
  where c_own.author_id = hide_comments.member_id and (not c_own.is_hidden or c_own.hidden_reason is null)
    and not private.is_comment_for_another(c_own.id);
  get diagnostics hidden = row_count;
  return hidden;
end $$;
comment on function public.hide_comments is
  'Hides all comments of a member, those that wait too; the member is told why, once. Returns how many';

create function private.record_hiding() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_decision(
    'comments', new.id, auth.uid(), jsonb_build_object('at', now()));
  return null;
end $$;

create function private.untold_notice(comment public.comments, outcome text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select notice.id from public.notices notice
  where notice.recipient_id = comment.author_id and notice.outcome = untold_notice.outcome and notice.due_at > clock_timestamp()
    and (notice.comment_id = comment.id
      -- Of several at once, when it is true of none of them any more.
      or notice.about = 'profile' and not exists (
        select from public.comments c_own
        where c_own.author_id = comment.author_id
          and case untold_notice.outcome when 'comment_shown' then not c_own.is_hidden else c_own.hidden_reason = notice.note end))
  order by notice.about limit 1
$$;
comment on function private.untold_notice is
  'A notice that a comment was hidden or shown (`comment_hidden`, `comment_shown`) of which its author was not told yet';

create function private.is_contested(comment_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.reports report join public.report_contests contest on contest.report_id = report.id
    where report.comment_id = is_contested.comment_id and report.status = 'open' and contest.party = 'author')
$$;
comment on function private.is_contested is 'True while a decision against a comment that its author has contested waits';

create function private.is_comment_for_another(comment_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.reports report
    where report.comment_id = is_comment_for_another.comment_id and private.is_report_for_another(report, auth.uid()))
$$;
comment on function private.is_comment_for_another is 'True of a comment on which the caller''s decision is contested: somebody else hides or shows it';

create function private.notify_comments_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone uuid[];
  told record;
begin
  -- Hidden by mistake a moment ago: their authors were told nothing, and aren't now.
  undone := array(
    select becomes.id from becomes join was on was.id = becomes.id
    where was.hidden_reason is not null and not becomes.is_hidden
      and private.untold_notice(was::public.comments, 'comment_hidden') is not null
      -- Unless it is only the last reason that they weren't told.
      and coalesce((
        select told_before.outcome = 'comment_shown' from public.notices told_before
        where told_before.comment_id = was.id and told_before.outcome in ('comment_hidden', 'comment_shown', 'report_upheld')
          and told_before.due_at <= clock_timestamp()
        order by told_before.created_at desc limit 1), true));
  -- Shown or hidden again within seconds, given back to the queue, or hidden for another reason. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
      and notice.id = private.untold_notice(was::public.comments, 'comment_hidden')
    or becomes.is_hidden and not was.is_hidden and notice.id = private.untold_notice(was::public.comments, 'comment_shown');
  for told in
    select changed.author_id, changed.outcome, changed.is_again, min(changed.hidden_reason) as reason,
      case when count(*) = 1 then (array_agg(changed.id))[1] end as comment_id,
      case when count(*) = 1 then (array_agg(changed.jersey_id))[1] end as jersey_id
    from (
      select becomes.*, case when becomes.is_hidden then 'comment_hidden' else 'comment_shown' end as outcome,
        private.is_contested(becomes.id) as is_again
      from becomes join was on was.id = becomes.id
      where becomes.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
        or was.is_hidden and not becomes.is_hidden and becomes.id <> all (undone)) changed
    group by changed.author_id, changed.outcome, changed.is_again
  loop
    -- Its reader is told when it can't be undone any more.
    perform private.set_change('undoable', 'true');
    perform private.notify(
      told.author_id, 'jersey', told.outcome, case when told.comment_id is null then 'profile' else 'comment' end, told.jersey_id,
      coalesce((select title from public.jerseys where id = told.jersey_id), private.shown_name(told.author_id)), told.reason,
      is_again => told.is_again, comment_id => told.comment_id);
    perform private.set_change('undoable', null);
  end loop;
  return null;
end $$;
comment on function private.notify_comments_hidden is
  'Tells authors why their comments are hidden, also if the reason changes, and that they are shown: once for all of one statement';

create policy "visitors read visible comments on public jerseys" on public.comments
  for select to anon
  using (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members read visible comments and their own, reviewers all" on public.comments
  for select to authenticated
  using (
    (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id))
    or author_id = (select auth.uid())
    or (select public.is_reviewer((select auth.uid())))
  );

create policy "members comment on jerseys they can read" on public.comments
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members edit their own comments, reviewers hide" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

create policy "members delete their own comments, admins all" on public.comments
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
