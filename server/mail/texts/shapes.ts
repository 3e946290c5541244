import type { MailTexts } from "@maillotheque/backend";

import type { ChangeReason } from "../../../app/shared/domain/change-reasons.ts";
import type { LetterKind, NoticeKind, ReviewMailKind, VisitorReportKind } from "../register.ts";

/** The texts of one mail. `{title}` is replaced by the jersey's title, or the member's name. */
interface MailText {
  /** Also the heading. */
  subject: string;
  /** About a jersey. */
  body: string;
  /** In place of `body`, about a comment. */
  comment?: string;
  /** In place of `body`, about a member. */
  member?: string;
  /** In place of `body`, about a list. */
  list?: string;
}

/** The title follows the subject. */
export interface NoticeText extends MailText {
  /** In place of `body`, when it stays so after a contest. */
  again?: string;
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

export interface NoticeTexts {
  kinds: Record<NoticeKind, NoticeText>;
  /** The labels of a photo that came or went. */
  photoAdded: string;
  photoRemoved: string;
  /** What was done about a report; of a submission that was merged, what its photos became. Of visitors' reports too. */
  done: Record<"corrected" | "merged" | "removed" | "hidden" | "suggested", string>;
  /** After a contest: whether the comment or list is visible now. Of visitors' reports too. */
  stands: Record<"hidden" | "shown", string>;
  /** An earlier decision was contested. Of visitors' reports too. */
  again: string;
  why: string;
  /** The link to the notice settings. */
  settings: string;
}

export interface VisitorReportTexts {
  kinds: Record<VisitorReportKind, Required<MailText>>;
  /** Before what the notifier wrote. */
  wrote: string;
  /** Before the reason of the decision. */
  reason: string;
  confirmAction: string;
  confirmAfter: string;
  contestAction: string;
  contestAfter: string;
  seeAction: string;
  /** Why the reader gets this mail. */
  why: Record<"notifier" | "author", string>;
}

/** `{count}` is replaced by a number. */
export interface Counted {
  one: string;
  other: string;
}

export interface LetterTexts {
  kinds: Record<LetterKind, { subject: string; body: string }>;
  /** After the name of what is followed: how many of each reason it has. */
  parts: Record<ChangeReason, Counted>;
  /** Below each jersey. */
  notes: Record<ChangeReason, string>;
  /** In place of a name, before jerseys of the wishlist. */
  wishlist: string;
  /** After the first jerseys of what is followed. */
  others: Counted;
  /** What the letter names nothing of. */
  rest: Counted;
  /** Before the sets that became complete. */
  set: string;
  /** What imports added. */
  bulk: Counted;
  action: string;
  why: string;
  /** The link that ends the letters, and the page behind it. */
  stop: string;
  stopped: { question: string; done: string };
  /** The link to the settings. */
  settings: string;
}

/** `{date}` is replaced by the day since when the oldest waits. */
export interface ReviewMailTexts {
  /** How much waits follows the subject. */
  kinds: Record<ReviewMailKind, { subject: string }>;
  amount: Counted;
  body: Counted;
  action: string;
  why: string;
  /** The link that ends the mails, and the page behind it. */
  stop: string;
  stopped: { question: string; done: string };
  /** The link to the settings. */
  settings: string;
}

/** The texts of all mails in one language. */
export interface SiteMailTexts {
  account: MailTexts;
  notices: NoticeTexts;
  visitorReports: VisitorReportTexts;
  letters: LetterTexts;
  reviews: ReviewMailTexts;
}
