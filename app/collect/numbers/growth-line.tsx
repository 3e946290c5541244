import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { GrowthPoint } from "../domain/copies/statistics.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Chart } from "./chart.tsx";

/** How a collection grew: a line with the area below it, and the table of its points for screen readers. */
export function GrowthLine({
  title,
  note,
  points,
  isWide = false,
}: {
  title: string;
  note?: string | undefined;
  points: readonly GrowthPoint[];
  isWide?: boolean;
}) {
  return (
    <Chart title={title} note={note} isWide={isWide}>
      <Line points={points} />
      <Points points={points} />
    </Chart>
  );
}

/** The drawing's own units; it is stretched to its frame. */
const WIDTH = 100;
const HEIGHT = 60;

function Line({ points }: { points: readonly GrowthPoint[] }) {
  const lang = useLanguage();
  const last = points.at(-1);
  const [first] = points;
  if (!first || !last) return null;
  const at = points.map(({ total }, place) => {
    const x = points.length > 1 ? (place / (points.length - 1)) * WIDTH : WIDTH;
    return `${x.toFixed(2)},${(HEIGHT - (total / last.total) * HEIGHT).toFixed(2)}`;
  });
  // One point is a level line.
  const line = points.length > 1 ? at : [`0,0`, ...at];
  return (
    <div aria-hidden className="grid gap-2">
      <p className="numeral text-right text-2xl">{formatNumber(last.total, lang)}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full overflow-visible border-b border-control text-accent-text"
      >
        <polygon
          points={`0,${HEIGHT} ${line.join(" ")} ${WIDTH},${HEIGHT}`}
          fill="currentColor"
          opacity="0.18"
        />
        <polyline
          points={line.join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex justify-between gap-4 text-xs text-muted">
        <span>{partialDate(first.period, LOCALES[lang])}</span>
        {points.length > 1 && <span>{partialDate(last.period, LOCALES[lang])}</span>}
      </p>
    </div>
  );
}

function Points({ points }: { points: readonly GrowthPoint[] }) {
  const { t } = useTranslation("collectionNumbers");
  const lang = useLanguage();
  return (
    <table className="sr-only">
      <thead>
        <tr>
          <th scope="col">{t("table.period")}</th>
          <th scope="col">{t("table.added")}</th>
          <th scope="col">{t("table.total")}</th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ period, count, total }) => (
          <tr key={period}>
            <td>{partialDate(period, LOCALES[lang])}</td>
            <td>{formatNumber(count, lang)}</td>
            <td>{formatNumber(total, lang)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
