-- The secret that signs the addresses of private files can be replaced while the site runs: the
-- newest signs, earlier ones verify what they have signed until they are retired.
alter table backend.storage_url_secret rename to storage_url_secrets;
alter table backend.storage_url_secrets
  drop constraint storage_url_secret_pkey,
  drop column only_row,
  add column kid text primary key default gen_random_uuid()::text,
  add column created_at timestamptz not null default clock_timestamp(),
  alter column secret
    set default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
-- Addresses signed before secrets had names carry none.
update backend.storage_url_secrets set kid = 'first';
