import type { MailKind } from "@maillotheque/backend";

/** One mail. `docs/mails.md` is made from these lines. */
export interface MailEntry {
  to: string;
  /** What triggers it, and by which call. */
  when: string;
  /** The topic whose mails the reader can switch off. Without one, the mail is always sent. */
  topic?: "jersey" | "report" | "suggestion";
}

const OWNER = "the account's owner";
const AUTHOR = "the jersey's author";
const HOLDERS = "the author, and members with the jersey on a shelf";
const REPORTER = "the member who reported";
const SUGGESTER = "the member who suggested";
const CONTRIBUTOR = "the member whose change it was";
const NOTIFIER = "the person who reported without an account";
const REPORTED = "the author of what was reported";

/** Mails about an account. The backend sends them, at once and whatever the settings. */
const ACCOUNT_MAILS = {
  confirmation: { to: "the new account's address", when: "a sign-up waits for confirmation" },
  invite: { to: "the invited address", when: "the service key invites somebody" },
  "magic-link": { to: OWNER, when: "a link or code to sign in is asked for" },
  recovery: { to: OWNER, when: "“forgot password”" },
  "email-change-current": { to: "the old address", when: "a change of address is asked for" },
  "email-change-new": { to: "the new address", when: "a change of address is asked for" },
  reauthentication: { to: OWNER, when: "a sensitive change needs a fresh proof" },
  "account-exists": { to: OWNER, when: "somebody signs up with an address that has an account" },
  "password-changed": { to: OWNER, when: "the password was changed" },
  "email-changed": { to: "the old address", when: "the address was changed" },
  "phone-changed": { to: OWNER, when: "the phone number was changed" },
  "factor-added": { to: OWNER, when: "a second factor was added" },
  "factor-removed": { to: OWNER, when: "a second factor was removed" },
  "passkey-added": { to: OWNER, when: "a passkey was added" },
  "passkey-removed": { to: OWNER, when: "a passkey was removed" },
  "identity-linked": { to: OWNER, when: "a sign-in provider was linked" },
  "identity-unlinked": { to: OWNER, when: "a sign-in provider was unlinked" },
  "sign-in-attempts": { to: OWNER, when: "many wrong passwords were entered" },
} satisfies Record<MailKind, MailEntry>;

/** Mails of notices, by the notice's outcome. */
const NOTICE_MAILS = {
  approved: { to: AUTHOR, topic: "jersey", when: "approved, `decide()` or `moderate_jersey()`" },
  corrected: {
    to: AUTHOR,
    topic: "jersey",
    when: "approved and corrected, `decide()` or `moderate_jersey()`",
  },
  rejected: { to: AUTHOR, topic: "jersey", when: "rejected, `decide()` or `moderate_jersey()`" },
  merged: { to: HOLDERS, topic: "jersey", when: "merged, `merge_jerseys()` or `decide()`" },
  submission_merged: { to: HOLDERS, topic: "jersey", when: "merged before it was public" },
  deleted: { to: AUTHOR, topic: "jersey", when: "somebody else deletes the jersey" },
  upheld: { to: REPORTER, topic: "report", when: "something was done about the report" },
  dismissed: { to: REPORTER, topic: "report", when: "there was nothing to do about the report" },
  removed: { to: REPORTER, topic: "report", when: "what an open report is about is deleted" },
  renamed: { to: "the member", topic: "jersey", when: "names are replaced, `reset_names()`" },
  suggestion_accepted: {
    to: SUGGESTER,
    topic: "suggestion",
    when: "all of it is accepted, `decide()`",
  },
  suggestion_partly: {
    to: SUGGESTER,
    topic: "suggestion",
    when: "a part of it is accepted, `decide()`",
  },
  suggestion_refused: {
    to: SUGGESTER,
    topic: "suggestion",
    when: "refused, `decide()`, or its page is deleted",
  },
  undone: {
    to: CONTRIBUTOR,
    topic: "suggestion",
    when: "one change is undone, `undo()`, or their photo taken off",
  },
  taken_down: { to: HOLDERS, topic: "jersey", when: "removed, `remove_jersey()` or `decide()`" },
  brought_back: { to: HOLDERS, topic: "jersey", when: "brought back, `undo()`" },
  comment_hidden: {
    to: "the comment's author",
    topic: "jersey",
    when: "hidden by a reviewer, or stays hidden after a contest",
  },
  /** The outcome `comment_hidden` about a member: all of their comments at once. */
  comments_hidden: { to: "the member", topic: "jersey", when: "`hide_comments()`" },
  suspended: { to: "the member", topic: "jersey", when: "suspended, `suspend_member()`; always" },
  reinstated: {
    to: "the member",
    topic: "jersey",
    when: "no longer suspended, `suspend_member()`",
  },
  owned: {
    to: "who has the same shirt without a page",
    topic: "jersey",
    when: "the jersey becomes public",
  },
  list_hidden: { to: "the list's member", topic: "jersey", when: "hidden, `hide_list()`" },
  list_shown: { to: "the list's member", topic: "jersey", when: "shown again, `hide_list()`" },
  /** The outcome `undone` about a member: several changes at once. */
  undone_all: {
    to: CONTRIBUTOR,
    topic: "suggestion",
    when: "what the member changed is undone, `undo()`; once a day",
  },
} satisfies Record<string, MailEntry>;

/** Mails about reports by people without an account, to both parties. */
const VISITOR_REPORT_MAILS = {
  confirm: { to: NOTIFIER, when: "`file_visitor_report()`, `send_visitor_report()`" },
  upheld: { to: NOTIFIER, when: "something was done about the report" },
  dismissed: { to: NOTIFIER, when: "there was nothing to do about the report" },
  removed: { to: NOTIFIER, when: "what the open report is about is deleted" },
  author_upheld: { to: REPORTED, when: "something was done about the report" },
  author_dismissed: { to: REPORTED, when: "there was nothing to do about the report" },
} satisfies Record<string, MailEntry>;

/** The weekly letter. */
const LETTER_MAILS = {
  weekly: {
    to: "members who switched it on, and for whom something changed",
    when: "from Monday, 8 o'clock in Paris, `claim_letters()`",
  },
} satisfies Record<string, MailEntry>;

/** The daily mail to reviewers. */
const REVIEW_MAILS = {
  waiting: {
    to: "reviewers and administrators for whom something waits",
    when: "once a day at the hour that they chose, 8 o'clock in Paris without a choice, `claim_review_mails()`",
  },
} satisfies Record<string, MailEntry>;

export type ReviewMailKind = keyof typeof REVIEW_MAILS;
export type LetterKind = keyof typeof LETTER_MAILS;
export type NoticeKind = keyof typeof NOTICE_MAILS;
export type VisitorReportKind = keyof typeof VISITOR_REPORT_MAILS;

/** Every mail of the site. A new line here needs its texts in each language (`texts/shapes.ts`). */
export const MAILS = {
  account: ACCOUNT_MAILS,
  notices: NOTICE_MAILS,
  visitorReports: VISITOR_REPORT_MAILS,
  letters: LETTER_MAILS,
  reviews: REVIEW_MAILS,
};
