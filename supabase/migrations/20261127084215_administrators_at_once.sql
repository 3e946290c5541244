-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.keep_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_administrator() then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;
  return null;
end $$;

create or replace function private.lock_roles_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  return null;
end $$;

create trigger user_roles_last_administrator after delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.keep_administrator();

create trigger user_roles_wait before delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.lock_roles_first();

REVOKE ALL ON FUNCTION "private"."keep_administrator"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_roles_first"() FROM PUBLIC;

set check_function_bodies = on;
-- end
