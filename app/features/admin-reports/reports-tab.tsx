import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import type { Leaving } from "../../data/merging/merging.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import {
  REPORT_STATES,
  type ReportState,
  adminReportsQuery,
} from "../../data/reports/admin-reports.ts";
import { ReportedCard } from "./reported-card.tsx";

const PAGE = 50;

/** Reports, grouped by target. */
export default function ReportsTab({
  isAdmin,
  onMergeOrRemove,
}: {
  isAdmin: boolean;
  onMergeOrRemove: (leaving: Leaving) => void;
}) {
  const { t } = useTranslation("adminCommunity");
  const [state, setState] = useState<ReportState>("open");
  const [length, setLength] = useState(PAGE);
  const list = useMemberQuery(adminReportsQuery(state, length));
  const targets = list.data?.targets ?? [];
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="heading text-xl" aria-live="polite">
          {list.data ? t("reports.targets", { count: targets.length }) : t("reports.title")}
        </h2>
        <Field label={t("reports.status")} className="w-48">
          <Select
            value={state}
            onChange={(event) => {
              setState(event.target.value as ReportState);
              setLength(PAGE);
            }}
          >
            {REPORT_STATES.map((value) => (
              <option key={value} value={value}>
                {t(`reports.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      </header>
      {list.isPending && <Skeleton className="h-64 rounded-2xl" />}
      {list.isError && !list.data && (
        <EmptyState
          title={t("loadFailed")}
          action={<Button onClick={() => void list.refetch()}>{t("retry")}</Button>}
        />
      )}
      {list.data && targets.length === 0 && (
        <EmptyState
          icon={<CheckCheck aria-hidden />}
          title={t(state === "open" ? "reports.empty" : "reports.emptySettled")}
        />
      )}
      <ul className="grid gap-6 lg:grid-cols-2">
        {targets.map((reported) => (
          <li key={reported.key}>
            <ReportedCard
              isAdmin={isAdmin}
              reported={reported}
              names={list.data!.names}
              onRemove={(jerseyId) => onMergeOrRemove({ kind: "removal", jerseyId })}
            />
          </li>
        ))}
      </ul>
      {list.data && list.data.count > list.data.shown && (
        <Button
          variant="outline"
          className="justify-self-center"
          disabled={list.isFetching}
          onClick={() => setLength(length + PAGE)}
        >
          {t("more")}
        </Button>
      )}
    </div>
  );
}
