-- The administrators' log: who did what to which row, before and after.
-- Triggers write it, and functions for what no row shows (a suspension); only sweep_audit_log() removes from it.
-- It is swept after its time.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No reference: the record outlives the account. Null: a command.
  actor_id uuid,
  action text not null constraint audit_log_action_known check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
comment on column public.audit_log.row_id is
  'The row''s id; of images the jersey''s, of line-ups and aliases the team''s (record_change)';
comment on column public.audit_log.before is 'The whole row when deleted; when updated, the columns that changed';
comment on column public.audit_log.after is 'The whole row when inserted; when updated, the columns that changed';

create index audit_log_of_row on public.audit_log (table_name, row_id, id desc);
comment on index public.audit_log_of_row is 'History of a row';
create index audit_log_of_table on public.audit_log (table_name, id desc);
comment on index public.audit_log_of_table is 'What happened to the rows of a table, newest first: admin';
create index audit_log_of_actor on public.audit_log (actor_id, id desc);
comment on index public.audit_log_of_actor is 'What an administrator did, newest first';
-- Retention.
create index audit_log_age on public.audit_log (at);
comment on index public.audit_log_age is 'Entries old enough to be deleted: job';

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;
grant select on public.audit_log to authenticated, service_role;
revoke insert, update, delete, truncate on public.audit_log from service_role;

create function private.log_change(table_name text, row_id text, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  action constant text := case when was is null then 'insert' when becomes is null then 'delete' else 'update' end;
begin
  if action = 'update' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, becomes -> key)
    into was, becomes
    from jsonb_object_keys(becomes) key
    where was -> key is distinct from becomes -> key;
    if becomes is null then
      return;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (auth.uid(), action, table_name, row_id, was, becomes);
end $$;
comment on function private.log_change is
  'Writes what the caller did to a row: all of it, or what an update changed. Null before an insert, and after a deletion';

create function private.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform private.log_change(tg_table_name, coalesce(becomes, was) ->> tg_argv[0], was, becomes);
  return null;
end $$;
comment on function private.record_change is 'Argument: the column that goes into row_id';

create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select public.is_admin((select auth.uid()))));
