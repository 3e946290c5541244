-- Secrets that sign the addresses of private files. They are separate from the keys of access tokens:
-- an address must never be accepted as a session, nor a session as an address. They can be replaced
-- while the server runs: the newest one signs, earlier ones verify until they are retired.
create table backend.storage_url_secrets (
  kid text primary key default gen_random_uuid()::text,
  secret text not null
    default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'),
  created_at timestamptz not null default clock_timestamp()
);
insert into backend.storage_url_secrets default values;
