import type { MailKind } from "../mail/texts.ts";
import { audit } from "./audit.ts";
import type { Queryable } from "./database.ts";
import { AuthError, linkExpired, userBanned, violatedConstraint } from "./errors.ts";
import { beginFlow, type Challenge, type FlowMethod } from "./flow-states.ts";
import type { VerificationMail, VerificationType } from "./mails.ts";
import { issueToken, type Redeemed, type TokenType } from "./one-time-tokens.ts";
import type { RequestOrigin } from "./request.ts";
import {
  completeEmailChange,
  confirmEmail,
  isBanned,
  lockUser,
  setPassword,
  type User,
} from "./users.ts";

interface Purpose {
  token: TokenType;
  kind: MailKind;
  flow: FlowMethod;
}

const PURPOSES: Record<"signup" | "magiclink" | "recovery", Purpose> = {
  signup: { token: "confirmation_token", kind: "confirmation", flow: "email/signup" },
  magiclink: { token: "recovery_token", kind: "magic-link", flow: "magiclink" },
  recovery: { token: "recovery_token", kind: "recovery", flow: "recovery" },
};

/** The token types that a verification of each type accepts. */
export const TOKENS_OF: Record<VerificationType | "email", TokenType[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
  email: ["confirmation_token", "recovery_token"],
};

export function isVerificationType(type: string): type is keyof typeof TOKENS_OF {
  return Object.hasOwn(TOKENS_OF, type);
}

/** Returns the flow in which a link of this type was mailed. */
export function flowOf(type: keyof typeof TOKENS_OF, token: TokenType): FlowMethod {
  if (type === "email") return token === "confirmation_token" ? "email/signup" : "magiclink";
  return type === "signup" ? "email/signup" : type;
}

/** Creates the token of a mail, which is sent after the transaction has committed. */
export async function prepareMail(
  db: Queryable,
  user: Pick<User, "id" | "email" | "raw_user_meta_data">,
  type: keyof typeof PURPOSES,
  redirectTo: URL,
  challenge: Challenge | undefined,
  passwordHash?: string,
): Promise<VerificationMail> {
  const { token: tokenType, kind, flow } = PURPOSES[type];
  const to = user.email!;
  const [token] = await Promise.all([
    issueToken(db, user.id, tokenType, to, challenge !== undefined),
    beginFlow(db, user.id, flow, challenge, passwordHash),
  ]);
  return { kind, type, to, language: user.raw_user_meta_data.lang, token, redirectTo };
}

/**
 * Performs the action of a redeemed token.
 * @returns the account, or `undefined` when a change of address still lacks its other confirmation
 * @throws {AuthError} user_banned, email_exists
 */
export async function fulfil(
  db: Queryable,
  { user_id: id, token_type: type }: Redeemed,
  origin: RequestOrigin,
): Promise<User | undefined> {
  const user = await lockUser(db, id);
  if (!user) throw linkExpired();
  if (isBanned(user)) throw userBanned();
  if (type === "confirmation_token") {
    await confirmEmail(db, id);
    await audit(db, origin, user, "user_signedup", { provider: "email" });
  } else if (type === "recovery_token") {
    // A stranger may have signed up with this address: their password must not open the account.
    if (!user.email_confirmed_at) await setPassword(db, id, null);
    await confirmEmail(db, id);
    await audit(db, origin, user, "login", { provider: "email" });
  } else {
    return confirmEmailChange(db, user, origin);
  }
  return user;
}

/** Locks the account, so that of two concurrent confirmations the second completes the change. */
async function confirmEmailChange(
  db: Queryable,
  user: User,
  origin: RequestOrigin,
): Promise<User | undefined> {
  if (user.email_change_confirm_status === 0 && user.email) {
    await db.query("update auth.users set email_change_confirm_status = 1 where id = $1", [
      user.id,
    ]);
    return undefined;
  }
  await completeEmailChange(db, user.id).catch((error: unknown) => {
    throw violatedConstraint(error) === "users_email_partial_key" ? emailExists() : error;
  });
  await audit(db, origin, user, "user_modified");
  return user;
}

export function emailExists(): AuthError {
  return new AuthError(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );
}
