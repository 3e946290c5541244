import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { kindsOf, SUGGESTION_KINDS } from "../domain/contribution.ts";
import { JerseyItem } from "./jersey-item.tsx";
import type { JerseyActionsProps } from "./jersey-row.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { ReportItem } from "./report-item.tsx";
import { Standing } from "./standing.tsx";
import { SuggestionItem } from "./suggestion-item.tsx";
import { type Contribution, useContributions } from "./use-contributions.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

const PAGE = 20;

type Actions = Pick<JerseyActionsProps, "onEdit" | "onDelete">;

/** All that the member has contributed, the newest first: its state, the reason, and what can still be done. */
export function MyContributions({ userId, ...actions }: { userId: string } & Actions) {
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
  if (mine.total === 0) return <NoContributions />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {SUGGESTION_KINDS.some((kind) => counts[kind]) && <Standing userId={userId} />}
      <KindFilter kinds={kinds} counts={counts} total={mine.total} />
      {items.length === 0 && !mine.isFetching && <p className="text-muted">{t("none")}</p>}
      <ul className="border-b border-line empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} {...actions} />
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

function Item({ item, ...actions }: { item: Contribution } & Actions) {
  if ("jersey" in item) return <JerseyItem jersey={item.jersey} {...actions} />;
  if ("report" in item) return <ReportItem report={item.report} />;
  return <SuggestionItem suggestion={item.suggestion} />;
}

function NoContributions() {
  const { t } = useTranslation("contributions");
  const to = useHref();
  return (
    <EmptyState
      title={t("empty")}
      action={
        <p className="flex flex-wrap justify-center gap-3">
          <Link to={to("submit", {})} className={button({ variant: "hero" })}>
            {t("submit")}
          </Link>
          <Link to={to("catalogue", {})} className={button({ variant: "outline" })}>
            {t("browse")}
          </Link>
        </p>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
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
