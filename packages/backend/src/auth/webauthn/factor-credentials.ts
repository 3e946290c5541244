import type { Queryable } from "../database.ts";
import type { StoredFactor } from "../factors.ts";
import type { Credential, NewCredential } from "./ceremonies.ts";

/** A credential as the hosted service stores it in `web_authn_credential`; bytes in base64. */
interface StoredCredential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: Record<"userPresent" | "userVerified" | "backupEligible" | "backupState", boolean>;
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string };
}

/** The credentials of an account's verified factors. */
export async function factorCredentialsOf(
  db: Queryable,
  userId: string,
): Promise<(Credential & { factor: StoredFactor })[]> {
  const found = await db.query<StoredFactor & { stored: StoredCredential }>(
    `select id, friendly_name, factor_type, status, created_at, updated_at, secret, phone,
       web_authn_credential as stored
     from auth.mfa_factors
     where user_id = $1 and factor_type = 'webauthn' and status = 'verified'
       and web_authn_credential is not null`,
    [userId],
  );
  return found.rows.map(({ stored, ...factor }) => ({
    factor,
    id: Buffer.from(stored.id, "base64").toString("base64url"),
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
    counter: stored.authenticator.signCount,
    transports: stored.transport,
  }));
}

/**
 * Returns the stored form of a credential. Members and encodings are those of the hosted service,
 * so that factors can be moved there.
 */
export function storedFrom(made: NewCredential): StoredCredential {
  return {
    id: Buffer.from(made.id, "base64url").toString("base64"),
    publicKey: Buffer.from(made.publicKey).toString("base64"),
    attestationType: "none",
    transport: made.transports,
    flags: {
      userPresent: true,
      userVerified: made.userVerified,
      backupEligible: made.backupEligible,
      backupState: made.backedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(made.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: made.counter,
      cloneWarning: false,
      attachment: "",
    },
  };
}
