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
 * job stays due. The lock belongs to the connection, so a server that dies releases it.
 * @returns true if it ran here
 */
export async function runWhenDue(pool: Pool, { name, seconds, work }: Job): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1, hashtext($2)) as mine",
      [JOB_LOCKS, name],
    );
    if (!rows[0]?.mine) return false;
    try {
      const recent = await client.query(
        `select from backend.jobs
         where name = $1 and done_at > now() - make_interval(secs => $2::integer)`,
        [name, seconds],
      );
      if (recent.rowCount) return false;
      await work();
      await client.query(
        `insert into backend.jobs (name, done_at) values ($1, now())
         on conflict (name) do update set done_at = excluded.done_at`,
        [name],
      );
      publishEvent("job", name, "done");
      return true;
    } finally {
      await client
        .query("select pg_advisory_unlock($1, hashtext($2))", [JOB_LOCKS, name])
        .catch((error: Error) => (broken = error));
    }
  } finally {
    client.release(broken);
  }
}
