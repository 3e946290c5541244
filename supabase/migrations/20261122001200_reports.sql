-- Reports of jerseys and comments. One open report per member and target; administrators resolve them.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- A report outlives the account that made it.
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  target_type text not null
    constraint reports_target_type_known check (target_type in ('jersey', 'comment')),
  target_id uuid not null,
  -- The target again as references: they refuse missing targets, are deleted with their target, and
  -- can be embedded.
  jersey_id uuid generated always as (case when target_type = 'jersey' then target_id end) stored
    references public.jerseys (id) on delete cascade,
  comment_id uuid generated always as (case when target_type = 'comment' then target_id end) stored
    references public.comments (id) on delete cascade,
  category text
    constraint reports_category_known check (
      category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'rights', 'other')),
  reason text constraint reports_reason_length check (char_length(reason) <= 1000),
  status text not null default 'open'
    constraint reports_status_known check (status in ('open', 'upheld', 'dismissed')),
  resolution_note text
    constraint reports_resolution_note_length check (char_length(resolution_note) <= 1000),
  -- References the account, so that embedding profiles means the reporter.
  resolved_by uuid references auth.users (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index reports_one_open_per_target
  on public.reports (reporter_id, target_type, target_id) where status = 'open';
comment on index public.reports_one_open_per_target is
  'One open report per member and target; also whether a member has already reported';
-- The policy checks the reporter of each row. With the reporter in the index, counting and ordering
-- need no table access.
create index reports_list on public.reports (status, created_at, id) include (reporter_id);
comment on index public.reports_list is 'Reports by status, oldest first: admin';
-- Not limited to settled reports: a cached plan, made before the status is known, can't use a
-- partial index.
create index reports_settled on public.reports (status, resolved_at desc, id) include (reporter_id);
comment on index public.reports_settled is 'Settled reports, newest first: admin';
create index reports_of_reporter on public.reports (reporter_id, created_at desc, id desc);
comment on index public.reports_of_reporter is 'A member''s own reports, newest first; rate limit';
create index reports_by_jersey on public.reports (jersey_id);
create index reports_by_comment on public.reports (comment_id);
create index reports_by_resolver on public.reports (resolved_by);

-- A hint for cached plans, as for jerseys: queries select the open reports, which are few.
alter table public.reports alter column status set (n_distinct = 50);

create function private.complete_report() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    new.resolved_by := case when new.status <> 'open' then auth.uid() end;
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

create trigger reports_complete before insert or update on public.reports
for each row execute function private.complete_report();
revoke execute on function private.complete_report from public;

create trigger reports_rate after insert on public.reports
for each statement execute function private.limit_rate('reporter_id', '30', '1 hour');

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant select, delete on public.reports to authenticated;
grant insert (reporter_id, target_type, target_id, category, reason) on public.reports to authenticated;
grant update (status, resolution_note) on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;
select private.guard_writes('public.reports');

create policy "members read their own reports, admins all" on public.reports
  for select to authenticated
  using (reporter_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
create policy "members report what they can read" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'comment' then exists (select from public.comments where comments.id = target_id)
    end
  );
create policy "admins resolve reports" on public.reports
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete reports" on public.reports
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));
