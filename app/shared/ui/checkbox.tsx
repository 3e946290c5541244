import type { ComponentProps, ReactNode } from "react";

import { cx } from "./cx.ts";

/** A checkbox with its label. The whole line is the target. */
export function Checkbox({
  children,
  className,
  ...props
}: Omit<ComponentProps<"input">, "type" | "children"> & { children: ReactNode }) {
  return (
    <label className={cx("flex min-h-11 items-center gap-3 text-base", className)}>
      <input type="checkbox" className="size-5 shrink-0 accent-ink" {...props} />
      <span>{children}</span>
    </label>
  );
}
