import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { ColorSwatch } from "../../shared/components/color-swatch.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { isColor, COLOR_HEX } from "../../shared/domain/colors.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { countBy, type Dimension, foldSingles, type Group } from "../domain/copies/statistics.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Chart } from "./chart.tsx";
import { groupSearch } from "./collection-address.ts";

/** Bars before "show all". */
const FEW = 8;

/** Copies by one of their facts. The bars are the cells of a table, so that screen readers have one. */
export function Bars({
  copies,
  dimension,
}: {
  copies: readonly CopyEntry[];
  dimension: Exclude<Dimension, "year">;
}) {
  const { t } = useTranslation(["collectionNumbers", "copies", "facts"]);
  const lang = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const head = t(dimension === "size" ? "copies:fields.size" : `facts:${dimension}`);
  const groups = countBy(copies, dimension);
  const most = Math.max(...groups.map(({ count }) => count));
  const { bars: listed, singles: folded } = foldSingles(groups);
  const shown = isOpen ? listed : listed.slice(0, FEW);
  return (
    <Chart title={t(`collectionNumbers:by.${dimension}`)}>
      {listed.length > 0 && (
        <table className="w-full table-fixed border-separate border-spacing-y-1 text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{t("collectionNumbers:table.count")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => (
              <tr key={group.key ?? ""}>
                <BarCells group={group} dimension={dimension} most={most} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {listed.length > FEW && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t("collectionNumbers:showLess")
            : t("collectionNumbers:showAll", { total: formatNumber(listed.length, lang) })}
        </Button>
      )}
      {folded.length > 0 && (
        <details className="fold text-sm">
          <summary className="min-h-11 gap-2 font-semibold text-muted hover:text-ink">
            {t("collectionNumbers:singles", { total: formatNumber(folded.length, lang) })}
            <ChevronDown aria-hidden />
          </summary>
          <ul className="flex flex-wrap gap-x-5 font-semibold">
            {folded.map((group) => (
              <li key={group.key}>
                <GroupName group={group} dimension={dimension} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Chart>
  );
}

function BarCells({
  group,
  dimension,
  most,
}: {
  group: Group;
  dimension: Exclude<Dimension, "year">;
  most: number;
}) {
  const lang = useLanguage();
  const { key, count } = group;
  const color = dimension === "color" && isColor(key) ? COLOR_HEX[key] : undefined;
  return (
    <>
      <th scope="row" className="w-2/5 pr-3 text-left font-semibold">
        <GroupName group={group} dimension={dimension} />
      </th>
      <td className="numeral text-lg whitespace-nowrap">
        <span
          aria-hidden
          className="mr-2 inline-block h-5 min-w-1 rounded-sm border border-control bg-accent-text align-middle forced-color-adjust-none"
          style={{
            // Of the cell without the number behind the bar.
            width: `calc((100% - 3.5rem) * ${count / most})`,
            ...(color && { backgroundColor: color }),
            ...(key === null && { backgroundColor: "transparent", borderStyle: "dashed" }),
          }}
        />
        {formatNumber(count, lang)}
      </td>
    </>
  );
}

/** The name of a group, which leads to its copies. */
function GroupName({ group, dimension }: { group: Group; dimension: Exclude<Dimension, "year"> }) {
  const to = useHref();
  const name = useGroupName(group, dimension);
  const search = groupSearch(dimension, group);
  const text = (
    <>
      {dimension === "color" && isColor(group.key) && (
        <ColorSwatch color={group.key} className="mr-2 align-[-0.15em]" />
      )}
      {name}
    </>
  );
  if (!search) return <span className="block py-1.5 break-words text-muted">{text}</span>;
  return (
    <Link
      to={to("accountSection", { section: "collection" }) + search}
      className="block py-1.5 break-words underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {text}
    </Link>
  );
}

function useGroupName({ key, sample }: Group, dimension: Exclude<Dimension, "year">): string {
  const { t } = useTranslation(["collectionNumbers", "common", "copies"]);
  const { copy, facts } = sample;
  if (key === null) return t("copies:none");
  switch (dimension) {
    case "team":
      // A club has the same name in two sports.
      return facts.league && facts.league !== "SOCCER"
        ? `${facts.team} (${t(`common:league.${facts.league}`)})`
        : (facts.team ?? "");
    case "color":
      return isColor(key) ? t(`common:color.${key}`) : key;
    case "size":
      return t(`collectionNumbers:scale.${copy.size_scale ?? "adult"}`, {
        size: copy.size?.toUpperCase() ?? "",
      });
    default:
      return facts[dimension] ?? key;
  }
}
