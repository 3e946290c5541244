import { asOwner } from "../database/session.ts";
import type { BackendContext } from "../context.ts";
import { BACKEND_JOB_SECONDS } from "../jobs/schedule.ts";
import type { SecurityMailKind } from "../mail/texts.ts";
import type { AuthMails } from "./mails.ts";

/** A row that triggers write on a change to an account (schema/018-security-mails.sql). */
interface SecurityMail {
  id: string;
  recipient: string;
  language: string | null;
  kind: SecurityMailKind;
  details: { newEmail?: string; provider?: string };
}

export interface SecurityMails {
  /** Sends the queued mails. Never rejects: a mail that can't be sent stays queued. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the delivery of security mails: directly after the requests that cause them, and at an
 * interval for changes made by commands or SQL functions. Servers on one database share the work.
 */
export function createSecurityMails(
  { pool, log }: Pick<BackendContext, "pool" | "log">,
  mails: AuthMails,
): SecurityMails {
  let underWay: Promise<void> = Promise.resolve();

  async function deliver(): Promise<void> {
    try {
      await asOwner(pool, async (db) => {
        const { rows } = await db.query<SecurityMail>(
          `select id, recipient, language, kind, details from backend.security_mails
           order by id limit 50 for update skip locked`,
        );
        for (const { recipient, language, kind, details } of rows) {
          await mails.security(kind, recipient, language, details);
        }
        if (rows.length > 0) {
          const ids = rows.map(({ id }) => id);
          await db.query("delete from backend.security_mails where id = any($1)", [ids]);
        }
      });
    } catch (error) {
      log.warn({ err: error }, "security mails put off");
    }
  }

  const timer = setInterval(
    () => (underWay = deliver()),
    BACKEND_JOB_SECONDS["security mails"] * 1000,
  );
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

/** Returns true if a request may have caused a security mail. */
export function mayCauseSecurityMails(method: string, path: string, grant = ""): boolean {
  if (method === "GET") return /\/(verify|callback)$/.test(path);
  return CHANGING.test(path) || grant === "id_token" || grant === "pkce";
}
