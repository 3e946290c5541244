import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Crumb } from "../head/breadcrumbs.ts";
import { PlainLink } from "./plain-link.tsx";
import { cx } from "../ui/cx.ts";

/** The path from the home page to this one. */
export function Breadcrumbs({ crumbs, className }: { crumbs: Crumb[]; className?: string }) {
  const { t } = useTranslation("catalogue");
  return (
    <nav aria-label={t("breadcrumbs")} className={className}>
      {/* One scrolling line. On a phone the last name is shortened; the heading below repeats it. */}
      <ol className="-mx-(--gutter) flex items-center gap-x-1 overflow-x-auto px-(--gutter) text-sm whitespace-nowrap [scrollbar-width:none]">
        {crumbs.map(({ label, path }, n) => (
          <li
            key={path ?? label}
            className={cx("flex items-center gap-x-1", path ? "shrink-0" : "min-w-20")}
          >
            {n > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 opacity-60" />}
            {path ? (
              <PlainLink
                to={path}
                className="inline-flex h-11 items-center rounded-sm underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current focus-visible:-outline-offset-2"
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
