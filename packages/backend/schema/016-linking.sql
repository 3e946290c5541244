-- An identity is linked when the browser that asked for it exchanges the code: until then, what the
-- provider said of the person waits with the code.
alter table auth.flow_state add column linking_profile json;
comment on column auth.flow_state.linking_profile is
  'The identity that exchanging the code links to the account.';
