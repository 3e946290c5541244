import { asOwner } from "../database/session.ts";
import type { BackendContext } from "../context.ts";
import type { MailKind } from "../mail/texts.ts";
import { isFinal, isUnreachable } from "../mail/transport.ts";
import { type OneTimeToken, renewToken } from "./one-time-tokens.ts";
import { digest } from "./secrets.ts";
import type { VerificationType } from "./mails.ts";

/** What a mail says, as it is stored: without the secrets of its link and code. */
export interface AccountMail {
  kind: MailKind;
  recipient: string;
  language: unknown;
  details: {
    newEmail?: string | undefined;
    provider?: string;
    /** What the link needs beside its token. */
    verify?: { type: VerificationType; redirectTo: string; isPkce: boolean };
  };
}

/** A row of `backend.account_mails` (schema/035-account-mails.sql). */
interface Claimed extends AccountMail {
  id: string;
  token_hash: string | null;
}

interface Due {
  mail: Claimed;
  token: OneTimeToken | undefined;
}

export interface MailQueue {
  /** Stores a mail, then sends it in the background. */
  add(mail: AccountMail, token: OneTimeToken | undefined): Promise<void>;
  /** Sends the mails that are due. Never rejects: a mail that can't be sent stays queued for a day. */
  deliver(): Promise<void>;
  /** Waits for deliveries in progress. */
  close(): Promise<void>;
}

/** How long an attempt has a mail to itself: longer than all time limits for a mail server together. */
const LEASE = "interval '2 minutes'";

/**
 * Creates the queue of account mails. Servers on one database share it; it outlives a restart, and a
 * mail server that is away.
 * @param send Composes a mail and hands it to the mail server
 */
export function createMailQueue(
  { pool, log }: Pick<BackendContext, "pool" | "log">,
  send: (mail: AccountMail, token: OneTimeToken | undefined) => Promise<void>,
): MailQueue {
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  /** Takes the mail that is due first. If it has a link, that gets a new token. */
  const claim = () =>
    asOwner(pool, async (db): Promise<Due | undefined> => {
      for (;;) {
        const { rows } = await db.query<Claimed>(
          `update backend.account_mails set attempts = attempts + 1, retry_at = now() + ${LEASE}
           where id = (select id from backend.account_mails where retry_at <= now()
             order by retry_at, id limit 1 for update skip locked)
           returning id, recipient, language, kind, details, token_hash`,
        );
        const [mail] = rows;
        if (!mail) return undefined;
        if (!mail.token_hash) return { mail, token: undefined };
        const token = await renewToken(db, mail.token_hash, mail.details.verify?.isPkce === true);
        if (token) {
          await db.query("update backend.account_mails set token_hash = $2 where id = $1", [
            mail.id,
            digest(token.token),
          ]);
          return { mail, token };
        }
        // A later mail replaced its token, or its account is gone.
        await db.query("delete from backend.account_mails where id = $1", [mail.id]);
      }
    });

  /** Returns true unless the mail server is out of reach, when further mails would fail as well. */
  async function attempt({ mail: { id, ...mail }, token }: Due): Promise<boolean> {
    try {
      await send(mail, token);
      await pool.query("delete from backend.account_mails where id = $1", [id]);
      log.info({ mail: mail.kind }, "mail sent");
      return true;
    } catch (error) {
      const { rows } = await pool.query<{ is_over: boolean }>(
        `update backend.account_mails
         set retry_at = now() + least(interval '10 minutes', interval '5 seconds' * 2 ^ least(attempts, 7))
         where id = $1 returning created_at < now() - interval '1 day' as is_over`,
        [id],
      );
      if (isFinal(error) || rows[0]?.is_over) {
        await pool.query("delete from backend.account_mails where id = $1", [id]);
        log.error({ err: error, mail: mail.kind }, "mail could not be sent");
      } else log.warn({ err: error, mail: mail.kind }, "mail could not be sent yet");
      return !isUnreachable(error);
    }
  }

  async function sendDue(): Promise<void> {
    while (!closing.signal.aborted) {
      const due = await claim();
      if (!due || !(await attempt(due))) return;
    }
  }

  /** Never rejects: without the database, a mail is due again when its lease ends. */
  function inBackground(work: Promise<unknown>): Promise<void> {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, "mails of accounts put off"))
      .then(() => void underWay.delete(settled));
    underWay.add(settled);
    return settled;
  }

  return {
    async add({ recipient, language, kind, details }, token) {
      const { rows } = await pool.query<Claimed>(
        `insert into backend.account_mails (recipient, language, kind, details, token_hash, attempts, retry_at)
         values ($1, $2, $3, $4, $5, 1, now() + ${LEASE})
         returning id, recipient, language, kind, details, token_hash`,
        [
          recipient,
          typeof language === "string" ? language : null,
          kind,
          JSON.stringify(details),
          token ? digest(token.token) : null,
        ],
      );
      void inBackground(attempt({ mail: rows[0]!, token }));
    },
    deliver: () => inBackground(sendDue()),
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
