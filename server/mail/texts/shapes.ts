import type { Language } from "../../../app/i18n/languages.ts";
import type { PhotoKind } from "../../../app/domain/suggestion.ts";
import { typesetAll } from "../../../app/i18n/typeset.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

/** The mail's texts for one outcome. */
export interface NoticeText {
  /** The subject, followed by the title of the jersey, or the former name of the member, and the heading. */
  subject: string;
  /** `{title}` is replaced by the jersey's title, or the member's name; `{when}` by the time of what is planned. */
  body: string;
  /** The same for a reported comment. */
  comment?: string;
  /** The same for a reported member. */
  member?: string;
  /** Before the moderator's note, if there is one. */
  note?: string;
  /** Before the list of corrections; of a suggestion, of what was accepted. */
  changes?: string;
  /** Before the list of what was refused of a suggestion. */
  refused?: string;
  /** After the note. */
  after?: string;
  action: string;
}

export type NoticeKind =
  | "approved"
  | "corrected"
  | "rejected"
  | "reverted"
  | "partly_reverted"
  | "merged"
  | "deleted"
  | "upheld"
  | "dismissed"
  | "removed"
  | "renamed"
  | "suggestion_accepted"
  | "suggestion_partly"
  | "suggestion_refused"
  | "undone"
  | "merge_planned"
  | "removal_planned"
  | "called_off"
  | "taken_down"
  | "brought_back"
  /** `undone` about a member: several changes at once. */
  | "undone_all";

/** Why a reviewer refused a field or photo; `gone`: its page left the catalogue. */
export type RefusalReason =
  | "wrong"
  | "unsure"
  | "no_source"
  | "duplicate"
  | "rights"
  | "other"
  | "gone";

/** What suggestions name beside the fields of a jersey. */
export type SuggestedField =
  | "image"
  | "photos"
  | "name"
  | "short_name"
  | "city"
  | "country"
  | "founded_year";

export interface NoticeTexts {
  kinds: Record<NoticeKind, NoticeText>;
  fields: Record<SuggestedField, string>;
  /** In place of a photo's address. */
  photo: string;
  /** What a photo shows; as `photos.kinds` of the messages `suggestions`. */
  photoKinds: Record<PhotoKind, string>;
  reasons: Record<RefusalReason, string>;
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
