import type { Queryable } from "./database.ts";
import type { Profile } from "./oauth/provider.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { AUTH_CODE_LIFETIME_SECONDS } from "./policy.ts";
import { challengeOf, digest, newSecret, sameText, seal, unseal } from "./secrets.ts";

/** The start of a flow; also the `amr` of the session at its end. */
export type FlowMethod =
  | "email/signup"
  | "recovery"
  | "magiclink"
  | "email_change"
  | "invite"
  | "oauth"
  | "sso/saml";

/** The PKCE challenge that a client sends when it starts a flow. */
export interface Challenge {
  method: "s256" | "plain";
  value: string;
}

/** Returns the PKCE challenge of a request, if it has one. @throws {AuthError} validation_failed */
export function challengeIn(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | undefined {
  const { code_challenge: value } = body;
  const method = body.code_challenge_method.toLowerCase();
  if (value === "" && method === "") return undefined;
  if (value === "" || method === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (method !== "s256" && method !== "plain") {
    throw validationFailed("unsupported code_challenge method");
  }
  if (value.length < 43 || value.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(value)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  return { method, value };
}

/**
 * Stores the challenge until the mail's link is opened.
 * @param passwordHash becomes the account's password when the code is exchanged
 */
export async function beginFlow(
  db: Queryable,
  userId: string,
  method: FlowMethod,
  challenge: Challenge | undefined,
  passwordHash?: string,
): Promise<void> {
  if (!challenge) return;
  await db.query(
    `insert into auth.flow_state (user_id, authentication_method, provider_type,
       code_challenge_method, code_challenge, encrypted_password)
     values ($1, $2, 'email', $3, $4, $5)`,
    [userId, method, challenge.method, challenge.value, passwordHash],
  );
}

/**
 * Creates the authorization code of the account's newest flow of this kind.
 * @throws {AuthError} flow_state_not_found
 */
export async function issueAuthCode(
  db: Queryable,
  userId: string,
  method: FlowMethod,
): Promise<string> {
  const code = newSecret();
  const issued = await db.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2
       order by created_at desc limit 1)`,
    [userId, method, digest(code)],
  );
  if (issued.rowCount === 0) {
    throw new AuthError(400, "flow_state_not_found", "No associated flow state found.");
  }
  return code;
}

/** A sign-in that returns from a provider or an identity provider. */
export interface Arrival {
  userId: string;
  method: "oauth" | "sso/saml";
  provider: string;
  challenge: Challenge;
  tokens?: { accessToken: string; refreshToken: string };
  /**
   * The identity that is linked to the account when the code is exchanged, and the session that
   * asked for it.
   */
  linking?: { profile: Profile; sessionId: string | null } | undefined;
  /** The end of the session that the identity provider has set. */
  notAfter?: Date | undefined;
}

/**
 * Creates the authorization code of a sign-in at a provider. The provider's tokens are stored with
 * it, until the code is exchanged.
 */
export async function issueOAuthCode(db: Queryable, arrival: Arrival): Promise<string> {
  const { userId, method, provider, challenge, tokens, linking, notAfter } = arrival;
  const code = newSecret();
  await db.query(
    `insert into auth.flow_state (user_id, authentication_method, provider_type, auth_code,
       auth_code_issued_at, code_challenge_method, code_challenge,
       provider_access_token, provider_refresh_token, linking_profile, linking_session_id,
       session_not_after)
     values ($1, $2, $3, $4, now(), $5, $6, $7, $8, $9, $10, $11)`,
    [
      userId,
      method,
      provider,
      digest(code),
      challenge.method,
      challenge.value,
      tokens?.accessToken ? seal(tokens.accessToken, code) : "",
      tokens?.refreshToken ? seal(tokens.refreshToken, code) : "",
      linking && JSON.stringify(linking.profile),
      linking?.sessionId,
      notAfter,
    ],
  );
  return code;
}

/** The members that a client gets beside its session after a sign-in at a provider. */
export interface ProviderTokens {
  provider_token?: string;
  provider_refresh_token?: string;
}

interface Flow {
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  user_id: string;
  authentication_method: FlowMethod;
  code_challenge: string;
  code_challenge_method: "s256" | "plain";
  linking_profile: Profile | null;
  linking_session_id: string | null;
  encrypted_password: string | null;
  session_not_after: Date | null;
  expired: boolean;
}

/**
 * Ends the flow of an authorization code. Runs in the transaction that starts the session: a wrong
 * verifier rolls the deletion back. When two correct ones race, only the first finds the row.
 * @throws {AuthError} flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function endFlow(
  db: Queryable,
  code: string,
  verifier: string,
): Promise<Flow & { providerTokens: ProviderTokens }> {
  const ended = await db.query<Flow>(
    `delete from auth.flow_state where auth_code = $1 and user_id is not null
     returning user_id, provider_type, provider_access_token, provider_refresh_token,
       authentication_method, code_challenge, code_challenge_method, linking_profile,
       linking_session_id,
       encrypted_password, session_not_after,
       auth_code_issued_at < now() - make_interval(secs => $2) as expired`,
    [digest(code), AUTH_CODE_LIFETIME_SECONDS],
  );
  const flow = ended.rows[0];
  if (!flow) {
    throw new AuthError(
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    );
  }
  if (flow.expired) {
    throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const shown = flow.code_challenge_method === "s256" ? challengeOf(verifier) : verifier;
  if (!sameText(shown, flow.code_challenge)) {
    throw new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  return { ...flow, providerTokens: providerTokens(flow, code) };
}

function providerTokens(flow: Flow, code: string): ProviderTokens {
  const { provider_access_token: access, provider_refresh_token: refresh } = flow;
  return {
    ...(access && { provider_token: unseal(access, code) }),
    ...(refresh && { provider_refresh_token: unseal(refresh, code) }),
  };
}
