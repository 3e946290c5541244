import type { Queryable } from "../database.ts";
import { AuthError, validationFailed, violatedConstraint } from "../errors.ts";
import { CHALLENGE_LIFETIME_SECONDS, MAX_PASSKEYS } from "../policy.ts";
import { isUuid } from "../secrets.ts";
import type { Credential, NewCredential } from "./ceremonies.ts";

/** A credential that signs in by itself, without its public key. */
export interface Passkey {
  id: string;
  user_id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

interface Row extends Passkey {
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
}

const SELECT = `
  select id, user_id, friendly_name, created_at, last_used_at, credential_id, public_key,
    sign_count, transports
  from auth.webauthn_credentials`;

/** Converts a row to a passkey and its credential in the browser's form. */
function fromRow({ credential_id, public_key, sign_count, transports, ...row }: Row) {
  return {
    ...row,
    credential: {
      id: credential_id.toString("base64url"),
      publicKey: new Uint8Array(public_key),
      counter: Number(sign_count),
      transports,
    } satisfies Credential,
  };
}

export async function passkeysOf(db: Queryable, userId: string) {
  const { rows } = await db.query<Row>(`${SELECT} where user_id = $1 order by created_at, id`, [
    userId,
  ]);
  return rows.map(fromRow);
}

/** Returns the passkey of this credential, locked against concurrent use. */
export async function lockPasskey(db: Queryable, credentialId: string) {
  const { rows } = await db.query<Row>(`${SELECT} where credential_id = $1 for update`, [
    Buffer.from(credentialId, "base64url"),
  ]);
  return rows[0] && fromRow(rows[0]);
}

/** Stores a passkey. @throws {AuthError} too_many_passkeys, webauthn_credential_exists */
export async function insertPasskey(
  db: Queryable,
  userId: string,
  made: NewCredential,
): Promise<Passkey> {
  if ((await passkeysOf(db, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const inserted = await db
    .query<Passkey>(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type,
         aaguid, sign_count, transports, backup_eligible, backed_up)
       values ($1, $2, $3, 'none', $4, $5, $6, $7, $8)
       returning id, user_id, friendly_name, created_at, last_used_at`,
      [
        userId,
        Buffer.from(made.id, "base64url"),
        Buffer.from(made.publicKey),
        made.aaguid,
        made.counter,
        JSON.stringify(made.transports),
        made.backupEligible,
        made.backedUp,
      ],
    )
    .catch((error: unknown) => {
      throw violatedConstraint(error) === "webauthn_credentials_credential_id_key"
        ? new AuthError(422, "webauthn_credential_exists", "This credential is already registered")
        : error;
    });
  return inserted.rows[0]!;
}

export function tooManyPasskeys(): AuthError {
  return new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}

/** Stores the authenticator's new counter and the time of use. */
export async function notePasskeyUsed(db: Queryable, id: string, counter: number): Promise<void> {
  await db.query(
    `update auth.webauthn_credentials
     set sign_count = $2, last_used_at = now(), updated_at = now() where id = $1`,
    [id, counter],
  );
}

/**
 * Renames a passkey of the account.
 * @throws {AuthError} validation_failed
 */
export async function renamePasskey(
  db: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await db.query<Passkey>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
     where id = $1 and user_id = $2
     returning id, user_id, friendly_name, created_at, last_used_at`,
    [requirePasskeyId(id), userId, name],
  );
  if (!renamed.rows[0]) throw noPasskey();
  return renamed.rows[0];
}

/**
 * Deletes a passkey of the account.
 * @throws {AuthError} validation_failed
 */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<void> {
  const deleted = await db.query(
    "delete from auth.webauthn_credentials where id = $1 and user_id = $2",
    [requirePasskeyId(id), userId],
  );
  if (deleted.rowCount === 0) throw noPasskey();
}

function requirePasskeyId(id: string): string {
  if (!isUuid(id)) throw noPasskey();
  return id;
}

function noPasskey(): AuthError {
  return new AuthError(404, "validation_failed", "Passkey not found");
}

type Ceremony = "registration" | "authentication";

/** Stores a challenge that an authenticator will sign; for a registration, with its account. */
export async function rememberChallenge(
  db: Queryable,
  ceremony: Ceremony,
  challenge: string,
  userId?: string,
): Promise<{ id: string; expiresAt: number }> {
  const opened = await db.query<{ id: string; expires_at: Date }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) returning id, expires_at`,
    [userId, ceremony, JSON.stringify({ challenge }), CHALLENGE_LIFETIME_SECONDS],
  );
  const { id, expires_at: expiresAt } = opened.rows[0]!;
  return { id, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Consumes a challenge. When answers race, exactly one succeeds.
 * @throws {AuthError} validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function takeChallenge(
  db: Queryable,
  ceremony: Ceremony,
  id: string,
  userId?: string,
): Promise<string> {
  if (id === "") throw validationFailed("challenge_id is required");
  if (!isUuid(id)) throw validationFailed("challenge_id must be a valid UUID");
  const taken = await db.query<{ challenge: string; expired: boolean }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at < now() as expired`,
    [id, ceremony, userId],
  );
  const challenge = taken.rows[0];
  if (!challenge) {
    throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (challenge.expired) {
    throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  }
  return challenge.challenge;
}
