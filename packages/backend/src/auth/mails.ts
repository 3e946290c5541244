import { createMailer, type Mailer } from "../mail/mailer.ts";
import type { BackendContext } from "../context.ts";
import { mailLanguage, type MailKind } from "../mail/texts.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";

/** What the type of a verification link is called in its address. */
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

/** The mails of the auth service, with the links they carry. */
export interface AuthMails {
  /** A mail whose link and code prove that its reader owns the mailbox. */
  verification(mail: VerificationMail): Promise<void>;
  /** A code for somebody who is signed in already. */
  reauthentication(to: string, language: unknown, code: string): Promise<void>;
  /** Tells the owner of an account that somebody tried to use their address. */
  accountExists(to: string, language: unknown): Promise<void>;
  /** Tells the owner of an account what has changed, in case it wasn't them. */
  notice(
    kind: MailKind,
    to: string,
    language: unknown,
    details: { newEmail?: string; provider?: string },
  ): Promise<void>;
  close: Mailer["close"];
}

export function createAuthMails({ settings, log }: BackendContext): AuthMails {
  const mailer = createMailer(settings, log);
  const { siteUrl } = settings;
  const page = (language: unknown, name: "auth" | "account") => {
    const lang = mailLanguage(language);
    return `${siteUrl}${lang === "fr" ? "" : `/${lang}`}/${name}`;
  };
  return {
    verification({ kind, type, to, language, token, redirectTo, newEmail }) {
      const query = new URLSearchParams({ token: token.token, type, redirect_to: redirectTo.href });
      const link = `${siteUrl}/auth/v1/verify?${query}`;
      return mailer.send({ kind, to, language, link, code: token.code, newEmail });
    },
    reauthentication(to, language, code) {
      return mailer.send({ kind: "reauthentication", to, language, code });
    },
    accountExists(to, language) {
      return mailer.send({ kind: "account-exists", to, language, link: page(language, "auth") });
    },
    notice(kind, to, language, details) {
      return mailer.send({ kind, to, language, link: page(language, "account"), ...details });
    },
    close: () => mailer.close(),
  };
}
