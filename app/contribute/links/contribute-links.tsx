import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { menuItem } from "../../shared/components/menu.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { Target } from "../../shared/domain/suggestion.ts";

/**
 * Entries of a public page's menu, which lead to its correction and its history. Each has a page of its own: this one
 * loads nothing for it.
 */
export function ContributeLinks({
  target: { type, id },
  suggest,
  addPhoto,
  history,
}: {
  target: Target;
  /** Labels. */
  suggest: string;
  /** Of jerseys. */
  addPhoto?: string;
  history: string;
}) {
  const to = useHref();
  const suggestion = to("suggest", { type, id });
  return (
    <>
      <Link to={suggestion} rel="nofollow" className={cx(menuItem, "needs-scripts")}>
        {suggest}
      </Link>
      {addPhoto && (
        <Link to={`${suggestion}#photos`} rel="nofollow" className={cx(menuItem, "needs-scripts")}>
          {addPhoto}
        </Link>
      )}
      <Link to={to("history", { type, id })} rel="nofollow" className={menuItem}>
        {history}
      </Link>
    </>
  );
}
