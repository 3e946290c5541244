import type { ReactNode } from "react";

import { cx } from "../../shared/ui/cx.ts";

/** A number with its label, as an entry of a `<dl>`. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse gap-1">
      <dt className="caption">{label}</dt>
      <dd className="numeral text-3xl md:text-4xl">{value}</dd>
    </div>
  );
}

/** A text with its label, as an entry of a `<dl>`. */
export function Fact({
  label,
  isPlain = false,
  children,
}: {
  label: string;
  /** True if a phone shows it without its label. */
  isPlain?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 self-end">
      <dt className={cx("caption", isPlain && "max-md:sr-only")}>{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
