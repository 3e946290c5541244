import type { VisitorReportProblem } from "../../../app/shared/data/backend-access.ts";

/** Problems by the constraint that is violated, or the message that a function raises. */
export const PROBLEMS: Record<string, VisitorReportProblem> = {
  report_target_unknown: "target",
  report_token_unknown: "token",
  report_contested: "contested",
  visitor_reports_too_many: "tooMany",
  visitor_reports_closed: "unavailable",
  visitor_reports_category_known: "category",
  visitor_reports_reason_length: "reason",
  report_contests_body_length: "reason",
  visitor_reports_name_length: "name",
  visitor_reports_name_visible: "name",
  visitor_reports_name_for_rights: "name",
  visitor_reports_email_format: "email",
};
