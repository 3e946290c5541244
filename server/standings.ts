import { type Pool, startPeriodicJob } from "@maillotheque/backend";

import type { Logger } from "./logger.ts";

const SETTLE_SECONDS = 5;
const REFRESH_SECONDS = 10 * 60;

/** What the first three functions change at most in a call (`supabase/migrations`). */
const BATCH = 1_000;

export type StandingJob =
  | "recheck_due_voters"
  | "age_votes"
  | "apply_pending_standings"
  | "refresh_leaderboards";

/** Calls a function of the database and returns how much it has changed. */
type Run = (job: StandingJob) => Promise<number>;

/**
 * Lets votes start or stop counting for rankings, and takes those that are 30 days old from the
 * rising jerseys. Each call is a transaction of its own. Returns how many votes have changed.
 */
export async function settleStandings(run: Run): Promise<number> {
  return (await repeat(run, "recheck_due_voters")) + (await repeat(run, "age_votes"));
}

/** Brings the standings into the orders of the catalogue. Returns how many notes of votes it has settled. */
export function settleOrders(run: Run): Promise<number> {
  return repeat(run, "apply_pending_standings");
}

async function repeat(run: Run, job: StandingJob): Promise<number> {
  let all = 0;
  let changed: number;
  do {
    changed = await run(job);
    all += changed;
  } while (changed >= BATCH);
  return all;
}

/**
 * The same again and again while the server runs, and the list of leaderboards.
 * @param onChange Called when standings have changed: pages are outdated
 */
export function startStandings(
  pool: Pool,
  log: Logger,
  onChange: () => Promise<void>,
): { close(): Promise<void> } {
  const run: Run = async (job) => {
    const { rows } = await pool.query<{ changed: number }>(`select public.${job}() as changed`);
    return rows[0]?.changed ?? 0;
  };
  const settle = async () => {
    const changed = (await settleStandings(run)) + (await settleOrders(run));
    if (changed > 0) await onChange();
  };
  const settling = startPeriodicJob(SETTLE_SECONDS, log, "settling of votes", settle);
  const refreshing = startPeriodicJob(REFRESH_SECONDS, log, "listing of leaderboards", async () => {
    // The first time, what was written without a server.
    await settle();
    await run("refresh_leaderboards");
  });
  return {
    async close() {
      await Promise.all([settling.close(), refreshing.close()]);
    },
  };
}
