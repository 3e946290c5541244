import { AuthError } from "./errors.ts";
import { isKnownOrigin } from "./known-origins.ts";
import { originKey } from "./limits.ts";
import type { RequestOrigin } from "./request.ts";
import type { AuthService } from "./service.ts";

/**
 * Counts an attempt at a second factor, before the proof is verified: concurrent guesses can't
 * exceed the limits. Who has the password must not keep the owner from showing the factor, without
 * which the owner can't change the password: one address is refused long before all are, and then
 * devices that have shown a factor before may go on.
 * @returns a function that takes the count back after the right proof
 * @throws {AuthError} over_request_rate_limit
 */
export async function countFactorAttempt(
  { limits, pool }: AuthService,
  userId: string,
  origin: RequestOrigin,
): Promise<() => Promise<void>> {
  const here = `${userId} ${originKey(origin)}`;
  await limits.count("factorFailure", here);
  await limits.count("factorFailures", here);
  await limits.count("accountFactorFailure", userId).catch(async (error: unknown) => {
    if (error instanceof AuthError && (await isKnownOrigin(pool, userId, origin, true))) return;
    throw error;
  });
  return async () => {
    await Promise.all([
      limits.refund("factorFailure", here),
      limits.refund("factorFailures", here),
      limits.refund("accountFactorFailure", userId),
    ]);
  };
}
