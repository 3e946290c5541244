import { isFinal, type MailTransport } from "@maillotheque/backend";
import type { Logger } from "../logger.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { NoticeQueue } from "./queue.ts";

export interface Sending {
  queue: NoticeQueue;
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
export async function sendDueNotices({
  queue,
  transport,
  siteUrl,
  log,
  stop,
}: Sending): Promise<number> {
  let sent = 0;
  for (;;) {
    const claim = stop?.aborted ? undefined : await queue.claim();
    if (!claim) return sent;
    try {
      await transport.deliver(composeNoticeMail(claim, siteUrl));
    } catch (error) {
      const final = isFinal(error);
      log.warn({ err: error, notice: claim.notice_id, final }, "notice could not be mailed");
      await queue.settle(claim.notice_id, { text: String(error).slice(0, 500), final });
      continue;
    }
    await queue.settle(claim.notice_id);
    sent += 1;
  }
}
