import {
  createMailTransport,
  type MailTransportOptions,
  type Pool,
  startPeriodicJob,
} from "@maillotheque/backend";
import type { Logger } from "../logger.ts";
import { databaseQueue } from "./queue.ts";
import { sendDueNotices } from "./send.ts";

/**
 * Seconds between two queries of an index that is almost always empty: mails wait only shortly, and
 * no notification channel is needed.
 */
const LOOK_SECONDS = 3;

const SWEEP_SECONDS = 60 * 60;

/**
 * Sends notice mails and deletes old notices while the server runs; any number of servers may do
 * so.
 */
export function startNoticeMails(
  pool: Pool,
  options: MailTransportOptions & { siteUrl: string },
  log: Logger,
): { close(): Promise<void> } {
  const { siteUrl } = options;
  const transport = createMailTransport(options, log);
  const stopping = new AbortController();
  const queue = databaseQueue(pool);
  const job = startPeriodicJob(LOOK_SECONDS, log, "mailing of notices", async () => {
    await sendDueNotices({ queue, transport, siteUrl, log, stop: stopping.signal });
  });
  const sweep = startPeriodicJob(SWEEP_SECONDS, log, "sweeping of notices", () => queue.sweep());
  return {
    async close() {
      stopping.abort();
      await Promise.all([job.close(), sweep.close()]);
      transport.close();
    },
  };
}
