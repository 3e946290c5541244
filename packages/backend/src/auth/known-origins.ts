import type { Queryable } from "./database.ts";
import { originKey } from "./limits.ts";
import type { RequestOrigin } from "./request.ts";
import { digest } from "./secrets.ts";

const originDigest = (userId: string, origin: RequestOrigin) => digest(userId, originKey(origin));

/**
 * Records that an account was opened from this address.
 * @param withFactor true if a second factor was shown
 */
export async function noteOrigin(
  db: Queryable,
  userId: string,
  origin: RequestOrigin,
  withFactor = false,
): Promise<void> {
  await db.query(
    `insert into backend.known_origins as known (user_id, origin, factor_at)
     values ($1, $2, case when $3 then now() end)
     on conflict (user_id, origin) do update
       set seen_at = now(), factor_at = coalesce(excluded.factor_at, known.factor_at)`,
    [userId, originDigest(userId, origin), withFactor],
  );
}

/** @param withFactor true if only addresses count from which a second factor was shown */
export async function isKnownOrigin(
  db: Queryable,
  userId: string,
  origin: RequestOrigin,
  withFactor = false,
): Promise<boolean> {
  const found = await db.query(
    `select from backend.known_origins
     where user_id = $1 and origin = $2 and (factor_at is not null or not $3)`,
    [userId, originDigest(userId, origin), withFactor],
  );
  return found.rowCount === 1;
}
