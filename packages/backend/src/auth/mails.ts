import type { BackendContext } from "../context.ts";
import { BACKEND_JOB_SECONDS } from "../jobs/schedule.ts";
import { composeMail } from "../mail/compose.ts";
import { mailLanguage, type MailKind } from "../mail/texts.ts";
import { createMailTransport } from "../mail/transport.ts";
import type { SitePages } from "../options.ts";
import { type AccountMail, createMailQueue } from "./mail-queue.ts";
import { type OneTimeToken, PKCE_PREFIX } from "./one-time-tokens.ts";

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

/**
 * Sends the mails of the auth service, with their links. By SMTP they are stored, then sent in the
 * background, so that response times don't reveal whether a mail was sent. Without SMTP they are
 * written to the outbox before the call resolves.
 */
export interface AuthMails {
  /** A mail whose link and code prove ownership of the mailbox. */
  verification(mail: VerificationMail): Promise<void>;
  /** A code for a member who is signed in already. */
  reauthentication(to: string, language: unknown, token: OneTimeToken): Promise<void>;
  /** Notifies the owner of an account that somebody tried to sign up with their address. */
  accountExists(to: string, language: unknown): Promise<void>;
  /** Sends what triggers have queued on a change to an account (schema/018-security-mails.sql). */
  deliverSecurityMails(): Promise<void>;
  /** Waits for deliveries in progress. */
  close(): Promise<void>;
}

export function createAuthMails(context: BackendContext): AuthMails {
  const { settings, log } = context;
  const { siteUrl, siteName, mail: options } = settings;
  const transport = createMailTransport(settings, log);
  const queue = createMailQueue(context, deliver);

  function deliver(mail: AccountMail, token: OneTimeToken | undefined): Promise<void> {
    const { kind, recipient: to, language, details } = mail;
    const [link, code] = [linkOf(mail, token), token?.code];
    const content = { ...details, kind, language, ...(link && { link }), ...(code && { code }) };
    return transport.deliver({
      to,
      kind,
      link,
      ...composeMail({ siteName, ...options }, content),
    });
  }

  function linkOf(mail: AccountMail, token: OneTimeToken | undefined): string | undefined {
    const { kind, recipient, language, details } = mail;
    const page = (name: keyof SitePages) =>
      siteUrl + settings.pages[name]!(mailLanguage(options, language));
    if (kind === "account-exists") return page("signIn");
    if (!token) return page("account");
    if (!details.verify) return undefined;
    const { type, redirectTo } = details.verify;
    const query = (name: string) =>
      new URLSearchParams({ [name]: token.token, type, redirect_to: redirectTo });
    if (!settings.pages.confirm) return `${siteUrl}/auth/v1/verify?${query("token")}`;
    // The address is in the fragment: servers and their logs don't get it.
    const fragment = new URLSearchParams({ email: recipient });
    return `${page("confirm")}?${query("token_hash")}#${fragment}`;
  }

  const send = (mail: AccountMail, token?: OneTimeToken) =>
    options.smtpUrl ? queue.add(mail, token) : deliver(mail, token);

  const timer = setInterval(
    () => void queue.deliver(),
    BACKEND_JOB_SECONDS["mails of accounts"] * 1000,
  );
  timer.unref();
  void queue.deliver();

  return {
    verification({ kind, type, to: recipient, language, token, redirectTo, newEmail }) {
      const isPkce = token.token.startsWith(PKCE_PREFIX);
      const verify = { type, redirectTo: redirectTo.href, isPkce };
      return send(
        { kind, recipient, language, details: { verify, ...(newEmail && { newEmail }) } },
        token,
      );
    },
    reauthentication: (recipient, language, token) =>
      send({ kind: "reauthentication", recipient, language, details: {} }, token),
    accountExists: (recipient, language) =>
      send({ kind: "account-exists", recipient, language, details: {} }),
    async deliverSecurityMails() {
      const delivery = queue.deliver();
      if (!options.smtpUrl) await delivery;
    },
    async close() {
      clearInterval(timer);
      await queue.close();
      transport.close();
    },
  };
}
