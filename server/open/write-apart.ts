import { fork } from "node:child_process";
import { once } from "node:events";

import type { SnapshotSource } from "./snapshot.ts";
import type { WrittenSnapshot } from "./write-snapshot.ts";

/** Megabytes for the rows that are on their way; a process that needs more fails, not the server. */
const MEMORY = ["--max-old-space-size=128", "--max-semi-space-size=8"];

/** What the process is told. */
export interface SnapshotTask {
  source: SnapshotSource;
  folder: string;
}

/** Writes the rows of one moment as files in a process of its own, which waits for any other: pages stay as fast. */
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
  const writer = fork(new URL("./snapshot.process.ts", import.meta.url), {
    execArgv: MEMORY,
    // Dates stay dates.
    serialization: "advanced",
  });
  try {
    writer.send({ source, folder } satisfies SnapshotTask);
    const ended = once(writer, "exit", { signal: stop }).then(([code]) => {
      throw new Error(`the files of the dump were not written: ${code}`);
    });
    const [written] = await Promise.race([once(writer, "message", { signal: stop }), ended]);
    if ("problem" in written) throw new Error(written.problem);
    return written as WrittenSnapshot;
  } finally {
    writer.kill();
  }
}
