-- A sign-in at a provider is found again by the digest of the state that the provider hands back;
-- its PKCE verifier and nonce are derived from that state and the key, and stored nowhere.
alter table auth.flow_state add column state_hash text unique, add column state_key text;
comment on column auth.flow_state.state_hash is 'SHA-256 of the state that the provider hands back.';
comment on column auth.flow_state.provider_access_token is 'Encrypted under the authorization code.';
comment on column auth.flow_state.provider_refresh_token is 'Encrypted under the authorization code.';
