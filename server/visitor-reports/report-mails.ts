import type { MailKind } from "../mail-queue/send.ts";
import { composeReportMail } from "./mail.ts";
import type { ReportMail } from "./report-mail.ts";

/** The mails about reports of people without an account. */
export const REPORT_MAILS: MailKind<ReportMail> = {
  functions: {
    claim: "claim_visitor_report_mail",
    settle: "finish_visitor_report_mail",
    id: "id",
    sweep: "sweep_visitor_reports",
  },
  compose: composeReportMail,
  idOf: ({ id }) => id,
  log: {
    mailing: "mailing about visitors' reports",
    sweeping: "sweeping of visitors' reports",
    failed: "mail about a visitor's report not sent",
    id: "mail",
  },
};
