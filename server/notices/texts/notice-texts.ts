import type { Language } from "../../../app/i18n/languages.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

/** What a mail says of one outcome. */
export interface NoticeText {
  /** Of the mail, where the jersey's title follows, and its heading. */
  subject: string;
  /** `{title}` stands for the jersey's. */
  body: string;
  /** The same where a comment was reported. */
  comment?: string;
  /** Before the moderator's words, where there are any. */
  note?: string;
  /** After them. */
  after?: string;
  action: string;
}

export type NoticeKind =
  | "approved"
  | "rejected"
  | "reverted"
  | "merged"
  | "deleted"
  | "upheld"
  | "dismissed"
  | "removed";

export interface NoticeTexts {
  kinds: Record<NoticeKind, NoticeText>;
  why: string;
  /** What leads to the switches. */
  settings: string;
}

export const TEXTS: Record<Language, NoticeTexts> = { fr, en, es, pt };
