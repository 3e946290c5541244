-- The session that asked for linking an identity must still be there when the identity is linked:
-- who signs out everywhere ends what was begun as well.
alter table auth.flow_state add column linking_session_id uuid;
comment on column auth.flow_state.linking_session_id is
  'The session that began to link an identity. Not in the hosted schema.';
