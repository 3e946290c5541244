import { createHmac, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { BackendSettings } from "./context.ts";
import type { Logger } from "./logger.ts";
import { LANGUAGES, mailLanguage } from "./mail/texts.ts";

export interface TextMessage {
  /** Digits with the country's code first, without a plus. */
  to: string;
  language: unknown;
  code: string;
}

export interface Texter {
  /** Hands a message over; to a webhook in the background, as mails go by SMTP. */
  send(message: TextMessage): Promise<void>;
  /** Waits for deliveries under way. */
  close(): Promise<void>;
}

/** The webhook of the settings; otherwise files in `outbox/` of the data folder, as for mails. */
export function createTexter(
  settings: Pick<BackendSettings, "auth" | "dataDir">,
  log: Logger,
): Texter {
  const webhook = settings.auth?.phone?.webhook;
  return webhook
    ? webhookTexter(webhook, log)
    : outboxTexter(join(settings.dataDir, "outbox"), log);
}

function textOf({ language, code }: TextMessage): string {
  return LANGUAGES[mailLanguage(language)].sms.replace("{code}", code);
}

/** In milliseconds. */
const PATIENCE = 10_000;

function webhookTexter({ url, secret }: { url: string; secret: string }, log: Logger): Texter {
  const underWay = new Set<Promise<void>>();

  async function deliver(message: TextMessage): Promise<void> {
    const sms = { phone: `+${message.to}`, otp: message.code, message: textOf(message) };
    const body = JSON.stringify({ sms });
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...signed(secret, body) },
        body,
        signal: AbortSignal.timeout(PATIENCE),
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

/** Headers of the Standard Webhooks specification, by which the receiver knows us. */
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

function outboxTexter(folder: string, log: Logger): Texter {
  return {
    async send(message) {
      const time = new Date().toISOString().replaceAll(":", "-");
      const file = join(folder, `${time}-sms-${randomUUID().slice(0, 8)}.txt`);
      await mkdir(folder, { recursive: true });
      const text = `To: +${message.to}\n\n${textOf(message)}\n`;
      // Renamed when complete, so that who watches the folder never reads half a message.
      await writeFile(`${file}.part`, text, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ sms: "code", file }, "text message written to outbox");
    },
    async close() {},
  };
}
