import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mySubmissions } from "../data/submissions/mine.ts";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { ReportItem } from "./report-item.tsx";
import { JERSEYS_PAGE } from "./my-jerseys.tsx";
import { Standing } from "./standing.tsx";
import { SuggestionItem } from "./suggestion-item.tsx";
import { type Contribution, useContributions } from "./use-contributions.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

const PAGE = 20;

/** Whether the jerseys and contributions that are shown first are still being read. */
export function useContributionsWait(userId: string): boolean {
  const jerseys = useMemberQuery(mySubmissions(userId, JERSEYS_PAGE));
  return useContributions(userId, PAGE).isPending || jerseys.isPending;
}

/** The member's suggestions and reports, the newest first: their state, the reason, and what can still be done. */
export function MyContributions({ userId }: { userId: string }) {
  const { t } = useTranslation(["contributions", "common"]);
  const { length, more } = useSteps(PAGE);
  const mine = useContributions(userId, length);
  const { items } = mine;
  if (mine.isFailed) {
    return <LoadFailed onRetry={mine.retry} />;
  }
  if (mine.isPending) return <ContributionsSkeleton />;
  if (items.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      {mine.hasSuggested && <Standing userId={userId} />}
      <ul className="border-b border-line">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {mine.hasMore && (
        <MoreButton isReading={mine.isFetching} onMore={more}>
          {t("common:action.more")}
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
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
