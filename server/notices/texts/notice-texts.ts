import type { Language } from "../../../app/i18n/languages.ts";
import { typesetAll } from "../../../app/i18n/typeset.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

/** The mail's texts for one outcome. */
export interface NoticeText {
  /** The subject, followed by the title of the jersey, or the former name of the member, and the heading. */
  subject: string;
  /** `{title}` is replaced by the jersey's title. */
  body: string;
  /** The same for a reported comment. */
  comment?: string;
  /** Before the moderator's note, if there is one. */
  note?: string;
  /** Before the list of corrections. */
  changes?: string;
  /** After the note. */
  after?: string;
  action: string;
}

export type NoticeKind =
  | "approved"
  | "corrected"
  | "rejected"
  | "reverted"
  | "merged"
  | "deleted"
  | "upheld"
  | "dismissed"
  | "removed"
  | "renamed";

export interface NoticeTexts {
  kinds: Record<NoticeKind, NoticeText>;
  why: string;
  /** The link to the notice settings. */
  settings: string;
}

/** All mails about decisions. */
export const TEXTS: Record<Language, NoticeTexts> = {
  fr: typesetAll(fr, "fr"),
  en: typesetAll(en, "en"),
  es: typesetAll(es, "es"),
  pt: typesetAll(pt, "pt"),
};
