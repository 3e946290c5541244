import { tell } from "../events.ts";
import type { Pool } from "../database/pool.ts";

/** Any constant of ours: the first half of the locks of all jobs. */
const JOB_LOCKS = 7_220_213;

export interface Job {
  name: string;
  /** How much time lies between two rounds, whichever server does them; zero for any. */
  seconds: number;
  work(): Promise<void>;
}

/**
 * Does a job unless it isn't due, or another server on the database is at it. One that fails stays
 * due. The lock is a connection's own: a server that dies gives it back.
 * @returns whether it was done here
 */
export async function doJob(pool: Pool, { name, seconds, work }: Job): Promise<boolean> {
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
      tell("job", name, "done");
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
