import type { Queryable } from "./database.ts";
import { beginFlow, type Challenge } from "./flow-states.ts";
import type { AuthMails, VerificationMail } from "./mails.ts";
import { issueToken, type TokenType } from "./one-time-tokens.ts";
import { userByEmail, type User } from "./users.ts";

/** A mail that is sent after the transaction of its token has committed. */
export type Outgoing =
  | { verification: VerificationMail }
  | { accountExists: { to: string; language: unknown } };

/**
 * Stores the new address and creates the two tokens that confirm it, one for each mailbox. If the
 * new address belongs to another account, its owner is notified and nothing can be confirmed. The
 * answer to the request is the same in both cases.
 */
export async function prepareEmailChange(
  db: Queryable,
  user: User,
  newEmail: string,
  redirectTo: URL,
  challenge: Challenge | undefined,
): Promise<Outgoing[]> {
  const owner = await userByEmail(db, newEmail);
  // Tokens of an earlier change must not confirm this one.
  await db.query(
    `delete from auth.one_time_tokens where user_id = $1
       and token_type in ('email_change_token_current', 'email_change_token_new')`,
    [user.id],
  );
  await db.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0,
       email_change_sent_at = now(), updated_at = now() where id = $1`,
    [user.id, newEmail],
  );
  await beginFlow(db, user.id, "email_change", challenge);

  const language = user.raw_user_meta_data.lang;
  const mail = async (kind: "current" | "new", to: string): Promise<Outgoing> => {
    const type: TokenType = `email_change_token_${kind}`;
    const token = await issueToken(db, user.id, type, to, challenge !== undefined);
    return {
      verification: {
        kind: `email-change-${kind}`,
        type: "email_change",
        to,
        language,
        token,
        redirectTo,
        newEmail,
      },
    };
  };
  const toNew: Outgoing = owner
    ? { accountExists: { to: newEmail, language: owner.raw_user_meta_data.lang } }
    : await mail("new", newEmail);
  return user.email ? [toNew, await mail("current", user.email)] : [toNew];
}

/** Sends mails after the transaction of their tokens has committed. */
export async function sendAll(mails: AuthMails, messages: Outgoing[]): Promise<void> {
  for (const message of messages) {
    if ("verification" in message) await mails.verification(message.verification);
    else await mails.accountExists(message.accountExists.to, message.accountExists.language);
  }
}
