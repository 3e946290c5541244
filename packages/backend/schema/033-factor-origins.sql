-- Who has a member's password can use up the wrong codes of a day. The owner's devices stay in
-- (src/auth/factor-attempts.ts): those from which the second factor was shown before.
alter table backend.known_origins add column factor_at timestamptz;
comment on column backend.known_origins.factor_at is
  'When a second factor of the account was last shown from there';

update backend.known_origins known set factor_at = opened.at
from (
  select user_id, encode(sha256(convert_to(user_id::text, 'UTF8') || '\x00'
      || convert_to(host(ip), 'UTF8')), 'hex') as origin, max(updated_at) as at
  from auth.sessions
  where family(ip) = 4 and aal = 'aal2'
  group by 1, 2) opened
where known.user_id = opened.user_id and known.origin = opened.origin;
