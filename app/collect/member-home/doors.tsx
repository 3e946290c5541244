import { Plus, UserRound } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useAddShirtHref } from "../../shared/address/use-add-shirt-href.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { dayAt, yearBehind } from "../../shared/domain/day.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/** What a member has and what waits in one line, each figure a door to its list; and the ways to add a shirt and to the account. */
export function Doors({
  copies,
  wishes,
  waiting,
  toReview,
}: {
  copies: number;
  wishes: number;
  waiting: number;
  /** What a reviewer can decide. */
  toReview: number;
}) {
  const { t } = useTranslation(["collection", "common", "memberHome"]);
  const to = useHref();
  const addShirt = useAddShirtHref();
  const lang = useLanguage();
  const [year] = useState(() => yearBehind(dayAt(new Date())));
  const counted = [
    { section: "collection", label: t("memberHome:copies"), count: copies },
    { section: "wishlist", label: t("memberHome:wishes"), count: wishes },
    {
      section: "contributions",
      label: t("memberHome:waiting"),
      count: waiting,
    },
  ].filter(({ count }) => count > 0);
  const doors = counted.map(({ section, label, count }) => ({
    path: to("accountSection", { section }),
    figure: formatNumber(count, lang),
    label,
  }));
  if (toReview > 0) {
    doors.unshift({
      path: to("admin", {}),
      figure: formatNumber(toReview, lang),
      label: t("memberHome:toReview", { count: toReview }),
    });
  }
  if (year && copies > 0) {
    doors.push({
      path: to("year", { year: String(year) }),
      figure: String(year),
      label: t("memberHome:year"),
    });
  }
  const ways = [
    {
      path: addShirt(""),
      icon: <Plus aria-hidden />,
      label: t("memberHome:add"),
    },
    { path: to("account", {}), icon: <UserRound aria-hidden />, label: t("common:nav.account") },
  ];
  return (
    <ul className="-mx-(--gutter) flex items-center gap-2 overflow-x-auto px-(--gutter) whitespace-nowrap [scrollbar-width:none] sm:flex-wrap sm:gap-3">
      {doors.map(({ path, figure, label }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-11 items-center gap-2 rounded-full bg-surface px-4 transition-colors hover:bg-line"
          >
            <span className="numeral text-xl">{figure}</span>
            <span className="text-sm font-semibold">{label}</span>
          </Link>
        </li>
      ))}
      {/* A wider bar leads to both. */}
      {ways.map(({ path, icon, label }, n) => (
        <li key={path} className={cx("lg:hidden", n === 0 && "sm:ml-auto")}>
          <Link
            to={path}
            className={button({ variant: "outline", className: "max-sm:size-11 max-sm:p-0" })}
          >
            {icon}
            <span className="max-sm:sr-only">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
