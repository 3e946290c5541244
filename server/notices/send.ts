import { isFinal, type MailTransport } from "@maillotheque/backend";
import type { Logger } from "../logger.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { NoticeQueue } from "./queue.ts";

export interface Sending {
  queue: NoticeQueue;
  post: MailTransport;
  siteUrl: string;
  log: Pick<Logger, "info" | "warn">;
  /** Ends the round after the mail under way. */
  stop?: AbortSignal;
}

/**
 * Sends what is due, one after the other; says how many have left. Each is claimed first and settled
 * after: a process that dies between leaves a mail to be sent again, under the same message id.
 */
export async function sendDueNotices({
  queue,
  post,
  siteUrl,
  log,
  stop,
}: Sending): Promise<number> {
  let sent = 0;
  for (;;) {
    const claim = stop?.aborted ? undefined : await queue.claim();
    if (!claim) return sent;
    try {
      await post.deliver(composeNoticeMail(claim, siteUrl));
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
