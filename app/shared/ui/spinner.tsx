import { LoaderCircle } from "lucide-react";

import { cx } from "./cx.ts";

/** Shows that work is in progress; `label` is for screen readers. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? "status" : undefined} className={cx("inline-flex", className)}>
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
