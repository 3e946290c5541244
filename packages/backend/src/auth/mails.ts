import { createMailer, type Mailer } from "../mail/mailer.ts";
import type { BackendContext } from "../context.ts";
import { mailLanguage, type MailKind, type SecurityMailKind } from "../mail/texts.ts";
import type { SitePages } from "../options.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";

/** The `type` parameter of a verification link. */
export type VerificationType = "signup" | "magiclink" | "recovery" | "invite" | "email_change";

export interface VerificationMail {
  kind: MailKind;
  type: VerificationType;
  to: string;
  language: unknown;
  token: OneTimeToken;
  redirectTo: URL;
  newEmail?: string;
}

/** Sends the mails of the auth service, with their links. */
export interface AuthMails {
  /** A mail whose link and code prove ownership of the mailbox. */
  verification(mail: VerificationMail): Promise<void>;
  /** A code for a member who is signed in already. */
  reauthentication(to: string, language: unknown, code: string): Promise<void>;
  /** Notifies the owner of an account that somebody tried to sign up with their address. */
  accountExists(to: string, language: unknown): Promise<void>;
  /** Notifies the owner of an account of a change, in case somebody else made it. */
  security(
    kind: SecurityMailKind,
    to: string,
    language: unknown,
    details: { newEmail?: string; provider?: string },
  ): Promise<void>;
  close: Mailer["close"];
}

export function createAuthMails({ settings, log }: BackendContext): AuthMails {
  const mailer = createMailer(settings, log);
  const { siteUrl } = settings;
  const page = (language: unknown, name: keyof SitePages) =>
    siteUrl + settings.pages[name]!(mailLanguage(settings.mail, language));
  return {
    verification({ kind, type, to, language, token, redirectTo, newEmail }) {
      const link = settings.pages.confirm
        ? confirmLink(page(language, "confirm"), { type, to, token, redirectTo })
        : `${siteUrl}/auth/v1/verify?${linkQuery("token", { type, token, redirectTo })}`;
      return mailer.send({ kind, to, language, link, code: token.code, newEmail });
    },
    reauthentication(to, language, code) {
      return mailer.send({ kind: "reauthentication", to, language, code });
    },
    accountExists(to, language) {
      return mailer.send({ kind: "account-exists", to, language, link: page(language, "signIn") });
    },
    security(kind, to, language, details) {
      return mailer.send({ kind, to, language, link: page(language, "account"), ...details });
    },
    close: () => mailer.close(),
  };
}

type Link = Pick<VerificationMail, "type" | "to" | "token" | "redirectTo">;

function linkQuery(name: string, { type, token, redirectTo }: Omit<Link, "to">): URLSearchParams {
  return new URLSearchParams({ [name]: token.token, type, redirect_to: redirectTo.href });
}

/** The address is in the fragment: servers and their logs don't get it. */
function confirmLink(page: string, link: Link): string {
  const fragment = new URLSearchParams({ email: link.to });
  return `${page}?${linkQuery("token_hash", link)}#${fragment}`;
}
