-- Mails to the owner of an account about changes that somebody else may have made. Triggers queue
-- them in the transaction of the change, so that no change is missed; the auth service sends them
-- (src/auth/mail-queue.ts).
create table backend.security_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  language text,
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create function backend.queue_security_mail(account auth.users, recipient text, kind text, details jsonb)
returns void
language sql volatile set search_path = ''
as $$
  insert into backend.security_mails (recipient, language, kind, details)
  select recipient, account.raw_user_meta_data ->> 'lang', kind, details
  where recipient <> '' and account.email_confirmed_at is not null and account.deleted_at is null
$$;

create function backend.queue_mail_of_account_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.email is distinct from new.email and old.email_confirmed_at is not null then
    perform backend.queue_security_mail(new, old.email, 'email-changed',
      jsonb_build_object('newEmail', new.email));
  end if;
  -- Not the first password of a new account.
  if new.encrypted_password is distinct from old.encrypted_password
    and new.encrypted_password is not null
    and (old.encrypted_password is not null or old.last_sign_in_at is not null) then
    perform backend.queue_security_mail(new, new.email, 'password-changed', '{}');
  end if;
  if old.phone is distinct from new.phone and old.phone <> '' then
    perform backend.queue_security_mail(new, new.email, 'phone-changed', '{}');
  end if;
  return null;
end $$;

create trigger security_mail_of_account_change after update of email, encrypted_password, phone on auth.users
for each row execute function backend.queue_mail_of_account_change();

create function backend.queue_mail_of_identity() returns trigger
language plpgsql set search_path = ''
as $$
declare
  identity constant auth.identities := coalesce(new, old);
  account auth.users;
begin
  select * into account from auth.users where id = identity.user_id;
  -- Not the identity an account is created with, nor those deleted with their account.
  if account.id is not null and (tg_op = 'DELETE' or exists (
    select from auth.identities other
    where other.user_id = identity.user_id and other.id <> identity.id)) then
    perform backend.queue_security_mail(account, account.email,
      case tg_op when 'DELETE' then 'identity-unlinked' else 'identity-linked' end,
      jsonb_build_object('provider', identity.provider));
  end if;
  return null;
end $$;

create trigger security_mail_of_linked_identity after insert on auth.identities
for each row when (new.provider not in ('email', 'phone')) execute function backend.queue_mail_of_identity();
create trigger security_mail_of_unlinked_identity after delete on auth.identities
for each row when (old.provider not in ('email', 'phone')) execute function backend.queue_mail_of_identity();

create function backend.queue_mail_of_added_factor() returns trigger
language plpgsql set search_path = ''
as $$
declare
  account auth.users;
begin
  select * into account from auth.users where id = new.user_id;
  perform backend.queue_security_mail(account, account.email, 'factor-added', '{}');
  return null;
end $$;

create trigger security_mail_of_added_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified')
execute function backend.queue_mail_of_added_factor();

-- One mail per statement, however many factors it removes.
create function backend.queue_mail_of_removed_factors() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform backend.queue_security_mail(account, account.email, 'factor-removed', '{}')
  from auth.users account
  where account.id in (select gone.user_id from gone where gone.status = 'verified');
  return null;
end $$;

create trigger security_mail_of_removed_factors after delete on auth.mfa_factors
referencing old table as gone
for each statement execute function backend.queue_mail_of_removed_factors();

-- A passkey is a way into the account: its owner gets a mail about each.
create function backend.queue_mail_of_passkey() returns trigger
language plpgsql set search_path = ''
as $$
declare
  account auth.users;
begin
  select * into account from auth.users where id = (coalesce(new, old)).user_id;
  -- Not those deleted with their account.
  if account.id is not null then
    perform backend.queue_security_mail(account, account.email,
      case tg_op when 'DELETE' then 'passkey-removed' else 'passkey-added' end, '{}');
  end if;
  return null;
end $$;

create trigger security_mail_of_passkey after insert or delete on auth.webauthn_credentials
for each row execute function backend.queue_mail_of_passkey();
