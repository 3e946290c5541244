import { errors, jwtVerify, SignJWT } from "jose";

import type { Claims } from "./claims.ts";
import { ALGORITHM, type KeySet } from "./keys.ts";

export class InvalidToken extends Error {
  /** Whether the token was sound once and only its time has run out. */
  readonly expired: boolean;
  constructor(message: string, expired = false) {
    super(message);
    this.expired = expired;
  }
}

/** Signs `claims` with the newest key. `lifetime` in seconds. */
export function signToken(keys: KeySet, claims: Claims, lifetime: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims, iat: now, exp: now + lifetime })
    .setProtectedHeader({ alg: ALGORITHM, kid: keys.current.kid, typ: "JWT" })
    .sign(keys.current.privateKey);
}

/**
 * The claims of a token that one of our keys signed and that has not expired.
 * The algorithm is pinned: `none` and HS256-with-the-public-key are refused.
 * @throws {InvalidToken}
 */
export async function verifyToken(keys: KeySet, token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = kid === undefined ? undefined : keys.verifying.get(kid);
        if (!key) throw new InvalidToken("unrecognized JWT kid");
        return key;
      },
      { algorithms: [ALGORITHM] },
    );
    return payload as unknown as Claims;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    if (error instanceof errors.JWTExpired) throw new InvalidToken("JWT expired", true);
    throw new InvalidToken("invalid JWT");
  }
}
