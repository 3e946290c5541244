import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { dayAt, yearBehind } from "../../shared/domain/day.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** What a member has and what waits, each figure a door to its list; nothing where there is none. */
export function Doors({
  copies,
  wishes,
  waiting,
}: {
  copies: number;
  wishes: number;
  waiting: number;
}) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
  const [year] = useState(() => yearBehind(dayAt(new Date())));
  const counted = [
    { section: "collection", label: t("home.copies", { count: copies }), count: copies },
    { section: "wishlist", label: t("home.wishes", { count: wishes }), count: wishes },
    { section: "contributions", label: t("home.waiting", { count: waiting }), count: waiting },
  ].filter(({ count }) => count > 0);
  const doors = counted.map(({ section, label, count }) => ({
    path: to("accountSection", { section }),
    figure: formatNumber(count, lang),
    label,
  }));
  if (year && copies > 0) {
    doors.push({
      path: to("year", { year: String(year) }),
      figure: String(year),
      label: t("home.year"),
    });
  }
  if (doors.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3">
      {doors.map(({ path, figure, label }) => (
        <li key={path} className="grow sm:grow-0">
          <Link
            to={path}
            className="flex min-h-14 items-center gap-3 rounded-2xl bg-surface px-5 py-2 transition-colors hover:bg-line"
          >
            <span className="numeral text-3xl">{figure}</span>
            <span className="font-semibold">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
