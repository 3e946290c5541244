-- Recovery codes, printed on paper, for members who have lost every second factor. A code removes the factors: the
-- password alone signs in again, and new factors can be enrolled.

-- Codes have 80 random bits: a plain digest is as safe as a slow one.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  digest bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, digest)
);

create table private.recovery_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null,
  since timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong codes of a member within an hour';

alter table private.recovery_codes enable row level security;
alter table private.recovery_attempts enable row level security;
revoke all on private.recovery_codes, private.recovery_attempts
  from public, anon, authenticated, service_role;

-- Codes are read as typed: without case, spaces and hyphens, and with the letters that look like digits.
create function private.recovery_digest(member uuid, code text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(
    member || translate(regexp_replace(lower(code), '[^0-9a-z]', '', 'g'), 'oil', '011'), 'utf8'))
$$;

create function private.new_recovery_code() returns text
language sql volatile set search_path = ''
as $$
  -- A digest of 244 random bits. Five bits of it make a character.
  with random as (
    select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes)
  select string_agg(
    case when place in (4, 8, 12) then '-' else '' end
      || substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, place) & 31) + 1, 1),
    '' order by place)
  from random, generate_series(0, 15) place
$$;

create function private.lock_recovery(member uuid) returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('recovery codes ' || member, 0)) $$;

-- The functions below do the work; those of `public` also record its use (private.note_access).

create function private.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  code text;
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  perform private.lock_recovery(member);
  delete from private.recovery_codes where user_id = member;
  for number in 1..10 loop
    code := private.new_recovery_code();
    insert into private.recovery_codes (user_id, digest)
    values (member, private.recovery_digest(member, code));
    return next code;
  end loop;
end $$;

create function private.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  most constant integer := 10;
begin
  if private.session_level() is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  -- Attempts take turns: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  if exists (
    select from private.recovery_attempts where user_id = member and failures >= most) then
    raise sqlstate 'PT429' using
      message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
  end if;

  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  return true;
end $$;

revoke execute on function
  private.recovery_digest, private.new_recovery_code, private.lock_recovery,
  private.create_recovery_codes, private.redeem_recovery_code
from public;

create function public.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  return query select private.create_recovery_codes();
  perform private.note_access('generate_recovery_codes', 'factor');
end $$;
comment on function public.create_recovery_codes is
  'Ten new codes in place of the former ones; shown this once';

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes
  where user_id = auth.uid() and used_at is null
$$;
comment on function public.recovery_codes_left is 'How many codes the caller has not used yet';

create function public.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_one constant boolean := private.redeem_recovery_code(redeem_recovery_code.code);
begin
  perform private.note_access(
    case when is_one then 'recovery_code_used' else 'recovery_code_refused' end, 'factor');
  return is_one;
end $$;
comment on function public.redeem_recovery_code is
  'Removes the caller''s second factors in exchange for one of their codes; false when the code is wrong';

revoke execute on function
  public.create_recovery_codes, public.recovery_codes_left, public.redeem_recovery_code
from public, anon;
grant execute on function
  public.create_recovery_codes, public.recovery_codes_left, public.redeem_recovery_code
to authenticated, service_role;
