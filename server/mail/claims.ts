import type { FollowTarget } from "../../app/shared/domain/follow.ts";
import type { ChangeReason } from "../../app/shared/domain/change-reasons.ts";
import type { MainKit } from "../../app/shared/domain/kit-types.ts";

/** A claimed mail of a notice, as `claim_notice_mail()` returns it. */
export interface NoticeClaim {
  notice_id: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  topic: "jersey" | "report" | "suggestion";
  outcome: string;
  about: "jersey" | "comment" | "profile" | "list" | "team" | "competition";
  title: string;
  note: string | null;
  /** What was corrected or undone: field, before, after; of a suggestion also accepted, reason, note. */
  changes?: unknown;
  /** The jersey if its reader can open it. */
  jersey_id: string | null;
  team_slug: string | null;
  kit_type_slug: string | null;
  year: number | null;
  /** What was done about the reader's report; of a merged submission, `suggested` if its photos became a suggestion. */
  done?: VisitorReportClaim["done"] | "suggested";
  /** True if an earlier decision was contested. */
  is_again?: boolean;
  /** The beginning of the comment that was hidden. */
  comment?: string | null;
}

/** A claimed mail about a visitor's report, as `claim_visitor_report_mail()` returns it. */
export interface VisitorReportClaim {
  id: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  kind: "confirm" | "upheld" | "dismissed" | "removed";
  party: "notifier" | "author";
  target_type: "jersey" | "comment" | "profile" | "list";
  /** The title of the jersey, or the name of the member. */
  title: string;
  /** The reason of the decision. */
  note: string | null;
  /** What the notifier wrote; null in mails to the author. */
  reason: string | null;
  /** Confirms or contests; null where there is nothing to do. */
  token: string | null;
  /** The jersey if visitors can open it. */
  jersey_id: string | null;
  team_slug: string | null;
  kit_type_slug: string | null;
  year: number | null;
  /** The reported member if visitors can open their page. */
  username: string | null;
  /** What was done about it; null if nothing was, or it isn't decided. */
  done: "corrected" | "merged" | "removed" | "hidden" | "other" | null;
  /** True if an earlier decision was contested. */
  is_again: boolean;
}

/** What changed for a member, as `claim_letters()` says it: a jersey, a set, or how many there are of a kind. */
export interface Change {
  kind: ChangeReason | "set" | "bulk";
  amount: number;
  jersey_id?: string;
  title?: string;
  team_slug?: string;
  kit_type_slug?: string;
  year?: number;
  kit_type?: MainKit;
  /** What is followed, or whose set it is or is missing from; `amount` is then how many of the kind it has. */
  target_type?: FollowTarget["type"];
  target_id?: string;
  /** Its stored name. */
  target?: string;
  /** Of a competition its own, of a team its competition's. */
  target_slug?: string;
  /** Of a team. */
  target_country?: string;
}

/** A claimed daily mail to a reviewer, as `claim_review_mails()` returns it. */
export interface ReviewClaim {
  member_id: string;
  /** Of the link that ends the mails. */
  key: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  day: string;
  /** How much they can decide. */
  amount: number;
  /** Since when the oldest waits. */
  oldest: string | Date;
}

/** A claimed weekly letter, as `claim_letters()` returns it. */
export interface LetterClaim {
  member_id: string;
  /** Of the link that ends the letters. */
  key: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  /** The Monday of its week. */
  week: string;
  changes: Change[];
}
