create table auth.audit_log_entries (
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
-- For the housekeeping that deletes old entries.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
