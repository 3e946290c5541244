import { useRouteLoaderData } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import type { VisitorReportProblem } from "../../../shared/data/backend-access.ts";
import type { CaptchaSettings } from "../../../shared/browser/captcha.ts";
import { Captcha } from "../../../shared/components/captcha.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Input, Textarea } from "../../../shared/ui/input.tsx";
import { Select } from "../../../shared/ui/select.tsx";
import { REPORT_CATEGORIES } from "../../../contribute/data/reports/reports.ts";
import { MAX_REASON } from "../../../shared/domain/rules/member-rules.ts";
import type { TypedReport } from "./act.ts";

type Problem = VisitorReportProblem | undefined;

/** Problems that a field of the form shows. */
const OF_FIELD = new Set<Problem>(["target", "category", "reason", "name", "email"]);

function ProblemLine({ problem }: { problem: Problem }) {
  const { t } = useTranslation("visitorReport");
  return (
    <p role="alert" className="font-semibold text-danger empty:hidden">
      {problem && !OF_FIELD.has(problem) && t(`problems.${problem}`, { max: MAX_REASON })}
    </p>
  );
}

/** The report of a person without an account. An ordinary form: it works without scripts. */
export function ReportForm({
  address,
  problem,
  typed,
}: {
  address: string;
  problem: Problem;
  typed: TypedReport | undefined;
}) {
  const { t } = useTranslation(["visitorReport", "report"]);
  const root = useRouteLoaderData("root") as { captcha?: CaptchaSettings } | undefined;
  const error = (field: Problem) =>
    problem === field && t(`visitorReport:problems.${field!}`, { max: MAX_REASON });
  return (
    <form method="post" className="grid max-w-2xl gap-5">
      <ProblemLine problem={problem} />
      <Field
        label={t("visitorReport:address")}
        help={t("visitorReport:addressHelp")}
        error={error("target")}
        required
      >
        <Input name="address" inputMode="url" defaultValue={typed?.address ?? address} />
      </Field>
      <Field label={t("visitorReport:category")} error={error("category")} required>
        <Select name="category" defaultValue={typed?.category ?? ""}>
          <option value="">{t("visitorReport:choose")}</option>
          {REPORT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`report:categories.${category}`)}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonField error={error("reason")} reason={typed?.reason} />
      <Field
        label={t("visitorReport:name")}
        help={t("visitorReport:nameHelp")}
        error={error("name")}
      >
        <Input name="name" autoComplete="name" maxLength={120} defaultValue={typed?.name} />
      </Field>
      <Field
        label={t("visitorReport:email")}
        help={t("visitorReport:emailHelp")}
        error={error("email")}
        required
      >
        <Input
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={typed?.email}
        />
      </Field>
      {root?.captcha && (
        <noscript>
          <p className="font-semibold">{t("visitorReport:captchaScripts")}</p>
        </noscript>
      )}
      <Captcha />
      <Button type="submit" size="lg" className="justify-self-start">
        {t("report:send")}
      </Button>
    </form>
  );
}

function ReasonField({ error, reason }: { error: string | false; reason: string | undefined }) {
  const { t } = useTranslation("visitorReport");
  return (
    <Field label={t("reason")} error={error} required>
      <Textarea name="reason" rows={5} maxLength={MAX_REASON} defaultValue={reason} />
    </Field>
  );
}

/**
 * What the link of a mail asks for. A button and not the link itself: programs open links of mails
 * too.
 */
export function TokenForm({
  step,
  token,
  problem,
  reason,
}: {
  step: "confirm" | "contest";
  token: string;
  problem: Problem;
  reason: string | undefined;
}) {
  const { t } = useTranslation("visitorReport");
  return (
    <form method="post" className="grid max-w-2xl gap-5">
      <ProblemLine problem={problem} />
      <input type="hidden" name={step} value={token} />
      {step === "contest" && (
        <ReasonField
          error={problem === "reason" && t("problems.reason", { max: MAX_REASON })}
          reason={reason}
        />
      )}
      <Button type="submit" size="lg" className="justify-self-start">
        {t(`${step}.send`)}
      </Button>
    </form>
  );
}
