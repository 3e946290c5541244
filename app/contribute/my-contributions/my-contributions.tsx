import { useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { kindsOf, SUGGESTION_KINDS } from "../domain/contribution.ts";
import { KindFilter } from "./kind-filter.tsx";
import { ReportItem } from "./report-item.tsx";
import { Standing } from "./standing.tsx";
import { SuggestionItem } from "./suggestion-item.tsx";
import { type Contribution, useContributions } from "./use-contributions.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

const PAGE = 20;

/** The member's suggestions and reports, the newest first: their state, the reason, and what can still be done. */
export function MyContributions({ userId }: { userId: string }) {
  const { t } = useTranslation("contributions");
  const [params] = useSearchParams();
  const kinds = kindsOf(params);
  const { length, more } = useSteps(PAGE);
  const mine = useContributions(userId, kinds, length);
  const { counts, items } = mine;
  if (mine.isFailed) {
    return <LoadFailed title={t("loadFailed")} onRetry={mine.retry} />;
  }
  if (mine.isPending) return <ContributionsSkeleton />;
  if (mine.total === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      {SUGGESTION_KINDS.some((kind) => counts[kind]) && <Standing userId={userId} />}
      <KindFilter kinds={kinds} counts={counts} total={mine.total} />
      {items.length === 0 && !mine.isFetching && <p className="text-muted">{t("none")}</p>}
      <ul className="border-b border-line empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {mine.matching > items.length && (
        <MoreButton isReading={mine.isFetching} onMore={more}>
          {t("more")}
        </MoreButton>
      )}
    </div>
  );
}

function Item({ item }: { item: Contribution }) {
  if ("report" in item) return <ReportItem report={item.report} />;
  return <SuggestionItem suggestion={item.suggestion} />;
}

function ContributionsSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-11 max-w-md rounded-full" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
