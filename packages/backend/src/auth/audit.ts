import type { Queryable } from "./database.ts";
import type { RequestOrigin } from "./request.ts";

/** Events, and the log type under which the hosted service stores each. */
const LOG_TYPES = {
  login: "account",
  logout: "account",
  user_signedup: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  token_refreshed: "token",
  token_revoked: "token",
  factor_in_progress: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  factor_unenrolled: "factor",
  factor_updated: "factor",
  factor_deleted: "factor",
  passkey_created: "account",
  passkey_updated: "account",
  passkey_deleted: "account",
  user_invited: "team",
  user_deleted: "team",
  identity_linked: "user",
  identity_unlinked: "user",
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

/** Writes one event to `auth.audit_log_entries`, in the transaction of `db`. */
export async function audit(
  db: Queryable,
  origin: RequestOrigin,
  actor: { id: string; email: string | null },
  action: AuditAction,
  traits?: Record<string, unknown>,
): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? "",
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(traits && { traits }),
  };
  await db.query("insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)", [
    JSON.stringify(payload),
    origin.address ?? "",
  ]);
}
