import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";

import { orderedSearch } from "../../../shared/address/ordered-search.ts";
import { seasonAnchor } from "../../../jersey/address/season-path.ts";
import { cx } from "../../../shared/ui/cx.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import {
  type Decade,
  emptyYears,
  filledRows,
  foldedRows,
  type KitCount,
  type Period,
  timelineKits,
  timelineRows,
  type Worn,
} from "../../domain/kit-timeline.ts";
import { FilterThese } from "../../components/filter-these.tsx";
import { kitColumns } from "../../components/kit-columns.ts";
import { EmptyRun } from "./empty-run.tsx";
import { MoreGaps } from "./more-gaps.tsx";
import { TimelineCell } from "./timeline-cell.tsx";

/** A jersey with the values that the timeline needs. */
type WornJersey = JerseySummary & Worn;

interface KitTimelineProps {
  team: { id: string; slug: string };
  /** The best jerseys of the shown decade, or of all. */
  jerseys: WornJersey[];
  /** Number of jerseys per year and kit type in the same time. */
  counts: KitCount[];
  decades: Decade[];
  period: Period;
  /** The years that the timeline covers. */
  span: { firstYear: number; lastYear: number };
  /** The seasons of that time in the catalogue; their names label the years. */
  seasons: { id: string; code: string; name: string }[];
}

/**
 * The kit timeline: a row per year, a column per kit type in use. It shows ten years, so that any year is
 * two steps away: its decade, then its shirt. Years without a jersey are folded. On request it shows every year
 * with a jersey.
 */
export function KitTimeline({
  team: { id: teamId, slug },
  jerseys,
  counts,
  decades,
  period,
  span,
  seasons,
}: KitTimelineProps) {
  const { t } = useTranslation(["team", "facts", "competitions", "common"]);
  const lang = useLanguage();
  const isAll = period === "all";
  const rows = isAll
    ? filledRows(jerseys, counts, decades, span)
    : timelineRows(jerseys, counts, period, span);
  const columns = timelineKits(rows);
  const shown = foldedRows(rows);
  const { isWide, style, head } = kitColumns(columns.length);
  const seasonOf = (year: number) => seasons.find(({ code }) => code.startsWith(String(year)));
  const nameOf = (year: number) => seasonInWords(seasonOf(year)?.name ?? String(year), lang);
  return (
    <section id="saisons" aria-labelledby="timeline" className="page scroll-mt-16 pt-12 md:pt-14">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="timeline" className="heading text-3xl">
          {t("timeline.title")}
        </h2>
        {decades.some(({ count }) => count > 0) && (
          <div className="max-sm:hidden">
            <FilterThese by={{ team: slug }} />
          </div>
        )}
      </div>
      <DecadeNav decades={decades} period={period} />
      <div className="mt-4 -mx-(--gutter) overflow-x-auto px-(--gutter) pb-2">
        <table
          className={cx(
            "w-full table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1.5 md:border-spacing-x-3 md:border-spacing-y-3",
            isWide &&
              "max-md:min-w-[calc(3rem+var(--kits)*3.6rem)] md:max-lg:min-w-[calc(7rem+var(--kits)*5rem)] max-md:[&_th:first-child]:sticky max-md:[&_th:first-child]:left-0 max-md:[&_th:first-child]:z-10 max-md:[&_th:first-child]:bg-paper",
          )}
          style={style}
        >
          <caption className="sr-only">
            {isAll ? t("timeline.tableAll") : t("timeline.table", { from: period, to: period + 9 })}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="w-12 text-left md:w-28">
                <span className="sr-only">{t("facts:year")}</span>
              </th>
              {columns.map((kit) => (
                <th
                  key={kit}
                  scope="col"
                  className={cx(
                    "numeral pb-1 align-bottom tracking-normal text-muted uppercase hyphens-manual",
                    head,
                  )}
                >
                  {t([`team:timeline.columns.${kit as "fourth"}`, `common:kitType.${kit}`])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              if ("emptyYears" in row) {
                const { emptyYears: years } = row;
                return (
                  <tr key={years[0]}>
                    <td colSpan={columns.length + 1} className="p-0">
                      <EmptyRun
                        {...{ teamId, years, nameOf }}
                        seasonOf={(year) => seasonOf(year)?.id}
                        isOpen={years.length === rows.length}
                      />
                    </td>
                  </tr>
                );
              }
              const { year, cells } = row;
              const season = seasonOf(year);
              return (
                <tr key={year} id={seasonAnchor(year)} className="scroll-mt-20">
                  <th scope="row" className="pr-1 text-left align-middle">
                    <span className="numeral block text-xl whitespace-nowrap md:text-3xl">
                      {year}
                    </span>
                    {season && season.name !== String(year) && (
                      <span className="hidden text-xs font-normal text-muted md:block">
                        <span className="sr-only">
                          {t("competitions:one.season", { season: nameOf(year) })}
                        </span>
                        <span aria-hidden>{nameOf(year)}</span>
                      </span>
                    )}
                  </th>
                  {columns.map((kit) => (
                    <td key={kit} className="p-0 align-middle">
                      <TimelineCell
                        teamId={teamId}
                        kit={kit}
                        year={year}
                        seasonId={season?.id}
                        cell={cells[kit]}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <MoreGaps
        teamId={teamId}
        years={isAll ? emptyYears(rows, decades, span) : []}
        kits={KIT_TYPES.filter((kit) => !columns.includes(kit))}
        seasonOf={(year) => seasonOf(year)?.id}
      />
    </section>
  );
}

/** Links to the team's decades, with the number of their jerseys, and to all of them at once. */
function DecadeNav({ decades, period }: { decades: Decade[]; period: Period }) {
  const { t } = useTranslation(["team", "catalogue"]);
  const [params] = useSearchParams();
  const list = useRef<HTMLUListElement>(null);
  const search = (wanted: Period) => {
    const next = new URLSearchParams(params);
    next.set("decade", String(wanted));
    return orderedSearch(next);
  };
  // A decade without jerseys only if the page is at it; "all" has the years to fill.
  const shown = decades.filter(({ start, count }) => count > 0 || start === period);
  const total = decades.reduce((sum, { count }) => sum + count, 0);
  const place = shown.findIndex(({ start }) => start === period) + (total > 0 ? 1 : 0);
  // Scrolls the chosen decade into view on a phone.
  useEffect(() => {
    const chosen = list.current?.children[place] as HTMLElement | undefined;
    if (!list.current || !chosen) return;
    const end = chosen.offsetLeft + chosen.offsetWidth - list.current.offsetLeft;
    if (end > list.current.scrollLeft + list.current.clientWidth) {
      list.current.scrollLeft = end - list.current.clientWidth / 2;
    }
  }, [place]);
  return (
    <nav aria-label={t("timeline.decades")} className="-mx-1 mt-5">
      <ul ref={list} className="flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        {total > 0 && (
          <PeriodLink
            search={search("all")}
            isCurrent={period === "all"}
            name={t("timeline.all")}
            description={t("timeline.allCount", {
              jerseys: t("catalogue:count.jerseys", { count: total }),
            })}
            count={total}
          />
        )}
        {shown.map(({ start, count }) => (
          <PeriodLink
            key={start}
            search={search(start)}
            isCurrent={period === start}
            name={t("catalogue:decade", { year: start })}
            description={t("timeline.decade", {
              from: start,
              to: start + 9,
              jerseys: t("catalogue:count.jerseys", { count }),
            })}
            count={count}
          />
        ))}
      </ul>
    </nav>
  );
}

interface PeriodLinkProps {
  search: string;
  isCurrent: boolean;
  /** Short, with the number of jerseys beside it. */
  name: string;
  /** The same for screen readers, in words. */
  description: string;
  count: number;
}

function PeriodLink({ search, isCurrent, name, description, count }: PeriodLinkProps) {
  return (
    <li className="shrink-0">
      <Link
        to={{ search }}
        preventScrollReset
        replace
        aria-current={isCurrent ? "true" : undefined}
        className="relative flex h-13 items-baseline gap-1.5 rounded-xl border border-line px-4 pt-3 text-muted transition-colors hover:border-ink hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
      >
        <span className="sr-only">{description}</span>
        <span aria-hidden className="numeral text-xl whitespace-nowrap">
          {name}
        </span>
        {count > 0 && (
          <span aria-hidden className="text-xs font-semibold">
            {count}
          </span>
        )}
      </Link>
    </li>
  );
}
