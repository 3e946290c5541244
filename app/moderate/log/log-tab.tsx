import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { auditLog, type LoggedTable } from "../data/audit/audit-log.ts";
import { useMemberPages } from "../../shared/data/member-query.ts";
import { LogItem } from "./log-entry.tsx";
import { type Actor, LogFilters } from "./log-filters.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";

/** The audit log, newest first. */
export default function LogTab() {
  const { t } = useTranslation(["adminCommunity", "admin", "common"]);
  const { t: common } = useTranslation();
  const [table, setTable] = useState<LoggedTable | "">("");
  const [actor, setActor] = useState<Actor>();
  const log = useMemberPages(auditLog({ table, actor: actor?.id ?? "" }));
  const entries = log.data?.pages.flat() ?? [];
  return (
    <div className="grid gap-6">
      <h2 className="heading text-xl">{t("admin:tabs.log")}</h2>
      <LogFilters
        // An actor chosen from the list resets the filters' local state.
        key={actor?.id}
        table={table}
        actor={actor}
        onTable={setTable}
        onActor={setActor}
      />
      {log.isPending && <Skeleton className="h-96 rounded-xl" />}
      {log.isError && !log.data && <LoadFailed title={t("loadFailed")} onRetry={log.refetch} />}
      {log.data && entries.length === 0 && <EmptyState title={common("error.noData")} />}
      {entries.length > 0 && (
        <ol className="overflow-hidden rounded-xl border border-line">
          {entries.map((entry) => (
            <LogItem key={entry.id} entry={entry} onActor={setActor} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <MoreButton isReading={log.isFetching} onMore={() => void log.fetchNextPage()}>
          {t("common:action.more")}
        </MoreButton>
      )}
    </div>
  );
}
