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
 * Deletes the objects that SQL asked for in `public.storage_deletions`: the files of images and
 * jerseys that are gone. Row and request go in one transaction, which notes the files as
 * leftovers; a request that fails is tried again later, ever less often.
 */
export async function processDeletions(pool: Pool, log: Logger): Promise<void> {
  if (!(await hasQueue(pool))) return;
  while ((await processBatch(pool, log)) === BATCH);
}

/**
 * Asks for the deletion of files that nothing shows, where the product says which these are
 * (`public.queue_unused_files`).
 */
export async function queueUnusedFiles(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regprocedure('public.queue_unused_files(interval)') is not null as found",
  );
  if (rows[0]!.found) await pool.query("select public.queue_unused_files()");
}

/** The table is the product's: another product on this backend has none. */
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
