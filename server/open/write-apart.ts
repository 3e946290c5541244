import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { SnapshotSource } from "./snapshot.ts";
import type { WrittenSnapshot } from "./write-snapshot.ts";

/** Megabytes for the rows that are on their way; a thread that needs more fails, not the server. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** What the thread is told. */
export interface SnapshotTask {
  source: SnapshotSource;
  folder: string;
}

/** Writes the rows of one moment as files in a thread of its own, so that pages are rendered meanwhile. */
export async function writeApart(
  {
    databaseUrl,
    replicaUrl,
    rolePrefix,
    siteUrl,
    stop,
  }: SnapshotSource & { stop?: AbortSignal | undefined },
  folder: string,
): Promise<WrittenSnapshot> {
  stop?.throwIfAborted();
  const source = { databaseUrl, replicaUrl, siteUrl, ...(rolePrefix && { rolePrefix }) };
  const workerData: SnapshotTask = { source, folder };
  const worker = new Worker(new URL("./snapshot.worker.ts", import.meta.url), {
    workerData,
    resourceLimits: MEMORY,
  });
  try {
    // Fails with what the thread fails with.
    const [written] = await once(worker, "message", { signal: stop });
    return written as WrittenSnapshot;
  } finally {
    await worker.terminate();
  }
}
