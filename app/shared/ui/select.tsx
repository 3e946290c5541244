import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { cx } from "./cx.ts";
import { control } from "./input.tsx";

/** The native select: it works with every keyboard, phone and screen reader. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className={cx("relative block", className)}>
      <select className={cx(control, "h-11 appearance-none truncate pr-10")} {...props} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted"
      />
    </span>
  );
}
