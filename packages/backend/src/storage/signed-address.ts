import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";

import type { Claims } from "../tokens/claims.ts";
import { invalidToken, StorageError } from "./errors.ts";

type Purpose = "download" | "upload";

/** The claims of a signed address, in addition to its object. */
export interface AddressClaims extends JWTPayload {
  /** The role of the signer. */
  role?: string;
  /** For uploads: the member who signed, and whether the file may replace another object. */
  owner?: string | null;
  aal?: Claims["aal"];
  upsert?: boolean;
  /** For renderings: the only parameters that the address allows. */
  transform?: Record<string, string | number>;
}

/** Signs and verifies addresses that give access to one private object. */
export interface AddressSigner {
  /** @param path bucket and name */
  sign(purpose: Purpose, path: string, seconds: number, claims?: AddressClaims): Promise<string>;
  /** @throws {StorageError} */
  verify(purpose: Purpose, path: string, token: string): Promise<AddressClaims>;
}

interface Queryable {
  query<T extends object>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: T[]; rowCount: number | null }>;
}

interface NamedSecret {
  kid: string;
  secret: string;
}

const ALGORITHM = "HS256";

/**
 * Creates the signer. It reads the secrets for each call, so that changes take effect on all
 * servers at once.
 */
export function addressSigner(pool: Queryable): AddressSigner {
  let reading: Promise<NamedSecret> | undefined;
  // Concurrent calls share one query.
  const newest = () =>
    (reading ??= pool
      .query<NamedSecret>(
        "select kid, secret from backend.storage_url_secrets order by created_at desc, kid limit 1",
      )
      .then(({ rows }) => rows[0]!)
      .finally(() => (reading = undefined)));
  return {
    async sign(purpose, path, seconds, claims) {
      const { kid, secret } = await newest();
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...claims, url: path, scope: purpose, iat: now, exp: now + seconds })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid })
        .sign(new TextEncoder().encode(secret));
    },
    async verify(purpose, path, token) {
      const payload = await read(pool, token);
      if (payload.scope !== purpose || payload.url !== path) {
        throw new StorageError(400, "InvalidSignature", "Invalid signature");
      }
      return payload;
    },
  };
}

async function read(pool: Queryable, token: string): Promise<AddressClaims> {
  const secretOf = async ({ kid }: { kid?: unknown }) => {
    const { rows } = await pool.query<{ secret: string }>(
      "select secret from backend.storage_url_secrets where kid = $1",
      // PostgreSQL can't store NUL.
      [String(kid ?? "").replaceAll("\0", "")],
    );
    if (!rows[0]) throw new errors.JWSSignatureVerificationFailed();
    return new TextEncoder().encode(rows[0].secret);
  };
  try {
    return (await jwtVerify<AddressClaims>(token, secretOf, { algorithms: [ALGORITHM] })).payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw invalidToken(
      error instanceof errors.JWTExpired ? '"exp" claim timestamp check failed' : "invalid JWT",
    );
  }
}

/** Adds a secret that signs addresses from now on. Earlier addresses stay valid. */
export async function rotateAddressSecret(db: Queryable): Promise<void> {
  await db.query("insert into backend.storage_url_secrets default values");
}

/** Deletes every secret but the newest: addresses signed with them become invalid. */
export async function retireAddressSecrets(db: Queryable): Promise<void> {
  await db.query(
    `delete from backend.storage_url_secrets where kid <> (
       select kid from backend.storage_url_secrets order by created_at desc, kid limit 1)`,
  );
}
