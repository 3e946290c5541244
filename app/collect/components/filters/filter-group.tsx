import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** A filter with its values; it folds, also without scripts. */
export function FilterGroup({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <details open className="fold filter-group">
      <summary>
        <h3>{title}</h3>
        <ChevronDown aria-hidden />
      </summary>
      {hint && <p className="mb-1 text-xs text-muted">{hint}</p>}
      {children}
    </details>
  );
}
