/** The mails that the auth service sends. */
export type MailKind =
  | "confirmation"
  | "invite"
  | "magic-link"
  | "recovery"
  | "email-change-current"
  | "email-change-new"
  | "reauthentication"
  | "account-exists"
  | SecurityMailKind;

/** Sent after a change to an account, in case its owner didn't make it. */
type SecurityMailKind =
  | "password-changed"
  | "email-changed"
  | "phone-changed"
  | "factor-added"
  | "factor-removed"
  | "passkey-added"
  | "passkey-removed"
  | "identity-linked"
  | "identity-unlinked"
  | "sign-in-attempts";

export interface MailText {
  subject: string;
  /** Paragraphs. `{newEmail}` is the account's new address, `{provider}` the sign-in provider. */
  body: string[];
  /** The button's label, in mails that have a link. */
  action?: string;
  /** For readers who didn't request this mail. */
  afterword: string;
}

/** All texts of mails and SMS in one language. */
export interface MailTexts {
  kinds: Record<MailKind, MailText>;
  /** Before the code, when there is a link too. */
  orCode: string;
  /** Before the code, when there is no link. */
  code: string;
  /** Before the link in full, for readers who can't click the button. */
  orLink: string;
  validity: string;
  /** The text of an SMS; `{code}` stands for the code. */
  sms: string;
  /** The line under every mail. */
  signature: string;
  /** Between a label and what follows it. Default: `:`. French puts a no-break space before it. */
  colon?: string;
}

/** The texts of every language, and the language of readers whose own is unknown. */
export interface MailLanguages {
  texts: Record<string, MailTexts>;
  defaultLanguage: string;
}

/** Returns the wanted language if it has texts, otherwise the default language. */
export function mailLanguage({ texts, defaultLanguage }: MailLanguages, wanted: unknown): string {
  return typeof wanted === "string" && Object.hasOwn(texts, wanted) ? wanted : defaultLanguage;
}

export function textsIn(languages: MailLanguages, wanted: unknown): MailTexts {
  return languages.texts[mailLanguage(languages, wanted)]!;
}
