-- What a session may do without its second factor, and who may learn who the administrators are.

-- An account with a second factor writes only after the session has shown it, as in is_admin().

create function private.lacks_factor() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and private.has_factor(auth.uid()) $$;
comment on function private.lacks_factor is
  'True if the caller has a second factor which this session has not shown';

create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.lacks_factor() then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  return true;
end $$;
comment on function private.require_factor is
  'Refuses a session that lacks the second factor its member has. Returns true, for policies';

create or replace function private.check_standing() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
  perform private.require_factor();
end $$;
comment on function private.check_standing is
  'Refuses a suspended or anonymous account, and a session that lacks the second factor its member has';

create or replace function private.in_good_standing() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.lacks_factor() and not exists (
    select from auth.users
    where id = auth.uid() and (is_anonymous or coalesce(banned_until > now(), false)))
$$;

-- A policy says no without a reason. This one raises, so that the site can ask for the factor.
drop policy "members upload in good standing and within their limits" on storage.objects;
create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check (
    (select private.require_factor())
    and (select private.in_good_standing())
    and private.count_upload(metadata)
  );

revoke execute on function private.lacks_factor, private.require_factor from public;
grant execute on function private.require_factor to authenticated;

-- Everyone reads approved jerseys, and members read their own reports, whole rows (`select=*`). So these tables don't say
-- who decided.

create table private.decisions (
  table_name text not null,
  row_id uuid not null,
  decided_by uuid not null references auth.users (id) on delete cascade,
  primary key (table_name, row_id)
);
comment on table private.decisions is 'The administrator who decided on a jersey or a report last';
create index decisions_by_administrator on private.decisions (decided_by);
alter table private.decisions enable row level security;
revoke all on private.decisions from public, anon, authenticated, service_role;

insert into private.decisions (table_name, row_id, decided_by)
select 'jerseys', id, moderated_by from public.jerseys where moderated_by is not null
union all
select 'reports', id, resolved_by from public.reports where resolved_by is not null;

create function private.note_decision(table_name text, row_id uuid, decided_by uuid) returns void
language sql set search_path = ''
as $$
  delete from private.decisions known
  where note_decision.decided_by is null
    and known.table_name = note_decision.table_name and known.row_id = note_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by)
  select note_decision.table_name, note_decision.row_id, note_decision.decided_by
  where note_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by
$$;

create function private.forget_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.decisions where table_name = tg_table_name and row_id = old.id;
  return null;
end $$;

create trigger jerseys_forget_decision after delete on public.jerseys
for each row execute function private.forget_decision();
create trigger reports_forget_decision after delete on public.reports
for each row execute function private.forget_decision();

-- The columns stay, always empty, so that a program which names them still gets an answer.
create function private.hide_moderator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_decision('jerseys', new.id, new.moderated_by);
  new.moderated_by := null;
  return new;
end $$;

create trigger jerseys_hide_moderator before insert or update of moderated_by on public.jerseys
for each row when (new.moderated_by is not null) execute function private.hide_moderator();

create or replace function private.complete_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.note_decision('reports', new.id, case when new.status <> 'open' then auth.uid() end);
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

alter table public.jerseys disable trigger jerseys_audit;
update public.jerseys set moderated_by = null where moderated_by is not null;
alter table public.jerseys enable trigger jerseys_audit;
alter table public.reports disable trigger reports_audit;
update public.reports set resolved_by = null where resolved_by is not null;
alter table public.reports enable trigger reports_audit;

drop index public.jerseys_by_moderator;
drop index public.reports_by_resolver;
alter table public.jerseys
  drop constraint jerseys_moderated_by_fkey,
  add constraint jerseys_moderated_by_secret check (moderated_by is null);
alter table public.reports
  drop constraint reports_resolved_by_fkey,
  add constraint reports_resolved_by_secret check (resolved_by is null);
comment on column public.jerseys.moderated_by is 'Always null: visitors read this table. See private.decisions';
comment on column public.reports.resolved_by is 'Always null: reporters read this table. See report_resolvers()';

create function private.decided_by(table_name text, row_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select known.decided_by from private.decisions known
  where known.table_name = decided_by.table_name and known.row_id = decided_by.row_id
$$;

create function public.report_resolvers(report_ids uuid[])
returns table (report_id uuid, username text)
language sql stable security definer set search_path = ''
as $$
  select report.id, profile.username
  from unnest(report_ids) report (id)
  join public.profiles profile on profile.id = private.decided_by('reports', report.id)
  where (select public.is_admin((select auth.uid())))
$$;
comment on function public.report_resolvers is
  'Who resolved these reports, by username; nothing for anyone but administrators';

revoke execute on function
  private.note_decision, private.forget_decision, private.hide_moderator, private.decided_by
from public;
revoke execute on function public.report_resolvers from public, anon;
grant execute on function public.report_resolvers to authenticated, service_role;
