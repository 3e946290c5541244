-- Signing keys can be replaced while the site runs: the newest signs, earlier ones verify what they
-- have signed, and retired ones nothing but the anonymous key that old pages carry.
alter table backend.signing_keys add column retired_at timestamptz;
comment on column backend.signing_keys.retired_at is
  'From then on the key vouches for the anonymous key only, which gives no more than any visitor has.';
