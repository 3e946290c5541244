import {
  createMailTransport,
  type MailTransportOptions,
  type Pool,
  startPeriodicJob,
} from "@maillotheque/backend";
import type { Logger } from "../logger.ts";
import { databaseQueue } from "./queue.ts";
import { sendDueNotices } from "./send.ts";

/** One small look at an index that is empty almost always: nobody waits long, nothing is listened to. */
const LOOK_SECONDS = 3;

const SWEEP_SECONDS = 60 * 60;

/** Sends members' notices, and clears old ones away, as long as the server runs, however many servers do. */
export function startNoticeMails(
  pool: Pool,
  options: MailTransportOptions & { siteUrl: string },
  log: Logger,
): { close(): Promise<void> } {
  const { siteUrl } = options;
  const post = createMailTransport(options, log);
  const stopping = new AbortController();
  const queue = databaseQueue(pool);
  const job = startPeriodicJob(LOOK_SECONDS, log, "mailing of notices", async () => {
    await sendDueNotices({ queue, post, siteUrl, log, stop: stopping.signal });
  });
  const sweep = startPeriodicJob(SWEEP_SECONDS, log, "sweeping of notices", () => queue.sweep());
  return {
    async close() {
      stopping.abort();
      await Promise.all([job.close(), sweep.close()]);
      post.close();
    },
  };
}
