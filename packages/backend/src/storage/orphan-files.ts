import type { Logger } from "../logger.ts";
import { asOwner } from "../database/session.ts";
import type { Pool } from "../database/pool.ts";
import type { VariantCache } from "./render/cache.ts";
import type { FileStore } from "./store/store.ts";

/** Maximum duration of an upload to the store. Afterwards its file counts as an orphan file. */
const GRACE = "1 hour";
const BATCH = 200;

/**
 * Deletes files without a row. A trigger maintains their list in `backend.storage_leftovers`: each
 * file stays listed until its deletion from the store has succeeded.
 */
export interface OrphanFiles {
  /** Lists a version before its file is written. The insert of its row removes it from the list. */
  expect(version: string): Promise<void>;
  /**
   * Deletes the files of rows just deleted or replaced. Never fails: remaining files are deleted
   * later by `sweep`.
   */
  discard(versions: string[]): Promise<void>;
  /**
   * Gives up a version whose row may not have been committed. If it was, the version isn't listed
   * any more and the file stays. Never fails.
   */
  abandon(version: string): Promise<void>;
  /** Deletes all overdue files. */
  sweep(): Promise<void>;
}

/** Creates the deletion of orphan files from the store and from the cache of renderings. */
export function createOrphanFiles(
  pool: Pool,
  store: FileStore,
  variants: VariantCache,
  log: Logger,
): OrphanFiles {
  async function removeFiles(versions: string[]): Promise<void> {
    await store.remove(versions);
    await Promise.all(versions.map((version) => variants.remove(version)));
  }

  /** Files first: an entry deleted before its file would lose track of the file. */
  function removeBatch(): Promise<number> {
    return asOwner(pool, async (client) => {
      const { rows } = await client.query<{ version: string }>(
        `select version from backend.storage_leftovers where delete_after <= now()
         order by delete_after limit $1 for update skip locked`,
        [BATCH],
      );
      const versions = rows.map((row) => row.version);
      if (versions.length === 0) return 0;
      await removeFiles(versions);
      await client.query("delete from backend.storage_leftovers where version = any($1)", [
        versions,
      ]);
      return versions.length;
    });
  }

  async function sweep(): Promise<void> {
    while ((await removeBatch()) === BATCH);
  }

  return {
    sweep,
    async expect(version) {
      await pool.query(
        `insert into backend.storage_leftovers (version, delete_after)
         values ($1, now() + $2::interval)`,
        [version, GRACE],
      );
    },
    async discard(versions) {
      if (versions.length === 0) return;
      try {
        await removeFiles(versions);
        await pool.query("delete from backend.storage_leftovers where version = any($1)", [
          versions,
        ]);
      } catch (error) {
        log.warn({ err: error }, "files to be deleted are left for later");
      }
    },
    async abandon(version) {
      try {
        await pool.query(
          "update backend.storage_leftovers set delete_after = now() where version = $1",
          [version],
        );
        await sweep();
      } catch (error) {
        log.warn({ err: error }, "the file of a failed upload is left for later");
      }
    },
  };
}
