import type { Claims } from "../tokens/claims.ts";
import { InvalidToken, verifyToken } from "../tokens/jwt.ts";
import type { KeySet } from "../tokens/keys.ts";

/**
 * Returns the verified claims of a request's token.
 * @throws {InvalidToken} if there is none, or if it is invalid or expired
 */
export async function credentials(keys: KeySet, request: Request): Promise<Claims> {
  const token = tokenOf(request);
  if (!token) throw new InvalidToken("No API key found in request");
  return verifyToken(keys, token);
}

/**
 * Returns the token of a request, unverified: of `Authorization: Bearer` if there is exactly one, otherwise of
 * the `apikey` header or query parameter.
 */
export function tokenOf(request: Request): string | undefined {
  const apikey = () =>
    request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey") ?? undefined;
  return bearer(request) ?? apikey();
}

/** Returns the bearer token of a request, unverified. */
export function bearer(request: Request): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
