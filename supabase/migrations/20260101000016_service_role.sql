-- The service key of a hosted project passes row-level security, but needs the privileges, and
-- newer projects no longer grant them by themselves.
grant select, insert, update, delete on all tables in schema public to service_role;
revoke insert, update, delete on public.audit_log from service_role;
