import { asOwner } from "../database/session.ts";
import type { BackendContext } from "../context.ts";
import type { MailKind } from "../mail/texts.ts";
import type { AuthMails } from "./mails.ts";
import { NOTICE_INTERVAL } from "./policy.ts";

/** What triggers have noted about a change to an account (schema/015-auth-notices.sql). */
interface Notice {
  id: string;
  recipient: string;
  language: string | null;
  kind: Extract<MailKind, `${"factor" | "passkey" | "identity"}-${string}` | `${string}-changed`>;
  details: { newEmail?: string; provider?: string };
}

export interface Notices {
  /** Sends what waits. Never rejects: what couldn't be sent waits for the next time. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Mails the notices right after the requests that cause them, and now and then those of changes
 * made past this service, by commands or functions. Servers on one database share the work.
 */
export function createNotices(
  { pool, log }: Pick<BackendContext, "pool" | "log">,
  mails: AuthMails,
): Notices {
  let underWay: Promise<void> = Promise.resolve();

  async function deliver(): Promise<void> {
    try {
      await asOwner(pool, async (db) => {
        const { rows } = await db.query<Notice>(
          `select id, recipient, language, kind, details from backend.account_notices
           order by id limit 50 for update skip locked`,
        );
        for (const { recipient, language, kind, details } of rows) {
          await mails.notice(kind, recipient, language, details);
        }
        if (rows.length > 0) {
          const ids = rows.map(({ id }) => id);
          await db.query("delete from backend.account_notices where id = any($1)", [ids]);
        }
      });
    } catch (error) {
      log.warn({ err: error }, "notices to members put off");
    }
  }

  const timer = setInterval(() => (underWay = deliver()), NOTICE_INTERVAL * 1000);
  timer.unref();
  return {
    deliver,
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}

const CHANGING = /\/(user|verify|callback|acs)$|\/(factors|passkeys|identities|admin)\//;

/** Whether a request may have changed what an account's owner is told about. */
export function mayCauseNotices(method: string, path: string, grant = ""): boolean {
  if (method === "GET") return /\/(verify|callback)$/.test(path);
  return CHANGING.test(path) || grant === "id_token" || grant === "pkce";
}
