-- What the owner of an account is told by mail because somebody else may have done it. Written by
-- triggers, in the transaction of the change itself, so that no way of making it goes unnoticed;
-- the auth service sends them (notices.ts).
create table backend.account_notices (
  id bigint generated always as identity primary key,
  recipient text not null,
  language text,
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create function backend.notice_of(account auth.users, recipient text, kind text, details jsonb)
returns void
language sql volatile set search_path = ''
as $$
  insert into backend.account_notices (recipient, language, kind, details)
  select recipient, account.raw_user_meta_data ->> 'lang', kind, details
  where recipient <> '' and account.email_confirmed_at is not null and account.deleted_at is null
$$;

create function backend.note_account_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.email is distinct from new.email and old.email_confirmed_at is not null then
    perform backend.notice_of(new, old.email, 'email-changed',
      jsonb_build_object('newEmail', new.email));
  end if;
  -- Not the first password of an account that is only being opened.
  if new.encrypted_password is distinct from old.encrypted_password
    and new.encrypted_password is not null
    and (old.encrypted_password is not null or old.last_sign_in_at is not null) then
    perform backend.notice_of(new, new.email, 'password-changed', '{}');
  end if;
  if old.phone is distinct from new.phone and old.phone <> '' then
    perform backend.notice_of(new, new.email, 'phone-changed', '{}');
  end if;
  return null;
end $$;

create trigger account_notices after update of email, encrypted_password, phone on auth.users
for each row execute function backend.note_account_change();

create function backend.note_identity() returns trigger
language plpgsql set search_path = ''
as $$
declare
  identity constant auth.identities := coalesce(new, old);
  account auth.users;
begin
  select * into account from auth.users where id = identity.user_id;
  -- Not the one an account is opened with, nor those that go with their account.
  if account.id is not null and (tg_op = 'DELETE' or exists (
    select from auth.identities other
    where other.user_id = identity.user_id and other.id <> identity.id)) then
    perform backend.notice_of(account, account.email,
      case tg_op when 'DELETE' then 'identity-unlinked' else 'identity-linked' end,
      jsonb_build_object('provider', identity.provider));
  end if;
  return null;
end $$;

create trigger identity_linked after insert on auth.identities
for each row when (new.provider not in ('email', 'phone')) execute function backend.note_identity();
create trigger identity_unlinked after delete on auth.identities
for each row when (old.provider not in ('email', 'phone')) execute function backend.note_identity();

create function backend.note_factor_added() returns trigger
language plpgsql set search_path = ''
as $$
declare
  account auth.users;
begin
  select * into account from auth.users where id = new.user_id;
  perform backend.notice_of(account, account.email, 'factor-added', '{}');
  return null;
end $$;

create trigger factor_added after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified')
execute function backend.note_factor_added();

-- One mail, however many are removed at once.
create function backend.note_factors_removed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform backend.notice_of(account, account.email, 'factor-removed', '{}')
  from auth.users account
  where account.id in (select gone.user_id from gone where gone.status = 'verified');
  return null;
end $$;

create trigger factors_removed after delete on auth.mfa_factors
referencing old table as gone
for each statement execute function backend.note_factors_removed();
