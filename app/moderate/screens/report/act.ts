import type { BackendAccess, VisitorReportProblem } from "../../../shared/data/backend-access.ts";
import { reportedContent } from "../../../shared/domain/reported-content.ts";
import { isReason } from "../../../shared/domain/rules/member-rules.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import type { Language } from "../../../shared/i18n/languages.ts";

/** What the page says after a form was sent. */
export type ReportAnswer =
  | { done: "sent" | "confirmed" | "contested" }
  | { problem: VisitorReportProblem; typed: TypedReport };

/** The form's fields, shown again after a problem. */
export interface TypedReport {
  address: string;
  category: string;
  reason: string;
  name: string;
  email: string;
}

const STATUS: Partial<Record<VisitorReportProblem, number>> = {
  tooMany: 429,
  token: 404,
  contested: 409,
  failed: 503,
  unavailable: 503,
};

export const statusOf = (answer: ReportAnswer): number =>
  "done" in answer ? 200 : (STATUS[answer.problem] ?? 400);

/** Takes one of the three forms: a report, its confirmation, or a contest. */
export async function takeReportForm(
  form: FormData,
  access: Pick<BackendAccess, "visitorReports" | "origin">,
  lang: Language,
  /** The id of the member with this username, if there is one. */
  memberId: (username: string) => Promise<string | undefined>,
): Promise<ReportAnswer> {
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const typed: TypedReport = {
    address: field("address"),
    category: field("category"),
    reason: tidy(field("reason")),
    name: tidy(field("name")),
    email: field("email").trim(),
  };
  const { visitorReports: reports, origin = "" } = access;
  const answer = (
    done: "sent" | "confirmed" | "contested",
    problem: VisitorReportProblem | undefined,
  ): ReportAnswer => (problem ? { problem, typed } : { done });

  if (!reports) return answer("sent", "unavailable");
  if (form.has("confirm")) return answer("confirmed", await reports.confirm(field("confirm")));
  if (!typed.reason || !isReason(typed.reason)) return answer("sent", "reason");
  if (form.has("contest")) {
    return answer("contested", await reports.contest(field("contest"), typed.reason));
  }
  const content = reportedContent(typed.address);
  const id = content?.type === "profile" ? await memberId(content.username) : content?.id;
  if (!content || !id) return answer("sent", "target");
  const target = { type: content.type, id };
  const report = {
    ...typed,
    target,
    name: typed.name || null,
    lang,
    captchaToken: field("captchaToken") || undefined,
  };
  return answer("sent", await reports.file(report, origin));
}
