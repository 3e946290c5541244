import { isFinal, type MailTransport } from "@maillotheque/backend";
import { setTimeout as pause } from "node:timers/promises";

import type { Logger } from "../operate/logger.ts";
import type { MailQueue, QueueClient } from "./queue.ts";

export interface Sending {
  transport: Pick<MailTransport, "deliver">;
  siteUrl: string;
  log: Pick<Logger, "info" | "warn">;
  /** Stops after the current mail; others that were claimed with it are due again soon. */
  stop?: AbortSignal;
}

/**
 * Sends due mails one after the other; returns how many were sent. Each is claimed before and
 * settled after sending: if the process dies in between, the mail is sent again with the same
 * message id, unless its queue sends each once.
 */
export async function sendDueMails<Claim>(
  queue: MailQueue<Claim>,
  client: QueueClient<Claim>,
  { transport, siteUrl, log, stop }: Sending,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const began = performance.now();
    const mails = stop?.aborted ? [] : await client.claim();
    if (mails.length === 0) return sent;
    if (queue.isPaced) await pause(performance.now() - began);
    for (const mail of mails) {
      const id = queue.idOf(mail);
      if (stop?.aborted) {
        await client.settle(id, { text: "the server was stopped before", final: false });
        continue;
      }
      try {
        await transport.deliver(queue.compose(mail, siteUrl));
      } catch (error) {
        const final = isFinal(error) || (queue.isSentOnce === true && !wasRefused(error));
        log.warn({ err: error, [queue.log.id]: id, final }, queue.log.failed);
        await client.settle(id, { text: String(error).slice(0, 500), final });
        continue;
      }
      await client.settle(id);
      sent += 1;
    }
  }
}

/** True if a failed mail certainly didn't leave: the server answered that, or was never reached. */
export function wasRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined || command === "CONN";
}
