import { parentPort, workerData } from "node:worker_threads";

import type { SnapshotTask } from "./write-apart.ts";
import { writeSnapshot } from "./write-snapshot.ts";

const { source, folder } = workerData as SnapshotTask;
parentPort!.postMessage(await writeSnapshot(source, folder));
