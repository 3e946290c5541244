import type { Claims } from "../tokens/claims.ts";
import { InvalidToken, verifyToken } from "../tokens/jwt.ts";
import type { KeySet } from "../tokens/keys.ts";

/**
 * Who is asking: the `Authorization: Bearer` token if there is one, otherwise the `apikey`
 * header or query parameter.
 * @throws {InvalidToken} when neither is present, or the one that counts is not ours or expired
 */
export async function credentials(keys: KeySet, request: Request): Promise<Claims> {
  const apikey =
    request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey") ?? undefined;
  const token = bearer(request) ?? apikey;
  if (!token) throw new InvalidToken("No API key found in request");
  return verifyToken(keys, token);
}

/** The bearer token of a request, without judging it. */
export function bearer(request: Request): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
