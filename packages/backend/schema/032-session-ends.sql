-- With PKCE the session begins after the answer of its identity provider, which says when it must end.

alter table auth.flow_state add column session_not_after timestamptz;
comment on column auth.flow_state.session_not_after is
  'End of the session, which its identity provider has set. Not in the hosted schema.';
