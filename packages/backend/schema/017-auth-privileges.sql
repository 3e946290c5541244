-- Request roles have no access to the tables above: no privilege, and row-level security without a
-- policy in case a later grant is too wide. Functions that need an account run with their owner's rights.
do $$
declare
  auth_table regclass;
begin
  for auth_table in select oid from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s enable row level security', auth_table);
    execute format('revoke all on %s from public, anon, authenticated, service_role', auth_table);
  end loop;
end $$;
