-- A sign-in at a provider that doesn't end in a code (PKCE) ends in a session. It must end in the
-- browser in which it began: otherwise a stranger could begin one, agree at the provider, and let
-- somebody else open the last address, who would then be signed in as the stranger.
alter table auth.flow_state add column browser_hash text;
comment on column auth.flow_state.browser_hash is
  'SHA-256 of the secret in the cookie of the browser that began the flow. Not in the hosted schema.';

-- Changes of how an account is opened need a fresh proof (src/auth/fresh-proof.ts).
alter table auth.sessions add column proven_at timestamptz;
comment on column auth.sessions.proven_at is
  'When the member last showed a code of GET /reauthenticate in this session. Not in the hosted schema.';
