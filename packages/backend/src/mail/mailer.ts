import { setTimeout as pause } from "node:timers/promises";

import type { Settings } from "../options.ts";
import type { Logger } from "../logger.ts";
import { composeMail, type MailContent } from "./compose.ts";
import { createMailTransport, isFinal, type MailMessage, type MailTransport } from "./transport.ts";

export interface Mail extends MailContent {
  to: string;
}

export interface Mailer {
  /**
   * Sends a mail. By SMTP it is sent in the background, so that response times don't reveal whether
   * a mail was sent. In the outbox it is written before this resolves.
   */
  send(mail: Mail): Promise<void>;
  /** Waits for deliveries in progress. */
  close(): Promise<void>;
}

/**
 * Creates the sender of mails that a reader waits for: a mail that can't be delivered soon is
 * dropped.
 */
export function createMailer(
  settings: Pick<Settings, "mail" | "dataDir" | "siteName">,
  log: Logger,
): Mailer {
  const { siteName, mail } = settings;
  const style = { siteName, ...mail };
  const transport = createMailTransport(settings, log);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    async send(content) {
      const { to, kind, link } = content;
      const message = { to, kind, link, ...composeMail(style, content) };
      if (!mail.smtpUrl) return transport.deliver(message);
      const delivery = deliver(transport, message, log, closing.signal);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}

/** Delays between attempts, in milliseconds. Afterwards readers must request a new mail. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000];

/** Never rejects, because it runs in the background without an error handler. */
async function deliver(
  transport: MailTransport,
  message: MailMessage,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  const mail = message.kind;
  for (const wait of [...RETRY_DELAYS_MS, undefined]) {
    try {
      await transport.deliver(message);
      log.info({ mail }, "mail sent");
      return;
    } catch (error) {
      if (wait === undefined || isFinal(error) || closing.aborted) {
        log.error({ err: error, mail }, "mail could not be sent");
        return;
      }
      log.warn({ err: error, mail }, "mail could not be sent yet");
      await pause(wait, undefined, { signal: closing }).catch(() => {});
    }
  }
}
