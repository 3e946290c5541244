-- A passkey in place of the password is a way into the account: its owner is told of each.
create function backend.note_passkey() returns trigger
language plpgsql set search_path = ''
as $$
declare
  account auth.users;
begin
  select * into account from auth.users where id = (coalesce(new, old)).user_id;
  -- Not those that go with their account.
  if account.id is not null then
    perform backend.notice_of(account, account.email,
      case tg_op when 'DELETE' then 'passkey-removed' else 'passkey-added' end, '{}');
  end if;
  return null;
end $$;

create trigger passkey_noticed after insert or delete on auth.webauthn_credentials
for each row execute function backend.note_passkey();
