/** A sign-in problem that has a text of its own (`errors` of namespace `auth`). */
export type AuthProblem =
  | "invalid_credentials"
  | "email_not_confirmed"
  | "user_already_exists"
  | "weak_password"
  | "same_password"
  | "email_address_invalid"
  | "rate_limit"
  | "signup_disabled"
  | "user_banned"
  | "link_expired"
  | "already_confirmed"
  | "other_browser"
  | "another_account"
  | "access_denied"
  | "session_missing"
  | "code_wrong"
  | "factor_taken"
  | "factors_full"
  | "factor_missing"
  | "factor_needed"
  | "passkey_cancelled"
  | "passkey_unknown"
  | "passkey_known"
  | "phone_invalid"
  | "phone_taken"
  | "phone_disabled"
  | "identity_already_exists"
  | "identity_not_found"
  | "single_identity_not_deletable"
  | "provider_unavailable"
  | "provider_email"
  | "organisation_unknown"
  | "proof_needed"
  | "captcha"
  | "offline"
  | "unavailable";

/** The authentication service's error codes; several share one text. */
const PROBLEMS: Record<string, AuthProblem> = {
  invalid_credentials: "invalid_credentials",
  user_not_found: "invalid_credentials",
  email_not_confirmed: "email_not_confirmed",
  user_already_exists: "user_already_exists",
  email_exists: "user_already_exists",
  weak_password: "weak_password",
  same_password: "same_password",
  email_address_invalid: "email_address_invalid",
  email_address_not_authorized: "email_address_invalid",
  over_request_rate_limit: "rate_limit",
  over_email_send_rate_limit: "rate_limit",
  signup_disabled: "signup_disabled",
  email_provider_disabled: "signup_disabled",
  user_banned: "user_banned",
  otp_expired: "link_expired",
  email_already_confirmed: "already_confirmed",
  flow_state_expired: "link_expired",
  flow_state_not_found: "link_expired",
  bad_code_verifier: "other_browser",
  pkce_code_verifier_not_found: "other_browser",
  access_denied: "access_denied",
  session_not_found: "session_missing",
  session_expired: "session_missing",
  refresh_token_not_found: "session_missing",
  refresh_token_already_used: "session_missing",
  bad_jwt: "session_missing",
  no_authorization: "session_missing",
  mfa_verification_failed: "code_wrong",
  mfa_verification_rejected: "code_wrong",
  mfa_challenge_expired: "code_wrong",
  mfa_ip_address_mismatch: "code_wrong",
  mfa_factor_name_conflict: "factor_taken",
  mfa_verified_factor_exists: "factor_taken",
  too_many_enrolled_mfa_factors: "factors_full",
  mfa_factor_not_found: "factor_missing",
  insufficient_aal: "factor_needed",
  phone_exists: "phone_taken",
  phone_provider_disabled: "phone_disabled",
  mfa_phone_enroll_not_enabled: "phone_disabled",
  over_sms_send_rate_limit: "rate_limit",
  identity_already_exists: "identity_already_exists",
  identity_not_found: "identity_not_found",
  single_identity_not_deletable: "single_identity_not_deletable",
  email_conflict_identity_not_deletable: "single_identity_not_deletable",
  provider_disabled: "provider_unavailable",
  oauth_provider_not_supported: "provider_unavailable",
  manual_linking_disabled: "provider_unavailable",
  provider_email_needs_verification: "provider_email",
  sso_provider_not_found: "organisation_unknown",
  saml_provider_disabled: "organisation_unknown",
  reauthentication_not_valid: "code_wrong",
  reauthentication_needed: "proof_needed",
  webauthn_verification_failed: "passkey_unknown",
  webauthn_credential_exists: "passkey_known",
  captcha_failed: "captcha",
  PT429: "rate_limit",
};

/**
 * A code that is wrong or too old. The service's error is the same as that of an expired link.
 */
export class WrongCodeError extends Error {
  constructor(cause: Error) {
    super("the code is wrong or has expired", { cause });
    this.name = "WrongCodeError";
  }
}

/**
 * The problem of an error. Decided by its code, never by its message, which is English and may
 * change.
 */
export function authProblem(error: unknown): AuthProblem | undefined {
  const { code, status, name } = error as { code?: string; status?: number; name?: string };
  if (name === "WrongCodeError") return "code_wrong";
  if (code && code in PROBLEMS) return PROBLEMS[code];
  if (name === "AuthSessionMissingError") return "session_missing";
  if (name === "AuthPKCECodeVerifierMissingError") return "other_browser";
  // Errors of the browser's passkey dialogue: cancelled, or registered already.
  if (name === "NotAllowedError") return "passkey_cancelled";
  if (name === "InvalidStateError") return "passkey_known";
  // What the service or a gateway says of its own failure helps nobody.
  if (status !== undefined && status >= 500) return "unavailable";
  // Errors of `fetch`, also as the client passes them on.
  if (name === "AuthRetryableFetchError" || error instanceof TypeError) return "offline";
  return status === 429 ? "rate_limit" : undefined;
}

/**
 * What the authentication service says of an error that has no text of ours, in English.
 * Undefined if it says nothing: the client then makes a message of the answer's JSON.
 */
export function serviceMessage(error: unknown): string | undefined {
  const { name, message } = error as { name?: string; message?: string };
  return name === "AuthApiError" && message && !message.startsWith("{") ? message : undefined;
}
