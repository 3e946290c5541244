import { CalendarClock } from "lucide-react";
import type { ComponentType } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { myYear } from "../data/year.ts";
import { LinkPanel } from "./link-panel.tsx";
import { YearView } from "./year-view.tsx";

/** A member's own year, and the link to it. */
export default function OwnYear({
  userId,
  year,
  Card,
}: {
  userId: string;
  year: number;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["myYear", "common"]);
  const lang = useLanguage();
  const counted = useMemberQuery(myYear(userId, year, lang));
  if (counted.isError) {
    return <LoadFailed onRetry={counted.refetch} />;
  }
  if (counted.data === undefined) return <Skeleton className="h-96 rounded-2xl" />;
  if (counted.data === null) {
    return <EmptyState icon={<CalendarClock aria-hidden />} title={t("opens", { year })} />;
  }
  return (
    <>
      {counted.data.shirts > 0 && <LinkPanel userId={userId} year={year} />}
      <YearView year={year} counted={counted.data} Card={Card} />
    </>
  );
}
