import type { ComponentProps } from "react";

import { cx } from "./cx.ts";

/** Classes that all text fields share. */
export const control =
  "w-full rounded-lg border border-control bg-raised px-3.5 text-base text-ink transition-[border-color] placeholder:text-muted hover:border-ink aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface disabled:text-muted";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cx(control, "h-11", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cx(control, "min-h-28 py-2.5", className)} {...props} />;
}
