import type { Claims } from "../tokens/claims.ts";
import { InvalidToken, verifyToken } from "../tokens/jwt.ts";
import type { KeySet } from "../tokens/keys.ts";

/**
 * Returns the verified claims of a request: of the `Authorization: Bearer` token if there is one,
 * otherwise of the `apikey` header or query parameter.
 * @throws {InvalidToken} if both are missing, or if the token is invalid or expired
 */
export async function credentials(keys: KeySet, request: Request): Promise<Claims> {
  const apikey =
    request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey") ?? undefined;
  const token = bearer(request) ?? apikey;
  if (!token) throw new InvalidToken("No API key found in request");
  return verifyToken(keys, token);
}

/** Returns the bearer token of a request, unverified. */
export function bearer(request: Request): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
