import { en } from "../../../../server/mail-texts/en.ts";
import { es } from "../../../../server/mail-texts/es.ts";
import { fr } from "../../../../server/mail-texts/fr.ts";
import { pt } from "../../../../server/mail-texts/pt.ts";

/** The occasions on which the service writes. */
export type MailKind =
  | "confirmation"
  | "invite"
  | "magic-link"
  | "recovery"
  | "email-change-current"
  | "email-change-new"
  | "reauthentication"
  | "account-exists"
  | "password-changed"
  | "email-changed"
  | "phone-changed"
  | "factor-added"
  | "factor-removed"
  | "passkey-added"
  | "passkey-removed"
  | "identity-linked"
  | "identity-unlinked";

export interface MailText {
  subject: string;
  /**
   * Paragraphs; `{newEmail}` stands for the address that replaces the present one, `{provider}` for
   * where somebody signs in.
   */
  body: string[];
  /** The button, where the mail has a link. */
  action?: string;
  /** For who didn't ask for this mail. */
  afterword: string;
}

export interface MailTexts {
  kinds: Record<MailKind, MailText>;
  /** Before the code, when there is a link too. */
  orCode: string;
  /** Before the code, when there is no link. */
  code: string;
  /** Before the link in full, for who can't click the button. */
  orLink: string;
  validity: string;
  /** A text message. */
  sms: string;
  /** The line under every mail. */
  signature: string;
}

export const LANGUAGES = { fr, en, es, pt } satisfies Record<string, MailTexts>;

export type MailLanguage = keyof typeof LANGUAGES;

/** The language asked for, or French. */
export function mailLanguage(wanted: unknown): MailLanguage {
  return typeof wanted === "string" && Object.hasOwn(LANGUAGES, wanted)
    ? (wanted as MailLanguage)
    : "fr";
}
