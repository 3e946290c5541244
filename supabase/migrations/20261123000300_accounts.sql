-- A profile is public, so it must not tell who has an account: it is made when the account is
-- confirmed, no longer when it is requested (docs/decisions/036-sign-ups-tell-nothing.md). An
-- account that waits holds no username either: whoever finds a name taken would learn that the
-- sign-up which asked for it has made an account.

create function private.awaits_confirmation(account auth.users) returns boolean
language sql immutable set search_path = ''
as $$
  select account.email_confirmed_at is null and account.phone_confirmed_at is null
    and account.last_sign_in_at is null
    and (coalesce(account.email, '') <> '' or coalesce(account.phone, '') <> '')
    -- Accounts that nobody can sign in to, such as those of the demonstration, have no provider.
    and coalesce(account.raw_app_meta_data ->> 'provider', '') <> ''
$$;
comment on function private.awaits_confirmation is
  'Whether nobody has shown yet that the account''s address or number is theirs';

create or replace function private.on_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.awaits_confirmation(new) then
    perform private.create_profile(new);
  end if;
  return new;
end $$;

create function private.on_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.awaits_confirmation(new)
    and not exists (select from public.profiles where id = new.id) then
    perform private.create_profile(new);
  end if;
  return new;
end $$;

-- The condition stands here and not in a function, because the auth service may not call ours.
create trigger on_confirmation
after update of email_confirmed_at, phone_confirmed_at, last_sign_in_at on auth.users
for each row when (
  old.email_confirmed_at is null and old.phone_confirmed_at is null and old.last_sign_in_at is null)
execute function private.on_confirmation();

revoke execute on function private.awaits_confirmation, private.on_confirmation from public;

-- Accounts that wait already: their profiles are made again, from the same wishes, when they are
-- confirmed. Nobody has signed in to them, so nothing but a role can refer to them.
delete from public.profiles profile using auth.users account
where account.id = profile.id and private.awaits_confirmation(account)
  and not exists (select from public.user_roles held where held.user_id = profile.id)
  and not exists (select from public.jerseys jersey where jersey.author_id = profile.id);
