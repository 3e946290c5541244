import { ChevronRight } from "lucide-react";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { Crumb } from "../head/breadcrumbs.ts";
import { PlainLink } from "./plain-link.tsx";
import { cx } from "../ui/cx.ts";

/** The path from the home page to this one. */
export function Breadcrumbs({ crumbs, className }: { crumbs: Crumb[]; className?: string }) {
  const { t } = useTranslation("catalogue");
  // On a phone a long path begins below the home page, to which the bar of the site leads too.
  const isLong = crumbs.length > 3;
  return (
    <nav aria-label={t("breadcrumbs")} className={className}>
      {/* One line. On a phone the last name is shortened first, because the heading below repeats it, then the others. */}
      <ol className="flex items-center gap-x-1 text-sm whitespace-nowrap">
        {crumbs.map(({ label, path }, n) => (
          <li
            key={path ?? label}
            className={cx(
              "flex items-center gap-x-1",
              path ? "min-w-0" : "min-w-20 shrink-9999",
              isLong && n === 0 && "max-sm:hidden",
            )}
          >
            {n > 0 && (
              <ChevronRight
                aria-hidden
                className={cx("size-4 shrink-0 opacity-60", isLong && n === 1 && "max-sm:hidden")}
              />
            )}
            {path ? (
              <PlainLink
                to={path}
                className="block h-11 content-center truncate rounded-sm underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current focus-visible:-outline-offset-2"
              >
                {label}
              </PlainLink>
            ) : (
              <span aria-current="page" className="truncate font-semibold">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
