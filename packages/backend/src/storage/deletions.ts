import type { Logger } from "../logger.ts";
import { asOwner } from "../database/session.ts";
import type { Pool } from "../database/pool.ts";
import { deleteObjects } from "./objects.ts";

const BATCH = 100;

interface Deletion {
  id: string;
  bucket_id: string;
  name: string;
}

/**
 * Deletes the objects that SQL queued in `public.storage_deletions`, for example by a trigger on
 * deleted rows. Object and queue row are deleted in one transaction, which records the files as
 * orphan files. A failed deletion is retried with growing delays.
 */
export async function processDeletions(pool: Pool, log: Logger): Promise<void> {
  if (!(await hasQueue(pool))) return;
  while ((await processBatch(pool, log)) === BATCH);
}

/**
 * Queues unused files for deletion, if the project has a function for it
 * (`public.queue_unused_files`).
 */
export async function queueUnusedFiles(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regprocedure('public.queue_unused_files(interval)') is not null as found",
  );
  if (rows[0]!.found) await pool.query("select public.queue_unused_files()");
}

/** The table is optional and belongs to the project. */
async function hasQueue(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('public.storage_deletions') is not null as found",
  );
  return rows[0]!.found;
}

function processBatch(pool: Pool, log: Logger): Promise<number> {
  return asOwner(pool, async (client) => {
    const { rows } = await client.query<Deletion>(
      `select id, bucket_id, name from public.storage_deletions where retry_at <= now()
       order by retry_at, id limit $1 for update skip locked`,
      [BATCH],
    );
    for (const { id, bucket_id, name } of rows) {
      await client.query("savepoint deletion");
      try {
        await deleteObjects(client, bucket_id, [name]);
        await client.query("delete from public.storage_deletions where id = $1", [id]);
      } catch (error) {
        await client.query("rollback to savepoint deletion");
        log.warn({ err: error, bucket: bucket_id, name }, "file not deleted, will be tried again");
        await client.query(
          `update public.storage_deletions set attempts = attempts + 1,
             retry_at = now() + interval '1 minute' * least(power(2, attempts), 1440)
           where id = $1`,
          [id],
        );
      }
    }
    return rows.length;
  });
}
