import { repeat } from "../../packages/backend/src/jobs/repeat.ts";
import type { Pool } from "../../packages/backend/src/database/pool.ts";
import { createPost } from "../../packages/backend/src/mail/transport.ts";
import type { BackendSettings } from "../../packages/backend/src/context.ts";
import type { Logger } from "../logger.ts";
import { databaseQueue } from "./queue.ts";
import { sendDueNotices } from "./send.ts";

/** One small look at an index that is empty almost always: nobody waits long, nothing is listened to. */
const LOOK_SECONDS = 3;

const SWEEP_SECONDS = 60 * 60;

/** Sends members' notices, and clears old ones away, as long as the server runs, however many servers do. */
export function startNoticeMails(
  pool: Pool,
  settings: BackendSettings,
  log: Logger,
): { close(): Promise<void> } {
  const { siteUrl } = settings;
  const post = createPost(settings, log);
  const stopping = new AbortController();
  const queue = databaseQueue(pool);
  const job = repeat(LOOK_SECONDS, log, "mailing of notices", async () => {
    await sendDueNotices({ queue, post, siteUrl, log, stop: stopping.signal });
  });
  const sweep = repeat(SWEEP_SECONDS, log, "sweeping of notices", () => queue.sweep());
  return {
    async close() {
      stopping.abort();
      await Promise.all([job.close(), sweep.close()]);
      post.close();
    },
  };
}
