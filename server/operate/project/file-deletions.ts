import type { SupabaseClient } from "@supabase/supabase-js";

import type { Logger } from "../logger.ts";

/** The most names of one request. */
const BATCH = 100;
const MINUTE_MS = 60_000;

interface Deletion {
  id: number;
  bucket_id: string;
  name: string;
  attempts: number;
}

/**
 * Deletes the files that SQL queued in `storage_deletions`, as the embedded storage service does.
 * A deletion that failed is tried again after growing delays.
 * @returns the number of deleted files
 */
export async function deleteQueuedFiles(
  client: SupabaseClient,
  log: Pick<Logger, "warn">,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { data } = await client
      .from("storage_deletions")
      .select("id, bucket_id, name, attempts")
      .lte("retry_at", new Date().toISOString())
      .order("retry_at")
      .order("id")
      .limit(BATCH)
      .throwOnError();
    const due = data as Deletion[];
    for (const bucket of new Set(due.map(({ bucket_id }) => bucket_id))) {
      const files = due.filter(({ bucket_id }) => bucket_id === bucket);
      // A file that is gone already is no error.
      const { error } = await client.storage.from(bucket).remove(files.map(({ name }) => name));
      if (error) await postpone(client, files);
      else await forget(client, files);
      if (error) log.warn({ err: error, bucket }, "files not deleted, will be tried again");
      else deleted += files.length;
    }
    if (due.length < BATCH) return deleted;
  }
}

async function forget(client: SupabaseClient, files: Deletion[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  await client.from("storage_deletions").delete().in("id", ids).throwOnError();
}

async function postpone(client: SupabaseClient, files: Deletion[]): Promise<void> {
  for (const { id, attempts } of files) {
    const delay = MINUTE_MS * Math.min(2 ** attempts, 1440);
    await client
      .from("storage_deletions")
      .update({ attempts: attempts + 1, retry_at: new Date(Date.now() + delay).toISOString() })
      .eq("id", id)
      .throwOnError();
  }
}
