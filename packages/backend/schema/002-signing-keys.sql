-- The keys that sign access tokens. They can be replaced while the server runs: the newest key signs,
-- earlier ones verify what they have signed until they are retired.
create table backend.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on column backend.signing_keys.retired_at is
  'From then on the key is accepted for the anonymous key only, which old pages carry and which gives no more rights than any visitor has.';
