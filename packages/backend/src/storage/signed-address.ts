import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";

import { invalidToken, StorageError } from "./errors.ts";

type Purpose = "download" | "upload";

/** What a signed address allows, apart from its object. */
export interface AddressClaims extends JWTPayload {
  /** Uploads: who will own the object, and whether it may replace another. */
  owner?: string | null;
  upsert?: boolean;
  /** Renderings: the only parameters the address is good for. */
  transform?: Record<string, string | number>;
}

/** Signs and checks addresses that let whoever has them read or write one private object. */
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

/** What the first secret is called by addresses that name none. */
const FIRST = "first";

/** The secrets are read each time: every server signs and accepts alike, the moment they change. */
export function addressSigner(pool: Queryable): AddressSigner {
  let reading: Promise<NamedSecret> | undefined;
  // Many addresses asked for at once take one query.
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
      // PostgreSQL knows no NUL.
      [String(kid ?? FIRST).replaceAll("\0", "")],
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

/** From now on a new secret signs addresses; those signed before stay good. */
export async function rotateAddressSecret(db: Queryable): Promise<void> {
  await db.query("insert into backend.storage_url_secrets default values");
}

/** Ends every secret but the newest: the addresses that they have signed lead nowhere. */
export async function retireAddressSecrets(db: Queryable): Promise<void> {
  await db.query(
    `delete from backend.storage_url_secrets where kid <> (
       select kid from backend.storage_url_secrets order by created_at desc, kid limit 1)`,
  );
}
