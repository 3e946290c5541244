import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { cx } from "../../shared/ui/cx.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { fullestPart, type YearColumn, yearColumns } from "../domain/copies/statistics.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Chart } from "./chart.tsx";
import { seasonsSearch } from "./collection-address.ts";

const nameOf = ({ from, to }: YearColumn) => (from === to ? String(from) : `${from}–${to}`);

/** Copies by the year of their season, as columns; a long frame scrolls and begins where most copies are. */
export function Years({ copies }: { copies: readonly CopyEntry[] }) {
  const { t } = useTranslation("collectionNumbers");
  const { columns, unknown } = useMemo(() => yearColumns(copies), [copies]);
  return (
    <Chart
      title={t("by.year")}
      isWide
      note={unknown > 0 && t("unknownYear", { copies: t("copies", { count: unknown }) })}
    >
      <Columns columns={columns} />
    </Chart>
  );
}

function Columns({ columns }: { columns: YearColumn[] }) {
  const { t } = useTranslation("collectionNumbers");
  const lang = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const most = Math.max(...columns.map(({ count }) => count));
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || columns.length === 0) return;
    const width = current.scrollWidth / columns.length;
    current.scrollLeft = width * fullestPart(columns, Math.floor(current.clientWidth / width));
  }, [columns]);
  return (
    <div
      role="group"
      aria-label={t("by.year")}
      tabIndex={0}
      ref={frame}
      className="scroll-hints snap-x snap-proximity overflow-x-auto pb-2"
    >
      <ol className="flex h-56 min-w-max items-stretch gap-1">
        {columns.map((column) => (
          <li
            key={column.from}
            className={cx("snap-start grow", column.from === column.to ? "w-9" : "w-20")}
            aria-hidden={column.count === 0 || undefined}
          >
            <YearLink column={column}>
              {/* The year first: so the link is called. */}
              <span className="flex h-full flex-col-reverse items-center gap-1">
                <span className="w-full border-t border-control pt-1 text-center text-xs text-muted tabular-nums">
                  {nameOf(column)}
                </span>{" "}
                <span className="flex w-full grow flex-col items-center justify-end gap-1">
                  <span className="numeral text-base">
                    {column.count > 0 && formatNumber(column.count, lang)}
                  </span>
                  <span
                    className="w-full max-w-16 rounded-t-sm bg-accent-text forced-color-adjust-none"
                    // Of the height without the number above the column.
                    style={{ height: `calc((100% - 1.5rem) * ${column.count / most})` }}
                  />
                </span>
              </span>
            </YearLink>
          </li>
        ))}
      </ol>
    </div>
  );
}

function YearLink({ column, children }: { column: YearColumn; children: ReactNode }) {
  const to = useHref();
  const search = seasonsSearch(column.seasons);
  if (!search) return <span className="block h-full">{children}</span>;
  return (
    <Link
      to={to("accountSection", { section: "collection" }) + search}
      className="block h-full rounded-sm hover:bg-line focus-visible:-outline-offset-2"
    >
      {children}
    </Link>
  );
}
