import { publishEvent } from "../events.ts";
import type { Pool } from "../database/pool.ts";

/** An arbitrary constant: the first half of every job's advisory lock. */
const JOB_LOCKS = 7_220_213;

export interface Job {
  name: string;
  /** Minimum time between two runs on any server, in seconds; zero for none. */
  seconds: number;
  work(): Promise<void>;
}

/**
 * Runs a background job if it is due and no other server on the database is running it. A failed
 * job stays due. The lock belongs to a transaction, so a server that dies releases it, and a pooler
 * may be between.
 * @returns true if it ran here
 */
export async function runWhenDue(pool: Pool, { name, seconds, work }: Job): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_xact_lock($1, hashtext($2)) as mine",
      [JOB_LOCKS, name],
    );
    if (!rows[0]?.mine) return false;
    const recent = await client.query(
      `select from backend.jobs
       where name = $1 and done_at > now() - make_interval(secs => $2::integer)`,
      [name, seconds],
    );
    if (recent.rowCount) return false;
    await work();
    await client.query(
      `insert into backend.jobs (name, done_at) values ($1, clock_timestamp())
       on conflict (name) do update set done_at = excluded.done_at`,
      [name],
    );
    await client.query("commit");
    publishEvent("job", name, "done");
    return true;
  } finally {
    // After a commit there is nothing to roll back.
    await client.query("rollback").catch((error: Error) => (broken = error));
    client.release(broken);
  }
}
