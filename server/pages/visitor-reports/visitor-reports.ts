import { type CaptchaOptions, isCaptchaPassed, type Pool } from "@maillotheque/backend";
import pg from "pg";

import type {
  VisitorReportProblem,
  VisitorReports,
} from "../../../app/shared/data/backend-access.ts";
import type { Logger } from "../../operate/logger.ts";
import { PROBLEMS } from "./problems.ts";

/** The forms of visitors, on a connection with all rights. The functions check everything. */
export function visitorReports(
  pool: Pick<Pool, "query">,
  captcha: CaptchaOptions | undefined,
  log: Logger,
): VisitorReports {
  async function call(name: string, values: unknown[]): Promise<VisitorReportProblem | undefined> {
    const places = values.map((_, n) => `$${n + 1}`).join(", ");
    try {
      await pool.query(`select public.${name}(${places})`, values);
      return undefined;
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) log.error({ err: error }, "visitor's report failed");
      return problem ?? "failed";
    }
  }
  return {
    async isOpen() {
      const { rows } = await pool.query<{ open: boolean }>(
        "select private.has_room_for_report('visitor_reports', null, null) as open",
      );
      return rows[0]?.open ?? false;
    },
    async file(report, origin) {
      const { target, category, reason, name, email, lang, captchaToken } = report;
      if (captcha && !(await isCaptchaPassed(captcha, captchaToken, log))) return "captcha";
      const values = [target.type, target.id, category, reason, name, email, lang, origin];
      return call("file_visitor_report", values);
    },
    confirm: (token) => call("confirm_visitor_report", [token]),
    contest: (token, reason) => call("contest_report", [token, reason]),
  };
}

function problemOf(error: unknown): VisitorReportProblem | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // A character that the database stores in no text.
  if (error.code === "22021") return "reason";
  return PROBLEMS[error.constraint ?? error.message];
}
