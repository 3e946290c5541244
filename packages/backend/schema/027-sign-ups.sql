-- Sign-ups that nobody has confirmed, by address or number: also those of an address that has an
-- account. Every answer to a stranger depends on these rows, never on whether there is an account
-- (src/auth/sign-ups.ts). They are deleted after two days, with the accounts that they made.
create table backend.sign_ups (
  -- An e-mail address in lower case, or a phone number.
  address text primary key,
  -- The unconfirmed account that the sign-up made; null if the address had an account already.
  user_id uuid references auth.users (id) on delete cascade,
  -- Null without a password, or if sign-ups of the address had different ones.
  password_hash text,
  created_at timestamptz not null default now()
);
create index sign_ups_by_user on backend.sign_ups (user_id);
create index sign_ups_by_time on backend.sign_ups (created_at);
comment on index backend.sign_ups_by_user is 'Deletion of an account; its confirmation';
comment on index backend.sign_ups_by_time is 'Housekeeping';

-- Accounts that wait already get two days from now. Those that an administrator created or invited
-- have no row: no stranger's sign-up may replace them, and they are not deleted.
insert into backend.sign_ups (address, user_id, password_hash)
select coalesce(nullif(email, ''), phone), id, encrypted_password
from auth.users
where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
  and not is_sso_user and not is_anonymous and deleted_at is null
  and confirmation_sent_at is not null and invited_at is null
  and coalesce(nullif(email, ''), phone) is not null
on conflict (address) do nothing;
