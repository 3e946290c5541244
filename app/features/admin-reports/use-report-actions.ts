import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import type { Client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import {
  hideComment,
  type ReportOutcome,
  rejectReported,
  type ReportedTarget,
  reportDeskKey,
  SettledMeanwhile,
  settleReports,
} from "../../data/reports/admin-reports.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** What can be done about a reported target; each says how it went. */
export function useReportActions({ target, reports }: ReportedTarget) {
  const { t } = useTranslation("adminDesk");
  const lang = useLanguage();
  const [busy, setBusy] = useState(false);

  /** Whether there is nothing left to do: it is done, or another administrator has done it. */
  async function run(work: (client: Client) => Promise<void>, success: string): Promise<boolean> {
    setBusy(true);
    let settled = true;
    try {
      await work(await browserClient());
      toast.success(success);
    } catch (error) {
      settled = error instanceof SettledMeanwhile;
      toast.error(error instanceof SettledMeanwhile ? late(error) : t("saveFailed"));
    }
    await queryClient.invalidateQueries({ queryKey: reportDeskKey });
    setBusy(false);
    return settled;
  }

  function late({ first }: SettledMeanwhile): string {
    if (!first) return t("reports.gone");
    return t("reports.late", {
      who: first.by ?? t("someone"),
      when: formatDateTime(first.at, lang),
      outcome: t(`reports.outcome.${first.outcome}`),
    });
  }

  return {
    busy,
    settle: (outcome: ReportOutcome, note: string) =>
      run(
        (client) =>
          settleReports(
            client,
            reports.map(({ id }) => id),
            outcome,
            note,
          ),
        t(`reports.${outcome}Done`),
      ),
    hide: (hidden: boolean) =>
      run(
        (client) => hideComment(client, target.target_id, hidden),
        t(hidden ? "reports.hideDone" : "reports.showDone"),
      ),
    reject: (note: string) =>
      run((client) => rejectReported(client, target.target_id, note), t("reports.rejectDone")),
  };
}
