import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { BackendSettings } from "../context.ts";
import type { Logger } from "../log.ts";
import { composeMail, type MailContent } from "./compose.ts";

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

/** SMTP when the settings name a server; otherwise files in `outbox/` of the data folder. */
export function createMailer(
  settings: Pick<BackendSettings, "mail" | "dataDir">,
  log: Logger,
): Mailer {
  const { smtpUrl, from } = settings.mail;
  return smtpUrl
    ? smtpMailer(smtpUrl, from, log)
    : outboxMailer(join(settings.dataDir, "outbox"), from, log);
}

/** Quoted-printable throughout: readable in a file, and safe on every way. */
function message(from: string, mail: Mail): SendMailOptions {
  return {
    from,
    to: { name: "", address: mail.to },
    ...composeMail(mail),
    textEncoding: "quoted-printable",
    headers: {
      // Out-of-office replies to these would go to nobody.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}

/** Waiting times between attempts, in milliseconds. A reader who waited longer asks again. */
const RETRIES = [1_000, 5_000, 30_000];

function smtpMailer(url: string, from: string, log: Logger): Mailer {
  const transport = createTransport(url);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    async send(mail) {
      const delivery = deliver(transport, message(from, mail), mail.kind, log, closing.signal);
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

/** Never rejects: nobody waits for it who could do anything about a failure. */
async function deliver(
  transport: Transporter,
  options: SendMailOptions,
  kind: string,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  for (const wait of [...RETRIES, undefined]) {
    try {
      await transport.sendMail(options);
      log.info({ mail: kind }, "mail sent");
      return;
    } catch (error) {
      // A 5xx is the server's last word; anything else may pass.
      const final = Number((error as { responseCode?: number }).responseCode) >= 500;
      if (wait === undefined || final || closing.aborted) {
        log.error({ err: error, mail: kind }, "mail could not be sent");
        return;
      }
      log.warn({ err: error, mail: kind }, "mail could not be sent yet");
      await pause(wait, undefined, { signal: closing }).catch(() => {});
    }
  }
}

function outboxMailer(folder: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(mail) {
      const built = await transport.sendMail(message(from, mail));
      const time = new Date().toISOString().replaceAll(":", "-");
      const file = join(folder, `${time}-${mail.kind}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true });
      // Renamed when complete, so that who watches the folder never reads half a message.
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // The outbox is the developer's own inbox: there, and only there, a link may be logged.
      log.info({ mail: mail.kind, to: mail.to, link: mail.link, file }, "mail written to outbox");
    },
    async close() {},
  };
}
