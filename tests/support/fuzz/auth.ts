import fc from "fast-check";

import type { FuzzRequest } from "./requests.ts";
import { anyBody, bodyWith, encoded, queryOf } from "./values.ts";

const PATHS =
  "signup token verify otp magiclink recover resend user logout authorize callback settings health factors invite reauthenticate sso sso/saml/acs sso/saml/metadata .well-known/jwks.json admin/users admin/generate_link admin/audit user/identities user/identities/authorize passkeys passkeys/authentication/options passkeys/authentication/verify oauth/token".split(
    " ",
  );

const path = fc
  .tuple(
    fc.constantFrom(...PATHS),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant("") },
      encoded.map((text) => `/${text}`),
      encoded.map((text) => `/${text}/verify`),
    ),
    queryOf(
      ..."grant_type type token token_hash redirect_to provider code state scope page per_page code_challenge code_challenge_method flow_state_id".split(
        " ",
      ),
    ),
  )
  .map(([name, more, query]) => `/auth/v1/${name}${more}?${query}`);

const grants = fc
  .constantFrom("password", "refresh_token", "pkce", "id_token", "web3")
  .map((grant) => `/auth/v1/token?grant_type=${grant}`);

export const authRequests: fc.Arbitrary<FuzzRequest> = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH"),
  path: fc.oneof({ weight: 4, arbitrary: path }, grants),
  headers: fc.constantFrom<Record<string, string>[]>(
    { "content-type": "application/json" },
    { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "text/plain;charset=nope" },
  ),
  body: fc.oneof(
    {
      weight: 4,
      arbitrary: bodyWith(
        ..."email password phone token token_hash type refresh_token auth_code code_verifier code_challenge code_challenge_method data app_metadata id_token provider nonce access_token chain message signature factor_type friendly_name factor_id challenge_id code domain provider_id SAMLResponse RelayState credential options gotrue_meta_security channel create_user email_change_token_new".split(
          " ",
        ),
      ),
    },
    anyBody,
  ),
  // The service must not end sessions or change accounts: the member is needed to the end.
  as: fc.constantFrom("nobody", "anon", "anon", "service"),
});
