import { isFinal, type MailMessage, type MailTransport } from "@maillotheque/backend";

import type { Logger } from "../logger.ts";
import type { MailQueue, QueueFunctions } from "./queue.ts";

/** What distinguishes the mails of one queue from those of another. */
export interface MailKind<Mail> {
  functions: QueueFunctions;
  compose(mail: Mail, siteUrl: string): MailMessage;
  idOf(mail: Mail): string;
  /** Words of the log. */
  log: {
    mailing: string;
    sweeping: string;
    failed: string;
    /** The field that names the mail. */
    id: string;
  };
}

export interface Sending<Mail> {
  queue: MailQueue<Mail>;
  transport: MailTransport;
  siteUrl: string;
  log: Pick<Logger, "info" | "warn">;
  /** Stops after the current mail. */
  stop?: AbortSignal;
}

/**
 * Sends due mails one after the other; returns how many were sent. Each is claimed before and
 * settled after sending: if the process dies in between, the mail is sent again with the same
 * message id.
 */
export async function sendDueMails<Mail>(
  kind: MailKind<Mail>,
  { queue, transport, siteUrl, log, stop }: Sending<Mail>,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const mail = stop?.aborted ? undefined : await queue.claim();
    if (!mail) return sent;
    const id = kind.idOf(mail);
    try {
      await transport.deliver(kind.compose(mail, siteUrl));
    } catch (error) {
      const final = isFinal(error);
      log.warn({ err: error, [kind.log.id]: id, final }, kind.log.failed);
      await queue.settle(id, { text: String(error).slice(0, 500), final });
      continue;
    }
    await queue.settle(id);
    sent += 1;
  }
}
