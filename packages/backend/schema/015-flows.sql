-- Sign-ins, sign-ups and links that end in another request: at a provider, or by the link of a mail.
-- A sign-in at a provider is found again by the digest of the state that the provider returns; its
-- PKCE verifier and nonce are derived from that state and the key, and are not stored.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false,
  -- The rest is not in the hosted schema.
  state_hash text unique,
  state_key text,
  linking_profile json,
  encrypted_password text
);
comment on column auth.flow_state.auth_code is 'SHA-256 of the code that the browser exchanges for a session (PKCE).';
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
comment on column auth.flow_state.state_hash is 'SHA-256 of the state that the provider returns.';
comment on column auth.flow_state.provider_access_token is 'Encrypted under the authorization code.';
comment on column auth.flow_state.provider_refresh_token is 'Encrypted under the authorization code.';
-- An identity is linked when the browser that asked for it exchanges the code; until then the
-- provider's answer is stored here.
comment on column auth.flow_state.linking_profile is
  'The identity that exchanging the code links to the account.';
-- If two sign-ups of one address had different passwords, the mailbox proves the address, not the
-- password: the password is stored with the flow of the browser that made the sign-up.
comment on column auth.flow_state.encrypted_password is
  'The password that exchanging the code gives to a new account.';
