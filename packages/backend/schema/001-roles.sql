-- What a hosted Supabase project already has when the product's migrations are applied:
-- the three request roles, the schemas, and the functions that read the request's claims.
-- Applied before supabase/migrations, once per database, in file order.

do $$
declare
  role_name text;
begin
  -- Roles belong to the whole server, so another database of the same server may have made them.
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  alter role service_role bypassrls;
end $$;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
-- What only the embedded backend keeps: signing keys, rate limits, job queues.
create schema if not exists backend;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
revoke create on schema public from public;

-- As in a hosted project: tables of `public` are open to the request roles unless a migration
-- revokes; row-level security is what guards them.
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

create table backend.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);
