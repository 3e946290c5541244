-- Addresses from which an account was opened. While strangers try passwords of an account, its
-- owner's devices stay in (src/auth/password-attempts.ts).
create table backend.known_origins (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the account's id and the IPv4 address or IPv6 network.
  origin text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, origin)
);
create index known_origins_by_time on backend.known_origins (seen_at);
comment on index backend.known_origins_by_time is 'Housekeeping';

-- Devices that are signed in now are known. Addresses of IPv6 become known at the next sign-in.
insert into backend.known_origins (user_id, origin, seen_at)
select user_id, encode(sha256(convert_to(user_id::text, 'UTF8') || '\x00'
    || convert_to(host(ip), 'UTF8')), 'hex'), max(updated_at)
from auth.sessions
where family(ip) = 4
group by 1, 2;
