import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import type { JerseySummary } from "../../domain/jersey.ts";
import { KIT_TYPES } from "../../domain/kit-types.ts";
import { type Decade, type KitCount, timelineRows, type Worn } from "../../domain/kit-timeline.ts";
import { KitCell } from "./kit-cell.tsx";

/** A jersey with the values that the timeline needs. */
export type WornJersey = JerseySummary & Worn;

interface KitTimelineProps {
  teamId: string;
  /** The best jerseys of the shown decade. */
  jerseys: WornJersey[];
  /** Number of jerseys per year and kit type in that decade. */
  counts: KitCount[];
  decades: Decade[];
  decade: number;
  /** The years that the timeline covers. */
  span: { firstYear: number; lastYear: number };
  /** The seasons of the decade in the catalogue; their names label the years. */
  seasons: { id: string; code: string; name: string }[];
}

/**
 * The kit timeline: a row per year, a column per kit type. It shows ten years, so that any year is
 * two steps away: its decade, then its shirt.
 */
export function KitTimeline({
  teamId,
  jerseys,
  counts,
  decades,
  decade,
  span,
  seasons,
}: KitTimelineProps) {
  const { t } = useTranslation("team");
  const rows = timelineRows(jerseys, counts, decade, span);
  return (
    <section id="saisons" aria-labelledby="timeline" className="page scroll-mt-16 pt-12 md:pt-14">
      <h2 id="timeline" className="heading text-3xl">
        {t("timeline.title")}
      </h2>
      <p className="mt-2 text-muted">{t("timeline.lead")}</p>
      <DecadeNav decades={decades} decade={decade} />
      <div className="mt-4 -mx-(--gutter) overflow-x-auto px-(--gutter) pb-2">
        <table className="w-full min-w-[20.5rem] table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1.5 md:border-spacing-x-3 md:border-spacing-y-3">
          <caption className="sr-only">
            {t("timeline.table", { from: decade, to: decade + 9 })}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="w-11 text-left md:w-28">
                <span className="sr-only">{t("timeline.year")}</span>
              </th>
              {KIT_TYPES.map((kit) => (
                <th
                  key={kit}
                  scope="col"
                  className="numeral pb-1 align-bottom text-[0.75rem] tracking-normal text-muted uppercase hyphens-manual md:text-base lg:text-lg"
                >
                  {t(`timeline.columns.${kit}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ year, cells }) => {
              const isSlim = KIT_TYPES.every((kit) => cells[kit].count === 0);
              const season = seasons.find(({ code }) => code.startsWith(String(year)));
              return (
                <tr key={year}>
                  <th scope="row" className="pr-1 text-left align-middle">
                    <span className="numeral block text-xl md:text-3xl">{year}</span>
                    {season && season.name !== String(year) && (
                      <span className="hidden text-xs font-normal text-muted md:block">
                        <span className="sr-only">{t("timeline.season", { season: "" })}</span>
                        {season.name}
                      </span>
                    )}
                  </th>
                  {KIT_TYPES.map((kit) => (
                    <td key={kit} className="p-0 align-middle">
                      <KitCell
                        teamId={teamId}
                        kit={kit}
                        year={year}
                        seasonId={season?.id}
                        cell={cells[kit]}
                        isSlim={isSlim}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Links to the team's decades. Those with jerseys are highlighted. */
function DecadeNav({ decades, decade }: { decades: Decade[]; decade: number }) {
  const { t } = useTranslation("team");
  const [params] = useSearchParams();
  const list = useRef<HTMLUListElement>(null);
  // Scrolls the chosen decade into view on a phone.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !chosen) return;
    const end = chosen.offsetLeft + chosen.offsetWidth - list.current.offsetLeft;
    if (end > list.current.scrollLeft + list.current.clientWidth) {
      list.current.scrollLeft = end - list.current.clientWidth / 2;
    }
  });
  const search = (start: number) => {
    const next = new URLSearchParams(params);
    next.set("decade", String(start));
    return `?${next}`;
  };
  return (
    <nav aria-label={t("timeline.decades")} className="-mx-1 mt-5">
      <ul ref={list} className="flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        {decades.map(({ start, count }) => (
          <li key={start} className="shrink-0">
            <Link
              to={{ search: search(start) }}
              preventScrollReset
              replace
              aria-current={start === decade ? "true" : undefined}
              className="relative flex h-13 items-baseline gap-1.5 rounded-xl border border-line px-4 pt-3 text-muted transition-colors hover:border-ink hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
            >
              <span className="sr-only">
                {t("timeline.decade", { from: start, to: start + 9, count })}
              </span>
              <span aria-hidden className="numeral text-2xl">
                {start}
              </span>
              {count > 0 && (
                <span aria-hidden className="text-xs font-semibold">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
