import type { ReactNode } from "react";

import { cx } from "./cx.ts";

/** Replaces a list that is empty or failed to load: explanation and next step. */
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
        "grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 rounded-2xl border border-dashed border-line px-6 py-12 text-center",
        className,
      )}
    >
      {icon && <span className="text-muted [&_svg]:size-10">{icon}</span>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-[min(100%,65ch)] text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
