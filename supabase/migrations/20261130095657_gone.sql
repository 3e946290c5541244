-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_standing()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if not found and auth.uid() is not null then
    raise sqlstate 'PT401' using message = 'account_gone', detail = 'The account was deleted; its token lasts until it expires.';
  elsif account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
  perform private.require_factor();
end $function$
;

set check_function_bodies = on;
-- end
