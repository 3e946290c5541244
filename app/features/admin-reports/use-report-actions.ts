import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import type { Client } from "../../data/client.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { memberKeys } from "../../data/members/keys.ts";
import { actOnMember } from "../../data/members/members.ts";
import {
  hideComment,
  rejectReported,
  type ReportedTarget,
  type ReportOutcome,
  SettledMeanwhile,
  settleReports,
} from "../../data/reports/admin-reports.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import { adminReportKeys } from "../../data/reports/keys.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** Why an action on a member is refused. */
const REFUSALS = ["suspension_of_self", "member_is_admin", "member_not_found"] as const;

interface Action {
  act: (client: Client) => Promise<void>;
  success: string;
}

export type ReportActions = ReturnType<typeof useReportActions>;

/** The actions on a reported target. Each shows its result as a toast. */
export function useReportActions({ target, reports }: ReportedTarget) {
  const { t } = useTranslation("adminCommunity");
  const lang = useLanguage();
  const { isPending, mutateAsync } = useMemberMutation({
    write: (client, { act }: Action) => act(client),
    invalidates: [adminReportKeys.all, moderationKeys.waiting, memberKeys.all],
    onSuccess: (_, { success }) => {
      toast.success(success);
    },
    onError: (error) => {
      const known = REFUSALS.find((word) => word === error.message);
      if (error instanceof SettledMeanwhile) toast.error(late(error));
      else toast.error(known ? t(`members.errors.${known}`) : t("saveFailed"));
    },
  });

  /**
   * Resolves to true if nothing is left to do: the action succeeded, or another administrator was
   * faster.
   */
  const run = (act: Action["act"], success: string): Promise<boolean> =>
    mutateAsync({ act, success }).then(
      () => true,
      (error: unknown) => error instanceof SettledMeanwhile,
    );

  function late({ first }: SettledMeanwhile): string {
    if (!first) return t("reports.gone");
    return t("reports.late", {
      who: first.by ?? t("someone"),
      when: formatDateTime(first.at, lang),
      outcome: t(`reports.outcome.${first.outcome}`),
    });
  }

  const ids = reports.map(({ id }) => id);
  return {
    busy: isPending,
    settle: (outcome: ReportOutcome, note: string) =>
      run((client) => settleReports(client, ids, outcome, note), t(`reports.${outcome}Done`)),
    hide: (hidden: boolean) =>
      run(
        (client) => hideComment(client, target.target_id, hidden),
        t(hidden ? "reports.hideDone" : "reports.showDone"),
      ),
    reject: (note: string) =>
      run((client) => rejectReported(client, target.target_id, note), t("reports.rejectDone")),
    /** An action on the reported member; its reason is needed for names only. */
    actOnMember: (action: "rename" | "suspend", name: string, reason = "") =>
      run(
        (client) => actOnMember(client, target.target_id, action, reason),
        t(`members.done.${action}`, { name }),
      ),
  };
}
