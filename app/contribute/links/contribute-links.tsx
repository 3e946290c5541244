import type { ReactNode } from "react";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { cx } from "../../shared/ui/cx.ts";
import type { Target } from "../../shared/domain/suggestion.ts";

export const CONTRIBUTE_LINK =
  "inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink";

/** Leads from a public page to its correction and its history. Each has a page of its own: this one loads nothing for it. */
export function ContributeLinks({
  target,
  suggest,
  addPhoto,
  history,
  className,
  children,
}: {
  target: Target;
  /** Labels. */
  suggest: string;
  /** Of jerseys. */
  addPhoto?: string;
  history: string;
  className?: string;
  /** More links. */
  children?: ReactNode;
}) {
  const to = useHref();
  const params = { type: target.type, id: target.id };
  return (
    <div className={cx("flex flex-wrap items-center gap-x-5 text-sm", className)}>
      <Link
        to={to("suggest", params)}
        rel="nofollow"
        className={cx(CONTRIBUTE_LINK, "needs-scripts")}
      >
        {suggest}
      </Link>
      {addPhoto && (
        <Link
          to={`${to("suggest", params)}#photos`}
          rel="nofollow"
          className={cx(CONTRIBUTE_LINK, "needs-scripts")}
        >
          {addPhoto}
        </Link>
      )}
      <Link to={to("history", params)} rel="nofollow" className={CONTRIBUTE_LINK}>
        {history}
      </Link>
      {children}
    </div>
  );
}
