import { errors, jwtVerify, SignJWT } from "jose";

import type { Claims } from "./claims.ts";
import { isUnreachable } from "../database/unreachable.ts";
import { ALGORITHM, type KeySet, type VerifyingKey } from "./keys.ts";

/** A token that is malformed, expired, or not signed by a valid key of ours. */
export class InvalidToken extends Error {
  /** True if the token is valid except for its times. */
  readonly isUntimely: boolean;
  constructor(message: string, isUntimely = false) {
    super(message);
    this.isUntimely = isUntimely;
  }
}

/** As much as the clocks of two machines may differ, in seconds; PostgREST allows the same. */
export const CLOCK_LEEWAY_SECONDS = 30;

/** Signs `claims` with the newest key. `lifetime` in seconds. */
export function signToken(keys: KeySet, claims: Claims, lifetime: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims, iat: now, exp: now + lifetime })
    .setProtectedHeader({ alg: ALGORITHM, kid: keys.current.kid, typ: "JWT" })
    .sign(keys.current.privateKey);
}

/**
 * Verifies a token of one of our keys and returns its claims. The algorithm is pinned: `none` and
 * HS256 with the public key as its secret are refused.
 * @throws {InvalidToken} also if the token has expired
 */
export async function verifyToken(keys: KeySet, token: string): Promise<Claims> {
  try {
    let retired = false;
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const known = kid === undefined ? undefined : await keyOf(keys, kid);
        if (!known) throw new InvalidToken("unrecognized JWT kid");
        ({ retired } = known);
        return known.key;
      },
      { algorithms: [ALGORITHM], clockTolerance: CLOCK_LEEWAY_SECONDS },
    );
    if (payload.iat !== undefined && payload.iat > Date.now() / 1000 + CLOCK_LEEWAY_SECONDS) {
      throw new InvalidToken("JWT issued at future", true);
    }
    const claims = payload as unknown as Claims;
    if (retired && (claims.role !== "anon" || claims.sub !== undefined)) {
      throw new InvalidToken("JWT expired", true);
    }
    return claims;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    if (error instanceof errors.JWTExpired) throw new InvalidToken("JWT expired", true);
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf") {
      throw new InvalidToken("JWT not yet valid", true);
    }
    if (error instanceof errors.JOSEError) throw new InvalidToken("invalid JWT");
    // The database was queried for the key and is unreachable.
    if (isUnreachable(error)) throw error;
    throw new InvalidToken("invalid JWT");
  }
}

/** Another server may have added the key after this one read the keys. */
async function keyOf(keys: KeySet, kid: string): Promise<VerifyingKey | undefined> {
  if (!keys.verifying.has(kid)) await keys.refresh();
  return keys.verifying.get(kid);
}
