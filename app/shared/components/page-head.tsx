import type { ReactNode } from "react";

import type { Crumb } from "../head/breadcrumbs.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { cx } from "../ui/cx.ts";

/** The top of a list screen: breadcrumbs and heading. */
export function PageHead({
  crumbs,
  title,
  isCompact = false,
  picture,
  aside,
  children,
}: {
  crumbs: Crumb[];
  title: string;
  /** True if the content below is to be on the first screen of a phone. */
  isCompact?: boolean;
  /** Before the heading. */
  picture?: ReactNode;
  /** At the right of the whole head, on a wide screen. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header
      className={cx(
        "page pt-4 md:pt-6",
        isCompact ? "pb-4 md:pb-8" : "pb-8 md:pb-12",
        aside && "items-center gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_auto]",
      )}
    >
      <div className="min-w-0">
        <Breadcrumbs crumbs={crumbs} className="text-muted" />
        <div
          className={cx("flex items-center gap-4 md:gap-6", isCompact ? "mt-1 md:mt-3" : "mt-4")}
        >
          {picture}
          <h1 className={cx("heading min-w-0", isCompact ? "text-3xl" : "text-4xl")}>{title}</h1>
        </div>
        {children && <div className="mt-3 max-w-prose text-lg text-muted">{children}</div>}
      </div>
      {aside}
    </header>
  );
}
