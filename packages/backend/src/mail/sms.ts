import { createHmac, randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Settings } from "../options.ts";
import type { Logger } from "../logger.ts";
import { makeOutbox, outboxOf } from "./outbox.ts";
import { type MailLanguages, textsIn } from "./texts.ts";

interface SmsMessage {
  /** Digits with the country code first, without a plus. */
  to: string;
  language: unknown;
  code: string;
}

export interface SmsSender {
  /** Sends a message. A webhook is called in the background, like SMTP for mails. */
  send(message: SmsMessage): Promise<void>;
  /** Waits for deliveries in progress. */
  close(): Promise<void>;
}

/**
 * Creates a sender that uses the webhook of the options, otherwise `outbox/` of the data folder.
 */
export function createSmsSender(
  settings: Pick<Settings, "auth" | "dataDir" | "mail">,
  log: Logger,
): SmsSender {
  const webhook = settings.auth?.phone?.webhook;
  return webhook
    ? webhookSender(webhook, settings.mail, log)
    : outboxSender(outboxOf(settings.dataDir), settings.mail, log);
}

function textOf(languages: MailLanguages, { language, code }: SmsMessage): string {
  return textsIn(languages, language).sms.replace("{code}", code);
}

const TIMEOUT_MS = 10_000;

function webhookSender(
  { url, secret }: { url: string; secret: string },
  languages: MailLanguages,
  log: Logger,
): SmsSender {
  const underWay = new Set<Promise<void>>();

  async function deliver(message: SmsMessage): Promise<void> {
    const sms = { phone: `+${message.to}`, otp: message.code, message: textOf(languages, message) };
    const body = JSON.stringify({ sms });
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...signed(secret, body) },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`webhook answered ${answer.status}`);
      log.info({ sms: "code" }, "text message handed over");
    } catch (error) {
      log.error({ err: error }, "text message could not be handed over");
    }
  }

  return {
    async send(message) {
      const delivery = deliver(message);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

/** Returns the Standard Webhooks headers, by which the receiver verifies the sender. */
function signed(secret: string, body: string): Record<string, string> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.replace(/^(v1,)?whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

function outboxSender(folder: string, languages: MailLanguages, log: Logger): SmsSender {
  return {
    async send(message) {
      const time = new Date().toISOString().replaceAll(":", "-");
      const file = join(folder, `${time}-sms-${randomUUID().slice(0, 8)}.txt`);
      await makeOutbox(folder);
      const text = `To: +${message.to}\n\n${textOf(languages, message)}\n`;
      // Renamed when complete, so that watchers of the folder never read a partial message.
      await writeFile(`${file}.part`, text, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ sms: "code", file }, "text message written to outbox");
    },
    async close() {},
  };
}
