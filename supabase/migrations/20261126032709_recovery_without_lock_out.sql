-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.redeem_recovery_code(code text) returns boolean
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
  -- Attempts are serialized: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  -- A right code is taken in any case: it can't be guessed, and who has the password must not lock its owner out.
  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    if exists (
      select from private.recovery_attempts where user_id = member and failures >= most) then
      raise sqlstate 'PT429' using
        message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
    end if;
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

set check_function_bodies = on;
-- end
