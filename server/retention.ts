import { type Pool, startPeriodicJob } from "@maillotheque/backend";

import type { Logger } from "./logger.ts";

const SWEEP_SECONDS = 60 * 60;

/** Deletes entries of the audit log, removed copies, and jerseys that two people merged or removed, after their retention time, while the server runs. */
export function startRetention(pool: Pool, log: Logger): { close(): Promise<void> } {
  return startPeriodicJob(SWEEP_SECONDS, log, "sweeping", async () => {
    await pool.query(
      "select public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_proposals()",
    );
  });
}
