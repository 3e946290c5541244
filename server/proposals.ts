import { type Pool, startPeriodicJob } from "@maillotheque/backend";

import type { Logger } from "./logger.ts";

const CARRY_OUT_SECONDS = 60;

/**
 * Merges and removes the jerseys whose proposals have rested, while the server runs. Of several
 * servers one does it at a time; triggers tell all of them which pages are outdated.
 */
export function startProposals(pool: Pool, log: Logger): { close(): Promise<void> } {
  return startPeriodicJob(CARRY_OUT_SECONDS, log, "carrying out of proposals", async () => {
    await pool.query("select public.carry_out_proposals()");
  });
}
