import { type Pool, startPeriodicJob } from "@maillotheque/backend";

import type { Logger } from "./logger.ts";

const SETTLE_SECONDS = 5;

/** What these functions change at most in a call (`supabase/migrations`). */
const BATCH = 1_000;

export const STANDING_JOBS = ["settle_votes", "age_votes"] as const;
export type StandingJob = (typeof STANDING_JOBS)[number];

/**
 * Lets votes start or stop counting for rankings, and takes those that are 30 days old from the
 * rising jerseys. Each call is a transaction of its own.
 */
export async function settleStandings(run: (job: StandingJob) => Promise<number>): Promise<void> {
  for (const job of STANDING_JOBS) {
    while ((await run(job)) >= BATCH);
  }
}

/** The same again and again, while the server runs. */
export function startStandings(pool: Pool, log: Logger): { close(): Promise<void> } {
  return startPeriodicJob(SETTLE_SECONDS, log, "settling of votes", () =>
    settleStandings(async (job) => {
      const { rows } = await pool.query<{ changed: number }>(`select public.${job}() as changed`);
      return rows[0]?.changed ?? 0;
    }),
  );
}
