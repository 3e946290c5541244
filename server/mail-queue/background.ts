import {
  createMailTransport,
  type MailTransportOptions,
  type Pool,
  startPeriodicJob,
} from "@maillotheque/backend";

import type { Logger } from "../logger.ts";
import { databaseQueue } from "./queue.ts";
import { type MailKind, sendDueMails } from "./send.ts";

/**
 * Seconds between two queries of an index that is almost always empty: mails wait only shortly, and
 * no notification channel is needed.
 */
const LOOK_SECONDS = 3;

const SWEEP_SECONDS = 60 * 60;

/**
 * Sends the mails of a queue and deletes what is old while the server runs; any number of servers
 * may do so.
 */
export function startMailQueue<Mail extends object>(
  kind: MailKind<Mail>,
  pool: Pool,
  options: MailTransportOptions & { siteUrl: string },
  log: Logger,
): { close(): Promise<void> } {
  const { siteUrl } = options;
  const transport = createMailTransport(options, log);
  const stopping = new AbortController();
  const queue = databaseQueue<Mail>(pool, kind.functions);
  const job = startPeriodicJob(LOOK_SECONDS, log, kind.log.mailing, async () => {
    await sendDueMails(kind, { queue, transport, siteUrl, log, stop: stopping.signal });
  });
  const sweep = startPeriodicJob(SWEEP_SECONDS, log, kind.log.sweeping, () => queue.sweep());
  return {
    async close() {
      stopping.abort();
      await Promise.all([job.close(), sweep.close()]);
      transport.close();
    },
  };
}
