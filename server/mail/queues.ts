import type { NoticeClaim, VisitorReportClaim } from "./claims.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { MailQueue } from "./queue.ts";
import { composeVisitorReportMail } from "./visitor-report-mail.ts";

/** The mails of notices (`MAILS.notices`). */
export const NOTICE_QUEUE: MailQueue<NoticeClaim> = {
  functions: { claim: "claim_notice_mail", settle: "finish_notice_mail", id: "notice_id" },
  idOf: ({ notice_id }) => notice_id,
  compose: composeNoticeMail,
  log: { failed: "notice could not be mailed", id: "notice" },
};

/** The mails about reports by people without an account (`MAILS.visitorReports`). */
export const VISITOR_REPORT_QUEUE: MailQueue<VisitorReportClaim> = {
  functions: { claim: "claim_visitor_report_mail", settle: "finish_visitor_report_mail", id: "id" },
  idOf: ({ id }) => id,
  compose: composeVisitorReportMail,
  log: { failed: "mail about a visitor's report not sent", id: "mail" },
};
