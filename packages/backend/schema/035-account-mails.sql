-- The mails of accounts wait here until the mail server has taken them: those that a request sends, and those that triggers
-- queue (018-security-mails.sql). The auth service sends them (src/auth/mail-queue.ts). No secret is stored: a mail that did not
-- leave at once gets a new link and code when it does, and `token_hash` finds the token that they replace.
create table backend.account_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  language text,
  kind text not null,
  details jsonb not null default '{}',
  token_hash text,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  retry_at timestamptz not null default now()
);
create index account_mails_retry_at_idx on backend.account_mails (retry_at, id);

insert into backend.account_mails (recipient, language, kind, details, created_at)
select recipient, language, kind, details, created_at from backend.security_mails order by id;
drop table backend.security_mails;

create or replace function backend.queue_security_mail(account auth.users, recipient text, kind text, details jsonb)
returns void
language sql volatile set search_path = ''
as $$
  insert into backend.account_mails (recipient, language, kind, details)
  select recipient, account.raw_user_meta_data ->> 'lang', kind, details
  where recipient <> '' and account.email_confirmed_at is not null and account.deleted_at is null
$$;
