-- Hosted projects have pgcrypto. A server without its files works too: the start says so, and only
-- migrations that use it fail.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pgcrypto') then
    create extension if not exists pgcrypto with schema extensions;
  else
    raise warning 'this PostgreSQL server has no extension pgcrypto: install its contrib package if a migration needs it';
  end if;
end $$;
