-- On a hosted project extensions live in a schema of their own, which already exists there.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Helpers of policies and triggers: usable inside the database, not offered by the REST interface,
-- which exposes `public` only.
create schema private;
grant usage on schema private to anon, authenticated, service_role;
