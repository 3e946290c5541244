-- What a hosted Supabase project already has when a project's migrations are applied: the schemas, and
-- the functions that read the request's claims. Roles belong to the whole server and are made before
-- (src/database/roles.ts). These files are applied before the migrations, once per database, in file
-- order. They are append-only from now on.

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
-- Used by this backend only: signing keys, rate limits, jobs, queues.
create schema if not exists backend;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
revoke create on schema public from public;

-- As in a hosted project: tables of `public` are open to the request roles unless a migration
-- revokes that; row-level security guards them.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create function auth.jwt() returns jsonb
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

create function auth.uid() returns uuid
language sql stable
as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
language sql stable
as $$ select auth.jwt() ->> 'role' $$;

create function auth.email() returns text
language sql stable
as $$ select auth.jwt() ->> 'email' $$;
