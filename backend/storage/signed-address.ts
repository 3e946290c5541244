import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";

import type { Pool } from "../database/pool.ts";
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

const ALGORITHM = "HS256";

export async function addressSigner(pool: Pool): Promise<AddressSigner> {
  const { rows } = await pool.query<{ secret: string }>(
    "select secret from backend.storage_url_secret",
  );
  const secret = new TextEncoder().encode(rows[0]!.secret);
  return {
    sign(purpose, path, seconds, claims) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...claims, url: path, scope: purpose, iat: now, exp: now + seconds })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .sign(secret);
    },
    async verify(purpose, path, token) {
      const payload = await read(token, secret);
      if (payload.scope !== purpose || payload.url !== path) {
        throw new StorageError(400, "InvalidSignature", "Invalid signature");
      }
      return payload;
    },
  };
}

async function read(token: string, secret: Uint8Array): Promise<AddressClaims> {
  try {
    return (await jwtVerify<AddressClaims>(token, secret, { algorithms: [ALGORITHM] })).payload;
  } catch (error) {
    throw invalidToken(
      error instanceof errors.JWTExpired ? '"exp" claim timestamp check failed' : "invalid JWT",
    );
  }
}
