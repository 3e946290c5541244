import { setTimeout as pause } from "node:timers/promises";

import type { BackendSettings } from "../context.ts";
import type { Logger } from "../logger.ts";
import { composeMail, type MailContent } from "./compose.ts";
import { createPost, isFinal, type Letter, type Post } from "./transport.ts";

export interface Mail extends MailContent {
  to: string;
}

export interface Mailer {
  /**
   * Hands a mail over. By SMTP it is delivered in the background, so that an answer's time doesn't
   * tell whether a mail was sent; into the outbox it is written before this resolves.
   */
  send(mail: Mail): Promise<void>;
  /** Waits for deliveries under way. */
  close(): Promise<void>;
}

/** The mails that somebody waits for: what can't be delivered soon is given up. */
export function createMailer(
  settings: Pick<BackendSettings, "mail" | "dataDir">,
  log: Logger,
): Mailer {
  const post = createPost(settings, log);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    async send(mail) {
      const { to, kind, link } = mail;
      const letter = { to, kind, link, ...composeMail(mail) };
      if (!settings.mail.smtpUrl) return post.deliver(letter);
      const delivery = deliver(post, letter, log, closing.signal);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      post.close();
    },
  };
}

/** Waiting times between attempts, in milliseconds. A reader who waited longer asks again. */
const RETRIES = [1_000, 5_000, 30_000];

/** Never rejects: nobody waits for it who could do anything about a failure. */
async function deliver(
  post: Post,
  letter: Letter,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  const mail = letter.kind;
  for (const wait of [...RETRIES, undefined]) {
    try {
      await post.deliver(letter);
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
