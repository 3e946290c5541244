import type { LetterClaim, NoticeClaim, ReviewClaim, VisitorReportClaim } from "./claims.ts";
import { composeLetter } from "./letter.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { MailQueue, QueueClient } from "./queue.ts";
import type { MAILS } from "./register.ts";
import { composeReviewMail } from "./review-mail.ts";
import { sendDueMails, type Sending } from "./send.ts";
import { composeVisitorReportMail } from "./visitor-report-mail.ts";

/** The mails of notices (`MAILS.notices`). */
export const NOTICE_QUEUE: MailQueue<NoticeClaim> = {
  functions: { claim: "claim_notice_mail", settle: "finish_notice_mail", id: "notice_id" },
  idOf: ({ notice_id }) => notice_id,
  compose: composeNoticeMail,
  log: { failed: "notice could not be mailed", id: "notice" },
};

/** The mails about reports by people without an account (`MAILS.visitorReports`). */
const VISITOR_REPORT_QUEUE: MailQueue<VisitorReportClaim> = {
  functions: { claim: "claim_visitor_report_mail", settle: "finish_visitor_report_mail", id: "id" },
  idOf: ({ id }) => id,
  compose: composeVisitorReportMail,
  log: { failed: "mail about a visitor's report not sent", id: "mail" },
};

/** The weekly letters (`MAILS.letters`). */
export const LETTER_QUEUE: MailQueue<LetterClaim> = {
  functions: { claim: "claim_letters", settle: "finish_letter", id: "member_id" },
  idOf: ({ member_id }) => member_id,
  compose: composeLetter,
  most: 20,
  isSentOnce: true,
  isPaced: true,
  log: { failed: "weekly letter not sent", id: "member" },
};

/** The daily mails to reviewers (`MAILS.reviews`). */
const REVIEW_QUEUE: MailQueue<ReviewClaim> = {
  functions: { claim: "claim_review_mails", settle: "finish_review_mail", id: "member_id" },
  idOf: ({ member_id }) => member_id,
  compose: composeReviewMail,
  most: 20,
  isSentOnce: true,
  log: { failed: "daily mail to a reviewer not sent", id: "member" },
};

/** Connects to a queue: by our own connection, or through a project. */
export type Connect = <Claim extends object>(queue: MailQueue<Claim>) => QueueClient<Claim>;

const sender =
  <Claim extends object>(queue: MailQueue<Claim>) =>
  (connect: Connect, sending: Sending) =>
    sendDueMails(queue, connect(queue), sending);

/** Sends the due mails of each subject of the register; the backend sends those of accounts itself. */
export const SENDERS = {
  notices: sender(NOTICE_QUEUE),
  visitorReports: sender(VISITOR_REPORT_QUEUE),
  letters: sender(LETTER_QUEUE),
  reviews: sender(REVIEW_QUEUE),
} satisfies Record<Exclude<keyof typeof MAILS, "account">, unknown>;

export type QueueName = keyof typeof SENDERS;
