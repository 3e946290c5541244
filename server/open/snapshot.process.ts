import { once } from "node:events";
import { constants, setPriority } from "node:os";

import type { SnapshotTask } from "./write-apart.ts";
import { writeSnapshot } from "./write-snapshot.ts";

// Before the first thread that compresses begins: each takes over its parent's.
setPriority(constants.priority.PRIORITY_LOW);
// The server has ended.
process.once("disconnect", () => process.exit());
const [{ source, folder }] = (await once(process, "message")) as [SnapshotTask];
try {
  process.send!(await writeSnapshot(source, folder));
} catch (error) {
  process.send!({ problem: String(error) });
}
