import type { Queryable } from "../database.ts";
import { AuthError } from "../errors.ts";
import type { Challenge } from "../flow-states.ts";
import { OAUTH_STATE_LIFETIME_SECONDS } from "../policy.ts";
import { digest, newSecret, successor } from "../secrets.ts";
import type { FlowSecrets } from "./provider.ts";

/** A sign-in or linking that continues at a provider. */
export interface OAuthFlow {
  provider: string;
  redirectTo: URL;
  challenge: Challenge | undefined;
  /** The account to which the identity will be linked, and the session that asked for it. */
  linking: { userId: string; sessionId: string | null } | undefined;
  /** The digest of the browser's secret: without PKCE, only this browser can finish the flow. */
  browser: string | undefined;
}

/**
 * Derives the secrets of a flow. Only the state leaves the server; the others are derived from it
 * and a stored key.
 */
function secretsOf(key: string, state: string): FlowSecrets {
  return { state, verifier: successor(key, `verifier ${state}`), nonce: successor(key, state) };
}

/** Stores the flow until the provider redirects the browser back. */
export async function beginOAuth(db: Queryable, flow: OAuthFlow): Promise<FlowSecrets> {
  const [state, key] = [newSecret(), newSecret()];
  await db.query(
    `insert into auth.flow_state (provider_type, authentication_method, state_hash, state_key,
       code_challenge_method, code_challenge, referrer, linking_target_id, linking_session_id,
       browser_hash)
     values ($1, 'oauth', $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      flow.provider,
      digest(state),
      key,
      flow.challenge?.method,
      flow.challenge?.value,
      flow.redirectTo.href,
      flow.linking?.userId,
      flow.linking?.sessionId,
      flow.browser,
    ],
  );
  return secretsOf(key, state);
}

interface Row {
  provider_type: string;
  state_key: string;
  code_challenge_method: Challenge["method"] | null;
  code_challenge: string | null;
  referrer: string;
  linking_target_id: string | null;
  linking_session_id: string | null;
  browser_hash: string | null;
  expired: boolean;
}

/**
 * Consumes the flow of a state. When requests race, exactly one succeeds.
 * @param browser the digest of the secret of the browser that returns
 * @throws {AuthError} bad_oauth_state
 */
export async function takeOAuth(
  db: Queryable,
  state: string,
  browser: string | undefined,
): Promise<OAuthFlow & { secrets: FlowSecrets }> {
  const taken = await db.query<Row>(
    `delete from auth.flow_state where state_hash = $1
     returning provider_type, state_key, code_challenge_method, code_challenge, referrer,
       linking_target_id, linking_session_id, browser_hash, created_at < now() - make_interval(secs => $2) as expired`,
    [digest(state), OAUTH_STATE_LIFETIME_SECONDS],
  );
  const row = taken.rows[0];
  if (!row) throw badState("OAuth state not found or expired");
  if (row.expired) throw badState("OAuth state has expired");
  const { code_challenge: value, code_challenge_method: method } = row;
  // With PKCE, only the browser with the verifier can exchange the code.
  if (!value && (!browser || row.browser_hash !== browser)) {
    throw badState("OAuth flow was started in another browser");
  }
  return {
    provider: row.provider_type,
    redirectTo: new URL(row.referrer),
    challenge: value && method ? { method, value } : undefined,
    linking: row.linking_target_id
      ? { userId: row.linking_target_id, sessionId: row.linking_session_id }
      : undefined,
    browser: row.browser_hash ?? undefined,
    secrets: secretsOf(row.state_key, state),
  };
}

function badState(message: string): AuthError {
  return new AuthError(400, "bad_oauth_state", message);
}
