import { createTransport, type SendMailOptions } from "nodemailer";
import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { BackendSettings } from "../context.ts";
import { tell } from "../events.ts";
import type { Logger } from "../logger.ts";
import type { ComposedMail } from "./compose.ts";
import { outboxOf } from "./outbox.ts";

export interface Letter extends ComposedMail {
  to: string;
  /** Names the occasion in the log, and in the outbox the file. */
  kind: string;
  /** Where the mail leads, for the log of an outbox. */
  link?: string | undefined;
  /** The same for every copy of a mail that is sent again, so that a mailbox shows it once. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** What takes mails away. */
export interface Post {
  /** Resolves once the mail is out of our hands; rejects where it still is in them. */
  deliver(letter: Letter): Promise<void>;
  close(): void;
}

/** SMTP when the settings name a server; otherwise files in `outbox/` of the data folder. */
export function createPost(settings: Pick<BackendSettings, "mail" | "dataDir">, log: Logger): Post {
  const { smtpUrl, from } = settings.mail;
  const post = smtpUrl
    ? smtpPost(smtpUrl, from)
    : outboxPost(outboxOf(settings.dataDir), from, log);
  return {
    async deliver(letter) {
      try {
        await post.deliver(letter);
        tell("mail", letter.kind, "done");
      } catch (error) {
        tell("mail", letter.kind, "failed");
        throw error;
      }
    },
    close: () => post.close(),
  };
}

/** A refusal that is the mail server's last word, unlike one that may pass. */
export function isFinal(error: unknown): boolean {
  return Number((error as { responseCode?: number }).responseCode) >= 500;
}

/** Quoted-printable throughout: readable in a file, and safe on every way. */
function message(from: string, letter: Letter): SendMailOptions {
  const { to, subject, text, html, messageId, headers } = letter;
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(messageId && { messageId }),
    textEncoding: "quoted-printable",
    headers: {
      // Out-of-office replies to these would go to nobody.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...headers,
    },
  };
}

/** In milliseconds: a server that says nothing for so long is given up for the moment. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function smtpPost(url: string, from: string): Post {
  const transport = createTransport({ ...PATIENCE, url });
  return {
    async deliver(letter) {
      await transport.sendMail(message(from, letter));
    },
    close: () => transport.close(),
  };
}

function outboxPost(folder: string, from: string, log: Logger): Post {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async deliver(letter) {
      const { kind, to, link } = letter;
      const built = await transport.sendMail(message(from, letter));
      const time = new Date().toISOString().replaceAll(":", "-");
      const file = join(folder, `${time}-${kind}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true });
      // Renamed when complete, so that who watches the folder never reads half a message.
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // The outbox is the developer's own inbox: there, and only there, a link may be logged.
      log.info({ mail: kind, to, link, file }, "mail written to outbox");
    },
    close: () => transport.close(),
  };
}
