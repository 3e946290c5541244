import {
  createMailTransport,
  isFinal,
  type MailTransport,
  type MailTransportOptions,
  type Pool,
  startPeriodicJob,
} from "@maillotheque/backend";

import type { Logger } from "../logger.ts";
import { composeReportMail } from "./mail.ts";
import { claimMail, settleMail, sweepReports } from "./queue.ts";

/** Seconds between two queries of an index that is almost always empty. */
const LOOK_SECONDS = 3;

const SWEEP_SECONDS = 60 * 60;

/** Sends the mails about visitors' reports and deletes old reports while the server runs. */
export function startVisitorReports(
  pool: Pool,
  options: MailTransportOptions & { siteUrl: string },
  log: Logger,
): { close(): Promise<void> } {
  const transport = createMailTransport(options, log);
  const stopping = new AbortController();
  const job = startPeriodicJob(LOOK_SECONDS, log, "mailing about visitors' reports", () =>
    sendDueMails(pool, transport, options.siteUrl, log, stopping.signal),
  );
  const sweep = startPeriodicJob(SWEEP_SECONDS, log, "sweeping of visitors' reports", () =>
    sweepReports(pool),
  );
  return {
    async close() {
      stopping.abort();
      await Promise.all([job.close(), sweep.close()]);
      transport.close();
    },
  };
}

/** Each mail is claimed before and settled after sending, as those of notices. */
async function sendDueMails(
  pool: Pool,
  transport: MailTransport,
  siteUrl: string,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const mail = await claimMail(pool);
    if (!mail) return;
    try {
      await transport.deliver(composeReportMail(mail, siteUrl));
    } catch (error) {
      const final = isFinal(error);
      log.warn({ err: error, mail: mail.id, final }, "mail about a visitor's report not sent");
      await settleMail(pool, mail.id, { text: String(error).slice(0, 500), final });
      continue;
    }
    await settleMail(pool, mail.id);
  }
}
