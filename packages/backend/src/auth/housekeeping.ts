import type { BackendContext } from "../context.ts";
import { doJob } from "../jobs/run-when-due.ts";
import { sweepOutbox } from "../mail/outbox.ts";
import { HOUSEKEEPING_INTERVAL, ONE_TIME_TOKEN_LIFETIME, RETENTION } from "./policy.ts";

const olderThan = (column: string, seconds: number, now = "now()") =>
  `${column} < ${now} - make_interval(secs => ${seconds})`;

const UTC = "(now() at time zone 'utc')";

/** What each table no longer needs. */
const STATEMENTS = [
  `delete from auth.one_time_tokens where ${olderThan("created_at", ONE_TIME_TOKEN_LIFETIME, UTC)}`,
  `delete from auth.flow_state where ${olderThan("created_at", RETENTION.expired)}`,
  `delete from auth.mfa_challenges where ${olderThan("created_at", RETENTION.expired)}`,
  `delete from auth.webauthn_challenges where ${olderThan("expires_at", RETENTION.expired)}`,
  `delete from auth.refresh_tokens
   where revoked and ${olderThan("updated_at", RETENTION.refreshTokens)}`,
  `delete from auth.sessions where ${olderThan("not_after", RETENTION.expired)}
   or ${olderThan("updated_at", RETENTION.idleSessions)}`,
  `delete from auth.audit_log_entries where ${olderThan("created_at", RETENTION.audit)}`,
  "delete from backend.rate_limits where expire < extract(epoch from now()) * 1000",
];

export interface Housekeeping {
  run(): Promise<void>;
  close(): Promise<void>;
}

/** Sweeps now and then, on one of the servers. Harmless when a round is missed. */
export function startHousekeeping({
  pool,
  log,
  settings,
}: Pick<BackendContext, "pool" | "log"> & {
  settings: Pick<BackendContext["settings"], "dataDir">;
}): Housekeeping {
  let underWay: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    for (const statement of STATEMENTS) await pool.query(statement);
  }

  async function run(): Promise<void> {
    try {
      // Each server has an outbox of its own.
      await sweepOutbox(settings.dataDir);
      // Timers of several servers tick at different moments: half an interval lies between.
      await doJob(pool, { name: "housekeeping", seconds: HOUSEKEEPING_INTERVAL / 2, work: sweep });
    } catch (error) {
      log.warn({ err: error }, "housekeeping of accounts put off");
    }
  }

  const timer = setInterval(() => (underWay = run()), HOUSEKEEPING_INTERVAL * 1000);
  timer.unref();
  return {
    run,
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
