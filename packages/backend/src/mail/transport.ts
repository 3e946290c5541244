import { createTransport, type SendMailOptions } from "nodemailer";
import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { MailOptions } from "../options.ts";
import { publishEvent } from "../events.ts";
import type { Logger } from "../logger.ts";
import type { ComposedMail } from "./compose.ts";
import { makeOutbox, outboxOf } from "./outbox.ts";

export interface MailMessage extends ComposedMail {
  to: string;
  /** The kind of mail, for the log and the outbox's file name. */
  kind: string;
  /** The mail's main link, logged with mails in the outbox. */
  link?: string | undefined;
  /** The same for every attempt of one mail, so that a mailbox shows it once. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Delivers mails. */
export interface MailTransport {
  /** Resolves when the mail server or the outbox has accepted the mail; rejects otherwise. */
  deliver(message: MailMessage): Promise<void>;
  /** Rejects if the mail server doesn't answer, or refuses the name and password. */
  check(): Promise<void>;
  close(): void;
}

export interface MailTransportOptions {
  mail: Pick<MailOptions, "from" | "smtpUrl">;
  dataDir: string;
}

/**
 * Creates a transport by SMTP if the options name a server, otherwise to `outbox/` of the data
 * folder.
 */
export function createMailTransport(
  { mail: { smtpUrl, from }, dataDir }: MailTransportOptions,
  log: Logger,
): MailTransport {
  const transport = smtpUrl
    ? smtpTransport(smtpUrl, from)
    : outboxTransport(outboxOf(dataDir), from, log);
  return {
    async deliver(message) {
      try {
        await transport.deliver(message);
        publishEvent("mail", message.kind, "done");
      } catch (error) {
        publishEvent("mail", message.kind, "failed");
        throw error;
      }
    },
    check: () => transport.check(),
    close: () => transport.close(),
  };
}

/** Steps at which a server refuses every mail (the password, the sender), until the operator mends that. */
const OF_ALL_MAILS = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM)/;

/** Returns true for a permanent refusal of a mail by the mail server, false for errors worth a retry. */
export function isFinal(error: unknown): boolean {
  const { responseCode, command = "" } = error as { responseCode?: number; command?: string };
  return Number(responseCode) >= 500 && !OF_ALL_MAILS.test(command);
}

/** Returns true if the mail server was never reached. */
export function isUnreachable(error: unknown): boolean {
  return (error as { command?: string }).command === "CONN";
}

/** Uses quoted-printable: readable in a file, and safe for every mail server. */
function nodemailerOptions(from: string, message: MailMessage): SendMailOptions {
  const { to, subject, text, html, messageId, headers } = message;
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(messageId && { messageId }),
    textEncoding: "quoted-printable",
    headers: {
      // Prevents out-of-office replies, which nobody would read.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...headers,
    },
  };
}

/** Time limits for a mail server that doesn't answer, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ ...TIMEOUTS, url });
  return {
    async deliver(message) {
      await transport.sendMail(nodemailerOptions(from, message));
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function outboxTransport(folder: string, from: string, log: Logger): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async deliver(message) {
      const { kind, to, link } = message;
      const built = await transport.sendMail(nodemailerOptions(from, message));
      const time = new Date().toISOString().replaceAll(":", "-");
      const file = join(folder, `${time}-${kind}-${randomUUID().slice(0, 8)}.eml`);
      await makeOutbox(folder);
      // Renamed when complete, so that watchers of the folder never read a partial message.
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // A link may be logged only here: the outbox is the developer's own inbox.
      log.info({ mail: kind, to, link, file }, "mail written to outbox");
    },
    async check() {},
    close: () => transport.close(),
  };
}
