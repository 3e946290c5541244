import type { ReactNode } from "react";

import { cx } from "./cx.ts";

/** A list without items, or one that could not be loaded: what it means and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx(
        "grid justify-items-center gap-3 rounded-2xl border border-dashed border-line px-6 py-12 text-center",
        className,
      )}
    >
      {icon && <span className="text-muted [&_svg]:size-10">{icon}</span>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
