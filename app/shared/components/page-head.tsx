import type { ReactNode } from "react";

import type { Crumb } from "../head/breadcrumbs.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { cx } from "../ui/cx.ts";

/** The top of a list screen: breadcrumbs and heading. */
export function PageHead({
  crumbs,
  title,
  isCompact = false,
  children,
}: {
  crumbs: Crumb[];
  title: string;
  /** True if the content below is to be on the first screen of a phone. */
  isCompact?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className={cx("page pt-4 md:pt-6", isCompact ? "pb-4 md:pb-8" : "pb-8 md:pb-12")}>
      <Breadcrumbs crumbs={crumbs} className="text-muted" />
      <h1
        className={cx("heading", isCompact ? "mt-1 text-3xl md:mt-3 md:text-4xl" : "mt-4 text-4xl")}
      >
        {title}
      </h1>
      {children && <div className="mt-3 max-w-prose text-lg text-muted">{children}</div>}
    </header>
  );
}
