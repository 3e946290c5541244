import type { BackendContext } from "../context.ts";
import { runWhenDue } from "../jobs/run-when-due.ts";
import { BACKEND_JOB_SECONDS } from "../jobs/schedule.ts";
import { sweepOutbox } from "../mail/outbox.ts";
import { ONE_TIME_TOKEN_LIFETIME_SECONDS, RETENTION } from "./policy.ts";
import { sweepSignUps } from "./sign-ups.ts";

const olderThan = (column: string, seconds: number, now = "now()") =>
  `${column} < ${now} - make_interval(secs => ${seconds})`;

const UTC = "(now() at time zone 'utc')";

/** Deletes the rows that each table doesn't need any more. */
const STATEMENTS = [
  // The hour of a link begins when its mail leaves.
  `delete from auth.one_time_tokens token
   where ${olderThan("created_at", ONE_TIME_TOKEN_LIFETIME_SECONDS, UTC)}
     and not exists (select from backend.account_mails where token_hash = token.token_hash)`,
  `delete from auth.flow_state where ${olderThan("created_at", RETENTION.expired)}`,
  `delete from auth.mfa_challenges where ${olderThan("created_at", RETENTION.expired)}`,
  `delete from auth.webauthn_challenges where ${olderThan("expires_at", RETENTION.expired)}`,
  // The token that the newest replaced is still accepted, so it stays.
  `delete from auth.refresh_tokens rt
   where revoked and ${olderThan("updated_at", RETENTION.refreshTokens)}
     and not exists (select 1 from auth.refresh_tokens newest
       where newest.parent = rt.token and not newest.revoked)`,
  `delete from auth.sessions where ${olderThan("not_after", RETENTION.expired)}
   or ${olderThan("updated_at", RETENTION.idleSessions)}`,
  `delete from backend.known_origins where ${olderThan("seen_at", RETENTION.knownOrigins)}`,
  `delete from auth.audit_log_entries where ${olderThan("created_at", RETENTION.audit)}`,
  "delete from backend.rate_limits where expire < extract(epoch from now()) * 1000",
];

export interface Housekeeping {
  run(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the periodic deletion of old rows, which runs on one server at a time. A missed round does
 * no harm.
 */
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
    await sweepSignUps(pool);
  }

  async function run(): Promise<void> {
    try {
      // Each server has an outbox of its own.
      await sweepOutbox(settings.dataDir);
      // Timers of several servers fire at different moments, so half an interval is the minimum
      // between runs.
      await runWhenDue(pool, {
        name: "housekeeping",
        seconds: BACKEND_JOB_SECONDS.housekeeping / 2,
        work: sweep,
      });
    } catch (error) {
      log.warn({ err: error }, "housekeeping of accounts put off");
    }
  }

  const timer = setInterval(() => (underWay = run()), BACKEND_JOB_SECONDS.housekeeping * 1000);
  timer.unref();
  return {
    run,
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
