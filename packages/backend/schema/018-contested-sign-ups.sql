-- Where two sign-ups of one address named different passwords, the mailbox tells whose address it is,
-- not whose password: that waits with the flow of the browser that made the sign-up.
alter table auth.flow_state add column encrypted_password text;
comment on column auth.flow_state.encrypted_password is
  'The password that exchanging the code gives to a new account.';
