import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FIGURE_LABELS } from "./figure-labels.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import {
  type ChartOf,
  CHARTS,
  FIGURES,
  figures,
  growth,
  growthByPurchase,
  tellingCharts,
} from "../domain/copies/statistics.ts";
import { Band } from "./band.tsx";
import { Bars } from "./bars.tsx";
import { withDrawnColors } from "./drawn-colors.ts";
import { GrowthLine } from "./growth-line.tsx";
import { LoadedCopies } from "./loaded-copies.tsx";
import { Missing } from "./missing.tsx";
import { SharePicture } from "./share-picture.tsx";
import { Value } from "./value.tsx";
import { YearLinks } from "./year-links.tsx";
import { Years } from "./years.tsx";

const BARS = ["team", "competition", "brand", "color", "size"] as const;

/**
 * A member's collection in numbers: first as figures, as a band of its colours and by what it lacks, then its charts; of a
 * small one, up to three that say something.
 */
export default function Numbers({ userId }: { userId: string }) {
  return (
    <LoadedCopies userId={userId}>
      {(copies) => <Charts userId={userId} copies={copies.map(withDrawnColors)} />}
    </LoadedCopies>
  );
}

function Charts({ userId, copies }: { userId: string; copies: CopyEntry[] }) {
  const { t } = useTranslation(["collectionNumbers", "catalogue"]);
  const lang = useLanguage();
  const [isAll, setAll] = useState(false);
  const telling = tellingCharts(copies);
  const has = (chart: ChartOf) => isAll || telling.has(chart);
  const isSmall = telling.size < CHARTS.length;
  const hasGrowth = isAll || !isSmall;
  const purchases = growthByPurchase(copies);
  const amounts = figures(copies);
  return (
    <div className="grid grid-cols-1 gap-6">
      <dl className="flex flex-wrap gap-x-6 gap-y-3 md:gap-x-12">
        {FIGURES.filter((figure) => amounts[figure] > 0).map((figure) => (
          <div key={figure} className="flex flex-col-reverse">
            <dt className="caption">{t(FIGURE_LABELS[figure], { count: amounts[figure] })}</dt>
            <dd className="numeral text-4xl">{formatNumber(amounts[figure], lang)}</dd>
          </div>
        ))}
      </dl>
      <Band copies={copies} />
      <Missing userId={userId} copies={copies} />
      {isSmall && (
        <Checkbox checked={isAll} onChange={(event) => setAll(event.target.checked)}>
          {t("allFigures")}
        </Checkbox>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {has("year") && <Years copies={copies} />}
        {BARS.map(
          (dimension) =>
            has(dimension) && <Bars key={dimension} copies={copies} dimension={dimension} />,
        )}
        {hasGrowth && <GrowthLine title={t("growth.added")} points={growth(copies)} />}
        {hasGrowth && purchases.points.length > 0 && (
          <GrowthLine
            title={t("growth.bought")}
            points={purchases.points}
            isWide
            note={
              purchases.unknown > 0
                ? t("growth.unknown", { copies: t("copies", { count: purchases.unknown }) })
                : undefined
            }
          />
        )}
        {has("value") && <Value copies={copies} />}
        <YearLinks copies={copies} />
        <SharePicture userId={userId} copies={copies} />
      </div>
    </div>
  );
}
